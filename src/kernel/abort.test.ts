// What counts as a stop, and how each kind of it is told.
import { describe, expect, it } from "vitest";
import { isAbort, throwIfAborted } from "./abort.ts";
import { Aborted, RevosError, toErrorDocument } from "./error.ts";

async function reasonOf(signal: AbortSignal): Promise<unknown> {
  if (!signal.aborted)
    await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
  return signal.reason;
}

describe("a stop", () => {
  it.each([
    ["of our own", new Aborted(), "run.stopped", 130],
    [
      "of an AbortController without a reason",
      new DOMException("x", "AbortError"),
      "run.stopped",
      130,
    ],
  ])("%s is one, and is told as run.stopped", (_, thrown, code, exit) => {
    expect(isAbort(thrown)).toBe(true);
    expect(toErrorDocument(thrown)).toMatchObject({ code, exit });
  });

  it("by AbortSignal.timeout is one too, and is told as a time-out", async () => {
    const signal = AbortSignal.timeout(1);
    const reason = await reasonOf(signal);
    expect(isAbort(reason)).toBe(true);
    expect(toErrorDocument(reason)).toMatchObject({
      code: "command.timed_out",
      exit: 11,
      retry: "auto",
    });
    expect(() => throwIfAborted(signal)).toThrow(expect.objectContaining({ name: "TimeoutError" }));
  });

  it("is not what a driver calls a time-out, nor a coded failure", () => {
    const driver = Object.assign(new Error("connect"), { name: "TimeoutError" });
    expect(isAbort(driver)).toBe(false);
    expect(toErrorDocument(driver).code).toBe("bug.unexpected");
    expect(isAbort(new RevosError("source.timeout", "Too late."))).toBe(false);
  });
});
