// The canonical column types: the closed list every connector maps to and from. design.md §3, style.md §3.5.
// Loss rules (what each kind can hold, and what happens to a value that does not fit):
//   int16/int32/int64/uint64  exact; a value outside the range goes to quarantine
//   float32/float64           IEEE 754, NaN and infinities kept
//   decimal(p,s)              exact, p <= 38; NaN, infinity and wider values go to quarantine
//   number                    exact decimal of unknown size: becomes decimal(38,s) with the largest scale of the first
//                             load (at least 6), or text when 38 digits do not suffice (interface.md §6)
//   text                      any Unicode text without NUL
//   json                      the source's own text, checked to be JSON; numbers are never re-written
//   date/timestamp/timestamptz microseconds; infinities kept; outside the warehouse's range: quarantine
//   time                      00:00:00 to 24:00:00 in microseconds; timetz keeps its offset
//   interval                  months, days, microseconds apart from each other
//   list(T)                   one dimension; NULL elements kept; more dimensions: quarantine

export type ScalarKind =
  | "boolean"
  | "int16"
  | "int32"
  | "int64"
  | "uint64"
  | "float32"
  | "float64"
  | "number"
  | "text"
  | "binary"
  | "uuid"
  | "json"
  | "date"
  | "time"
  | "timetz"
  | "timestamp"
  | "timestamptz"
  | "interval";

export type CanonicalType =
  | { readonly kind: ScalarKind }
  | { readonly kind: "decimal"; readonly precision: number; readonly scale: number }
  | { readonly kind: "list"; readonly of: CanonicalType };

export const scalarKinds: readonly ScalarKind[] = [
  "boolean",
  "int16",
  "int32",
  "int64",
  "uint64",
  "float32",
  "float64",
  "number",
  "text",
  "binary",
  "uuid",
  "json",
  "date",
  "time",
  "timetz",
  "timestamp",
  "timestamptz",
  "interval",
];

/** Words people write for a kind in `columns.<name>.type`, beside the kinds themselves. */
const aliases: Readonly<Record<string, ScalarKind>> = {
  bool: "boolean",
  smallint: "int16",
  integer: "int32",
  int: "int32",
  bigint: "int64",
  ubigint: "uint64",
  real: "float32",
  float: "float64",
  double: "float64",
  numeric: "number",
  varchar: "text",
  string: "text",
  bytes: "binary",
  blob: "binary",
  datetime: "timestamp",
};

/** `decimal(18,4)`, `list(text)`, `timestamptz`: the text form of a type, read back by `parseType`. */
export function formatType(type: CanonicalType): string {
  if (type.kind === "decimal") return `decimal(${type.precision},${type.scale})`;
  if (type.kind === "list") return `list(${formatType(type.of)})`;
  return type.kind;
}

/** The type that a text names, or null when it names none. */
export function parseType(text: string): CanonicalType | null {
  const word = text.trim().toLowerCase();
  const decimal = /^(?:decimal|numeric)\s*\(\s*(\d+)\s*(?:,\s*(\d+)\s*)?\)$/.exec(word);
  if (decimal) {
    const precision = Number(decimal[1]);
    const scale = Number(decimal[2] ?? 0);
    return precision >= 1 && precision <= 38 && scale <= precision
      ? { kind: "decimal", precision, scale }
      : null;
  }
  const list = /^list\s*\((.*)\)$/.exec(word) ?? /^(.*)\[\]$/.exec(word);
  if (list) {
    const of = parseType(list[1] ?? "");
    return of ? { kind: "list", of } : null;
  }
  if ((scalarKinds as readonly string[]).includes(word)) return { kind: word as ScalarKind };
  const alias = aliases[word];
  return alias ? { kind: alias } : null;
}

export function isSameType(a: CanonicalType, b: CanonicalType): boolean {
  return formatType(a) === formatType(b);
}
