// The offline forms: files in, one document out, exit 0 whatever it asks; unreadable files are usage errors.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeFolder, runIn } from "../testing/run-cli.ts";
import { proposal } from "../testing/sample-documents.ts";

describe("connections propose --discovery", () => {
  it("hands the parsed files on and prints the proposal", async () => {
    using folder = makeFolder();
    writeFileSync(join(folder.dir, "sources.json"), '[{"id":"src_1"}]');
    const answer = await runIn(
      [
        "connections",
        "propose",
        "--discovery",
        "-",
        "--sources",
        "sources.json",
        "--source-kind",
        "database",
        "--connector",
        "postgres",
        "--goal",
        "売上",
        "--reply",
        "users を追加して",
        "--source",
        "src_1",
        "--json",
      ],
      {
        cwd: folder.dir,
        input: '[{"streamName":"a"}]',
        operations: { "proposals.offline": () => proposal({ action: "ask_source", selected: [] }) },
      },
    );
    expect(answer.code).toBe(0);
    expect(JSON.parse(answer.stdout)).toMatchObject({ kind: "Proposal", action: "ask_source" });
    expect(answer.calls).toEqual([
      {
        name: "proposals.offline",
        input: {
          discovery: [{ streamName: "a" }],
          sourceKind: "database",
          connector: "postgres",
          goal: "売上",
          reply: "users を追加して",
          source: "src_1",
          sources: [{ id: "src_1" }],
        },
      },
    ]);
    expect(answer.stderr).toBe("");
  });

  it("shows the tables to people", async () => {
    const answer = await runIn(["connections", "propose", "--discovery", "-"], {
      input: "[]",
      operations: { "proposals.offline": () => proposal() },
    });
    expect(answer.stdout).toContain("Proposed streams (3 of 5):");
    expect(answer.stdout).toContain("Stream             Sync mode");
  });

  it.each([
    ["[", 2, "usage.bad_value"],
    [null, 5, "file.not_found"],
  ])("%j ends with exit %d", async (text, code, error) => {
    using folder = makeFolder();
    if (text !== null) writeFileSync(join(folder.dir, "d.json"), text);
    const answer = await runIn(["connections", "propose", "--discovery", "d.json", "--json"], {
      cwd: folder.dir,
      operations: {},
    });
    expect(answer.code).toBe(code);
    expect(answer.stdout).toBe("");
    expect(JSON.parse(answer.stderr).code).toBe(error);
  });

  it("does not wait for ever when - is given and stdin is a terminal", async () => {
    const answer = await runIn(["connections", "propose", "--discovery", "-", "--json"], {
      tty: { stdin: true },
      operations: {},
    });
    expect(answer.code).toBe(2);
    expect(JSON.parse(answer.stderr).code).toBe("usage.missing_argument");
  });
});
