// What a Postgres server, the network and TLS say, as codes and as sentences. Driver text never reaches a message: it may
// hold values and names of others' objects; it stays in `cause`.
import { isAbort } from "../../kernel/abort.ts";
import { RevosError } from "../../kernel/error.ts";
import type { ErrorCode } from "../../kernel/errors/codes.ts";
import { codeOf, explainNetwork, isErrno, lost, said, type Said } from "../../network/failures.ts";

/** By SQLSTATE, exact first, then by class (the first two letters). */
const states: Readonly<Record<string, Said>> = {
  "28P01": said("source.auth_failed", "the server refused user and password"),
  "28000": said(
    "source.auth_failed",
    "the server does not let this user in from here",
    "Check the user, and what pg_hba.conf allows from this address (with or without TLS).",
  ),
  "3D000": said("source.database_not_found", "the server has no database of this name"),
  "42P01": said("source.stream_not_found", "the table no longer exists"),
  "3F000": said("source.stream_not_found", "the schema no longer exists"),
  "42703": said("source.schema_changed", "a column no longer exists"),
  "42501": said("source.permission_denied", "the role lacks a right"),
  "55000": said(
    "source.unknown",
    "the object is not in a state that can be read (a materialised view that was never filled)",
  ),
  "57014": said("source.timeout", "the server cancelled the statement"),
  "55P03": said("source.timeout", "another session holds a lock on the table"),
  "25P03": said("source.timeout", "the server ended the session for being idle"),
  "25P04": said("source.timeout", "the server ended the transaction for taking too long"),
  "40001": said(
    "source.timeout",
    "the standby server cancelled the read in favour of replication",
    "Run it again, or raise max_standby_streaming_delay, or read from the primary.",
  ),
  "53300": said("source.unreachable", "the server has no free connection left"),
  "57P01": lost,
  "57P02": lost,
  "57P03": said("source.unreachable", "the server is starting or stopping"),
  "57P05": lost,
  "58P01": said("source.unknown", "a file of the server is missing"),
  XX001: said("source.unknown", "the server reports damaged data"),
  XX002: said("source.unknown", "the server reports a damaged index"),
};
const classes: Readonly<Record<string, Said>> = {
  "08": lost,
  "28": said("source.auth_failed", "the server refused the sign-in"),
  "53": said("source.unreachable", "the server is out of resources"),
  "22": said("source.unknown", "the server could not compute a value"),
  "58": said("source.unreachable", "the server has trouble with its system"),
  XX: said("source.unknown", "the server reports an internal error"),
};

function explain(error: unknown): Said | null {
  // Node tries all addresses of a name and throws them together.
  if (error instanceof AggregateError) return explain(error.errors.at(-1));
  const network = explainNetwork(error);
  if (network) return network;
  const code = codeOf(error);
  if (code !== null)
    return /^[0-9A-Z]{5}$/.test(code) ? (states[code] ?? classes[code.slice(0, 2)] ?? null) : null;
  // Failures that `pg` raises without a code.
  const text = error instanceof Error ? error.message : "";
  if (/^Connection terminated|not queryable|^Client has encountered/.test(text)) return lost;
  if (/^SASL|password/i.test(text))
    return said("source.auth_failed", "the server and this side could not agree on a password");
  return null;
}

/** The code of a driver error, or undefined when it is not one we know. */
export function classify(error: unknown): ErrorCode | undefined {
  return explain(error)?.code;
}

/** The SQLSTATE of a server error, or null. */
export function sqlState(error: unknown): string | null {
  const code = codeOf(error);
  return code !== null && /^[0-9A-Z]{5}$/.test(code) && !isErrno(code) ? code : null;
}

export type Failing = {
  /** What was tried, on which thing: "Could not read stream public.orders". */
  readonly tried: string;
  readonly where?: Readonly<Record<string, unknown>>;
  readonly advice?: string;
};

/** Any thrown value as a coded error; what is coded already passes, and what only says "stop" is thrown on. */
export function toSourceError(error: unknown, failing: Failing): RevosError {
  if (isAbort(error)) throw error;
  if (error instanceof RevosError) return error;
  const found = explain(error);
  const state = sqlState(error);
  const what =
    found?.what ?? (state ? `the server answered with SQLSTATE ${state}` : "an unknown error");
  const advice = failing.advice ?? found?.advice;
  return new RevosError(found?.code ?? "source.unknown", `${failing.tried}: ${what}.`, {
    cause: error,
    data: state ? { sqlState: state } : {},
    ...(advice ? { advice } : {}),
    ...(failing.where ? { where: failing.where } : {}),
  });
}
