// One session with a Postgres server: sign-in and small queries by `pg`, COPY by our own reader on the same connection.
import { Client } from "pg";
import { throwIfAborted } from "../../kernel/abort.ts";
import { RevosError } from "../../kernel/error.ts";
import { makeReadBuffer } from "../../protocols/postgres/message-reader.ts";
import { describePlace, type PostgresConfig } from "./config.ts";
import { CopyIn } from "./copy-in.ts";
import { CopyRun, type CopyRows } from "./copy-run.ts";
import { toSourceError } from "./errors.ts";
import type { Tunnel } from "../../network/tunnel.ts";
import { inTime } from "../../network/in-time.ts";
import { openWire, type Wire } from "./wire.ts";

export type Texts = readonly (string | null)[];
export type Field = {
  readonly name: string;
  readonly typeId: number;
  readonly typeModifier: number;
};
export type Answer = {
  readonly rows: readonly Texts[];
  readonly fields: readonly Field[];
  /** Rows that an insert, update or delete changed. */
  readonly changed: number;
};

/** What `pg` knows of its session and its types do not say. */
type SessionKey = { readonly processID: number; readonly secretKey: number };

const asText = { getTypeParser: () => (value: string) => value };

export class Session implements AsyncDisposable {
  readonly #config: PostgresConfig;
  readonly #tunnel: Tunnel | null;
  readonly #client: Client;
  readonly #wire: Wire;
  #isBroken = false;
  #readBuffer: Uint8Array | null = null;
  #encoding: string | null = null;
  #signal: AbortSignal | null = null;
  #asking = 0;
  #copyIn: CopyIn | null = null;

  private constructor(config: PostgresConfig, tunnel: Tunnel | null, client: Client, wire: Wire) {
    this.#config = config;
    this.#tunnel = tunnel;
    this.#client = client;
    this.#wire = wire;
    client.on("error", () => (this.#isBroken = true));
    client.on("end", () => (this.#isBroken = true));
  }

  /** Signs in on a wire that is open; the wire is closed when that fails. Errors are the driver's own. */
  static async signIn(
    config: PostgresConfig,
    tunnel: Tunnel | null,
    wire: Wire,
    signal?: AbortSignal,
  ): Promise<Session> {
    const client = new Client({
      user: config.user,
      database: config.database,
      password: () => givenPassword(config),
      stream: () => wire.stream,
      ssl: false, // the wire has TLS already
      host: config.host,
      port: config.port,
      application_name: "revos",
      // `stream` and the shape of `types` are wider in `pg` than its type package says.
    } as unknown as ConstructorParameters<typeof Client>[0]);
    try {
      await inTime(
        "signIn",
        signal,
        () => wire.stream.destroy(),
        () => client.connect(),
      );
      return new Session(config, tunnel, client, wire);
    } catch (error) {
      client.on("error", () => {});
      wire.stream.destroy();
      if (signal) throwIfAborted(signal);
      throw error;
    }
  }

  static async open(
    config: PostgresConfig,
    tunnel: Tunnel | null,
    signal?: AbortSignal,
  ): Promise<Session> {
    try {
      const wire = await openWire({ config, tunnel, ...(signal ? { signal } : {}) });
      return await Session.signIn(config, tunnel, wire, signal);
    } catch (error) {
      if (signal) throwIfAborted(signal);
      throw toSourceError(error, { tried: `Could not connect to ${describePlace(config)}` });
    }
  }

  /** True when the connection is gone; nothing can be asked any more. */
  get isBroken(): boolean {
    return this.#isBroken;
  }

  /** Bytes that came and went. */
  get traffic(): number {
    return this.#wire.traffic();
  }

  /** True while the server owes an answer, or is to take bytes. */
  get isWaiting(): boolean {
    return this.#asking > 0 || this.#copyIn?.isWaiting === true;
  }

  /** Waits for rows of a copy; the stall detector sees that it is the server that is waited for. */
  async pull<T>(work: () => Promise<T>): Promise<T> {
    this.#asking++;
    try {
      return await work();
    } finally {
      this.#asking--;
    }
  }

  /** From now on this signal ends what the session waits for. A statement it ends takes the session with it. */
  follow(signal: AbortSignal): void {
    this.#signal = signal;
  }

  /** All rows as texts. Errors are the driver's own: the caller says what was tried. */
  async query(sql: string, values?: readonly unknown[]): Promise<Answer> {
    return await this.#ask({ text: sql, values: values ? [...values] : [] });
  }

  /** The same for a statement that is not ours: the server refuses it when it is more than one. */
  async single(sql: string): Promise<Answer> {
    return await this.#ask({ text: sql, queryMode: "extended" });
  }

  async #ask(
    query: { text: string } & ({ values: unknown[] } | { queryMode: "extended" }),
  ): Promise<Answer> {
    const result = await this.#untilStopped(() =>
      this.#client.query({ ...query, rowMode: "array", types: asText as never }),
    );
    return {
      rows: result.rows as Texts[],
      changed: result.rowCount ?? 0,
      fields: result.fields.map((field) => ({
        name: field.name,
        typeId: field.dataTypeID,
        typeModifier: field.dataTypeModifier,
      })),
    };
  }

  /** True when the database does not check its texts (SQL_ASCII). Asked once. */
  async isUnchecked(): Promise<boolean> {
    this.#encoding ??=
      (await this.query("select pg_catalog.current_setting('server_encoding')")).rows[0]?.[0] ?? "";
    return this.#encoding === "SQL_ASCII";
  }

  /** Statements without parameters and answers, in one message. */
  async run(sql: string): Promise<void> {
    await this.#untilStopped(() => this.#client.query(sql));
  }

  async #untilStopped<T>(work: () => Promise<T>): Promise<T> {
    this.#asking++;
    try {
      return await this.#orStop(work);
    } finally {
      this.#asking--;
    }
  }

  async #orStop<T>(work: () => Promise<T>): Promise<T> {
    const signal = this.#signal;
    if (signal === null) return await work();
    throwIfAborted(signal);
    const stop = (): void => {
      this.cancel().catch(() => {});
      this.destroy();
    };
    signal.addEventListener("abort", stop, { once: true });
    try {
      return await work();
    } catch (error) {
      throwIfAborted(signal);
      throw error;
    } finally {
      signal.removeEventListener("abort", stop);
    }
  }

