// What a run tells while it goes: the events of `--ndjson` (ux.md §2.7, rule 11). No row values.
import type { FoundChange } from "./schema-change.ts";
import type { GateResult, Run, RunStream } from "./run.ts";

export type Stage = "waiting" | "reading" | "writing" | "checking" | "publishing";

export type RunEvent =
  | {
      readonly event: "run.started";
      readonly streams: readonly {
        stream: string;
        namespace: string | null;
        estimatedRows: number | null;
      }[];
    }
  | {
      readonly event: "stream.started";
      readonly stream: string;
      readonly namespace: string | null;
      readonly estimatedRows: number | null;
    }
  | {
      readonly event: "stream.progress";
      readonly stream: string;
      readonly namespace: string | null;
      readonly rows: number;
      readonly bytes: number;
      readonly stage: Stage;
      readonly memoryBytes: number;
    }
  | {
      readonly event: "rows.quarantined";
      readonly stream: string;
      readonly namespace: string | null;
      readonly rows: number;
      readonly reasons: readonly { readonly column: string; readonly rule: string }[];
    }
  | {
      readonly event: "gate.result";
      readonly stream: string;
      readonly namespace: string | null;
      readonly gate: GateResult;
    }
  | {
      readonly event: "checkpoint.saved";
      readonly stream: string;
      readonly namespace: string | null;
      readonly position: string | null;
    }
  | { readonly event: "schema.changed"; readonly change: FoundChange }
  | { readonly event: "stream.finished"; readonly result: RunStream }
  /** Backfill and replay: one part is committed, or was given up. */
  | {
      readonly event: "part.finished";
      readonly stream: string;
      readonly namespace: string | null;
      readonly part: string;
      readonly status: RunStream["status"];
      readonly read: number;
      readonly written: number;
      readonly removed: number;
      readonly done: number;
      readonly of: number;
      readonly code: string | null;
    }
  | {
      readonly event: "stall";
      readonly stream: string;
      readonly namespace: string | null;
      readonly stage: Stage;
      readonly waitedMs: number;
      readonly on: string;
    }
  | {
      readonly event: "retry";
      readonly stream: string;
      readonly namespace: string | null;
      readonly code: string;
      readonly attempt: number;
      readonly waitMs: number;
    }
  | { readonly event: "run.finished"; readonly status: Run["status"]; readonly exit: number }
  | { readonly event: "result"; readonly run: Run };

export type TimedRunEvent = RunEvent & {
  readonly t: string;
  readonly run: string;
  readonly seq: number;
};
