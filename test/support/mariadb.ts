// A real MariaDB for tests: a private server in a temp folder, on a Unix socket and a free loopback port, started once per
// test run by global-setup.ts. Debian's package `mariadb-server` brings it.
import { execFile, spawn, type ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, chown, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe } from "vitest";
import { MysqlConfig } from "../../src/connectors/mysql/config.ts";
import { Session, type Texts } from "../../src/connectors/mysql/session.ts";

const run = promisify(execFile);

export type Mariadb = {
  /** The Unix socket, which is what `host` may be. */
  readonly socket: string;
  readonly port: number;
  readonly version: string;
};

export type RunningMariadb = Mariadb & AsyncDisposable;

/** A machine that does many things at once takes its time over the first start. */
const startTimeoutMs = 90_000;

const programs = ["/usr/sbin/mariadbd", "/usr/sbin/mysqld", "/usr/libexec/mariadbd"];

/** The server program, or null when it is not on the machine. */
export function findMariadb(): string | null {
  const found = programs.find((path) => existsSync(path));
  return found && existsSync("/usr/bin/mariadb-install-db") ? found : null;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address ? address.port : 0;
}

/** As root the server must run as somebody else. */
async function serverUser(): Promise<{ name: string; uid: number; gid: number } | null> {
  if (process.getuid?.() !== 0) return null;
  for (const name of ["mysql", "nobody"]) {
    try {
      const id = async (flag: string) => Number((await run("id", [flag, name])).stdout.trim());
      return { name, uid: await id("-u"), gid: await id("-g") };
    } catch {
      continue;
    }
  }
  throw new Error("MariaDB cannot run as root: the system has neither a user mysql nor nobody.");
}

/** Starts a server; root has no password. `settings` are its options; `files` stand beside its data and may be named as {home}/name. */
export async function startMariadb(
  options: {
    readonly settings?: readonly string[];
    readonly files?: Readonly<Record<string, string>>;
  } = {},
): Promise<RunningMariadb> {
  const program = findMariadb();
  if (!program) throw new Error("No MariaDB on this machine.");
  const owner = await serverUser();
  const home = await mkdtemp(join(tmpdir(), "revos-my-"));
  await chmod(home, 0o755);
  if (owner) await chown(home, owner.uid, owner.gid);
  const data = join(home, "data");
  const identity = owner ? [`--user=${owner.name}`] : [];
  await run(
    "/usr/bin/mariadb-install-db",
    [
      "--no-defaults",
      `--datadir=${data}`,
      "--auth-root-authentication-method=normal",
      "--skip-test-db",
      ...identity,
    ],
    { cwd: home },
  );
  for (const [name, text] of Object.entries(options.files ?? {})) {
    await writeFile(join(home, name), text, { mode: 0o600 });
    if (owner) await chown(join(home, name), owner.uid, owner.gid);
  }
  const socket = join(home, "mysqld.sock");
  const port = await freePort();
  const server: ChildProcess = spawn(
    program,
    [
      "--no-defaults",
      `--datadir=${data}`,
      `--socket=${socket}`,
      `--port=${port}`,
      "--bind-address=127.0.0.1",
      `--pid-file=${join(home, "pid")}`,
      "--innodb-flush-log-at-trx-commit=0",
      "--innodb-flush-method=nosync",
      "--innodb-buffer-pool-size=64M",
      "--max-connections=80",
      "--max-allowed-packet=256M",
      // Row counts from every page: sampled ones differ by a third from one run to the next, and what is cut by them with them.
      "--innodb-stats-persistent-sample-pages=1000",
      ...identity,
      ...(options.settings ?? []).map((line) => line.replaceAll("{home}", home)),
    ],
    { cwd: home, stdio: ["ignore", "ignore", "pipe"], env: { ...process.env, TZ: "UTC" } },
  );
  let said = "";
  server.stderr?.on("data", (chunk: Buffer) => (said = (said + chunk.toString()).slice(-4000)));
  const deadline = performance.now() + startTimeoutMs;
  for (;;) {
    try {
      const version = await versionOf(socket);
      return {
        socket,
        port,
        version,
        async [Symbol.asyncDispose]() {
          server.kill("SIGTERM");
          if (server.exitCode === null)
            await new Promise((resolve) => server.once("exit", resolve));
          await rm(home, { recursive: true, force: true });
        },
      };
    } catch (error) {
      if (performance.now() > deadline || server.exitCode !== null) {
        server.kill("SIGKILL");
        throw new Error(`MariaDB did not start: ${said}`, { cause: error });
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

const openRoot = (socket: string): Promise<Session> =>
  Session.open(MysqlConfig.parse({ host: socket, user: "root" }), null);

/** Apart from the loop that tries it: esbuild's `await using` keeps an error from one round of a loop to the next. */
async function versionOf(socket: string): Promise<string> {
  await using session = await openRoot(socket);
  return session.version;
}

/** The server that global-setup.ts started for this run, or null. */
export function testMariadb(): Mariadb | null {
  return JSON.parse(process.env.REVOS_TEST_MARIADB ?? "null") as Mariadb | null;
}

/** A `describe` whose tests are counted as skipped for want of a service where no MariaDB runs. */
export const describeMariadb = describe.skipIf(testMariadb() === null);

export type MariadbDatabase = AsyncDisposable & {
  readonly server: Mariadb;
  readonly name: string;
  /** Config of the `mysql` source, as root over the socket. */
  readonly config: { readonly host: string; readonly database: string; readonly user: string };
  /** Over the loopback port, for what needs one. */
  readonly network: {
    readonly host: string;
    readonly port: number;
    readonly database: string;
    readonly user: string;
  };
  /** `mysql://...?socket=` form, for ad hoc use. */
  readonly uri: string;
  query(sql: string): Promise<Texts[]>;
  /** Another session, as root unless another account is given. */
  open(account?: { user?: string; password?: string }): Promise<Session>;
};

let counter = 0;

/** A database of its own in the running server, utf8mb4 throughout; dropped at the end. */
export async function openMariadb(
  server: Mariadb | null = testMariadb(),
): Promise<MariadbDatabase> {
  if (!server) throw new Error("No test MariaDB is running.");
  const name = `t_${process.pid}_${counter++}`;
  const root = await openRoot(server.socket);
  await root.run(`create database ${name} character set utf8mb4`);
  await root.run(`use ${name}`);
  await root.run("set session sql_mode = 'STRICT_ALL_TABLES'");
  const config = { host: server.socket, database: name, user: "root" };
  return {
    server,
    name,
    config,
    network: { host: "127.0.0.1", port: server.port, database: name, user: "root" },
    uri: `mysql://root@/${name}?socket=${encodeURIComponent(server.socket)}`,
    query: (sql) => root.query(sql),
    open: (account = {}) => Session.open(MysqlConfig.parse({ ...config, ...account }), null),
    async [Symbol.asyncDispose]() {
      await root.run(`drop database if exists ${name}`).catch(() => {});
      await root[Symbol.asyncDispose]();
    },
  };
}
