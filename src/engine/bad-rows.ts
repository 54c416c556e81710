// Rows that do not fit, on their way to quarantine: written to files of the landing folder while segments load (a million of
// them in a temp table took 300 MB beyond DuckDB's own limit), and given ids by their content at the end, so that reading the
// same row again gives the same quarantine row, and equal rows stay apart.
import { rmSync } from "node:fs";
import { join } from "node:path";
import type { TableName } from "../connector/destination.ts";
import { quoteName, quoteText, type Workbench } from "../connector/workbench.ts";
import { toIso } from "../kernel/clock.ts";
import { groupIdSql } from "./quarantine/group-id.ts";

export type QuarantineFacts = {
  readonly scope: string;
  readonly connection: string | null;
  readonly namespace: string;
  readonly stream: string;
  readonly runId: string;
  readonly mappersDigest: string;
};

export type ReasonCount = {
  readonly column: string;
  readonly rule: string;
  readonly rows: number;
  readonly group: string;
};

export type BadRows = {
  readonly count: number;
  /** Adds the rows of a select with `row_number`, `reasons`, `original`; gives how many. */
  add(select: string, segment: string, atMs: number): Promise<number>;
  /** The rows in the shape of `_revos.quarantine`; null when there are none. */
  finish(): Promise<TableName | null>;
  reasons(): Promise<ReasonCount[]>;
  drop(): Promise<void>;
};

const finished = "_revos_quarantine";

/** Equal rows stay apart by a count. Only digests and places are sorted: the rows themselves may be wide, and a million. */
const occurrences = (collected: string): string =>
  `select place, row_number() over (partition by md5_number(original) order by segment, row_number) as occurrence from ${collected}`;

/** Most frequent reasons shown in a run document. */
const shownReasons = 100;

/** `folder`: where the rows are kept until the attempt ends. */
export async function openBadRows(
  workbench: Workbench,
  facts: QuarantineFacts,
  folder: string,
): Promise<BadRows> {
  let count = 0;
  let asked = 0;
  const files: string[] = [];
  const collected = (): string => `read_parquet([${files.map(quoteText).join(", ")}])`;
  const groupSql = (reason: string): string =>
    groupIdSql(facts.scope, facts.stream, `${reason}."column"`, `${reason}."rule"`);
  const drop = async (): Promise<void> => {
    await workbench.run(`drop table if exists temp.${finished}`);
    for (const file of files) rmSync(file, { force: true });
  };
  const add: BadRows["add"] = async (select, segment, atMs) => {
    const file = join(folder, `bad-${asked++}.parquet`);
    const added = await workbench.change(
      `copy (select ${count} + row_number() over () as place, row_number, reasons, original, ${quoteText(segment)} as segment, ${quoteText(toIso(atMs))}::timestamptz as read_at from (${select}))
        to ${quoteText(file)} (format parquet)`,
    );
    if (added > 0) files.push(file);
    else rmSync(file, { force: true });
    count += added;
    return added;
  };
  let tail: Promise<unknown> = Promise.resolve();
  await drop();
  return {
    get count() {
      return count;
    },
    // In turn: places are counted on.
    add(select, segment, atMs) {
      const one = tail.then(() => add(select, segment, atMs));
      tail = one.catch(() => {});
      return one;
    },
    async finish() {
      if (count === 0) return null;
      const text = (value: string | null): string =>
        value === null ? "null::varchar" : quoteText(value);
      await workbench.run(
        `create or replace temp table ${finished} as select
          ${quoteText(facts.scope)} || '_' || substr(sha256(original || '#' || occurrence), 1, 24) as id, ${text(facts.connection)} as connection,
          ${text(facts.namespace)} as namespace, ${text(facts.stream)} as stream, ${text(facts.runId)} as run_id, ${groupSql("reasons[1]")} as group_id,
          read_at as quarantined_at, to_json(reasons) as reasons, original::json as original, null::varchar as contract_version,
          ${text(facts.mappersDigest)} as mappers_digest, segment, row_number, 'held' as status
        from ${collected()} as b join (${occurrences(collected())}) as o on o.place = b.place`,
      );
      return { schema: "temp", table: finished };
    },
    async reasons() {
      if (count === 0) return [];
      const rows = await workbench.all(
        `select column_name, rule, n, ${groupIdSql(facts.scope, facts.stream, "column_name", "rule")} as g from
          (select r."column" as column_name, r."rule" as rule, count(*) as n from (select unnest(reasons) as r from ${collected()}) group by all)
          order by n desc, column_name, rule limit ${shownReasons}`,
      );
      return rows.map((row) => ({
        column: String(row.column_name),
        rule: String(row.rule),
        rows: Number(row.n),
        group: String(row.g),
      }));
    },
    drop,
  };
}

export const qualifiedName = (name: TableName): string =>
  `${quoteName(name.schema)}.${quoteName(name.table)}`;
