// The parent's side of a run: starts the worker early (it loads DuckDB while the parent is still planning), hands it the
// plan, passes events on, stops it in two steps, and turns a crash of it into an error of the run.
import type { ChildProcess } from "node:child_process";
import type { RunPlan } from "../engine/plan.ts";
import type { VerifyOptions } from "../engine/verify/verify.ts";
import { Aborted, fromErrorDocument, RevosError } from "../kernel/error.ts";
import type { Log } from "../kernel/log.ts";
import type { RunEvent } from "../model/run-event.ts";
import { takeRunChild } from "./run-child.ts";
import type { Connectors, FromWorker, RunEnd, ToWorker, VerifyEnd } from "./worker-messages.ts";

export type RunProcess = AsyncDisposable & {
  readonly pid: number;
  /** Lets it load what the plan will ask for. */
  expect(connectors: Connectors): void;
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

export function startRunProcess(log: Log): RunProcess {
  const child = takeRunChild();
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
    expect: (connectors) => send(child, { type: "expect", ...connectors }),
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
