// What follows from the streams and the variables: colour, prompts, language, glyphs, width.
import { describe, expect, it } from "vitest";
import { Flags } from "./flags.ts";
import type { Env, Host } from "./host.ts";
import { describeTerminal } from "./terminal.ts";
import { runIn } from "./testing/run-cli.ts";
import { operations } from "./testing/sample-documents.ts";

const terminal = (
  env: Env,
  flags: readonly (readonly [string, string | null])[] = [],
  tty = { stdin: true, stdout: true, stderr: true },
) =>
  describeTerminal(
    {
      env,
      stdin: { isTTY: tty.stdin },
      stdout: { isTTY: tty.stdout, columns: 120 },
      stderr: { isTTY: tty.stderr, columns: tty.stderr ? 80 : undefined },
    } as unknown as Host,
    new Flags(flags.map(([name, value]) => ({ name, value }))),
  );

describe("colour", () => {
  it.each([
    [{}, [], true],
    [{ NO_COLOR: "1" }, [], false],
    [{ NO_COLOR: "" }, [], true],
    [{ NO_COLOR: "1", FORCE_COLOR: "1" }, [], false],
    [{ NO_COLOR: "1" }, [["color", "always"]], true],
    [{ FORCE_COLOR: "1" }, [["color", "never"]], false],
    [{ FORCE_COLOR: "1" }, [["no-color", null]], false],
    [{ FORCE_COLOR: "0" }, [], false],
    [{ TERM: "dumb" }, [], false],
    [{ CI: "1" }, [], false],
    [{ CLAUDECODE: "1" }, [], false],
    [{ CLAUDECODE: "1", FORCE_COLOR: "1" }, [], true],
    [{}, [["accessible", null]], false],
  ] as const)("%j with %j on a terminal: %s", (env, flags, wanted) => {
    expect(terminal(env, flags as never).colorOut).toBe(wanted);
  });

  it("is judged for each stream alone", () => {
    const piped = terminal({}, [], { stdin: true, stdout: false, stderr: true });
    expect([piped.colorOut, piped.colorErr]).toEqual([false, true]);
    expect(
      terminal({ CLICOLOR_FORCE: "1" }, [], { stdin: false, stdout: false, stderr: false })
        .colorOut,
    ).toBe(true);
  });

  it("never stands in JSON, not even when forced", async () => {
    const answer = await runIn(["status", "--json", "--color", "always"], { operations });
    expect(answer.stdout).not.toContain("\u001b");
  });
});

describe("prompts and progress", () => {
  it.each([
    [{}, [], true, "live"],
    [{ CI: "true" }, [], false, "lines"],
    [{ CI: "false" }, [], true, "live"],
    [{ CLAUDECODE: "1" }, [], false, "lines"],
    [{ AGENT: "0" }, [], true, "live"],
    [{}, [["no-input", null]], false, "live"],
    [{}, [["json", ""]], false, "none"],
    [
      {},
      [
        ["json", ""],
        ["verbose", null],
      ],
      false,
      "lines",
    ],
    [{ TERM: "dumb" }, [], true, "percent"],
    [{ ACCESSIBLE: "1" }, [], true, "percent"],
    [{}, [["quiet", null]], true, "none"],
  ] as const)("%j with %j: prompts %s, progress %s", (env, flags, interactive, progress) => {
    const made = terminal(env, flags as never);
    expect([made.interactive, made.progress]).toEqual([interactive, progress]);
  });

  it("asks on stderr while stdout is piped, and not where stdin is no terminal", () => {
    expect(terminal({}, [], { stdin: true, stdout: false, stderr: true }).interactive).toBe(true);
    expect(terminal({}, [], { stdin: false, stdout: true, stderr: true }).interactive).toBe(false);
  });

  it("names the assistant without changing the format", () => {
    expect(terminal({ AI_AGENT: "my-bot" }).agent).toBe("my-bot");
    expect(terminal({ AI_AGENT: "1" }).agent).toBe("unnamed");
    expect(terminal({ CODEX_SANDBOX: "seatbelt" })).toMatchObject({ agent: "codex", json: false });
  });
});

describe("language and glyphs", () => {
  it.each([
    [{ LANG: "ja_JP.UTF-8" }, [], "ja", true],
    [{ LANG: "en_US.UTF-8" }, [], "en", false],
    [{ LC_ALL: "en_US.UTF-8", LANG: "ja_JP.UTF-8" }, [], "en", false],
    [{ REVOS_LANG: "ja", LANG: "en_US.UTF-8" }, [], "ja", true],
    [{ LANG: "ja_JP.UTF-8" }, [["lang", "en"]], "en", true],
    [{ LANG: "zh_CN.UTF-8" }, [], "en", true],
    [{ LANG: "C" }, [], "en", true],
    [{ LANG: "en_US.ISO-8859-1" }, [], "en", true],
    [{ LANG: "en_US.UTF-8" }, [["ascii", null]], "en", true],
    [{ REVOS_GLYPHS: "unicode", LANG: "ja_JP.UTF-8" }, [], "ja", false],
    [{}, [], "en", false],
  ] as const)("%j with %j: %s, ascii %s", (env, flags, lang, ascii) => {
    const made = terminal(env, flags as never);
    expect([made.lang, made.ascii]).toEqual([lang, ascii]);
  });

  it("takes the width of stderr, then COLUMNS, then 100", () => {
    expect(terminal({}).width).toBe(80);
    expect(
      terminal({ COLUMNS: "132" }, [], { stdin: false, stdout: false, stderr: false }).width,
    ).toBe(120);
    const nowhere = describeTerminal(
      { env: { COLUMNS: "132" }, stdin: {}, stdout: {}, stderr: {} } as unknown as Host,
      new Flags([]),
    );
    expect(nowhere.width).toBe(132);
  });
});
