// Parquet files: DuckDB reads them itself. What it would read wrongly (decimals beyond 38 digits, finer times than
// microseconds, names that differ only by case) is found in the file's own schema and refused, cut with a note, or renamed.
import { cursorFloor } from "../../connector/cursor-floor.ts";
import { formatFloat32, formatFloat64 } from "../../connector/canonical-text.ts";
import { positionText } from "../../connector/position.ts";
import {
  originalColumn,
  reasonsColumn,
  type QuerySegment,
  type SegmentColumn,
} from "../../connector/segment.ts";
import type { ReadColumn, ReadRequest } from "../../connector/source.ts";
import { quoteName, quoteText, type Workbench } from "../../connector/workbench.ts";
import { RevosError } from "../../kernel/error.ts";
import { isSameType, type CanonicalType } from "../../model/types.ts";
import { fileError } from "./bytes.ts";
import { fieldOf } from "./names.ts";
import { canonicalSql, parquetType, valueSql, type ParquetColumn } from "./parquet-types.ts";

/** Runs one query and gives its rows; the workbench in a run, a scratch database in discovery. */
export type Query = (sql: string) => Promise<readonly Readonly<Record<string, unknown>>[]>;

/** A path as DuckDB takes it: its own wildcards in a name are meant literally. */
export const parquetPath = (path: string): string => quoteText(path.replace(/[*?[]/g, "[$&]"));

export type ParquetShape = { readonly columns: readonly ParquetColumn[]; readonly rows: number };

export async function describeParquet(query: Query, path: string): Promise<ParquetShape> {
  try {
    const schema = await query(
      `select name, type, precision, num_children, logical_type from parquet_schema(${parquetPath(path)})`,
    );
    const described = await query(`describe select * from read_parquet(${parquetPath(path)})`);
    const [{ rows = 0 } = {}] = await query(
      `select sum(num_rows)::bigint as "rows" from parquet_file_metadata(${parquetPath(path)})`,
    );
    return { columns: toColumns(schema, described), rows: Number(rows ?? 0) };
  } catch (error) {
    throw parquetError(path, error);
  }
}

export function parquetError(path: string, error: unknown): Error {
  if (error instanceof RevosError) return error;
  const text = error instanceof Error ? error.message : "";
  if (/No files found|No such file/i.test(text))
    return fileError(path, Object.assign(new RangeError(text), { code: "ENOENT" }));
  if (/Permission denied/i.test(text))
    return fileError(path, Object.assign(new RangeError(text), { code: "EACCES" }));
  return new RevosError("source.file_unreadable", `The file ${path} cannot be read as Parquet.`, {
    cause: error,
    where: { file: path },
  });
}

type Row = Readonly<Record<string, unknown>>;

/** DuckDB's list has the types, the file's own has the true names and what DuckDB would get wrong. */
function toColumns(schema: readonly Row[], described: readonly Row[]): ParquetColumn[] {
  const roots: { name: string; below: Row[] }[] = [];
  let at = 1;
  for (let root = 0; root < Number(schema[0]?.num_children ?? 0); root++) {
    const first = at;
    for (let open = 1; open > 0; at++) open += Number(schema[at]?.num_children ?? 0) - 1;
    roots.push({ name: String(schema[first]?.name), below: schema.slice(first, at) });
  }
  return roots.map(({ name, below }, index) => {
    const duckType = String(described[index]?.column_type);
    const wide = below.find((row) => Number(row.precision ?? 0) > 38);
    const isCut =
      duckType.includes("TIMESTAMP_NS") ||
      below.some(
        (row) => row.type === "INT96" || /NANOS=NanoSeconds/.test(String(row.logical_type)),
      );
    return {
      name,
      duckType,
      type: parquetType(duckType),
      unreadable: wide
        ? `${name} is decimal(${String(wide.precision)}), and more than 38 digits cannot be read exactly`
        : null,
      isCut,
    };
  });
}

/** One file as one segment: DuckDB streams it, so its size costs no memory. */
export async function readParquet(
  request: ReadRequest,
  path: string,
  sizeBytes: number,
  workbench: Workbench,
): Promise<QuerySegment> {
  const { columns: found } = await describeParquet((sql) => workbench.all(sql), path);
  const names = found.map((column) => column.name);
  const at = (source: string): { readonly column: ParquetColumn; readonly sql: string } | null => {
    const place = fieldOf(names, source);
    const column = found[place];
    if (!column) return null;
    if (column.unreadable === null) return { column, sql: `c${place}` };
    throw new RevosError(
      "source.file_unreadable",
      `The file ${path} cannot be read exactly: ${column.unreadable}.`,
      {
        advice: `Leave the column out: columns: {"${source}": {include: false}}.`,
        where: { file: path, column: source },
      },
    );
  };
  const from = `read_parquet(${parquetPath(path)}) as t(${names.map((_, index) => `c${index}`).join(", ")})`;
  const low = lowEnd(request, at);
  const filter = await applyFilter(request, workbench, at, from, low, path);
  const where = [low, filter.where]
    .filter((condition) => condition !== null)
    .map((condition) => `(${condition})`)
    .join(" and ");
  const cells = await Promise.all(
    request.columns.map((column, index) => cellOf(column, index, at(column.source), workbench)),
  );
  const hasBad = cells.some((cell) => cell.made !== null);
  const inner = `select ${cells.map((cell) => cell.inner).join(", ")} from ${from}${where ? ` where ${where}` : ""}`;
  const sql = hasBad
    ? `select ${[...cells.map((cell) => cell.outer), ...badColumns(cells)].join(", ")} from (${inner})`
    : inner;
  return {
    kind: "query",
    sql,
    rows: -1,
    filtered: filter.dropped,
    bytes: sizeBytes,
    columns: cells.map((cell) => cell.segment),
    hasBad,
  };
}

type Lookup = (source: string) => { readonly column: ParquetColumn; readonly sql: string } | null;

/** The closed low end of the cursor; rows without one, or with one that is no value of the type, belong to every read. */
function lowEnd({ cursor }: ReadRequest, at: Lookup): string | null {
  const floor = cursorFloor(cursor);
  if (!cursor || floor === null) return null;
  const found = at(cursor.field[0] ?? "");
  if (!found) return null;
  const path = cursor.field
    .slice(1)
    .map((part) => `.${quoteName(part)}`)
    .join("");
  const type = comparable(cursor.type);
  const value = `try_cast(${path ? `(${found.sql})${path}` : found.sql} as ${type})`;
  return `${value} >= try_cast(${quoteText(positionText(floor))} as ${type}) or ${value} is null`;
}

function comparable(type: CanonicalType): string {
  switch (type.kind) {
    case "date":
    case "timestamp":
      return "timestamp";
    case "timestamptz":
      return "timestamptz";
    case "int16":
    case "int32":
    case "int64":
    case "uint64":
      return "hugeint";
    case "decimal":
      return `decimal(${type.precision},${type.scale})`;
    case "number":
    case "float32":
    case "float64":
      return "double";
    default:
      return "varchar";
  }
}

/** The row filter that must run before privacy: a function the rows are asked through, and a first pass that counts. */
async function applyFilter(
  { filter }: ReadRequest,
  workbench: Workbench,
  at: Lookup,
  from: string,
  low: string | null,
  path: string,
): Promise<{ readonly where: string | null; readonly dropped: number }> {
  if (!filter) return { where: null, dropped: 0 };
  const name = uniqueName();
  const found = filter.fields.map(at);
  await workbench.defineFunction(name, filter.fields.length, (...texts) =>
    filter.keep(texts.map((text, index) => shown(text, found[index]?.column.type))) ? "1" : "0",
  );
  const where = `${name}(${found.map((one) => (one ? canonicalSql(one.sql, one.column.duckType, one.column.type) : "null::varchar")).join(", ")}) = '1'`;
  try {
    const [{ n = 0 } = {}] = await workbench.all(
      `select count(*) as n from ${from} where not (${where})${low ? ` and (${low})` : ""}`,
    );
    return { where, dropped: Number(n) };
  } catch (error) {
    throw parquetError(path, error);
  }
}

type CellSql = {
  readonly name: string;
  readonly inner: string;
  readonly outer: string;
  /** Name of the inner column that holds `+text` or `-reason`; null without a privacy transform. */
  readonly made: string | null;
  readonly shown: string;
  readonly segment: SegmentColumn;
};

async function cellOf(
  column: ReadColumn,
  index: number,
  found: ReturnType<Lookup>,
  workbench: Workbench,
): Promise<CellSql> {
  const name = quoteName(column.name);
  if (!column.privacy) {
    const { sql, wire } = !found
      ? { sql: "null::varchar", wire: "text" as const }
      : isSameType(found.column.type, column.type)
        ? valueSql(found.sql, found.column)
        : {
            sql: canonicalSql(found.sql, found.column.duckType, found.column.type),
            wire: "text" as const,
          };
    const text =
      wire === "text" ? name : canonicalSql(name, found?.column.duckType ?? "VARCHAR", column.type);
    return {
      name: column.name,
      inner: `${sql} as ${name}`,
      outer: name,
      made: null,
      shown: text,
      segment: { name: column.name, type: column.type, wire },
    };
  }
  const privacy = column.privacy;
  const call = uniqueName();
  await workbench.defineFunction(call, 1, (text) => {
    if (text === null) return null;
    const made = privacy(shown(text, found?.column.type) ?? "");
    return "text" in made ? `+${made.text}` : `-${made.failed}`;
  });
  const made = quoteName(`_revos made ${index}`);
  const text = found
    ? canonicalSql(found.sql, found.column.duckType, found.column.type)
    : "null::varchar";
  const value = `case when starts_with(${made}, '+') then substr(${made}, 2) end`;
  return {
    name: column.name,
    inner: `${call}(${text}) as ${made}`,
    outer: `${value} as ${name}`,
    made,
    shown: value,
    segment: { name: column.name, type: { kind: "text" }, wire: "text" },
  };
}

function badColumns(cells: readonly CellSql[]): string[] {
  const reasons = cells.flatMap((cell) =>
    cell.made === null
      ? []
      : [
          `case when starts_with(${cell.made}, '-') then {'column': ${quoteText(cell.name)}, 'value': null::varchar, 'rule': substr(${cell.made}, 2)} end`,
        ],
  );
  const all = `list_filter([${reasons.join(", ")}], lambda r: r is not null)`;
  const original = `to_json({${cells.map((cell) => `${quoteText(cell.name)}: ${cell.shown}`).join(", ")}})::varchar`;
  return [
    `case when len(${all}) > 0 then to_json(${all})::varchar end as ${quoteName(reasonsColumn)}`,
    `case when len(${all}) > 0 then ${original} end as ${quoteName(originalColumn)}`,
  ];
}

/** Floats are written by one rule in every source (canonical-text.ts); DuckDB's own spelling differs at the edges. */
function shown(text: string | null, type: CanonicalType | undefined): string | null {
  if (text === null) return null;
  const number = (): number =>
    /^-?inf/.test(text)
      ? text.startsWith("-")
        ? -Infinity
        : Infinity
      : text === "nan"
        ? Number.NaN
        : Number(text);
  if (type?.kind === "float64") return formatFloat64(number());
  return type?.kind === "float32" ? formatFloat32(number()) : text;
}

let functions = 0;
/** Functions of the workbench live as long as it does, so each read has names of its own. */
const uniqueName = (): string => `_revos_file_${++functions}`;
