// What a run's process and its parent say to each other over IPC. All of it is plain data.
import type { RunPlan } from "../engine/plan.ts";
import type { ErrorDocument } from "../kernel/error.ts";
import type { LogRecord } from "../kernel/log.ts";
import type { Run } from "../model/run.ts";
import type { RunEvent } from "../model/run-event.ts";

export type ToWorker = { readonly type: "plan"; readonly plan: RunPlan } | { readonly type: "stop" };

export type FromWorker =
  | { readonly type: "ready" }
  | { readonly type: "event"; readonly event: RunEvent }
  | { readonly type: "log"; readonly record: LogRecord }
  | { readonly type: "result"; readonly run: Run }
  | { readonly type: "error"; readonly error: ErrorDocument };
