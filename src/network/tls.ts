// TLS around a connection that is open: which certificates are trusted and shown, by the mode of the config. How a server
// is asked for TLS is its protocol's own affair.
import { existsSync, readFileSync } from "node:fs";
import { isIP } from "node:net";
import type { Duplex } from "node:stream";
import { connect, type ConnectionOptions, type TLSSocket } from "node:tls";
import { inTime } from "./in-time.ts";
import { RevosError } from "../kernel/error.ts";
import { sslModeInForce, type SslMode } from "./place.ts";

export type TlsConfig = {
  readonly host: string;
  readonly ssl?: SslMode | undefined;
  readonly sslRootCert?: string | undefined;
  readonly sslCert?: string | undefined;
  readonly sslKey?: string | undefined;
};

/** PEM text as it is; anything else is a file to be read. */
export function readPem(value: string, key: string): string {
  if (value.includes("-----BEGIN")) return value;
  try {
    return readFileSync(value, "utf8");
  } catch (error) {
    const reason = existsSync(value) ? "cannot be read" : "does not exist";
    throw new RevosError("source.config_invalid", `Could not use ${key}: the file ${reason}.`, {
      cause: error,
      data: { field: key },
      advice: `Give ${key} a path to a PEM file, or the PEM text itself.`,
    });
  }
}

/** What TLS is agreed on with. Reads the files the config names. */
export function tlsOptions(config: TlsConfig): ConnectionOptions {
  const mode = sslModeInForce(config);
  return {
    ...(isIP(config.host) ? { host: config.host } : { host: config.host, servername: config.host }),
    rejectUnauthorized: mode !== "require",
    ...(mode === "verify-full" ? {} : { checkServerIdentity: () => undefined }),
    ...(config.sslRootCert === undefined ? {} : { ca: readPem(config.sslRootCert, "sslRootCert") }),
    ...(config.sslCert === undefined ? {} : { cert: readPem(config.sslCert, "sslCert") }),
    ...(config.sslKey === undefined ? {} : { key: readPem(config.sslKey, "sslKey") }),
    minVersion: "TLSv1.2",
  };
}

/** Agrees on TLS over `plain`, which is destroyed when that fails. */
export async function wrapInTls(
  plain: Duplex,
  options: ConnectionOptions,
  signal?: AbortSignal,
): Promise<TLSSocket> {
  try {
    return await inTime(
      "tls",
      signal,
      () => plain.destroy(),
      () =>
        new Promise<TLSSocket>((resolve, reject) => {
          const secure = connect({ ...options, socket: plain }, () => {
            secure.off("error", reject);
            resolve(secure);
          });
          secure.once("error", reject);
          plain.once("close", () =>
            reject(Object.assign(new Error("closed"), { code: "ECONNRESET" })),
          );
        }),
    );
  } catch (error) {
    plain.destroy();
    throw error;
  }
}
