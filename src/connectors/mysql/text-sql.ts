// The canonical text of a column (connector/canonical-text.ts) as an expression of the server's own: what digests are taken
// of and what a preview tells. It gives UTF-8 as bytes, so that no collation has a say in it.
import { isGeometry, selectOf, toCanonical, type MysqlType } from "./types.ts";

const chars = (value: string): string => `convert(cast(${value} as char) using utf8mb4)`;
const bytes = (text: string): string => `cast(${text} as binary)`;

/** Microseconds of a duration. MySQL's time_to_sec leaves the fraction out, MariaDB's keeps it. */
export const durationMicros = (name: string): string =>
  `cast((case when ${name} < time'00:00:00' then -1 else 1 end) * (floor(abs(time_to_sec(${name}))) * 1000000 + microsecond(${name})) as signed)`;

/** `name` is quoted. NULL stays NULL. */
export function canonicalSql(type: MysqlType, name: string): string {
  const { kind } = toCanonical(type);
  switch (kind) {
    case "boolean":
      return `case when ${name} is null then null when ${name} + 0 = 1 then 'true' else 'false' end`;
    case "int16":
    case "int32":
    case "int64":
    case "uint64":
    case "decimal":
      // A sum has no zeros of zerofill, and a bit no letters.
      return bytes(chars(isPadded(type) ? `${name} + 0` : name));
    case "float32":
    case "float64":
      return floatSql(name);
    case "date":
      return bytes(chars(name));
    case "timestamp":
      return bytes(clockSql(type, name));
    case "timestamptz":
      return bytes(`concat(${clockSql(type, name)}, '+00')`);
    case "interval":
      return bytes(`concat('0 months 0 days ', ${durationMicros(name)}, ' microseconds')`);
    case "binary":
      return bytes(`concat('\\\\x', lower(hex(${name})))`);
    case "uuid":
      return bytes(`lower(${chars(name)})`);
    default:
      return bytes(
        isGeometry(type) ? chars(selectOf(type, name)) : `convert(${name} using utf8mb4)`,
      );
  }
}

const isPadded = (type: MysqlType): boolean =>
  ["bit", "year"].includes(type.dataType) || /zerofill/i.test(type.columnType);

/** Without the zeros at the end of a fraction; a text without one keeps the zeros of its seconds. */
function clockSql(type: MysqlType, name: string): string {
  const text = chars(name);
  return /\([1-6]\)/.test(type.columnType)
    ? `trim(trailing '.' from trim(trailing '0' from ${text}))`
    : text;
}

/**
 * The server writes the fewest digits that give the same double again, which are the canonical ones; but it begins with an
 * exponent elsewhere, and writes it in another way. A float is made a double: its own text shows six digits.
 */
function floatSql(name: string): string {
  const text = chars(`${name} + 0e0`);
  const sign = `case when ${name} < 0 then '-' else '' end`;
  const exponent = `cast(substring_index(${text}, 'e', -1) as signed)`;
  const withExponent = `concat(substring_index(${text}, 'e', 1), 'e', case when ${exponent} < 0 then '-' else '+' end, lpad(abs(${exponent}), greatest(2, length(abs(${exponent}))), '0'))`;
  const digits = `trim(leading '0' from substring_index(${text}, '.', -1))`;
  const zeros = `length(substring_index(${text}, '.', -1)) - length(${digits})`;
  const small = `concat(${sign}, left(${digits}, 1), case when length(${digits}) > 1 then concat('.', substr(${digits}, 2)) else '' end, 'e-', lpad(${zeros} + 1, 2, '0'))`;
  return bytes(
    `case when ${name} = 0 or (abs(${name}) >= 1e-4 and abs(${name}) < 1e15) then ${text} when locate('e', ${text}) > 0 then ${withExponent} else ${small} end`,
  );
}
