// The Postgres source alone: binary COPY of one big table, decoded into Parquet segments that are written and deleted
// again, without a warehouse. Shows what a read costs this process.
// usage: npm run bench decode [ROWS] [RUNS] [HOST PORT DATABASE TABLE]
import { mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { PostgresConfig } from "../src/connectors/postgres/config.ts";
import { source } from "../src/connectors/postgres/source.ts";
import { segmentBytes, segmentRows } from "../src/connector/segment.ts";
import type { Workbench } from "../src/connector/workbench.ts";
import { silentLog } from "../src/kernel/log.ts";
import { startCluster } from "../test/support/postgres.ts";
import { freshFolder, machine, makeLineTable, median, roomy } from "./support.ts";

const rows = Number(process.argv[2] ?? 2_000_000);
const runs = Number(process.argv[3] ?? 5);
const [host, port, database, table] = process.argv.slice(4);
const cluster = host ? null : await startCluster("debian", { settings: roomy });
const config = PostgresConfig.parse({
  host: host ?? cluster?.host,
  port: port ?? cluster?.port,
  user: "postgres",
  database: database ?? "postgres",
});
if (cluster) {
  const client = new pg.Client({
    host: config.host,
    port: config.port,
    user: config.user,
    database: config.database,
  });
  await client.connect();
  await makeLineTable(client, "line", rows);
  await client.end();
}
const folder = await freshFolder("decode");
await mkdir(folder, { recursive: true });

const results: { seconds: number; cpu: number; read: number; bytes: number }[] = [];
for (let run = 0; run <= runs; run++) {
  const ctx = {
    signal: new AbortController().signal,
    log: silentLog,
    workbench: null as unknown as Workbench,
  };
  await using reader = await source.open(config, ctx);
  const stream = (await reader.discover()).streams.find(
    (candidate) => candidate.name === (table ?? "line"),
  );
  if (!stream) throw new Error("The table is not there.");
  const columns = stream.columns.map((column) => ({
    source: column.name,
    name: column.name,
    type: column.type,
  }));
  const before = process.cpuUsage();
  const started = performance.now();
  let read = 0;
  let bytes = 0;
  for await (const segment of reader.read(
    { stream, columns, cursor: null, where: null, filter: null, segmentRows, segmentBytes },
    ctx,
  )) {
    if (segment.kind !== "parquet") continue;
    const path = join(folder, `${read}.parquet`);
    const file = await open(path, "w");
    await file.writev(segment.parts);
    await file.close();
    await rm(path);
    read += segment.rows;
    bytes += segment.bytes;
  }
  const used = process.cpuUsage(before);
  results.push({
    seconds: (performance.now() - started) / 1000,
    cpu: (used.user + used.system) / 1e6,
    read,
    bytes,
  });
}
await cluster?.[Symbol.asyncDispose]();
await rm(folder, { recursive: true, force: true });

const measured = results.slice(1); // the first warms up
const millions = (measured[0]?.read ?? 0) / 1e6;
const each = (of: (result: (typeof results)[number]) => number): string =>
  measured.map((result) => of(result).toFixed(2)).join(" ");
console.log(machine());
console.log(
  `${millions} M rows, ${((measured[0]?.bytes ?? 0) / 1e6).toFixed(0)} MB on the wire, first run ${results[0]?.cpu.toFixed(2)} CPU s`,
);
console.log(`seconds ${each((result) => result.seconds)}`);
console.log(
  `CPU s per million rows ${each((result) => result.cpu / millions)}, median ${median(measured.map((result) => result.cpu / millions)).toFixed(3)}`,
);
console.log(`peak memory of the process ${(process.resourceUsage().maxRSS / 1000).toFixed(0)} MB`);
