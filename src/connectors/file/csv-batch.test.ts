// Records taken many at a time against the same records taken one by one (a word for NULL that no file holds asks for
// that): types, rows, bad rows with their reasons and lines, all must be the same, whatever stands where.
import { describe, expect, it } from "vitest";
import { makeCsvBatch, type BatchTarget } from "./csv-batch.ts";
import { load, typesOf, useFolder } from "./testing/load.ts";

const { write } = useFolder();
/** A last column that makes a file large enough for batches. */
const pad = "x".repeat(100);
const oneByOne = { nullText: ["no file holds this"] };

async function expectSame(name: string, content: string | Uint8Array, options: object = {}) {
  // Else nothing would be taken in batches.
  expect(Buffer.byteLength(content)).toBeGreaterThan(512 * 1024);
  const path = await write(name, content);
  const [batched, single] = [
    await load(path, options),
    await load(path, { ...options, ...oneByOne }),
  ];
  expect(typesOf(batched.stream)).toEqual(typesOf(single.stream));
  expect(batched.stream.columns).toEqual(single.stream.columns);
  expect(batched.stream.estimatedRows).toEqual(single.stream.estimatedRows);
  expect(batched.good).toEqual(single.good);
  expect(batched.bad).toEqual(single.bad);
  return batched;
}

/** Numbers between 0 and 1, the same for the same seed. */
function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
}

const usual = {
  integer: ["0", "7", "-12", "123456789012345", "99999"],
  wide: ["1234567890123456", "-999999999999999999", "3"],
  number: ["1.50", "-0.25", "12", "0.000001", "999999999999.999999"],
  float: ["1.5e-3", "2.25e10", "1.5"],
  date: ["2024-02-28", "1992-12-31", "0001-01-01", "9999-10-31", "1900-03-01"],
  timestamp: ["2024-02-28 10:11:12", "1969-12-31T23:59:59.999999", "2000-01-01 00:00:00.1"],
  timestamptz: [
    "2024-05-06T07:08:09Z",
    "1969-12-31 23:59:59.5+09",
    "2000-01-01 00:00:00-0330",
    "2001-01-01 00:00:00.123456+14:45",
  ],
  boolean: ["true", "FALSE", "True", "false"],
  text: [
    "a",
    "plain text",
    "it has 'single'",
    "é漢🙂",
    `${"long ".repeat(30)}`,
    'stray"quote',
    "t\tab",
    '"quoted, with a comma"',
    '""',
  ],
};
const odd = [
  "",
  '""',
  " 5",
  "5 ",
  "+5",
  "007",
  "-0",
  "-",
  ".5",
  "5.",
  "1e5",
  "1.0.1",
  "NaN",
  "1234567890123456789",
  "99999999999999999999",
  "9223372036854775808",
  "1.0000000",
  "0.0000001",
  "1234567890123.5",
  "12345678901234567890.12345",
  "2024-02-29",
  "2023-02-29",
  "2024-13-01",
  "2024-00-10",
  "2024-01-00",
  "2024-01-32",
  "0000-01-01",
  "2024-1-1",
  "2024-01-01x",
  "2024-01-01 24:00:00",
  "2024-01-01 10:60:00",
  "2024-01-01 10:00",
  "2024-01-01 10:00:00.",
  "2024-01-01 10:00:00.1234567",
  "2024-01-01 10:00:00+16",
  "2024-01-01 10:00:00+09:60",
  "2024-01-01 10:00:00 Z",
  "2024-01-01 10:00:00z",
  "2024-01-01 10:00:00+9",
  "trueish",
  "tru",
  "falsE",
  "yes",
  '"7"',
  '"1.50"',
  '"2024-02-28"',
  '"true"',
  '"2024-05-06T07:08:09Z"',
  '"a""b"',
  '"two\nlines"',
  '"open',
  'x"y"',
  '"x"y',
  '"x" ',
  "\r",
  "a\rb",
  "a,b",
  "\0",
  "٣",
];

