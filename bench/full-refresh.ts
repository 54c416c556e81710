// Full refresh of one big table, Postgres to DuckDB: revos with all its defaults (landing, checks, ledger) against
// DuckDB's own Postgres extension and against `psql copy … csv` piped into read_csv, in turn, in one run.
// usage: npm run bench full-refresh [ROWS] [RUNS]
import { mkdir, rm } from "node:fs/promises";
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
  pythonWithPeers,
  repository,
  roomy,
} from "./support.ts";

const rows = Number(process.argv[2] ?? 5_000_000);
const runs = Number(process.argv[3] ?? 5);

await using cluster = await startCluster("debian", {
  tcpPort: 54_411,
  settings: roomy,
});
const python = await pythonWithPeers();
const folder = await freshFolder("full-refresh");
const client = await connectTo(cluster);
await makeLineTable(client, "line", rows);
await client.end();

const extension = `
import duckdb, duckdb_extension_postgres_scanner as x, glob, os
e=glob.glob(os.path.join(os.path.dirname(x.__file__),"**","postgres_scanner.duckdb_extension"),recursive=True)[0]
c=duckdb.connect("${folder}/extension.duckdb"); c.execute("set enable_progress_bar=false"); c.execute("load '"+e+"'")
c.execute("create table line as select * from postgres_scan('host=127.0.0.1 port=${cluster.port} user=postgres dbname=postgres','public','line')")`;
const pipe = `
import duckdb, os, subprocess
f="${folder}/fifo"
os.path.exists(f) or os.mkfifo(f)
p=subprocess.Popen(["sh","-c","psql -h 127.0.0.1 -p ${cluster.port} -U postgres -qc 'copy line to stdout (format csv)' postgres > "+f])
c=duckdb.connect("${folder}/pipe.duckdb"); c.execute("set enable_progress_bar=false")
c.execute("""create table line as select * from read_csv('"""+f+"""',header=false,auto_detect=false,columns={'a':'BIGINT','b':'BIGINT','c':'INT','d':'INT','e':'INT','f':'DECIMAL(15,2)','g':'DECIMAL(15,2)','h':'DECIMAL(15,2)','i':'DECIMAL(15,2)','j':'VARCHAR','k':'VARCHAR','l':'DATE','m':'DATE','n':'VARCHAR','o':'VARCHAR','p':'TIMESTAMPTZ'})""")
p.wait()`;

const seconds = { extension: [] as number[], pipe: [] as number[], revos: [] as number[] };
let peak = 0;
for (let run = 0; run <= runs; run++) {
  for (const name of ["extension.duckdb", "pipe.duckdb"])
    await rm(join(folder, name), { force: true });
  const project = join(folder, `project-${run}`);
  await rm(project, { recursive: true, force: true });
  await mkdir(project, { recursive: true });
  const byExtension = await measure(python, ["-c", extension]);
  const byPipe = await measure(python, ["-c", pipe]);
  const uri = `postgres://postgres@127.0.0.1:${cluster.port}/postgres`;
  const byRevos = await measure(
    process.execPath,
    [
      join(repository, "bin", "revos.mjs"),
      "sync",
      "--source",
      uri,
      "--into",
      `duckdb:${project}/w.duckdb`,
      "--stream",
      "public.line",
      "--mode",
      "full_refresh_overwrite",
      "--json",
    ],
    { cwd: project },
  );
  await rm(project, { recursive: true, force: true });
  if (run === 0) continue; // warms the caches
  seconds.extension.push(byExtension.seconds);
  seconds.pipe.push(byPipe.seconds);
  seconds.revos.push(byRevos.seconds);
  peak = Math.max(peak, byRevos.peakMb);
}
const ratio = (against: readonly number[]) =>
  median(against.map((value, index) => value / (seconds.revos[index] ?? Number.NaN)));
const commit = (
  await execute("git", ["rev-parse", "--short", "HEAD"], { cwd: repository })
).stdout.trim();
console.log(machine());
console.log(
  "| date | commit | rows | extension s | csv pipe s | revos s | × extension | × pipe | peak MB |",
);
console.log(
  `| ${new Date().toISOString().slice(0, 10)} | ${commit} | ${rows} | ${median(seconds.extension).toFixed(2)} | ${median(seconds.pipe).toFixed(2)} | ${median(seconds.revos).toFixed(2)} | ${ratio(seconds.extension).toFixed(2)} | ${ratio(seconds.pipe).toFixed(2)} | ${peak.toFixed(0)} |`,
);
