// Values in row filters, by column type: how a comparison value is read, compared with a cell's canonical text (early
// form, JavaScript) and written as SQL (late form). Both forms must give the same answer; a property test holds them together.
import { quoteText } from "../../connector/workbench.ts";
import type { CanonicalType } from "../../model/types.ts";
import { compareStrings, sqlOperators, type Compared } from "./compared.ts";
import { readExact, readFloat, readNumber } from "./number-values.ts";
import { readInstant, readTime } from "./time-values.ts";

/** What a type can be asked in a filter. */
export type Domain = {
  readonly ordered: boolean;
  readonly equality: boolean;
  readonly matches: boolean;
  /** Undefined: the text is not a value of this type. */
  readonly read: (text: string) => Compared | undefined;
};

const nothing: Domain = { ordered: false, equality: false, matches: false, read: () => undefined };

export function domainOf(type: CanonicalType): Domain {
  switch (type.kind) {
    case "boolean":
      return { ordered: false, equality: true, matches: true, read: readBoolean };
    case "int16":
    case "int32":
    case "int64":
    case "uint64":
      return { ordered: true, equality: true, matches: true, read: (text) => readExact(text, 0) };
    case "decimal":
      return {
        ordered: true,
        equality: true,
        matches: false,
        read: (text) => readExact(text, type.scale),
      };
    case "number":
      return { ordered: true, equality: true, matches: false, read: readNumber };
    case "float32":
    case "float64":
      return {
        ordered: true,
        equality: true,
        matches: false,
        read: (text) => readFloat(text, type.kind === "float32" ? "float32" : "float64"),
      };
    case "text":
      return { ordered: true, equality: true, matches: true, read: readText };
    case "json":
      return { ordered: false, equality: true, matches: true, read: readText };
    case "uuid":
      return { ordered: true, equality: true, matches: true, read: readUuid };
    case "binary":
      return { ordered: false, equality: true, matches: false, read: readBinary };
    case "date":
    case "timestamp":
    case "timestamptz": {
      const kind = type.kind;
      return {
        ordered: true,
        equality: true,
        matches: false,
        read: (text) => readInstant(text, kind),
      };
    }
    case "time":
      return { ordered: true, equality: true, matches: false, read: readTime };
    case "timetz":
    case "interval":
    case "list":
      return nothing;
  }
}

/** By bytes of UTF-8, as DuckDB does; JavaScript's own order differs above U+FFFF. */
export function compareText(a: string, b: string): number {
  return a === b ? 0 : Buffer.compare(Buffer.from(a, "utf8"), Buffer.from(b, "utf8"));
}

function readText(text: string): Compared {
  return {
    sign: (cell) => compareText(cell, text),
    sql: (expression, operator) =>
      `${expression}::varchar ${sqlOperators[operator]} ${quoteText(text)}`,
  };
}

const truths: Readonly<Record<string, boolean>> = {
  true: true,
  t: true,
  "1": true,
  false: false,
  f: false,
  "0": false,
};

function readBoolean(text: string): Compared | undefined {
  const wanted = truths[text.trim().toLowerCase()];
  if (wanted === undefined) return undefined;
  return {
    sign: (cell) => {
      const value = truths[cell.trim().toLowerCase()];
      return value === undefined ? undefined : Number(value) - Number(wanted);
    },
    sql: (expression, operator) => `${expression} ${sqlOperators[operator]} ${wanted}`,
  };
}

const uuidForm =
  /^\{?([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})\}?$/i;

function toUuid(text: string): string | undefined {
  const parts = uuidForm.exec(text.trim());
  return parts ? parts.slice(1).join("-").toLowerCase() : undefined;
}

function readUuid(text: string): Compared | undefined {
  const wanted = toUuid(text);
  if (wanted === undefined) return undefined;
  return {
    sign: (cell) => {
      const value = toUuid(cell);
      return value === undefined ? undefined : compareStrings(value, wanted);
    },
    sql: (expression, operator) =>
      `${expression} ${sqlOperators[operator]} ${quoteText(wanted)}::uuid`,
  };
}

const toHex = (text: string): string | undefined =>
  /^(?:\\x)?((?:[0-9a-f]{2})*)$/i.exec(text.trim())?.[1]?.toLowerCase();

function readBinary(text: string): Compared | undefined {
  const wanted = toHex(text);
  if (wanted === undefined) return undefined;
  return {
    sign: (cell) => {
      const value = toHex(cell);
      return value === undefined ? undefined : compareStrings(value, wanted);
    },
    sql: (expression, operator) =>
      `${expression} ${sqlOperators[operator]} unhex(${quoteText(wanted)})`,
  };
}