describe("csv: records taken many at a time", () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])("are those that are taken one by one (%i)", async (seed) => {
    const next = random(seed * 7919);
    const pick = <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)] as T;
    const kinds = Object.values(usual).filter(() => next() < 0.7);
    const columns = kinds.length > 0 ? kinds : [usual.integer];
    const oddness = pick([0, 0.00005, 0.002, 0.05]);
    const lineEnd = pick(["\n", "\r\n"]);
    const quoted = next() < 0.3;
    const emptiness = pick([0, 0.1]);
    const lines = Array.from({ length: 6000 }, (_, i) =>
      i > 300 && next() < oddness / 2
        ? pick(["", "short", "a,b,c,d,e,f,g,h,i,j,k", '"', '","'])
        : columns
            .map((values) => {
              if (i > 300 && next() < oddness) return pick(odd);
              if (next() < emptiness) return "";
              const value = pick(values);
              return quoted && !value.includes('"') ? `"${value}"` : value;
            })
            .concat(pad)
            .join(","),
    );
    const header = [...columns.map((_, i) => `c${i}`), "pad"].join(",");
    const end = next() < 0.5 ? lineEnd : "";
    const rows = await expectSame(`r${seed}.csv`, [header, ...lines].join(lineEnd) + end);
    expect(rows.good.length).toBeGreaterThan(1000);
  });

  it("have each odd value in each kind of column judged as by itself", async () => {
    const columns = Object.values(usual);
    const names = columns.map((_, i) => `c${i}`).join(",");
    const common = (i: number): string[] =>
      columns.map((values) => values[i % values.length] ?? "");
    const before = Array.from({ length: 20_000 }, (_, i) => common(i).join(","));
    const lines = odd.flatMap((value, k) =>
      columns.flatMap((_, column) => [
        common(k)
          .map((cell, i) => (i === column ? value : cell))
          .join(","),
        common(k + column).join(","),
      ]),
    );
    const types = [names, ...before].join("\n") + "\n";
    // Judged from the first part alone (a megabyte at least), so that the odd values meet typed columns.
    expect(types.length).toBeGreaterThan(2_200_000);
    const rows = await expectSame("odd.csv", `${types}${lines.join("\n")}\n`, {
      scanBytes: 1_000_000,
    });
    expect(Object.values(typesOf(rows.stream))).toEqual([
      "int64",
      "int64",
      "number",
      "float64",
      "date",
      "timestamp",
      "timestamptz",
      "boolean",
      "text",
    ]);
    expect(rows.bad.length).toBeGreaterThan(200);
  });

  it("reads only what is asked, in the order of the columns asked for, and fills what a file has not", async () => {
    const path = await write("two/a.csv", `x,y\n${"1,a\n".repeat(150_000)}`);
    await write("two/b.csv", `y,z\n${"b,2.5\n".repeat(150_000)}`);
    const folder = path.replace(/a\.csv$/, "*.csv");
    const both = await load(folder);
    expect(both.good).toEqual((await load(folder, oneByOne)).good);
    expect(both.good[0]).toEqual({ x: "1", y: "a", z: null });
    expect(both.good[299_999]).toEqual({ x: null, y: "b", z: "2.5" });
  });

  it("keep a broken encoding in the middle of a file to its own line", async () => {
    const line = Buffer.from("1,plain\n");
    const many = Buffer.concat(Array.from({ length: 300_000 }, () => line));
    const content = Buffer.concat([
      Buffer.from("id,text\n"),
      many,
      Buffer.from([0x32, 0x2c, 0xff, 0xfe, 10]),
      line,
    ]);
    const rows = await expectSame("late.csv", content);
    expect([rows.good.length, rows.bad.length]).toEqual([300_001, 1]);
    expect(rows.bad[0]?.original._revos_at).toBe("late.csv:300002");
  });

  it("with other delimiters, without quotes, and with escapes of their own", async () => {
    const lines = (cell: string): string =>
      `a;b;pad\n${Array.from({ length: 6000 }, (_, i) => `${i};${cell};${pad}`).join("\n")}\n`;
    await expectSame("semi.csv", lines('"x;y"'));
    await expectSame("none.csv", lines('"x'), { quote: "" });
    await expectSame("escape.csv", lines(String.raw`"x\"y"`), { escape: "\\" });
    await expectSame("tab.tsv", lines("x,y").replaceAll(";", "\t"));
  });

  it("never reads behind what it is given", () => {
    const fields: BatchTarget[] = [{ kind: "date", place: 0, mayBeNull: true }];
    const batch = makeCsvBatch({ delimiter: 44, quote: 34 }, fields, 1);
    const bytes = Buffer.from("2024-01-02\n2024-01-03\n2024-01-0");
    expect(batch?.decode(bytes, 0, bytes.length, 100)).toBe(2);
    expect([batch?.consumed, batch?.filled[0]]).toEqual([22, 2]);
    expect([...(batch?.columns[0]?.values.subarray(0, 2) ?? [])]).toEqual([19_724, 19_725]);
    expect(batch?.decode(bytes, 22, bytes.length, 100)).toBe(0);
    expect(batch?.decode(bytes, 0, bytes.length, 1)).toBe(1);
  });
});
