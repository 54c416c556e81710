// Rows on their way to the warehouse while their stream is still being read: segments that need no look go from their files as
// binary COPY into a table that only this transaction sees, and in which they will be published. What the workbench has to judge
// is staged there as ever, and comes after them.
import type {
  Inflow,
  InflowRequest,
  InflowSegment,
  TableName,
} from "../../../connector/destination.ts";
import { assert } from "../../../kernel/assert.ts";
import type { CanonicalType } from "../../../model/types.ts";
import { numericDigits, type CopyColumn } from "../../../protocols/postgres/copy-cells.ts";
import type { CopyIn } from "../copy-in.ts";
import type { Session } from "../session.ts";
import type { HeldTransaction, Link } from "./link.ts";
import { ident, qualified, workName } from "./names.ts";
import { BinarySender, leastTextBytes, mostColumns } from "./send-binary.ts";
import { whyNotRename } from "./swap.ts";
import { columnsOf } from "./tables.ts";
import { postgresType } from "./types.ts";

/** The encoder holds one segment; a larger one is staged. */
const bounds = {
  inputBytes: 24 * 1024 * 1024,
  rows: 65_536,
  rowBytes: leastTextBytes + 64 * 1024,
} as const;

/** What a publish takes over: a table that its transaction has made and filled. */
export type Arrived = { readonly transaction: HeldTransaction; readonly table: TableName };

type Open = {
  readonly transaction: HeldTransaction;
  readonly copy: CopyIn;
  readonly sender: BinarySender;
};

/** Null where a column has no binary form. From the first segment on the link is the inflow's alone. */
export function makeInflow(link: Link, request: InflowRequest): PostgresInflow | null {
  const cells = request.columns.map(({ type }) => cellOf(type));
  const known = cells.filter((cell) => cell !== null);
  return known.length < cells.length || cells.length > mostColumns
    ? null
    : new PostgresInflow(link, request, known);
}

