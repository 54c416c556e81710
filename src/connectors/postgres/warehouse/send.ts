// Rows from the workbench into a table of the warehouse: DuckDB writes them as CSV, some thousand rows at a time, and the
// bytes go to the server's COPY as they are, so no JavaScript value is made per cell and memory is bounded. While one piece is
// being sent the next is being written.
import { mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { throwIfAborted } from "../../../kernel/abort.ts";
import { RevosError } from "../../../kernel/error.ts";
import type { TableName } from "../../../connector/destination.ts";
import { quoteName, quoteText, type Workbench } from "../../../connector/workbench.ts";
import { frameBytes, type CopyIn } from "../copy-in.ts";
import type { Session } from "../session.ts";
import { cellSql, factSqls, type CellFact } from "./cells.ts";
import { ident } from "./names.ts";

export type Column = { readonly name: string; readonly duck: string };

export type Bench = {
  readonly workbench: Workbench;
  /** A folder for pieces that are on their way. */
  readonly scratch: string;
  readonly signal: AbortSignal;
};

/** One row group of the workbench. */
const pieceRows = 122_880;
const blockBytes = 512 * 1024;

export const benchName = (table: TableName): string =>
  `${quoteName(table.schema)}.${quoteName(table.table)}`;

/** Columns of a workbench table, in order. */
export async function benchColumns(bench: Bench, table: TableName): Promise<Column[]> {
  const rows = await bench.workbench.all(`describe select * from ${benchName(table)}`);
  return rows.map((row) => ({ name: String(row.column_name), duck: String(row.column_type) }));
}

/** Sends all rows of `from` into `into` (SQL of a table); gives how many. `freeze`: the table was made in this transaction. */
export async function sendRows(
  session: Session,
  bench: Bench,
  from: TableName,
  columns: readonly Column[],
  into: string,
  freeze: boolean,
): Promise<number> {
  const table = benchName(from);
  const asked = columns.flatMap(({ name, duck }) =>
    factSqls(name, duck).map(([fact, sql]) => ({ name, fact, sql })),
  );
  const looks = asked.map(({ sql }, i) => `${sql} as f${i}`);
  const [facts] = await bench.workbench.all(
    `select ${["count(*) as n", "min(rowid) as low", "max(rowid) as high", ...looks].join(", ")} from ${table}`,
  );
  const total = Number(facts?.n ?? 0);
  if (total === 0) return 0;
  const factsOf = (name: string): Set<CellFact> =>
    new Set(
      asked.flatMap((one, i) => (one.name === name && facts?.[`f${i}`] === true ? [one.fact] : [])),
    );
  // The number first: a line that begins with a backslash and a dot would end the COPY on older servers.
  const ordered = [...columns].sort((a, b) => isNumber(b) - isNumber(a));
  const cells = ordered.map(
    (column, i) => `${cellSql(column.name, column.duck, factsOf(column.name))} as c${i}`,
  );
  const list = ordered.map((column) => ident(column.name)).join(", ");
  const options = `format csv, null '', encoding 'UTF8'${freeze ? ", freeze true" : ""}`;
  await mkdir(bench.scratch, { recursive: true, mode: 0o700 });
  const copy = session.copyIn(`copy ${into} (${list}) from stdin with (${options})`);
  const high = BigInt(String(facts?.high ?? 0));
  const write = async (low: bigint, name: string): Promise<string> => {
    const file = join(bench.scratch, name);
    await bench.workbench.run(
      `copy (select ${cells.join(", ")} from ${table} where rowid >= ${low} and rowid < ${low + BigInt(pieceRows)}) to ${quoteText(file)} (format csv, header false, nullstr '')`,
    );
    return file;
  };
  let ended = false;
  let next: Promise<string> | null = null;
  try {
    await copy.start();
    const blocks = [Buffer.allocUnsafe(blockBytes), Buffer.allocUnsafe(blockBytes)] as const;
    let low = BigInt(String(facts?.low ?? 0));
    next = write(low, "piece-0.csv");
    for (let i = 1; ; i++) {
      throwIfAborted(bench.signal);
      const file = await next;
      low += BigInt(pieceRows);
      next = low > high ? null : write(low, `piece-${i % 2}.csv`);
      await sendFile(copy, file, blocks);
      if (next === null) break;
      // Both are awaited in turn: a failed write is told as the failure it is.
      next.catch(() => {});
    }
    const rows = await copy.end();
    ended = true;
    if (rows !== total)
      throw new RevosError(
        "bug.assertion",
        `${total} rows were sent and ${rows} arrived. Nothing was published.`,
      );
    return rows;
  } finally {
    if (!ended) {
      await next?.catch(() => {});
      await copy.abandon();
    }
    for (const i of [0, 1]) await rm(join(bench.scratch, `piece-${i}.csv`), { force: true });
  }
}

const isNumber = (column: Column): number => (column.name === "_revos_id" ? 1 : 0);

async function sendFile(
  copy: CopyIn,
  file: string,
  blocks: readonly [Buffer, Buffer],
): Promise<void> {
  const handle = await open(file, "r");
  try {
    let sending: Promise<void> = Promise.resolve();
    for (let i = 0; ; i++) {
      const block = i % 2 === 0 ? blocks[0] : blocks[1];
      const { bytesRead } = await handle.read(block, frameBytes, block.length - frameBytes, null);
      await sending;
      if (bytesRead === 0) return;
      sending = copy.write(block.subarray(0, frameBytes + bytesRead));
      sending.catch(() => {});
    }
  } finally {
    await handle.close();
  }
}
