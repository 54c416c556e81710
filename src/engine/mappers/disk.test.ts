// No plaintext of a hashed, encrypted or dropped field on any disk of ours: planted values are searched for in every file of
// a run, while it goes and afterwards, and in every value of its tables. Planted values that may land prove the search.
import { randomBytes, generateKeyPairSync } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { source as files } from "../../connectors/file/source.ts";
import { silentLog } from "../../kernel/log.ts";
import type { Mapper } from "../../model/mapper.ts";
import type { CatalogStream } from "../../model/catalog.ts";
import { catalogOf, testSourceOf, type TestStream } from "../testing/world.ts";
import { openProject } from "./testing/disk.ts";

const rows = 3000;
const columns = {
  id: "int64",
  email: "text",
  card: "text",
  notes: "text",
  secret_filter: "text",
  meta: "json",
  clear: "text",
  amount: "decimal(12,2)",
};
/** Each text stands in one place only. */
const mark = (what: string) => `planted-${what}-${randomBytes(9).toString("hex")}`;
const hidden = {
  email: mark("email"),
  card: mark("card"),
  notes: mark("notes"),
  filter: mark("filter"),
  nested: mark("nested"),
  gone: mark("gone"),
  tooLong: mark("long"),
  bad: mark("badjson"),
  badRow: mark("badrow"),
};
const clear = mark("clear");

function people(): (string | null)[][] {
  const meta = (email: string, phone: string) =>
    `{"n":1.50,"email":"${email}","phone":${JSON.stringify(phone)},"plan":"pro"}`;
  return Array.from({ length: rows }, (_, i) => [
    String(i),
    i % 5 === 0 ? null : `${hidden.email}-${i}@x.test`,
    i === 7 ? hidden.tooLong.repeat(20) : `${hidden.card.slice(0, 40)}-${i}`,
    `${hidden.notes} ${i} ${"n".repeat(50)}`,
    i % 3 === 0 ? "drop" : `${hidden.filter}-${i}`,
    i === 9 ? `{"email":"${hidden.bad}"` : meta(`${hidden.nested}-${i}`, hidden.gone),
    `${clear}-${i}`,
    i % 100 === 3 ? `N/A` : `${i}.25`,
  ]);
}

const publicKey = generateKeyPairSync("rsa", { modulusLength: 2048 }).publicKey.export({
  type: "spki",
  format: "pem",
}) as string;
const keys = { RSA: publicKey, AES: randomBytes(32).toString("hex") };
const mappers: Mapper[] = [
  {
    type: "row-filtering",
    mapperConfiguration: {
      conditions: {
        type: "NOT",
        conditions: [{ type: "EQUAL", fieldName: "secret_filter", comparisonValue: "drop" }],
      },
    },
  },
  {
    type: "hashing",
    mapperConfiguration: { targetField: "email", method: "SHA-256", fieldNameSuffix: "_h" },
  },
  {
    type: "encryption",
    mapperConfiguration: {
      algorithm: "AES",
      targetField: "email",
      fieldNameSuffix: "_enc",
      key: "${env.AES}",
    },
  },
  {
    type: "encryption",
    mapperConfiguration: { algorithm: "RSA", targetField: "card", key: "${env.RSA}" },
  },
  { type: "field-filtering", mapperConfiguration: { targetField: "notes" } },
  { type: "field-filtering", mapperConfiguration: { targetField: "secret_filter" } },
  { type: "hashing", mapperConfiguration: { targetField: "meta.email", method: "SHA-512" } },
  { type: "field-filtering", mapperConfiguration: { targetField: "meta.phone" } },
];
const planted = [...Object.values(hidden), clear];
const allowed = (found: readonly { readonly text: string }[]) =>
  new Set(found.map((one) => one.text));

function expectClean(found: readonly { readonly where: string; readonly text: string }[]): void {
  expect(found.filter((one) => one.text !== clear)).toEqual([]);
  // The search works: what may land was found, in a file and in a table.
  expect(allowed(found)).toEqual(new Set([clear]));
  expect(found.some((one) => one.where.includes("landed"))).toBe(true);
  expect(found.some((one) => one.where.includes("landing") || one.where.endsWith(".clear"))).toBe(
    true,
  );
}

