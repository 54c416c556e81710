// The Postgres warehouse against `psql \copy` of the same CSV file, in turn on the same server: a whole `revos sync` (file
// read, landed, checked, staged, published with its books) beside the bare copy into a table of the same columns. Seconds depend
// on what else the machine does; processor seconds of the programs and of the server do not.
// usage: npm run bench postgres-destination [ROWS] [RUNS]
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { startCluster } from "../test/support/postgres.ts";
import { freshFolder, machine, makeLineTable, median, repository, roomy } from "./support.ts";

const rows = Number(process.argv[2] ?? 1_000_000);
const runs = Number(process.argv[3] ?? 3);
await using cluster = await startCluster("debian", {
  settings: roomy,
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
await makeLineTable(client, "line", rows);
await client.query("create table bare (like line)");

const told = ({ seconds, own, server }: Cost): string =>
  `${seconds.toFixed(1)} s (processor: own ${own.toFixed(1)}, server ${server.toFixed(1)})`;

type Cost = { readonly seconds: number; readonly own: number; readonly server: number };

const postmaster = Number(
  readFileSync(join(cluster.host, "data", "postmaster.pid"), "utf8").split("\n")[0],
);

/** User and system seconds of a process, and of its children that have ended (Linux). */
function processorOf(pid: number): { own: number; ended: number } {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .slice(11, 15)
    .map(Number);
  return { own: (user + system) / 100, ended: (endedUser + endedSystem) / 100 };
}

/** Of the server's processes, those that have ended included; looked at again when one ends meanwhile. */
function serverProcessor(): number {
  try {
    const { own, ended } = processorOf(postmaster);
    const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, "utf8");
    return children
      .trim()
      .split(" ")
      .filter(Boolean)
      .reduce((sum, pid) => sum + processorOf(Number(pid)).own, own + ended);
  } catch {
    return serverProcessor();
  }
}

function timed(command: string, args: readonly string[]): Cost {
  const server = serverProcessor();
  const started = performance.now();
  const done = spawnSync(
    "bash",
    ["-c", 'TIMEFORMAT="cpu %U %S"; time "$@"', "x", command, ...args],
    {
      env,
      encoding: "utf8",
      cwd: folder,
    },
  );
  if (done.status !== 0) throw new TypeError(`${command}: ${done.stderr.slice(-500)}`);
  const seconds = (performance.now() - started) / 1000;
  const [, user, system] = /cpu ([\d.]+) ([\d.]+)/.exec(done.stderr) ?? [];
  return { seconds, own: Number(user) + Number(system), server: serverProcessor() - server };
}

timed("psql", ["-qc", `\\copy line to '${file}' with (format csv, header true)`]);
const revos = join(repository, "bin", "revos.mjs");
const into = `postgres://postgres@/postgres?host=${encodeURIComponent(cluster.host)}&port=${cluster.port}&schema=landed`;
timed(process.execPath, [revos, "--version"]);
const found: { bare: Cost; ours: Cost }[] = [];
for (let run = 0; run < runs; run++) {
  await client.query("truncate bare");
  const bare = timed("psql", ["-qc", `\\copy bare from '${file}' with (format csv, header true)`]);
  await client.query("drop schema if exists landed, _revos, _revos_stage, _revos_kept cascade");
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
  process.stdout.write(`run ${run + 1}: psql ${told(bare)}; revos ${told(ours)}\n`);
}
const [landed] = (await client.query("select count(*)::int as n from landed.line")).rows;
await client.end();
const medianOf = (side: "bare" | "ours", of: (cost: Cost) => number): number =>
  median(found.map((one) => of(one[side])));
const ratio = (of: (cost: Cost) => number): string =>
  (medianOf("bare", of) / medianOf("ours", of)).toFixed(2);
process.stdout.write(
  `${machine()}\n${rows} rows, ${(statSync(file).size / 1e6).toFixed(0)} MB of CSV, ${String(landed?.n)} landed: ratio in seconds ${ratio((cost) => cost.seconds)}, in processor seconds ${ratio((cost) => cost.own + cost.server)}, of the server alone ${ratio((cost) => cost.server)}\n`,
);
rmSync(folder, { recursive: true, force: true });
