// Reading the quarantine: groups, single rows, samples. Values are masked unless they are asked for by name (`reveal`);
// nothing is written, and a warehouse that has no quarantine yet reads as an empty one.
import { RevosError } from "../../kernel/error.ts";
import type { Workbench, WorkbenchRow } from "../../connector/workbench.ts";
import { isoSql, statusSql, type QuarantineStatus } from "./log.ts";

export type GroupRow = {
  readonly group: string;
  readonly connection: string | null;
  readonly namespace: string | null;
  readonly stream: string;
  /** Of the first reason. */
  readonly column: string;
  readonly rule: string;
  readonly rows: number;
  /** ISO 8601 UTC. */
  readonly oldest: string;
  readonly status: QuarantineStatus;
  /** The most frequent value of the first reason's column, in clear: whoever shows it masks what is personal. */
  readonly sample: string | null;
};

export type QuarantineRow = {
  readonly id: string;
  readonly group: string;
  readonly connection: string | null;
  readonly namespace: string | null;
  readonly stream: string;
  readonly run: string;
  readonly quarantinedAt: string;
  readonly status: QuarantineStatus;
  readonly reasons: readonly RowReason[];
  /** Source text by column, as it was after the privacy mappers. Masked: `***` for a text, null and "" as they are. */
  readonly original: Readonly<Record<string, string | null>>;
  readonly segment: string | null;
  readonly rowNumber: number | null;
  readonly mappersDigest: string | null;
};

export type RowReason = {
  readonly column: string;
  readonly value: string | null;
  readonly rule: string;
  /** When the cell was corrected by hand. */
  readonly edited?: string;
};

export type GroupFilter = {
  readonly connection?: string | undefined;
  readonly stream?: string | undefined;
  readonly status?: string | undefined;
};

const masked = "***";

/** A value as it is shown to someone who may not see it: that there is one, and whether it is empty. */
export const maskText = (text: string | null): string | null =>
  text === null || text === "" ? text : masked;

export async function hasQuarantine(workbench: Workbench): Promise<boolean> {
  const rows = await workbench.all(
    "select count(*) as n from information_schema.tables where table_schema = '_revos' and table_name = 'quarantine'",
  );
  return Number(rows[0]?.n) > 0;
}

/** One entry per group and status, largest first. Without a status filter all four statuses are listed. */
export async function listGroups(
  workbench: Workbench,
  filter: GroupFilter = {},
  nowMs: number = Date.now(),
): Promise<GroupRow[]> {
  if (!(await hasQuarantine(workbench))) return [];
  const status = await statusSql(workbench, nowMs);
  const rows = await workbench.all(
    `select group_id, connection, namespace, stream, min(json_extract_string(reasons, '/0/column')) as column_name,
      min(json_extract_string(reasons, '/0/rule')) as rule, count(*) as n, ${isoSql("min(quarantined_at)")} as oldest, status,
      mode(json_extract_string(reasons, '/0/value')) as sample
    from (select * replace (${status} as status) from _revos.quarantine as q)
    where ($1::varchar is null or connection = $1) and ($2::varchar is null or stream = $2) and ($3::varchar is null or status = $3)
    group by group_id, connection, namespace, stream, status order by n desc, group_id, status`,
    [filter.connection ?? null, filter.stream ?? null, filter.status ?? null],
  );
  return rows.map((row) => ({
    group: String(row.group_id),
    connection: textOf(row.connection),
    namespace: textOf(row.namespace) === "" ? null : textOf(row.namespace),
    stream: String(row.stream),
    column: String(row.column_name ?? ""),
    rule: String(row.rule ?? ""),
    rows: Number(row.n),
    oldest: String(row.oldest),
    status: String(row.status) as QuarantineStatus,
    sample: textOf(row.sample),
  }));
}

/** The groups of one connection (null: of ad hoc runs) for the store's mirror, so that lists need not open the warehouse. */
export async function groupsOf(
  workbench: Workbench,
  connection: string | null,
  nowMs?: number,
): Promise<GroupRow[]> {
  const groups = await listGroups(workbench, connection === null ? {} : { connection }, nowMs);
  return connection === null ? groups.filter((group) => group.connection === null) : groups;
}

export type RowsRequest = GroupFilter & {
  readonly group?: string | undefined;
  readonly limit?: number | undefined;
  /** Rows after this id, in order of ids: for pages. */
  readonly after?: string | undefined;
  readonly reveal?: boolean | undefined;
};

