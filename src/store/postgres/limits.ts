// Time limits of a store on a server (docs/guides/waiting.md).

/** Milliseconds for connecting, for an answer, and of a connection that nobody uses. */
export const storeLimits = { connect: 10_000, answer: 60_000, idle: 30_000 } as const;
