// The quarantine's own book: who changed what of which rows, when and why. Kept in the warehouse beside the rows
// (`_revos.quarantine_log`), made at the first change. Values of edits stay here, with the value before them.
import type { Workbench } from "../../connector/workbench.ts";
import { toIso } from "../../kernel/clock.ts";
import { makeId } from "../../kernel/ids.ts";

export type QuarantineStatus = "held" | "replayed" | "waived" | "discarded";

export type LogAction = "edit" | "waive" | "discard" | "replay";

export type LogEntry = {
  readonly action: LogAction;
  /** A group, a row or a connection, as it was asked for. */
  readonly target: string;
  readonly rows: number;
  readonly reason?: string | null;
  /** ISO 8601: how long a waiver holds. */
  readonly until?: string | null;
  readonly actor?: string | null;
  /** edit: `{column: {from, to}}`; replay: the fix. */
  readonly change?: unknown;
};

/** Gives the id of the entry: the audit id that people are told. */
export async function writeLog(
  workbench: Workbench,
  entry: LogEntry,
  nowMs: number,
): Promise<string> {
  await workbench.run(
    `create table if not exists _revos.quarantine_log (audit varchar primary key, logged_at timestamptz, action varchar, target varchar, rows bigint,
      reason varchar, until timestamptz, actor varchar, change json)`,
  );
  const audit = makeId("qa", 8);
  await workbench.run(
    "insert into _revos.quarantine_log values ($1, $2::timestamptz, $3, $4, $5, $6, $7::timestamptz, $8, $9::json)",
    [
      audit,
      toIso(nowMs),
      entry.action,
      entry.target,
      entry.rows,
      entry.reason ?? null,
      entry.until ?? null,
      entry.actor ?? null,
      entry.change === undefined ? null : JSON.stringify(entry.change),
    ],
  );
  return audit;
}

/** A timestamptz as ISO 8601 in UTC with `Z`. */
export const isoSql = (time: string): string =>
  `strftime(${time} at time zone 'UTC', '%Y-%m-%dT%H:%M:%S.%gZ')`;

/** Status of a quarantine row `q` as of now: a waiver that has run out counts as held again. */
export async function statusSql(workbench: Workbench, nowMs: number): Promise<string> {
  const known = await workbench.all(
    "select count(*) as n from information_schema.tables where table_schema = '_revos' and table_name = 'quarantine_log'",
  );
  if (Number(known[0]?.n) === 0) return "q.status";
  const until = `(select max_by(w.until, w.logged_at) from _revos.quarantine_log as w where w.action = 'waive' and w.target in (q.group_id, q.id))`;
  return `case when q.status = 'waived' and ${until} < '${toIso(nowMs)}'::timestamptz then 'held' else q.status end`;
}
