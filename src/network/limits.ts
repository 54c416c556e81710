// How long each step on the way to a server may take before it fails, by name. What comes after the sign-in has no fixed
// limit, because a query may take its time: the stall detector of a run asks the server (docs/guides/waiting.md).

export const networkLimits = {
  /** Looking up the name and connecting. */
  connect: 15_000,
  /** The SSH session of a tunnel, key and sign-in included. */
  tunnel: 15_000,
  /** The way from the SSH server to the far end. */
  channel: 15_000,
  tls: 15_000,
  signIn: 15_000,
  /** The first statements of a session, which wait for nothing: settings, snapshot. */
  session: 30_000,
} as const;
export type NetworkStep = keyof typeof networkLimits;
