// What Node says when a network or TLS fails, as our codes and in words, for sources that speak to servers. Driver text
// never reaches a message.
import { RevosError } from "../kernel/error.ts";
import type { ErrorCode } from "../kernel/errors/codes.ts";
import { lateStep, sayLate } from "./in-time.ts";

export type Said = { readonly code: ErrorCode; readonly what: string; readonly advice?: string };

export const said = (code: ErrorCode, what: string, advice?: string): Said =>
  advice ? { code, what, advice } : { code, what };

export const lost = said("source.unreachable", "the server ended the connection");

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

/** The code that Node or a driver put on an error: `ECONNREFUSED`, a SQLSTATE. */
export function codeOf(error: unknown): string | null {
  const code = error instanceof Error && "code" in error ? error.code : null;
  return typeof code === "string" ? code : null;
}

/** True for the code of a system call that failed, which looks like a SQLSTATE where it has five letters (EPIPE). */
export const isErrno = (code: string): boolean => code in errnos;

/** What a coded error, a system call or TLS says; null when it is none of these. */
export function explainNetwork(error: unknown): Said | null {
  if (error instanceof RevosError) return said(error.code, error.message);
  // Node tries all addresses of a name and throws them together.
  if (error instanceof AggregateError) return explainNetwork(error.errors.at(-1));
  const step = lateStep(error);
  if (step !== null) return said("source.unreachable", sayLate(step));
  const code = codeOf(error);
  if (code === null) return null;
  const known = errnos[code] ?? tlsCodes[code];
  if (known) return known;
  if (/^ERR_(TLS|SSL|OSSL)_/.test(code))
    return said("source.tls_failed", "the two sides could not agree on TLS");
  return /^(CERT|CRL)_/.test(code) ? untrusted : null;
}
