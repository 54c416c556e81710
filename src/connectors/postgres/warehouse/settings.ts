// Settings of a writing session, so that values mean the same whatever the server's and the role's settings are, and
// nothing waits for ever. Set only where the server knows them.
import { quoteLiteral } from "../queries.ts";

/** A statement of ours waits this long for a table's lock (readers behind it wait as well), then it tries again later. */
export const lockWaitMs = 4000;

const settings: Readonly<Record<string, string>> = {
  application_name: `revos ${process.pid}`,
  client_encoding: "UTF8",
  timezone: "UTC",
  datestyle: "ISO, YMD",
  intervalstyle: "postgres",
  extra_float_digits: "3",
  bytea_output: "hex",
  standard_conforming_strings: "on",
  statement_timeout: "0",
  lock_timeout: `${lockWaitMs}ms`,
  idle_in_transaction_session_timeout: "0",
  idle_session_timeout: "0",
  transaction_timeout: "0",
  // A client that is gone is noticed while a statement runs.
  client_connection_check_interval: "5s",
  tcp_keepalives_idle: "30",
  tcp_keepalives_interval: "10",
  tcp_keepalives_count: "3",
};

export function sessionSettings(): string {
  const values = Object.entries(settings).map(
    ([name, value]) => `(${quoteLiteral(name)}, ${quoteLiteral(value)})`,
  );
  return `select count(pg_catalog.set_config(s.name, v.value, false))
from (values ${values.join(", ")}) as v(name, value) join pg_catalog.pg_settings s on pg_catalog.lower(s.name) = v.name`;
}
