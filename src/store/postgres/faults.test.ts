// A network that fails between revos and the team store, at every step of a write: it is told with a code that may be tried
// again, what was written is there whole or not at all, and the store is used again without being opened anew.
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openDatabase, type TestDatabase } from "../../../test/support/postgres.ts";
import {
  faultKinds,
  openFaultProxy,
  type FaultProxy,
} from "../../connector/testing/fault-proxy.ts";
import { systemClock } from "../../kernel/clock.ts";
import { silentLog } from "../../kernel/log.ts";
import { openStore, type Store } from "../store.ts";
import { sampleRun } from "../testing/samples.ts";
import { storeKinds } from "../testing/world.ts";

// A lost answer is waited for; the limits in force stand in docs/guides/waiting.md.
vi.mock("./limits.ts", () => ({ storeLimits: { connect: 5000, answer: 1500, idle: 1000 } }));

describe.skipIf(!storeKinds.includes("postgres"))("a Postgres store whose network fails", () => {
  let database: TestDatabase;
  let proxy: FaultProxy;
  let store: Store;
  let run = 0;
  beforeAll(async () => {
    database = await openDatabase();
    const { host, port, user } = database.config;
    proxy = await openFaultProxy({ path: `${host}/.s.PGSQL.${port}` });
    const url = `postgres://${user}@${proxy.host}:${proxy.port}/${database.name}?sslmode=disable`;
    store = await openStore(
      { kind: "postgres", url },
      { key: new Uint8Array(32), clock: systemClock, log: silentLog },
    );
  });
  afterAll(async () => {
    await store[Symbol.asyncDispose]();
    await proxy[Symbol.asyncDispose]();
    await database[Symbol.asyncDispose]();
  });

  const rowsOf = async (id: string) =>
    await database.query<{ ordinal: string }>("select ordinal from revos.runs where id = $1", [id]);

  describe.each(["begin", "insert into", "commit"])("at %s", (request) => {
    it.each(faultKinds)("%s", async (fault) => {
      const id = `run_fault_${++run}`;
      const { struck } = proxy;
      proxy.when(request, fault);
      const outcome = await store.runs.start({ document: sampleRun(id) }).then(
        () => "done",
        (error: { code?: string }) => error.code,
      );
      expect(proxy.struck).toBe(struck + 1);
      expect(outcome).toBe(fault === "late" ? "done" : "store.unreachable");
      const isThere = fault === "late" || (fault === "apply_then_fail" && request === "commit");
      await expect.poll(() => rowsOf(id), { timeout: 5000 }).toHaveLength(isThere ? 1 : 0);
      // Refused ones are let in again after a moment.
      await expect
        .poll(
          () =>
            store.runs.start({ document: sampleRun(`run_after_${run}`) }).then(
              () => true,
              () => false,
            ),
          { timeout: 10_000 },
        )
        .toBe(true);
      const all = await database.query<{ n: string; d: string }>(
        "select count(*) as n, count(distinct ordinal) as d from revos.runs",
      );
      expect(all[0]?.n).toBe(all[0]?.d);
    });
  });
});
