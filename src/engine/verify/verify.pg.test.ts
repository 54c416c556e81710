// Comparing a real Postgres with a real DuckDB file: what differs is found and named, what only looks different is not, and
// what can be explained is.
import { describe, expect, it } from "vitest";
import { expectEqual } from "./testing/expect-equal.ts";
import { openPgWorld } from "./testing/pg-world.ts";

const none = { changed: 0, missing: 0, extra: 0, duplicate: 0 };

const orders = `create table orders (id int primary key, customer text, amount numeric(12,2), note text, updated_at timestamptz not null);
  insert into orders select i, 'c' || i % 17, i / 7.0, case when i % 5 = 0 then null when i % 5 = 1 then '' else 'n' || i end, timestamptz '2024-01-01' + i * interval '1 second' from generate_series(1, 3000) i`;
const history = { mode: "incremental_deduped_history", cursor: ["updated_at"] } as const;

describe("verify: a full refresh", () => {
  it("is equal after a sync, by digests alone, without reading a row", async () => {
    await using world = await openPgWorld();
    await world.database.query(orders);
    await world.sync("orders");
    const { stream, verification } = await world.verify("orders");
    expect(stream).toMatchObject({
      status: "equal",
      method: "digests",
      sourceRows: 3000,
      tableRows: 3000,
      readRows: 0,
      differences: none,
      key: ["id"],
    });
    expect(stream.buckets?.differing).toBe(0);
    expect(verification).toMatchObject({ status: "equal", exit: 0, repair: null });
  });

  it("finds one changed value, one missing, one extra and one doubled row, and repairs exactly these", async () => {
    await using world = await openPgWorld();
    await world.database.query(orders);
    await world.sync("orders");
    await world.warehouse(
      "update orders set amount = amount + 0.01, note = 'x' where id = 7",
      "delete from orders where id = 8",
      "insert into orders by name (select * replace (100001 as id, 999999999 as _revos_id) from orders where id = 9)",
      "insert into orders by name (select * replace (999999998 as _revos_id) from orders where id = 10)",
    );
    const before = await world.warehouse("select _revos_id from orders where id = 11");
    const { stream, verification } = await world.verify("orders");
    expect(stream.differences).toEqual({ changed: 1, missing: 1, extra: 1, duplicate: 1 });
    expect(stream.columns).toEqual([
      { column: "amount", rows: 1 },
      { column: "note", rows: 1 },
    ]);
    expect(stream.samples.map((one) => [one.kind, one.key?.id]).sort()).toEqual([
      ["changed", "7"],
      ["duplicate", "10"],
      ["extra", "100001"],
      ["missing", "8"],
    ]);
    expect(stream.readRows).toBeLessThan(2000);
    expect(verification).toMatchObject({ status: "different", exit: 10 });
    expect(verification.repair?.streams).toMatchObject([{ insert: 2, remove: 3, removeKeys: 1 }]);
    const repaired = await world.verify("orders", {}, { repair: true });
    expect(repaired.run).toMatchObject({ lane: "repair", status: "ok", balanced: true });
    expect(repaired.run?.streams[0]).toMatchObject({ read: 3, written: 3 });
    expect(repaired.verification).toMatchObject({ status: "equal", exit: 0 });
    // What was right was not touched.
    expect(await world.warehouse("select _revos_id from orders where id = 11")).toEqual(before);
  });

  it("tells NULL from the empty text", async () => {
    await using world = await openPgWorld();
    await world.database.query(orders);
    await world.sync("orders");
    await world.warehouse("update orders set note = '' where id = 5");
    expect((await world.verify("orders")).stream.differences).toEqual({ ...none, changed: 1 });
  });

  it("compares rows without a key as a multiset", async () => {
    await using world = await openPgWorld();
    await world.database.query(
      "create table log (a int, b text); insert into log select i % 50, 't' || i % 10 from generate_series(1, 1000) i; insert into log values (null, null), (null, null), (null, '')",
    );
    await world.sync("log");
    expect((await world.verify("log")).stream).toMatchObject({ status: "equal", key: [] });
    await world.warehouse(
      "delete from log where _revos_id = (select min(_revos_id) from log where a is null and b is null)",
      "insert into log by name (select * replace (77777777 as _revos_id) from log where a = 3 limit 1)",
      "insert into log by name (select * replace (77777778 as _revos_id, 'other' as b) from log where a = 4 limit 1)",
    );
    const { stream } = await world.verify("log");
    expect(stream.differences).toEqual({ changed: 0, missing: 1, extra: 1, duplicate: 1 });
    const repaired = await world.verify("log", {}, { repair: true });
    expect(repaired.verification.status).toBe("equal");
    expect(repaired.run?.streams[0]).toMatchObject({ written: 1, balanced: true });
  });
});

describe("verify: incremental modes", () => {
  it("calls rows above the position in flight, and equal ones at it equal", async () => {
    await using world = await openPgWorld();
    await world.database.query(orders);
    await world.sync("orders", history);
    await expectEqual(await world.plan("orders", history), world.deps);
    await world.database.query(
      "insert into orders values (9001, 'new', 1, null, '2030-01-01'); update orders set note = 'later', updated_at = '2030-01-02' where id = 3",
    );
    const { stream } = await world.verify("orders", history);
    expect(stream).toMatchObject({ status: "equal", differences: none });
    expect(stream.explained.inFlight).toBe(2);
  });

  it("finds a change that did not move the cursor, and rows deleted at the source", async () => {
    await using world = await openPgWorld();
    await world.database.query(orders);
    await world.sync("orders", history);
    await world.database.query(
      "update orders set note = 'silent' where id = 3000; delete from orders where id in (4, 5)",
    );
    const { stream } = await world.verify("orders", history);
    expect(stream.differences).toEqual({ ...none, changed: 1, extra: 2 });
    const repaired = await world.verify("orders", history, { repair: true });
    expect(repaired.verification.status).toBe("equal");
    const positions = await world.warehouse(
      "select lane, position is not null as at from _revos.positions order by lane",
    );
    expect(positions).toEqual([
      { lane: "live", at: true },
      { lane: "repair", at: false },
    ]);
    expect((await world.sync("orders", history)).status).toBe("ok");
    expect((await world.verify("orders", history)).verification.status).toBe("equal");
  });

  it("explains the versions that an append table keeps, and finds a lost and a doubled one", async () => {
    await using world = await openPgWorld();
    const append = { mode: "incremental_append", cursor: ["updated_at"] } as const;
    await world.database.query(orders);
    await world.sync("orders", append);
    await world.database.query("update orders set note = 'v2', updated_at = now() where id <= 10");
    await world.sync("orders", append);
    const { stream } = await world.verify("orders", append);
    expect(stream).toMatchObject({ status: "equal", tableRows: 3010 });
    expect(stream.explained.history).toBe(10);
    await world.warehouse(
      "delete from orders where id = 20",
      "insert into orders by name (select * replace (999999998 as _revos_id) from orders where id = 21)",
      "update orders set amount = 0 where id = 22",
    );
    const bad = await world.verify("orders", append);
    expect(bad.stream.differences).toEqual({ changed: 1, missing: 1, extra: 0, duplicate: 1 });
    const repaired = await world.verify("orders", append, { repair: true });
    expect(repaired.verification.status).toBe("equal");
    expect(repaired.stream.explained.history).toBe(10);
    expect(repaired.stream.tableRows).toBe(3010);
  });
});
