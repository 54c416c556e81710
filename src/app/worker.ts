// The process of a run: gets a plan over IPC, executes it, reports what happens, ends with the run. Its own process
// bounds memory, keeps the parent responsive and makes a crash an event that the parent sees. design.md §3.
import { executeRun } from "../engine/run.ts";
import { Aborted, toErrorDocument } from "../kernel/error.ts";
import { systemClock } from "../kernel/clock.ts";
import { makeLog } from "../kernel/log.ts";
import { loadDestination, loadSource } from "./registry.ts";
import type { FromWorker, ToWorker } from "./worker-messages.ts";

const stop = new AbortController();

const tell = (message: FromWorker): Promise<void> =>
  new Promise((resolve) => {
    if (!process.send || !process.connected) return resolve();
    process.send(message, undefined, {}, () => resolve());
  });

// Without its parent a run has nobody to report to and nobody who could stop it. Every state on disk is one that a
// kill -9 may leave, so ending at once is safe, and quicker than waiting for a native query to give up.
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
// Signals of a terminal reach the whole group: the parent decides and tells us with `stop`.
process.on("SIGINT", () => {});
process.on("SIGTERM", () => {});

process.on("message", (message: ToWorker) => {
  if (message.type === "stop") stop.abort(new Aborted());
  else void execute(message);
});

async function execute({ plan }: Extract<ToWorker, { type: "plan" }>): Promise<void> {
  try {
    const run = await executeRun(plan, {
      source: await loadSource(plan.source.kind),
      destination: await loadDestination(plan.destination.kind),
      log: makeLog((record) => void tell({ type: "log", record }), "info"),
      clock: systemClock,
      signal: stop.signal,
      emit: (event) => void tell({ type: "event", event }),
      parentPid: process.ppid,
    });
    await tell({ type: "result", run });
  } catch (error) {
    await tell({ type: "error", error: toErrorDocument(error) });
    if (process.env.REVOS_DEBUG) process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  }
  process.exit(0);
}

await tell({ type: "ready" });
