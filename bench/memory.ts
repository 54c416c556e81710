// Peak memory of all processes of a sync together (proportional set size), for three shapes that tempt a loader to
// hold much: values of 5 MB, 300 small tables, a wide table. The budget is 512 MB for each.
// usage: npm run bench memory
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { startCluster } from "../test/support/postgres.ts";
import { freshFolder, machine, measure, repository } from "./support.ts";

await using cluster = await startCluster("debian", {
  tcpPort: 54_413,
  settings: ["shared_buffers = 128MB", "max_wal_size = 4GB"],
});
const shapes: Record<
  string,
  { readonly sql: readonly string[]; readonly streams: readonly string[] }
> = {
  "200 rows of 5 MB": {
    sql: [
      "create table huge as select g as id, repeat(md5(g::text), 163840) as body from generate_series(1, 200) g",
    ],
    streams: ["public.huge"],
  },
  "300 tables of 1,000 rows": {
    sql: Array.from(
      { length: 300 },
      (_, i) =>
        `create table small_${i} as select g as id, md5(g::text) as name, now() as at from generate_series(1, 1000) g`,
    ),
    streams: Array.from({ length: 300 }, (_, i) => `public.small_${i}`),
  },
  "1,000 columns, 5,000 rows": {
    sql: [
      `create table wide as select ${Array.from({ length: 1000 }, (_, i) => `(g * ${i + 1})::int as c${i}`).join(", ")} from generate_series(1, 5000) g`,
    ],
    streams: ["public.wide"],
  },
};
console.log(machine());
console.log("| shape | s | peak MB |\n|---|---|---|");
let number = 0;
for (const [name, shape] of Object.entries(shapes)) {
  const database = `memory_${number++}`;
  const admin = new pg.Client({
    host: "127.0.0.1",
    port: cluster.port,
    user: "postgres",
    database: "postgres",
  });
  await admin.connect();
  await admin.query(`create database ${database}`);
  await admin.end();
  const client = new pg.Client({
    host: "127.0.0.1",
    port: cluster.port,
    user: "postgres",
    database,
  });
  await client.connect();
  for (const sql of shape.sql) await client.query(sql);
  await client.end();
  const project = join(await freshFolder("memory"), database);
  await rm(project, { recursive: true, force: true });
  await mkdir(project, { recursive: true });
  const streams = shape.streams.flatMap((stream) => ["--stream", stream]);
  const { seconds, peakMb } = await measure(
    process.execPath,
    [
      join(repository, "bin", "revos.mjs"),
      "sync",
      "--source",
      `postgres://postgres@127.0.0.1:${cluster.port}/${database}`,
      "--into",
      `duckdb:${project}/w.duckdb`,
      "--mode",
      "full_refresh_overwrite",
      ...streams,
      "--json",
    ],
    { cwd: project },
  );
  console.log(`| ${name} | ${seconds.toFixed(1)} | ${peakMb.toFixed(0)} |`);
  await rm(project, { recursive: true, force: true });
}
