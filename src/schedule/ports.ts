// What scheduling needs from a store: leases. A lease is the right to do one named thing, held by one living process.
export type LeaseRequest = {
  /** What is held: `connection:postgres-prod-revenue`. */
  readonly name: string;
  /** Who holds it, in words that lead somewhere: a run id. */
  readonly holder: string;
  /** The process whose life the lease follows; this one when absent. */
  readonly pid?: number;
};

export type Lease = {
  readonly name: string;
  readonly holder: string;
  /** Proves this holding; a lease that was taken over has another. */
  readonly token: string;
  readonly pid: number;
  readonly host: string;
  readonly acquiredAt: string;
  readonly heartbeatAt: string;
};

/** Refusal is an answer, not a failure: it says who holds it, so that the caller can. */
export type LeaseAnswer =
  | { readonly ok: true; readonly lease: Lease }
  | { readonly ok: false; readonly holder: Lease };

/** A lease that renews itself until it is closed. */
export interface HeldLease extends AsyncDisposable {
  readonly lease: Lease;
  /** Fires when the lease was lost to someone else: stop what it protects. */
  readonly lost: AbortSignal;
}

export type HoldAnswer =
  | { readonly ok: true; readonly held: HeldLease }
  | { readonly ok: false; readonly holder: Lease };

export interface Leases {
  /**
   * Takes the lease if it is free, or if its holder is certainly gone (same machine, no such process) or silent for 60 s
   * (where the process cannot be looked at). Never twice at once, whatever the number of processes that ask.
   */
  acquire(request: LeaseRequest): Promise<LeaseAnswer>;
  /** False: it was taken over; the holder must stop. */
  renew(lease: Lease): Promise<boolean>;
  /** False: it was taken over before. */
  release(lease: Lease): Promise<boolean>;
  /** Acquires, and renews every ten seconds until disposed, which releases. */
  hold(request: LeaseRequest): Promise<HoldAnswer>;
  find(name: string): Promise<Lease | null>;
  list(): Promise<Lease[]>;
}
