// The config of a Postgres source: what people may write (interface.md §2), and what it means once defaults are in.
import { z } from "zod";

const text = z.string().min(1);
const port = z.coerce.number().int().min(1).max(65_535);

export const sslModes = ["disable", "require", "verify-ca", "verify-full"] as const;
export type SslMode = (typeof sslModes)[number];

export const PostgresConfig = z.strictObject({
  /** A host name, an address, or a folder (a Unix socket). */
  host: text.default("localhost"),
  port: port.default(5432),
  database: text,
  user: text,
  password: z.string().optional(),
  /** `require` encrypts only; `verify-ca` also checks who signed; `verify-full` also checks the name. */
  ssl: z.enum(sslModes).optional(),
  /** A file, or the PEM text itself. */
  sslRootCert: text.optional(),
  sslCert: text.optional(),
  sslKey: text.optional(),
  /** Only these schemas are discovered; all that are not the system's when absent. */
  schemas: z.array(text).min(1).optional(),
  tunnel: z
    .strictObject({
      host: text,
      port: port.default(22),
      user: text,
      password: z.string().optional(),
      /** A file, or the key itself. */
      privateKey: text.optional(),
      /** The server's public key as `ssh-keyscan` prints it (`ssh-ed25519 AAAA...`), or its SHA256:... fingerprint. */
      hostKey: text,
    })
    .refine((tunnel) => tunnel.password !== undefined || tunnel.privateKey !== undefined, {
      message: "A tunnel needs a password or a privateKey.",
      path: ["privateKey"],
    })
    .optional(),
});
export type PostgresConfig = z.infer<typeof PostgresConfig>;

/** Config keys that hold secrets. */
export const secretKeys = ["password", "sslKey", "tunnel.password", "tunnel.privateKey"] as const;

export function isSocketFolder(host: string): boolean {
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
export function sslModeOf(config: PostgresConfig): SslMode {
  if (isSocketFolder(config.host)) return "disable";
  const mode = config.ssl ?? (isLoopback(config.host) ? "disable" : "verify-full");
  // As libpq does: with a root certificate at hand, `require` checks against it.
  return mode === "require" && config.sslRootCert !== undefined ? "verify-ca" : mode;
}

/** `db.shop.example:5432/shop`: the place in words, without user and secrets. */
export function describePlace(config: PostgresConfig): string {
  const place = isSocketFolder(config.host)
    ? `${config.host} (socket, port ${config.port})`
    : `${config.host}:${config.port}`;
  const via = config.tunnel ? ` through ${config.tunnel.host}` : "";
  return `${place}/${config.database}${via}`;
}
