// Every command with --json: stdout is one document, stderr holds JSON lines or nothing, no colour anywhere.
import { describe, expect, it } from "vitest";
import { nameOf } from "./command.ts";
import { commands } from "./commands/table.ts";
import { runIn } from "./testing/run-cli.ts";
import { operations, run } from "./testing/sample-documents.ts";

/** Arguments that make each command do its work. A new command must be added here. */
const calls: Readonly<Record<string, readonly string[]>> = {
  init: ["/nowhere/shop"],
  demo: [],
  doctor: [],
  "config list": [],
  "config get": ["destination"],
  "config set": ["destination", "warehouse"],
  "config rotate-key": [],
  "config path": [],
  schema: ["Run"],
  completion: ["bash"],
  help: ["exit-codes"],
  "auth status": [],
  "auth login": [],
  "auth logout": [],
  "connectors list": [],
  "connectors show": ["postgres"],
  "sources list": [],
  "sources show": ["src_7kq2m9"],
  "sources create": [],
  "sources test": ["src_7kq2m9"],
  "sources rename": ["src_7kq2m9", "shop-eu"],
  "sources delete": ["src_7kq2m9", "--yes"],
  "sources list-streams": ["src_7kq2m9"],
  "destinations list": [],
  "destinations show": ["warehouse"],
  "destinations create": [],
  "destinations test": ["warehouse"],
  "connections list": [],
  "connections show": ["postgres-prod-revenue"],
  "connections propose": [],
  "connections pause": ["postgres-prod-revenue"],
  "connections resume": ["postgres-prod-revenue"],
  "connections delete": ["postgres-prod-revenue", "--confirm", "postgres-prod-revenue"],
  diff: [],
  apply: ["--yes"],
  pull: ["--all"],
  status: [],
  sync: ["postgres-prod-revenue"],
  verify: ["postgres-prod-revenue"],
  "runs list": [],
  "runs show": ["run_01jd8w"],
  "runs watch": ["run_01jd8w"],
  "runs logs": ["run_01jd8w"],
  "runs cancel": ["run_01jd8w"],
  "runs retry": ["run_01jd8w"],
  "checkpoints list": [],
  "quarantine list": [],
  "quarantine show": ["q_orders-amount-1"],
  "quarantine edit": ["row_1", "--set", "amount=12"],
  "quarantine waive": ["q_orders-amount-1", "--reason", "known"],
  "quarantine discard": [
    "q_orders-amount-1",
    "--reason",
    "test rows",
    "--confirm",
    "q_orders-amount-1",
  ],
  "quarantine export": ["q_orders-amount-1"],
  "quarantine replay": ["q_orders-amount-1", "--yes"],
  "schema-changes list": [],
  "schema-changes accept": ["sc_3f9a1c20b7de", "--yes"],
  "schema-changes ignore": ["sc_3f9a1c20b7de", "--yes"],
  backfill: ["postgres-prod-revenue", "--stream", "orders", "--yes"],
  "backfill list": [],
  "backfill rollback": ["run_01jd8w", "--yes"],
  replay: ["postgres-prod-revenue", "--yes"],
  "mappers preview": ["postgres-prod-revenue"],
  query: ["select 1"],
  ask: ["orders from Postgres to Snowflake every hour"],
  design: ["clickstream ingestion to warehouse"],
  review: ["nightly billing ETL"],
  operate: ["failed partitions"],
  migrate: ["from cron scripts"],
  contract: ["orders"],
};

/** Commands that stop for a missing answer here: the error is what they print. */
const stops: Readonly<Record<string, number>> = {
  "sources create": 2,
  "destinations create": 2,
  "connections propose": 2,
  verify: 10,
};

const demo = {
  apiVersion: "revos/v1" as const,
  kind: "Demo" as const,
  dir: "/nowhere/shop",
  files: [],
  run: run(),
  answer: null,
  next: [],
};

describe("every command with --json", () => {
  const present = commands.filter((one) => one.load);

  it.each(present.map((one) => nameOf(one)))(
    "%s prints one JSON document and keeps stderr for machines",
    async (name) => {
      const args = calls[name];
      expect(args, `add ${name} to this test`).toBeDefined();
      const answer = await runIn([...name.split(" "), ...(args ?? []), "--json"], {
        operations,
        demo,
        tty: { stdout: false, stderr: true },
        env: { FORCE_COLOR: "1" },
      });
      const expected = stops[name] ?? 0;
      expect(answer.code, answer.stderr).toBe(expected);
      // 10 is an answer: there are differences.
      if (expected === 0 || expected === 10) expect(() => JSON.parse(answer.stdout)).not.toThrow();
      else expect(answer.stdout).toBe("");
      for (const line of answer.stderr.split("\n").filter((text) => text !== ""))
        expect(() => JSON.parse(line), line).not.toThrow();
      expect(answer.stdout + answer.stderr).not.toContain("\u001b");
    },
  );

  it.each(present.map((one) => nameOf(one)))(
    "%s without --json writes no escape byte into a pipe",
    async (name) => {
      const answer = await runIn([...name.split(" "), ...(calls[name] ?? [])], {
        operations,
        demo,
      });
      expect(answer.stdout + answer.stderr).not.toContain("\u001b");
      expect(answer.code, answer.stderr).toBe(stops[name] ?? 0);
    },
  );

  it.each(present.map((one) => nameOf(one)))("%s speaks Japanese without a hole", async (name) => {
    const answer = await runIn([...name.split(" "), ...(calls[name] ?? []), "--lang", "ja"], {
      operations,
      demo,
    });
    expect(answer.stdout + answer.stderr).not.toMatch(/undefined|\{[a-z]+\}|[—…→●│─█✓✗]/);
    expect(answer.code).toBe(stops[name] ?? 0);
  });

  it("prints lists as bare arrays and results as objects", async () => {
    const list = await runIn(["sources", "list", "--json"], { operations });
    expect(JSON.parse(list.stdout)).toEqual([
      { id: "src_7kq2m9", name: "shop-prod", kind: "postgres", state: "ready" },
    ]);
    expect(list.stderr).toBe("");
    const streams = await runIn(["sources", "list-streams", "src_7kq2m9", "--json"], {
      operations,
    });
    expect(Object.keys(JSON.parse(streams.stdout)[0])).toEqual([
      "streamName",
      "streamnamespace",
      "syncModes",
      "defaultCursorField",
      "sourceDefinedCursorField",
      "sourceDefinedPrimaryKey",
      "propertyFields",
    ]);
  });

  it("picks fields, extra facts among them, and refuses a field that is not there", async () => {
    const picked = await runIn(
      ["--json=streamName,estimatedRows", "sources", "list-streams", "src_7kq2m9"],
      { operations },
    );
    expect(JSON.parse(picked.stdout)[0]).toEqual({
      streamName: "customers",
      estimatedRows: 184_220,
    });
    const wrong = await runIn(["sources", "list", "--json=nmae"], { operations });
    expect(wrong.code).toBe(2);
    expect(wrong.stdout).toBe("");
    expect(JSON.parse(wrong.stderr)).toMatchObject({
      code: "usage.bad_value",
      advice: "--json=name",
      exit: 2,
    });
  });

  it("says a warning of a bare array as a JSON line on stderr", async () => {
    const answer = await runIn(["runs", "list", "--limit", "1", "--json"], {
      operations: { ...operations, "runs.list": () => [run(), run({ id: "run_2" })] },
    });
    expect(JSON.parse(answer.stdout)).toHaveLength(1);
    expect(JSON.parse(answer.stderr)).toMatchObject({ kind: "Warning", code: "list.limited" });
  });
});
