// What stands between source and table by design: mappers, filters, left out columns, quarantine, writers at work.
import { describe, expect, it } from "vitest";
import type { OpenSource } from "../../connector/source.ts";
import type { Mapper } from "../../model/mapper.ts";
import { openPgWorld } from "./testing/pg-world.ts";

const none = { changed: 0, missing: 0, extra: 0, duplicate: 0 };
const clear = { inFlight: 0, quarantined: 0, history: 0, superseded: 0 };

const people = `create table people (id int primary key, email text, card text, city text, is_test boolean, extra json);
  insert into people select i, 'm' || i || '@example.com', '4000' || i, 'c' || i % 9, i % 10 = 0, json_build_object('mail', 'm' || i, 'n', i) from generate_series(1, 400) i`;

const mapper = (type: string, mapperConfiguration: unknown): Mapper =>
  ({ type, mapperConfiguration }) as Mapper;

describe("verify: mappers", () => {
  it.each([
    [
      "hashing",
      [mapper("hashing", { targetField: "email", method: "SHA-256", fieldNameSuffix: "_hashed" })],
    ],
    ["hashing of the key", [mapper("hashing", { targetField: "id", method: "MD5" })]],
    ["hashing inside json", [mapper("hashing", { targetField: "extra.mail", method: "SHA-1" })]],
    [
      "field-renaming",
      [mapper("field-renaming", { originalFieldName: "city", newFieldName: "town" })],
    ],
    [
      "field-renaming of the key",
      [mapper("field-renaming", { originalFieldName: "id", newFieldName: "person" })],
    ],
    ["field-filtering", [mapper("field-filtering", { targetField: "email" })]],
    [
      "row-filtering",
      [
        mapper("row-filtering", {
          conditions: {
            type: "NOT",
            conditions: [{ type: "EQUAL", fieldName: "is_test", comparisonValue: "true" }],
          },
        }),
      ],
    ],
  ])("%s: the table is equal, and a change under it is found", async (_, mappers) => {
    await using world = await openPgWorld();
    await world.database.query(people);
    await world.sync("people", { mappers });
    expect((await world.verify("people", { mappers })).stream).toMatchObject({
      status: "equal",
      notCompared: [],
      explained: clear,
    });
    await world.database.query(
      "update people set is_test = null, city = 'elsewhere' where id = 11; delete from people where id = 12; insert into people values (9999, 'new', 'c', 'd', false, '{}')",
    );
    const { stream } = await world.verify("people", { mappers });
    expect(
      stream.differences.changed + stream.differences.missing + stream.differences.extra,
    ).toBeGreaterThanOrEqual(3);
    const repaired = await world.verify("people", { mappers }, { repair: true });
    expect(repaired.stream).toMatchObject({ status: "equal", differences: none });
    expect(repaired.run?.balanced).toBe(true);
  });

  it("encryption with a random nonce: the column is named as not compared, its presence is compared", async () => {
    await using world = await openPgWorld({ keys: { "${env.K}": "a".repeat(64) } });
    const mappers = [
      mapper("encryption", { algorithm: "AES", targetField: "card", key: "${env.K}", mode: "GCM" }),
    ];
    await world.database.query(people);
    await world.sync("people", { mappers });
    const { stream } = await world.verify("people", { mappers });
    expect(stream).toMatchObject({
      status: "equal",
      method: "digests",
      notCompared: [{ column: "card", reason: "encrypted_with_random_nonce", presence: true }],
    });
    await world.database.query(
      "update people set card = 'another number' where id = 1; update people set card = null where id = 2; update people set city = 'x' where id = 3",
    );
    const changed = await world.verify("people", { mappers });
    expect(changed.stream.differences).toEqual({ ...none, changed: 2 });
    expect(changed.stream.columns).toEqual([
      { column: "card", rows: 1 },
      { column: "city", rows: 1 },
    ]);
  });

  it("where and columns left out are those of the stream", async () => {
    await using world = await openPgWorld();
    const own = { where: "city <> 'c3'", columns: { email: { include: false } } };
    await world.database.query(people);
    await world.sync("people", own);
    await world.database.query(
      "update people set email = 'x'; update people set card = 'x' where city = 'c3'",
    );
    expect((await world.verify("people", own)).stream).toMatchObject({
      status: "equal",
      method: "digests",
      readRows: 0,
      notCompared: [],
    });
  });
});

