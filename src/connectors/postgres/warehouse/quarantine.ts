// Held rows: written with the stream they belong to, and lent to the workbench for the work that people do with them
// (listing, correcting, replaying), from where what was changed comes back in one transaction.
import type { QuarantineRequest, Staged, TableName } from "../../../connector/destination.ts";
import { quarantineScope } from "../../../connector/quarantine-id.ts";
import { quoteLiteral } from "../queries.ts";
import type { Session } from "../session.ts";
import { fetchRows } from "./fetch.ts";
import { qualified, stageSchema, workName } from "./names.ts";
import { benchColumns, benchName, type Bench } from "./bench-table.ts";
import { sendRows } from "./send.ts";

const columns =
  "id, connection, namespace, stream, run_id, group_id, quarantined_at, reasons, original, contract_version, mappers_digest, segment, row_number, status";

/** Ids of a scope are one range of the index: `~` comes after everything an id is made of. */
const inScope = (scope: string): string =>
  `id >= ${quoteLiteral(scope)} and id < ${quoteLiteral(`${scope}~`)}`;

type Work = { readonly session: Session; readonly bench: Bench; readonly staged: Staged };

/** A small table of the workbench as one of the warehouse, dropped by the caller within its transaction. */
export async function sendAside(
  { session, bench, staged }: Work,
  kind: "held" | "ids" | "gone" | "leave",
  from: TableName,
  defined: string,
): Promise<string> {
  const name = qualified({
    schema: stageSchema,
    table: workName(
      kind,
      `${staged.ledger.runId} ${staged.marker.key.target} ${staged.marker.key.stream}`,
    ),
  });
  await session.run(`create unlogged table ${name} ${defined}`);
  await sendRows(session, bench, from, await benchColumns(bench, from), name, true);
  await session.run(`analyze ${name}`);
  return name;
}

/**
 * A NUL among the shown values would make every `->` on the document fail: reasons show it as its picture (U+2400), the
 * original beside them keeps it.
 */
const showNul = (table: string): string =>
  String.raw`update ${table} set reasons = pg_catalog.regexp_replace(reasons::pg_catalog.text, '(?<!\\)((?:\\\\)*)\\u0000', '\1\\u2400', 'g')::pg_catalog.json where reasons::pg_catalog.text like '%u0000%'`;

/**
 * Quarantine rows by content: a row that comes again is the same row, with its newest place. In a full refresh it is held
 * again whatever was done with it, because the table it was mended in is replaced; only a waiver stays. What did not come
 * again is gone from the source and becomes `discarded`.
 */
export async function writeQuarantine(work: Work, isFull: boolean): Promise<void> {
  const { session, bench, staged } = work;
  const scope = inScope(quarantineScope(staged.marker.key));
  const from = staged.quarantine
    ? await sendAside(work, "held", staged.quarantine, `(like _revos.quarantine)`)
    : null;
  if (from !== null) {
    await session.run(showNul(from));
    const status = isFull
      ? "case when q.status = 'waived' then 'waived' else 'held' end"
      : "q.status";
    await session.run(
      `insert into _revos.quarantine as q (${columns}) select ${columns} from ${from} on conflict (id) do update set
        run_id = excluded.run_id, group_id = excluded.group_id, reasons = excluded.reasons, contract_version = excluded.contract_version,
        mappers_digest = excluded.mappers_digest, segment = excluded.segment, row_number = excluded.row_number, status = ${status}`,
    );
  }
  if (isFull && staged.ledger.published)
    await session.run(
      `update _revos.quarantine set status = 'discarded' where ${scope} and status = 'held'${from === null ? "" : ` and id not in (select id from ${from})`}`,
    );
  if (from !== null) await session.run(`drop table ${from}`);
  if (staged.resolves) {
    const ids = await sendAside(work, "ids", staged.resolves, `(id text collate "C")`);
    await session.run(
      `update _revos.quarantine as q set status = 'replayed' from ${ids} as i where q.id = i.id`,
    );
    await session.run(`drop table ${ids}`);
    if (await isBorrowed(bench))
      for (const table of ["_revos.quarantine", "_revos.lent"])
        await bench.workbench.run(
          `update ${table} set status = 'replayed' where id in (select id from ${benchName(staged.resolves)})`,
        );
  }
}

export async function isBorrowed(bench: Bench): Promise<boolean> {
  const rows = await bench.workbench.all(
    "select count(*) as n from information_schema.tables where table_schema = '_revos' and table_name = 'lent'",
  );
  return Number(rows[0]?.n) > 0;
}

