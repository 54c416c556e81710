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
  type RowGroup,
} from "../../../connector/parquet/pages.ts";
import { quoteText } from "../../../connector/workbench.ts";
import {
  makeCopyEncoder,
  rowBytes,
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

const inputBytes = 8 * 1024 * 1024;
const outBytes = 512 * 1024;
const vectorRows = 2048;
/** Wider tables would take longer to compile for than they save. */
const maxColumns = 128;
/** Page headers with statistics, for a row group. */
const headBytes = 512 * 1024;

/** Null where the rows are to travel as text. */
export async function planBinary(
  bench: Bench,
  from: TableName,
  columns: readonly Column[],
): Promise<BinaryPlan | null> {
  if (columns.length > maxColumns) return null;
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

export const binaryPieceSql = (
  { cells, groupRows }: BinaryPlan,
  source: string,
  file: string,
): string =>
  `copy (select ${cells.map(({ sql }, i) => `${sql} as c${i}`).join(", ")} from ${source}) to ${quoteText(file)} (format parquet, compression uncompressed, dictionary_size_limit 0, row_group_size ${groupRows})`;

/** "PGCOPY\n\xff\r\n\0", flags, and the length of an extension that there is not. */
const header = Buffer.concat([Buffer.from("PGCOPY\n\xff\r\n\0", "latin1"), Buffer.alloc(8)]);

/** Takes the pieces in their order; `end` sends what is left. */
export class BinarySender {
  readonly #copy: CopyIn;
  readonly #encoder: CopyEncoder;
  readonly #groupRows: number;
  #out: 0 | 1 = 0;
  #at: number;
  #sending: Promise<void> = Promise.resolve();

  constructor(copy: CopyIn, plan: BinaryPlan) {
    this.#copy = copy;
    this.#groupRows = plan.groupRows + vectorRows;
    this.#encoder = makeCopyEncoder(
      plan.cells.map((cell) => cell.copy),
      { inputBytes, outBytes, rows: this.#groupRows, rowBytes: plan.rowBytes + 64 },
    );
    header.copy(this.#encoder.out[0], frameBytes);
    this.#at = frameBytes + header.length;
  }

  async send(file: string, signal: AbortSignal): Promise<void> {
    const descriptor = openSync(file, "r");
    try {
      const size = fstatSync(descriptor).size;
      const tail = read(descriptor, Buffer.alloc(tailBytes), size - tailBytes);
      const length = footerBytes(tail);
      const footer = read(descriptor, Buffer.alloc(length), size - tailBytes - length);
      for (const group of readFooter(footer)) {
        throwIfAborted(signal);
        await this.#sendGroup(descriptor, group);
      }
    } finally {
      closeSync(descriptor);
    }
  }

  async #sendGroup(descriptor: number, group: RowGroup): Promise<void> {
    const encoder = this.#encoder;
    const bytes = group.to - group.from;
    assert(
      bytes <= inputBytes && group.rows <= this.#groupRows,
      () => `A row group of ${group.rows} rows has ${bytes} bytes.`,
    );
    read(descriptor, encoder.input.subarray(0, bytes), group.from);
    const pages = readPages(encoder.input, group);
    const next = pages.map(() => 0);
    const left = pages.map(() => 0);
    for (let rows = group.rows; rows > 0;) {
      for (let i = 0; i < pages.length; i++) {
        if (left[i] !== 0) continue;
        const page = pages[i]?.[next[i] ?? 0];
        const present = encoder.present[i];
        assert(page !== undefined && present !== undefined, () => "A column has too few rows.");
        next[i] = (next[i] ?? 0) + 1;
        left[i] = page.rows;
        readLevels(encoder.input, page, present);
        encoder.point(i, page.valuesAt);
      }
      const done = encoder.encode(Math.min(rows, ...left), this.#out, this.#at);
      this.#at = encoder.end;
      for (let i = 0; i < left.length; i++) left[i] = (left[i] ?? 0) - done;
      rows -= done;
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

function read<Into extends Uint8Array>(descriptor: number, into: Into, at: number): Into {
  for (let done = 0; done < into.length;) {
    const count = readSync(descriptor, into, done, into.length - done, at + done);
    assert(count > 0, () => "A file in the scratch folder ended early.");
    done += count;
  }
  return into;
}
