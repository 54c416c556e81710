// The sources of `src` as the tests of the house see them: path, text, and what each file imports.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix, relative } from "node:path";

export type Import = {
  /** As written. */
  readonly specifier: string;
  /** Path below `src` for a relative import (may begin with `../`), else null. */
  readonly target: string | null;
  readonly typeOnly: boolean;
  /** `import("...")`: fetched when used, so it closes no cycle while modules load. */
  readonly late: boolean;
};

export type SourceFile = {
  /** Below `src`, with forward slashes: `engine/plan.ts`. */
  readonly path: string;
  readonly room: string;
  readonly text: string;
  /** The text without comments, for searches that must not find prose. Line numbers are kept. */
  readonly code: string;
  readonly isTest: boolean;
  readonly isGenerated: boolean;
  readonly imports: readonly Import[];
};

const root = join(import.meta.dirname, "..", "..", "src");

/** Comments as blanks. Text and regular expressions are stepped over, so that `"// x"` stays. */
export function stripComments(text: string): string {
  const token =
    /(\/\*[\s\S]*?\*\/|\/\/[^\n]*)|`(?:\\[\s\S]|[^`\\])*`|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|(?<=[(,=:[!&|?{};\n]\s*)\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\//g;
  return text.replace(token, (whole, comment?: string) =>
    comment === undefined ? whole : whole.replace(/[^\n]/g, " "),
  );
}

const importForm =
  /(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:[\w*${},\s]+?\s+from\s+)?"([^"\n]+)"|\bimport\(\s*"([^"\n]+)"\s*\)/g;

export function toSourceFile(path: string, text: string): SourceFile {
  const code = stripComments(text);
  const imports = [...code.matchAll(importForm)].map((match): Import => {
    const specifier = match[2] ?? match[3] ?? "";
    const target = specifier.startsWith(".")
      ? posix.normalize(posix.join(posix.dirname(path), specifier))
      : null;
    // `import("./x.ts").Name` in a type position is a type; written `typeof import(` or after a colon, it has no run time.
    const inType =
      match[3] !== undefined &&
      /^\s*\.[A-Z]/.test(code.slice((match.index ?? 0) + match[0].length));
    return {
      specifier,
      target,
      typeOnly: match[1] !== undefined || inType,
      late: match[3] !== undefined,
    };
  });
  const name = posix.basename(path);
  return {
    path,
    room: path.includes("/") ? path.slice(0, path.indexOf("/")) : "",
    text,
    code,
    isTest:
      /\.test(-d)?\.ts$/.test(name) ||
      path.split("/").includes("testing") ||
      name === "fixture.ts" ||
      name === "skips.ts",
    isGenerated: name.endsWith(".gen.ts"),
    imports,
  };
}

/** Every TypeScript file below `src`, sorted by path. */
export function readSources(): SourceFile[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) =>
      toSourceFile(relative(root, path).replaceAll("\\", "/"), readFileSync(path, "utf8")),
    )
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** The 1-based line of an index of a text. */
export const lineOf = (text: string, index: number): number =>
  text.slice(0, index).split("\n").length;

export const repositoryRoot = dirname(root);
