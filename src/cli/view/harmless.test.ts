// Names, messages and lines that come from elsewhere do nothing to the terminal, and a row of a source is not shown.
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { RevosError, toErrorDocument } from "../../kernel/error.ts";
import { renderErrorDocument } from "./error.ts";
import { makePaint } from "./paint.ts";
import { renderTable } from "./table.ts";
import { cellWidth } from "./width.ts";

const measure = { ambiguousIsNarrow: true };

it("measures text with escapes that are no colours", () => {
  expect(cellWidth("a\u001b]0;title\u0007b", measure)).toBeGreaterThan(0);
  expect(cellWidth("\u001b[31mred\u001b[39m", measure)).toBe(3);
});

it("shows control characters of a name as question marks, on one line", () => {
  const table = renderTable(
    [{ title: "NAME", value: (name: string) => name }],
    ["a\u001b[2Jb\u0007", "two\nlines"],
    { width: 80, list: false, ...measure },
  );
  expect(table).toBe("NAME\na?[2Jb?\ntwo lines");
});

it.each([
  ["source.file_unreadable", false],
  ["config.invalid", true],
] as const)("%s: the line of the file is shown: %s", (code, isShown) => {
  const cwd = mkdtempSync(join(tmpdir(), "revos-harmless-"));
  writeFileSync(join(cwd, "f.csv"), "id,name\n1,planted\u001b[2J\n");
  const document = toErrorDocument(
    new RevosError(code, "Could not read f\u001b[2J.csv.", { where: { file: "f.csv", line: 2 } }),
  );
  const text = renderErrorDocument(document, {
    lang: "en",
    width: 100,
    cwd,
    paint: makePaint(false),
    called: "revos",
  });
  expect(text).toContain("f.csv:2");
  expect(text.includes("planted")).toBe(isShown);
  expect(text).not.toContain("\u001b");
});
