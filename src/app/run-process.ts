// The parent's side of a run: starts the worker early (it loads DuckDB while the parent is still planning), hands it the
// plan, passes events on, stops it in two steps, and turns a crash of it into an error of the run.
import { spawn, type ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { RunPlan } from "../engine/plan.ts";
import type { VerifyOptions } from "../engine/verify/verify.ts";
import { Aborted, fromErrorDocument, RevosError } from "../kernel/error.ts";
import type { Log } from "../kernel/log.ts";
import type { RunEvent } from "../model/run-event.ts";
import type { FromWorker, RunEnd, ToWorker, VerifyEnd } from "./worker-messages.ts";

export type RunProcess = AsyncDisposable & {
  readonly pid: number;
  /** Executes the plan. Aborting the signal stops after the batch that is being written. */
  execute(
    plan: RunPlan,
    options: {
      readonly mirror: boolean;
      readonly signal?: AbortSignal;
      readonly onEvent: (event: RunEvent) => void;
    },
  ): Promise<RunEnd>;
  /** Compares, and repairs where the options say so. */
  verify(
    plan: RunPlan,
    options: VerifyOptions,
    call: { readonly signal?: AbortSignal; readonly onEvent: (event: RunEvent) => void },
  ): Promise<VerifyEnd>;
};

type Call = { readonly signal?: AbortSignal; readonly onEvent: (event: RunEvent) => void };

/** The bundled worker beside this bundle. */
function workerFile(): string {
  const beside = fileURLToPath(new URL("./worker.js", import.meta.url));
  if (existsSync(beside)) return beside;
  throw new RevosError(
    "bug.assertion",
    "The worker's bundle is missing: run node bin/revos.mjs --build.",
  );
}

/**
 * One libuv thread is held by each DuckDB query until it ends, and file and DNS calls need some beside them
 * (dependencies.md §0.2); the heap limits keep the process inside the run's budget.
 */
const childOptions = {
  threadpool: "16",
  execArgv: ["--max-old-space-size=160", "--max-semi-space-size=8"],
} as const;

export function startRunProcess(log: Log): RunProcess {
  const child = spawn(process.execPath, [...childOptions.execArgv, workerFile()], {
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    serialization: "json",
    env: { ...process.env, UV_THREADPOOL_SIZE: childOptions.threadpool },
    detached: false,
  });
  let said = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-4000);
    if (process.env.REVOS_DEBUG) process.stderr.write(chunk);
  });
  const ended = new Promise<string>((resolve) => {
    child.once("error", (error) => resolve(error.name));
    child.once("exit", (code, signal) => resolve(signal ?? `exit ${code}`));
  });
  const ready = firstMessage(child, "ready");

  /** Sends one order and waits for the answer of that type. */
  async function ask<T extends "result" | "verified">(
    order: ToWorker,
    type: T,
    { signal, onEvent }: Call,
  ): Promise<Extract<FromWorker, { type: T }>> {
    await Promise.race([ready, ended]);
    return await new Promise((resolve, reject) => {
      const stop = () => send(child, { type: "stop" });
      signal?.addEventListener("abort", stop, { once: true });
      child.on("message", (message: FromWorker) => {
        if (message.type === "event") onEvent(message.event);
        else if (message.type === "log")
          log[message.record.level](message.record.event, message.record.fields);
        else if (message.type === type)
          resolve(message as unknown as Extract<FromWorker, { type: T }>);
        else if (message.type === "error") reject(fromErrorDocument(message.error));
      });
      void ended.then((how) => {
        log.debug("worker ended", { how, said });
        reject(signal?.aborted ? new Aborted() : lost(how));
      });
      send(child, order);
      if (signal?.aborted) stop();
    });
  }

  return {
    pid: child.pid ?? 0,
    execute: async (plan, { mirror, ...call }) =>
      await ask({ type: "plan", plan, mirror }, "result", call),
    verify: async (plan, options, call) =>
      await ask({ type: "verify", plan, options }, "verified", call),
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const late = setTimeout(() => child.kill("SIGKILL"), 3000);
      child.disconnect?.();
      await ended;
      clearTimeout(late);
    },
  };
}

function send(child: ChildProcess, message: ToWorker): void {
  if (child.connected) child.send(message, () => {});
}

function firstMessage(child: ChildProcess, type: FromWorker["type"]): Promise<void> {
  return new Promise((resolve) => {
    const listen = (message: FromWorker) => {
      if (message.type !== type) return;
      child.off("message", listen);
      resolve();
    };
    child.on("message", listen);
  });
}

function lost(how: string): RevosError {
  return new RevosError(
    "run.worker_lost",
    `The run's process ended before its work did (${how}).`,
    {
      data: { how },
      advice:
        "Run it again: nothing was published by half, and it goes on from the last checkpoint.",
    },
  );
}
