// Time as a value that is passed in, so that tests decide what "now" is.

export type Clock = {
  /** Milliseconds since 1970 UTC. */
  now(): number;
  /** Milliseconds of a clock that never goes back, for durations. */
  monotonic(): number;
  /** Resolves after `ms`, or rejects with the signal's reason when it aborts first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
};

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const stop = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener("abort", stop);
        resolve();
      }, ms);
      signal?.addEventListener("abort", stop, { once: true });
    }),
};

/** ISO 8601 in UTC with `Z`: the form of every time in the documents revos prints. */
export function toIso(ms: number): string {
  return new Date(ms).toISOString();
}