describe("verify: quarantine", () => {
  it("rows held back explain what is missing; a mended one explains what differs", async () => {
    await using world = await openPgWorld();
    const own = { columns: { v: { type: "int32" } } };
    await world.database.query(
      "create table t (id int primary key, v text); insert into t select i, case when i in (5, 6, 7) then 'bad' || i else i::text end from generate_series(1, 50) i",
    );
    await world.sync("t", own);
    const { stream } = await world.verify("t", own);
    expect(stream).toMatchObject({ status: "equal", sourceRows: 50, tableRows: 47 });
    expect(stream.explained.quarantined).toBe(3);
    await world.database.query("insert into t values (60, 'not held')");
    expect((await world.verify("t", own)).stream.differences).toEqual({ ...none, missing: 1 });
    const repaired = await world.verify("t", own, { repair: true });
    expect(repaired.run?.streams[0]).toMatchObject({ quarantined: 1, written: 0, balanced: true });
    expect(repaired.stream).toMatchObject({ status: "equal", explained: { quarantined: 4 } });
  });

  it("numbers beyond what the table's decimals hold are held rows too", async () => {
    await using world = await openPgWorld();
    await world.database.query(
      "create table t (id int primary key, v numeric, u timestamptz); insert into t values (1, 1.5, '2024-01-01'), (2, 'NaN', '2024-01-02')",
    );
    const own = { mode: "incremental_deduped_history", cursor: ["u"] } as const;
    await world.sync("t", own);
    expect((await world.verify("t", own)).stream).toMatchObject({
      status: "equal",
      explained: { quarantined: 1 },
    });
  });

  it("rows that came late and are held for it are explained", async () => {
    await using world = await openPgWorld();
    const own = {
      mode: "incremental_deduped_history" as const,
      cursor: ["u"],
      eventTime: ["at"],
      lateAfterMs: 3_600_000,
      late: "quarantine" as const,
    };
    await world.database.query(
      "create table t (id int primary key, at timestamptz, u timestamptz); insert into t select i, '2024-01-02', timestamptz '2024-01-02' + i * interval '1 second' from generate_series(1, 30) i",
    );
    await world.sync("t", own);
    await world.database.query(
      "insert into t values (100, '2023-06-01', '2024-01-03'), (101, '2024-01-03', '2024-01-03')",
    );
    expect((await world.sync("t", own)).streams[0]).toMatchObject({ quarantined: 1 });
    expect((await world.verify("t", own)).stream).toMatchObject({
      status: "equal",
      explained: { ...clear, quarantined: 1 },
    });
  });
});

describe("verify: a source at work", () => {
  it("a row that changes between two looks is in flight, one that stays different is not", async () => {
    let reads = 0;
    const world = await openPgWorld({
      wrap: (open: OpenSource) => ({
        ...open,
        [Symbol.asyncDispose]: () => open[Symbol.asyncDispose](),
        async *read(request, ctx) {
          // The second look at single keys: the writer was here in between.
          if (request.pick?.kind === "keys" && reads++ === 0)
            await world.database.query("update t set v = v || '!' where id = 3");
          yield* open.read(request, ctx);
        },
      }),
    });
    await using held = world;
    await world.database.query(
      "create table t (id int primary key, v text); insert into t select i, 'v' || i from generate_series(1, 100) i",
    );
    await world.sync("t");
    await world.database.query(
      "update t set v = 'moving' where id = 3; update t set v = 'still' where id = 4",
    );
    // The second look has a snapshot of its own, so the change above must be made before it is opened.
    const { stream } = await held.verify("t", {}, { settleMs: 1 });
    expect(stream.differences.changed + stream.explained.inFlight).toBe(2);
    expect(stream.differences.changed).toBeGreaterThanOrEqual(1);
  });

  it("twenty looks at a table under constant writing never call it different once it is synced", async () => {
    await using world = await openPgWorld();
    const own = { mode: "incremental_deduped_history", cursor: ["u"] } as const;
    await world.database.query(
      "create table t (id int primary key, v int, u timestamptz not null default clock_timestamp()); insert into t select i, 0 from generate_series(1, 2000) i",
    );
    await world.sync("t", own);
    let isOver = false;
    const writer = (async () => {
      for (let n = 1; !isOver; n++)
        await world.database.query(
          `update t set v = ${n}, u = clock_timestamp() where id % 20 = ${n % 20}; insert into t values (${10_000 + n}, ${n})`,
        );
    })();
    try {
      for (let look = 0; look < 6; look++) {
        if (look % 3 === 2) await world.sync("t", own);
        const { stream } = await world.verify("t", own, { settleMs: 50 });
        expect(stream).toMatchObject({ differences: none, status: "equal" });
      }
    } finally {
      isOver = true;
      await writer;
    }
    await world.sync("t", own);
    expect((await world.verify("t", own)).stream).toMatchObject({
      status: "equal",
      explained: clear,
    });
  });
});

