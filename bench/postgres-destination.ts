// The Postgres warehouse against `psql \copy` of the same CSV file, in turn on the same server: a whole `revos sync` (file
// read, landed, checked, staged, published with its books) beside the bare copy into a table of the same columns.
// usage: npm run bench postgres-destination [ROWS] [RUNS]
import { spawnSync } from "node:child_process";
import { rmSync, statSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { startCluster } from "../test/support/postgres.ts";
import { freshFolder, lineTableSql, machine, median, repository } from "./support.ts";

const rows = Number(process.argv[2] ?? 1_000_000);
const runs = Number(process.argv[3] ?? 3);
await using cluster = await startCluster("debian", {
  settings: ["shared_buffers = 512MB", "max_wal_size = 8GB"],
});
const folder = await freshFolder("postgres-destination");
const file = join(folder, "line.csv");
const env = {
  ...process.env,
  PGHOST: cluster.host,
  PGPORT: String(cluster.port),
  PGUSER: "postgres",
};
const client = new pg.Client({ host: cluster.host, port: cluster.port, user: "postgres" });
client.on("error", () => {});
await client.connect();
for (const statement of lineTableSql("line", rows).split(";\n"))
  if (statement.trim()) await client.query(statement);
await client.query("create table bare (like line)");

function timed(command: string, args: readonly string[]): number {
  const started = performance.now();
  const done = spawnSync(command, args, { env, encoding: "utf8", cwd: folder });
  if (done.status !== 0) throw new TypeError(`${command}: ${done.stderr.slice(-500)}`);
  return (performance.now() - started) / 1000;
}

timed("psql", ["-qc", `\\copy line to '${file}' with (format csv, header true)`]);
const revos = join(repository, "bin", "revos.mjs");
const into = `postgres://postgres@/postgres?host=${encodeURIComponent(cluster.host)}&port=${cluster.port}&schema=landed`;
timed(process.execPath, [revos, "--version"]);
const found: { bare: number; ours: number }[] = [];
for (let run = 0; run < runs; run++) {
  await client.query("truncate bare");
  const bare = timed("psql", ["-qc", `\\copy bare from '${file}' with (format csv, header true)`]);
  await client.query("drop schema if exists landed, _revos, _revos_stage cascade");
  const ours = timed(process.execPath, [
    revos,
    "sync",
    "--source",
    `file:${file}`,
    "--into",
    into,
    "--mode",
    "full_refresh_overwrite",
    "--json",
  ]);
  found.push({ bare, ours });
  process.stdout.write(`run ${run + 1}: psql ${bare.toFixed(1)} s, revos ${ours.toFixed(1)} s\n`);
}
const [landed] = (await client.query("select count(*)::int as n from landed.line")).rows;
await client.end();
const bare = median(found.map((one) => one.bare));
const ours = median(found.map((one) => one.ours));
process.stdout.write(
  `${machine()}\n${rows} rows, ${(statSync(file).size / 1e6).toFixed(0)} MB of CSV, ${String(landed?.n)} landed: psql \\copy ${bare.toFixed(1)} s, revos ${ours.toFixed(1)} s, ratio ${(bare / ours).toFixed(2)}\n`,
);
rmSync(folder, { recursive: true, force: true });
