// stdout: the result and nothing else. One JSON document, tab-separated lines, or text for people.
import { RevosError } from "../kernel/error.ts";
import { short, splitList, type Flags } from "./flags.ts";
import type { Host } from "./host.ts";
import { page, pagerFor } from "./pager.ts";
import { suggest } from "./suggest.ts";
import type { Terminal } from "./terminal.ts";
import { toAscii } from "./view/glyphs.ts";
import { renderPlain, renderTable, type Column, type TableStyle } from "./view/table.ts";
import { fitLines } from "./view/width.ts";

export class Output {
  readonly #host: Host;
  readonly #terminal: Terminal;
  readonly #fields: readonly string[];

  constructor(host: Host, terminal: Terminal, flags: Flags) {
    this.#host = host;
    this.#terminal = terminal;
    this.#fields = splitList(flags.text("json") ?? "");
  }

  /** True when the reader is a program: the handler gives `json` and adds nothing for people. */
  get machine(): boolean {
    return this.#terminal.json || this.#terminal.ndjson;
  }

  /** Text for people, with a line end; on a terminal sentences are broken between words. */
  text(text: string): void {
    const { stdoutTty, width, lang } = this.#terminal;
    this.asIs(stdoutTty ? fitLines(text, width, { ambiguousIsNarrow: lang !== "ja" }) : text);
  }

  /** Text whose lines stay as they are: Markdown, YAML. */
  asIs(text: string): void {
    if (text === "") return;
    this.#host.stdout.write(
      `${this.#terminal.ascii ? toAscii(text) : text}${text.endsWith("\n") ? "" : "\n"}`,
    );
  }

  /** A document, lines as they are, through a pager where it is longer than the screen (`pages: false`: never). */
  async long(text: string, options: { readonly pages?: boolean } = {}): Promise<void> {
    const pager = options.pages === false ? null : pagerFor(this.#host, this.#terminal, text);
    if (pager === null) return this.asIs(text);
    const shown = `${this.#terminal.ascii ? toAscii(text) : text}\n`;
    if (!(await page(this.#host, pager, shown))) this.asIs(text);
  }

  /** Bytes of a file format (YAML, CSV), untouched by glyph rules. */
  raw(text: string): void {
    this.#host.stdout.write(text.endsWith("\n") || text === "" ? text : `${text}\n`);
  }

  /** The one document. `richer` holds more fields that only `--json=a,b` may ask for. */
  json(document: unknown, richer: unknown = document): void {
    const picked = this.#fields.length > 0 ? pick(richer, this.#fields) : document;
    const pretty = this.#terminal.stdoutTty && !this.#terminal.ndjson;
    this.#host.stdout.write(`${JSON.stringify(picked, null, pretty ? 2 : undefined)}\n`);
  }

  event(event: unknown): void {
    this.#host.stdout.write(`${JSON.stringify(event)}\n`);
  }

  /** A list: bare array, tab-separated lines or a table; `empty` is what people read when there is none. */
  list<Row>(
    rows: readonly Row[],
    columns: readonly Column<Row>[],
    empty: string,
    paint?: TableStyle["paint"],
  ): void {
    if (this.machine) return this.json(rows);
    if (this.#terminal.plain) return this.text(renderPlain(columns, rows));
    this.text(rows.length === 0 ? empty : this.table(rows, columns, paint));
  }

  table<Row>(
    rows: readonly Row[],
    columns: readonly Column<Row>[],
    paint?: TableStyle["paint"],
  ): string {
    return renderTable(columns, rows, this.tableStyle(paint));
  }

  tableStyle(paint?: TableStyle["paint"]): TableStyle {
    return {
      ambiguousIsNarrow: this.#terminal.lang !== "ja",
      width: this.#terminal.stdoutTty ? this.#terminal.width : null,
      list: this.#terminal.accessible,
      ...(paint ? { paint } : {}),
    };
  }
}

/** Only the named fields, of an object or of each object of an array. `a.b` reaches inside. */
export function pick(document: unknown, fields: readonly string[]): unknown {
  if (Array.isArray(document)) {
    const known = new Set(document.flatMap((one) => (isObject(one) ? Object.keys(one) : [])));
    if (document.length > 0) for (const field of fields) checkField(field, known);
    return document.map((one) => pickOne(one, fields));
  }
  if (isObject(document))
    for (const field of fields) checkField(field, new Set(Object.keys(document)));
  return pickOne(document, fields);
}

function pickOne(document: unknown, fields: readonly string[]): unknown {
  if (!isObject(document)) return document;
  const picked: Record<string, unknown> = {};
  for (const field of fields) {
    const value = field
      .split(".")
      .reduce<unknown>((at, key) => (isObject(at) ? at[key] : undefined), document);
    if (value !== undefined) picked[field] = value;
  }
  return picked;
}

function checkField(field: string, known: ReadonlySet<string>): void {
  const first = field.split(".")[0] ?? "";
  if (known.has(first)) return;
  const near = suggest(first, known);
  throw new RevosError(
    "usage.bad_value",
    `--json=${short(field)}: no such field. There are ${[...known].join(", ")}.`,
    {
      data: { flag: "--json", value: short(field), wanted: [...known].join(", ") },
      ...(near ? { advice: `--json=${near}` } : {}),
    },
  );
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
