// Columns with their types from information_schema, by database and table. MariaDB's JSON is found by its check.
import { columnsQuery, jsonChecksQuery, type Looked } from "./queries.ts";
import type { Session, Texts } from "./session.ts";
import type { MysqlType } from "./types.ts";

export type FoundColumn = {
  readonly name: string;
  readonly type: MysqlType;
  readonly isNullable: boolean;
  readonly isGenerated: boolean;
  readonly mayRead: boolean;
};

/** Columns by database, then table. Names are compared exactly here, which information_schema itself does not do. */
export type ColumnsByTable = ReadonlyMap<string, ReadonlyMap<string, readonly FoundColumn[]>>;

const jsonCheck = /^json_valid\(`((?:[^`]|``)+)`\)$/i;

export async function columnTypes(session: Session, looked: Looked): Promise<ColumnsByTable> {
  const rows = await session.query(columnsQuery(looked));
  const hasLongText = rows.some((row) => row[3]?.toLowerCase() === "longtext");
  const checked =
    session.isMariaDb && hasLongText ? await checkedAsJson(session, looked) : new Set<string>();
  const found = new Map<string, Map<string, FoundColumn[]>>();
  for (const row of rows) {
    const [database = "", table = ""] = row as readonly string[];
    const tables = found.get(database) ?? new Map<string, FoundColumn[]>();
    found.set(database, tables);
    const columns = tables.get(table) ?? [];
    tables.set(table, columns);
    columns.push(toColumn(row, checked.has(JSON.stringify([database, table, row[2]]))));
  }
  return found;
}

async function checkedAsJson(session: Session, looked: Looked): Promise<Set<string>> {
  let rows: readonly Texts[];
  try {
    rows = await session.query(jsonChecksQuery(looked));
  } catch {
    // Before 10.3.10 there is no such view: such columns are the texts they are declared as.
    return new Set();
  }
  return new Set(
    rows.flatMap(([database, table, check]) => {
      const match = jsonCheck.exec(check ?? "");
      return match
        ? [JSON.stringify([database, table, (match[1] ?? "").replaceAll("``", "`")])]
        : [];
    }),
  );
}

function toColumn(row: Texts, isJson: boolean): FoundColumn {
  const [, , name, dataType, columnType, nullable, precision, scale, , extra, privileges] = row;
  return {
    name: name ?? "",
    type: {
      dataType: (dataType ?? "").toLowerCase(),
      columnType: columnType ?? "",
      precision: Number(precision ?? 0),
      scale: Number(scale ?? 0),
      isJson,
    },
    isNullable: nullable !== "NO",
    isGenerated: /\b(VIRTUAL|STORED|PERSISTENT)\b/i.test(extra ?? ""),
    mayRead: /\bselect\b/i.test(privileges ?? ""),
  };
}