  /** Starts `copy (...) to stdout (format binary)`; rows go to `rows` as they are pulled. */
  copy(sql: string, rows: CopyRows): CopyRun {
    const run = new CopyRun(sql, rows, this.#wire, {
      cancel: () => this.cancel(),
      destroy: () => this.destroy(),
      readBuffer: (this.#readBuffer ??= makeReadBuffer()),
    });
    // `pg` takes any object that submits itself; its types name only its own classes.
    this.#client.query(run as never);
    return run;
  }

  /** Starts `copy ... from stdin`; the caller writes blocks, then ends it. A stop takes the session with it: nobody may be listening. */
  copyIn(sql: string): CopyIn {
    const run = new CopyIn(sql, this.#wire.stream, () => this.destroy());
    this.#client.query(run as never);
    this.#copyIn = run;
    const signal = this.#signal;
    if (signal) {
      const stop = (): void => this.destroy();
      signal.addEventListener("abort", stop, { once: true });
      void run.over().finally(() => signal.removeEventListener("abort", stop));
    }
    return run;
  }

  /** Asks the server to end the statement that runs now. */
  async cancel(): Promise<void> {
    const { processID, secretKey } = this.#client as unknown as SessionKey;
    const wire = await openWire({ config: this.#config, tunnel: this.#tunnel });
    const request = Buffer.alloc(16);
    request.writeInt32BE(16, 0);
    request.writeInt32BE(80_877_102, 4);
    request.writeInt32BE(processID, 8);
    request.writeInt32BE(secretKey, 12);
    await new Promise<void>((resolve) => {
      wire.stream.once("close", resolve);
      wire.stream.once("error", () => resolve());
      wire.stream.resume();
      wire.stream.end(request);
      setTimeout(resolve, 2000).unref();
    });
    wire.stream.destroy();
  }

  /** Drops the connection without a word. */
  destroy(): void {
    this.#isBroken = true;
    this.#wire.stream.destroy();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#isBroken) return this.destroy();
    const timer = setTimeout(() => this.destroy(), 1000);
    await this.#client.end().catch(() => {});
    clearTimeout(timer);
    this.destroy();
  }
}

function givenPassword(config: PostgresConfig): string {
  if (config.password !== undefined && config.password !== "") return config.password;
  throw new RevosError(
    "source.auth_failed",
    `Could not sign in to ${describePlace(config)}: the server asks for a password and none is given.`,
    {
      data: { field: "password" },
      advice:
        "Give password in the source's config (${env.NAME} works), or set PGPASSWORD for a URI.",
    },
  );
}