export async function listRows(
  workbench: Workbench,
  request: RowsRequest = {},
  nowMs: number = Date.now(),
): Promise<QuarantineRow[]> {
  if (!(await hasQuarantine(workbench))) return [];
  const status = await statusSql(workbench, nowMs);
  const rows = await workbench.all(
    `select ${columnList} from (select * replace (${status} as status) from _revos.quarantine as q)
    where ($1::varchar is null or connection = $1) and ($2::varchar is null or stream = $2) and ($3::varchar is null or status = $3)
      and ($4::varchar is null or group_id = $4) and ($5::varchar is null or id > $5)
    order by id limit $6`,
    [
      request.connection ?? null,
      request.stream ?? null,
      request.status ?? null,
      request.group ?? null,
      request.after ?? null,
      request.limit ?? 1_000_000,
    ],
  );
  return rows.map((row) => toRow(row, request.reveal === true));
}

/** Throws quarantine.not_found. */
export async function showRow(
  workbench: Workbench,
  id: string,
  options: { readonly reveal?: boolean | undefined } = {},
  nowMs: number = Date.now(),
): Promise<QuarantineRow> {
  const rows = (await hasQuarantine(workbench))
    ? await workbench.all(
        `select ${columnList} from (select * replace (${await statusSql(workbench, nowMs)} as status) from _revos.quarantine as q) where id = $1`,
        [id],
      )
    : [];
  const row = rows[0];
  if (!row) throw notFound(id);
  return toRow(row, options.reveal === true);
}

export type GroupDetail = {
  readonly group: string;
  readonly entries: readonly GroupRow[];
  /** Most frequent values of the first reason's column, masked unless revealed. */
  readonly values: readonly { readonly value: string | null; readonly rows: number }[];
};

/** Throws quarantine.not_found. */
export async function showGroup(
  workbench: Workbench,
  group: string,
  options: { readonly reveal?: boolean | undefined; readonly values?: number | undefined } = {},
  nowMs?: number,
): Promise<GroupDetail> {
  const entries = (await listGroups(workbench, {}, nowMs)).filter((entry) => entry.group === group);
  if (entries.length === 0) throw notFound(group);
  const values = await workbench.all(
    "select json_extract_string(reasons, '/0/value') as value, count(*) as n from _revos.quarantine where group_id = $1 group by 1 order by n desc, 1 limit $2",
    [group, options.values ?? 20],
  );
  const shown = (value: string | null) => (options.reveal === true ? value : maskText(value));
  return {
    group,
    entries,
    values: values.map((row) => ({ value: shown(textOf(row.value)), rows: Number(row.n) })),
  };
}

/** Lines of newline-delimited JSON, page by page: any size goes through in little memory. */
export async function* exportRows(
  workbench: Workbench,
  request: Omit<RowsRequest, "after" | "limit">,
  pageRows = 1000,
  nowMs?: number,
): AsyncIterable<string> {
  let after: string | undefined;
  for (;;) {
    const page = await listRows(workbench, { ...request, after, limit: pageRows }, nowMs);
    for (const row of page) yield `${JSON.stringify(row)}\n`;
    after = page.at(-1)?.id;
    if (page.length < pageRows) return;
  }
}

export const notFound = (target: string): RevosError =>
  new RevosError(
    "quarantine.not_found",
    `There is no quarantine group, row or connection ${target}.`,
    { data: { target } },
  );

const columnList = `id, group_id, connection, namespace, stream, run_id, ${isoSql("quarantined_at")} as since, status, reasons::varchar as reasons, original::varchar as original, segment, row_number, mappers_digest`;

const textOf = (value: unknown): string | null =>
  value === null || value === undefined ? null : String(value);

function toRow(row: WorkbenchRow, reveal: boolean): QuarantineRow {
  const shown = (value: string | null) => (reveal ? value : maskText(value));
  const reasons = JSON.parse(String(row.reasons ?? "[]")) as RowReason[];
  const original = JSON.parse(String(row.original ?? "{}")) as Record<string, string | null>;
  const namespace = textOf(row.namespace);
  return {
    id: String(row.id),
    group: String(row.group_id),
    connection: textOf(row.connection),
    namespace: namespace === "" ? null : namespace,
    stream: String(row.stream),
    run: String(row.run_id),
    quarantinedAt: String(row.since),
    status: String(row.status) as QuarantineStatus,
    reasons: reasons.map((reason) => ({ ...reason, value: shown(reason.value) })),
    original: Object.fromEntries(
      Object.entries(original).map(([name, value]) => [name, shown(value)]),
    ),
    segment: textOf(row.segment),
    rowNumber:
      row.row_number === null || row.row_number === undefined ? null : Number(row.row_number),
    mappersDigest: textOf(row.mappers_digest),
  };
}
