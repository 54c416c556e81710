// The one error class of revos. Everything a reader is told (title, advice, retry, exit code) is looked up
// by code in `errors/codes.ts`, so a failure reads the same in the CLI, in JSON, in a run record.
import { errorCodes, type CodeRow, type ErrorCode } from "./errors/codes.ts";

/** Structured facts about a failure. No secret and no cell value may be put here. */
export type ErrorData = Readonly<Record<string, unknown>>;

export type RevosErrorOptions = {
  readonly data?: ErrorData;
  readonly cause?: unknown;
  /** Replaces the advice of the code table where the situation allows a more exact next step (a command to paste). */
  readonly advice?: string;
  /** What the failure is about: `{file, line, column}` or `{stream, namespace}`. */
  readonly where?: ErrorData;
};

/**
 * A failure with a code. `message` is one sentence: what was tried, on which named thing, what came back.
 * Never paste the text of `cause` into it: driver text may hold values and secrets.
 */
export class RevosError extends Error {
  readonly code: ErrorCode;
  readonly data: ErrorData;
  readonly advice: string;
  readonly where: ErrorData | null;

  constructor(code: ErrorCode, message: string, options: RevosErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "RevosError";
    this.code = code;
    this.data = options.data ?? {};
    this.advice = options.advice ?? errorCodes[code].advice;
    this.where = options.where ?? null;
  }

  get row(): CodeRow {
    return errorCodes[this.code];
  }
}

/** Control flow, not a failure: the caller asked to stop. Never logged as an error. */
export class Aborted extends Error {
  constructor(message = "Stopped on request.") {
    super(message);
    this.name = "Aborted";
  }
}

/** What `AbortSignal.timeout` gives as its reason. Errors of drivers that bear the same name are failures and do not count. */
export const isTimeout = (thrown: unknown): boolean =>
  thrown instanceof DOMException && thrown.name === "TimeoutError";

/** The form in which an error crosses processes and is printed as JSON. */
export type ErrorDocument = {
  readonly apiVersion: "revos/v1";
  readonly kind: "Error";
  readonly code: string;
  readonly title: string;
  readonly message: string;
  readonly advice: string;
  readonly retry: CodeRow["retry"];
  readonly blame: CodeRow["blame"];
  readonly exit: number;
  readonly where: ErrorData | null;
  readonly data?: ErrorData;
};

/** Any thrown value as a RevosError; what is not one of ours is a bug (`bug.unexpected`, exit 70). */
export function toRevosError(thrown: unknown): RevosError {
  if (thrown instanceof RevosError) return thrown;
  if (thrown instanceof Aborted)
    return new RevosError("run.stopped", thrown.message, { cause: thrown });
  if (isTimeout(thrown))
    return new RevosError("command.timed_out", "The time that was given for this was over.", {
      cause: thrown,
    });
  if (thrown instanceof Error && thrown.name === "AbortError")
    return new RevosError("run.stopped", "Stopped on request.", { cause: thrown });
  const name = thrown instanceof Error ? thrown.constructor.name : typeof thrown;
  return new RevosError("bug.unexpected", `An unexpected ${name} reached the top.`, {
    cause: thrown,
  });
}

export function toErrorDocument(thrown: unknown): ErrorDocument {
  const error = toRevosError(thrown);
  const { title, retry, blame, exit } = error.row;
  return {
    apiVersion: "revos/v1",
    kind: "Error",
    code: error.code,
    title,
    message: error.message,
    advice: error.advice,
    retry,
    blame,
    exit,
    where: error.where,
    data: error.data,
  };
}

/** The way back, for errors that come from a child process. */
export function fromErrorDocument(document: ErrorDocument): RevosError {
  const code = document.code in errorCodes ? (document.code as ErrorCode) : "bug.unexpected";
  return new RevosError(code, document.message, {
    advice: document.advice,
    ...(document.data ? { data: document.data } : {}),
    ...(document.where ? { where: document.where } : {}),
  });
}
