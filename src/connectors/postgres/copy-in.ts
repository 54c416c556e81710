// One COPY into a table: bytes are framed and written straight to the connection, one block at a time, so that memory stays
// bounded and the server sets the pace.
import type { Duplex } from "node:stream";
import { RevosError } from "../../kernel/error.ts";

type Connection = {
  query(text: string): void;
  endCopyFrom(): void;
  sendCopyFail(why: string): void;
};

/** Bytes that a block leaves free at its start for the frame. */
export const frameBytes = 5;
const copyData = 0x64; // "d"
/** A server that takes no byte for so long is gone, or its disk is. */
const stallMs = 180_000;

/** Implements what `pg` expects of a query object. */
export class CopyIn {
  readonly #sql: string;
  readonly #stream: Duplex;
  readonly #destroy: () => void;
  readonly #ready: Promise<void>;
  readonly #done: Promise<number>;
  #connection: Connection | null = null;
  #open!: () => void;
  #finish!: (rows: number) => void;
  #refuse!: (error: unknown) => void;
  #failure: unknown = null;
  #rows = 0;
  #waiting = 0;

  constructor(sql: string, stream: Duplex, destroy: () => void) {
    this.#sql = sql;
    this.#stream = stream;
    this.#destroy = destroy;
    let refuseReady: (error: unknown) => void = () => {};
    let refuseDone: (error: unknown) => void = () => {};
    this.#ready = new Promise((resolve, reject) => {
      this.#open = resolve;
      refuseReady = reject;
    });
    this.#done = new Promise((resolve, reject) => {
      this.#finish = resolve;
      refuseDone = reject;
    });
    this.#refuse = (error) => {
      refuseReady(error);
      refuseDone(error);
    };
    this.#ready.catch(() => {});
    this.#done.catch(() => {});
  }

  /** True while it is the server's turn: to begin, to take bytes, to say that it has all. */
  get isWaiting(): boolean {
    return this.#waiting > 0;
  }

  /** Resolves when it is over, whichever way. */
  async over(): Promise<void> {
    await this.#done.catch(() => {});
  }

  async #wait<T>(work: Promise<T>): Promise<T> {
    this.#waiting++;
    try {
      return await work;
    } finally {
      this.#waiting--;
    }
  }

  /** Resolves when the server takes rows. */
  async start(): Promise<void> {
    await this.#wait(this.#ready);
  }

  /** Sends `block`, whose first `frameBytes` bytes are room for the frame. The block may be reused when this resolves. */
  async write(block: Buffer): Promise<void> {
    if (this.#failure !== null) throw this.#failure;
    block[0] = copyData;
    block.writeInt32BE(block.length - 1, 1);
    const taken = new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#destroy();
        reject(
          new RevosError(
            "destination.unreachable",
            `The server has taken no byte for ${stallMs / 1000} seconds.`,
          ),
        );
      }, stallMs);
      this.#stream.write(block, (error) => {
        clearTimeout(timer);
        if (error) reject(error);
        else resolve();
      });
    });
    await this.#wait(taken);
    if (this.#failure !== null) throw this.#failure;
  }

  /** Ends the COPY; gives the rows that the server counted. */
  async end(): Promise<number> {
    this.#connection?.endCopyFrom();
    return await this.#wait(this.#done);
  }

  /** Gives up: the server forgets what was sent. */
  async abandon(): Promise<void> {
    if (this.#failure === null) this.#connection?.sendCopyFail("given up");
    await this.over();
  }

  submit(connection: Connection): void {
    this.#connection = connection;
    connection.query(this.#sql);
  }

  handleCopyInResponse(): void {
    this.#open();
  }
  handleCommandComplete(message: { readonly text?: string }): void {
    this.#rows = Number(/^COPY (\d+)/.exec(message.text ?? "")?.[1] ?? 0);
  }
  handleError(error: unknown): void {
    this.#failure ??= error;
    this.#refuse(error);
  }
  handleReadyForQuery(): void {
    if (this.#failure === null) this.#finish(this.#rows);
  }
  handleRowDescription(): void {}
  handleDataRow(): void {}
  handlePortalSuspended(): void {}
  handleEmptyQuery(): void {}
  handleCopyData(): void {}
}
