// Every kind of schema change under every policy, on a real Postgres that is altered between two runs: what the run says,
// and what stands in the table after it. docs/schema-changes.md is the same table in words.
import { describe, expect, it } from "vitest";
import { openDatabase } from "../../test/support/postgres.ts";
import { source } from "../connectors/postgres/source.ts";
import type { SourceDefinition } from "../connector/source.ts";
import type { Run } from "../model/run.ts";
import type { ChangeKind, ChangeOutcome, PolicyWord } from "../model/schema-change.ts";
import { openDriftWorld, type DriftWorld } from "./testing/drift-world.ts";
import type { TestRun } from "./testing/world.ts";

const deduped: TestRun = {
  mode: "incremental_deduped_history",
  cursor: ["at"],
  key: [["id"]],
};
const full: TestRun = { mode: "full_refresh_overwrite" };

type World = DriftWorld & { exec(...statements: string[]): Promise<void> };

async function openWorld(own: TestRun): Promise<World> {
  const database = await openDatabase();
  const exec = async (...statements: string[]): Promise<void> => {
    for (const statement of statements) await database.query(statement);
  };
  await exec(
    "create table t (id int primary key, tenant int not null default 1, n int, d numeric(9,2), v text, at timestamptz not null)",
    "insert into t values (1, 1, 10, 1.50, 'a', '2026-01-01'), (2, 1, null, 2.25, 'b', '2026-01-02')",
  );
  const world = await openDriftWorld(
    source as unknown as SourceDefinition,
    database.config,
    "t",
    own,
  );
  expect((await world.sync()).exit).toBe(0);
  return {
    ...world,
    exec,
    async [Symbol.asyncDispose]() {
      await world[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    },
  };
}

const told = (run: Run): [ChangeKind, ChangeOutcome][] =>
  (run.schemaChanges ?? []).map(({ kind, outcome }) => [kind, outcome]);

const policies: readonly PolicyWord[] = ["apply", "ask", "ignore", "pause", "fail"];
const before = [
  ["1", "10", "1.50", "a"],
  ["2", null, "2.25", "b"],
];

type Cell = {
  readonly kind: ChangeKind;
  readonly own: TestRun;
  readonly change: readonly string[];
  /** What the table holds, by the query, when the stream went on. */
  readonly sql: string;
  readonly cells: Readonly<
    Partial<Record<PolicyWord, { readonly outcome: ChangeOutcome; readonly rows: unknown }>>
  >;
};

/** Policies that are not among a kind's cells stop the stream: paused, or failed where the policy says fail. */
const kinds: readonly Cell[] = [
  {
    kind: "add",
    own: deduped,
    change: [
      "alter table t add column extra int",
      "insert into t values (3, 1, 5, 0, 'c', '2026-01-03', 7)",
    ],
    sql: "select id, to_json(t)->>'extra' from t order by id",
    cells: {
      apply: {
        outcome: "applied",
        rows: [
          ["1", null],
          ["2", null],
          ["3", "7"],
        ],
      },
      ask: {
        outcome: "kept",
        rows: [
          ["1", null],
          ["2", null],
          ["3", null],
        ],
      },
      ignore: {
        outcome: "ignored",
        rows: [
          ["1", null],
          ["2", null],
          ["3", null],
        ],
      },
    },
  },
  {
    kind: "drop",
    own: deduped,
    change: [
      "alter table t drop column v",
      "update t set n = 11, at = '2026-01-05' where id = 1",
      "insert into t values (3, 1, 5, 0, '2026-01-06')",
    ],
    sql: "select id, n, v from t order by id",
    cells: Object.fromEntries(
      (["apply", "ask", "ignore"] as const).map((policy) => [
        policy,
        {
          outcome: ({ apply: "applied", ask: "kept", ignore: "ignored" } as const)[policy],
          // The row that is replaced keeps the value that nothing newer is known of (B106).
          rows: [
            ["1", "11", "a"],
            ["2", null, "b"],
            ["3", "5", null],
          ],
        },
      ]),
    ),
  },
  {
    kind: "drop",
    own: full,
    change: ["alter table t drop column v"],
    sql: "select id, to_json(t)->>'v', (select count(*) from duckdb_columns() where table_name = 't' and column_name = 'v') from t order by id",
    cells: {
      apply: {
        outcome: "applied",
        rows: [
          ["1", null, "0"],
          ["2", null, "0"],
        ],
      },
      ignore: {
        outcome: "ignored",
        rows: [
          ["1", null, "1"],
          ["2", null, "1"],
        ],
      },
    },
  },
  {
    kind: "widen",
    own: deduped,
    change: [
      "alter table t alter n type bigint",
      "insert into t values (3, 1, 5000000000, 0, 'c', '2026-01-03'), (4, 1, 6, 0, 'd', '2026-01-04')",
    ],
    sql: "select id, n, (select count(*) from _revos.quarantine where status = 'held') from t order by id",
    cells: {
      apply: {
        outcome: "applied",
        rows: [
          ["1", "10", "0"],
          ["2", null, "0"],
          ["3", "5000000000", "0"],
          ["4", "6", "0"],
        ],
      },
      // The accepted type stays: what does not fit in it is held, and nothing is cut.
      ask: {
        outcome: "kept",
        rows: [
          ["1", "10", "1"],
          ["2", null, "1"],
          ["4", "6", "1"],
        ],
      },
      ignore: {
        outcome: "ignored",
        rows: [
          ["1", "10", "1"],
          ["2", null, "1"],
          ["4", "6", "1"],
        ],
      },
    },
  },
  {
    kind: "narrow",
    own: deduped,
    change: [
      "alter table t alter n type text using n::text",
      "insert into t values (3, 1, 'n/a', 0, 'c', '2026-01-03'), (4, 1, '6', 0, 'd', '2026-01-04')",
    ],
    sql: "select id, n::varchar, length(n::varchar), (select count(*) from _revos.quarantine where status = 'held') from t order by id",
    cells: {
      // NULL stays NULL and 10 becomes "10" (B109).
      apply: {
        outcome: "applied",
        rows: [
          ["1", "10", "2", "0"],
          ["2", null, null, "0"],
          ["3", "n/a", "3", "0"],
          ["4", "6", "1", "0"],
        ],
      },
      ignore: {
        outcome: "ignored",
        rows: [
          ["1", "10", "2", "1"],
          ["2", null, null, "1"],
          ["4", "6", "1", "1"],
        ],
      },
    },
  },
  {
    kind: "rename",
    own: deduped,
    change: [
      "alter table t rename column v to label",
      "insert into t values (3, 1, 5, 0, 'c', '2026-01-03')",
    ],
    sql: "select id, to_json(t)->>'v', to_json(t)->>'label' from t order by id",
    cells: {
      apply: {
        outcome: "applied",
        rows: [
          ["1", null, "a"],
          ["2", null, "b"],
          ["3", null, "c"],
        ],
      },
      ignore: {
        outcome: "ignored",
        rows: [
          ["1", "a", null],
          ["2", "b", null],
          ["3", null, null],
        ],
      },
    },
  },
  {
    kind: "key",
    own: deduped,
    change: [
      "alter table t drop constraint t_pkey, add primary key (id, tenant)",
      "insert into t values (2, 2, 5, 0, 'c', '2026-01-03')",
    ],
    sql: "select id, tenant, v from t order by id, tenant",
    cells: {
      // The new key contains the old one: rows that are loaded stay one per key.
      apply: {
        outcome: "applied",
        rows: [
          ["1", "1", "a"],
          ["2", "1", "b"],
          ["2", "2", "c"],
        ],
      },
      ignore: {
        outcome: "ignored",
        rows: [
          ["1", "1", "a"],
          ["2", "2", "c"],
        ],
      },
    },
  },
  {
    kind: "cursor",
    own: deduped,
    change: ["alter table t drop column at"],
    sql: "select id from t order by id",
    cells: {},
  },
  {
    kind: "cursor",
    own: deduped,
    change: ["alter table t alter at type text using at::text"],
    sql: "select id from t order by id",
    cells: {},
  },
];

describe("a schema change of a Postgres stream", () => {
  for (const { kind, own, change, sql, cells } of kinds)
    for (const policy of policies)
      it(`${kind} × ${policy} (${own.mode}: ${change[0]}) does what the table says (DRIFT)`, async () => {
        await using world = await openWorld(own);
        await world.exec(...change);
        const run = await world.sync({ [kind]: policy });
        const cell = cells[policy];
        if (cell) {
          expect([run.exit, told(run)]).toEqual([0, [[kind, cell.outcome]]]);
          expect(await world.rows(sql)).toEqual(cell.rows);
          // The next run finds nothing new to do, and the books stay balanced.
          const again = await world.sync({ [kind]: policy });
          expect(again).toMatchObject({ exit: 0, balanced: true });
          expect(told(again)).toEqual(cell.outcome === "applied" ? [] : [[kind, cell.outcome]]);
          expect(await world.rows(sql)).toEqual(cell.rows);
        } else {
          const isFailed = policy === "fail";
          expect([run.status, run.exit]).toEqual([isFailed ? "failed" : "held", 9]);
          expect(told(run)).toEqual([[kind, isFailed ? "failed" : "paused"]]);
          expect(run.streams[0]).toMatchObject({
            published: false,
            read: 0,
            error: { code: "source.schema_changed" },
          });
          expect(run.streams[0]?.error?.advice).toContain(
            `revos schema-changes accept ${run.schemaChanges?.[0]?.id}`,
          );
          expect(await world.rows("select id, n, d, v from t order by id")).toEqual(before);
        }
      }, 60_000);

  for (const policy of policies)
    it(`newStream × ${policy} is told, and never loaded by the run that finds it`, async () => {
      await using world = await openWorld(deduped);
      await world.exec("create table fresh (id int primary key)");
      const run = await world.sync({ newStream: policy });
      const outcome = {
        apply: "applied",
        ask: "kept",
        ignore: "ignored",
        pause: "kept",
        fail: "failed",
      } as const;
      expect(told(run)).toEqual([["newStream", outcome[policy]]]);
      expect(run.schemaChanges?.[0]).toMatchObject({ stream: "fresh", namespace: "public" });
      expect([run.status, run.exit]).toEqual(policy === "fail" ? ["failed", 9] : ["ok", 0]);
      expect(await world.rows("select id, n, d, v from t order by id")).toEqual(before);
    }, 60_000);

  for (const policy of policies)
    it(`streamGone × ${policy} leaves the table as it is`, async () => {
      await using world = await openWorld(deduped);
      await world.exec("drop table t");
      const run = await world.sync({ streamGone: policy });
      const outcome = {
        apply: "applied",
        ask: "paused",
        ignore: "ignored",
        pause: "paused",
        fail: "failed",
      } as const;
      expect(told(run)).toEqual([["streamGone", outcome[policy]]]);
      if (policy === "fail")
        expect(run).toMatchObject({
          status: "failed",
          exit: 5,
          streams: [{ error: { code: "source.stream_not_found" } }],
        });
      else if (policy === "apply" || policy === "ignore")
        expect(run).toMatchObject({ status: "ok", exit: 0, streams: [] });
      else
        expect(run).toMatchObject({
          status: "held",
          exit: 9,
          streams: [{ error: { code: "source.schema_changed" } }],
        });
      expect(await world.rows("select id, n, d, v from t order by id")).toEqual(before);
    }, 60_000);
});
