// Files whose values change their looks between runs: types that are only guessed are no declaration. Bug case B107, and the
// cursor that must not change its order unseen.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { source } from "../connectors/file/source.ts";
import type { SourceDefinition } from "../connector/source.ts";
import { openDriftWorld, type DriftWorld, type Policies } from "./testing/drift-world.ts";
import type { TestRun } from "./testing/world.ts";

type World = DriftWorld & { write(...records: object[]): Promise<void> };

async function openWorld(own: TestRun, ...first: object[]): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), "revos-drift-file-"));
  const path = join(folder, "t.jsonl");
  const write = (...records: object[]): Promise<void> =>
    writeFile(
      path,
      records
        // A number that JavaScript cannot hold stands in the file as it is written.
        .map((record) => JSON.stringify(record).replaceAll(/"#(\d+)"/g, "$1"))
        .join("\n") + "\n",
    );
  await write(...first);
  const definition = source as unknown as SourceDefinition;
  const world = await openDriftWorld(definition, { path }, "t", own);
  expect((await world.sync()).exit).toBe(0);
  return {
    ...world,
    write,
    async [Symbol.asyncDispose]() {
      await world[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const append: TestRun = { mode: "incremental_append", cursor: ["team"], key: [] };
const scores = "select team, score from t order by team";

describe("a number in a JSON file", () => {
  it("widens in its one column, and a word in it goes to quarantine with a record of the change (DRIFT B107)", async () => {
    await using world = await openWorld(append, { team: "A", score: 5 });
    await world.write({ team: "B", score: 3.7 });
    const wider = await world.sync();
    expect([wider.exit, wider.schemaChanges?.map(({ kind, outcome }) => [kind, outcome])]).toEqual([
      0,
      [["widen", "applied"]],
    ]);
    await world.write({ team: "C", score: "n/a" }, { team: "C", score: 1 });
    const word = await world.sync();
    expect(word).toMatchObject({ exit: 0, streams: [{ read: 2, written: 1, quarantined: 1 }] });
    expect(word.schemaChanges).toMatchObject([
      { kind: "narrow", column: "score", before: "number", after: "text", outcome: "kept" },
    ]);
    await world.write({ team: "D", score: "#9007199254740993" });
    const big = await world.sync();
    expect([big.exit, big.schemaChanges ?? []]).toEqual([0, []]);
    expect(await world.rows(scores)).toEqual([
      ["A", "5.0"],
      ["B", "3.7"],
      ["C", "1.0"],
      ["D", "9007199254740993.0"],
    ]);
  });

  it.each<[Policies, string, (string | null)[][]]>([
    [
      "apply",
      "applied",
      [
        ["A", "5"],
        ["B", "n/a"],
      ],
    ],
    ["ask", "kept", [["A", "5"]]],
    ["ignore", "ignored", [["A", "5"]]],
  ])("that becomes a word, under narrow: %s", async (policy, outcome, rows) => {
    await using world = await openWorld(append, { team: "A", score: 5 });
    await world.write({ team: "B", score: "n/a" });
    const run = await world.sync({ narrow: policy as "apply" });
    expect([run.exit, run.schemaChanges?.[0]?.outcome]).toEqual([0, outcome]);
    expect(await world.rows(scores)).toEqual(rows);
  });

  it.each(["pause", "fail"] as const)(
    "that becomes a word, under narrow: %s, stops",
    async (policy) => {
      await using world = await openWorld(append, { team: "A", score: 5 });
      await world.write({ team: "B", score: "n/a" });
      const run = await world.sync({ narrow: policy });
      expect([run.status, run.exit]).toEqual([policy === "fail" ? "failed" : "held", 9]);
      expect(await world.rows(scores)).toEqual([["A", "5"]]);
    },
  );

  it("is no change when today's values happen to look narrower, or when there are none", async () => {
    await using world = await openWorld(
      { mode: "full_refresh_overwrite" },
      { team: "A", score: 5.5 },
    );
    for (const score of [7, null]) {
      await world.write({ team: "B", score });
      const run = await world.sync();
      expect([run.exit, run.schemaChanges ?? []]).toEqual([0, []]);
      expect(await world.rows("select typeof(score) from t")).toEqual([["DECIMAL(38,6)"]]);
    }
  });
});

describe("a cursor in a JSON file", () => {
  const byNumber: TestRun = { mode: "incremental_append", cursor: ["n"], key: [] };

  it("that turns into text holds the stream by name, and its position stays", async () => {
    await using world = await openWorld(byNumber, { n: 9 }, { n: 10 });
    const before = await world.rows("select position from _revos.positions");
    await world.write({ n: 9 }, { n: 10 }, { n: "11" });
    for (const word of ["apply", "ask", "ignore", "pause"] as const) {
      const run = await world.sync({ cursor: word });
      expect(run).toMatchObject({ status: "held", exit: 9 });
      expect(run.streams[0]?.error).toMatchObject({
        code: "source.schema_changed",
        data: { changes: [{ kind: "cursor", column: "n", was: "int64", now: "text" }] },
      });
    }
    expect(await world.rows("select position from _revos.positions")).toEqual(before);
    expect(await world.rows("select count(*) from t")).toEqual([["2"]]);
  });

  it("that gets a fraction goes on from where it was, in the order of numbers", async () => {
    await using world = await openWorld(byNumber, { n: 9 }, { n: 10 });
    await world.write({ n: 9 }, { n: 10 }, { n: 10.5 }, { n: 100 });
    const run = await world.sync();
    expect(run).toMatchObject({ exit: 0, streams: [{ written: 2 }] });
    expect(await world.rows("select n from t order by n")).toEqual([
      ["9.0"],
      ["10.0"],
      ["10.5"],
      ["100.0"],
    ]);
    await world.write({ n: 99 }, { n: 100 }, { n: 101 });
    expect((await world.sync()).streams[0]).toMatchObject({ read: 2, written: 1 });
  });
});

describe("a column of a file", () => {
  it.each<[Policies, string, (string | null)[][]]>([
    [
      "apply",
      "applied",
      [
        ["A", null],
        ["B", "x"],
      ],
    ],
    [
      "ask",
      "kept",
      [
        ["A", null],
        ["B", null],
      ],
    ],
    [
      "ignore",
      "ignored",
      [
        ["A", null],
        ["B", null],
      ],
    ],
  ])("that is new, under add: %s", async (policy, outcome, rows) => {
    await using world = await openWorld(append, { team: "A", score: 5 });
    await world.write({ team: "B", score: 5, note: "x" });
    const run = await world.sync({ add: policy as "apply" });
    expect([run.exit, run.schemaChanges?.map((change) => [change.kind, change.outcome])]).toEqual([
      0,
      [["add", outcome]],
    ]);
    expect(await world.rows("select team, to_json(t)->>'note' from t order by team")).toEqual(rows);
  });

  it("that perhaps has another name is held with the evidence, and renamed when that is accepted", async () => {
    await using world = await openWorld(append, { team: "A", score: 5 });
    await world.write({ team: "B", points: 6 });
    const held = await world.sync({ rename: "apply" });
    expect(held.exit).toBe(9);
    expect(held.schemaChanges).toMatchObject([
      {
        kind: "rename",
        before: "score",
        after: "points",
        certain: false,
        evidence: ["same_position", "same_type"],
        outcome: "paused",
      },
    ]);
    const [change] = held.schemaChanges ?? [];
    if (change) world.decide(change, "accepted");
    expect((await world.sync()).exit).toBe(0);
    expect(await world.rows("select team, points from t order by team")).toEqual([
      ["A", "5"],
      ["B", "6"],
    ]);
  });

  it("that is gone from a file that is read whole stands as NULL, and is told", async () => {
    await using world = await openWorld(
      { mode: "full_refresh_overwrite" },
      { team: "A", score: 5, note: "x" },
    );
    await world.write({ team: "B", score: 6 });
    const run = await world.sync();
    expect([run.exit, run.schemaChanges?.map(({ kind, outcome }) => [kind, outcome])]).toEqual([
      0,
      [["drop", "kept"]],
    ]);
    expect(await world.rows("select team, note from t")).toEqual([["B", null]]);
  });
});
