// Peak memory of all processes of a sync together (proportional set size), for shapes that tempt a loader to hold much:
// huge values, wide tables, many streams. The budget is 512 MB for each, and what was loaded must equal the source.
// usage: npm run bench memory [-- --at URL] [WORD ...]   (WORD: cases whose name holds it; URL: a server that keeps the tables)
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import pg from "pg";
import { startCluster } from "../test/support/postgres.ts";
import { freshFolder, machine, measure, repository } from "./support.ts";

type Shape = {
  readonly name: string;
  readonly tables: readonly string[];
  readonly sql: readonly string[];
  readonly columns: readonly Column[];
};
/** A column as text, the same in both systems. */
type Column = { readonly source: string; readonly warehouse: string };

const same = (name: string): Column => {
  const text = `coalesce(${name}::text, '~')`;
  return { source: text, warehouse: text };
};
const binary: Column = { source: "encode(body, 'hex')", warehouse: "lower(hex(body))" };
const range = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

/** `rows` values of `bytes` bytes that compress a little, as prose does. */
const huge = (
  name: string,
  rows: number,
  bytes: number,
  type: "text" | "bytea" = "text",
): Shape => {
  const text = `repeat(md5(g::text), ${Math.ceil(bytes / 32)})`;
  return {
    name,
    tables: ["huge"],
    sql: [
      `create table huge as select g as id, ${type === "text" ? text : `convert_to(${text}, 'UTF8')`} as body from generate_series(1, ${rows}) g`,
    ],
    columns: [same("id"), type === "text" ? same("body") : binary],
  };
};

/** All of a table's columns by one expression over the row's number `g` and the column's `i`. */
const wide = (name: string, columns: number, rows: number, cell: (i: number) => string): Shape => ({
  name,
  tables: ["wide"],
  sql: [
    `create table wide as select ${range(columns)
      .map((i) => `${cell(i)} as c${i}`)
      .join(", ")} from generate_series(1, ${rows}) g`,
  ],
  columns: range(columns).map((i) => same(`c${i}`)),
});

const small = (count: number): Shape => ({
  name: `${count} tables of 1,000 rows`,
  tables: range(count).map((i) => `small_${i}`),
  sql: range(count).map(
    (i) =>
      `create table small_${i} as select g as id, md5(g::text) as name, now() as at, g * 1.5 as price from generate_series(1, 1000) g`,
  ),
  columns: [same("id"), same("name")],
});

const mb = 1_000_000;
const shapes: readonly Shape[] = [
  huge("200 texts of 5 MB", 200, 5 * mb),
  huge("200 bytea of 5 MB", 200, 5 * mb, "bytea"),
  huge("40 texts of 25 MB", 40, 25 * mb),
  huge("3 texts of 100 MB", 3, 100 * mb),
  huge("3,000 texts of 300 KB", 3000, 300_000),
  huge("20,000 texts of 20 KB", 20_000, 20_000),
  wide("1,500 int columns, 5,000 rows", 1500, 5000, (i) => `(g * ${i + 1})::int`),
  wide("900 text columns, 20,000 rows", 900, 20_000, (i) => `left(md5((g + ${i})::text), 5)`),
  wide(
    "1,600 columns mostly NULL, 100,000 rows",
    1600,
    100_000,
    (i) => `case when g % 400 = ${i % 400} then g * ${i + 1}::bigint end`,
  ),
  small(300),
  small(500),
];

const args = process.argv.slice(2);
const at = args[0] === "--at" ? args.splice(0, 2)[1] : undefined;
const chosen = shapes.filter(
  ({ name }) => args.length === 0 || args.some((word) => name.includes(word)),
);
await using cluster = at
  ? null
  : await startCluster("debian", {
      tcpPort: 54_413,
      settings: ["shared_buffers = 128MB", "max_wal_size = 4GB", "max_locks_per_transaction = 256"],
    });
const server = at ?? `postgres://postgres@127.0.0.1:${cluster?.port}`;

console.log(machine());
console.log("| shape | s | peak MB | of these parent + child | equal |\n|---|---|---|---|---|");
for (const shape of chosen) {
  const database = `memory_${shapes.indexOf(shape)}`;
  await fill(database, shape);
  const project = join(await freshFolder("memory"), database);
  await rm(project, { recursive: true, force: true });
  await mkdir(project, { recursive: true });
  try {
    const { seconds, peakMb, sharesMb, stdout } = await measure(
      process.execPath,
      [
        join(repository, "bin", "revos.mjs"),
        "sync",
        ...["--source", `${server}/${database}`, "--into", `duckdb:${project}/w.duckdb`],
        ...["--mode", "full_refresh_overwrite", "--json"],
        ...shape.tables.flatMap((table) => ["--stream", `public.${table}`]),
      ],
      { cwd: project, everyMs: 50 },
    );
    const run = JSON.parse(stdout) as { streams: { stream: string; table: string }[] };
    const isEqual = await compare(database, shape, `${project}/w.duckdb`, run.streams);
    console.log(
      `| ${shape.name} | ${seconds.toFixed(1)} | ${peakMb.toFixed(0)} | ${sharesMb.map((share) => share.toFixed(0)).join(" + ")} | ${isEqual ? "yes" : "NO"} |`,
    );
  } catch (error) {
    console.log(`| ${shape.name} | - | - | - | ${String(error)} |`);
  }
  await rm(project, { recursive: true, force: true });
}

async function withClient<T>(
  database: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: `${server}/${database}` });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** A database that is there already holds its tables. */
async function fill(database: string, shape: Shape): Promise<void> {
  const isNew = await withClient("postgres", async (client) => {
    const found = await client.query("select from pg_database where datname = $1", [database]);
    if (found.rowCount === 0) await client.query(`create database ${database}`);
    return found.rowCount === 0;
  });
  if (!isNew) return;
  await withClient(database, async (client) => {
    for (const sql of shape.sql) await client.query(sql);
    await client.query("analyze");
  });
}

/** Rows and a sum of row hashes; a function takes at most a hundred arguments in Postgres. */
function digestSql(table: string, texts: readonly string[], hash: (md5: string) => string): string {
  const groups = range(Math.ceil(texts.length / 90)).map(
    (i) => `concat_ws('|', ${texts.slice(i * 90, i * 90 + 90).join(", ")})`,
  );
  return `select count(*)::text as rows, sum(${hash(`md5(concat_ws('|', ${groups.join(", ")}))`)})::text as hash from ${table}`;
}

async function compare(
  database: string,
  shape: Shape,
  file: string,
  streams: readonly { readonly stream: string; readonly table: string }[],
): Promise<boolean> {
  const instance = await DuckDBInstance.create(file, { access_mode: "READ_ONLY", threads: "1" });
  const connection = await instance.connect();
  try {
    return await withClient(database, async (client) => {
      for (const table of shape.tables) {
        const loaded = streams.find(({ stream }) => stream === table)?.table ?? table;
        const [there] = (
          await client.query(
            digestSql(
              table,
              shape.columns.map((column) => column.source),
              (md5) => `('x' || left(${md5}, 15))::bit(60)::bigint`,
            ),
          )
        ).rows as { rows: string; hash: string }[];
        const [here] = (
          await connection.runAndReadAll(
            digestSql(
              loaded,
              shape.columns.map((column) => column.warehouse),
              (md5) => `('0x' || left(${md5}, 15))::bigint`,
            ),
          )
        ).getRowObjects();
        if (there?.rows !== here?.rows || there?.hash !== here?.hash) return false;
      }
      return true;
    });
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}
