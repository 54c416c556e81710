// Landing: each segment a source gives becomes one immutable Parquet file in the run's folder, in whatever form it came.
// Privacy transforms have run by then: in the source where it can, here where it cannot (land-privacy.ts).
import { join } from "node:path";
import {
  originalColumn,
  reasonsColumn,
  type ParquetSegment,
  type QuerySegment,
  type RowSegment,
  type Segment,
  type SegmentColumn,
} from "../connector/segment.ts";
import { quoteName, quoteText, type Workbench } from "../connector/workbench.ts";
import { RevosError } from "../kernel/error.ts";
import type { PrivacyBench } from "./land-privacy.ts";
import { fileSize, writeParts } from "./landing.ts";

/** A segment on disk. */
export type Landed = {
  readonly file: string;
  /** Path below the landing folder, as quarantine rows name it. */
  readonly label: string;
  readonly rows: number;
  readonly filtered: number;
  readonly bytes: number;
  readonly columns: readonly SegmentColumn[];
  readonly hasBad: boolean;
  readonly readAt: number;
  /** The kit's writer made the file: one plain page a column. */
  readonly isPlain?: true;
};

export type Lander = {
  /** The segment's buffers may be reused once this has returned its promise's value. */
  land(segment: Segment, readAt: number): Promise<Landed>;
};

const rowsPerStatement = 10_000;

export function makeLander(
  workbench: Workbench,
  /** `first`: the number of its first segment, where others stand in it already. */
  folder: { readonly path: string; readonly label: string; readonly first?: number },
  privacy: PrivacyBench | null,
  spare: () => string | null = () => null,
): Lander {
  let count = folder.first ?? 0;
  return {
    async land(segment, readAt) {
      const name = `${count++}.parquet`;
      const file = join(folder.path, name);
      const done = (
        facts: Pick<Landed, "rows" | "filtered" | "bytes" | "columns" | "hasBad">,
      ): Landed => ({ file, label: `${folder.label}/${name}`, readAt, ...facts });
      if (segment.kind === "parquet")
        return { ...done(landParquet(segment, file, privacy, spare)), isPlain: true };
      if (segment.kind === "query") return done(await landQuery(workbench, segment, file, privacy));
      return done(await landRows(workbench, privacy ? privacy.rows(segment) : segment, file));
    },
  };
}

type Facts = Pick<Landed, "rows" | "filtered" | "bytes" | "columns" | "hasBad">;

function landParquet(
  segment: ParquetSegment,
  file: string,
  privacy: PrivacyBench | null,
  spare: () => string | null,
): Facts {
  if (privacy)
    throw new RevosError(
      "bug.assertion",
      "A source that encodes Parquet itself must run the privacy transforms itself.",
    );
  writeParts(file, segment.parts, spare());
  const { rows, filtered, bytes, columns, hasBad } = segment;
  return { rows, filtered, bytes, columns, hasBad };
}

/** DuckDB reads and writes in one streaming statement: plaintext of privacy columns passes through memory only. */
async function landQuery(
  workbench: Workbench,
  segment: QuerySegment,
  file: string,
  privacy: PrivacyBench | null,
): Promise<Facts> {
  const shaped = privacy
    ? await privacy.query(segment)
    : { ...segment, filtered: () => Math.max(0, segment.filtered) };
  const names = shaped.columns
    .map((column) => column.name)
    .concat(shaped.hasBad ? [reasonsColumn, originalColumn] : []);
  // Read order is the order of `_revos_id` and decides between rows of one key.
  await workbench.run("set preserve_insertion_order = true");
  let rows: number;
  try {
    rows = await workbench.change(
      `copy (select ${names.map(quoteName).join(", ")} from (${shaped.sql})) to ${quoteText(file)} (format parquet, compression uncompressed)`,
    );
  } finally {
    await workbench.run("set preserve_insertion_order = false");
  }
  const bytes = segment.bytes >= 0 ? segment.bytes : fileSize(file);
  return {
    rows,
    filtered: Math.max(0, shaped.filtered()),
    bytes,
    columns: shaped.columns,
    hasBad: shaped.hasBad,
  };
}

async function landRows(workbench: Workbench, segment: RowSegment, file: string): Promise<Facts> {
  const { columns, filtered, bytes } = segment;
  const names = [...columns.map((column) => column.name), reasonsColumn, originalColumn];
  await workbench.run("create or replace temp table _revos_rows (n bigint, r varchar[])");
  for (let at = 0; at < segment.values.length; at += rowsPerStatement) {
    const rows = segment.values
      .slice(at, at + rowsPerStatement)
      .map((row) => wellFormed(row, columns));
    await workbench.run(
      `insert into _revos_rows select ${at} + i, r[i] from (select r, unnest(range(1, len(r) + 1)) as i from (select from_json($1, '[["varchar"]]') as r))`,
      [JSON.stringify(rows)],
    );
  }
  const list = names.map((name, index) => `r[${index + 1}] as ${quoteName(name)}`).join(", ");
  const rows = await workbench.change(
    `copy (select ${list} from _revos_rows order by n) to ${quoteText(file)} (format parquet, compression uncompressed)`,
  );
  await workbench.run("drop table _revos_rows");
  return {
    rows,
    filtered,
    bytes,
    columns: columns.map((column) => ({ ...column, wire: "text" })),
    hasBad: true,
  };
}

/** Half of a surrogate pair is no Unicode text and cannot be stored; such a row is bad, and its value is shown mended. */
function wellFormed(
  row: readonly (string | null)[],
  columns: readonly SegmentColumn[],
): readonly (string | null)[] {
  const broken = columns.flatMap((column, index) =>
    /\p{Surrogate}/u.test(row[index] ?? "") ? [{ column, index }] : [],
  );
  const [reasons = null, original = null] = [row[columns.length], row[columns.length + 1]];
  if (broken.length === 0) return [...row.slice(0, columns.length), reasons, original];
  const shown = row
    .slice(0, columns.length)
    .map((cell) => cell?.replaceAll(/\p{Surrogate}/gu, "\ufffd") ?? null);
  const found = broken.map(({ column, index }) => ({
    column: column.name,
    value: shown[index] ?? null,
    rule: "not valid Unicode",
  }));
  const before: unknown = reasons === null ? [] : JSON.parse(reasons);
  const cells =
    original ??
    JSON.stringify(
      Object.fromEntries(columns.map((column, index) => [column.name, shown[index] ?? null])),
    );
  return [
    ...shown.map((cell, index) => (broken.some((other) => other.index === index) ? null : cell)),
    JSON.stringify([...(before as unknown[]), ...found]),
    cells.replaceAll(/\\ud[89a-f][0-9a-f]{2}/gi, "\ufffd"),
  ];
}
