// Changed rows by cursor, into a DuckDB file: the cost follows the changed rows, not the table. Each size beside a tenth of it, in
// both incremental modes; then as many rows again that all share one timestamp, which the next runs must not read again.
// usage: npm run bench incremental [ROWS] [CHANGED] [TIES]
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { startCluster } from "../test/support/postgres.ts";
import {
  connectTo,
  freshFolder,
  machine,
  makeLineTable,
  measure,
  repository,
  roomy,
} from "./support.ts";

const rows = Number(process.argv[2] ?? 10_000_000);
const changed = Number(process.argv[3] ?? 1000);
const ties = Number(process.argv[4] ?? 1_000_000);

await using cluster = await startCluster("debian", {
  tcpPort: 54_412,
  settings: roomy,
});
const client = await connectTo(cluster);
console.log(machine());
console.log(
  "| rows | mode | first load s | changed rows | incremental s | nothing new s | ties read | nothing new beside them: read, s | peak MB |\n|---|---|---|---|---|---|---|---|---|",
);
const modes = [
  ["incremental_deduped_history", ["--key", "line_id"]],
  ["incremental_append", []],
] as const;
for (const size of [rows / 10, rows]) {
  const table = `line_${size}`;
  await makeLineTable(client, table, size);
  for (const [mode, key] of modes) {
    const project = join(await freshFolder("incremental"), `${size}-${mode}`);
    await rm(project, { recursive: true, force: true });
    await mkdir(project, { recursive: true });
    const sync = async () => {
      const done = await measure(
        process.execPath,
        [
          join(repository, "bin", "revos.mjs"),
          "sync",
          "--source",
          `postgres://postgres@127.0.0.1:${cluster.port}/postgres`,
          "--into",
          `duckdb:${project}/w.duckdb`,
          "--stream",
          `public.${table}`,
          "--mode",
          mode,
          "--cursor",
          "updated_at",
          ...key,
          "--json",
        ],
        { cwd: project },
      );
      const run = JSON.parse(done.stdout) as { streams: { read: number }[] };
      return { ...done, read: run.streams[0]?.read ?? 0 };
    };
    const first = await sync();
    const update = (value: string, count: number) =>
      client.query(
        `update ${table} set price = price + 1, updated_at = (select max(updated_at) from ${table}) + interval '1 hour' + ${value} where line_id % ${Math.max(1, Math.round(size / count))} = 0`,
      );
    await update("line_id * interval '1 microsecond'", changed);
    const second = await sync();
    const third = await sync();
    await update("interval '0'", ties);
    const tied = await sync();
    const fourth = await sync();
    console.log(
      `| ${size} | ${mode} | ${first.seconds.toFixed(2)} | ${second.read} | ${second.seconds.toFixed(2)} | ${third.seconds.toFixed(2)} | ${tied.read} in ${tied.seconds.toFixed(2)} s | ${fourth.read}, ${fourth.seconds.toFixed(2)} | ${Math.max(first.peakMb, second.peakMb, tied.peakMb).toFixed(0)} |`,
    );
    await rm(project, { recursive: true, force: true });
  }
}
await client.end();
