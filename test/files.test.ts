// What every file of the house keeps: a header that says what it is, a length that one can read, a name in kebab-case.
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { readSources, repositoryRoot } from "./support/sources.ts";

const maxLines = 500;
/** Files that may be longer, each with its reason. */
const longer: Readonly<Record<string, string>> = {
  "src/kernel/errors/codes.ts":
    "one table, looked up by code: the formatter gives a row eight lines, and splitting it would hide doubles",
  "src/api/operations.ts":
    "the one table of operations that feeds command line, REST and agents: its rows are read side by side",
  "src/cli/testing/sample-documents.ts": "data: one sample of every document a command prints",
  "src/connect/propose/goals.test.ts": "forty sources, each told whole",
  "src/connect/strangers.test.ts": "forty strangers, each told whole",
};

type File = { readonly path: string; readonly text: string };

const findHeader = ({ path, text }: File): string[] => {
  const lines = text.split("\n");
  if (lines[0]?.startsWith("#!")) lines.shift();
  const header = /^(?:\/\/|\/\*\*?) \S+(?: \S+){2}/.test(lines[0] ?? "");
  return header
    ? []
    : [
        `${path} opens without a sentence: say in a first comment what the file is and why it exists.`,
      ];
};

const findLength = ({ path, text }: File): string[] => {
  const lines = text.split("\n").length - 1;
  return lines > maxLines && !longer[path]
    ? [
        `${path} has ${lines} lines, more than ${maxLines}: split it by idea, or list it in test/files.test.ts with its reason.`,
      ]
    : [];
};

const findName = ({ path }: File): string[] => {
  const wrong = path
    .split("/")
    .filter((part) => !/^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9-]+)*$/.test(part));
  return wrong.length > 0
    ? [`${path}: ${wrong.join(", ")} is not kebab-case. Rename it after its main export.`]
    : [];
};

function readOthers(): File[] {
  const inFolder = (folder: string) =>
    readdirSync(join(repositoryRoot, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(ts|mjs)$/.test(entry.name))
      .map((entry) =>
        relative(repositoryRoot, join(entry.parentPath, entry.name)).replaceAll("\\", "/"),
      );
  return ["test", "scripts", "bench", "bin"]
    .flatMap(inFolder)
    .map((path) => ({ path, text: readFileSync(join(repositoryRoot, path), "utf8") }));
}

describe("every file", () => {
  const files: File[] = [
    ...readSources()
      .filter((file) => !file.isGenerated)
      .map(({ path, text }) => ({ path: `src/${path}`, text })),
    ...readOthers(),
  ];

  it("opens with a sentence that says what it is", () => {
    expect(files.length).toBeGreaterThan(50);
    expect(files.flatMap(findHeader)).toEqual([]);
  });

  it(`has at most ${maxLines} lines, or a reason`, () => {
    expect(files.flatMap(findLength)).toEqual([]);
    const unneeded = Object.keys(longer).filter(
      (path) =>
        (files.find((file) => file.path === path)?.text.split("\n").length ?? 0) <= maxLines,
    );
    expect(unneeded.map((path) => `${path} is short enough now: take it off the list.`)).toEqual(
      [],
    );
  });

  it("is named in kebab-case", () => {
    expect(files.flatMap(findName)).toEqual([]);
  });

  it("would be found if it broke a rule", () => {
    expect(findHeader({ path: "src/x.ts", text: 'import "./y.ts";\n' })).toHaveLength(1);
    expect(findLength({ path: "src/x.ts", text: "x\n".repeat(501) })).toEqual([
      "src/x.ts has 501 lines, more than 500: split it by idea, or list it in test/files.test.ts with its reason.",
    ]);
    expect(findName({ path: "src/engine/RunPlan.ts", text: "" })).toHaveLength(1);
    expect(findName({ path: "src/engine/run-plan.pg.test.ts", text: "" })).toEqual([]);
  });
});

describe("every room", () => {
  const rooms = readdirSync(join(repositoryRoot, "src"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
  const headings = ["What lives here", "Start with", "May import", "Words", "How it is tested"];

  it.each(rooms)("%s has a README of at most 40 lines with the five headings", (room) => {
    const text = readFileSync(join(repositoryRoot, "src", room, "README.md"), "utf8");
    expect([...text.matchAll(/^## (.+)$/gm)].map((match) => match[1])).toEqual(headings);
    expect(text.split("\n").length - 1).toBeLessThanOrEqual(40);
  });
});
