// The config of a MySQL or MariaDB source: what people may write (interface.md §2), and what it means once defaults are in.
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { networkPort, networkSecrets, tlsKeys, TunnelConfig } from "../../network/config.ts";
import { isSocketPath, sslModeInForce, type Place } from "../../network/place.ts";

const text = z.string().min(1);

export const MysqlConfig = z.strictObject({
  /** A host name, an address, or a Unix socket: its path, or the folder it stands in. */
  host: text.default("localhost"),
  port: networkPort.default(3306),
  /** The database names without one mean, and the only one that is discovered unless `schemas` names others. All when absent. */
  database: text.optional(),
  user: text,
  password: z.string().optional(),
  ...tlsKeys,
  /** Only these databases are discovered; when absent the one above, else all that are not the system's. */
  schemas: z.array(text).min(1).optional(),
  tunnel: TunnelConfig.optional(),
});
export type MysqlConfig = z.infer<typeof MysqlConfig>;

/** Config keys that hold secrets. */
export const secretKeys = ["password", ...networkSecrets] as const;

/** The TLS mode in force: plain on loopback and sockets, else everything is verified, unless the config says otherwise. */
export const sslModeOf = sslModeInForce;

/** Names that a server gives its socket: Debian's, the default of both, MySQL's X-less packages. */
const socketNames = ["mysqld.sock", "mysql.sock", "mariadb.sock"];

/** Where the server listens. In a folder the socket is looked for by its usual names. */
export function placeOf(config: Pick<MysqlConfig, "host" | "port">): Place {
  const { host, port } = config;
  if (!isSocketPath(host)) return { host, port };
  if (!isFolder(host)) return { path: host };
  const found = socketNames.map((name) => join(host, name)).find((path) => existsSync(path));
  return { path: found ?? join(host, socketNames[0] ?? "") };
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** The databases that are looked at; null: all that are not the system's. */
export function databasesOf(config: MysqlConfig): readonly string[] | null {
  return config.schemas ?? (config.database === undefined ? null : [config.database]);
}

/** `db.shop.example:3306/shop`: the place in words, without user and secrets. */
export function describePlace(config: MysqlConfig): string {
  const place = isSocketPath(config.host)
    ? `${config.host} (socket)`
    : `${config.host}:${config.port}`;
  const via = config.tunnel ? ` through ${config.tunnel.host}` : "";
  return `${place}${config.database === undefined ? "" : `/${config.database}`}${via}`;
}
