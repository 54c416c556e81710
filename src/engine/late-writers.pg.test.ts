// Many syncs against writers that commit late, on equal timestamps, out of order and not at all: at the end source and table
// are equal, row for row. REVOS_TEST_SYNCS sets how many syncs of each kind.
import pg from "pg";
import { describe, expect, it } from "vitest";
import { openPgWorld, type PgWorld } from "./testing/pg-world.ts";

const syncs = Number(process.env.REVOS_TEST_SYNCS ?? 12);
const writers = 4;
/** Two ways: a low end that is short is read again by every run, a long one is remembered (seen.ts). */
const ways = [
  ["read again", {}],
  ["remembered", { limits: { worthRows: 1 } }],
] as const;

/** A generator that can be repeated: which moments are random differs, what is written does not. */
function makeRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

type Writer = { readonly stop: () => Promise<number> };

/** Transactions one after the other, each open for up to `longestMs`, one in six rolled back. */
function startWriter(
  world: PgWorld,
  seed: number,
  longestMs: number,
  statement: (random: () => number) => string,
): Writer {
  const { host, port, user, database } = world.database.config;
  const random = makeRandom(seed);
  let isStopped = false;
  let commits = 0;
  const work = (async () => {
    const client = new pg.Client({ host, port, user, database });
    await client.connect();
    try {
      while (!isStopped) {
        await client.query("begin");
        for (let n = 1 + Math.floor(random() * 3); n > 0; n--)
          await client.query(statement(random));
        await new Promise((resolve) => setTimeout(resolve, random() ** 3 * longestMs));
        const keeps = random() > 1 / 6;
        await client.query(keeps ? "commit" : "rollback");
        if (keeps) commits++;
      }
    } finally {
      await client.end();
    }
  })();
  return {
    stop: async () => {
      isStopped = true;
      await work;
      return commits;
    },
  };
}

