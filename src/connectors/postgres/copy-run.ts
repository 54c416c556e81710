// One COPY that runs: pulled by its caller, paused while nobody pulls, cancelled when the caller goes away early.
import { Aborted, RevosError } from "../../kernel/error.ts";
import { MessageReader, type MessageSink } from "../../protocols/postgres/message-reader.ts";
import type { Wire } from "./wire.ts";

/** Where the rows of a COPY go. */
export type CopyRows = {
  /** Takes whole CopyData messages from the front of `bytes[start..end)`; gives how many bytes they were. */
  batch(bytes: Uint8Array, start: number, end: number): number;
  /** The caller wants to hand on what it has. */
  readonly isFull: boolean;
  /** The content of one CopyData message. False: enough for now, the caller wants to hand on what it has. */
  data(bytes: Uint8Array, start: number, end: number): boolean;
};

type Connection = { query(text: string): void };
type Waiter = {
  readonly resolve: (state: "more" | "end") => void;
  readonly reject: (error: unknown) => void;
};

const readyForQuery = 90; // "Z"
const ownMessages = new Set([72, 99]); // CopyOutResponse "H" and CopyDone "c": nothing for `pg`
const drainTimeoutMs = 3000;

/** Implements what `pg` expects of a query object, and the sink of the message reader. */
export class CopyRun implements MessageSink {
  readonly #sql: string;
  readonly #rows: CopyRows;
  readonly #wire: Wire;
  readonly #session: { cancel(): Promise<void>; destroy(): void };
  readonly #reader: MessageReader;
  #waiter: Waiter | null = null;
  #isStopped = false;
  #isDone = false;
  #isDiscarding = false;
  #error: unknown = null;

  constructor(
    sql: string,
    rows: CopyRows,
    wire: Wire,
    session: { cancel(): Promise<void>; destroy(): void; readonly readBuffer: Uint8Array },
  ) {
    this.#sql = sql;
    this.#rows = rows;
    this.#wire = wire;
    this.#session = session;
    this.#reader = new MessageReader(this, session.readBuffer);
  }

  /** Reads on. `more`: the rows said enough; `end`: the COPY is complete. Throws the driver's error, or the rows'. */
  async next(signal: AbortSignal): Promise<"more" | "end"> {
    if (signal.aborted) throw reasonOf(signal);
    const stop = (): void => this.#settle((waiter) => waiter.reject(reasonOf(signal)));
    signal.addEventListener("abort", stop, { once: true });
    try {
      return await new Promise((resolve, reject) => {
        this.#waiter = { resolve, reject };
        if (this.#error !== null) return this.#settle((waiter) => waiter.reject(this.#error));
        if (this.#isDone) return this.#settle((waiter) => waiter.resolve("end"));
        if (!this.#isStopped) return;
        this.#isStopped = false;
        this.#wire.proceed();
      });
    } finally {
      signal.removeEventListener("abort", stop);
    }
  }

  /** Must be called at the end. Before the COPY's end it cancels the statement and reads over what is on its way. */
  async close(): Promise<void> {
    if (this.#isDone) return;
    this.#isDiscarding = true;
    this.#error = null;
    const drained = new Promise<"more" | "end">((resolve, reject) => {
      this.#waiter = { resolve, reject };
    });
    // A server that does not answer is left alone after a while, with a connection that nobody can use again.
    const timer = setTimeout(() => this.#session.destroy(), drainTimeoutMs);
    const cancelled = this.#session.cancel().catch(() => {});
    this.#isStopped = false;
    this.#wire.proceed();
    await drained.catch(() => {}); // a cancelled statement ends in an error
    // The COPY may have ended by itself: a request that is still on its way would end the statement that comes next.
    await cancelled;
    clearTimeout(timer);
    if (!this.#isDone) this.#session.destroy();
  }

  submit(connection: Connection): void {
    this.#wire.divert(this.#reader);
    connection.query(this.#sql);
  }

  batch(bytes: Uint8Array, start: number, end: number): number {
    if (this.#isDiscarding) return 0;
    const taken = this.#rows.batch(bytes, start, end);
    if (this.isFull) this.#pause();
    return taken;
  }

  get isFull(): boolean {
    return !this.#isDiscarding && this.#rows.isFull;
  }

  data(bytes: Uint8Array, start: number, end: number): boolean {
    if (this.#isDiscarding) return true;
    try {
      if (this.#rows.data(bytes, start, end)) return true;
      this.#pause();
    } catch (error) {
      this.#isStopped = true;
      this.#error = error;
      this.#settle((waiter) => waiter.reject(error));
    }
    return false;
  }

  other(message: Uint8Array): void {
    const type = message[0] ?? 0;
    if (ownMessages.has(type)) return;
    if (type !== readyForQuery) return this.#wire.passOn(message);
    this.#wire.restore();
    this.#isDone = true;
    this.#wire.passOn(message);
    if (this.#error === null) this.#settle((waiter) => waiter.resolve("end"));
    else this.#settle((waiter) => waiter.reject(this.#error));
  }

  /** From `pg`: the server's error, after which ReadyForQuery follows, or the end of the connection. */
  handleError(error: unknown): void {
    if (this.#isDone) return;
    this.#error ??= error;
    const isServerError = error instanceof Error && "severity" in error && !isFatal(error);
    if (isServerError) return;
    this.#wire.restore();
    this.#isDone = true;
    this.#settle((waiter) => waiter.reject(error));
  }

  handleReadyForQuery(): void {}
  handleCommandComplete(): void {}
  handleRowDescription(): void {}
  handleDataRow(): void {}
  handlePortalSuspended(): void {}
  handleEmptyQuery(): void {}
  handleCopyData(): void {}
  handleCopyInResponse(): void {
    this.handleError(
      new RevosError("bug.assertion", "A COPY that reads was answered by one that writes."),
    );
  }

  #pause(): void {
    this.#isStopped = true;
    this.#settle((waiter) => waiter.resolve("more"));
  }

  #settle(how: (waiter: Waiter) => void): void {
    const waiter = this.#waiter;
    this.#waiter = null;
    if (waiter) how(waiter);
  }
}

/** FATAL and PANIC end the session: no ReadyForQuery follows. */
function isFatal(error: Error): boolean {
  const severity = "severity" in error ? error.severity : "";
  return severity === "FATAL" || severity === "PANIC";
}

function reasonOf(signal: AbortSignal): unknown {
  return signal.reason instanceof Error ? signal.reason : new Aborted();
}
