// The process of a run, as a child: made once, early. Loading the warehouse's driver takes as long as all that the parent
// does before it has a plan, so the executable makes the child before it has read its own arguments. Imports nothing heavy.
import { spawn, type ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { RevosError } from "../kernel/error.ts";
import { runHeap } from "../kernel/memory-budget.ts";

/**
 * One libuv thread is held by each DuckDB query until it ends, and file and DNS calls need some beside them
 * (dependencies.md §0.2); the heap limits keep the process inside the run's budget.
 */
const childOptions = {
  threadpool: "16",
  /**
   * Loads go from one thread of the pool to the next, and glibc would keep for each what it has freed: with as many heaps as
   * there are lanes a full refresh takes 50 MB and a twentieth of its processor time less.
   */
  arenas: "2",
  execArgv: [`--max-old-space-size=${runHeap.oldMb}`, `--max-semi-space-size=${runHeap.youngMb}`],
} as const;

/** Kept with the process: this module is in it twice, with what starts at once and with the commands (part.ts). */
const shared = globalThis as { revosRunChild?: ChildProcess | null };

/** The bundled worker beside this bundle; null: there is none. */
function workerFile(): string | null {
  const beside = fileURLToPath(new URL("./worker.js", import.meta.url));
  return existsSync(beside) ? beside : null;
}

function start(): ChildProcess | null {
  const file = workerFile();
  if (file === null) return null;
  return spawn(process.execPath, [...childOptions.execArgv, file], {
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    serialization: "json",
    env: {
      ...process.env,
      UV_THREADPOOL_SIZE: childOptions.threadpool,
      MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? childOptions.arenas,
    },
    detached: false,
  });
}

export function startEarly(): void {
  shared.revosRunChild = start();
  // An unused child must not keep the command from ending.
  shared.revosRunChild?.unref();
}

/** The early one, or a new one. */
export function takeRunChild(): ChildProcess {
  const child = shared.revosRunChild ?? start();
  shared.revosRunChild = null;
  if (child === null)
    throw new RevosError(
      "bug.assertion",
      "The worker's bundle is missing: run node bin/revos.mjs --build.",
    );
  child.ref();
  return child;
}
