// The written type table of Postgres with its loss rules: docs/reference/connectors.md is made from it. Canonical types are
// asked of the code that discovers columns, so that the table cannot say anything else.
import type { TypeRule } from "../../connector/type-rules.ts";
import { formatType } from "../../model/types.ts";
import { numericOid, toCanonical, type PostgresType } from "./types.ts";

const scalar = (oid: number, typeModifier = -1): PostgresType => ({
  oid,
  typeModifier,
  element: null,
});
const numeric = (precision: number, scale: number): PostgresType =>
  scalar(numericOid, ((precision << 16) | scale) + 4);
const rule = (sourceType: string, type: PostgresType, note: string): TypeRule => ({
  sourceType,
  canonical: formatType(toCanonical(type)),
  note,
});

export const typeRules: readonly TypeRule[] = [
  rule("boolean", scalar(16), "exact"),
  rule("smallint", scalar(21), "exact"),
  rule("integer", scalar(23), "exact"),
  rule("bigint, oid, xid, cid", scalar(20), "exact"),
  rule("xid8", scalar(5069), "exact"),
  rule("real", scalar(700), "to the bit; NaN and infinities are kept"),
  rule("double precision", scalar(701), "to the bit; NaN and infinities are kept"),
  rule("numeric(p,s), p to 38", numeric(12, 2), "exact; NaN and infinities: quarantine"),
  rule("numeric(p,s), p above 38", numeric(60, 2), "exact, as text"),
  rule(
    "numeric",
    scalar(numericOid),
    "exact; the first load fixes how many digits stand behind the point",
  ),
  rule("text, varchar, char(n), name", scalar(25), "char(n) keeps its padding"),
  rule("bytea", scalar(17), "the bytes"),
  rule("json, jsonb", scalar(3802), "the server's text; numbers are not rewritten"),
  rule("uuid", scalar(2950), "exact"),
  rule("date", scalar(1082), "exact, before Christ and infinite as well"),
  rule("time", scalar(1083), "to the microsecond; 24:00 is kept"),
  rule("timetz", scalar(1266), "with its offset"),
  rule("timestamp", scalar(1114), "wall clock; infinities are kept; beyond 294246: quarantine"),
  rule("timestamptz", scalar(1184), "the instant; infinities are kept; beyond 294246: quarantine"),
  rule("interval", scalar(1186), "months, days and microseconds apart"),
  rule(
    "arrays",
    { ...scalar(1009), element: scalar(25) },
    "one dimension, NULLs kept, lower bounds not; more dimensions: quarantine",
  ),
  rule(
    "enum, range, composite, money, network, bit, xml, geometric and extension types",
    scalar(650),
    "the text that Postgres prints",
  ),
];
