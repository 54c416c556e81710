// Types judged from a file's beginning: a read goes through exactly when a look at all values would have found the same types.
import { appendFile, truncate } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { formatType } from "../../model/types.ts";
import type { CatalogStream } from "../../model/catalog.ts";
import { must } from "../../kernel/assert.ts";
import { silentLog } from "../../kernel/log.ts";
import { source } from "./source.ts";
import { useFolder } from "./testing/load.ts";

const { write } = useFolder();
const columns = ["whole", "n", "d", "t", "z", "b", "s", "pad"] as const;
const usual = [
  "12",
  "1.50",
  "2024-01-02",
  "2024-01-02 03:04:05",
  "2024-01-02T03:04:05Z",
  "true",
  "word",
  "x".repeat(120),
];
const signal = new AbortController().signal;

async function openFile(path: string) {
  return await source.open(source.config.parse({ path }), { signal, log: silentLog });
}

const typesOf = ({ columns: found }: CatalogStream): Record<string, string> =>
  Object.fromEntries(found.map(({ name, type }) => [name, formatType(type)]));

/** The code that a read of all the stream ends with; null: none. */
async function readAll(path: string, stream: CatalogStream): Promise<string | null> {
  await using open = await openFile(path);
  try {
    for await (const segment of open.read(
      {
        stream,
        columns: stream.columns.map(({ name, type }) => ({ name, source: name, type })),
        filter: null,
        segmentRows: 61_440,
        segmentBytes: 24 * 1024 * 1024,
        where: null,
        cursor: null,
      },
      { signal, log: silentLog } as never,
    ))
      if (segment.rows < 0) return "no rows";
    return null;
  } catch (error) {
    return (error as { code: string }).code;
  }
}

const lastLines: readonly (readonly [(typeof columns)[number], readonly string[]])[] = [
  [
    "whole",
    [
      "7",
      "",
      "-1",
      "999999999999999999",
      "9223372036854775807",
      "9223372036854775808",
      "1.5",
      "007",
      "+5",
      "-0",
      "1e5",
      "word",
      " 5",
      '"6"',
      '""',
      '"a ""b"""',
    ],
  ],
  [
    "n",
    [
      "7",
      "",
      "-0",
      "-0.00",
      "0.123456789",
      "12345678901234567.00000001",
      `${"9".repeat(39)}`,
      "1.5e-3",
      "01.5",
      "1.",
      ".5",
      "+1.5",
      "word",
      '"2.5"',
      " 2.5",
    ],
  ],
  [
    "d",
    [
      "2024-02-29",
      "0001-01-01",
      "",
      "2024-02-30",
      "2024-1-2",
      "2024-01-02 03:04:05",
      "24-01-02",
      "word",
      "7",
    ],
  ],
  [
    "t",
    [
      "2024-02-29 00:00:00.5",
      "",
      "2024-01-02",
      "2024-01-02T03:04:05Z",
      "2024-01-02 25:00:00",
      "word",
    ],
  ],
  ["z", ["2024-02-29 00:00:00+02", "", "2024-01-02 03:04:05", "2024-01-02", "word"]],
  ["b", ["FALSE", "", "t", "1", "yes", '"true"']],
  ["s", ["7", "", '"two\nlines"', "2024-01-02", '"a ""b"""']],
];

describe("a file whose beginning tells the types", () => {
  it(
    "is read through exactly when all values would have told the same",
    { timeout: 120_000 },
    async () => {
      const line = `${usual.join(",")}\n`;
      const text = `${columns.join(",")}\n${line.repeat(Math.ceil((17 * 1024 * 1024) / line.length))}`;
      const path = await write("t.csv", text);
      await using open = await openFile(path);
      const sampled = must((await open.discover({ mayBeSampled: true })).streams[0], "t");
      expect(sampled.sampled).toBe(true);
      const before = typesOf(sampled);
      expect(Object.values(before)).toEqual([
        "int64",
        "number",
        "date",
        "timestamp",
        "timestamptz",
        "boolean",
        "text",
        "text",
      ]);
      for (const [column, values] of lastLines)
        for (const value of values) {
          await truncate(path, Buffer.byteLength(text));
          const cells = columns.map((name, i) => (name === column ? value : usual[i]));
          await appendFile(path, `${cells.join(",")}\n`);
          const whole = must((await open.discover()).streams[0], "t");
          expect(whole.sampled).toBeUndefined();
          const isSame = JSON.stringify(typesOf(whole)) === JSON.stringify(before);
          expect([column, value, await readAll(path, sampled)]).toEqual([
            column,
            value,
            isSame ? null : "source.types_outgrown",
          ]);
        }
    },
  );

  it.each([
    ["a column without values", ",1.5"],
    ["a column of doubles", "1.5e-3,1.5"],
  ])("is looked at whole where there is %s", async (_, cells) => {
    const line = `${cells},${"x".repeat(200)}\n`;
    const path = await write(
      "u.csv",
      `a,b,pad\n${line.repeat(Math.ceil((17 * 1024 * 1024) / line.length))}`,
    );
    await using open = await openFile(path);
    const stream = must((await open.discover({ mayBeSampled: true })).streams[0], "u");
    expect([stream.sampled, stream.estimatedRows !== undefined]).toEqual([undefined, true]);
  });

  it("is looked at whole where nobody says that all of it will be read, and where it is small", async () => {
    const line = `${usual.join(",")}\n`;
    const path = await write("v.csv", `${columns.join(",")}\n${line.repeat(20_000)}`);
    await using open = await openFile(path);
    expect((await open.discover({ mayBeSampled: true })).streams[0]?.sampled).toBeUndefined();
  });
});
