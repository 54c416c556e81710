// The demo's own Postgres: the server that npm brings, on a Unix socket in the project's `.revos` folder, started for
// the demo and stopped with it. Nothing of it outlives the demo, whichever way that ends.
import { spawn, execFile, type ChildProcess } from "node:child_process";
import { open, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { systemClock } from "../../kernel/clock.ts";
import { RevosError } from "../../kernel/error.ts";
import { findServer, findServerUser, prepareServer, type ServerUser } from "./server-files.ts";
import { clearLeftover, failed, makePrivate, placeHome, shortName } from "./server-home.ts";

const run = promisify(execFile);
const port = 5432;
/** Bytes of a socket's path that every system accepts (macOS: 103). */
const maxSocketPath = 100;

export type DemoPostgres = AsyncDisposable & {
  /** Folder of the Unix socket: what `host` of a source may be. */
  readonly host: string;
  readonly port: number;
  /** Superuser of this server, for making the shop. */
  readonly user: string;
  /** Where data and log stand. */
  readonly home: string;
};

/** Fast, since everything in it can be made again: nothing is synced to disk, nothing runs in the background. */
const settings = (socket: string): string =>
  [
    `unix_socket_directories = '${socket.replaceAll("'", "''")}'`,
    "unix_socket_permissions = 0700",
    "listen_addresses = ''",
    `port = ${port}`,
    "max_connections = 40",
    "shared_buffers = '96MB'",
    "work_mem = '32MB'",
    "maintenance_work_mem = '64MB'",
    "max_wal_size = '2GB'",
    "wal_level = minimal",
    "max_wal_senders = 0",
    "fsync = off",
    "synchronous_commit = off",
    "full_page_writes = off",
    "autovacuum = off",
    "jit = off",
    "timezone = 'UTC'",
  ].join("\n") + "\n";

async function makeCluster(
  bin: string,
  home: string,
  user: ServerUser | null,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const data = join(home, "data");
  if (
    await stat(join(data, "PG_VERSION")).then(
      () => true,
      () => false,
    )
  )
    return;
  await rm(data, { recursive: true, force: true });
  const options = [
    "-D",
    data,
    "-A",
    "trust",
    "-U",
    "postgres",
    "-E",
    "UTF8",
    "--locale=C",
    "--no-sync",
    "--no-instructions",
  ];
  try {
    await run(join(bin, "initdb"), options, { ...user, env, cwd: home });
  } catch (error) {
    const said = (error as { stderr?: string }).stderr ?? "";
    await writeFile(join(home, "log"), said);
    throw failed("making its data folder did not work", join(home, "log"), error);
  }
}

/** A shell that waits on a pipe from us: when we are gone, however that came, it ends the server. */
function startWatch(server: number, user: ServerUser | null): ChildProcess {
  const watch = spawn("/bin/sh", ["-c", `read -r _; kill -INT ${server} 2>/dev/null`], {
    ...user,
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  watch.on("error", () => {});
  watch.unref();
  (watch.stdin as { unref?: () => void } | null)?.unref?.();
  return watch;
}

async function waitUntilReady(
  server: ChildProcess,
  host: string,
  log: string,
  signal?: AbortSignal,
): Promise<void> {
  const { default: pg } = await import("pg");
  for (let waited = 0; ; waited += 20) {
    signal?.throwIfAborted();
    const client = new pg.Client({ host, port, user: "postgres", database: "postgres" });
    client.on("error", () => {});
    try {
      await client.connect();
      return;
    } catch (error) {
      if (server.exitCode !== null || server.signalCode !== null)
        throw failed("it ended at once", log, error);
      if (waited > 20_000) throw failed("it did not answer within 20 s", log, error);
    } finally {
      await client.end().catch(() => {});
    }
    await systemClock.sleep(20);
  }
}

/**
 * Starts the demo's server for the project in `folder` and resolves when it answers (about 1 s the first time, 0.2 s
 * later; the data stays, unless it had to be outside of the project). Disposing stops it. Throws `demo.postgres_missing`, `demo.failed`, `run.already_running`.
 */
export async function openDemoPostgres(
  folder: string,
  signal?: AbortSignal,
): Promise<DemoPostgres> {
  if (process.platform === "win32")
    throw new RevosError(
      "demo.failed",
      "Could not start the demo's Postgres: the demo runs on Linux and macOS.",
    );
  const native = findServer();
  const user = await findServerUser();
  const project = resolve(folder);
  const { path: home, temporary } = await placeHome(project, user);
  await clearLeftover(home);
  await writeFile(join(home, "owner"), String(process.pid));
  const bin = await prepareServer(native, user, home);
  const env = { PATH: process.env.PATH, HOME: home, LC_ALL: "C", TZ: "UTC" };
  await makeCluster(bin, home, user, env);

  let host = home;
  if (Buffer.byteLength(`${home}/.s.PGSQL.${port}.lock`) > maxSocketPath) {
    host = join(tmpdir(), shortName(project));
    await makePrivate(host, user);
  }
  const data = join(home, "data");
  await writeFile(join(data, "postgresql.auto.conf"), settings(host));
  const log = join(home, "log");
  const logFile = await open(log, "a");
  // A process group of its own: Ctrl-C in the terminal is for us, and we stop the server after the last read.
  const server = spawn(join(bin, "postgres"), ["-D", data], {
    ...user,
    env,
    cwd: home,
    detached: true,
    stdio: ["ignore", logFile.fd, logFile.fd],
  });
  await logFile.close();
  server.on("error", () => {});
  if (server.pid === undefined) throw failed("the program could not be run", log);
  server.unref();
  const watch = startWatch(server.pid, user);

  const stop = async (hasWorked: boolean): Promise<void> => {
    for (let waited = 0; server.exitCode === null && server.signalCode === null; waited += 20) {
      if (waited === 0) server.kill("SIGINT");
      if (waited === 5_000) server.kill("SIGQUIT");
      if (waited === 8_000) server.kill("SIGKILL");
      await systemClock.sleep(20);
    }
    watch.kill("SIGKILL");
    await rm(join(home, "owner"), { force: true });
    if (host !== home) await rm(host, { recursive: true, force: true });
    // What did not start leaves its log to be looked at.
    if (temporary && hasWorked) await rm(home, { recursive: true, force: true });
  };
  try {
    await waitUntilReady(server, host, log, signal);
  } catch (error) {
    await stop(false);
    throw error;
  }
  return { host, port, user: "postgres", home, [Symbol.asyncDispose]: () => stop(true) };
}
