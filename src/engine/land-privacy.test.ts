// Privacy for sources that do not transform while they decode: hashes and early filters run before the segment is a file,
// for rows and for what DuckDB reads itself. No planted plaintext may be on the disk afterwards.
import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { defineSource } from "../connector/source.ts";
import { quoteName, quoteText } from "../connector/workbench.ts";
import { destination } from "../connectors/duckdb/destination.ts";
import { systemClock } from "../kernel/clock.ts";
import { silentLog } from "../kernel/log.ts";
import { makeRunId } from "../kernel/ids.ts";
import type { Mapper } from "../model/mapper.ts";
import type { Run } from "../model/run.ts";
import { executeRun } from "./run.ts";
import { catalogOf, openWorld, streamPlan, type TestStream } from "./testing/world.ts";

const planted = "planted.person@mail.example";
const sha = (text: string): string => createHash("sha256").update(text).digest("hex");
const columns = { id: "int32", email: "text", note: "text", is_test: "boolean" };
const mappers: readonly Mapper[] = [
  {
    type: "row-filtering",
    mapperConfiguration: {
      conditions: {
        type: "NOT",
        conditions: [{ type: "EQUAL", fieldName: "email", comparisonValue: "tester@mail.example" }],
      },
    },
  },
  {
    type: "hashing",
    mapperConfiguration: { targetField: "email", method: "SHA-256", fieldNameSuffix: "_hashed" },
  },
  { type: "field-filtering", mapperConfiguration: { targetField: "note" } },
  {
    type: "row-filtering",
    mapperConfiguration: {
      conditions: { type: "EQUAL", fieldName: "is_test", comparisonValue: "false" },
    },
  },
  {
    type: "field-renaming",
    mapperConfiguration: { originalFieldName: "id", newFieldName: "customer_id" },
  },
];
const stream: TestStream = {
  columns,
  rows: [
    ["1", planted, `secret note of ${planted}`, "false"],
    ["2", "tester@mail.example", "n", "false"],
    ["3", null, "n", "false"],
    ["4", planted, "n", "true"],
    ["x", planted, "n", "false"],
  ],
};

async function expectNoPlaintext(folder: string, except: string): Promise<void> {
  for (const name of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!name.isFile() || name.name === except) continue;
    const bytes = await readFile(join(name.parentPath, name.name));
    expect(bytes.includes(planted), `${name.name} holds plaintext`).toBe(false);
  }
}

function expectResult(run: Run): void {
  expect(run.streams[0]?.error).toBeNull();
  expect(run.streams[0]).toMatchObject({
    published: true,
    read: 5,
    written: 2,
    filtered: 2,
    quarantined: 1,
    balanced: true,
  });
}

describe("a source without privacy of its own", () => {
  it("has its rows transformed before they are landed", async () => {
    await using world = await openWorld({ t: stream }, { privacy: false });
    expectResult(await world.sync("t", { mappers, run: limits }));
    expect(await world.rows("select customer_id, email_hashed from t order by 1")).toEqual([
      [1, sha(planted)],
      [3, null],
    ]);
    const [held] = await world.query("select original from _revos.quarantine");
    expect(JSON.parse(String(held?.original))).toEqual({
      id: "x",
      email_hashed: sha(planted),
      is_test: "false",
    });
    await expectNoPlaintext(world.folder, "");
  });

  it("has its queries transformed in the statement that lands them, numbers and all", async () => {
    await using world = await openWorld({ t: stream });
    const csv = join(world.folder, "t.csv");
    await writeFile(
      csv,
      [
        "id,email,note,is_test",
        ...stream.rows.map((row) => row.map((cell) => cell ?? "").join(",")),
      ].join("\n"),
    );
    const source = defineSource({
      kind: "csv",
      title: "CSV",
      config: z.unknown(),
      secrets: [],
      dependencies: [],
      schemes: [],
      describe: () => "",
      classify: () => undefined,
      capabilities: {
        namespaces: false,
        incremental: false,
        where: false,
        privacy: false,
        oneSnapshot: false,
        network: false,
      },
      open: async () => ({
        async *check() {},
        discover: async () => ({ streams: [catalogOf("t", stream)] }),
        async *read(request) {
          const list = request.columns
            .map((column) => `${quoteName(column.source)} as ${quoteName(column.name)}`)
            .join(", ");
          yield {
            kind: "query",
            sql: `select ${list} from read_csv(${quoteText(csv)}, all_varchar = true)`,
            rows: -1,
            filtered: 0,
            bytes: -1,
            hasBad: false,
            columns: request.columns.map((column) => ({
              name: column.name,
              type: column.type,
              wire: "text" as const,
            })),
          };
        },
        toPosition: () => {
          throw new Error("not asked");
        },
        async [Symbol.asyncDispose]() {},
      }),
    });
    const run = await executeRun(
      {
        runId: makeRunId(Date.now()),
        runOrdinal: 1,
        connection: null,
        lane: "live",
        source: { kind: "csv", config: {}, key: "csv" },
        destination: { kind: "duckdb", config: { path: world.file } },
        streams: [streamPlan("t", stream, { mappers })],
        landing: { folder: join(world.folder, "landing"), keepMs: 1e9, maxBytes: 1e9 },
        lockTimeoutMs: 0,
        keys: {},
        ...limits,
      },
      {
        source,
        destination,
        log: silentLog,
        clock: systemClock,
        signal: new AbortController().signal,
        emit: () => {},
      },
    );
    expectResult(run);
    expect(await world.rows("select customer_id, email_hashed from t order by 1")).toEqual([
      [1, sha(planted)],
      [3, null],
    ]);
    await expectNoPlaintext(world.folder, "t.csv");
  });
});

const limits = {
  limits: { memoryBytes: 5e8, maxQuarantine: { rows: 10, percent: 50 }, allowEmpty: false },
};
