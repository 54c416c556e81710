// What a Postgres server says to a writer, as codes and sentences. Driver text never reaches a message: it may hold values.
// What sign-in, network and TLS say is the source's knowledge, told here with the destination's codes.
import { isAbort } from "../../../kernel/abort.ts";
import { RevosError } from "../../../kernel/error.ts";
import { errorCodes, type ErrorCode } from "../../../kernel/errors/codes.ts";
import { classifyDuck } from "../../../connector/duck/errors.ts";
import { classify as classifySource, sqlState, toSourceError } from "../errors.ts";

type Said = readonly [code: ErrorCode, what: string, advice?: string];

const unstorable = (what: string): Said => ["destination.value_unstorable", what];
const constraint = unstorable("a constraint of the table refuses a row");

const states: Readonly<Record<string, Said>> = {
  "25006": ["destination.read_only", "the server or the role is read-only"],
  "53100": ["destination.full", "the server's disk is full"],
  "53200": ["destination.unknown", "the server is out of memory"],
  "53300": ["destination.unreachable", "the server has no free connection left"],
  "42501": ["destination.permission_denied", "the role lacks a right"],
  "3D000": ["destination.database_not_found", "the server has no database of this name"],
  "55P03": ["destination.locked", "another session holds a lock on the table"],
  "2BP01": ["destination.in_use", "another object depends on it"],
  "0A000": ["destination.in_use", "a view or rule depends on a column that would change"],
  "23503": ["destination.in_use", "rows of another table refer to rows that would go"],
  "57014": ["destination.unreachable", "the server cancelled the statement"],
};
const classes: Readonly<Record<string, Said>> = {
  "22": unstorable("the server refuses a value"),
  "23": constraint,
  "54": ["destination.limit_exceeded", "a row or the table is more than the server can hold"],
};

/** The destination's name of a code that the source's tables gave. */
const twins: Readonly<Record<string, ErrorCode>> = {
  "source.unreachable": "destination.unreachable",
  "source.timeout": "destination.unreachable",
  "source.auth_failed": "destination.auth_failed",
  "source.tls_failed": "destination.tls_failed",
  "source.permission_denied": "destination.permission_denied",
  "source.database_not_found": "destination.database_not_found",
  "source.unknown": "destination.unknown",
};

export const twinOf = (code: ErrorCode): ErrorCode =>
  twins[code] ?? (code.startsWith("source.") ? "destination.unknown" : code);

const saidOf = (error: unknown): Said | undefined => {
  const state = sqlState(error);
  return state === null ? undefined : (states[state] ?? classes[state.slice(0, 2)]);
};

/** The code of a failure of the server, the way to it, or the workbench; undefined when it is none we know. */
export function classify(error: unknown): ErrorCode | undefined {
  const code = saidOf(error)?.[0] ?? classifyDuck(error);
  if (code !== undefined) return code;
  const known = classifySource(error);
  return known === undefined ? undefined : twinOf(known);
}

/** The connection is gone, or may be: what ran on it may have happened or not. */
export const isLost = (error: unknown): boolean => classify(error) === "destination.unreachable";

/** The server asks to try the transaction again: a deadlock, or a serialisation failure. */
export const isClash = (error: unknown): boolean =>
  ["40P01", "40001"].includes(sqlState(error) ?? "");

/** Any thrown value as a coded error. `tried`: what was tried, on which thing, without values. */
export function toDestinationError(error: unknown, tried: string): RevosError {
  if (isAbort(error)) throw error;
  if (error instanceof RevosError && !error.code.startsWith("source.")) return error;
  const said = saidOf(error);
  const state = sqlState(error);
  if (said) {
    const [code, what, advice] = said;
    return new RevosError(code, `${tried}: ${what}${detailOf(error)}.`, {
      cause: error,
      data: { sqlState: state },
      ...(advice ? { advice } : {}),
    });
  }
  const duck = classifyDuck(error);
  if (duck) return new RevosError(duck, `${tried}.`, { cause: error });
  const source = toSourceError(error, { tried });
  const code = twinOf(source.code);
  return new RevosError(code, source.message, {
    cause: error,
    data: source.data,
    // Words about the source's config hold for ours; those of its code's row do not.
    advice:
      source.advice === errorCodes[source.code].advice ? errorCodes[code].advice : source.advice,
  });
}

/** Names of objects the server tells apart from its text: they hold no values. */
function detailOf(error: unknown): string {
  const at = error as Partial<Record<"schema" | "table" | "column" | "constraint", string>>;
  const named = [
    at.table ? `table ${at.table}` : "",
    at.column ? `column ${at.column}` : "",
    at.constraint ? `constraint ${at.constraint}` : "",
  ].filter(Boolean);
  return named.length > 0 ? ` (${named.join(", ")})` : "";
}
