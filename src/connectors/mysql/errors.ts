// What a MySQL or MariaDB server, the network and TLS say, as codes and as sentences. The server's own text never reaches
// a message: it may hold values and names of others' objects; it stays in `cause`.
import { isAbort } from "../../kernel/abort.ts";
import { RevosError } from "../../kernel/error.ts";
import type { ErrorCode } from "../../kernel/errors/codes.ts";
import { explainNetwork, lost, said, type Said } from "../../network/failures.ts";
import { isServerError } from "../../protocols/mysql/answers.ts";

const busy = said("source.unreachable", "the server has no free connection left");
const stopping = said("source.unreachable", "the server is starting or stopping");
const refused = said("source.auth_failed", "the server refused user and password");
const altered = said(
  "source.schema_changed",
  "the table was altered or truncated after this run's snapshot; run it again",
);
const broken = said("source.unknown", "the server reports a damaged table");
const tooLong = said("source.timeout", "the server ended the statement for taking too long");

/** By the server's error number. Both servers share those below 1900; later ones are named by their maker. */
const numbers: Readonly<Record<number, Said>> = {
  1040: busy,
  1203: busy,
  1226: said("source.unreachable", "the user has used up what the server allows it"),
  1043: said("source.unreachable", "the server did not understand the greeting"),
  1044: said("source.permission_denied", "the user has no right on this database"),
  1045: refused,
  1049: said("source.database_not_found", "the server has no database of this name"),
  1053: stopping,
  1054: said("source.schema_changed", "a column no longer exists"),
  1051: said("source.stream_not_found", "the table no longer exists"),
  1109: said("source.stream_not_found", "the table no longer exists"),
  1146: said("source.stream_not_found", "the table no longer exists"),
  1129: said(
    "source.unreachable",
    "the server blocks this machine after too many failed connections",
    "On the server: flush hosts.",
  ),
  1130: said(
    "source.auth_failed",
    "the server lets nobody in from this machine",
    "Create the user for the host it connects from: create user '<user>'@'<host>'.",
  ),
  1142: said("source.permission_denied", "the user lacks a right"),
  1143: said("source.permission_denied", "the user lacks a right on a column"),
  1227: said("source.permission_denied", "the user lacks a right"),
  1370: said("source.permission_denied", "the user lacks a right on a function"),
  1449: said("source.unknown", "the view's definer does not exist any more"),
  1153: said("source.unknown", "a row is larger than the server's max_allowed_packet"),
  1158: lost,
  1159: lost,
  1160: lost,
  1161: lost,
  1194: broken,
  1195: broken,
  1034: broken,
  1932: broken,
  1205: said("source.timeout", "another session holds a lock on the table"),
  1213: said("source.timeout", "another session's locks stood in the way"),
  1317: said("source.timeout", "the server ended the statement"),
  1356: said(
    "source.unknown",
    "the view refers to what does not exist, or its definer may not read it",
  ),
  1412: altered,
  1698: refused,
  1251: said("source.auth_failed", "the server wants an older way to sign in than is known here"),
  1820: said("source.auth_failed", "the password has expired"),
  1862: said("source.auth_failed", "the password has expired"),
  3118: said("source.auth_failed", "the account is locked"), // MySQL
  4151: said("source.auth_failed", "the account is locked"), // MariaDB
  3159: said(
    "source.tls_failed",
    "the server accepts only TLS connections",
    "Set ssl to require or verify-full.",
  ),
  1927: lost, // MariaDB: killed
  1969: tooLong, // MariaDB: max_statement_time
  3024: tooLong, // MySQL: max_execution_time
  4031: said("source.timeout", "the server ended the session for being idle"), // MySQL
  1028: said("source.unknown", "the server could not sort"),
  1021: said("source.unreachable", "the server's disk is full"),
  1037: said("source.unreachable", "the server is out of memory"),
  1041: said("source.unreachable", "the server is out of memory"),
  1135: said("source.unreachable", "the server is out of resources"),
};

function explain(error: unknown): Said | null {
  if (error instanceof AggregateError) return explain(error.errors.at(-1));
  if (isServerError(error)) {
    const known = numbers[error.errno];
    if (known) return known;
    // SQLSTATE classes: connection, authorisation, a value that could not be computed.
    if (error.sqlState.startsWith("08")) return lost;
    if (error.sqlState.startsWith("28")) return refused;
    return error.sqlState.startsWith("22")
      ? said("source.unknown", "the server could not compute a value")
      : null;
  }
  return explainNetwork(error);
}

/** The code of an error, or undefined when it is not one we know. */
export function classify(error: unknown): ErrorCode | undefined {
  return explain(error)?.code;
}

/** The number of a server error, or null. */
export function errorNumber(error: unknown): number | null {
  return isServerError(error) ? error.errno : null;
}

export type Failing = {
  /** What was tried, on which thing: "Could not read stream shop.orders". */
  readonly tried: string;
  readonly where?: Readonly<Record<string, unknown>>;
  readonly advice?: string;
};

/** Any thrown value as a coded error; what is coded already passes, and what only says "stop" is thrown on. */
export function toSourceError(error: unknown, failing: Failing): RevosError {
  if (isAbort(error)) throw error;
  if (error instanceof RevosError) return error;
  const found = explain(error);
  const number = errorNumber(error);
  const what =
    found?.what ??
    (number === null ? "an unknown error" : `the server answered with error ${number}`);
  const advice = failing.advice ?? found?.advice;
  return new RevosError(found?.code ?? "source.unknown", `${failing.tried}: ${what}.`, {
    cause: error,
    data: isServerError(error) ? { errno: error.errno, sqlState: error.sqlState } : {},
    ...(advice ? { advice } : {}),
    ...(failing.where ? { where: failing.where } : {}),
  });
}