describe("verify: tables with a history beside them", () => {
  it("a repair opens and closes versions as a sync does", async () => {
    await using world = await openPgWorld();
    const own = { mode: "incremental_deduped_history", cursor: ["u"], history: true } as const;
    await world.database.query(
      "create table t (id int primary key, v int, u timestamptz not null); insert into t select i, 0, '2024-01-01' from generate_series(1, 20) i",
    );
    await world.sync("t", own);
    await world.database.query("update t set v = 9 where id = 1; delete from t where id = 2");
    expect((await world.verify("t", own, { repair: true })).stream.status).toBe("equal");
    expect(
      await world.warehouse(
        "select id, v, is_current from t__history where id <= 2 order by id, is_current, v",
      ),
    ).toEqual([
      { id: 1, v: 0, is_current: false },
      { id: 1, v: 9, is_current: true },
      { id: 2, v: 0, is_current: false },
    ]);
  });
});

describe("verify: tables that were not loaded, and gates", () => {
  it("a table that does not exist is a failure with a code, never equal", async () => {
    await using world = await openPgWorld();
    await world.database.query("create table t (id int primary key); create table u (id int)");
    await world.sync("u");
    const { verification, stream } = await world.verify("t");
    expect(verification).toMatchObject({ status: "failed", exit: 1 });
    expect(stream).toMatchObject({ status: "failed", error: { code: "verify.not_loaded" } });
  });

  it("an empty source and an empty table are equal; an emptied table is all missing", async () => {
    await using world = await openPgWorld();
    await world.database.query("create table t (id int primary key, v text)");
    await world.sync("t");
    expect((await world.verify("t")).stream).toMatchObject({ status: "equal", sourceRows: 0 });
    await world.database.query("insert into t select i, 'v' from generate_series(1, 3000) i");
    expect((await world.verify("t")).stream.differences).toEqual({ ...none, missing: 3000 });
    const repaired = await world.verify("t", {}, { repair: true });
    expect(repaired.verification).toMatchObject({
      status: "equal",
      repaired: { inserted: 3000, removed: 0 },
    });
  });

  it("a repair beyond the quarantine limit is held, and the table stays as it was", async () => {
    await using world = await openPgWorld();
    const own = { columns: { v: { type: "int32" } } };
    await world.database.query(
      "create table t (id int primary key, v text); insert into t select i, i from generate_series(1, 500) i",
    );
    await world.sync("t", own);
    await world.database.query("update t set v = 'bad' where id <= 300");
    const plan = await world.plan("t", own);
    const { executeVerify } = await import("./verify.ts");
    const { quickLook } = await import("./testing/expect-equal.ts");
    const outcome = await executeVerify(
      { ...plan, lane: "repair", limits: { ...plan.limits, maxQuarantine: null } },
      { ...quickLook, repair: true },
      world.deps,
    );
    expect(outcome.run).toMatchObject({ status: "held", exit: 9 });
    expect(outcome.verification.exit).toBe(9);
    expect(await world.warehouse("select count(*)::int as n from t")).toEqual([{ n: 500 }]);
  });

  it("a plan that is not the one that was shown is refused", async () => {
    await using world = await openPgWorld();
    await world.database.query(
      "create table t (id int primary key, v int); insert into t values (1, 1), (2, 2)",
    );
    await world.sync("t");
    await world.warehouse("delete from t where id = 1");
    const { verification } = await world.verify("t");
    await world.warehouse("delete from t where id = 2");
    await expect(
      world.verify("t", {}, { repair: true, expected: verification.repair?.id ?? "" }),
    ).rejects.toMatchObject({ code: "plan.stale" });
    expect(await world.warehouse("select count(*)::int as n from t")).toEqual([{ n: 0 }]);
  });
});
