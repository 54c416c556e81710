// All reads of one open source see one moment: one session holds a snapshot, and reads take turns on it (MySQL has no way to
// share a snapshot between sessions that needs no lock on all tables). A read stands in a savepoint, so that a failed or
// cancelled one leaves the snapshot whole.
import type { ConnectorContext } from "../../connector/context.ts";
import type { StallProbe } from "../../connector/stall-probe.ts";
import { throwIfAborted } from "../../kernel/abort.ts";
import { inTime } from "../../network/in-time.ts";
import { openTunnel, type Tunnel } from "../../network/tunnel.ts";
import { describePlace, type MysqlConfig } from "./config.ts";
import { classify, toSourceError } from "./errors.ts";
import { beginRead, beginSnapshot, endRead, momentQuery, openSince } from "./queries.ts";
import { Session } from "./session.ts";
import { askServer } from "./stall.ts";

/** Before this moment no transaction was open that the snapshot does not see, as timestamps without zone. */
export type OpenSince = { readonly utc: string; readonly local: string };

/** A server that does not answer when a read ends loses the session. */
const releaseTimeoutMs = 10_000;

/** The server, and a moment just before the snapshot, in UTC. */
export type Moment = { readonly server: string; readonly at: string; readonly session: number };

type Held = {
  readonly session: Session;
  readonly openSince: OpenSince | null;
  readonly moment: Moment;
};

export class Snapshot implements AsyncDisposable {
  readonly #config: MysqlConfig;
  readonly #ctx: ConnectorContext;
  #tunnel: Promise<Tunnel | null> | null = null;
  #held: Promise<Held> | null = null;
  /** Ends when the read before has given the session back. */
  #turn: Promise<void> = Promise.resolve();
  #endTurn: () => void = () => {};
  /** Sessions that are asked something now. */
  readonly #busy = new Set<Session>();
  readonly stalls: StallProbe = {
    traffic: () => [...this.#busy].reduce((sum, session) => sum + session.traffic, 0),
    diagnose: async (signal) => {
      if (this.#busy.size === 0) return null;
      const known = [...this.#busy].map((session) => session.backend);
      return await askServer(
        this.#config,
        (await this.#tunnel) ?? null,
        known.filter((backend) => backend !== null),
        signal,
      );
    },
  };

  constructor(config: MysqlConfig, ctx: ConnectorContext) {
    this.#config = config;
    this.#ctx = ctx;
  }

  /** Runs `work` on a session of its own, outside the snapshot: what it asks about does not stand in a snapshot anyway. */
  async aside<T>(work: (session: Session) => Promise<T>): Promise<T> {
    await this.#forgetLost();
    await using session = await this.#open();
    this.#busy.add(session);
    try {
      return await work(session);
    } finally {
      this.#busy.delete(session);
    }
  }

  /** Runs `work` on the snapshot's session. */
  async use<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const session = await this.acquire(this.#ctx.signal);
    try {
      return await work(session);
    } finally {
      await this.release(session);
    }
  }

  /** The snapshot's session, for one read. `signal` ends what it waits for, until it is given back. */
  async acquire(signal: AbortSignal): Promise<Session> {
    throwIfAborted(signal);
    const before = this.#turn;
    let endTurn = (): void => {};
    let taken: Session | null = null;
    this.#turn = new Promise((resolve) => (endTurn = resolve));
    try {
      await untilAborted(before, signal);
      await this.#forgetLost();
      const { session } = await this.#hold();
      taken = session;
      session.follow(signal);
      this.#busy.add(session);
      await session.run(beginRead);
      this.#endTurn = endTurn;
      return session;
    } catch (error) {
      if (taken) this.#busy.delete(taken);
      // Who stopped waiting must not let the next one in before the one that reads has ended.
      void before.then(endTurn);
      throw error;
    }
  }

  /** What the snapshot cannot see may still come from this moment on; null where the user may not know. */
  async openSince(): Promise<OpenSince | null> {
    return (await this.#hold()).openSince;
  }

  /** What the snapshot is known by. */
  async moment(): Promise<Moment> {
    return (await this.#hold()).moment;
  }

  /** Gives the session back, and with it what the read had locked. */
  async release(session: Session): Promise<void> {
    session.follow(AbortSignal.timeout(releaseTimeoutMs));
    try {
      if (!session.isBroken) {
        await session.settle();
        await session.run(endRead);
      }
    } catch {
      session.destroy();
    }
    this.#busy.delete(session);
    this.#endTurn();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const held = await this.#held?.catch(() => null);
    this.#held = null;
    await held?.session[Symbol.asyncDispose]();
    const tunnel = await this.#tunnel?.catch(() => null);
    this.#tunnel = null;
    await tunnel?.[Symbol.asyncDispose]();
  }

  /** A snapshot dies with its session. What comes later is read under a new one, and the log says so. */
  async #forgetLost(): Promise<void> {
    const pending = this.#held;
    if (pending === null) return;
    const held = await pending.catch(() => null);
    if (this.#held !== pending || (held && !held.session.isBroken)) return;
    if (held)
      this.#ctx.log.warn("snapshot lost, a new one is opened", {
        place: describePlace(this.#config),
      });
    const tunnel = this.#tunnel;
    this.#held = null;
    this.#tunnel = null;
    await (await tunnel?.catch(() => null))?.[Symbol.asyncDispose]();
  }

  async #open(): Promise<Session> {
    const { tunnel } = this.#config;
    this.#tunnel ??= tunnel
      ? openTunnel(this.#config, tunnel, this.#ctx.signal)
      : Promise.resolve(null);
    return await Session.open(this.#config, await this.#tunnel, this.#ctx.signal);
  }

  #hold(): Promise<Held> {
    return (this.#held ??= this.#begin());
  }

  async #begin(): Promise<Held> {
    const session = await this.#open();
    try {
      return await inTime(
        "session",
        this.#ctx.signal,
        () => session.destroy(),
        async () => {
          const since = await this.#askOpenSince(session);
          const [server, at] = (await session.query(momentQuery))[0] ?? [];
          await session.run(beginSnapshot);
          const moment = { server: server ?? "", at: at ?? "", session: session.backend?.id ?? 0 };
          return { session, openSince: since, moment };
        },
      );
    } catch (error) {
      session.destroy();
      throw toSourceError(error, {
        tried: `Could not open a snapshot of ${describePlace(this.#config)}`,
      });
    }
  }

  async #askOpenSince(session: Session): Promise<OpenSince | null> {
    try {
      const [utc, local] = (await session.query(openSince))[0] ?? [];
      return utc ? { utc, local: local ?? utc } : null;
    } catch (error) {
      if (classify(error) !== "source.permission_denied") throw error;
      this.#ctx.log.debug("open transactions are hidden from this user", {
        place: describePlace(this.#config),
      });
      return null;
    }
  }
}

/** Waits for `work`, or for the signal. */
async function untilAborted(work: Promise<void>, signal: AbortSignal): Promise<void> {
  let stop = (): void => {};
  const aborted = new Promise<void>((resolve) => {
    stop = resolve;
    signal.addEventListener("abort", stop, { once: true });
  });
  await Promise.race([work, aborted]);
  signal.removeEventListener("abort", stop);
  throwIfAborted(signal);
}
