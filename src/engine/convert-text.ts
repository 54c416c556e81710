// The way back: a typed DuckDB value as its canonical text. Positions, quarantine originals and columns that are to land
// under another type than the source's pass through here.
import type { CanonicalType } from "../model/types.ts";

/** SQL of the canonical text of `value`; NULL stays NULL. */
export function textSql(value: string, type: CanonicalType): string {
  switch (type.kind) {
    case "text":
    case "number":
      return value;
    case "float32":
    case "float64":
      return `case when isnan(${value}) then 'NaN' when isinf(${value}) then case when ${value} > 0 then 'Infinity' else '-Infinity' end else cast(${value} as varchar) end`;
    case "date":
    case "timestamp":
    case "timestamptz":
      // DuckDB writes the era behind the day, canonical text at the end.
      return String.raw`regexp_replace(cast(${value} as varchar), '^(\S+) \(BC\)(.*)$', '\1\2 BC')`;
    case "binary":
      return String.raw`('\x' || lower(hex(${value})))`;
    case "list":
      return `cast(to_json(list_transform(${value}, lambda e: ${textSql("e", type.of)})) as varchar)`;
    default:
      return `cast(${value} as varchar)`;
  }
}
