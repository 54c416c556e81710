// The connection to the warehouse: opened at the first use and anew after a loss, with its settings and locks. A lock of a
// table lives in the session, so it goes with a killed run; after a loss the old session is ended and the locks are taken
// again before anything else happens, so that nobody else can have written in between without being noticed.
import { throwIfAborted } from "../../../kernel/abort.ts";
import { assert } from "../../../kernel/assert.ts";
import { systemClock } from "../../../kernel/clock.ts";
import { RevosError } from "../../../kernel/error.ts";
import type { ConnectorContext } from "../../../connector/context.ts";
import type { StallProbe } from "../../../connector/stall-probe.ts";
import { describePlace, type PostgresConfig } from "../config.ts";
import { Session } from "../session.ts";
import { askServer, identify, type Backend } from "../stall.ts";
import { inTime } from "../../../network/in-time.ts";
import { openTunnel, type Tunnel } from "../../../network/tunnel.ts";
import { isClash, isLost, toDestinationError } from "./errors.ts";
import { lockedBy, takeLocks } from "./locks.ts";
import { sessionSettings } from "./settings.ts";

const beginning = "begin transaction isolation level read committed read write";
const tries = 4;
const firstWaitMs = 500;
/** How long the locks of a session that was lost may still be held by its ghost. */
const ghostMs = 30_000;

/** A transaction that stays open between pieces of work. After a failure it is over. */
export type HeldTransaction = {
  /** It is over, by no fault of what was done in it: done again in another one, it may go well. */
  readonly isLost: boolean;
  work<T>(work: (session: Session) => Promise<T>): Promise<T>;
  /** `wasDone`: asked where the answer was lost. */
  commit(wasDone: (session: Session) => Promise<boolean>): Promise<void>;
  abandon(): Promise<void>;
};

