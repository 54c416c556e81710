// What revos tells people to type exists: every flag that a text of the sources names is a flag of a command, and where a
// text names the command as well (`revos diff --out p.json`) it is one of its own.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { commands } from "../src/cli/commands/table.ts";
import type { Command } from "../src/cli/command.ts";
import { globalFlags } from "../src/cli/global-flags.ts";

const root = join(import.meta.dirname, "..");
const rooms = ["app", "cli", "connect", "connector", "connectors", "engine", "kernel", "store"];

/** Flags of other programs, by the file that starts them. */
const ofOthers: Readonly<Record<string, readonly string[]>> = {
  "src/app/run-child.ts": ["max-semi-space-size", "max-old-space-size"],
  "src/app/demo/postgres.ts": ["no-sync", "locale", "no-instructions"],
};

/** Of the launcher, which the table of commands does not know. */
const ofLauncher = ["build"];

function textsOf(): { file: string; line: number; text: string }[] {
  return rooms.flatMap((room) =>
    readdirSync(join(root, "src", room), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
      .filter((file) => !file.split(/[\\/]/).includes("testing"))
      .flatMap((file) => literals(join("src", room, file))),
  );
}

/** The string and template literals of a file that name a flag or a command. Comments do not count. */
function literals(file: string): { file: string; line: number; text: string }[] {
  return readFileSync(join(root, file), "utf8")
    .split("\n")
    .flatMap((content, index) => {
      if (/^\s*(?:\/\/|\*|\/\*)/.test(content)) return [];
      const found = content.match(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|`(?:\\.|[^`\\])*`/g) ?? [];
      return found.map((text) => ({ file, line: index + 1, text: text.slice(1, -1) }));
    });
}

/** `--no-color` is the same flag as `--color` where it is one that can be said no to. */
const named = (text: string): string[] =>
  [...text.matchAll(/(?<![\w-])--([a-z][a-z-]*)/g)].map((match) => match[1] ?? "");

const isFlag = (name: string, flags: Command["flags"]): boolean =>
  flags.some((flag) => !flag.notYet && (flag.name === name || `no-${flag.name}` === name));

const everyFlag = [...globalFlags, ...commands.flatMap((command) => command.flags)];

/** The commands that stand in a text, each with what follows it up to the next one. */
function commandsIn(text: string): { command: Command; rest: string }[] {
  return text
    .split(/(?<![\w/.-])revos (?=[a-z])/)
    .slice(1)
    .flatMap((rest) => {
      const words = rest.split(/\s+/);
      const command = [2, 1]
        .map((size) =>
          words
            .slice(0, size)
            .join(" ")
            .replace(/[.,;:)]+$/, ""),
        )
        .flatMap((path) => commands.filter((one) => one.path.join(" ") === path))[0];
      return command ? [{ command, rest: rest.split(/[;、。]|, (?:then|or) /)[0] ?? "" }] : [];
    });
}

describe("what revos tells people to type", () => {
  const texts = textsOf();

  it("names flags that exist", () => {
    expect(texts.filter(({ text }) => named(text).length > 0).length).toBeGreaterThan(100);
    const unknown = texts.flatMap(({ file, line, text }) =>
      named(text)
        .filter((name) => !ofLauncher.includes(name) && !ofOthers[file]?.includes(name))
        .filter((name) => !isFlag(name, everyFlag))
        .map((name) => `${file}:${line} names --${name}, which no command has`),
    );
    expect(unknown).toEqual([]);
  });

  it("gives a command only flags of its own", () => {
    const found = texts.flatMap(({ file, line, text }) =>
      commandsIn(text).map((one) => ({ ...one, file, line })),
    );
    expect(found.length).toBeGreaterThan(100);
    const wrong = found.flatMap(({ command, rest, file, line }) =>
      named(rest)
        .filter((name) => !isFlag(name, [...globalFlags, ...command.flags]))
        .map((name) => `${file}:${line}: revos ${command.path.join(" ")} has no --${name}`),
    );
    expect(wrong).toEqual([]);
  });

  it("names commands that this version has", () => {
    const later = texts.flatMap(({ file, line, text }) =>
      commandsIn(text)
        .filter(({ command }) => !command.load && !file.startsWith("src/cli/"))
        .map(({ command }) => `${file}:${line}: revos ${command.path.join(" ")} is not built yet`),
    );
    expect(later).toEqual([]);
  });
});
