// Full refresh of one big table, Postgres to DuckDB, beside what people use today: dlt (its connectorx backend, the fastest
// one) and Sling, each by name from PyPI, in turn with revos in one run. Sling runs `install json` and `install httpfs` in
// DuckDB's command line; both are put where it looks for them, so that nothing is fetched while it is timed.
// usage: npm run bench peers [ROWS] [RUNS]
import { existsSync } from "node:fs";
import { chmod, copyFile, mkdir, rm } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { startCluster } from "../test/support/postgres.ts";
import {
  connectTo,
  execute,
  freshFolder,
  machine,
  makeLineTable,
  measure,
  median,
  repository,
  roomy,
} from "./support.ts";

const rows = Number(process.argv[2] ?? 5_000_000);
const runs = Number(process.argv[3] ?? 3);
const duckdb = "1.5.5";
const sling = "1.4.11";

const folder = await freshFolder("peers");
const venv = join(folder, "venv");
const python = join(venv, "bin", "python");
if (!existsSync(python)) await execute("python3", ["-m", "venv", venv]);
await execute(python, [
  ...["-m", "pip", "install", "-q", "dlt[duckdb]", "connectorx", "sqlalchemy", "pyarrow"],
  ...["psycopg[binary]", "psycopg2-binary", `sling_linux_amd64==${sling}`],
  ...[`duckdb-cli==${duckdb}`, `duckdb-extension-json==${duckdb}`],
  `duckdb-extension-httpfs==${duckdb}`,
]);
const versions = (
  await execute(python, [
    "-c",
    "import importlib.metadata as m; print(', '.join(n+' '+m.version(n) for n in ('dlt','connectorx','duckdb')))",
  ])
).stdout.trim();
const site = (
  await execute(python, ["-c", "import sysconfig; print(sysconfig.get_path('purelib'))"])
).stdout.trim();
const slingBinary = join(site, "sling_linux_amd64", "bin", "sling-linux-amd64");
const cli = join(site, "duckdb_cli", "duckdb");
for (const file of [slingBinary, cli]) await chmod(file, 0o755);
const extensions = join(homedir(), ".duckdb", "extensions", `v${duckdb}`, "linux_amd64");
await mkdir(extensions, { recursive: true });
for (const name of ["json", "httpfs"])
  await copyFile(
    join(site, `duckdb_extension_${name}`, "extensions", `v${duckdb}`, `${name}.duckdb_extension`),
    join(extensions, `${name}.duckdb_extension`),
  );

await using cluster = await startCluster("debian", {
  tcpPort: 54_412,
  settings: roomy,
});
const client = await connectTo(cluster);
await makeLineTable(client, "line", rows);
await client.end();
const place = `postgres@127.0.0.1:${cluster.port}/postgres`;

const dltScript = `
import dlt
from dlt.sources.sql_database import sql_table
dlt.pipeline(pipeline_name="line", destination=dlt.destinations.duckdb("${folder}/dlt.duckdb"), dataset_name="d", pipelines_dir="${folder}/dlt").run(
  sql_table("postgresql://${place}", table="line", schema="public", backend="connectorx"), write_disposition="replace", loader_file_format="parquet")`;

const peers: Record<string, (project: string) => Promise<{ seconds: number; peakMb: number }>> = {
  revos: (project) =>
    measure(
      process.execPath,
      [
        ...[join(repository, "bin", "revos.mjs"), "sync", "--source", `postgres://${place}`],
        ...["--into", `duckdb:${project}/w.duckdb`, "--stream", "public.line"],
        ...["--mode", "full_refresh_overwrite", "--json"],
      ],
      { cwd: project },
    ),
  dlt: () => measure(python, ["-c", dltScript], { env: { RUNTIME__DLTHUB_TELEMETRY: "false" } }),
  sling: (project) =>
    measure(
      slingBinary,
      [
        ...["run", "--src-conn", `postgresql://${place}?sslmode=disable`],
        ...["--src-stream", "public.line", "--tgt-conn", `duckdb://${project}/sling.duckdb`],
        ...["--tgt-object", "main.line", "--mode", "full-refresh"],
      ],
      { cwd: project, env: { DUCKDB_PATH: cli, SLING_DISABLE_TELEMETRY: "true" } },
    ),
};

const seconds: Record<string, number[]> = { revos: [], dlt: [], sling: [] };
const peaks: Record<string, number> = {};
for (let run = 0; run <= runs; run++) {
  for (const [name, sync] of Object.entries(peers)) {
    for (const old of ["dlt", "dlt.duckdb"])
      await rm(join(folder, old), { recursive: true, force: true });
    const project = join(folder, `project-${name}`);
    await rm(project, { recursive: true, force: true });
    await mkdir(project, { recursive: true });
    const measured = await sync(project);
    await rm(project, { recursive: true, force: true });
    if (run === 0) continue; // warms the caches
    seconds[name]?.push(measured.seconds);
    peaks[name] = Math.max(peaks[name] ?? 0, measured.peakMb);
  }
}
const commit = (
  await execute("git", ["rev-parse", "--short", "HEAD"], { cwd: repository })
).stdout.trim();
const shown = (name: string): string => `${median(seconds[name] ?? []).toFixed(1)}`;
const ratio = (name: string): string =>
  median(
    (seconds[name] ?? []).map((value, i) => value / (seconds.revos?.[i] ?? Number.NaN)),
  ).toFixed(2);
console.log(`${machine()}; ${versions}, sling ${sling}`);
console.log(
  "| date | commit | rows | revos s | dlt s | Sling s | × dlt | × Sling | peak MB (revos, dlt, Sling) |",
);
console.log("|---|---|---|---|---|---|---|---|---|");
console.log(
  `| ${new Date().toISOString().slice(0, 10)} | ${commit} | ${rows} | ${shown("revos")} | ${shown("dlt")} | ${shown("sling")} | ${ratio("dlt")} | ${ratio("sling")} | ${Object.keys(
    peers,
  )
    .map((name) => (peaks[name] ?? 0).toFixed(0))
    .join(", ")} |`,
);
