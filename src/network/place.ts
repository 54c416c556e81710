// Where a server is, and how its connection is protected: the TLS modes, and what counts as "this machine". Shared by all
// connectors that speak to servers, so that one rule decides what travels in clear.

export const sslModes = ["disable", "require", "verify-ca", "verify-full"] as const;
/** `require` encrypts only; `verify-ca` also checks who signed; `verify-full` also checks the name. */
export type SslMode = (typeof sslModes)[number];

/** A Unix socket, or a TCP address. */
export type Place = { readonly path: string } | { readonly host: string; readonly port: number };

/** True for a path (of a Unix socket, or of the folder it stands in) in place of a host name. */
export function isSocketPath(host: string): boolean {
  return host.startsWith("/") || host.startsWith("@") || /^[A-Za-z]:[\\/]/.test(host);
}

export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[(.*)\]$/, "$1");
  return (
    name === "localhost" ||
    name.endsWith(".localhost") ||
    name === "::1" ||
    /^127(\.\d{1,3}){3}$/.test(name)
  );
}

/** The TLS mode in force: plain on loopback and sockets, else everything is verified, unless the config says otherwise. */
export function sslModeInForce(config: {
  readonly host: string;
  readonly ssl?: SslMode | undefined;
  readonly sslRootCert?: string | undefined;
}): SslMode {
  if (isSocketPath(config.host)) return "disable";
  const mode = config.ssl ?? (isLoopback(config.host) ? "disable" : "verify-full");
  // As libpq does: with a root certificate at hand, `require` checks against it.
  return mode === "require" && config.sslRootCert !== undefined ? "verify-ca" : mode;
}
