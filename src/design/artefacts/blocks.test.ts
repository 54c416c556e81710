// Managed blocks: renewing a file is the same as writing it afresh, and what people wrote survives byte for byte.
import { describe, expect, it } from "vitest";
import type { Artefact } from "./artefact.ts";
import { isUntouched, merge, renderArtefact } from "./blocks.ts";

const file = (...blocks: [string, string][]): Artefact => ({
  path: "a.md",
  kind: "design_document",
  comment: "markdown",
  blocks: blocks.map(([id, text]) => ({ id, text })),
});
const a = file(["head", "# A"], ["frame", "one\ntwo"], ["wire", "w"]);

describe("a file of managed blocks", () => {
  it("is the same when nothing changed, and new when nothing is there", () => {
    const text = renderArtefact(a);
    expect(merge(null, a)).toEqual({ state: "new", text, kept: [] });
    expect(merge(text, a)).toEqual({ state: "same", text, kept: [] });
  });

  it("becomes the bytes of a fresh one from any earlier design", () => {
    const ids = ["p", "q", "r", "s"];
    const subsets = Array.from({ length: 15 }, (_, n) => ids.filter((_, i) => (n + 1) & (1 << i)));
    for (const [i, from] of subsets.entries())
      for (const [k, to] of subsets.entries()) {
        const before = file(...from.map((id): [string, string] => [id, `${id} ${i % 3}`]));
        const after = file(...to.map((id): [string, string] => [id, `${id} ${k % 2}`]));
        expect(merge(renderArtefact(before), after).text).toBe(renderArtefact(after));
      }
  });

  it("keeps text outside of blocks where it stands", () => {
    const [head = "", rest = ""] = renderArtefact(a).split("<!-- revos:begin frame");
    const edited = `My preface\n\n${head}My own note\n<!-- revos:begin frame${rest}\nMy end`;
    const next = file(["head", "# B"], ["frame", "three"], ["wire", "w"]);
    const merged = merge(edited, next);
    expect(merged.state).toBe("changed");
    expect(merged.text).toContain("My preface\n\n<!-- revos:begin head");
    expect(merged.text).toContain("My own note\n<!-- revos:begin frame");
    expect(merged.text).toMatch(/My end$/);
    expect(merged.text).toContain("# B");
    expect(merged.text).not.toContain("two");
    expect(merge(merged.text, next)).toEqual({ state: "same", text: merged.text, kept: [] });
  });

  it("leaves a block that somebody edited, run after run, until overwrite is said", () => {
    const edited = renderArtefact(a).replace("two", "mine");
    const next = file(["head", "# B"], ["frame", "three"], ["wire", "w"]);
    const once = merge(edited, next);
    expect(once).toMatchObject({ state: "kept", kept: ["frame"] });
    expect(once.text).toContain("one\nmine\n");
    expect(once.text).toContain("# B");
    const twice = merge(once.text, next);
    expect(twice).toEqual({ state: "kept", text: once.text, kept: ["frame"] });
    expect(merge(twice.text, next, true).text).toBe(renderArtefact(next));
  });

  it("does not drop an edited block that the design no longer has", () => {
    const edited = renderArtefact(a).replace("two", "mine");
    const merged = merge(edited, file(["head", "# A"]));
    expect(merged.kept).toEqual(["frame"]);
    expect(merged.text).toContain("mine");
    expect(merged.text).not.toContain("revos:begin wire");
  });

  it("refuses a file that no design wrote", () => {
    expect(merge("# mine\n", a)).toEqual({ state: "conflict", text: "# mine\n", kept: [] });
    expect(merge("# mine\n", a, true).text).toBe(renderArtefact(a));
  });

  it("keeps the line ends of Windows", () => {
    const text = renderArtefact(a).replaceAll("\n", "\r\n");
    expect(merge(text, a).state).toBe("same");
    const next = merge(text, file(["head", "# B"], ["frame", "one\ntwo"], ["wire", "w"]));
    expect(next.kept).toEqual([]);
    expect(next.text.replaceAll("\r\n", "")).not.toContain("\n");
  });

  it("knows a file that nobody touched", () => {
    expect(isUntouched(renderArtefact(a))).toBe(true);
    expect(isUntouched(renderArtefact(a).replace("two", "mine"))).toBe(false);
    expect(isUntouched(`${renderArtefact(a)}note\n`)).toBe(false);
    expect(isUntouched("# mine\n")).toBe(false);
  });
});
