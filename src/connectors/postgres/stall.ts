// What a server does with our statement, asked on a connection of its own when nothing moves: at work, waiting for a lock and
// whose, sending into nowhere, or not there any more. Only what any role may ask about its own sessions; others' statements
// are told by their first word, where the role may see them at all.
import { verbOf, worstOf, type Diagnosis } from "../../connector/stall-probe.ts";
import type { Tunnel } from "../../network/tunnel.ts";
import type { PostgresConfig } from "./config.ts";
import { toSourceError } from "./errors.ts";
import { Session } from "./session.ts";

/** A session as its server knows it. A process id alone may be another's by now, or another server's behind a pooler. */
export type Backend = { readonly pid: string; readonly since: string; readonly server: string };

/** As whole microseconds, which no setting of the session writes otherwise. */
const epoch = (time: string): string =>
  `(extract(epoch from ${time}) * 1000000)::pg_catalog.int8::pg_catalog.text`;

/** `[pid, since, server]` */
export const identify = `select a.pid, ${epoch("a.backend_start")}, ${epoch("pg_catalog.pg_postmaster_start_time()")}
from pg_catalog.pg_stat_activity a where a.pid = pg_catalog.pg_backend_pid()`;

const activity = `select ${epoch("pg_catalog.pg_postmaster_start_time()")},
  a.state, a.wait_event_type, a.wait_event, ${epoch("a.backend_start")}
from (select $1::pg_catalog.int4 as pid) as p left join pg_catalog.pg_stat_activity a on a.pid = p.pid`;

/** Its first word behind any comments is taken here: nothing else of the statement leaves the server. */
const blockers = `select b.pid, pg_catalog.substring(a.query, '^(?:\\s|/[*](?:[^*]|[*][^/])*[*]/|--[^\n]*\n)*([A-Za-z]+)')
from (select distinct pg_catalog.unnest(pg_catalog.pg_blocking_pids($1::pg_catalog.int4)) as pid) as b
left join pg_catalog.pg_stat_activity a on a.pid = b.pid order by b.pid`;

const awaited = `select n.nspname || '.' || c.relname from pg_catalog.pg_locks l
join pg_catalog.pg_class c on c.oid = l.relation join pg_catalog.pg_namespace n on n.oid = c.relnamespace
where l.pid = $1::pg_catalog.int4 and not l.granted
  and l.database = (select d.oid from pg_catalog.pg_database d where d.datname = pg_catalog.current_database())`;

export async function askServer(
  config: PostgresConfig,
  tunnel: Tunnel | null,
  backends: readonly Backend[],
  signal: AbortSignal,
): Promise<Diagnosis> {
  await using session = await Session.open(config, tunnel, signal);
  session.follow(signal);
  const found: Diagnosis[] = [];
  try {
    for (const backend of backends) found.push(await askAbout(session, backend));
  } catch (error) {
    throw toSourceError(error, { tried: "Could not ask the server what it does" });
  }
  return worstOf(found);
}

async function askAbout(session: Session, { pid, since, server }: Backend): Promise<Diagnosis> {
  const [row = []] = (await session.query(activity, [pid])).rows;
  const [serverNow, state, waitType, waitEvent, sinceNow] = row;
  // Behind a pooler or a balancer another server may have answered, or this one was started anew.
  if (serverNow !== server) return { cause: "hidden", says: "another server answered" };
  if (sinceNow !== since) return { cause: "gone" };
  const says = waitType && waitEvent ? `${waitType}: ${waitEvent}` : undefined;
  const told = says === undefined ? {} : { says };
  if (state === null || state === undefined || state === "disabled")
    return { cause: "hidden", ...told };
  if (waitEvent === "ClientWrite") return { cause: "sending", ...told };
  if (waitEvent === "ClientRead" || state !== "active") return { cause: "idle", ...told };
  if (waitType !== "Lock") return { cause: "query", ...told };
  const holders = (await session.query(blockers, [pid])).rows;
  const table = (await session.query(awaited, [pid])).rows[0]?.[0];
  return {
    cause: "lock",
    ...told,
    ...(table ? { table } : {}),
    blockers: holders.map(([holder, word]) => ({
      pid: Number(holder),
      doing: verbOf(word ?? null),
    })),
  };
}
