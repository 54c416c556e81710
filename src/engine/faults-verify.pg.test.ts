// A network that fails between revos and Postgres while a table is compared with its source and repaired, at either end.
import { afterAll, beforeAll, describe, expect, vi } from "vitest";
import { testFaultyVerify } from "./testing/fault-table.ts";
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

const changed = "update t set v = 'never so' where id in (3, 77)";

describe.each(["source", "warehouse"] as const)("at the %s", (faulty) => {
  let world: FaultWorld;
  beforeAll(async () => {
    const warehouse = faulty === "source" ? "duckdb" : "postgres";
    world = await openFaultWorld({ source: "postgres", warehouse, faulty });
    await world.ask("insert into t select i, repeat('v', 200), i from generate_series(1, 600) i");
    expect((await world.sync()).exit).toBe(0);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  describe("comparing", () => {
    testFaultyVerify(
      () => world,
      faulty === "source"
        ? [
            { step: "signing in", request: "database\0" },
            { step: "beginning the snapshot", request: "isolation level repeatable read" },
            { step: "discovering", request: "relkind in" },
            { step: "asking for the checksums", request: "sum(h)" },
          ]
        : [
            { step: "signing in", request: "database\0" },
            { step: "looking at the target", request: "_revos.positions" },
            { step: "fetching the rows", request: "to stdout" },
          ],
      [faulty === "source" ? "source.unreachable" : "destination.unreachable"],
      { tamper: null },
    );
  });

  describe("repairing", () => {
    testFaultyVerify(
      () => world,
      faulty === "source"
        ? [{ step: "reading the rows that differ", request: "copy (" }]
        : [
            { step: "locking the tables", request: "pg_try_advisory_lock" },
            { step: "sending the rows", request: "from stdin" },
            { step: "writing the ledger", request: "insert into _revos.ledger" },
            { step: "committing", request: "commit\0" },
          ],
      [faulty === "source" ? "source.unreachable" : "destination.unreachable"],
      { tamper: changed },
    );
  });
});
