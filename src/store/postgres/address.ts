// A Postgres URL as connection options: TLS as for every Postgres that revos connects to (verified by default, plain on
// loopback and sockets), and a name for the store that shows no password.
import { readFileSync } from "node:fs";
import type { ConnectionOptions } from "node:tls";
import { RevosError } from "../../kernel/error.ts";

export type PostgresAddress = {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string | undefined;
  readonly password: string | undefined;
  readonly ssl: ConnectionOptions | false;
  /** For messages: `db.shop.example:5432/revos`. */
  readonly place: string;
};

const modes = ["disable", "allow", "prefer", "require", "verify-ca", "verify-full"];

export function parsePostgresUrl(text: string): PostgresAddress {
  const url = parseUrl(text);
  const host =
    url.searchParams.get("host") ??
    (decodeURIComponent(url.hostname).replace(/^\[(.*)\]$/, "$1") || "localhost");
  const port = Number(url.searchParams.get("port") ?? (url.port || 5432));
  const user = decodeURIComponent(url.username) || url.searchParams.get("user") || undefined;
  const database = decodeURIComponent(url.pathname.slice(1)) || user || "postgres";
  const password =
    decodeURIComponent(url.password) || url.searchParams.get("password") || undefined;
  return {
    host,
    port,
    database,
    user,
    password,
    ssl: tlsOptions(url, host),
    place: `${host}:${port}/${database}`,
  };
}

function parseUrl(text: string): URL {
  try {
    // A URL with a user and without a host (`postgres://me@/db?host=/run`) is common for sockets, and no URL to the parser.
    const url = new URL(
      text.replace(/^(postgres(?:ql)?:\/\/(?:[^/@]*@)?)(?=[/?]|$)/, "$1localhost"),
    );
    if (url.protocol === "postgres:" || url.protocol === "postgresql:") return url;
  } catch {
    // Told below, without the text: it may hold a password.
  }
  throw new RevosError(
    "usage.bad_value",
    "The store's URL is not of the form postgres://user@host:port/database.",
    {
      advice: "Correct REVOS_DATABASE_URL.",
    },
  );
}

function tlsOptions(url: URL, host: string): ConnectionOptions | false {
  const local =
    host.startsWith("/") || host === "localhost" || host === "::1" || host.startsWith("127.");
  const mode = url.searchParams.get("sslmode") ?? (local ? "disable" : "verify-full");
  if (!modes.includes(mode)) {
    throw new RevosError(
      "usage.bad_value",
      `The store's URL has sslmode=${mode}, which is none of ${modes.join(", ")}.`,
    );
  }
  if (mode === "disable" || mode === "allow" || mode === "prefer") return false;
  const file = (name: string) => {
    const path = url.searchParams.get(name);
    return path === null ? undefined : readFileSync(path, "utf8");
  };
  const [ca, cert, key] = [file("sslrootcert"), file("sslcert"), file("sslkey")];
  return {
    rejectUnauthorized: mode !== "require",
    ...(mode === "verify-ca" ? { checkServerIdentity: () => undefined } : {}),
    ...(ca ? { ca } : {}),
    ...(cert ? { cert } : {}),
    ...(key ? { key } : {}),
  };
}
