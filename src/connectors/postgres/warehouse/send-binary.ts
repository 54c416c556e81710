// Rows from the workbench into a table of the warehouse as binary COPY: DuckDB writes plain Parquet, a hundred thousand rows
// at a time, and generated WebAssembly makes rows of its columns. The server then has nothing to parse. Only for tables that
// this run has made (a binary value must be of the very type), of rows that are neither huge nor of rare types.
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { throwIfAborted } from "../../../kernel/abort.ts";
import { assert } from "../../../kernel/assert.ts";
import type { TableName } from "../../../connector/destination.ts";
import {
  footerBytes,
  readFooter,
  readLevels,
  readPages,
  tailBytes,
  type Page,
  type RowGroup,
} from "../../../connector/parquet/pages.ts";
import { quoteText } from "../../../connector/workbench.ts";
import type { CopyColumn } from "../../../protocols/postgres/copy-cells.ts";
import {
  makeCopyEncoder,
  rowBytes,
  type CopyBounds,
  type CopyEncoder,
} from "../../../protocols/postgres/copy-encoder.ts";
import { frameBytes, type CopyIn } from "../copy-in.ts";
import { binaryCell, type BinaryCell } from "./binary-cells.ts";
import { benchName, type Bench, type Column } from "./bench-table.ts";

export type BinaryPlan = {
  readonly cells: readonly BinaryCell[];
  /** Of one row group of a piece. */
  readonly groupRows: number;
  readonly rowBytes: number;
};

/** A segment as it stands on the disk, and what its rows get beside its columns. */
export type SentSegment = {
  readonly file: string;
  /** By column of the table: its place in the file; null: it is none of the file's. */
  readonly places: readonly (number | null)[];
  /** The place of a column that has a value where a row is to be left out; null: there are no such rows. */
  readonly marks: number | null;
  /** By column of the table: the fields of a `constant`. */
  readonly constants: readonly Uint8Array[];
  /** What `serial` begins with. */
  readonly id: bigint;
};

/** Of a row's bytes, those that are kept for what is no text. */
export const leastTextBytes = 4096;

const inputBytes = 8 * 1024 * 1024;
const outBytes = 512 * 1024;
const vectorRows = 2048;
/** Wider tables would take longer to compile for than they save. */
export const mostColumns = 128;
/** Page headers with statistics, for a row group. */
const headBytes = 512 * 1024;

/** Null where the rows are to travel as text. */
export async function planBinary(
  bench: Bench,
  from: TableName,
  columns: readonly Column[],
): Promise<BinaryPlan | null> {
  if (columns.length > mostColumns) return null;
  const cells: BinaryCell[] = [];
  for (const { name, duck } of columns) {
    const cell = binaryCell(name, duck);
    if (!cell) return null;
    cells.push(cell);
  }
  const asked = cells.flatMap(({ fits, longest }, i) => [
    ...(fits === null ? [] : [`${fits} as f${i}`]),
    ...(longest === null ? [] : [`coalesce(${longest}, 0) as l${i}`]),
  ]);
  const [facts] =
    asked.length === 0
      ? [{}]
      : await bench.workbench.all(`select ${asked.join(", ")} from ${benchName(from)}`);
  if (cells.some(({ fits }, i) => fits !== null && facts?.[`f${i}`] !== true)) return null;
  const most = rowBytes(
    cells.map(({ copy }) => copy),
    cells.map((_, i) => Number(facts?.[`l${i}`] ?? 0)),
  );
  // Marks of NULLs take two bytes at most; a row group may have a vector more than was asked for.
  const fitting = Math.floor((inputBytes - headBytes) / (most + 2 * cells.length));
  const groupRows = Math.floor(fitting / vectorRows - 1) * vectorRows;
  return groupRows < vectorRows ? null : { cells, groupRows, rowBytes: most };
}

/** The sender of the pieces that `binaryPieceSql` has written. */
export const pieceSender = (copy: CopyIn, plan: BinaryPlan): BinarySender =>
  new BinarySender(
    copy,
    plan.cells.map((cell) => cell.copy),
    { inputBytes, rows: plan.groupRows + vectorRows, rowBytes: plan.rowBytes + 64 },
  );

export const binaryPieceSql = (
  { cells, groupRows }: BinaryPlan,
  source: string,
  file: string,
): string =>
  `copy (select ${cells.map(({ sql }, i) => `${sql} as c${i}`).join(", ")} from ${source}) to ${quoteText(file)} (format parquet, compression uncompressed, dictionary_size_limit 0, row_group_size ${groupRows})`;

/** "PGCOPY\n\xff\r\n\0", flags, and the length of an extension that there is not. */
const header = Buffer.concat([Buffer.from("PGCOPY\n\xff\r\n\0", "latin1"), Buffer.alloc(8)]);

/** Takes pieces and segments in their order; `end` sends what is left. */
export class BinarySender {
  readonly #copy: CopyIn;
  readonly #encoder: CopyEncoder;
  readonly #bounds: CopyBounds;
  #out: 0 | 1 = 0;
  #at: number;
  #sending: Promise<void> = Promise.resolve();

