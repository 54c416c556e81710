// MySQL URIs of ad hoc use as configs: `mysql://user@host:port/database?ssl-mode=...`, `?socket=/path` for a Unix socket.
// The password comes from MYSQL_PWD or a ${env.NAME} reference; the caller refuses a literal one on the command line.
import { RevosError } from "../../kernel/error.ts";
import { sslModes } from "../../network/place.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** How the clients of MySQL and MariaDB name our modes, and modes that would fall back to plain text without a word. */
const modeNames: Readonly<Record<string, string>> = {
  disabled: "disable",
  false: "disable",
  "0": "disable",
  required: "require",
  trust: "require",
  true: "verify-full",
  "1": "verify-full",
  verify_ca: "verify-ca",
  verify_identity: "verify-full",
};
const softModes = new Set(["preferred", "prefer", "allow"]);

export function configFromUri(uri: string, env: Environment): Record<string, unknown> {
  const match =
    /^(?:mysql|mariadb):\/\/(?:([^/?#@]*)@)?(\[[^\]]*\]|[^/?#:,]*)(?::(\d*))?(?:\/([^?#]*))?(?:\?(.*))?$/s.exec(
      uri,
    );
  if (!match) throw badUri("it does not read as mysql://user@host:port/database");
  const [, account = "", host = "", port = "", database = "", query = ""] = match;
  const separator = account.indexOf(":");
  const config: Record<string, unknown> = {};
  const set = (key: string, value: string | undefined): void => {
    if (value !== undefined && value !== "") config[key] = value;
  };
  set("host", decode(host).replace(/^\[(.*)\]$/, "$1") || env.MYSQL_HOST);
  set("port", port || env.MYSQL_TCP_PORT);
  set("user", decode(separator < 0 ? account : account.slice(0, separator)) || env.USER);
  set("password", (separator < 0 ? "" : decode(account.slice(separator + 1))) || env.MYSQL_PWD);
  set("database", decode(database));
  for (const [key, value] of new URLSearchParams(query)) applySetting(key, value, set);
  if (config.port !== undefined) config.port = Number(config.port);
  return config;
}

function applySetting(key: string, value: string, set: (key: string, value: string) => void): void {
  switch (key.toLowerCase().replaceAll("_", "-")) {
    case "host":
    case "port":
    case "user":
    case "password":
    case "database":
      return set(key, value);
    case "socket":
    case "unix-socket":
      return set("host", value);
    case "sslmode":
    case "ssl-mode":
    case "ssl":
      return set("ssl", sslMode(value));
    case "sslrootcert":
    case "ssl-ca":
    case "sslca":
      return set("sslRootCert", value);
    case "sslcert":
    case "ssl-cert":
      return set("sslCert", value);
    case "sslkey":
    case "ssl-key":
      return set("sslKey", value);
    // What says nothing to us: texts are always utf8mb4, times UTC, and time limits our own.
    case "charset":
    case "timezone":
    case "connecttimeout":
    case "connect-timeout":
      return;
    default:
      throw badUri(`it has the setting "${key}", which is not known here`);
  }
}

function sslMode(value: string): string {
  const word = value.toLowerCase();
  const mode = modeNames[word] ?? word;
  if (sslModes.some((known) => known === mode)) return mode;
  throw badUri(
    softModes.has(word)
      ? `ssl-mode=${value} may send everything in clear; write require or disable`
      : `ssl-mode is none of ${sslModes.join(", ")}`,
  );
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw badUri("a % in it is not followed by two hex digits");
  }
}

const badUri = (what: string): RevosError =>
  new RevosError("usage.bad_value", `Cannot use the MySQL URI: ${what}.`, {
    advice: "Write mysql://user@host:3306/database, with ?ssl-mode= or ?socket=/path where needed.",
  });
