// What a run's process and its parent say to each other over IPC. All of it is plain data.
import type { RunPlan } from "../engine/plan.ts";
import type { GroupRow } from "../engine/quarantine/rows.ts";
import type { VerifyOptions, VerifyOutcome } from "../engine/verify/verify.ts";
import type { ErrorDocument } from "../kernel/error.ts";
import type { LogRecord } from "../kernel/log.ts";
import type { Run } from "../model/run.ts";
import type { RunEvent } from "../model/run-event.ts";

/** Kinds of connectors; null: not known yet. */
export type Connectors = { readonly source: string | null; readonly destination: string | null };

export type ToWorker =
  /** What the plan will ask for, as soon as the parent knows it. */
  | ({ readonly type: "expect" } & Connectors)
  /** `mirror`: tell the quarantine groups of the connection after the run, whether or not this run added to them. */
  | { readonly type: "plan"; readonly plan: RunPlan; readonly mirror: boolean }
  /** Compare instead of load; see engine/verify. */
  | { readonly type: "verify"; readonly plan: RunPlan; readonly options: VerifyOptions }
  | { readonly type: "stop" };

/** What a run ends with: its document, and the quarantine groups where they may have changed. */
export type RunEnd = { readonly run: Run; readonly groups: readonly GroupRow[] | null };

/** What a comparison ends with; the groups where a repair may have changed them. */
export type VerifyEnd = VerifyOutcome & { readonly groups: readonly GroupRow[] | null };

export type FromWorker =
  | { readonly type: "ready" }
  | { readonly type: "event"; readonly event: RunEvent }
  | { readonly type: "log"; readonly record: LogRecord }
  | ({ readonly type: "result" } & RunEnd)
  | ({ readonly type: "verified" } & VerifyEnd)
  | { readonly type: "error"; readonly error: ErrorDocument };