export class Link implements AsyncDisposable {
  readonly #config: PostgresConfig;
  readonly #ctx: ConnectorContext;
  readonly #locks = new Set<string>();
  #tunnel: Tunnel | null = null;
  #session: Session | null = null;
  #opening: Promise<Session> | null = null;
  #last: Backend | null = null;
  #held = false;
  /** Pieces of work that are with the server now. */
  #working = 0;
  /** Why the work of now is not done again. */
  #abandoned: RevosError | null = null;
  readonly stalls: StallProbe = {
    traffic: () => this.#session?.traffic ?? 0,
    diagnose: async (signal) =>
      this.#last === null || this.#session?.isWaiting !== true
        ? null
        : await askServer(this.#config, this.#tunnel, [this.#last], signal),
    abandon: (reason) => {
      if (this.#working === 0) return;
      this.#abandoned = reason;
      this.#session?.destroy();
    },
  };

  constructor(config: PostgresConfig, ctx: ConnectorContext) {
    this.#config = config;
    this.#ctx = ctx;
  }

  get place(): string {
    return describePlace(this.#config);
  }

  get signal(): AbortSignal {
    return this.#ctx.signal;
  }

  /** The open session. Errors are coded. */
  async session(): Promise<Session> {
    throwIfAborted(this.#ctx.signal);
    assert(
      !this.#held,
      () => "The warehouse is asked something while rows are on their way to it.",
    );
    if (this.#session && !this.#session.isBroken) return this.#session;
    this.#opening ??= this.#open().finally(() => (this.#opening = null));
    return await this.#opening;
  }

  /** Runs `work`; a connection found lost is opened anew and the work is done again. Only for work that may be repeated. */
  async repeat<T>(tried: string, work: (session: Session) => Promise<T>): Promise<T> {
    return await this.#atWork(async () => {
      for (let attempt = 1; ; attempt++) {
        try {
          return await work(await this.session());
        } catch (error) {
          await this.#again(error, attempt, tried);
        }
      }
    });
  }

  /**
   * Runs `work` in a transaction. When the connection is lost, `wasDone` is asked on the next one whether the commit had
   * happened all the same: then that is the end of it, else the work is done again.
   */
  async transaction(
    tried: string,
    work: (session: Session) => Promise<void>,
    wasDone: (session: Session) => Promise<boolean>,
  ): Promise<void> {
    await this.#atWork(async () => {
      for (let attempt = 1; ; attempt++) {
        let session: Session | null = null;
        try {
          session = await this.session();
          if (attempt > 1 && (await wasDone(session))) return;
          await session.run(beginning);
          await work(session);
          await session.run("commit");
          return;
        } catch (error) {
          if (session && !session.isBroken) await session.run("rollback").catch(() => {});
          await this.#again(error, attempt, tried);
        }
      }
    });
  }

  /**
   * Begins a transaction that stays open while other things are done; meanwhile nothing else is asked of the link. When it is lost it
   * is not begun again: whoever holds it must know what is gone with it.
   */
  async hold(tried: string): Promise<HeldTransaction> {
    const session = await this.repeat(tried, async (now) => {
      await now.run(beginning);
      return now;
    });
    let isOpen = true;
    let isGone = false;
    const leave = async (isDone: boolean): Promise<void> => {
      if (!isOpen) return;
      isOpen = false;
      this.#held = false;
      if (!isDone && !session.isBroken) await session.run("rollback").catch(() => {});
    };
    const within = <T>(work: () => Promise<T>): Promise<T> =>
      this.#atWork(async () => {
        try {
          return await work();
        } catch (error) {
          const abandoned = this.#abandoned;
          await leave(false);
          throwIfAborted(this.#ctx.signal);
          if (abandoned) throw abandoned;
          isGone = isLost(error) || isClash(error);
          throw toDestinationError(error, tried);
        }
      });
    this.#held = true;
    return {
      get isLost() {
        return isGone;
      },
      work: (work) => within(() => work(session)),
      commit: (wasDone) =>
        within(async () => {
          try {
            await session.run("commit");
            await leave(true);
          } catch (error) {
            await leave(false);
            if (!isLost(error) || this.#abandoned || !(await wasDone(await this.session())))
              throw error;
          }
        }),
      abandon: () => this.#atWork(() => leave(false)),
    };
  }

  /** Keeps other runs from the tables until the link is closed. */
  async claim(names: readonly string[]): Promise<void> {
    const wanted = [...new Set(names)].filter((name) => !this.#locks.has(name)).sort();
    if (wanted.length === 0) return;
    await this.repeat(`Could not lock the tables in ${this.place}`, async (session) => {
      const refused = await takeLocks(session, wanted);
      if (refused !== null) throw await lockedBy(session, refused, this.place);
    });
    for (const name of wanted) this.#locks.add(name);
  }

  async #atWork<T>(work: () => Promise<T>): Promise<T> {
    this.#working++;
    try {
      return await work();
    } finally {
      this.#working--;
      this.#abandoned = null;
    }
  }

  async #again(error: unknown, attempt: number, tried: string): Promise<void> {
    throwIfAborted(this.#ctx.signal);
    if (this.#abandoned) throw this.#abandoned;
    if ((!isLost(error) && !isClash(error)) || attempt >= tries)
      throw toDestinationError(error, tried);
    if (isLost(error)) this.#session?.destroy();
    this.#ctx.log.warn("warehouse connection lost, trying again", {
      place: this.place,
      attempt,
    });
    // A part by chance, so that runs which lost one server together do not all come back together.
    const waitMs = firstWaitMs * 2 ** (attempt - 1) * (0.5 + Math.random() / 2);
    await systemClock.sleep(waitMs, this.#ctx.signal);
  }

  async #open(): Promise<Session> {
    const { signal } = this.#ctx;
    this.#session?.destroy();
    await this.#tunnel?.[Symbol.asyncDispose]();
    this.#tunnel = null;
    try {
      const { tunnel } = this.#config;
      if (tunnel) this.#tunnel = await openTunnel(this.#config, tunnel, signal);
      const session = await Session.open(this.#config, this.#tunnel, signal);
      session.follow(signal);
      try {
        const [pid, since, server] = await inTime(
          "session",
          signal,
          () => session.destroy(),
          async () => {
            await session.run(sessionSettings());
            return (await session.query(identify)).rows[0] ?? [];
          },
        );
        const before = this.#last;
        this.#last = { pid: pid ?? "0", since: since ?? "", server: server ?? "" };
        if (before) await endGhost(session, before);
        await this.#retake(session);
      } catch (error) {
        session.destroy();
        throw error;
      }
      this.#session = session;
      return session;
    } catch (error) {
      throwIfAborted(signal);
      throw toDestinationError(error, `Could not connect to ${this.place}`);
    }
  }

  async #retake(session: Session): Promise<void> {
    const names = [...this.#locks];
    if (names.length === 0) return;
    const until = Date.now() + ghostMs;
    for (;;) {
      const refused = await takeLocks(session, names);
      if (refused === null) return;
      if (Date.now() > until) throw await lockedBy(session, refused, this.place);
      await new Promise((resolve) => setTimeout(resolve, 250));
      throwIfAborted(this.#ctx.signal);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#opening?.catch(() => {});
    if (this.#session) {
      this.#session.follow(AbortSignal.timeout(5000));
      await this.#session[Symbol.asyncDispose]();
    }
    await this.#tunnel?.[Symbol.asyncDispose]();
  }
}

/** A session that was cut off may still be at work on the server: it must not commit after we looked whether it had. */
async function endGhost(session: Session, ghost: Backend): Promise<void> {
  await session
    .query(
      "select pg_catalog.pg_terminate_backend(a.pid) from pg_catalog.pg_stat_activity a where a.pid = $1::pg_catalog.int4 and (extract(epoch from a.backend_start) * 1000000)::pg_catalog.int8::pg_catalog.text = $2 and a.usename = current_user",
      [ghost.pid, ghost.since],
    )
    .catch((error: unknown) => {
      // Not allowed, or gone: the locks that are taken next say the rest.
      if (isLost(error)) throw error;
    });
  for (let i = 0; i < 40; i++) {
    const { rows } = await session.query(
      "select count(*) from pg_catalog.pg_stat_activity a where a.pid = $1::pg_catalog.int4 and (extract(epoch from a.backend_start) * 1000000)::pg_catalog.int8::pg_catalog.text = $2",
      [ghost.pid, ghost.since],
    );
    if (rows[0]?.[0] === "0") return;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new RevosError(
    "destination.unreachable",
    "The session that was lost is still at work on the server.",
  );
}
