// A network that fails between revos and a MariaDB source, at every step of a sync.
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { describeMariadb } from "../../test/support/mariadb.ts";
import {
  changeRows,
  expectWhole,
  retriesOf,
  testFaultTable,
  testFaultyVerify,
} from "./testing/fault-table.ts";
import { openFaultWorld, type FaultWorld } from "./testing/fault-world.ts";

// A stalled sign-in is waited for; the limits in force stand in docs/guides/waiting.md.
vi.mock("../network/limits.ts", () => ({
  networkLimits: {
    connect: 9000,
    tunnel: 9000,
    channel: 9000,
    tls: 9000,
    signIn: 2500,
    session: 2500,
  },
}));

describeMariadb("MariaDB", () => {
  let world: FaultWorld;
  beforeAll(async () => {
    world = await openFaultWorld({ source: "mysql", warehouse: "duckdb", faulty: "source" });
    await world.ask("insert into t select seq, repeat('v', 200), seq from seq_1_to_600");
    expect((await world.sync()).exit).toBe(0);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  testFaultTable(
    () => world,
    [
      { step: "signing in", request: "root\0" },
      { step: "settings", request: "show session variables" },
      { step: "discovering", request: "information_schema.columns" },
      { step: "asking for open transactions", request: "innodb_trx" },
      { step: "beginning the snapshot", request: "start transaction" },
      { step: "beginning to read", request: "savepoint revos_read" },
      { step: "preparing the read", request: "order by" },
      { step: "leaving the read", request: "rollback to savepoint" },
    ],
    ["source.unreachable"],
  );

  describe("a read in chunks that broke off", () => {
    const limits = { chunkBytes: 16 * 1024, parallel: 1 };
    testFaultTable(
      () => world,
      // Once to list the chunks, once more to prove them.
      [{ step: "asking which are unchanged", request: "information_schema.partitions", nth: 2 }],
      ["source.unreachable"],
      { mode: "full_refresh_overwrite", limits },
      async () => {
        await world.ask("analyze table t");
        const broken = await world.sync({ mode: "full_refresh_overwrite", limits, breakAfter: 3 });
        expect(broken.streams[0]?.error?.code).toBe("source.unknown");
      },
    );
  });

  it.each([
    ["cut", () => world.proxy.cutAfter(60_000)],
    ["stalled", () => world.proxy.stallAfter(60_000)],
  ] as const)("%s in the middle of the rows", async (_, strike) => {
    await changeRows(world);
    strike();
    const run = await world.sync({ mode: "full_refresh_overwrite" });
    await expectWhole(world, run);
    expect(retriesOf(world)).toEqual(["source.unreachable"]);
  });

  describe("comparing", () => {
    beforeAll(async () => {
      expect((await world.sync()).exit).toBe(0);
    });
    testFaultyVerify(
      () => world,
      [
        { step: "signing in", request: "root\0" },
        { step: "beginning the snapshot", request: "start transaction" },
        { step: "asking for the checksums", request: "group by 1" },
      ],
      ["source.unreachable"],
      { tamper: null },
    );
  });

  describe("repairing", () => {
    testFaultyVerify(
      () => world,
      [{ step: "reading the rows that differ", request: "savepoint revos_read" }],
      ["source.unreachable"],
      { tamper: "update t set v = 'never so' where id in (103, 377)" },
    );
  });
});
