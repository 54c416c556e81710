// Checks of our own assumptions. What fails here is our bug (exit 70), never the user's fault.
import { RevosError } from "./error.ts";

/** Throws `bug.assertion` when the condition does not hold. */
export function assert(condition: unknown, message: () => string): asserts condition {
  if (!condition) throw new RevosError("bug.assertion", message());
}

/** The value, or `bug.assertion` when it is null or undefined. */
export function must<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined)
    throw new RevosError("bug.assertion", `Expected ${what}.`);
  return value;
}

/** Stands in the final branch of a switch over a union: the compiler proves that it cannot be reached. */
export function unreachable(value: never): never {
  throw new RevosError("bug.unreachable", `Unhandled case ${JSON.stringify(value)}.`);
}
