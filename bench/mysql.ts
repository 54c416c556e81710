// Full refresh of one big table, MariaDB to DuckDB: revos with all its defaults (landing, checks, ledger) against the server's
// own client piped into read_csv (`mariadb -B -q -e "select …" | duckdb`), in turn, in one run; and the source alone, to say
// where the time goes. Processor seconds are those of all processes, the server's beside the client's.
// usage: npm run bench mysql [ROWS] [RUNS]
import { readFileSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { MysqlConfig } from "../src/connectors/mysql/config.ts";
import { Session } from "../src/connectors/mysql/session.ts";
import { source } from "../src/connectors/mysql/source.ts";
import { segmentBytes, segmentRows } from "../src/connector/segment.ts";
import type { Workbench } from "../src/connector/workbench.ts";
import { silentLog } from "../src/kernel/log.ts";
import { startMariadb } from "../test/support/mariadb.ts";
import {
  execute,
  freshFolder,
  machine,
  measure,
  median,
  processorSeconds,
  pythonWithPeers,
  repository,
} from "./support.ts";

const rows = Number(process.argv[2] ?? 2_000_000);
const runs = Number(process.argv[3] ?? 3);

await using server = await startMariadb({ settings: ["--innodb-buffer-pool-size=1G"] });
const config = MysqlConfig.parse({ host: server.socket, user: "root", database: "bench" });
{
  await using session = await Session.open({ ...config, database: undefined }, null);
  await session.run("create database bench character set utf8mb4");
  await session.run("use bench");
  // The table of the Postgres benches, in MariaDB's words: 16 columns, mixed types, no NULLs, key and cursor.
  await session.run(`create table bench.line (
    line_id bigint primary key, order_id bigint not null, part_id int not null, supplier_id int not null, position int not null,
    quantity decimal(15,2), price decimal(15,2), discount decimal(15,2), tax decimal(15,2),
    returned char(1), state char(1), shipped date, promised date, ship_mode varchar(10), note varchar(44),
    updated_at timestamp(6) not null, key (updated_at))`);
  await session.run(`insert into bench.line select g.seq, g.seq div 4 + 1, (g.seq * 6101) % 200000, (g.seq * 90001) % 10000, g.seq % 7 + 1,
    g.seq % 50 + 1, (g.seq % 50 + 1) * (900 + g.seq % 1000) / 10.0, (g.seq % 11) / 100.0, (g.seq % 9) / 100.0,
    char(65 + g.seq % 3), char(70 + g.seq % 2), date '1992-01-01' + interval (g.seq % 2500) day, date '1992-02-01' + interval (g.seq % 2500) day,
    elt(g.seq % 7 + 1, 'AIR', 'RAIL', 'SHIP', 'TRUCK', 'MAIL', 'FERRY', 'COURIER'), substr(concat(md5(g.seq), md5(g.seq + 1)), 1, 20 + g.seq % 24),
    timestamp '2026-01-01 00:00:00' + interval g.seq second from seq_1_to_${rows} g`);
  await session.run("analyze table bench.line");
}

const python = await pythonWithPeers();
const folder = await freshFolder("mysql");
const pipe = `
import duckdb, os, subprocess
f="${folder}/fifo"
os.path.exists(f) or os.mkfifo(f)
p=subprocess.Popen(["sh","-c","mariadb --no-defaults -u root -S ${server.socket} -B -q -N -e 'select * from bench.line' > "+f])
c=duckdb.connect("${folder}/pipe.duckdb"); c.execute("set enable_progress_bar=false")
c.execute("""create table line as select * from read_csv('"""+f+"""',header=false,delim='\\t',quote='',auto_detect=false,nullstr='NULL',columns={'a':'BIGINT','b':'BIGINT','c':'INT','d':'INT','e':'INT','f':'DECIMAL(15,2)','g':'DECIMAL(15,2)','h':'DECIMAL(15,2)','i':'DECIMAL(15,2)','j':'VARCHAR','k':'VARCHAR','l':'DATE','m':'DATE','n':'VARCHAR','o':'VARCHAR','p':'TIMESTAMP'})""")
p.wait()`;

/** CPU seconds of this process for one read of the table, nothing written. */
async function readAlone(): Promise<{ cpu: number; seconds: number }> {
  const ctx = {
    signal: new AbortController().signal,
    log: silentLog,
    workbench: null as unknown as Workbench,
  };
  await using reader = await source.open(config, ctx);
  const [stream] = (await reader.discover()).streams;
  if (!stream) throw new Error("The table is not there.");
  const columns = stream.columns.map(({ name, type }) => ({ source: name, name, type }));
  const before = process.cpuUsage();
  const started = performance.now();
  for await (const _ of reader.read(
    { stream, columns, cursor: null, where: null, filter: null, segmentRows, segmentBytes },
    ctx,
  ))
    continue;
  const used = process.cpuUsage(before);
  return {
    cpu: (used.user + used.system) / 1e6,
    seconds: (performance.now() - started) / 1000,
  };
}

type Cost = { readonly seconds: number; readonly client: number; readonly server: number };
const costs: { readonly pipe: Cost[]; readonly revos: Cost[] } = { pipe: [], revos: [] };
const serverPid = Number(readFileSync(join(dirname(server.socket), "pid"), "utf8"));

/** A command with what it cost the server. */
async function run(
  ...command: Parameters<typeof measure>
): Promise<Cost & { readonly peakMb: number }> {
  const before = processorSeconds(serverPid);
  const { seconds, cpu, peakMb } = await measure(...command);
  return { seconds, client: cpu, server: processorSeconds(serverPid) - before, peakMb };
}

const alone: { cpu: number; seconds: number }[] = [];
let peak = 0;
for (let round = 0; round <= runs; round++) {
  const project = join(folder, `project-${round}`);
  for (const path of [join(folder, "pipe.duckdb"), project])
    await rm(path, { recursive: true, force: true });
  await mkdir(project, { recursive: true });
  const byPipe = await run(python, ["-c", pipe]);
  const byRevos = await run(
    process.execPath,
    [
      join(repository, "bin", "revos.mjs"),
      "sync",
      "--source",
      `mysql://root@/bench?socket=${encodeURIComponent(server.socket)}`,
      "--into",
      `duckdb:${project}/w.duckdb`,
      "--stream",
      "bench.line",
      "--mode",
      "full_refresh_overwrite",
      "--json",
    ],
    { cwd: project },
  );
  await rm(project, { recursive: true, force: true });
  const reading = await readAlone();
  if (round === 0) continue; // warms the caches
  costs.pipe.push(byPipe);
  costs.revos.push(byRevos);
  alone.push(reading);
  peak = Math.max(peak, byRevos.peakMb);
}

const total = (cost: Cost): number => cost.client + cost.server;
/** How many times what revos takes the pipe takes, round by round. */
const ratio = (of: (cost: Cost) => number): string =>
  median(
    costs.pipe.map((cost, i) => {
      const other = costs.revos[i];
      return other ? of(cost) / of(other) : Number.NaN;
    }),
  ).toFixed(2);
const shown = (list: readonly Cost[]): string =>
  `${median(list.map((cost) => cost.client)).toFixed(1)} + ${median(list.map((cost) => cost.server)).toFixed(1)}`;
const seconds = (list: readonly Cost[]): string =>
  median(list.map((cost) => cost.seconds)).toFixed(1);
const commit = (
  await execute("git", ["rev-parse", "--short", "HEAD"], { cwd: repository })
).stdout.trim();
console.log(machine());
console.log(`MariaDB ${server.version}`);
console.log(
  `source alone: ${median(alone.map((one) => one.seconds)).toFixed(2)} s, ${median(alone.map((one) => one.cpu / (rows / 1e6))).toFixed(2)} CPU s per million rows`,
);
console.log(
  "| date | commit | rows | pipe CPU s, client + server | revos CPU s | × pipe | pipe s | revos s | × pipe | peak MB |",
);
console.log(
  `| ${new Date().toISOString().slice(0, 10)} | ${commit} | ${rows} | ${shown(costs.pipe)} | ${shown(costs.revos)} | ${ratio(total)} | ${seconds(costs.pipe)} | ${seconds(costs.revos)} | ${ratio((cost) => cost.seconds)} | ${peak.toFixed(0)} |`,
);