describe("a run with privacy mappers leaves no plaintext", () => {
  for (const privacy of [true, false]) {
    it(`of rows, with the transforms ${privacy ? "in the source" : "in the engine"}`, async () => {
      await using project = await openProject();
      const stream: TestStream = { columns, rows: people() };
      const { run, found } = await project.run({
        source: testSourceOf({ people: stream }, { privacy }),
        config: {},
        stream: catalogOf("people", stream),
        mappers,
        keys,
        planted,
      });
      // 1000 rows are filtered; the too long card, the JSON that is none and the amounts that are none are quarantined.
      expect(run.streams[0]).toMatchObject({
        status: "ok",
        read: rows,
        filtered: 1000,
        balanced: true,
      });
      expect(run.streams[0]!.quarantined).toBeGreaterThan(15);
      expectClean(found);
    });
  }

  const inputs: readonly (readonly [string, (lines: (string | null)[][]) => Buffer | string])[] = [
    [
      "csv",
      (lines) =>
        [Object.keys(columns), ...lines]
          .map((line) =>
            line.map((text) => (text === null ? "" : `"${text.replaceAll('"', '""')}"`)).join(","),
          )
          .join("\n"),
    ],
    [
      "csv.gz",
      (lines) =>
        gzipSync(
          [Object.keys(columns), ...lines]
            .map((line) =>
              line
                .map((text) => (text === null ? "" : `"${text.replaceAll('"', '""')}"`))
                .join(","),
            )
            .join("\n"),
        ),
    ],
    [
      "jsonl",
      (lines) =>
        lines
          .map((line) =>
            JSON.stringify(
              Object.fromEntries(Object.keys(columns).map((name, i) => [name, line[i]])),
            ),
          )
          .join("\n"),
    ],
  ];
  for (const [extension, write] of inputs) {
    it(`of a ${extension} file`, async () => {
      await using project = await openProject();
      const path = join(project.folder, `input.${extension}`);
      writeFileSync(path, write(people()));
      const config = files.config.parse({ path });
      const { stream, mine } = await discoverFile(config);
      const { run, found } = await project.run({
        source: files,
        config,
        stream,
        mappers: mine,
        keys,
        planted,
      });
      expect(run.streams[0]).toMatchObject({
        status: "ok",
        read: rows,
        filtered: 1000,
        balanced: true,
      });
      expectClean(found);
    });
  }
});

it("a run over a Parquet file leaves no plaintext either", async () => {
  await using project = await openProject();
  const path = join(project.folder, "input.parquet");
  const lines = join(project.folder, "input.jsonl");
  writeFileSync(
    lines,
    people()
      .map((line) =>
        JSON.stringify(Object.fromEntries(Object.keys(columns).map((name, i) => [name, line[i]]))),
      )
      .join("\n"),
  );
  const { DuckDBInstance } = await import("@duckdb/node-api");
  const connection = await (await DuckDBInstance.create(":memory:")).connect();
  await connection.run(
    `copy (select * from read_json('${lines}', columns = {${Object.keys(columns)
      .map((name) => `${name}: 'VARCHAR'`)
      .join(", ")}})) to '${path}'`,
  );
  connection.closeSync();
  rmSync(lines);
  const config = files.config.parse({ path });
  const { stream, mine } = await discoverFile(config);
  const { run, found } = await project.run({
    source: files,
    config,
    stream,
    mappers: mine,
    keys,
    planted,
  });
  expect(run.streams[0]).toMatchObject({
    status: "ok",
    read: rows,
    filtered: 1000,
    balanced: true,
  });
  expectClean(found);
});

/** The file's own view of its columns; where it does not see JSON in a text column, the nested mappers are left to whole ones. */
async function discoverFile(config: unknown): Promise<{ stream: CatalogStream; mine: Mapper[] }> {
  await using open = await files.open(files.config.parse(config), {
    signal: new AbortController().signal,
    log: silentLog,
  });
  const stream = (await open.discover()).streams[0]!;
  const isJson = stream.columns.find((column) => column.name === "meta")!.type.kind === "json";
  const whole: Mapper = {
    type: "hashing",
    mapperConfiguration: { targetField: "meta", method: "MD5" },
  };
  return {
    stream,
    mine: isJson
      ? mappers
      : [
          ...mappers.filter(
            (mapper) =>
              !("targetField" in mapper.mapperConfiguration) ||
              !mapper.mapperConfiguration.targetField.startsWith("meta."),
          ),
          whole,
        ],
  };
}
