// The executable as a whole: what starts fast loads little, a reader that goes away is no failure, output is complete.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { answer } from "../design/answer.ts";

const root = join(import.meta.dirname, "..", "..");
const binary = join(root, "bin", "revos.mjs");
const env = { ...process.env, NO_COLOR: "1", LANG: "C.UTF-8", REVOS_KEY: "a".repeat(64) };
const revos = (args: readonly string[], options: { cwd?: string } = {}) =>
  spawnSync(process.execPath, [binary, ...args], {
    env,
    encoding: "utf8",
    cwd: options.cwd ?? root,
  });

/** The text of every file that is loaded before the first late import. */
function loadedAtStart(): string {
  execFileSync(process.execPath, [binary, "--build"], { env });
  const folder = join(root, "dist", readFileSync(join(root, "dist", "current"), "utf8").trim());
  const seen = new Map<string, string>();
  const visit = (name: string) => {
    if (seen.has(name)) return;
    const text = readFileSync(join(folder, name), "utf8");
    seen.set(name, text);
    for (const [, imported = ""] of text.matchAll(/(?<!")(?:from|import)"\.\/([^"]+\.js)"/g))
      visit(imported);
  };
  visit("revos.js");
  return [...seen.values()].join("\n");
}

describe("the executable", () => {
  it("loads no schema library, parser, YAML, store or driver before it knows the command", () => {
    const text = loadedAtStart();
    expect(text.length).toBeLessThan(200_000);
    for (const heavy of ["ZodType", "CommanderError", "YAMLParseError", "CompiledQuery"])
      expect(text.includes(heavy), heavy).toBe(false);
    // Packages outside the bundle are imported late, if at all.
    const packages = [...text.matchAll(/(?<!")(?:from|import)"([^".][^"]*)"/g)].map(
      (match) => match[1],
    );
    expect(packages.filter((name) => !name?.startsWith("node:"))).toEqual([]);
  });

  it("understands Japanese as its sources do: the parts that are read as one byte a character are ASCII", () => {
    execFileSync(process.execPath, [binary, "--build"], { env });
    const folder = join(root, "dist", readFileSync(join(root, "dist", "current"), "utf8").trim());
    for (const part of ["main.cjs", "run.cjs"])
      expect(
        readFileSync(join(folder, part)).every((byte) => byte < 0x80),
        part,
      ).toBe(true);
    const discovery = ["customers", "orders", "user_sessions"].map((streamName) => ({
      streamName,
      streamnamespace: "public",
      syncModes: ["full_refresh_overwrite"],
      defaultCursorField: [],
      sourceDefinedCursorField: false,
      sourceDefinedPrimaryKey: [],
      propertyFields: [["id"]],
    }));
    const { stdout } = spawnSync(
      process.execPath,
      [
        binary,
        ...["connections", "propose", "--discovery", "-", "--source", "src_1", "--json"],
        ...["--goal", "顧客別の売上", "--reply", "user_sessions を追加して、customers は不要"],
      ],
      { env, encoding: "utf8", cwd: root, input: JSON.stringify(discovery) },
    );
    const { selected } = JSON.parse(stdout) as { selected: { stream: string }[] };
    expect(selected.map((one) => one.stream)).toEqual(["orders", "user_sessions"]);
  });

  it("prints its version, also for machines", () => {
    expect(revos(["--version"]).stdout).toMatch(/^revos \d+\.\d+\.\d+\n$/);
    expect(JSON.parse(revos(["--version", "--json"]).stdout)).toMatchObject({ name: "revos" });
  });

  it("names eight commands, three examples and a next step", () => {
    const { stdout, stderr, status } = revos([]);
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout.split("Examples")[0]?.match(/^ {2}\S/gm)).toHaveLength(8);
    expect(stdout.split("Examples")[1]?.match(/^ {2}revos /gm)).toHaveLength(3);
    expect(stdout).toContain("Next here: revos demo");
  });

  it("ends quietly when the reader goes away", async () => {
    const child = spawn(process.execPath, [binary, "help", "commands"], {
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    child.stdout.destroy();
    let stderr = "";
    child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
    const code = await new Promise((resolve) => child.once("close", resolve));
    expect([code, stderr]).toEqual([0, ""]);
  });

  it("writes all of a long document into a pipe before it ends", () => {
    const { stdout } = revos(["completion", "zsh", "--json"]);
    expect(JSON.parse(stdout).script).toContain("compdef _revos revos");
  });

  it("runs from another folder and through a link", () => {
    expect(revos(["--version"], { cwd: "/" }).status).toBe(0);
  });

  it("reads Japanese as the sources do", () => {
    const asked = "Postgres の注文を毎時 Snowflake に入れたい。1 日 3 万件、1 件 1 KB。";
    const { stdout, status } = revos(["ask", asked, "--json"]);
    expect(status).toBe(0);
    const own = answer({ text: asked });
    const { mode, decisions } = JSON.parse(stdout) as typeof own;
    expect(mode).toBe("BATCH");
    expect(decisions).toEqual(JSON.parse(JSON.stringify(own.decisions)));
  });

  it("answers a typo with one suggestion and exit 2", () => {
    const { status, stderr, stdout } = revos(["staus"]);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toContain("Unknown command staus. Did you mean status?");
  });
});
