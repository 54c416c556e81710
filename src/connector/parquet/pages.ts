// The pages of a Parquet file that DuckDB wrote plainly (uncompressed, no dictionaries, no nesting), as places in its bytes:
// values are then taken from where they lie, without a JavaScript value for each.
import { RevosError } from "../../kernel/error.ts";
import { ThriftReader, type ThriftStruct, type ThriftValue } from "./thrift-reader.ts";

export type Page = {
  readonly rows: number;
  /** The run-length coded marks of NULLs; null: the column has none. */
  readonly levels: { readonly at: number; readonly size: number } | null;
  /** Where the plain values begin. */
  readonly valuesAt: number;
};

export type RowGroup = {
  readonly rows: number;
  /** Where its bytes lie in the file. */
  readonly from: number;
  readonly to: number;
  readonly columns: readonly Chunk[];
};

type Chunk = { readonly at: number; readonly isOptional: boolean };

const plain = 0;
const dataPage = 0;
/** At the end of a file: the length of the footer, and four letters. */
export const tailBytes = 8;

export const footerBytes = (tail: Uint8Array): number =>
  new DataView(tail.buffer, tail.byteOffset).getUint32(0, true);

export function readFooter(bytes: Uint8Array): readonly RowGroup[] {
  const footer = new ThriftReader(bytes, 0).struct();
  // The first element is the root; with nothing nested the others are the columns.
  const isOptional = structs(footer.get(2))
    .slice(1)
    .map((element) => element.get(3) !== 0);
  return structs(footer.get(4)).map((group) => {
    const chunks = structs(group.get(1)).map((chunk) => struct(chunk.get(3)));
    const starts = chunks.map((facts) => number(facts.get(11) ?? facts.get(9)));
    const ends = chunks.map((facts, i) => (starts[i] ?? 0) + number(facts.get(7)));
    return {
      rows: number(group.get(3)),
      from: Math.min(...starts),
      to: Math.max(...ends),
      columns: starts.map((at, i) => ({ at, isOptional: isOptional[i] === true })),
    };
  });
}

/** The pages of each column. `bytes`: those of the row group; places are meant in them. */
export const readPages = (bytes: Uint8Array, group: RowGroup): readonly (readonly Page[])[] =>
  group.columns.map(({ at, isOptional }) =>
    pagesOf(bytes, at - group.from, group.rows, isOptional),
  );

function pagesOf(bytes: Uint8Array, from: number, rows: number, isOptional: boolean): Page[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const pages: Page[] = [];
  let at = from;
  for (let left = rows; left > 0;) {
    const reader = new ThriftReader(bytes, at);
    const header = reader.struct();
    const facts = struct(header.get(5));
    if (number(header.get(1)) !== dataPage || number(facts.get(2)) !== plain) throw unread();
    const body = reader.at;
    const size = isOptional ? view.getUint32(body, true) : 0;
    pages.push({
      rows: number(facts.get(1)),
      levels: isOptional ? { at: body + 4, size } : null,
      valuesAt: isOptional ? body + 4 + size : body,
    });
    left -= number(facts.get(1));
    at = body + number(header.get(3));
  }
  return pages;
}

/** One byte a row into `present`: 1 where there is a value. */
export function readLevels(bytes: Uint8Array, page: Page, present: Uint8Array): void {
  if (page.levels === null) {
    present.fill(1, 0, page.rows);
    return;
  }
  let { at } = page.levels;
  for (let row = 0; row < page.rows;) {
    let head = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++] ?? 0;
      head |= (byte & 127) << shift;
      if (byte < 128) break;
    }
    if ((head & 1) === 0) {
      const count = head >>> 1;
      present.fill((bytes[at++] ?? 0) & 1, row, Math.min(row + count, page.rows));
      row += count;
      continue;
    }
    for (let group = head >>> 1; group > 0; group--) {
      const bits = bytes[at++] ?? 0;
      for (let bit = 0; bit < 8 && row < page.rows; bit++) present[row++] = (bits >> bit) & 1;
    }
  }
}

const unread = (): RevosError =>
  new RevosError("bug.assertion", "A Parquet file of our own is not plain.");

function number(value: ThriftValue | undefined): number {
  if (typeof value !== "number") throw unread();
  return value;
}

function struct(value: ThriftValue | undefined): ThriftStruct {
  if (!(value instanceof Map)) throw unread();
  return value;
}

function structs(value: ThriftValue | undefined): readonly ThriftStruct[] {
  if (!Array.isArray(value)) throw unread();
  return value.map(struct);
}
