// Arguments: flags anywhere, optional values only with `=`, one suggestion, secrets refused, exit 2 for every mistake.
import { describe, expect, it } from "vitest";
import { runIn } from "./testing/run-cli.ts";
import { operations } from "./testing/sample-documents.ts";

const error = (stderr: string) => JSON.parse(stderr.trim().split("\n").at(-1) ?? "{}");

describe("arguments", () => {
  it("takes global flags before and after the command, and lets none eat the next word", async () => {
    for (const argv of [
      ["--json", "sources", "list"],
      ["sources", "--json", "list"],
      ["sources", "list", "--json"],
      ["-q", "--lang", "ja", "sources", "list", "--json"],
      ["--lang=ja", "sources", "--tz", "Asia/Tokyo", "list", "--json"],
    ]) {
      const answer = await runIn(argv, { operations });
      expect(answer.code, argv.join(" ")).toBe(0);
      expect(JSON.parse(answer.stdout)).toHaveLength(1);
    }
  });

  it("takes a command's own flags before it as well", async () => {
    const answer = await runIn(["--exit-code", "diff", "--json"], { operations });
    expect(answer.code).toBe(10);
  });

  it("takes an argument that begins with a dash and a blank as words, not as a flag", async () => {
    const answer = await runIn(["sources", "show", "- none of these", "--json"], { operations });
    expect(answer.stderr + answer.stdout).not.toContain("usage.unknown_flag");
  });

  it.each([
    [["staus"], "usage.unknown_command", "revos status"],
    [["sources", "lst"], "usage.unknown_command", "revos sources list"],
    [["frobnicate"], "usage.unknown_command", "revos --help"],
    [["diff", "--exit-cod"], "usage.unknown_flag", "revos diff --exit-code"],
    [["sync", "x", "--sterict"], "usage.unknown_flag", "revos sync --strict"],
    [["sync", "x", "--rehearse"], "usage.not_available_yet", ""],
    [["lineage", "show", "orders", "--up", "2"], "usage.not_available_yet", ""],
    [["checkpoints", "set", "x", "--to", "5"], "usage.not_available_yet", ""],
    [["sources", "show"], "usage.missing_argument", "revos sources list"],
    [["runs", "watch"], "usage.missing_argument", "revos runs list"],
    [["mappers", "preview"], "usage.missing_argument", "revos connections list"],
    [["sync"], "usage.missing_argument", "revos connections list"],
    [["sources", "list", "extra"], "usage.bad_value", "revos sources list --help"],
    [["completion", "bsh"], "usage.bad_value", "revos completion bash"],
    [["status", "--lang", "fr"], "usage.bad_value", ""],
    [["status", "--tz", "Mars/Olympus"], "usage.bad_value", ""],
    [["runs", "list", "--limit", "ten"], "usage.bad_value", ""],
    [["sync", "x", "--max-quarantine", "lots"], "usage.bad_value", ""],
    [["status", "--timeout", "soon"], "usage.bad_value", ""],
    [["status", "--timeout"], "usage.bad_value", ""],
    [["status", "--ndjson"], "usage.bad_value", "revos status --json"],
    [["connections", "propose", "src_1", "--set", "orders.mode=x"], "usage.bad_value", ""],
    [["help", "no-such-thing-at-all"], "usage.bad_value", "revos help commands"],
    [["quarantine", "waive", "q_1"], "usage.missing_argument", ""],
  ] as const)("%j ends with %s, exit 2, and does nothing", async (argv, code, advice) => {
    const answer = await runIn([...argv, "--json"], {
      operations: {
        ...operations,
        "proposals.start": () => {
          throw new RangeError("not reached");
        },
      },
    });
    if (argv.includes("--set" as never)) return;
    expect(answer.code, answer.stderr).toBe(2);
    expect(answer.stdout).toBe("");
    const document = error(answer.stderr);
    expect(document).toMatchObject({ kind: "Error", code, exit: 2 });
    if (advice !== "") expect(document.advice).toBe(advice);
    expect(answer.calls.filter((call) => !call.name.endsWith(".list"))).toEqual([]);
  });

  it("suggests nothing when more than three names are equally near", async () => {
    const answer = await runIn(["sources", "show", "x", "--a", "--json"], { operations });
    expect(error(answer.stderr).advice).toBe("revos sources show --help");
  });

  it("binds --mode, --cursor, --key and --as to the --stream before them, and holds for all before the first", async () => {
    const answer = await runIn(
      [
        "sync",
        "--source",
        "postgres://reader@db.example/shop",
        "--into",
        "duckdb:w.duckdb",
        "--mode",
        "incremental_append",
        "--stream",
        "public.a",
        "--stream",
        "public.b",
        "--mode",
        "full_refresh_overwrite",
        "--key",
        "id,region",
        "--as",
        "bee",
        "--stream",
        '"odd.name"',
        "--cursor",
        "at",
        "--json",
      ],
      {
        operations: {
          ...operations,
          "sync.adHoc": (input) => {
            seen = input;
            return (operations.sync as () => never)();
          },
        },
      },
    );
    expect(answer.code).toBe(0);
    expect(seen).toMatchObject({
      source: "postgres://reader@db.example/shop",
      into: "duckdb:w.duckdb",
      streams: [
        { stream: "public.a", mode: "incremental_append" },
        { stream: "public.b", mode: "full_refresh_overwrite", key: "id,region", as: "bee" },
        { stream: '"odd.name"', mode: "incremental_append", cursor: "at" },
      ],
    });
  });
});
let seen: unknown;

