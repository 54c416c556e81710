// The documents against the program: the README's first block is what interface.md fixes, links lead somewhere, and every
// command that a page shows is one that this version has, with flags it knows.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { commands } from "../src/cli/commands/table.ts";
import { locate } from "../src/cli/locate.ts";
import { checkArguments, parse } from "../src/cli/parse.ts";
import { repositoryRoot } from "./support/sources.ts";

const pages = [
  ...readdirSync(repositoryRoot).filter((name) => name.endsWith(".md")),
  ...["docs", "src"].flatMap((folder) =>
    readdirSync(join(repositoryRoot, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".md"))
      .map((name) => `${folder}/${name.replaceAll("\\", "/")}`),
  ),
].map((path) => ({ path, text: readFileSync(join(repositoryRoot, path), "utf8") }));

/** Words of a shell line, up to what ends the command. */
function toWords(line: string): string[] {
  const words: string[] = [];
  for (const [token] of line.matchAll(
    /"(?:\\.|[^"\\])*"|'[^']*'|\||&&|;|#.*$|>|<[^>]+>|[^\s"'|;&><]+(?:"(?:\\.|[^"\\])*")?/g,
  )) {
    if (/^(\||&&|;|>|#)/.test(token)) break;
    words.push(token.replace(/^(["'])(.*)\1$/, "$2").replace(/^<.*>$/, "x"));
  }
  return words;
}

/** Every `revos ...` of a page's shell blocks and inline code. */
function findCommands(text: string): string[] {
  const blocks = [...text.matchAll(/```(?:sh|console)\n([\s\S]*?)```/g)].map(
    (match) => match[1] ?? "",
  );
  const prose = text.replace(/```[\s\S]*?```/g, "");
  const inline = [...prose.matchAll(/`([^`\n]+)`/g)].map((match) => match[1] ?? "");
  return [...blocks.flatMap((block) => block.split("\n")), ...inline].flatMap((line) =>
    [...line.matchAll(/(?:^|\$ |&& |; )(?:npx )?revos (.+?)(?= && |; |$)/g)].map(
      (match) => match[1] ?? "",
    ),
  );
}

const complain = (line: string): string | null => {
  const words = toWords(line);
  if (words.includes("...") || words[0] === "x" || line === "..." || words[0] === "--version")
    return null;
  try {
    const { command, rest } = locate(words, commands);
    // `quarantine` alone names the noun.
    if (!command) return null;
    const { args } = parse(command, rest);
    if (words.length > command.path.length) checkArguments(command, args);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

describe("the documents", () => {
  it("begin, in the README, with the two lines that start everything", () => {
    const readme = readFileSync(join(repositoryRoot, "README.md"), "utf8");
    expect(/```sh\n([\s\S]*?)```/.exec(readme)?.[1]).toBe(
      "npm ci && npx revos demo\nnpm ci && npm test\n",
    );
  });

  it("link to pages that are there", () => {
    const dead = pages.flatMap(({ path, text }) =>
      [...text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)]
        .map((match) => match[1] ?? "")
        .filter((target) => !/^[a-z]+:/.test(target))
        .filter((target) => !existsSync(resolve(repositoryRoot, dirname(path), target)))
        .map((target) => `${path} links to ${target}, which is not there.`),
    );
    expect(dead).toEqual([]);
  });

  it("show only commands that this version has", () => {
    const shown = pages.flatMap(({ path, text }) =>
      findCommands(text).map((line) => ({ path, line })),
    );
    expect(shown.length).toBeGreaterThan(40);
    const wrong = shown.flatMap(({ path, line }) => {
      const complaint = complain(line);
      return complaint ? [`${relative("", path)}: revos ${line}: ${complaint}`] : [];
    });
    expect(wrong).toEqual([]);
  });

  it("would be found out if they showed one that it does not have", () => {
    expect(complain("staus")).toContain("Did you mean status?");
    expect(complain("sync shop --jsn")).toContain("--jsn is not a flag");
    expect(
      findCommands(
        "```sh\nnpx revos init x && cd x\nnpx revos diff && npx revos apply  # both\n```\n`revos status --json`",
      ),
    ).toEqual(["init x", "diff", "apply  # both", "status --json"]);
  });
});
