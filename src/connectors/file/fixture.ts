// File sources for the conformance suite: one folder, one file a stream, written anew after every change, in each format.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import * as duckdb from "@duckdb/node-api";
import type { SourceFixture, SourceWorld } from "../../connector/testing/fixture.ts";
import { makeHeldStreams, type HeldStream } from "../../connector/testing/held-streams.ts";
import { quoteName, quoteText } from "../../connector/workbench.ts";
import { parseType, type CanonicalType } from "../../model/types.ts";
import { skips } from "./skips.ts";

type Writer = (stream: HeldStream, path: string) => Promise<void>;

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;
/** NULL is nothing, a text is always quoted, so that both come back. */
const toCsv = ({ columns, rows }: HeldStream): string =>
  [
    Object.keys(columns).map(quoted),
    ...rows.map((row) => row.map((cell) => (cell === null ? "" : quoted(cell)))),
  ]
    .map((line) => `${line.join(",")}\r\n`)
    .join("");

const bare = /^(boolean|int\d+|uint64|number|decimal.*)$/;
const toJsonl = ({ columns, rows }: HeldStream): string => {
  const entries = Object.entries(columns);
  const cell = (value: string, type: string): string =>
    bare.test(type) || type === "json" ? value : JSON.stringify(value);
  return rows
    .map(
      (row) =>
        `{${entries.flatMap(([name, type], index) => (row[index] === null || row[index] === undefined ? [] : [`${JSON.stringify(name)}: ${cell(row[index], type)}`])).join(", ")}}\n`,
    )
    .join("");
};

function duckType(type: CanonicalType): string {
  const names: Readonly<Record<string, string>> = {
    int16: "smallint",
    int32: "integer",
    int64: "bigint",
    uint64: "ubigint",
    float32: "float",
    float64: "double",
    text: "varchar",
    binary: "blob",
  };
  if (type.kind === "list") return `${duckType(type.of)}[]`;
  return type.kind === "decimal"
    ? `decimal(${type.precision},${type.scale})`
    : (names[type.kind] ?? type.kind);
}

function duckValue(cell: string | null | undefined, typeText: string): string {
  const type = parseType(typeText) ?? { kind: "text" };
  if (cell === null || cell === undefined) return `null::${duckType(type)}`;
  if (type.kind === "binary") return `unhex(${quoteText(cell.slice(2))})`;
  if (type.kind === "list")
    return `from_json(${quoteText(cell)}, '["varchar"]')::${duckType(type)}`;
  const text = / BC$/.test(cell) ? cell.replace(/^(\S+)(.*) BC$/, "$1 (BC)$2") : cell;
  return `${quoteText(text)}::${duckType(type)}`;
}

async function writeParquet({ columns, rows }: HeldStream, path: string): Promise<void> {
  const instance = await duckdb.DuckDBInstance.create(":memory:", { threads: "1" });
  const connection = await instance.connect();
  await connection.run("set timezone = 'UTC'");
  const entries = Object.entries(columns);
  await connection.run(
    `create table t (${entries.map(([name, type]) => `${quoteName(name)} ${duckType(parseType(type) ?? { kind: "text" })}`).join(", ")})`,
  );
  for (let at = 0; at < rows.length; at += 500) {
    const values = rows
      .slice(at, at + 500)
      .map(
        (row) => `(${entries.map(([, type], index) => duckValue(row[index], type)).join(", ")})`,
      );
    await connection.run(`insert into t values ${values.join(", ")}`);
  }
  await connection.run(`copy t to ${quoteText(path)} (format parquet, row_group_size 2048)`);
  connection.closeSync();
  instance.closeSync();
}

const formats: Readonly<Record<string, { readonly ending: string; readonly write: Writer }>> = {
  csv: { ending: "csv", write: (stream, path) => writeFile(path, toCsv(stream)) },
  "csv.gz": { ending: "csv.gz", write: (stream, path) => writeFile(path, gzipSync(toCsv(stream))) },
  jsonl: { ending: "jsonl", write: (stream, path) => writeFile(path, toJsonl(stream)) },
  parquet: { ending: "parquet", write: writeParquet },
};

const judged = ["boolean", "int64", "number", "text", "date", "timestamp", "timestamptz", "uuid"];

export function fileFixture(format: keyof typeof formats): SourceFixture {
  const isParquet = format === "parquet";
  return {
    types: isParquet
      ? [
          "boolean",
          "int16",
          "int32",
          "int64",
          "uint64",
          "float32",
          "float64",
          "decimal(12,2)",
          "decimal(38,10)",
          "text",
          "binary",
          "uuid",
          "date",
          "time",
          "timestamp",
          "timestamptz",
          "list(text)",
          "list(int32)",
        ]
      : format === "jsonl"
        ? [...judged, "json"]
        : judged,
    keepsTypes: isParquet,
    keepsKeys: false,
    // The JSON value null and a NULL are one thing in a line of JSON; DuckDB's Parquet files hold no infinite dates.
    lacks: {
      json: ["null"],
      ...(isParquet
        ? { date: ["infinity", "-infinity"], timestamp: ["infinity"], timestamptz: ["-infinity"] }
        : {}),
    },
    skips: skips.filter((skip) => !skip.formats || skip.formats.includes(format)),
    async start(): Promise<SourceWorld> {
      const folder = await mkdtemp(join(tmpdir(), "revos-fixture-"));
      const { ending, write } = formats[format] ?? formats.csv!;
      const held = makeHeldStreams();
      const pathOf = (stream: string): string => join(folder, `${stream}.${ending}`);
      await writeFile(join(folder, "none.bin"), "x");
      return {
        config: { path: join(folder, `{stream}.${ending}`) },
        failures: [
          {
            name: "no file",
            config: { path: join(folder, "nothing-*.csv") },
            code: "file.not_found",
          },
          {
            name: "no format",
            config: { path: join(folder, "none.bin") },
            code: "source.file_unreadable",
          },
        ],
        async run(ops) {
          for (const op of ops) held.apply(op);
          for (const name of new Set(ops.map((op) => op.stream))) {
            const stream = held.streams[name];
            if (stream) await write(stream, pathOf(name));
            else await rm(pathOf(name), { force: true });
          }
        },
        stop: () => rm(folder, { recursive: true, force: true }),
      };
    },
  };
}
