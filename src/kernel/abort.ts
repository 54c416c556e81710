// Stopping work on request, in one way everywhere.
import { Aborted, isTimeout } from "./error.ts";

/** Throws `Aborted` once the signal has fired. */
export function throwIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw signal.reason instanceof Error ? signal.reason : new Aborted();
}

/** True when the thrown value means that the caller asked to stop or its time was over, not that something failed. */
export function isAbort(thrown: unknown): boolean {
  if (thrown instanceof Aborted || isTimeout(thrown)) return true;
  return thrown instanceof Error && thrown.name === "AbortError";
}
