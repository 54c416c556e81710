// A failure says what was not done, once; what it has beside its words stays.
import { expect, test } from "vitest";
import { RevosError } from "./error.ts";
import { withUndone } from "./undone.ts";

test("a message that is silent about it gets the sentence, with all facts kept", () => {
  const error = new RevosError("source.auth_failed", "Could not read stream orders.", {
    data: { sqlState: "28P01" },
    advice: "Check it.",
    where: { stream: "orders" },
  });
  expect(withUndone(error, "Nothing was read.")).toMatchObject({
    code: "source.auth_failed",
    message: "Could not read stream orders. Nothing was read.",
    data: { sqlState: "28P01" },
    advice: "Check it.",
    where: { stream: "orders" },
  });
});

test("nothing that listens is not nothing that was done", () => {
  const error = new RevosError(
    "source.unreachable",
    "Could not connect to db: nothing listens there.",
  );
  expect(withUndone(error, "Nothing was read.").message).toBe(
    "Could not connect to db: nothing listens there. Nothing was read.",
  );
});

test.each([
  ["source.stream_not_found", "The source has no stream x. Nothing was read."],
  ["gate.held", "Stream x was not published: books (failed)."],
  ["run.stopped", "Stopped on request."],
  ["bug.unexpected", "An unexpected TypeError reached the top."],
] as const)("%s: %s", (code, message) => {
  const error = new RevosError(code, message);
  expect(withUndone(error, "Nothing was read.")).toBe(error);
});
