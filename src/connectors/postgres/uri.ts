// Postgres URIs of ad hoc use as configs: `postgres://user@host:port/db?sslmode=...`, `?host=/dir` for a socket.
// The password comes from PGPASSWORD or a ${env.NAME} reference; the caller refuses a literal one on the command line.
import { RevosError } from "../../kernel/error.ts";
import { sslModes, type SslMode } from "../../network/place.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** libpq's modes that have no counterpart: they would fall back to plain text without a word. */
const softModes: Readonly<Record<string, string>> = {
  prefer: "require or disable",
  allow: "require or disable",
};

export function configFromUri(uri: string, env: Environment): Record<string, unknown> {
  const match =
    /^postgres(?:ql)?:\/\/(?:([^/?#@]*)@)?(\[[^\]]*\]|[^/?#:,@]*)(?::(\d*))?(?:\/([^?#]*))?(?:\?(.*))?$/s.exec(
      uri,
    );
  if (!match)
    throw badUri(
      /^[^@]*:[^@]*@/.test(uri.slice(uri.indexOf("://") + 3))
        ? "it does not read as postgres://user@host:port/database; @ : / ? # and % in a user or password are written as %40 %3A %2F %3F %23 and %25"
        : "it does not read as postgres://user@host:port/database",
    );
  const [, account = "", host = "", port = "", database = "", query = ""] = match;
  const separator = account.indexOf(":");
  const settings = new URLSearchParams(query);
  const config: Record<string, unknown> = {};
  const set = (key: string, value: string | number | null | undefined): void => {
    if (value !== null && value !== undefined && value !== "") config[key] = value;
  };
  set("host", decode(host).replace(/^\[(.*)\]$/, "$1") || env.PGHOST);
  set("port", port || env.PGPORT);
  set("user", decode(separator < 0 ? account : account.slice(0, separator)) || env.PGUSER);
  set(
    "password",
    separator < 0 ? env.PGPASSWORD : decode(account.slice(separator + 1)) || env.PGPASSWORD,
  );
  set("database", decode(database) || env.PGDATABASE);
  for (const [key, value] of settings) applySetting(key, value, set);
  // As libpq does: the database is named after the user where nothing names one.
  if (config.database === undefined) set("database", config.user as string | undefined);
  if (config.port !== undefined) config.port = Number(config.port);
  return config;
}

function applySetting(key: string, value: string, set: (key: string, value: string) => void): void {
  switch (key) {
    case "host":
    case "port":
    case "user":
    case "password":
      return set(key, value);
    case "dbname":
      return set("database", value);
    case "sslmode":
    case "ssl":
      return set("ssl", sslMode(value));
    case "sslrootcert":
      return set("sslRootCert", value);
    case "sslcert":
      return set("sslCert", value);
    case "sslkey":
      return set("sslKey", value);
    case "application_name":
    case "connect_timeout":
    case "target_session_attrs":
    case "channel_binding":
    case "gssencmode":
      return;
    default:
      throw badUri(`it has the setting "${key}", which is not known here`);
  }
}

function sslMode(value: string): SslMode {
  if (value === "true") return "verify-full";
  if (value === "false") return "disable";
  const found = sslModes.find((mode) => mode === value);
  if (found) return found;
  const instead = softModes[value];
  throw badUri(
    instead
      ? `sslmode=${value} may send everything in clear; write ${instead}`
      : `sslmode is none of ${sslModes.join(", ")}`,
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
  new RevosError("usage.bad_value", `Cannot use the Postgres URI: ${what}.`, {
    advice:
      "Write postgres://user@host:5432/database, with ?sslmode= or ?host=/folder where needed.",
  });
