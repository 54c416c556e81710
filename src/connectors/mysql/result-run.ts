// One statement that runs: pulled by its caller, paused while nobody pulls (the server then waits, nothing piles up here),
// cancelled when the caller goes away early. Text results and binary ones go the same way.
import { Aborted, RevosError } from "../../kernel/error.ts";
import {
  isEnd,
  marker,
  parseColumn,
  parseServerError,
  type ColumnDefinition,
} from "../../protocols/mysql/answers.ts";
import { PayloadReader } from "../../protocols/mysql/payload.ts";
import type { Listener, Wire } from "./wire.ts";

/** Where a result goes. */
export type ResultSink = {
  columns(columns: readonly ColumnDefinition[]): void;
  /** Takes whole packets of rows from the front of `bytes[start..end)`; gives how many bytes they were. */
  batch?(bytes: Uint8Array, start: number, end: number): number;
  /** The caller wants to hand on what it has. */
  readonly isFull?: boolean;
  /** One row's payload. False: enough for now, the caller wants to hand on what it has. */
  row(bytes: Uint8Array, start: number, end: number): boolean;
};

type State = "more" | "end";
type Waiter = {
  readonly resolve: (state: State) => void;
  readonly reject: (error: unknown) => void;
};

const drainTimeoutMs = 3000;

export class ResultRun implements Listener {
  readonly #wire: Wire;
  readonly #sink: ResultSink;
  readonly #session: { cancel(): Promise<void>; destroy(): void };
  #phase: "head" | "columns" | "columnsEnd" | "rows" = "head";
  #columns: ColumnDefinition[] = [];
  #expected = 0;
  #waiter: Waiter | null = null;
  #isStopped = false;
  #isDone = false;
  #isDiscarding = false;
  #error: unknown = null;

  constructor(
    wire: Wire,
    command: Uint8Array,
    sink: ResultSink,
    session: { cancel(): Promise<void>; destroy(): void },
  ) {
    this.#wire = wire;
    this.#sink = sink;
    this.#session = session;
    wire.listen(this);
    if (!this.#isDone) wire.send(command);
  }

  /** Reads on. `more`: the sink said enough; `end`: the result is complete. Throws the server's error, or the sink's. */
  async next(signal?: AbortSignal | null): Promise<State> {
    if (signal?.aborted) throw reasonOf(signal);
    const stop = (): void =>
      this.#settle((waiter) => waiter.reject(signal ? reasonOf(signal) : new Aborted()));
    signal?.addEventListener("abort", stop, { once: true });
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
      signal?.removeEventListener("abort", stop);
    }
  }

  /** Must be called at the end. Before the result's end it cancels the statement and reads over what is on its way. */
  async close(): Promise<void> {
    if (this.#isDone) return;
    this.#isDiscarding = true;
    this.#error = null;
    const drained = new Promise<State>((resolve, reject) => {
      this.#waiter = { resolve, reject };
    });
    // A server that does not answer is left alone after a while, with a connection that nobody can use again.
    const timer = setTimeout(() => this.#session.destroy(), drainTimeoutMs);
    const cancelled = this.#session.cancel().catch(() => {});
    this.#isStopped = false;
    this.#wire.proceed();
    await drained.catch(() => {}); // a cancelled statement ends in an error
    // The cancellation must have arrived before the session is used again, or it would end the next statement.
    await cancelled;
    clearTimeout(timer);
    if (!this.#isDone) this.#session.destroy();
  }

  batch(bytes: Uint8Array, start: number, end: number): number {
    if (this.#phase !== "rows" || this.#isDiscarding || this.#isDone) return 0;
    const taken = this.#sink.batch?.(bytes, start, end) ?? 0;
    if (taken > 0 && this.isFull) {
      this.#isStopped = true;
      this.#settle((waiter) => waiter.resolve("more"));
    }
    return taken;
  }

  get isFull(): boolean {
    return !this.#isDiscarding && this.#sink.isFull === true;
  }

  packet(bytes: Uint8Array, start: number, end: number): boolean {
    try {
      return this.#take(bytes, start, end);
    } catch (error) {
      this.#isStopped = true;
      this.#error = error;
      this.#settle((waiter) => waiter.reject(error));
      return false;
    }
  }

  closed(error: unknown): void {
    if (this.#isDone) return;
    this.#isDone = true;
    this.#error ??= error;
    this.#session.destroy();
    this.#settle((waiter) => waiter.reject(this.#error));
  }

  #take(bytes: Uint8Array, start: number, end: number): boolean {
    const first = bytes[start];
    if (this.#phase === "rows") {
      if (first === marker.error) return this.#finish(parseServerError(bytes, start, end));
      if (isEnd(first, end - start)) return this.#finish(null);
      if (this.#isDiscarding || this.#sink.row(bytes, start, end)) return true;
      this.#isStopped = true;
      this.#settle((waiter) => waiter.resolve("more"));
      return false;
    }
    if (first === marker.error) return this.#finish(parseServerError(bytes, start, end));
    switch (this.#phase) {
      case "head":
        if (first === marker.ok) return this.#finish(null);
        if (first === marker.localFile) {
          // A server may ask for any file of this machine; it gets none.
          this.#wire.send(new Uint8Array(0), 2);
          return this.#finish(
            new RevosError("source.unknown", "The server asked for a file of this machine."),
          );
        }
        this.#expected = new PayloadReader(bytes, start, end).lengthOrNull() ?? 0;
        this.#phase = "columns";
        return true;
      case "columns":
        this.#columns.push(parseColumn(bytes, start, end));
        if (this.#columns.length === this.#expected) this.#phase = "columnsEnd";
        return true;
      default:
        this.#phase = "rows";
        this.#sink.columns(this.#columns);
        return true;
    }
  }

  #finish(error: unknown): true {
    this.#isDone = true;
    this.#wire.listen(null);
    this.#error ??= error;
    if (this.#error === null) this.#settle((waiter) => waiter.resolve("end"));
    else this.#settle((waiter) => waiter.reject(this.#error));
    return true;
  }

  #settle(how: (waiter: Waiter) => void): void {
    const waiter = this.#waiter;
    this.#waiter = null;
    if (waiter) how(waiter);
  }
}

function reasonOf(signal: AbortSignal): unknown {
  return signal.reason instanceof Error ? signal.reason : new Aborted();
}
