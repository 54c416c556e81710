// Cells of the workbench as texts that Postgres reads back to the same value. DuckDB's own CSV text is used where the two
// agree; where they do not (BC dates, offsets with seconds, intervals, bytes, lists, some floats) the text is made here.
import { quoteName } from "../../../connector/workbench.ts";

const isDated = (duck: string): boolean => /^(DATE|TIMESTAMP)/.test(duck);

/** SQL of the cell for a CSV file; `hasOld`: the column holds years before 1. NULL stays NULL. */
export function cellSql(name: string, duck: string, hasOld: boolean): string {
  const column = quoteName(name);
  const type = duck.toUpperCase();
  if (isDated(type)) return hasOld ? oldText(column) : column;
  return textOf(column, type, column);
}

export const mayBeOld = isDated;
export const isOldSql = (name: string, duck: string): string =>
  `coalesce(bool_or(${quoteName(name)} < '0001-01-01'::${duck} and isfinite(${quoteName(name)})), false)`;

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
