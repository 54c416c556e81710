// docs/internals/bug-cases.md names, for every bug case, the tests that prove it: each of them exists, and no case that a
// test speaks of is missing from the table.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(root, path), "utf8");

type Row = { readonly id: string; readonly what: string; readonly proofs: readonly Proof[] };
type Proof = { readonly file: string; readonly name: string };

const rows: readonly Row[] = read("docs/internals/bug-cases.md")
  .split("\n")
  .filter((line) => /^\| B\d+ \|/.test(line))
  .map((line) => {
    const [, id = "", , what = "", proved = ""] = line
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim());
    const proofs = [...proved.matchAll(/`([^`]+\.test\.ts)`: (.+?)(?=; `|$)/g)].map((hit) => ({
      file: hit[1] ?? "",
      name: (hit[2] ?? "").replaceAll("\\|", "|"),
    }));
    return { id, what, proofs };
  });

/** A test's name as it is written there: a literal that a comma follows. */
const hasTest = (text: string, name: string): boolean =>
  ['"', "`", "'"].some((quote) => text.includes(`${quote}${name}${quote},`));

describe("the table of bug cases", () => {
  it("has every case once, with words and at least one test", () => {
    expect(rows.length).toBeGreaterThan(90);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    for (const { id, what, proofs } of rows) {
      expect(what, id).not.toBe("");
      expect(proofs.length, id).toBeGreaterThan(0);
    }
  });

  it("names tests that exist", () => {
    const gone = rows.flatMap(({ id, proofs }) =>
      proofs
        .filter(({ file, name }) => !existsSync(join(root, file)) || !hasTest(read(file), name))
        .map(({ file, name }) => `${id}: ${file} has no test "${name}"`),
    );
    expect(gone).toEqual([]);
  });

  it("holds every case that the tests speak of", () => {
    const spoken = ["src", "test"].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
        .filter((file) => file.endsWith(".test.ts") && !file.endsWith("bug-cases.test.ts"))
        .flatMap((file) => read(join(folder, file)).match(/(?<![\w.])B[01]\d\d(?!\d)/g) ?? []),
    );
    const listed = new Set(rows.map(({ id }) => id));
    expect(spoken.length).toBeGreaterThan(100);
    expect([...new Set(spoken)].filter((id) => !listed.has(id)).sort()).toEqual([]);
  });
});
