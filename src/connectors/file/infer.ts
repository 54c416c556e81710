// Columns and types of a stream of text files, judged from all values (up to options.scanBytes). Conservative: a type other
// than text is given only when every value seen is of it, and nothing would be lost by it.
import type { CatalogColumn } from "../../model/catalog.ts";
import type { CanonicalType } from "../../model/types.ts";
import { fromDecimalComma } from "./cell-rules.ts";
import type { FileOptions } from "./config.ts";
import { members } from "./json-path.ts";
import { JsonScanner, jsonKindOf } from "./json-scan.ts";
import { keepApart } from "./names.ts";
import type { BatchTarget } from "./csv-batch.ts";
import type { RecordReader } from "./reader.ts";
import { form, type FileRecord } from "./record.ts";
import { classify, valueClass } from "./value-class.ts";

const maxNested = 200;
const maxDepth = 6;

type Judged = {
  readonly name: string;
  /** Bits of `valueClass` over all values so far. */
  classes: number;
  hasNull: boolean;
  /** JSON: it held strings, objects or arrays. */
  hasString: boolean;
  hasNested: boolean;
  readonly paths: Map<string, readonly string[]>;
};

export class TypeJudge {
  readonly #options: FileOptions;
  readonly #isJson: boolean;
  readonly #columns = new Map<string, Judged>();
  #order: Judged[] = [];
  #names: readonly string[] = [];
  readonly #scanner = new JsonScanner();
  rows = 0;
  badRows = 0;

  constructor(options: FileOptions, isJson: boolean) {
    this.#options = options;
    this.#isJson = isJson;
  }

