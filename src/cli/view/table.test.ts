// Tables: aligned by cells, fit to a terminal, whole when piped, a list when narrow; numbers are never cut.
import stringWidth from "string-width";
import { describe, expect, it } from "vitest";
import { runIn } from "../testing/run-cli.ts";
import { operations } from "../testing/sample-documents.ts";
import { renderPlain, renderTable } from "./table.ts";
import { cutMiddle, fitLines, loadExactWidth, wrap } from "./width.ts";

await loadExactWidth();
const narrow = { ambiguousIsNarrow: true };
const columns = [
  { title: "NAME", value: (row: readonly [string, string]) => row[0], cut: true },
  { title: "ROWS", value: (row: readonly [string, string]) => row[1], right: true },
];

describe("a table", () => {
  it("lines Japanese and emoji up by cells, not by characters", () => {
    const text = renderTable(
      columns,
      [
        ["顧客", "1"],
        ["a👩‍👩‍👧", "22"],
        ["é", "333"],
      ],
      { ...narrow, width: null, list: false },
    );
    expect(text.split("\n").map((line) => stringWidth(line))).toEqual([10, 10, 10, 10]);
  });

  it("cuts names in the middle and numbers never", () => {
    const text = renderTable(columns, [["a".repeat(100) + "_tail", "12,345,678,901,234"]], {
      ...narrow,
      width: 60,
      list: false,
    });
    for (const line of text.split("\n")) expect(stringWidth(line)).toBeLessThanOrEqual(60);
    expect(text).toContain("12,345,678,901,234");
    expect(text).toMatch(/a\.\.\.a+_tail/);
  });

  it("cuts nothing when piped", () => {
    const long = "a".repeat(400);
    expect(renderTable(columns, [[long, "1"]], { ...narrow, width: null, list: false })).toContain(
      long,
    );
  });

  it("becomes a list below 60 columns and where nothing more may be cut", () => {
    expect(renderTable(columns, [["orders", "1"]], { ...narrow, width: 59, list: false })).toBe(
      "NAME: orders\nROWS: 1",
    );
    const wide = [...Array(12)].map((_, i) => ({ title: `N${i}`, value: () => "1234567890" }));
    expect(renderTable(wide, [1], { ...narrow, width: 80, list: false })).toContain(
      "N11: 1234567890",
    );
  });

  it("keeps a row on one line with --plain", () => {
    expect(renderPlain(columns, [["tab\there\nand \\ there", "1"]])).toBe(
      "tab\\there\\nand \\\\ there\t1",
    );
  });
});

describe("list-streams", () => {
  it.each([
    [80, ["--lang", "en"]],
    [200, ["--lang", "en"]],
    [80, ["--lang", "ja", "--ascii"]],
    [64, ["--lang", "ja"]],
  ] as [number, string[]][])("stays inside %d columns with %j", async (width, more) => {
    const answer = await runIn(["sources", "list-streams", "src_7kq2m9", ...more], {
      operations,
      width,
      tty: { stdout: true, stderr: true },
      env: { NO_COLOR: "1" },
    });
    const ambiguousIsNarrow = !more.includes("ja");
    const lines = answer.stdout.split("\n");
    for (const line of lines.filter((one) =>
      /184,220|88,120,004|NAMESPACE|ネームスペース  /.test(one),
    ))
      expect(stringWidth(line, { ambiguousIsNarrow }), line).toBeLessThanOrEqual(width);
    expect(answer.stdout).toContain("88,120,004");
  });

  it("says label: value with --accessible and in 50 columns", async () => {
    const answer = await runIn(["sources", "list-streams", "src_7kq2m9"], {
      operations,
      width: 50,
      tty: { stdout: true, stderr: true },
    });
    expect(answer.stdout).toContain("STREAM: customers");
    const spoken = await runIn(["status", "--accessible"], { operations });
    expect(spoken.stdout).toContain("CONNECTION: postgres-prod-revenue");
  });

  it("shows every name whole when piped", async () => {
    const answer = await runIn(["sources", "list-streams", "src_7kq2m9"], { operations });
    expect(answer.stdout).toContain("顧客注文明細の非常に長い名前のテーブル_2026年度");
  });
});

describe("text", () => {
  it("cuts in the middle by cells", () => {
    expect(cutMiddle("postgres_prod_revenue", 11, narrow)).toBe("post...enue");
    expect(stringWidth(cutMiddle("顧客注文明細の非常に長い名前", 11, narrow))).toBeLessThanOrEqual(
      11,
    );
  });

  it("wraps sentences with an indent, Japanese too", () => {
    expect(wrap("one two three four", 9, "  ", narrow)).toEqual(["one two", "  three", "  four"]);
    // No line begins with what closes the one before it.
    for (const text of [
      "隔離領域にありません (行のいずれでもありません)。次へ。",
      "列名が重なります: _revos_id と _revos_id。",
    ])
      for (let width = 8; width < 60; width++)
        for (const line of wrap(text, width, "  ", narrow))
          expect(line.trimStart(), `${width}`).not.toMatch(/^[)）。、]/);
    for (const line of wrap("確認できる端末がなく、同意のフラグもありません。", 20, "  ", narrow))
      expect(stringWidth(line)).toBeLessThanOrEqual(20);
  });
});

describe("lines that fit a terminal", () => {
  const long = "Stopping: waiting for the current batch of payments to reach its checkpoint.";

  it("are broken between words, the rest below the words of the first line", () => {
    expect(fitLines(`! ${long}`, 40, narrow).split("\n")).toEqual([
      "! Stopping: waiting for the current",
      "  batch of payments to reach its",
      "  checkpoint.",
    ]);
    for (const line of fitLines("書き込み".repeat(30), 40, narrow).split("\n"))
      expect(stringWidth(line)).toBeLessThanOrEqual(40);
  });

  it("stay whole where they can be pasted, and where they fit", () => {
    const command = 'revos query "select * from main.shop_orders limit 10"   look at it';
    expect(fitLines(`  ${command}`, 40, narrow)).toBe(`  ${command}`);
    expect(fitLines("NAME   ROWS\na         1", 40, narrow)).toBe("NAME   ROWS\na         1");
  });

  it("do not count colours", () => {
    const painted = "\u001b[31mfailed\u001b[39m and nothing was written";
    expect(fitLines(painted, 30, narrow)).toBe(painted);
  });
});
