// All reads of one open source see one moment: the first session holds a snapshot, further ones (for reads at the same
// time) import it. A read runs in a savepoint, so that a failed or cancelled one leaves the snapshot whole.
import type { ConnectorContext } from "../../connector/context.ts";
import { describePlace, type PostgresConfig } from "./config.ts";
import { toSourceError } from "./errors.ts";
import { beginSnapshot, exportSnapshot, importSnapshot } from "./queries.ts";
import { Session } from "./session.ts";
import { openTunnel, type Tunnel } from "./tunnel.ts";

export class Snapshot implements AsyncDisposable {
  readonly #config: PostgresConfig;
  readonly #ctx: ConnectorContext;
  #tunnel: Promise<Tunnel | null> | null = null;
  #first: Promise<{ session: Session; id: string }> | null = null;
  readonly #free: Session[] = [];
  readonly #all = new Set<Session>();

  constructor(config: PostgresConfig, ctx: ConnectorContext) {
    this.#config = config;
    this.#ctx = ctx;
  }

  /** Runs `work` on a session of the snapshot that nobody else uses meanwhile. */
  async use<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const session = await this.acquire();
    let isDone = false;
    try {
      const result = await work(session);
      isDone = true;
      return result;
    } finally {
      await this.release(session, isDone);
    }
  }

  async acquire(): Promise<Session> {
    await this.#forgetLost();
    const free = this.#free.pop();
    const session =
      free ?? (this.#first === null ? await this.#openFirst() : await this.#openNext());
    await session.run("savepoint revos_read");
    return session;
  }

  /** Gives a session back. What the work left behind in the transaction is undone unless it went well. */
  async release(session: Session, isDone: boolean): Promise<void> {
    try {
      if (!session.isBroken)
        await session.run(
          isDone ? "release savepoint revos_read" : "rollback to savepoint revos_read",
        );
    } catch {
      session.destroy();
    }
    if (session.isBroken) this.#all.delete(session);
    else this.#free.push(session);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#all].map((session) => session[Symbol.asyncDispose]()));
    this.#all.clear();
    const tunnel = await this.#tunnel?.catch(() => null);
    await tunnel?.[Symbol.asyncDispose]();
  }

  /** A snapshot dies with the session that made it. What comes later is read under a new one, and the log says so. */
  async #forgetLost(): Promise<void> {
    const first = await this.#first?.catch(() => null);
    if (this.#first === null || (first && !first.session.isBroken)) return;
    if (first)
      this.#ctx.log.warn("snapshot lost, a new one is opened", {
        place: describePlace(this.#config),
      });
    const tunnel = this.#tunnel;
    this.#first = null;
    this.#tunnel = null;
    await (await tunnel?.catch(() => null))?.[Symbol.asyncDispose]();
    for (const session of this.#free.splice(0)) {
      this.#all.delete(session);
      await session[Symbol.asyncDispose]();
    }
  }

  async #open(): Promise<Session> {
    const { tunnel } = this.#config;
    this.#tunnel ??= tunnel ? openTunnel(this.#config, tunnel) : Promise.resolve(null);
    const session = await Session.open(this.#config, await this.#tunnel, this.#ctx.signal);
    this.#all.add(session);
    return session;
  }

  async #openFirst(): Promise<Session> {
    this.#first = this.#open().then(async (session) => {
      await this.#begin(session, beginSnapshot);
      const answer = await session.query(exportSnapshot).catch((error: unknown) => {
        throw this.#failed(error);
      });
      return { session, id: answer.rows[0]?.[0] ?? "" };
    });
    return (await this.#first).session;
  }

  async #openNext(): Promise<Session> {
    const first = await this.#first;
    const session = await this.#open();
    await this.#begin(session, importSnapshot(first?.id ?? ""));
    return session;
  }

  async #begin(session: Session, sql: string): Promise<void> {
    try {
      await session.run(sql);
    } catch (error) {
      throw this.#failed(error);
    }
  }

  #failed(error: unknown): unknown {
    return toSourceError(error, {
      tried: `Could not open a snapshot of ${describePlace(this.#config)}`,
    });
  }
}