  begin(reader: RecordReader): void {
    this.#names = reader.names;
    this.#order = [];
    this.#locate();
    // A column that only some files have is missing in the rows of the others.
    for (const column of this.#columns.values())
      if (!this.#names.includes(column.name)) column.hasNull = true;
  }

  #locate(): void {
    for (let field = this.#order.length; field < this.#names.length; field++) {
      const name = this.#names[field] ?? "";
      let column = this.#columns.get(name);
      if (!column) {
        column = {
          name,
          classes: 0,
          hasNull: this.rows > 0,
          hasString: false,
          hasNested: false,
          paths: new Map(),
        };
        this.#columns.set(name, column);
      }
      this.#order.push(column);
    }
  }

  /**
   * What the fields of this file's records may be without that anything new would be learned of their columns; null where
   * each value must be looked at.
   */
  knownFields(): BatchTarget[] | null {
    if (this.#isJson || this.#options.decimal === "," || this.#options.nullText.length > 0)
      return null;
    if (this.rows < fewestRows || this.#order.length !== this.#names.length) return null;
    return this.#order.map(knownField);
  }

  /** Records that hold nothing new. */
  addKnown(rows: number): void {
    this.rows += rows;
  }

  add(record: FileRecord): void {
    if (this.#order.length !== this.#names.length) this.#locate();
    this.rows++;
    const columns = this.#order;
    for (let field = 0; field < columns.length; field++) {
      const column = columns[field];
      if (!column) continue;
      const kind = field < record.count ? (record.forms[field] ?? form.null) : form.null;
      if (kind === form.null) column.hasNull = true;
      else if (this.#isJson) this.#addJson(column, record, field, kind);
      else if (!(column.classes & valueClass.text)) this.#addField(column, record, field, kind);
    }
  }

  #addField(column: Judged, record: FileRecord, field: number, kind: number): void {
    const start = record.starts[field] ?? 0;
    const end = record.ends[field] ?? 0;
    if (end === start) {
      column.hasNull = true;
      return;
    }
    if (
      kind === form.plain &&
      this.#options.nullText.length > 0 &&
      this.#options.nullText.includes(record.textOf(field) ?? "")
    ) {
      column.hasNull = true;
      return;
    }
    if (this.#options.decimal === ",") {
      const text = record.textOf(field) ?? "";
      const bytes = Buffer.from(fromDecimalComma(text) ?? text);
      // "1.5" is no number where the comma is the mark, but its bytes would pass for one.
      const isPoint = fromDecimalComma(text) === null && /^-?[\d.]+$/.test(text);
      column.classes |= isPoint ? valueClass.text : classify(bytes, 0, bytes.length);
      return;
    }
    column.classes |= kind === form.escaped ? valueClass.text : classify(record.bytes, start, end);
  }

  #addJson(column: Judged, record: FileRecord, field: number, kind: number): void {
    const start = record.starts[field] ?? 0;
    if (kind === form.quoted || kind === form.escaped) column.hasString = true;
    else if (kind === form.nested) {
      column.hasNested = true;
      this.#addPaths(column, record.bytes, start, record.ends[field] ?? start, []);
    } else if (jsonKindOf(record.bytes[start]) === "boolean") column.classes |= valueClass.boolean;
    else if (!(column.classes & valueClass.decimal)) {
      const found = classify(record.bytes, start, record.ends[field] ?? start);
      column.classes |= found & valueClass.integer ? valueClass.integer : valueClass.decimal;
    }
  }

  #addPaths(
    column: Judged,
    bytes: Uint8Array,
    start: number,
    end: number,
    above: readonly string[],
  ): void {
    if (bytes[start] !== 123 || above.length >= maxDepth || column.paths.size >= maxNested) return;
    for (const member of members(this.#scanner, bytes, start, end)) {
      const path = [...above, member.name];
      const key = JSON.stringify(path);
      if (!column.paths.has(key) && column.paths.size < maxNested) column.paths.set(key, path);
      this.#addPaths(column, bytes, member.start, member.end, path);
    }
  }

  /** Whether the type of each column could be held to, value by value (`isStill`). */
  isSettled(): boolean {
    return (
      !this.#isJson &&
      this.#options.decimal === "." &&
      this.rows >= fewestRows &&
      [...this.#columns.values()].every(
        ({ classes }) => classes !== 0 && fieldType(classes).kind in settled,
      )
    );
  }

  /** The columns in the order they were first met. */
  columns(): CatalogColumn[] {
    const names = keepApart([...this.#columns.keys()]);
    return [...this.#columns.values()].map((column) => {
      const type = this.#isJson ? jsonType(column) : fieldType(column.classes);
      return {
        name: names.get(column.name) ?? column.name,
        type,
        sourceType:
          column.classes === 0 && !column.hasString && !column.hasNested ? "empty" : type.kind,
        nullable: column.hasNull || this.rows === 0,
        ...(column.paths.size > 0
          ? { nested: [...column.paths.values()].map((path) => [...path]) }
          : {}),
      };
    });
  }
}

/** Before so many rows it is too early to say what a column is. */
const fewestRows = 64;

function knownField({ classes, hasNull }: Judged): BatchTarget {
  const common = { place: null, mayBeNull: hasNull };
  const { boolean, integer, decimal, wide } = valueClass;
  if (classes & valueClass.text) return { kind: "skip", ...common };
  if (classes === (integer | wide)) return { kind: "integer", digits: 18, ...common };
  const { kind } = fieldType(classes);
  if (classes === boolean) return { kind: "bool", ...common };
  if (kind === "date" || kind === "timestamp" || kind === "timestamptz") return { kind, ...common };
  // A mixture stays text whatever comes; of a column without values each value is news.
  if (kind === "text" && classes !== 0)
    return { kind: "text", isEmptyText: false, isNumber: false, ...common };
  return {
    kind: "digits",
    integer: (classes & integer) !== 0,
    decimal: (classes & decimal) !== 0,
    ...common,
  };
}

const { boolean, integer, bigInteger, decimal, date, timestamp, timestamptz } = valueClass;
/** Types that can be held to: all classes that leave a column of the type with it. Of text everything is. */
const settled: Readonly<Record<string, number>> = {
  boolean,
  int64: integer,
  number: integer | bigInteger | decimal,
  date,
  timestamp,
  timestamptz,
  text: 2 * valueClass.wide - 1,
};

/** Whether a column of this type keeps it, having a value of these classes as well. */
export const isStill = (type: CanonicalType, classes: number): boolean =>
  within(classes & ~valueClass.wide, settled[type.kind] ?? 0);

const within = (classes: number, allowed: number): boolean => (classes & ~allowed) === 0;

function fieldType(all: number): CanonicalType {
  const { boolean, integer, bigInteger, decimal, float, date, timestamp, timestamptz, wide } =
    valueClass;
  const classes = all & ~wide;
  if (classes === 0) return { kind: "text" };
  if (classes === boolean) return { kind: "boolean" };
  if (classes === integer) return { kind: "int64" };
  if (within(classes, integer | bigInteger | decimal)) return { kind: "number" };
  if (within(all, integer | decimal | float)) return { kind: "float64" };
  if (classes === date) return { kind: "date" };
  if (classes === timestamp) return { kind: "timestamp" };
  if (classes === timestamptz) return { kind: "timestamptz" };
  return { kind: "text" };
}

/** JSON says its types itself: strings are text whatever they look like, and a mixture is text, or JSON where it nests. */
function jsonType({ classes, hasString, hasNested }: Judged): CanonicalType {
  if (hasNested) return { kind: "json" };
  if (hasString) return { kind: "text" };
  if (classes === valueClass.boolean) return { kind: "boolean" };
  if (classes === valueClass.integer) return { kind: "int64" };
  if (classes !== 0 && within(classes, valueClass.integer | valueClass.decimal))
    return { kind: "number" };
  return { kind: "text" };
}
