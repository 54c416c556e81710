// Locks by the name of a table: advisory, so that readers and other programs are not held up, and of the session, so that
// they end with it, however it ends.
import { RevosError } from "../../../kernel/error.ts";
import type { Session } from "../session.ts";

/** A seed of our own, so that other programs' advisory locks are other locks. */
const seed = "7236838211123";
const keyOf = (name: string): string => `pg_catalog.hashtextextended(${name}, ${seed})`;

/** Takes all or none; the first name that another session has, or null. */
export async function takeLocks(
  session: Session,
  names: readonly string[],
): Promise<string | null> {
  const { rows } = await session.query(
    `select n, pg_catalog.pg_try_advisory_lock(${keyOf("n")}) from pg_catalog.unnest($1::pg_catalog.text[]) as n`,
    [names],
  );
  const refused = rows.find((row) => row[1] !== "t")?.[0];
  if (refused === undefined) return null;
  const taken = rows.filter((row) => row[1] === "t").map((row) => row[0]);
  await session.query(
    `select pg_catalog.pg_advisory_unlock(${keyOf("n")}) from pg_catalog.unnest($1::pg_catalog.text[]) as n`,
    [taken],
  );
  return refused ?? "";
}

/** The coded error that names the session which has the lock. Only runs of revos take such locks. */
export async function lockedBy(session: Session, name: string, place: string): Promise<RevosError> {
  const { rows } = await session.query(
    `select a.pid, a.application_name, pg_catalog.to_char(a.backend_start at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
     from pg_catalog.pg_locks l join pg_catalog.pg_stat_activity a on a.pid = l.pid
     where l.locktype = 'advisory' and l.granted and l.objsubid = 1
       and l.database = (select oid from pg_catalog.pg_database where datname = pg_catalog.current_database())
       and ((l.classid::pg_catalog.int8 << 32) | l.objid::pg_catalog.int8) = ${keyOf("$1::pg_catalog.text")}`,
    [name],
  );
  const [pid, program, since] = rows[0] ?? [];
  const who = pid ? `session ${pid} (${program || "unnamed"}, since ${since ?? "?"})` : "a session";
  return new RevosError(
    "destination.locked",
    `The table ${name} in ${place} is being written by another run: ${who}. Nothing was read.`,
    {
      data: { table: name, pid: pid ? Number(pid) : null, program: program ?? null, isRevos: true },
      advice: "Wait for that run to end; --timeout says how long a sync waits.",
    },
  );
}
