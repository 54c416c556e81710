// All reads of one open source see one moment: the first session holds a snapshot, further ones (for reads at the same
// time) import it. A read runs in a savepoint, so that a failed or cancelled one leaves the snapshot whole.
import { throwIfAborted } from "../../kernel/abort.ts";
import { RevosError } from "../../kernel/error.ts";
import type { ConnectorContext } from "../../connector/context.ts";
import type { StallProbe } from "../../connector/stall-probe.ts";
import { describePlace, type PostgresConfig } from "./config.ts";
import { sqlState, toSourceError } from "./errors.ts";
import {
  beginRead,
  beginSnapshot,
  endRead,
  exportSnapshot,
  importSnapshot,
  openSince,
  undoRead,
} from "./queries.ts";
import { Session, type Texts } from "./session.ts";
import { askServer, identify, type Backend } from "./stall.ts";
import { inTime } from "../../network/in-time.ts";
import { openTunnel, type Tunnel } from "../../network/tunnel.ts";

/** Before this moment no transaction was open that the snapshot does not see, as timestamps without zone. */
export type OpenSince = { readonly utc: string; readonly local: string };

/** What servers say of a snapshot that is not there any more: no such file, no such snapshot, its process ended. */
const goneCodes: ReadonlySet<string> = new Set(["22023", "42704", "55000"]);

/** A server that does not answer when a read ends loses the session. */
const releaseTimeoutMs = 10_000;

type First = { readonly session: Session; readonly id: string; readonly openSince: OpenSince };

export class Snapshot implements AsyncDisposable {
  readonly #config: PostgresConfig;
  readonly #ctx: ConnectorContext;
  #tunnel: Promise<Tunnel | null> | null = null;
  #first: Promise<First> | null = null;
  readonly #free: Session[] = [];
  readonly #all = new Set<Session>();
  readonly #backends = new WeakMap<Session, Backend>();
  readonly stalls: StallProbe = {
    traffic: () => [...this.#all].reduce((sum, session) => sum + session.traffic, 0),
    diagnose: async (signal) => {
      const busy = [...this.#all].filter((session) => !this.#free.includes(session));
      if (busy.length === 0) return null;
      const known = busy.map((session) => this.#backends.get(session));
      return await askServer(
        this.#config,
        (await this.#tunnel) ?? null,
        known.filter((backend) => backend !== undefined),
        signal,
      );
    },
  };

  constructor(config: PostgresConfig, ctx: ConnectorContext) {
    this.#config = config;
    this.#ctx = ctx;
  }

  /** Runs `work` on a session of the snapshot that nobody else uses meanwhile. */
  async use<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const session = await this.acquire(this.#ctx.signal);
    let isDone = false;
    try {
      const result = await work(session);
      isDone = true;
      return result;
    } finally {
      await this.release(session, isDone);
    }
  }

  /** `signal` ends what the session waits for, until it is given back. */
  async acquire(signal: AbortSignal): Promise<Session> {
    throwIfAborted(signal);
    await this.#forgetLost();
    const free = this.#free.pop();
    const session =
      free ?? (this.#first === null ? await this.#openFirst() : await this.#openNext());
    session.follow(signal);
    try {
      await session.run(beginRead);
    } catch (error) {
      await this.release(session, false);
      throw error;
    }
    return session;
  }

  /** What the snapshot cannot see may still come from this moment on. */
  async openSince(): Promise<OpenSince> {
    await this.use(async () => {});
    return (await this.#first)?.openSince ?? { utc: "", local: "" };
  }

  /** Gives a session back. What the work left behind in the transaction is undone unless it went well. */
  async release(session: Session, isDone: boolean): Promise<void> {
    session.follow(AbortSignal.timeout(releaseTimeoutMs));
    try {
      if (!session.isBroken) await session.run(isDone ? endRead : undoRead);
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
    const pending = this.#first;
    const first = await pending?.catch(() => null);
    if (pending === null || this.#first !== pending) return;
    if (first && !first.session.isBroken) return;
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
    this.#tunnel ??= tunnel
      ? openTunnel(this.#config, tunnel, this.#ctx.signal)
      : Promise.resolve(null);
    const session = await Session.open(this.#config, await this.#tunnel, this.#ctx.signal);
    this.#all.add(session);
    return session;
  }

  async #openFirst(): Promise<Session> {
    this.#first = this.#openWith(async (session) => {
      const since = await this.#ask(session, openSince);
      await this.#begin(session, beginSnapshot);
      const [id] = await this.#ask(session, exportSnapshot);
      await this.#identify(session);
      const [utc, local, hidden] = since;
      if (hidden !== "0")
        this.#ctx.log.debug("some sessions hide since when they are open", {
          place: describePlace(this.#config),
          sessions: Number(hidden),
        });
      return { session, id: id ?? "", openSince: { utc: utc ?? "", local: local ?? "" } };
    });
    return (await this.#first).session;
  }

  async #openNext(): Promise<Session> {
    const first = await this.#first;
    return await this.#openWith(async (session) => {
      try {
        await session.run(importSnapshot(first?.id ?? ""));
      } catch (error) {
        throw goneCodes.has(sqlState(error) ?? "") ? this.#gone(error) : this.#failed(error);
      }
      await this.#identify(session);
      return session;
    });
  }

  /** A session and its first statements, which wait for nothing: no answer to them is a session that is lost. */
  async #openWith<T>(begin: (session: Session) => Promise<T>): Promise<T> {
    const session = await this.#open();
    try {
      return await inTime(
        "session",
        this.#ctx.signal,
        () => session.destroy(),
        () => begin(session),
      );
    } catch (error) {
      throw this.#failed(error);
    }
  }

  /** Within the transaction, where a pooler keeps the session to us. */
  async #identify(session: Session): Promise<void> {
    const [pid, since, server] = await this.#ask(session, identify);
    this.#backends.set(session, { pid: pid ?? "0", since: since ?? "", server: server ?? "" });
  }

  async #ask(session: Session, sql: string): Promise<Texts> {
    try {
      return (await session.query(sql)).rows[0] ?? [];
    } catch (error) {
      throw this.#failed(error);
    }
  }

  async #begin(session: Session, sql: string): Promise<void> {
    try {
      await session.run(sql);
    } catch (error) {
      throw this.#failed(error);
    }
  }

  /** The server let the first session go, and nobody told it: all has to be read anew, under another snapshot. */
  #gone(cause: unknown): RevosError {
    return new RevosError(
      "source.unreachable",
      `Could not open a snapshot of ${describePlace(this.#config)}: the session that held it is gone.`,
      { cause },
    );
  }

  #failed(error: unknown): unknown {
    return toSourceError(error, {
      tried: `Could not open a snapshot of ${describePlace(this.#config)}`,
    });
  }
}
