// The config of a Postgres source: what people may write (interface.md §2), and what it means once defaults are in.
import { join } from "node:path";
import { z } from "zod";
import { networkPort, networkSecrets, tlsKeys, TunnelConfig } from "../../network/config.ts";
import { isSocketPath, sslModeInForce, type Place } from "../../network/place.ts";

const text = z.string().min(1);

export const PostgresConfig = z.strictObject({
  /** A host name, an address, or a folder (a Unix socket). */
  host: text.default("localhost"),
  port: networkPort.default(5432),
  database: text,
  user: text,
  password: z.string().optional(),
  ...tlsKeys,
  /** Only these schemas are discovered; all that are not the system's when absent. */
  schemas: z.array(text).min(1).optional(),
  tunnel: TunnelConfig.optional(),
});
export type PostgresConfig = z.infer<typeof PostgresConfig>;

/** Config keys that hold secrets. */
export const secretKeys = ["password", ...networkSecrets] as const;

/** The TLS mode in force: plain on loopback and sockets, else everything is verified, unless the config says otherwise. */
export const sslModeOf = sslModeInForce;

/** Where the server listens: in a folder, Postgres's sockets are named after the port. */
export function placeOf(config: Pick<PostgresConfig, "host" | "port">): Place {
  const { host, port } = config;
  return isSocketPath(host) ? { path: join(host, `.s.PGSQL.${port}`) } : { host, port };
}

/** `db.shop.example:5432/shop`: the place in words, without user and secrets. */
export function describePlace(config: PostgresConfig): string {
  const place = isSocketPath(config.host)
    ? `${config.host} (socket, port ${config.port})`
    : `${config.host}:${config.port}`;
  const via = config.tunnel ? ` through ${config.tunnel.host}` : "";
  return `${place}/${config.database}${via}`;
}