/** Brings held rows and the log to the workbench, as the tables the engine works on; `lent` remembers how they came. */
export async function borrow(
  session: Session,
  bench: Bench,
  request: QuarantineRequest,
): Promise<void> {
  const { workbench } = bench;
  const made = await session.query("select pg_catalog.to_regclass('_revos.quarantine_log')");
  if (made.rows[0]?.[0] === null) return;
  const conditions = [
    ...(request.connection === undefined
      ? []
      : [
          `connection is not distinct from ${request.connection === null ? "null" : quoteLiteral(request.connection)}`,
        ]),
    ...(request.target === undefined
      ? []
      : [`(group_id = ${quoteLiteral(request.target)} or id = ${quoteLiteral(request.target)})`]),
  ];
  const which = conditions.length === 0 ? "" : ` where ${conditions.join(" and ")}`;
  const lean = columns
    .replace(
      "reasons",
      "pg_catalog.json_build_array(pg_catalog.json_build_object('column', reasons -> 0 -> 'column', 'rule', reasons -> 0 -> 'rule')) as reasons",
    )
    .replace("original", "null::pg_catalog.json as original");
  await fetchRows(
    session,
    bench,
    [`select ${request.groupsOnly ? lean : columns} from _revos.quarantine${which}`],
    "_revos_fetched",
  );
  await workbench.run("create schema if not exists _revos");
  await workbench.run(
    "create or replace table _revos.quarantine as select * from temp._revos_fetched",
  );
  await fetchRows(
    session,
    bench,
    [
      "select audit, logged_at, action, target, rows, reason, until, actor, change from _revos.quarantine_log",
    ],
    "_revos_fetched",
  );
  await workbench.run(
    "create or replace table _revos.quarantine_log as select * from temp._revos_fetched",
  );
  await workbench.run("drop table temp._revos_fetched");
  if (request.groupsOnly) return;
  await workbench.run("create or replace table _revos.lent as from _revos.quarantine");
  await workbench.run(
    "create or replace table _revos.lent_log as select audit from _revos.quarantine_log",
  );
}

/** The statements of giving back, to be run in one transaction: changed rows and new entries of the log. */
export async function giveBack(session: Session, bench: Bench): Promise<void> {
  const { workbench } = bench;
  const parts = ["group_id", "reasons", "original", "status"];
  const changed = parts.map((part) => `q.${part} is distinct from l.${part}`).join(" or ");
  await workbench.run(
    `create or replace temp table _revos_changed as select q.* from _revos.quarantine as q join _revos.lent as l using (id) where ${changed}`,
  );
  await workbench.run(
    "create or replace temp table _revos_logged as select * from _revos.quarantine_log where audit not in (select audit from _revos.lent_log)",
  );
  const aside = qualified({ schema: stageSchema, table: workName("held", `back ${process.pid}`) });
  await session.run(`create unlogged table ${aside} (like _revos.quarantine)`);
  const from = { schema: "temp", table: "_revos_changed" };
  await sendRows(session, bench, from, await benchColumns(bench, from), aside, true);
  await session.run(showNul(aside));
  await session.run(
    `update _revos.quarantine as q set ${parts.map((part) => `${part} = s.${part}`).join(", ")} from ${aside} as s where q.id = s.id`,
  );
  await session.run(`drop table ${aside}`);
  const log = { schema: "temp", table: "_revos_logged" };
  await sendRows(
    session,
    bench,
    log,
    await benchColumns(bench, log),
    "_revos.quarantine_log",
    false,
  );
}

/** Whether an earlier giving back, whose answer was lost, has happened: its entries of the log tell. Without any, doing it twice is the same. */
export async function wasGivenBack(session: Session, { workbench }: Bench): Promise<boolean> {
  const [entry] = await workbench.all("select audit from temp._revos_logged limit 1");
  if (!entry) return false;
  const { rows } = await session.query(
    "select exists (select from _revos.quarantine_log where audit = $1)",
    [entry.audit],
  );
  return rows[0]?.[0] === "t";
}

/** After the commit: what is there now is what was lent. */
export async function rememberLent(bench: Bench): Promise<void> {
  const { workbench } = bench;
  await workbench.run("drop table if exists temp._revos_changed");
  await workbench.run("drop table if exists temp._revos_logged");
  await workbench.run("create or replace table _revos.lent as from _revos.quarantine");
  await workbench.run(
    "create or replace table _revos.lent_log as select audit from _revos.quarantine_log",
  );
}