export class PostgresInflow implements Inflow {
  readonly #link: Link;
  readonly #request: InflowRequest;
  readonly #cells: readonly CopyColumn[];
  readonly #table: TableName;
  readonly #tried: string;
  #transaction: HeldTransaction | null = null;
  #open: Open | null = null;
  #arrived: Arrived | null = null;
  #isOver = false;
  #failure: { readonly error: unknown } | null = null;
  #sent = 0;
  #highest: bigint | null = null;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(link: Link, request: InflowRequest, cells: readonly CopyColumn[]) {
    const { schema, table } = request.target;
    this.#link = link;
    this.#request = request;
    this.#cells = cells;
    this.#table = { schema, table: workName("new", `${schema}.${table}`) };
    this.#tried = `Could not send rows of ${schema}.${table} to ${link.place}`;
  }

  get isLost(): boolean {
    return this.#transaction?.isLost === true;
  }

  get highest(): bigint | null {
    return this.#highest;
  }

  get arrived(): Arrived | null {
    return this.#arrived;
  }

  /** In turn: the rows of one segment follow those of another. */
  send(segment: InflowSegment): Promise<number | null> {
    const sending = this.#turn.then(() => this.#send(segment));
    this.#turn = sending.catch(() => {});
    return sending;
  }

  async #send(segment: InflowSegment): Promise<number | null> {
    if (this.#failure) throw this.#failure.error;
    if (this.#isOver) return null;
    const open = this.#open ?? (await this.#begin());
    if (open === null) return null;
    const { columns } = segment;
    const places = this.#request.columns.map(({ from }) =>
      columns.findIndex((column) => column.name === from),
    );
    assert(!places.includes(-1), () => "A segment has not the columns that were said.");
    const sent = await this.#within(open, () =>
      open.sender.sendSegment({
        file: segment.file,
        places: [...places, null, null],
        // Behind the columns stand the reasons and the original of a row that the source has marked.
        marks: segment.hasBad ? columns.length : null,
        constants: [...places.map(() => nothing), nothing, this.#constants(segment.readAt)],
        id: segment.id,
      }),
    );
    if (sent === null) return null;
    this.#sent += sent;
    const last = segment.id + BigInt(segment.rows) - 1n;
    if (this.#highest === null || last > this.#highest) this.#highest = last;
    return sent;
  }

  /** Null where the table cannot be renamed over the old one: rows that are to be moved on the server anyway may as well wait. */
  async #begin(): Promise<Open | null> {
    const { target, columns } = this.#request;
    try {
      const transaction = (this.#transaction = await this.#link.hold(this.#tried));
      const copy = await transaction.work(async (session) => {
        if ((await columnsOf(session, target)) && (await whyNotRename(session, target)) !== null)
          return null;
        const all = [...columns, ...ownColumns];
        await session.run(
          `create table ${qualified(this.#table)} (${all.map(({ name, duck }) => `${ident(name)} ${postgresType(duck)}`).join(", ")})`,
        );
        return await this.#startCopy(session);
      });
      if (copy === null) {
        this.#isOver = true;
        await transaction.abandon();
        return null;
      }
      const own: readonly CopyColumn[] = [
        { kind: "serial" },
        { kind: "constant", fields: 3, bytes: this.#constants(0).length },
      ];
      const sender = new BinarySender(copy, [...this.#cells, ...own], bounds);
      return (this.#open = { transaction, copy, sender });
    } catch (error) {
      this.#failure = { error };
      throw error;
    }
  }

  async #startCopy(session: Session): Promise<CopyIn> {
    const copy = session.copyIn(
      `copy ${qualified(this.#table)} from stdin with (format binary, freeze true)`,
    );
    await copy.start();
    return copy;
  }

  /** A failure ends the COPY before the transaction, which could not be rolled back within it. */
  async #within<T>({ transaction, copy, sender }: Open, work: () => Promise<T>): Promise<T> {
    try {
      return await transaction.work(async () => {
        try {
          return await work();
        } catch (error) {
          await sender.settle();
          await copy.abandon();
          throw error;
        }
      });
    } catch (error) {
      this.#failure = { error };
      this.#open = null;
      throw error;
    }
  }

  /** `_revos_run_id`, `_revos_extracted_at` and `_revos_generation`, as they stand in every row of a segment. */
  #constants(readAt: number): Buffer {
    const { runId, generation } = this.#request;
    const sinceTwoThousand = (BigInt(readAt) - 946_684_800_000n) * 1000n;
    return Buffer.concat([
      fieldOf(Buffer.from(runId, "utf8")),
      fieldOf(longOf(sinceTwoThousand)),
      fieldOf(longOf(BigInt(generation))),
    ]);
  }

  async end(): Promise<void> {
    await this.#turn;
    if (this.#failure) throw this.#failure.error;
    const open = this.#open;
    if (this.#isOver || open === null) return;
    this.#isOver = true;
    await this.#within(open, async () => {
      await open.sender.end();
      const rows = await open.copy.end();
      assert(
        rows === this.#sent,
        () => `${this.#sent} rows were sent and ${rows} arrived. Nothing was published.`,
      );
    });
    this.#open = null;
    this.#arrived = { transaction: open.transaction, table: this.#table };
  }

  async abandon(): Promise<void> {
    const isEnded = this.#isOver;
    this.#isOver = true;
    await this.#turn;
    const open = isEnded ? null : this.#open;
    if (open)
      await open.transaction
        .work(async () => {
          await open.sender.settle();
          await open.copy.abandon();
        })
        .catch(() => {});
    this.#open = null;
    this.#arrived = null;
    await this.#transaction?.abandon();
  }
}

const nothing = new Uint8Array(0);

/** revos's own columns as a stage has them (engine/stage-table.ts). */
const ownColumns = [
  { name: "_revos_id", duck: "BIGINT" },
  { name: "_revos_run_id", duck: "VARCHAR" },
  { name: "_revos_extracted_at", duck: "TIMESTAMPTZ" },
  { name: "_revos_generation", duck: "BIGINT" },
] as const;

function fieldOf(value: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(value.length);
  return Buffer.concat([length, value]);
}

function longOf(value: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64BE(value);
  return bytes;
}

/** A column as it lies in a segment's file (connector/parquet/storage.ts); null: it has no binary form of ours. */
function cellOf(type: CanonicalType): CopyColumn | null {
  switch (type.kind) {
    case "boolean":
      return { kind: "bool" };
    case "int16":
      return { kind: "int2" };
    case "int32":
      return { kind: "int4" };
    case "int64":
      return { kind: "int8" };
    case "float32":
      return { kind: "float4" };
    case "float64":
      return { kind: "float8" };
    case "number":
      return { kind: "numeral" };
    case "decimal":
      return type.precision <= numericDigits(type.scale)
        ? { kind: "numeric", scale: type.scale, bits: type.precision <= 9 ? 32 : 64 }
        : null;
    case "text":
    case "binary":
      return { kind: "bytes" };
    case "uuid":
    case "date":
    case "time":
    case "timestamp":
      return { kind: type.kind };
    case "timestamptz":
      return { kind: "timestamp" };
    default:
      return null;
  }
}
