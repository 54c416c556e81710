// What a Postgres server, the network and TLS say, as codes and as sentences. Driver text never reaches a message: it may
// hold values and names of others' objects; it stays in `cause`.
import { isAbort } from "../../kernel/abort.ts";
import { RevosError } from "../../kernel/error.ts";
import type { ErrorCode } from "../../kernel/errors/codes.ts";

type Said = { readonly code: ErrorCode; readonly what: string; readonly advice?: string };

const said = (code: ErrorCode, what: string, advice?: string): Said =>
  advice ? { code, what, advice } : { code, what };

const lost = said("source.unreachable", "the server ended the connection");

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

const errnos: Readonly<Record<string, Said>> = {
  ENOTFOUND: said("source.unreachable", "the host name is not known"),
  EAI_AGAIN: said("source.unreachable", "the host name could not be looked up now"),
  ECONNREFUSED: said("source.unreachable", "nothing listens there"),
  ETIMEDOUT: said("source.unreachable", "no answer came in time"),
  EHOSTUNREACH: said("source.unreachable", "there is no way to the host"),
  ENETUNREACH: said("source.unreachable", "there is no way to the network"),
  ECONNRESET: lost,
  EPIPE: lost,
  ENOENT: said("source.unreachable", "there is no socket in this folder"),
  EACCES: said("source.unreachable", "the socket may not be opened by this user"),
  ENOTSOCK: said("source.unreachable", "the path is not a socket"),
};

const untrusted = said(
  "source.tls_failed",
  "the certificate was not signed by an authority that is trusted here",
  "Give the authority's certificate in sslRootCert.",
);
const tlsCodes: Readonly<Record<string, Said>> = {
  ERR_TLS_CERT_ALTNAME_INVALID: said(
    "source.tls_failed",
    "the certificate is for another host name",
    "Use the name that the certificate has as host, or set ssl to verify-ca.",
  ),
  CERT_HAS_EXPIRED: said("source.tls_failed", "the certificate has expired"),
  CERT_NOT_YET_VALID: said(
    "source.tls_failed",
    "the certificate is not valid yet; check the clock",
  ),
  CERT_REVOKED: said("source.tls_failed", "the certificate was revoked"),
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  EPROTO: said("source.tls_failed", "the two sides could not agree on TLS"),
};

function codeOf(error: unknown): string | null {
  const code = error instanceof Error && "code" in error ? error.code : null;
  return typeof code === "string" ? code : null;
}

function explain(error: unknown): Said | null {
  if (error instanceof RevosError) return said(error.code, error.message);
  // Node tries all addresses of a name and throws them together.
  if (error instanceof AggregateError) return explain(error.errors.at(-1));
  const code = codeOf(error);
  if (code !== null) {
    const known = states[code] ?? errnos[code] ?? tlsCodes[code];
    if (known) return known;
    if (/^ERR_(TLS|SSL|OSSL)_/.test(code))
      return said("source.tls_failed", "the two sides could not agree on TLS");
    if (/^(CERT|CRL)_/.test(code)) return untrusted;
    if (/^[0-9A-Z]{5}$/.test(code)) return classes[code.slice(0, 2)] ?? null;
    return null;
  }
  // Failures that `pg` raises without a code.
  const text = error instanceof Error ? error.message : "";
  if (/^Connection terminated|not queryable|^Client has encountered/.test(text)) return lost;
  if (/timeout/i.test(text)) return said("source.unreachable", "no answer came in time");
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
  return code !== null && /^[0-9A-Z]{5}$/.test(code) && !(code in errnos) ? code : null;
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
