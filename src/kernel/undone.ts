// What was not done, said with every failure that does not say it itself (ux.md §2.5, rule 2).
import { RevosError } from "./error.ts";

const saysIt =
  /\bnothing\b[^.:]*\bwas\b|\b(?:is|was|were) not (?:published|read|written|created|changed|started|deleted|applied)\b|left alone|stopped on request/i;

/** The error with `undone` ("Nothing was read.") behind its message. A bug or a stop promises nothing. */
export function withUndone(error: RevosError, undone: string): RevosError {
  if (saysIt.test(error.message) || error.code.startsWith("bug.") || error.code === "run.stopped")
    return error;
  return new RevosError(error.code, `${error.message} ${undone}`, {
    cause: error.cause,
    data: error.data,
    advice: error.advice,
    ...(error.where ? { where: error.where } : {}),
  });
}
