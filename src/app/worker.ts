// The process of a run: gets a plan over IPC, executes it, reports what happens, ends with the run. Its own process
// bounds memory, keeps the parent responsive and makes a crash an event that the parent sees. design.md §3.
import type { DestinationDefinition } from "../connector/destination.ts";
import type { RunPlan } from "../engine/plan.ts";
import { groupsOf, type GroupRow } from "../engine/quarantine/rows.ts";
import { executeRun } from "../engine/run.ts";
import type { RunDeps } from "../engine/run-deps.ts";
import { executeVerify } from "../engine/verify/verify.ts";
import { Aborted, toErrorDocument } from "../kernel/error.ts";
import { systemClock } from "../kernel/clock.ts";
import { makeLog, type Log } from "../kernel/log.ts";
import { shortWork } from "../kernel/memory-budget.ts";
import { findSensitive } from "../connect/propose/sensitive.ts";
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
  else if (message.type === "expect") {
    if (message.source !== null) void loadSource(message.source).catch(() => {});
    if (message.destination !== null) void loadDestination(message.destination).catch(() => {});
  } else if (message.type === "verify") void verify(message);
  else void execute(message);
});

async function execute({ plan, mirror }: Extract<ToWorker, { type: "plan" }>): Promise<void> {
  await work(plan, async (deps) => {
    const run = await executeRun(plan, deps);
    const isChanged = mirror || run.streams.some((stream) => stream.quarantined > 0);
    const groups = isChanged ? await readGroups(plan, deps.destination, deps.log) : null;
    await tell({ type: "result", run, groups });
  });
}

async function verify({ plan, options }: Extract<ToWorker, { type: "verify" }>): Promise<void> {
  await work(plan, async (deps) => {
    const outcome = await executeVerify(plan, options, deps);
    const groups = outcome.run ? await readGroups(plan, deps.destination, deps.log) : null;
    await tell({ type: "verified", ...outcome, groups });
  });
}

async function work(plan: RunPlan, todo: (deps: RunDeps) => Promise<void>): Promise<void> {
  try {
    await todo({
      source: await loadSource(plan.source.kind),
      destination: await loadDestination(plan.destination.kind),
      log: makeLog((record) => void tell({ type: "log", record }), "info"),
      clock: systemClock,
      signal: stop.signal,
      emit: (event) => void tell({ type: "event", event }),
      parentPid: process.ppid,
      isSensitive: (column) => findSensitive([[column]]).length > 0,
    });
  } catch (error) {
    await tell({ type: "error", error: toErrorDocument(error) });
    if (process.env.REVOS_DEBUG)
      process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  }
  process.exit(0);
}

/** Read here, where the warehouse's driver is loaded already, so that the parent never needs it. */
async function readGroups(
  plan: RunPlan,
  destination: DestinationDefinition,
  log: Log,
): Promise<GroupRow[] | null> {
  try {
    await using open = await destination.open(
      destination.config.parse(plan.destination.config) as never,
      { signal: new AbortController().signal, log, ...shortWork.mirror },
    );
    await open.borrowQuarantine?.({ connection: plan.connection, groupsOnly: true });
    return await groupsOf(open.workbench, plan.connection);
  } catch (error) {
    // The run itself has ended well or ill already: a list that is a run behind is no reason to change that.
    log.warn("quarantine not mirrored", { code: toErrorDocument(error).code });
    return null;
  }
}

void tell({ type: "ready" });
// While the parent is still planning. A driver that is missing is told when a plan asks for it.
void import("../connector/duck/driver.ts").catch(() => {});
