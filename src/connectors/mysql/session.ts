// One session with a MySQL or MariaDB server: sign-in, small questions as texts, and statements whose rows are pulled.
import { throwIfAborted } from "../../kernel/abort.ts";
import { inTime } from "../../network/in-time.ts";
import type { Tunnel } from "../../network/tunnel.ts";
import {
  command,
  makeCloseStatement,
  makeCommand,
  makeExecute,
  marker,
  parsePrepared,
  parseServerError,
  parseTextRow,
  type Prepared,
} from "../../protocols/mysql/answers.ts";
import { isMariaDb } from "../../protocols/mysql/handshake.ts";
import { RevosError } from "../../kernel/error.ts";
import { signIn } from "./auth.ts";
import { describePlace, type MysqlConfig } from "./config.ts";
import { errorNumber, toSourceError } from "./errors.ts";
import { identify, sessionSettings, settingsThatExist } from "./queries.ts";
import { ResultRun, type ResultSink } from "./result-run.ts";
import { openWire, type Greeted, type Wire } from "./wire.ts";

export type Texts = readonly (string | null)[];
/** A session as its server knows it; behind a proxy an id may be another's. */
export type Backend = { readonly id: number; readonly server: string };

const quitTimeoutMs = 1000;
const interrupted = 1317;

export class Session implements AsyncDisposable {
  readonly version: string;
  readonly isMariaDb: boolean;
  /** As the server behind any proxy knows this session; null before `open` has asked. */
  backend: Backend | null = null;
  readonly #config: MysqlConfig;
  readonly #tunnel: Tunnel | null;
  readonly #wire: Wire;
  readonly #connectionId: number;
  #signal: AbortSignal | null = null;

  private constructor(config: MysqlConfig, tunnel: Tunnel | null, { wire, greeting }: Greeted) {
    this.#config = config;
    this.#tunnel = tunnel;
    this.#wire = wire;
    this.#connectionId = greeting.connectionId;
    this.version = greeting.version.replace(/^5\.5\.5-(?=\d+\.)/, "");
    this.isMariaDb = isMariaDb(greeting.version);
  }

  /** Signs in on a wire that is open; the wire is closed when that fails. Errors are the driver's own, or coded. */
  static async signIn(
    config: MysqlConfig,
    tunnel: Tunnel | null,
    greeted: Greeted,
    signal?: AbortSignal,
  ): Promise<Session> {
    const { wire } = greeted;
    try {
      await inTime(
        "signIn",
        signal,
        () => wire.destroy(),
        () => signIn({ config, ...greeted }),
      );
      return new Session(config, tunnel, greeted);
    } catch (error) {
      wire.destroy();
      if (signal) throwIfAborted(signal);
      if (errorNumber(error) === 1045 && (config.password ?? "") === "")
        throw noPassword(config, error);
      throw error;
    }
  }

  /** A session that is ready: signed in, in its database, under our settings. */
  static async open(
    config: MysqlConfig,
    tunnel: Tunnel | null,
    signal?: AbortSignal,
  ): Promise<Session> {
    let session: Session | null = null;
    try {
      const greeted = await openWire({ config, tunnel, ...(signal ? { signal } : {}) });
      session = await Session.signIn(config, tunnel, greeted, signal);
      if (signal) session.follow(signal);
      const opened = session;
      await inTime(
        "session",
        signal,
        () => opened.destroy(),
        async () => {
          await opened.useDatabase();
          await opened.prepare();
          const [id, server] = (await opened.query(identify))[0] ?? [];
          opened.backend = { id: Number(id), server: server ?? "" };
        },
      );
      return opened;
    } catch (error) {
      session?.destroy();
      if (signal) throwIfAborted(signal);
      throw toSourceError(error, { tried: `Could not connect to ${describePlace(config)}` });
    }
  }

  /** Bytes that came and went. */
  get traffic(): number {
    return this.#wire.traffic;
  }

  /** True when the connection is gone; nothing can be asked any more. */
  get isBroken(): boolean {
    return this.#wire.isClosed;
  }

  /** From now on this signal ends what the session waits for. A statement it ends takes the session with it. */
  follow(signal: AbortSignal): void {
    this.#signal = signal;
  }

