// What a server does with our statement, asked on a connection of its own when nothing moves. A user always sees their own
// sessions; who holds a lock is told where the server lists metadata locks and the user may read the list.
import { verbOf, worstOf, type Diagnosis } from "../../connector/stall-probe.ts";
import type { Blocker } from "../../model/run-event.ts";
import type { Tunnel } from "../../network/tunnel.ts";
import type { MysqlConfig } from "./config.ts";
import { toSourceError } from "./errors.ts";
import { Session, type Backend, type Texts } from "./session.ts";

const activity = (id: number): string =>
  `select p.command, p.state from information_schema.processlist p where p.id = ${id}`;

/** `[table, blocker, first word of its statement]`; MySQL lists locks in performance_schema. */
const locksOfMysql = (id: number): string =>
  `select concat(w.object_schema, '.', w.object_name), t.processlist_id, substring_index(ltrim(t.processlist_info), ' ', 1)
from performance_schema.metadata_locks w
join performance_schema.threads o on o.thread_id = w.owner_thread_id and o.processlist_id = ${id}
join performance_schema.metadata_locks g on g.object_type = w.object_type and g.object_schema <=> w.object_schema
  and g.object_name <=> w.object_name and g.lock_status = 'GRANTED' and g.owner_thread_id <> w.owner_thread_id
join performance_schema.threads t on t.thread_id = g.owner_thread_id
where w.lock_status = 'PENDING' order by 2 limit 10`;

/** MariaDB's list (plugin METADATA_LOCK_INFO) has granted locks only: strong ones of others are what stands in the way. */
const locksOfMariaDb = (id: number): string =>
  `select concat(m.table_schema, '.', m.table_name), m.thread_id, substring_index(ltrim(p.info), ' ', 1)
from information_schema.metadata_lock_info m left join information_schema.processlist p on p.id = m.thread_id
where m.thread_id <> ${id} and m.lock_type = 'Table metadata lock'
  and m.lock_mode in ('MDL_EXCLUSIVE', 'MDL_SHARED_NO_READ_WRITE', 'MDL_SHARED_NO_WRITE', 'MDL_SHARED_UPGRADABLE')
order by 2 limit 10`;

export async function askServer(
  config: MysqlConfig,
  tunnel: Tunnel | null,
  backends: readonly Backend[],
  signal: AbortSignal,
): Promise<Diagnosis> {
  await using session = await Session.open(config, tunnel, signal);
  const server = session.backend?.server;
  const found: Diagnosis[] = [];
  try {
    for (const backend of backends)
      found.push(
        backend.server === server
          ? await askAbout(session, backend.id)
          : { cause: "hidden", says: "another server answered" },
      );
  } catch (error) {
    throw toSourceError(error, { tried: "Could not ask the server what it does" });
  }
  return worstOf(found);
}

async function askAbout(session: Session, id: number): Promise<Diagnosis> {
  const [row] = await session.query(activity(id));
  if (!row) return { cause: "gone" };
  const [command, state] = row;
  const told = state ? { says: state } : {};
  if (command === "Sleep") return { cause: "idle" };
  if (/^(writing to net|sending to client)$/i.test(state ?? ""))
    return { cause: "sending", ...told };
  if (!/^waiting for .*\block\b/i.test(state ?? "")) return { cause: "query", ...told };
  const rows = await locksOf(session, id);
  const table = rows[0]?.[0];
  const blockers = rows.map(([, pid, word]): Blocker => ({
    pid: Number(pid),
    doing: verbOf(word ?? null),
  }));
  return { cause: "lock", ...told, ...(table ? { table } : {}), blockers };
}

/** Empty where there is no such list, or it may not be read. */
async function locksOf(session: Session, id: number): Promise<readonly Texts[]> {
  try {
    return await session.query(session.isMariaDb ? locksOfMariaDb(id) : locksOfMysql(id));
  } catch {
    return [];
  }
}