  constructor(copy: CopyIn, columns: readonly CopyColumn[], bounds: Omit<CopyBounds, "outBytes">) {
    this.#copy = copy;
    this.#bounds = { ...bounds, outBytes };
    this.#encoder = makeCopyEncoder(columns, this.#bounds);
    header.copy(this.#encoder.out[0], frameBytes);
    this.#at = frameBytes + header.length;
  }

  /** A piece that DuckDB wrote: its columns are those of the table. */
  async send(file: string, signal: AbortSignal): Promise<void> {
    using piece = openParquet(file);
    for (const group of piece.groups) {
      throwIfAborted(signal);
      assert(
        this.#fits(group),
        () => `A row group of ${group.rows} rows has ${group.to - group.from} bytes.`,
      );
      const pages = this.#take(piece, group);
      this.#encoder.marks.fill(0, 0, group.rows);
      await this.#encode(group.rows, pages);
    }
  }

  /**
   * A segment, whose file has a page for each column; gives how many rows were sent. Null: none, one of them must be looked at, or
   * is too long.
   */
  async sendSegment(segment: SentSegment): Promise<number | null> {
    using file = openParquet(segment.file);
    const [group, more] = file.groups;
    if (!group || more || !this.#fits(group)) return null;
    const encoder = this.#encoder;
    const all = this.#take(file, group);
    const pages = segment.places.map((place) => (place === null ? [] : (all[place] ?? [])));
    let longest = this.#bounds.rowBytes - leastTextBytes;
    for (const [i, [page]] of pages.entries()) {
      if (!page) continue;
      this.#point(i, page);
      const looked = encoder.look(i, page.rows);
      longest -= looked.longest;
      if (looked.isOdd || longest < 0) return null;
    }
    const [marks] = segment.marks === null ? [] : (all[segment.marks] ?? []);
    if (marks) readLevels(encoder.input, marks, encoder.marks);
    else encoder.marks.fill(0, 0, group.rows);
    let sent = group.rows;
    for (let row = 0; row < group.rows; row++) sent -= encoder.marks[row] ?? 0;
    encoder.count(segment.id);
    segment.constants.forEach((bytes, i) => encoder.constants[i]?.set(bytes));
    await this.#encode(group.rows, pages);
    return sent;
  }

  #fits(group: RowGroup): boolean {
    return group.to - group.from <= this.#bounds.inputBytes && group.rows <= this.#bounds.rows;
  }

  #take(file: OpenParquet, group: RowGroup): readonly (readonly Page[])[] {
    file.read(this.#encoder.input.subarray(0, group.to - group.from), group.from);
    return readPages(this.#encoder.input, group);
  }

  #point(column: number, page: Page): void {
    const present = this.#encoder.present[column];
    assert(present !== undefined, () => "A page of no column.");
    readLevels(this.#encoder.input, page, present);
    this.#encoder.point(column, page.valuesAt);
  }

  /** Without pages stands what is no column of the file. */
  async #encode(rows: number, pages: readonly (readonly Page[])[]): Promise<void> {
    const encoder = this.#encoder;
    const next = pages.map(() => 0);
    const left = pages.map((list) => (list.length === 0 ? rows : 0));
    encoder.pointMarks();
    for (let rest = rows; rest > 0;) {
      for (let i = 0; i < pages.length; i++) {
        if (left[i] !== 0) continue;
        const page = pages[i]?.[next[i] ?? 0];
        assert(page !== undefined, () => "A column has too few rows.");
        next[i] = (next[i] ?? 0) + 1;
        left[i] = page.rows;
        this.#point(i, page);
      }
      const done = encoder.encode(Math.min(rest, ...left), this.#out, this.#at);
      this.#at = encoder.end;
      for (let i = 0; i < left.length; i++) left[i] = (left[i] ?? 0) - done;
      rest -= done;
      if (this.#at >= outBytes) await this.#flush();
    }
  }

  /** Hands over what is in one buffer, and waits until the other one is free. */
  async #flush(): Promise<void> {
    const block = this.#encoder.out[this.#out].subarray(0, this.#at);
    await this.#sending;
    this.#sending = this.#copy.write(block);
    this.#sending.catch(() => {});
    this.#out = this.#out === 0 ? 1 : 0;
    this.#at = frameBytes;
  }

  async end(): Promise<void> {
    // After the last row stands a count of columns of -1.
    this.#encoder.out[this.#out].writeInt16BE(-1, this.#at);
    this.#at += 2;
    await this.#flush();
    await this.#sending;
  }

  /** Nothing is sent from the buffers any more when this has ended. */
  async settle(): Promise<void> {
    await this.#sending.catch(() => {});
  }
}

type OpenParquet = Disposable & {
  readonly groups: readonly RowGroup[];
  read(into: Uint8Array, at: number): void;
};

function openParquet(file: string): OpenParquet {
  const descriptor = openSync(file, "r");
  try {
    const size = fstatSync(descriptor).size;
    const tail = read(descriptor, Buffer.alloc(tailBytes), size - tailBytes);
    const length = footerBytes(tail);
    return {
      groups: readFooter(read(descriptor, Buffer.alloc(length), size - tailBytes - length)),
      read: (into, at) => void read(descriptor, into, at),
      [Symbol.dispose]: () => closeSync(descriptor),
    };
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

function read<Into extends Uint8Array>(descriptor: number, into: Into, at: number): Into {
  for (let done = 0; done < into.length;) {
    const count = readSync(descriptor, into, done, into.length - done, at + done);
    assert(count > 0, () => "A file in the scratch folder ended early.");
    done += count;
  }
  return into;
}
