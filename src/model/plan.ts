// A plan of apply: what would happen, item by item, with effects and the consent that fits. ux.md §2.4 (4), (5).
import type { Finding } from "./diagnostic.ts";

type Plain = Readonly<Record<string, unknown>>;

export type PlanAction = "create" | "update" | "delete" | "drift" | "adopt";

export type PlanChange = { readonly path: string; readonly from: unknown; readonly to: unknown };

/** A consequence: code, one line for people, facts. Row counts are estimates and never part of the plan's id. */
export type PlanEffect = { readonly code: string; readonly text: string; readonly data?: Plain };

export type PlanItem = {
  readonly action: PlanAction;
  readonly kind: "Connection";
  readonly name: string;
  readonly label: string;
  /** The server's id; absent for a new connection. */
  readonly id?: string;
  readonly file: string | null;
  readonly changes: readonly PlanChange[];
  readonly effects: readonly PlanEffect[];
  /** With `full`: what stays as it is, or, of a new connection, all that it says. No part of the plan's id. */
  readonly same?: readonly { readonly path: string; readonly value: unknown }[];
};

export type PlanDocument = {
  readonly apiVersion: "revos/v1";
  readonly kind: "Plan";
  /** `p_` and six characters: a hash of the content. */
  readonly id: string;
  /** False: a file has errors, and apply refuses. */
  readonly ok: boolean;
  readonly compared: { readonly connections: number; readonly streams: number };
  readonly items: readonly PlanItem[];
  readonly unchanged: number;
  /** With `full`: the connections behind that number. */
  readonly unchangedItems?: readonly { readonly name: string; readonly streams: number }[];
  /** Streams that would be read again from the start, and the rows of that as far as they are known. */
  readonly reread?: { readonly streams: number; readonly rows: number | null };
  /** none: nothing to do. yes: level 2. typed: level 3, `confirm` must be the name. */
  readonly consent: "none" | "yes" | "typed";
  /** For `typed`: what must be typed, the first connection that needs it. */
  readonly confirm?: string;
  readonly findings: readonly (Finding & { readonly file: string })[];
  readonly warnings: readonly Plain[];
};
