// Opening the warehouse of a run: one run at a time may hold a DuckDB file, so a second one waits, and says for whom.
import { join } from "node:path";
import type { OpenDestination } from "../connector/destination.ts";
import { throwIfAborted } from "../kernel/abort.ts";
import { RevosError } from "../kernel/error.ts";
import { divideBudget } from "../kernel/memory-budget.ts";
import type { Border } from "./failures.ts";
import type { RunPlan } from "./plan.ts";
import { parseConfig, type RunDeps } from "./run-deps.ts";

export const workbenchThreads = 2;
/** Another program may only be passing by (a query): it is given this long. */
const strangerMs = 1500;
const pollMs = 250;

export async function openWarehouse(
  plan: RunPlan,
  deps: RunDeps,
  border: Border,
): Promise<OpenDestination> {
  const config = parseConfig(deps.destination, plan.destination.config);
  const { engineBytes, publishBytes } = divideBudget(plan.limits.memoryBytes);
  return await waitForIt(plan, deps, () =>
    border.destination("open the warehouse", () =>
      deps.destination.open(config, {
        signal: deps.signal,
        log: deps.log,
        memoryBytes: engineBytes,
        publishMemoryBytes: publishBytes,
        threads: workbenchThreads,
        columns: Math.max(0, ...plan.streams.map(({ stream }) => stream.columns.length)),
        scratch: join(plan.landing.folder, "..", "scratch"),
      }),
    ),
  );
}

/** Where others may have the warehouse open as well: keeps them from the run's tables. */
export async function claimTables(
  destination: OpenDestination,
  plan: RunPlan,
  deps: RunDeps,
  border: Border,
): Promise<void> {
  if (!destination.claim) return;
  const tables = plan.streams.map((stream) => stream.target);
  await waitForIt(plan, deps, () =>
    border.destination("lock the tables", async () => await destination.claim?.(tables)),
  );
}

/** Tries until what is locked is free, or the run's patience ends. */
async function waitForIt<T>(plan: RunPlan, deps: RunDeps, work: () => Promise<T>): Promise<T> {
  const started = deps.clock.monotonic();
  let told = false;
  for (;;) {
    throwIfAborted(deps.signal);
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof RevosError) || error.code !== "destination.locked") throw error;
      const isRevos = error.data.isRevos === true;
      const waitedMs = deps.clock.monotonic() - started;
      if (waitedMs >= (isRevos ? plan.lockTimeoutMs : Math.min(strangerMs, plan.lockTimeoutMs)))
        throw error;
      if (isRevos && !told) {
        told = true;
        const first = plan.streams[0]?.stream;
        deps.emit({
          event: "stall",
          stream: first?.name ?? "",
          namespace: first?.namespace ?? null,
          stage: "waiting",
          waitedMs: Math.round(waitedMs),
          guilty: "write",
          cause: "lock",
          ...(typeof error.data.pid === "number"
            ? { blockers: [{ pid: error.data.pid, doing: null }] }
            : {}),
          on: `the run in ${error.data.table === undefined ? "process" : "session"} ${String(error.data.pid)}, which has ${String(error.data.table ?? "the warehouse open")}`,
        });
      }
      await deps.clock.sleep(pollMs, deps.signal);
    }
  }
}