  /** Makes the config's database the one that names without one mean. */
  async useDatabase(): Promise<void> {
    const { database } = this.#config;
    if (database !== undefined) await this.#whole(makeCommand(command.useDatabase, database));
  }

  /** Puts our settings in force, so that values look the same whatever the server's and the account's settings are. */
  async prepare(): Promise<void> {
    const known = new Set((await this.query(settingsThatExist)).map(([name]) => name ?? ""));
    for (const sql of sessionSettings(known)) await this.run(sql);
  }

  /** All rows as texts. Errors are the server's own: the caller says what was tried. */
  async query(sql: string): Promise<Texts[]> {
    const rows: Texts[] = [];
    let columns = 0;
    await this.#whole(makeCommand(command.query, sql), {
      columns: (found) => (columns = found.length),
      row: (bytes, start, end) => {
        rows.push(parseTextRow(bytes, start, end, columns));
        return true;
      },
    });
    return rows;
  }

  /** A statement without an answer that matters. */
  async run(sql: string): Promise<void> {
    await this.#whole(makeCommand(command.query, sql));
  }

  async #whole(payload: Uint8Array, sink: ResultSink = noRows): Promise<void> {
    await this.#untilStopped(async () => {
      const run = new ResultRun(this.#wire, payload, sink, this);
      await run.next();
    });
  }

  async #untilStopped<T>(work: () => Promise<T>): Promise<T> {
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

  /** Prepares a statement, so that its rows come in binary. It must be closed. */
  async prepareStatement(sql: string): Promise<Prepared> {
    return await this.#untilStopped(async () => {
      const { bytes } = await this.#wire.ask(makeCommand(command.prepare, sql), 0);
      if (bytes[0] === marker.error) throw parseServerError(bytes, 0, bytes.length);
      const prepared = parsePrepared(bytes, 0, bytes.length);
      // Definitions of parameters and columns follow, each list with its end; execution sends the columns again.
      for (const count of [prepared.parameters, prepared.columns])
        for (let left = count === 0 ? 0 : count + 1; left > 0; left--) await this.#wire.receive();
      return prepared;
    });
  }

  /** Runs a prepared statement; rows go to `sink` as they are pulled. */
  execute(prepared: Prepared, sink: ResultSink): ResultRun {
    return new ResultRun(this.#wire, makeExecute(prepared.id), sink, this);
  }

  closeStatement(prepared: Prepared): void {
    if (!this.isBroken) this.#wire.send(makeCloseStatement(prepared.id));
  }

  /** Asks the server, on a connection of its own, to end the statement that runs now. Users may do so to themselves. */
  async cancel(): Promise<void> {
    const signal = AbortSignal.timeout(2000);
    const greeted = await openWire({ config: this.#config, tunnel: this.#tunnel, signal });
    const other = await Session.signIn(this.#config, this.#tunnel, greeted, signal);
    other.follow(signal);
    await other.run(`kill query ${this.#connectionId}`).finally(() => other.quit());
  }

  /** Lets a cancellation that came too late hit a statement that does not matter. */
  async settle(): Promise<void> {
    try {
      await this.run("do 0");
    } catch (error) {
      if (errorNumber(error) !== interrupted) throw error;
    }
  }

  /** Drops the connection without a word. */
  destroy(): void {
    this.#wire.destroy();
  }

  /** Says good-bye and closes. */
  quit(): void {
    if (!this.isBroken) this.#wire.send(makeCommand(command.quit));
    this.#wire.stream.end();
    setTimeout(() => this.destroy(), quitTimeoutMs).unref();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.isBroken) return this.destroy();
    await new Promise<void>((resolve) => {
      this.#wire.stream.once("close", resolve);
      this.#wire.stream.resume();
      setTimeout(resolve, quitTimeoutMs).unref();
      this.quit();
    });
    this.destroy();
  }
}

const noRows: ResultSink = { columns: () => {}, row: () => true };

function noPassword(config: MysqlConfig, cause: unknown): RevosError {
  return new RevosError(
    "source.auth_failed",
    `Could not sign in to ${describePlace(config)}: the server asks for a password and none is given.`,
    {
      cause,
      data: { field: "password" },
      advice:
        "Give password in the source's config (${env.NAME} works), or set MYSQL_PWD for a URI.",
    },
  );
}
