// 1,000,000 changed rows of 5,000,000 by cursor into incremental_deduped_history, beside the first load and beside the
// same change in a table of half the size: the cost follows the changed rows, not the table.
// usage: npm run bench incremental [ROWS] [CHANGED]
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

const rows = Number(process.argv[2] ?? 5_000_000);
const changed = Number(process.argv[3] ?? 1_000_000);

await using cluster = await startCluster("debian", {
  tcpPort: 54_412,
  settings: roomy,
});
const client = await connectTo(cluster);
console.log(machine());
console.log(
  "| rows | first load s | changed rows | incremental s | nothing new s | peak MB |\n|---|---|---|---|---|---|",
);
for (const size of [rows / 2, rows]) {
  const table = `line_${size}`;
  await makeLineTable(client, table, size);
  const project = join(await freshFolder("incremental"), String(size));
  await rm(project, { recursive: true, force: true });
  await mkdir(project, { recursive: true });
  const sync = () =>
    measure(
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
        "incremental_deduped_history",
        "--cursor",
        "updated_at",
        "--key",
        "line_id",
        "--json",
      ],
      { cwd: project },
    );
  const first = await sync();
  await client.query(
    `update ${table} set price = price + 1, updated_at = timestamptz '2027-01-01 00:00:00+00' + line_id * interval '1 microsecond' where line_id % ${Math.round(size / changed)} = 0`,
  );
  const second = await sync();
  const third = await sync();
  const run = JSON.parse(second.stdout) as { streams: { read: number }[] };
  console.log(
    `| ${size} | ${first.seconds.toFixed(2)} | ${run.streams[0]?.read} | ${second.seconds.toFixed(2)} | ${third.seconds.toFixed(2)} | ${Math.max(first.peakMb, second.peakMb).toFixed(0)} |`,
  );
  await rm(project, { recursive: true, force: true });
}
await client.end();
