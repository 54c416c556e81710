// The Run document of a finished run: status, exit and what to do next. interface.md §6.
import { toIso } from "../kernel/clock.ts";
import { toErrorDocument, type RevosError } from "../kernel/error.ts";
import { withUndone } from "../kernel/undone.ts";
import type { Run, RunStream } from "../model/run.ts";
import { quoteName } from "../connector/workbench.ts";
import type { FoundChange } from "../model/schema-change.ts";
import type { Warning } from "./drift.ts";
import { streamWarnings } from "./drift-streams.ts";
import type { RunPlan } from "./plan.ts";
import { judgeRun, type RunVerdict } from "./run-state.ts";
import type { StreamOutcome } from "./stream.ts";

export type RunFacts = {
  readonly startedAt: number;
  readonly durationMs: number;
  readonly peakMemoryBytes: number;
};

/** What the run found out beside its streams. */
export type FoundInRun = {
  readonly changes: FoundChange[];
  readonly warnings: Warning[];
  readonly fills: NonNullable<Run["fills"]>;
};

export const nothingFound = (): FoundInRun => ({ changes: [], warnings: [], fills: [] });

export function toRun(
  plan: RunPlan,
  outcomes: readonly StreamOutcome[],
  found: FoundInRun,
  facts: RunFacts,
): Run {
  const changes = [...found.changes, ...outcomes.flatMap((outcome) => outcome.changes)];
  const streams = outcomes.map((outcome) => outcome.result);
  return {
    ...head(plan, facts),
    ...withFills(judgeRun(outcomes), found),
    balanced: streams.every((stream) => stream.balanced),
    streams,
    error: null,
    warnings: [
      ...found.warnings,
      ...found.fills
        .filter(({ error }) => error !== null)
        .map(({ stream, namespace, columns, error }) => ({
          code: "columns_not_filled",
          stream,
          namespace,
          columns,
          error: error?.code,
        })),
      ...streamWarnings(found.changes),
      ...outcomes.flatMap((outcome) => outcome.warnings),
    ],
    ...(changes.length > 0 ? { schemaChanges: changes } : {}),
    ...(found.fills.length > 0 ? { fills: found.fills } : {}),
    next: [...changeSteps(plan, changes), ...nextSteps(plan, streams)],
  };
}

/** A run that failed before its streams could: each of them carries the error, so that a reader of either finds it. */
export function toFailedRun(
  plan: RunPlan,
  error: RevosError,
  found: FoundInRun,
  facts: RunFacts,
): Run {
  const document = {
    ...toErrorDocument(withUndone(error, "Nothing was written.")),
    data: { ...error.data },
  };
  const isStopped = error.code === "run.stopped";
  const status = isStopped ? "stopped" : "failed";
  const streams = plan.streams.map((stream): RunStream => ({
    stream: stream.stream.name,
    namespace: stream.stream.namespace ?? null,
    table: `${stream.target.schema}.${stream.target.table}`,
    syncMode: stream.syncMode,
    status,
    published: false,
    read: 0,
    written: 0,
    quarantined: 0,
    filtered: 0,
    deduplicated: 0,
    balanced: true,
    bytes: 0,
    durationMs: 0,
    position: null,
    gates: [],
    reasons: [],
    error: document,
  }));
  return {
    ...head(plan, facts),
    status,
    exit: error.row.exit,
    balanced: true,
    streams,
    error: document,
    warnings: [...found.warnings],
    ...(found.changes.length > 0 ? { schemaChanges: found.changes } : {}),
    next: [],
  };
}

const head = (
  plan: RunPlan,
  facts: RunFacts,
): Pick<
  Run,
  | "apiVersion"
  | "kind"
  | "id"
  | "connection"
  | "lane"
  | "startedAt"
  | "durationMs"
  | "peakMemoryBytes"
> => ({
  apiVersion: "revos/v1",
  kind: "Run",
  id: plan.runId,
  connection: plan.connection,
  lane: plan.lane,
  startedAt: toIso(facts.startedAt),
  durationMs: Math.round(facts.durationMs),
  peakMemoryBytes: Math.round(facts.peakMemoryBytes),
});

/** A fill that was asked for and failed: not everything was done. */
const withFills = (verdict: RunVerdict, { fills }: FoundInRun): RunVerdict =>
  verdict.status === "ok" && fills.some(({ error }) => error !== null)
    ? { status: "partial", exit: 8 }
    : verdict;

/** The first change that waits for somebody; the list has the others. */
function changeSteps(plan: RunPlan, changes: readonly FoundChange[]): Run["next"] {
  const open = changes.filter(({ outcome }) => outcome === "paused" || outcome === "kept");
  if (plan.connection === null || open.length === 0) return [];
  return [
    {
      command: `revos schema-changes list ${plan.connection}`,
      why: `${open.length} schema change${open.length === 1 ? " waits" : "s wait"} for a decision`,
    },
  ];
}

function nextSteps(plan: RunPlan, streams: readonly RunStream[]): Run["next"] {
  const steps: Run["next"] = [];
  const quarantined = streams.reduce((sum, stream) => sum + stream.quarantined, 0);
  if (quarantined > 0) {
    const command =
      plan.connection === null
        ? "revos quarantine list"
        : `revos quarantine list ${plan.connection}`;
    steps.push({
      command,
      why: `${quarantined} row${quarantined === 1 ? " is" : "s are"} held back`,
    });
  }
  const open = streams.filter((stream) => !stream.published);
  if (plan.connection !== null && open.some((stream) => stream.status === "stopped"))
    steps.push({
      command: `revos sync ${plan.connection}`,
      why: "goes on from the last checkpoint",
    });
  if (open.length > 0)
    steps.push({
      command: `revos runs show ${plan.runId}`,
      why: `${open.length} of ${streams.length} streams ${open.length === 1 ? "is" : "are"} not published`,
    });
  const first = streams.find((stream) => stream.published && stream.written > 0);
  const target = plan.streams.find(
    ({ stream }) =>
      stream.name === first?.stream && (stream.namespace ?? null) === (first?.namespace ?? null),
  )?.target;
  if (target && open.length === 0)
    steps.push({
      command: queryCommand(
        `select * from ${sqlName(target.schema)}.${sqlName(target.table)} limit 10`,
      ),
      why: "look at what has landed",
    });
  return steps;
}

/** Quoted where SQL needs it, so that the usual names stay easy to read. */
const sqlName = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : quoteName(name));

/** A line that a shell gives on as it is. */
const queryCommand = (sql: string): string =>
  /["$`\\!]/.test(sql) ? `revos query '${sql.replaceAll("'", "'\\''")}'` : `revos query "${sql}"`;
