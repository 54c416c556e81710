// Completion: words of the table, remembered names, nothing slow; the scripts are at least accepted by their shells.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { commands } from "../commands/table.ts";
import { readNames, rememberMore, rememberNames } from "../remembered.ts";
import { makeFolder } from "../testing/run-cli.ts";
import { complete } from "./complete.ts";
import { scriptFor } from "./scripts.ts";

const names = {
  connections: ["postgres-prod-revenue", "stripe-billing"],
  sources: [{ id: "src_7kq2m9", name: "shop-prod" }],
  runs: ["run_1"],
  groups: ["q_1"],
  streams: { "stripe-billing": ["charges"] },
};
const words = (...typed: string[]) =>
  complete(typed, commands, names, ["exit-codes"]).map((line) => line.split("\t")[0]);

describe("candidates", () => {
  it.each([
    [["so"], ["sources"]],
    [
      ["sources", "li"],
      ["list", "list-streams"],
    ],
    [["sync", "s"], ["stripe-billing"]],
    [["sync", "stripe-billing", "--stream", ""], ["charges"]],
    [["-C", "/x", "sync", "p"], ["postgres-prod-revenue"]],
    [["sources", "list-streams", ""], ["src_7kq2m9"]],
    [["diff", "--exit"], ["--exit-code"]],
    [
      ["sync", "--pii", ""],
      ["clear", "hash", "drop"],
    ],
    [["sync", "--pii=h"], ["--pii=hash"]],
    [["completion", "z"], ["zsh"]],
    [["help", "exit"], ["exit-codes"]],
    [["runs", "show", ""], ["run_1"]],
    [["diff", ""], []],
  ])("%j gives %j", (typed, wanted) => {
    expect(words(...typed)).toEqual(wanted);
  });

  it("hold no command that this version does not have", () => {
    expect(words("")).not.toContain("lineage");
    expect(words("checkpoints", "")).toEqual(["list"]);
    expect(words("sync", "x", "--re")).toEqual([]);
  });
});

describe("remembered names", () => {
  it("are kept in the project, added to, and never make .revos", () => {
    using folder = makeFolder();
    const at = { projectDir: folder.dir };
    rememberNames(at, { runs: ["run_1"] });
    expect(readNames(folder.dir)).toEqual({});
    mkdirSync(join(folder.dir, ".revos"));
    rememberNames(at, { runs: ["run_1"], streams: { a: ["x"] } });
    rememberMore(at, { runs: ["run_2"], sources: [{ id: "src_1", name: "shop" }] });
    expect(readNames(folder.dir)).toMatchObject({
      runs: ["run_2", "run_1"],
      sources: [{ id: "src_1", name: "shop" }],
    });
    rememberNames(at, { runs: ["run_1"] });
    rememberNames(at, { connections: ["a"], streams: { b: ["y"] } });
    expect(readNames(folder.dir)).toEqual({
      runs: ["run_1"],
      sources: [{ id: "src_1", name: "shop" }],
      connections: ["a"],
      streams: { a: ["x"], b: ["y"] },
    });
  });
});

describe("scripts", () => {
  it("call __complete in every shell", () => {
    for (const shell of ["bash", "zsh", "fish", "pwsh"])
      expect(scriptFor(shell)).toContain("revos __complete --");
  });

  it("the bash one completes", () => {
    const script = `${scriptFor("bash")}\nrevos() { printf 'stripe-billing\\tabout\\n'; }\nCOMP_WORDS=(revos sync s)\nCOMP_CWORD=2\n_revos 2>/dev/null\necho "\${COMPREPLY[*]}"`;
    expect(execFileSync("bash", ["-c", script], { encoding: "utf8" })).toBe("stripe-billing\n");
  });

  it.each(["zsh", "fish"])("the %s one is accepted where that shell is installed", (shell) => {
    const checked = spawnSync(shell, ["-n"], { input: scriptFor(shell) });
    if (checked.error) return;
    expect(checked.stderr.toString()).toBe("");
    expect(checked.status).toBe(0);
  });
});
