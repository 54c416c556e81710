// Leases in the store: one row per name, taken and given back by single statements whose condition is part of the write,
// so that two processes never both believe they hold one. `schedule/ports.ts` says what is promised.
import { makeId } from "../kernel/ids.ts";
import { toIso } from "../kernel/clock.ts";
import type { z } from "zod";
import type {
  HeldLease,
  HoldAnswer,
  Lease,
  LeaseAnswer,
  LeaseRequest,
  Leases,
} from "../schedule/ports.ts";
import { columnsOf, parseRow, type Handle } from "./handle.ts";
import { identifyProcess, lifeOf } from "./process-identity.ts";
import { LeaseRow } from "./tables.ts";

/** A holder whose process cannot be looked at is gone after this much silence. */
export const silenceMs = 60_000;
const renewEveryMs = 10_000;

const columns = columnsOf(LeaseRow);
type Row = z.infer<typeof LeaseRow>;

export function makeLeases(handle: Handle): Leases {
  const { db } = handle;

  const read = async (name: string): Promise<Row | null> => {
    const row = await db
      .selectFrom("leases")
      .select(columns)
      .where("name", "=", name)
      .executeTakeFirst();
    return row ? parseRow(LeaseRow, "leases", row) : null;
  };

  const acquire = async (request: LeaseRequest): Promise<LeaseAnswer> => {
    const at = toIso(await handle.sharedNowMs());
    const row: Row = {
      name: request.name,
      holder: request.holder,
      token: makeId("ls", 16),
      ...identifyProcess(request.pid),
      acquiredAt: at,
      heartbeatAt: at,
    };
    // Twice more than once: the holder may let go, or be taken over by another, between the refusal and the look at it.
    for (let round = 0; ; round++) {
      const fresh = await db
        .insertInto("leases")
        .values(row)
        .onConflict((conflict) => conflict.column("name").doNothing())
        .returning("token")
        .executeTakeFirst();
      if (fresh) return { ok: true, lease: toLease(row) };
      const holder = await read(request.name);
      if (!holder) continue;
      if (await isGone(holder)) {
        const { name, ...mine } = row;
        const taken = await db
          .updateTable("leases")
          .set(mine)
          .where("name", "=", name)
          .where("token", "=", holder.token)
          .where("heartbeatAt", "=", holder.heartbeatAt)
          .returning("token")
          .executeTakeFirst();
        if (taken) {
          handle.log.warn("lease taken over", {
            lease: name,
            from: holder.holder,
            pid: holder.pid,
            host: holder.host,
          });
          return { ok: true, lease: toLease(row) };
        }
        if (round < 2) continue;
      }
      return { ok: false, holder: toLease(holder) };
    }
  };

  const isGone = async (holder: Row): Promise<boolean> => {
    const life = lifeOf(holder);
    if (life !== "unknown") return life === "gone";
    return Date.parse(holder.heartbeatAt) <= (await handle.sharedNowMs()) - silenceMs;
  };

  const renew = async (lease: Lease): Promise<boolean> => {
    const heartbeatAt = toIso(await handle.sharedNowMs());
    const done = await db
      .updateTable("leases")
      .set({ heartbeatAt })
      .where("name", "=", lease.name)
      .where("token", "=", lease.token)
      .returning("token")
      .executeTakeFirst();
    return done !== undefined;
  };

  const release = async (lease: Lease): Promise<boolean> => {
    const done = await db
      .deleteFrom("leases")
      .where("name", "=", lease.name)
      .where("token", "=", lease.token)
      .returning("token")
      .executeTakeFirst();
    return done !== undefined;
  };

  return {
    acquire,
    renew,
    release,
    async hold(request): Promise<HoldAnswer> {
      const answer = await acquire(request);
      return answer.ok
        ? { ok: true, held: keepAlive(handle, answer.lease, renew, release) }
        : answer;
    },
    async find(name) {
      const row = await read(name);
      return row && toLease(row);
    },
    async list() {
      const rows = await db.selectFrom("leases").select(columns).orderBy("name").execute();
      return rows.map((row) => toLease(parseRow(LeaseRow, "leases", row)));
    },
  };
}

function keepAlive(
  handle: Handle,
  lease: Lease,
  renew: (lease: Lease) => Promise<boolean>,
  release: (lease: Lease) => Promise<boolean>,
): HeldLease {
  const lost = new AbortController();
  const timer = setInterval(async () => {
    try {
      if (await renew(lease)) return;
      clearInterval(timer);
      lost.abort();
    } catch {
      // A busy or unreachable store: the next turn tries again, and 60 s are six turns.
      handle.log.warn("lease not renewed", { lease: lease.name });
    }
  }, renewEveryMs);
  timer.unref();
  return {
    lease,
    lost: lost.signal,
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      // When the store cannot be reached now, the lease frees itself with the end of this process.
      await release(lease).catch(() =>
        handle.log.warn("lease not released", { lease: lease.name }),
      );
    },
  };
}

function toLease({ name, holder, token, pid, host, acquiredAt, heartbeatAt }: Row): Lease {
  return { name, holder, token, pid, host, acquiredAt, heartbeatAt };
}