async function syncWhileWriting(
  world: PgWorld,
  own: Parameters<PgWorld["sync"]>[1],
  statement: (random: () => number) => string,
): Promise<void> {
  const started = Array.from({ length: writers }, (_, i) =>
    startWriter(world, 1000 + i, i === 0 ? 1500 : 150, statement),
  );
  try {
    for (let n = 0; n < syncs; n++)
      expect(await world.sync("t", own)).toMatchObject({ status: "ok", balanced: true });
  } finally {
    const commits = await Promise.all(started.map((writer) => writer.stop()));
    expect(commits.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(syncs);
  }
  expect(await world.sync("t", own)).toMatchObject({ status: "ok", balanced: true });
}

/** All rows of both sides as sorted texts: equal as multisets. */
async function expectEqual(world: PgWorld, columns: string): Promise<void> {
  const there = await world.database.query<{ r: string }>(
    `select concat_ws('|', ${columns}) as r from t order by concat_ws('|', ${columns}) collate "C"`,
  );
  const here = await world.query(
    `select concat_ws('|', ${columns}) as r from t order by encode(concat_ws('|', ${columns}))`,
  );
  expect(here.length).toBe(there.length);
  expect(here.map((row) => row.r)).toEqual(there.map((row) => row.r));
}

const timeout = 60_000 + syncs * 4000;

describe.each(ways)("syncs against writers that commit late, their low end %s", (_way, limits) => {
  it(
    "end with one row per key, the latest, whatever was updated meanwhile",
    async () => {
      await using world = await openPgWorld(limits);
      await world.database.query(
        "create table t (id int primary key, v text not null, at timestamptz, shown text generated always as ('') stored)",
      );
      await world.database.query(
        "insert into t select n, 'old', now() - interval '1 day' from generate_series(1, 300) n",
      );
      let next = 1000;
      await syncWhileWriting(
        world,
        { mode: "incremental_deduped_history", cursor: ["at"], key: [["id"]] },
        (random) =>
          random() < 0.5
            ? `insert into t values (${next++}, 'new', ${random() < 0.5 ? "now()" : "date_trunc('second', now())"})`
            : `update t set v = '${Math.floor(random() * 1e6)}', at = ${random() < 0.3 ? "clock_timestamp()" : "now()"} where id = ${1 + Math.floor(random() * 300)} and at < now()`,
      );
      await expectEqual(world, "id, v");
    },
    timeout,
  );

  it(
    "end with every row once where rows are only added, ties and twins and rows without a time among them",
    async () => {
      await using world = await openPgWorld(limits);
      // No key: equal rows are told apart by how many there are.
      await world.database.query("create table t (v text not null, at timestamp)");
      await world.database.query("set timezone = 'Asia/Tokyo'");
      await syncWhileWriting(
        world,
        { mode: "incremental_append", cursor: ["at"] },
        (random) =>
          // A savepoint gives its rows a number of their own, which no snapshot tells to be open.
          `${random() < 0.3 ? "savepoint s; " : ""}insert into t select ${random() < 0.3 ? "'twin'" : `'${Math.floor(random() * 1e9)}'`}, ${random() < 0.4 ? "date_trunc('second', now() at time zone 'UTC')" : "now() at time zone 'UTC'"} from generate_series(1, ${1 + Math.floor(random() * 3)})`,
      );
      await expectEqual(world, "v");
    },
    timeout,
  );

  it(
    "end with every row once where rows are stamped by the clock, not by their transaction",
    async () => {
      await using world = await openPgWorld(limits);
      await world.database.query(
        "create table t (id bigint generated always as identity primary key, v text not null, at timestamptz not null default clock_timestamp())",
      );
      await syncWhileWriting(
        world,
        { mode: "incremental_append", cursor: ["at"], key: [["id"]] },
        (random) => `insert into t (v) values ('${Math.floor(random() * 1e9)}')`,
      );
      await expectEqual(world, "id, v");
    },
    timeout,
  );
});

describe("a time that is cut", () => {
  it.each([
    [
      "to the second",
      "date_trunc('second', $now)",
      "2026-03-01 10:00:00.9+00",
      "2026-03-01 10:00:01.2+00",
    ],
    [
      "to the minute",
      "date_trunc('minute', $now)",
      "2026-03-01 10:00:59+00",
      "2026-03-01 10:01:30+00",
    ],
    ["to the day", "date_trunc('day', $now)", "2026-03-01 23:59:00+00", "2026-03-02 08:00:00+00"],
    [
      "to the day of another zone",
      "date_trunc('day', $now, 'Asia/Tokyo')",
      "2026-03-01 14:59:00+00",
      "2026-03-01 17:00:00+00",
    ],
  ])(
    "is read although its transaction was open over the sync (%s)",
    async (_what, cut, opened, later) => {
      await using world = await openPgWorld({}, (source) => ({
        ...source,
        // The clock of a server cannot be set: the fence is what a server would say whose transaction opened then.
        async open(config, ctx) {
          const open = await source.open(config, ctx);
          return {
            ...open,
            fence: async ({ type }) => open.toPosition(type, opened),
            [Symbol.asyncDispose]: () => open[Symbol.asyncDispose](),
          };
        },
      }));
      const at = (now: string): string => cut.replace("$now", `'${now}'::timestamptz`);
      await world.database.query("create table t (id int primary key, at timestamptz not null)");
      const own = { mode: "incremental_append", cursor: ["at"], key: [["id"]] } as const;
      const earlier = [
        "2026-02-20 03:04:05.5+00",
        "2026-02-24 05:16:07.25+00",
        "2026-02-25 07:38:09+00",
      ];
      for (const [id, now] of [...earlier, later].entries())
        await world.database.query(`insert into t values (${id}, ${at(now)})`);
      expect(await world.sync("t", own)).toMatchObject({ status: "ok" });
      await world.database.query(`insert into t values (99, ${at(opened)})`);
      expect(await world.sync("t", own)).toMatchObject({ status: "ok" });
      await expectEqual(world, "id");
    },
  );
});
