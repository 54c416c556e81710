// Rows from the workbench into a table of the warehouse: DuckDB writes them to a file, some thousand rows at a time, as
// Parquet for a binary COPY (send-binary.ts), or as CSV whose bytes go to the server as they are; no JavaScript value is made
// per cell and memory is bounded. While one piece is being sent the next is being written.
import { mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { throwIfAborted } from "../../../kernel/abort.ts";
import { RevosError } from "../../../kernel/error.ts";
import type { TableName } from "../../../connector/destination.ts";
import { quoteText } from "../../../connector/workbench.ts";
import { frameBytes, type CopyIn } from "../copy-in.ts";
import type { Session } from "../session.ts";
import { benchName, type Bench, type Column } from "./bench-table.ts";
import { cellSql, factSqls, type CellFact } from "./cells.ts";
import { ident } from "./names.ts";
import { binaryPieceSql, pieceSender, planBinary, type BinarySender } from "./send-binary.ts";

/** One row group of the workbench. */
const pieceRows = 122_880;
const blockBytes = 512 * 1024;

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
  const [range] = await bench.workbench.all(
    `select count(*) as n, min(rowid) as low, max(rowid) as high from ${table}`,
  );
  const total = Number(range?.n ?? 0);
  if (total === 0) return 0;
  const binary = freeze ? await planBinary(bench, from, columns) : null;
  const text = binary ? null : await planText(bench, from, columns);
  const list = (text?.ordered ?? columns).map((column) => ident(column.name)).join(", ");
  const options = `${text ? "format csv, null '', encoding 'UTF8'" : "format binary"}${freeze ? ", freeze true" : ""}`;
  await mkdir(bench.scratch, { recursive: true, mode: 0o700 });
  const copy = session.copyIn(`copy ${into} (${list}) from stdin with (${options})`);
  const high = BigInt(String(range?.high ?? 0));
  const write = async (low: bigint, name: string): Promise<string> => {
    const file = join(bench.scratch, name);
    const rows = `${table} where rowid >= ${low} and rowid < ${low + BigInt(pieceRows)}`;
    await bench.workbench.run(
      binary ? binaryPieceSql(binary, rows, file) : (text?.pieceSql(rows, file) ?? ""),
    );
    return file;
  };
  let ended = false;
  let next: Promise<string> | null = null;
  let sender: Sender | null = null;
  try {
    await copy.start();
    sender = binary ? pieceSender(copy, binary) : textSender(copy);
    let low = BigInt(String(range?.low ?? 0));
    next = write(low, "piece-0");
    for (let i = 1; ; i++) {
      throwIfAborted(bench.signal);
      const file = await next;
      low += BigInt(pieceRows);
      next = low > high ? null : write(low, `piece-${i % 2}`);
      await sender.send(file, bench.signal);
      if (next === null) break;
      // Both are awaited in turn: a failed write is told as the failure it is.
      next.catch(() => {});
    }
    await sender.end();
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
      await sender?.settle();
      await copy.abandon();
    }
    for (const i of [0, 1]) await rm(join(bench.scratch, `piece-${i}`), { force: true });
  }
}

/** Sends pieces one after the other. */
type Sender = Pick<BinarySender, "send" | "end" | "settle">;

type TextPlan = {
  readonly ordered: readonly Column[];
  pieceSql(rows: string, file: string): string;
};

async function planText(
  bench: Bench,
  from: TableName,
  columns: readonly Column[],
): Promise<TextPlan> {
  const asked = columns.flatMap(({ name, duck }) =>
    factSqls(name, duck).map(([fact, sql]) => ({ name, fact, sql })),
  );
  const looks = asked.map(({ sql }, i) => `${sql} as f${i}`);
  const [facts] =
    asked.length === 0
      ? [{}]
      : await bench.workbench.all(`select ${looks.join(", ")} from ${benchName(from)}`);
  const factsOf = (name: string): Set<CellFact> =>
    new Set(
      asked.flatMap((one, i) => (one.name === name && facts?.[`f${i}`] === true ? [one.fact] : [])),
    );
  // The number first: a line that begins with a backslash and a dot would end the COPY on older servers.
  const ordered = [...columns].sort((a, b) => isNumber(b) - isNumber(a));
  const cells = ordered.map(
    (column, i) => `${cellSql(column.name, column.duck, factsOf(column.name))} as c${i}`,
  );
  return {
    ordered,
    pieceSql: (rows, file) =>
      `copy (select ${cells.join(", ")} from ${rows}) to ${quoteText(file)} (format csv, header false, nullstr '')`,
  };
}

const isNumber = (column: Column): number => (column.name === "_revos_id" ? 1 : 0);

/** The bytes of the pieces as they are. */
function textSender(copy: CopyIn): Sender {
  const blocks = [Buffer.allocUnsafe(blockBytes), Buffer.allocUnsafe(blockBytes)] as const;
  return {
    send: (file) => sendFile(copy, file, blocks),
    end: async () => {},
    settle: async () => {},
  };
}

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
