// What the benches share: timing whole processes, the memory of a whole process tree, medians, a Python with the peers.
import { execFile, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { cpus, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";

export const execute = promisify(execFile);
export const repository = join(import.meta.dirname, "..", "..");

export type Measured = {
  readonly seconds: number;
  /** Processor seconds of the command and of all below it that it waited for (Linux; 0 elsewhere). */
  readonly cpu: number;
  readonly peakMb: number;
  /** What each process of the tree took at the peak, the first one first. */
  readonly sharesMb: readonly number[];
  readonly stdout: string;
};

/** Proportional set size of a process and of each of its descendants, in MB (Linux; empty elsewhere). */
function treeMemory(pid: number): number[] {
  const shares: number[] = [];
  const walk = (id: number) => {
    try {
      const rollup = readFileSync(`/proc/${id}/smaps_rollup`, "utf8");
      shares.push(Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0) / 1000);
      for (const child of readFileSync(`/proc/${id}/task/${id}/children`, "utf8").trim().split(" "))
        if (child) walk(Number(child));
    } catch {
      // The process ended while it was looked at.
    }
  };
  walk(pid);
  return shares;
}

/** Ticks of the kernel's clock in a second, as it shows them. */
const ticks = 100;

/** Processor seconds of a process, or (`self`, `children`) of those that this one has waited for. */
export function processorSeconds(pid: number | "self", whose: "own" | "children" = "own"): number {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    const first = whose === "own" ? 11 : 13;
    return (Number(fields[first]) + Number(fields[first + 1])) / ticks;
  } catch {
    return 0;
  }
}

/** Runs a command to its end: wall seconds and the peak memory of its tree, sampled every `everyMs`. */
export async function measure(
  command: string,
  args: readonly string[],
  options: { cwd?: string; env?: Record<string, string>; everyMs?: number } = {},
): Promise<Measured> {
  const started = performance.now();
  const cpuBefore = processorSeconds("self", "children");
  const child = spawn(command, args, {
    cwd: options.cwd,
    env: { ...process.env, ...options.env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (stderr = (stderr + chunk.toString()).slice(-2000)));
  let peakMb = 0;
  let sharesMb: number[] = [];
  const timer = setInterval(() => {
    const shares = treeMemory(child.pid ?? 0);
    const total = shares.reduce((sum, share) => sum + share, 0);
    if (total > peakMb) [peakMb, sharesMb] = [total, shares];
  }, options.everyMs ?? 200);
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  clearInterval(timer);
  if (code !== 0) throw new Error(`${command} ended with ${code}: ${stderr}`);
  return {
    seconds: (performance.now() - started) / 1000,
    cpu: processorSeconds("self", "children") - cpuBefore,
    peakMb,
    sharesMb,
    stdout,
  };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2
    ? (sorted[middle] ?? 0)
    : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

/** A Python environment with DuckDB and its Postgres extension, by name from PyPI; made once in the temp folder. */
export async function pythonWithPeers(): Promise<string> {
  const folder = join(tmpdir(), "revos-bench-python");
  const python = join(folder, "bin", "python");
  if (!existsSync(python)) await execute("python3", ["-m", "venv", folder]);
  try {
    await execute(python, ["-c", "import duckdb, duckdb_extension_postgres_scanner"]);
  } catch {
    await execute(join(folder, "bin", "pip"), [
      "install",
      "-q",
      "duckdb==1.5.5",
      "duckdb-extension-postgres-scanner==1.5.5",
      "pytz",
    ]);
  }
  return python;
}

export function machine(): string {
  return `${cpus().length} cores (${cpus()[0]?.model.trim() ?? "?"}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`;
}

export async function freshFolder(name: string): Promise<string> {
  const folder = join(tmpdir(), "revos-bench", name);
  await mkdir(folder, { recursive: true });
  return folder;
}

/** Settings of a Postgres with room for such tables. */
export const roomy = ["shared_buffers = 512MB", "max_wal_size = 8GB"];

/** As `postgres`, over TCP. */
export async function connectTo(cluster: { readonly port: number }): Promise<pg.Client> {
  const client = new pg.Client({
    host: "127.0.0.1",
    port: cluster.port,
    user: "postgres",
    database: "postgres",
  });
  await client.connect();
  return client;
}

/** Statement by statement: `vacuum` stands in no other's transaction. */
export async function makeLineTable(client: pg.Client, table: string, rows: number): Promise<void> {
  for (const statement of lineTableSql(table, rows).split(";\n"))
    if (statement.trim()) await client.query(statement);
}

/** A 16-column table shaped like an order line: mixed types, no NULLs, with key and cursor. */
function lineTableSql(table: string, rows: number): string {
  return `
create table ${table} (
  line_id bigint primary key, order_id bigint not null, part_id int not null, supplier_id int not null, position int not null,
  quantity numeric(15,2), price numeric(15,2), discount numeric(15,2), tax numeric(15,2),
  returned char(1), state char(1), shipped date, promised date, ship_mode varchar(10), note varchar(44),
  updated_at timestamptz not null);
insert into ${table} select g, g/4+1, ((g*6101)%200000)::int, ((g*90001)%10000)::int, (g%7+1)::int,
  (g%50)+1, ((g%50)+1)*(900+(g%1000))/10.0, (g%11)/100.0, (g%9)/100.0,
  chr(65+(g%3)::int), chr(70+(g%2)::int), date '1992-01-01'+(g%2500)::int, date '1992-02-01'+(g%2500)::int,
  (array['AIR','RAIL','SHIP','TRUCK','MAIL','FERRY','COURIER'])[(g%7+1)::int], substr(md5(g::text)||md5((g+1)::text),1,20+(g%24)::int),
  timestamptz '2026-01-01 00:00:00+00' + g * interval '1 second'
from generate_series(1::bigint,${rows}) g;
create index on ${table} (updated_at);
vacuum analyze ${table};`;
}
