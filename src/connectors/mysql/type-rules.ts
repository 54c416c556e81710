// The written type table of MySQL and MariaDB with its loss rules: docs/reference/connectors.md is made from it. Canonical types
// are asked of the code that discovers columns, so that the table cannot say anything else.
import type { TypeRule } from "../../connector/type-rules.ts";
import { formatType } from "../../model/types.ts";
import { toCanonical, type MysqlType } from "./types.ts";

const rule = (
  sourceType: string,
  sample: Partial<MysqlType> & Pick<MysqlType, "dataType">,
  note: string,
): TypeRule => ({
  sourceType,
  canonical: formatType(
    toCanonical({ columnType: "", precision: 0, scale: 0, isJson: false, ...sample }),
  ),
  note,
});

const unsigned = { columnType: "unsigned" };

/** What every type becomes, and its loss rule. The canonical types are asked of `toCanonical` itself. */
export const typeRules: readonly TypeRule[] = [
  rule(
    "tinyint, tinyint unsigned, boolean",
    { dataType: "tinyint" },
    "exact; tinyint(1) stays a number, because it may hold any",
  ),
  rule("smallint", { dataType: "smallint" }, "exact"),
  rule("smallint unsigned", { dataType: "smallint", ...unsigned }, "exact"),
  rule("mediumint, mediumint unsigned", { dataType: "mediumint" }, "exact"),
  rule("int", { dataType: "int" }, "exact"),
  rule("int unsigned", { dataType: "int", ...unsigned }, "exact"),
  rule("bigint", { dataType: "bigint" }, "exact"),
  rule(
    "bigint unsigned, serial",
    { dataType: "bigint", ...unsigned },
    "exact, to 18446744073709551615",
  ),
  rule("year", { dataType: "year" }, "exact; 0000 is 0"),
  rule("bit(1)", { dataType: "bit", precision: 1 }, "exact"),
  rule("bit(2) to bit(63)", { dataType: "bit", precision: 8 }, "the number that the bits are"),
  rule("bit(64)", { dataType: "bit", precision: 64 }, "the number that the bits are, without sign"),
  rule(
    "decimal(p,s), p to 38",
    { dataType: "decimal", precision: 12, scale: 2 },
    "exact; zeros of zerofill are not kept",
  ),
  rule(
    "decimal(p,s), p above 38",
    { dataType: "decimal", precision: 65, scale: 30 },
    "exact, as text with all digits of the scale",
  ),
  rule(
    "float",
    { dataType: "float" },
    "the stored value to the bit, where the server's own text shows six digits",
  ),
  rule("double, real", { dataType: "double" }, "the stored value to the bit"),
  rule(
    "char, varchar, text types",
    { dataType: "varchar" },
    "any character set, as UTF-8; blanks at the end of char(n) are not kept, as in the server's own answers",
  ),
  rule(
    "enum",
    { dataType: "enum" },
    "the label; the invalid value (index 0) is the empty text, not NULL",
  ),
  rule("set", { dataType: "set" }, "the labels with commas between, in the order of the type"),
  rule(
    "json (MySQL), json (MariaDB: longtext with its check)",
    { dataType: "json" },
    "the server's text; numbers are not rewritten. Where the user may not see a table's checks, MariaDB's is text",
  ),
  rule(
    "binary(n), varbinary, blob types, vector",
    { dataType: "blob" },
    "the bytes; binary(n) keeps its padding",
  ),
  rule(
    "date",
    { dataType: "date" },
    "a day no calendar has (0000-00-00, 2020-00-15, 2023-02-30) or of the year 0: quarantine with that text; as `text` where `columns` asks for it, it lands",
  ),
  rule(
    "datetime(n)",
    { dataType: "datetime" },
    "wall clock without zone, to the microsecond; zero dates: quarantine",
  ),
  rule(
    "timestamp(n)",
    { dataType: "timestamp" },
    "the instant, read in UTC whatever the zones of server and session; zero: quarantine",
  ),
  rule(
    "time(n)",
    { dataType: "time" },
    "a duration, from -838:59:59 to 838:59:59, never cut to a clock; as `time` or `text` where `columns` asks for it",
  ),
  rule(
    "geometry and its kinds",
    { dataType: "point" },
    "its text (WKT), with SRID=n; before it where one is set; coordinates to the last digit",
  ),
  rule("uuid (MariaDB)", { dataType: "uuid" }, "exact"),
  rule("inet4, inet6 (MariaDB), all others", { dataType: "inet6" }, "the server's text"),
];
