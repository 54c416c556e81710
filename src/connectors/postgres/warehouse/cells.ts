// Cells of the workbench as texts that Postgres reads back to the same value. DuckDB's own CSV text is used where the two
// agree; where they do not (BC dates, offsets with seconds, intervals, bytes, lists, some floats) the text is made here.
import { quoteName } from "../../../connector/workbench.ts";

/** Not of lists of dates. */
const isDated = (duck: string): boolean => /^(DATE|TIMESTAMP(TZ| WITH TIME ZONE)?)$/.test(duck);

/** What the values of a whole column have in common, where that makes their text cheaper. */
export type CellFact = "old" | "plain" | "short";

/** SQL of the cell for a CSV file. NULL stays NULL. */
export function cellSql(name: string, duck: string, facts: ReadonlySet<CellFact>): string {
  const column = quoteName(name);
  const type = duck.toUpperCase();
  if (isDated(type)) {
    if (facts.has("old")) return oldText(column);
    // The server reads it in UTC. DuckDB writes a time with a zone by a calendar library, in more than twice the time.
    return facts.has("plain") ? `make_timestamp(epoch_us(${column}))` : column;
  }
  const decimal = wideDecimal(type);
  if (decimal) return facts.has("short") ? `${column}::decimal(18, ${decimal.scale})` : column;
  return textOf(column, type, column);
}

/** Boolean SQL over all rows, never NULL, for each fact that is worth a look in a column of this type. */
export function factSqls(name: string, duck: string): readonly (readonly [CellFact, string])[] {
  const column = quoteName(name);
  const type = duck.toUpperCase();
  if (isDated(type)) {
    const old = `coalesce(bool_or(${column} < '0001-01-01'::${duck} and isfinite(${column})), false)`;
    const plain = `coalesce(min(${column}) >= '0001-01-01'::${duck} and max(${column}) < 'infinity'::${duck}, true)`;
    return [["old", old], ...(isZoned(type) ? ([["plain", plain]] as const) : [])];
  }
  const decimal = wideDecimal(type);
  if (!decimal) return [];
  const bound = `'1${"0".repeat(18 - decimal.scale)}'::decimal(38, ${decimal.scale})`;
  return [["short", `coalesce(min(${column}) > -${bound} and max(${column}) < ${bound}, true)`]];
}

const isZoned = (type: string): boolean => /^TIMESTAMP(TZ| WITH TIME ZONE)$/.test(type);

/** 128-bit decimals, whose text takes twice as long, where 64 bits might hold the values as well. */
function wideDecimal(type: string): { readonly scale: number } | null {
  const [, precision, scale] = /^DECIMAL\((\d+),\s*(\d+)\)$/.exec(type) ?? [];
  if (precision === undefined || scale === undefined) return null;
  return Number(precision) > 18 && Number(scale) < 18 ? { scale: Number(scale) } : null;
}

/** DuckDB writes the era behind the day, Postgres reads it at the end. */
const oldText = (value: string): string =>
  String.raw`regexp_replace(cast(${value} as varchar), '^(\S+) \(BC\)(.*)$', '\1\2 BC')`;

/** `plain`: what to give where DuckDB's own text is right. */
function textOf(value: string, type: string, plain: string): string {
  if (type.endsWith("[]")) return listText(value, type.slice(0, -2));
  if (isDated(type)) return oldText(value);
  switch (type) {
    case "DOUBLE":
      return `case when isnan(${value}) then 'NaN' else printf('%.17g', ${value}) end`;
    case "FLOAT":
      return `case when isnan(${value}) then 'NaN' else printf('%.9g', ${value}::double) end`;
    case "BLOB":
      return String.raw`('\x' || lower(hex(${value})))`;
    case "INTERVAL":
      return intervalText(value);
    case "TIMETZ":
    case "TIME WITH TIME ZONE":
      return timetzText(value);
    default:
      return plain;
  }
}

/** Months, days and time apart; the time with a sign of its own. */
function intervalText(value: string): string {
  const part = (name: string): string => `datepart('${name}', ${value})`;
  const micros = `(${part("hour")}::hugeint * 3600000000 + ${part("minute")} * 60000000 + ${part("microsecond")})`;
  const size = `abs(${micros})`;
  const two = (of: string): string => `lpad((${of})::varchar, 2, '0')`;
  return (
    `((${part("year")} * 12 + ${part("month")}) || ' mons ' || ${part("day")} || ' days ' || case when ${micros} < 0 then '-' else '' end || ` +
    `(${size} // 3600000000) || ':' || ${two(`${size} // 60000000 % 60`)} || ':' || ${two(`${size} // 1000000 % 60`)} || '.' || lpad((${size} % 1000000)::varchar, 6, '0'))`
  );
}

/** DuckDB leaves out the minutes of an offset of whole hours and some seconds, which makes it another offset. */
function timetzText(value: string): string {
  const offset = `datepart('timezone', ${value})`;
  const part = (size: number): string => `printf('%02d', abs(${offset}) // ${size} % 60)`;
  return (
    `case when ${offset} % 60 = 0 then cast(${value} as varchar) else cast(cast(${value} as time) as varchar) || ` +
    `case when ${offset} < 0 then '-' else '+' end || printf('%02d', abs(${offset}) // 3600) || ':' || ${part(60)} || ':' || ${part(1)} end`
  );
}

/** Postgres's array literal; every element is quoted, so that no text can be taken for a NULL or a bracket. */
function listText(value: string, of: string): string {
  const text = textOf("element", of, "element::varchar");
  const escaped = String.raw`replace(replace(${text}, '\', '\\'), '"', '\"')`;
  const items = `list_transform(${value}, lambda element: case when element is null then 'NULL' else '"' || ${escaped} || '"' end)`;
  return `case when ${value} is null then null else '{' || coalesce(array_to_string(${items}, ','), '') || '}' end`;
}
