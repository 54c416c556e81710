// kysely over libsql. kysely's own SQLite driver is not used: it begins transactions deferred, writes outside of them,
// and blocks while another process writes. A store whose file is not there yet is read as empty, and made at the first write.
import { existsSync } from "node:fs";
import {
  SelectQueryNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
} from "kysely";
import { RevosError } from "../../kernel/error.ts";
import { openSqlite, retryBusy, toSqliteValue, type SqliteDatabase } from "./file.ts";

export type SqliteOptions = {
  readonly path: string;
  /** How long a write waits for other processes before it is `store.busy`. */
  readonly busyTimeoutMs: number;
  /** Brings a database that was just opened to the schema. */
  prepare(database: SqliteDatabase): Promise<void>;
};

export type LibsqlDialect = Dialect & {
  /** Opens the file if it is there, so that a damaged one is found at once. */
  openIfThere(): Promise<void>;
  findDamage(): Promise<string | null>;
  close(): void;
};

export function makeSqliteDialect(options: SqliteOptions): LibsqlDialect {
  const connection = new LibsqlConnection(options);
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new LibsqlDriver(connection),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    openIfThere: () => connection.openIfThere(),
    findDamage: () => connection.findDamage(),
    close: () => connection.close(),
  };
}

/** One connection; who wants it waits for the one who has it, so that a transaction is never mixed with other work. */
class LibsqlDriver implements Driver {
  readonly #connection: LibsqlConnection;
  #turn: Promise<void> = Promise.resolve();
  #next: (() => void) | undefined;

  constructor(connection: LibsqlConnection) {
    this.#connection = connection;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const before = this.#turn;
    let release = () => {};
    this.#turn = new Promise((resolve) => (release = resolve));
    await before;
    this.#next = release;
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {
    this.#next?.();
  }

  beginTransaction(): Promise<void> {
    return this.#connection.begin();
  }

  commitTransaction(): Promise<void> {
    return this.#connection.commit();
  }

  rollbackTransaction(): Promise<void> {
    return this.#connection.rollback();
  }

  async destroy(): Promise<void> {
    this.#connection.close();
  }
}

class LibsqlConnection implements DatabaseConnection {
  readonly #options: SqliteOptions;
  /** The file, once it is there. */
  #database: SqliteDatabase | null = null;
  /** An empty store in memory: what a store that was never written to reads like. */
  #empty: SqliteDatabase | null = null;
  #open = false;
  #wrote = false;

  constructor(options: SqliteOptions) {
    this.#options = options;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const parameters = query.parameters.map(checkText).map(toSqliteValue);
    if (this.#open) return run<Row>(await this.#forWriting(), query.sql, parameters);
    if (isRead(query)) {
      const database = await this.#forReading();
      return await retryBusy(this.#options.busyTimeoutMs, () =>
        run<Row>(database, query.sql, parameters),
      );
    }
    await this.begin();
    try {
      const result = run<Row>(await this.#forWriting(), query.sql, parameters);
      await this.commit();
      return result;
    } catch (error) {
      await this.rollback();
      throw error;
    }
  }

  // oxlint-disable-next-line require-yield -- the store reads no streams of rows
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new RevosError("bug.assertion", "The store does not stream rows.");
  }

  async openIfThere(): Promise<void> {
    if (existsSync(this.#options.path)) await this.#forWriting();
  }

  async findDamage(): Promise<string | null> {
    const rows = (await this.#forReading()).prepare("pragma quick_check(1)").all([]) as {
      readonly quick_check?: string;
    }[];
    const said = rows[0]?.quick_check ?? "no answer";
    return said === "ok" ? null : said;
  }

  async begin(): Promise<void> {
    const database = await this.#forWriting();
    await retryBusy(this.#options.busyTimeoutMs, () => database.exec("begin immediate"));
    this.#open = true;
    this.#wrote = true;
  }

  async commit(): Promise<void> {
    (await this.#forWriting()).exec("commit");
    this.#open = false;
  }

  async rollback(): Promise<void> {
    this.#open = false;
    // Some failures (a full disk) have rolled back by themselves.
    if (this.#database?.inTransaction) this.#database.exec("rollback");
  }

  close(): void {
    this.#empty?.close();
    if (this.#database && this.#wrote) {
      try {
        // What was written goes into the one file that people copy. Whoever still reads hinders it: then the next one does.
        this.#database.exec("pragma busy_timeout = 0; pragma wal_checkpoint(truncate)");
      } catch {
        // Nothing is lost: the log stands beside the file and is read at the next start.
      }
    }
    this.#database?.close();
    this.#database = null;
    this.#empty = null;
  }

  async #forWriting(): Promise<SqliteDatabase> {
    return (this.#database ??= await this.#prepare(this.#options.path));
  }

  async #forReading(): Promise<SqliteDatabase> {
    if (this.#database || existsSync(this.#options.path)) return await this.#forWriting();
    return (this.#empty ??= await this.#prepare(":memory:"));
  }

  async #prepare(path: string): Promise<SqliteDatabase> {
    const database = await openSqlite(path, this.#options.busyTimeoutMs);
    try {
      await this.#options.prepare(database);
      return database;
    } catch (error) {
      database.close();
      throw error;
    }
  }
}

function run<Row>(
  database: SqliteDatabase,
  sql: string,
  parameters: readonly unknown[],
): QueryResult<Row> {
  const statement = database.prepare(sql);
  if (statement.reader) return { rows: statement.all(parameters as never) as Row[] };
  const { changes } = statement.run(parameters as never);
  return { numAffectedRows: BigInt(changes), rows: [] };
}

function isRead(query: CompiledQuery): boolean {
  return (
    SelectQueryNode.is(query.query as never) || /^\s*(select|pragma|explain)\b/i.test(query.sql)
  );
}

/** SQLite would cut a text at a NUL without a word, and Postgres refuses it: refused on both. */
function checkText(value: unknown): unknown {
  if (typeof value === "string" && value.includes("\0")) {
    throw new RevosError("usage.bad_value", "A text with a NUL character cannot be stored.");
  }
  return value;
}