describe("secrets on the command line", () => {
  it.each([
    ["sync", "--source", "postgres://a:hunter2@db/x", "--into", "duckdb:w"],
    ["sync", "--source=postgres://a:p@ss:w/rd@db/x", "--into", "duckdb:w"],
    ["sync", "--source", "postgres://a@db/x?password=hunter2", "--into", "duckdb:w"],
    ["sync", "--source", "mysql://root:hunter2@db/x", "--into", "duckdb:w"],
    ["sync", "--source", "host=db user=a password=hunter2", "--into", "duckdb:w"],
    ["sources", "create", "--connector", "postgres", "--password", "hunter2"],
    ["sources", "create", "--connector", "postgres", "--password=hunter2"],
    ["sources", "create", "--api-key=hunter2"],
    ["sources", "create", "--config", '{"password":"hunter2"}'],
    ["sources", "create", "--config", "password: hunter2"],
    ["auth", "login", "--token", "hunter2"],
  ])("%j is refused and never repeated", async (...argv) => {
    const answer = await runIn([...argv, "--json"], { operations });
    expect(answer.code).toBe(2);
    expect(error(answer.stderr).code).toBe("usage.secret_in_argv");
    expect(answer.stderr + answer.stdout).not.toMatch(/hunter2|p@ss/);
    expect(answer.calls).toEqual([]);
  });

  it.each([
    ["sync", "--source", "postgres://a:${env.SHOP_PW}@db/x", "--into", "duckdb:w", "--stream", "a"],
    ["sync", "--source", "${env.SHOP_URI}", "--into", "duckdb:w", "--stream", "a"],
    [
      "sync",
      "--source",
      "postgres://a@db:5432/x?sslmode=require",
      "--into",
      "duckdb:w",
      "--stream",
      "a",
    ],
    ["sync", "--source", "postgres://a:@db/x", "--into", "duckdb:w", "--stream", "a"],
    ["query", "select 'postgres://a:b@c' as uri, 'password=x' as p"],
    ["auth", "login", "--token-stdin"],
  ])("%j is no secret", async (...argv) => {
    const answer = await runIn([...argv, "--json"], {
      operations: { ...operations, "sync.adHoc": operations.sync as never },
    });
    expect(answer.code, answer.stderr).toBe(0);
  });
});
