// Runs the executable as a user does, in a project folder of its own. The bundle is made once per test run by
// global-setup.ts, so that parallel tests do not meet while it is written.
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";

export const repository = join(import.meta.dirname, "..", "..");
export const binary = join(repository, "bin", "revos.mjs");

export type Answer = {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** stdout parsed; fails the test when it is not one JSON document. */
  json<T = Record<string, unknown>>(): T;
  /** The error document on the last line of stderr. */
  error(): {
    code: string;
    message: string;
    advice: string;
    exit: number;
    data?: Record<string, unknown>;
  };
};

export type RunOptions = {
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
};

export type Folder = AsyncDisposable & {
  readonly dir: string;
  readonly warehouse: string;
  revos(args: readonly string[], options?: RunOptions): Promise<Answer>;
  /** Starts without waiting, as the leader of a process group of its own. */
  start(args: readonly string[], options?: RunOptions): ChildProcess;
  /** Rows of the warehouse file, read by DuckDB itself; values as text. */
  rows(sql: string, file?: string): Promise<Record<string, string | null>[]>;
  /** A statement on the warehouse file, by DuckDB itself. */
  write(sql: string): Promise<void>;
};

const environment = (extra: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv => {
  const kept = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(PG|REVOS_|CLAUDE|AI_AGENT|AGENT$|FORCE_COLOR|VITEST)/.test(name),
    ),
  );
  return { ...kept, CI: "1", NO_COLOR: "1", LANG: "C.UTF-8", REVOS_KEY: "a".repeat(64), ...extra };
};

/** A temp folder, removed at the end. */
export async function openFolder(): Promise<Folder> {
  const dir = await mkdtemp(join(tmpdir(), "revos-e2e-"));
  const warehouse = join(dir, "warehouse.duckdb");
  const start = (args: readonly string[], options: RunOptions = {}) =>
    spawn(process.execPath, [binary, ...args], {
      cwd: dir,
      env: environment(options.env),
      detached: true,
      stdio: ["pipe", "pipe", "pipe"],
    });
  return {
    dir,
    warehouse,
    start,
    revos: (args, options = {}) => finish(start(args, options), options),
    async rows(sql, file = warehouse) {
      const instance = await openFile(file, { access_mode: "READ_ONLY" });
      try {
        const connection = await instance.connect();
        await connection.run("set timezone = 'UTC'");
        const reader = await connection.runAndReadAll(sql);
        const names = reader.columnNames();
        const rows = reader
          .getRowsJson()
          .map((row) =>
            Object.fromEntries(
              row.map((cell, i) => [
                names[i] ?? "",
                cell === null
                  ? null
                  : typeof cell === "object"
                    ? JSON.stringify(cell)
                    : String(cell),
              ]),
            ),
          );
        connection.closeSync();
        return rows;
      } finally {
        instance.closeSync();
      }
    },
    async write(sql) {
      const instance = await openFile(warehouse);
      try {
        const connection = await instance.connect();
        await connection.run(sql);
        connection.closeSync();
      } finally {
        instance.closeSync();
      }
    },
    async [Symbol.asyncDispose]() {
      await rm(dir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** A run that was killed with its group holds the file until the last of its processes is gone, shortly after the first. */
async function openFile(
  path: string,
  options: Record<string, string> = {},
): Promise<DuckDBInstance> {
  const started = performance.now();
  for (;;) {
    try {
      return await DuckDBInstance.create(path, options);
    } catch (error) {
      const isHeld = error instanceof Error && error.message.includes("Conflicting lock");
      if (!isHeld || performance.now() - started > 5000) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

/** Waits for the end of a started command. */
export async function finish(child: ChildProcess, options: RunOptions = {}): Promise<Answer> {
  let stdout = "";
  let stderr = "";
  child.stdout?.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr?.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  child.stdin?.on("error", () => {});
  child.stdin?.end(options.input ?? "");
  const late = setTimeout(() => child.kill("SIGKILL"), options.timeoutMs ?? 120_000);
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  clearTimeout(late);
  return {
    code,
    stdout,
    stderr,
    json: () => {
      try {
        return JSON.parse(stdout) as never;
      } catch {
        throw new Error(
          `Not one JSON document on stdout (exit ${code}):\n${stdout.slice(0, 2000)}\n--- stderr\n${stderr.slice(-2000)}`,
        );
      }
    },
    error: () => JSON.parse(stderr.trimEnd().split("\n").at(-1) ?? "") as never,
  };
}

/** Processes that still run inside a group or hold a file below a folder: for "no process is left behind". */
export async function processesOf(folder: string): Promise<number[]> {
  const found: number[] = [];
  for (const entry of await readdir("/proc")) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      const { readFileSync, readlinkSync } = await import("node:fs");
      if (
        readlinkSync(`/proc/${entry}/cwd`).startsWith(folder) &&
        !readFileSync(`/proc/${entry}/stat`, "utf8").includes(") Z ")
      )
        found.push(Number(entry));
    } catch {
      // Ended meanwhile, or not ours to see.
    }
  }
  return found;
}
