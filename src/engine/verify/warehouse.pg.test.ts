// The same comparison with Postgres as the warehouse: its rows come to the workbench, and a repair goes back in one
// transaction of the server.
import { describe, expect, it } from "vitest";
import { openPgWorld } from "./testing/pg-world.ts";

const none = { changed: 0, missing: 0, extra: 0, duplicate: 0 };

describe("verify: a Postgres warehouse", () => {
  it("finds and repairs what differs in a table with all kinds of values", async () => {
    await using world = await openPgWorld({ into: "postgres" });
    const own = { mode: "incremental_deduped_history", cursor: ["u"], history: true } as const;
    await world.database.query(
      `create table t (id int primary key, a text, n numeric, d numeric(12,2), f float8, j json, jb jsonb, b bytea, l int[], i interval, dt date, u timestamptz not null);
       insert into t select i, nullif('x' || i % 3, 'x1'), i / 8.0, i / 7.0, i / 3.0, json_build_object('b', i, 'a', 2), jsonb_build_object('k', i), decode(lpad(to_hex(i), 6, '0'), 'hex'), array[i, null], make_interval(days => i, secs => i), '2024-01-01'::date + i, timestamptz '2024-01-01' + i * interval '1 second' from generate_series(1, 1000) i`,
    );
    const run = await world.sync("t", own);
    expect(run.status).toBe("ok");
    expect((await world.verify("t", own)).stream).toMatchObject({
      status: "equal",
      method: "digests",
      readRows: 0,
    });
    await world.database.query(
      `update landed.t set a = 'tampered' where id = 5; delete from landed.t where id = 6;
       insert into landed.t select * from landed.t where id = 7; delete from t where id = 8`,
    );
    const { stream } = await world.verify("t", own);
    expect(stream.differences).toEqual({ changed: 1, missing: 1, extra: 1, duplicate: 1 });
    expect(stream.columns).toEqual([{ column: "a", rows: 1 }]);
    const repaired = await world.verify("t", own, { repair: true });
    expect(repaired.stream).toMatchObject({ status: "equal", differences: none });
    expect(repaired.run).toMatchObject({ status: "ok", balanced: true });
    expect(
      await world.database.query(
        "select (select count(*) from landed.t)::int as n, (select count(*) from (select id, a, n, d, f, u from t except all select id, a, n, d, f, u from landed.t) x)::int as differ, (select count(*) from landed.t__history where id = 8 and is_current)::int as open",
      ),
    ).toEqual([{ n: 999, differ: 0, open: 0 }]);
    expect(
      await world.database.query(
        "select lane, position is null as none from _revos.positions order by lane",
      ),
    ).toEqual([
      { lane: "live", none: false },
      { lane: "repair", none: true },
    ]);
  });

  it("explains rows in quarantine, and repairs a full refresh without a key", async () => {
    await using world = await openPgWorld({ into: "postgres" });
    const own = { columns: { v: { type: "int32" } } };
    await world.database.query(
      "create table t (k text, v text); insert into t select 'k' || i % 5, case when i = 3 then 'bad' else i::text end from generate_series(1, 40) i",
    );
    await world.sync("t", own);
    expect((await world.verify("t", own)).stream).toMatchObject({
      status: "equal",
      explained: { quarantined: 1 },
    });
    await world.database.query(
      "delete from landed.t where v in (4, 5); update landed.t set v = 99 where v = 6",
    );
    const repaired = await world.verify("t", own, { repair: true });
    expect(repaired.verification).toMatchObject({
      status: "equal",
      repaired: { inserted: 3, removed: 1 },
    });
  });
});
