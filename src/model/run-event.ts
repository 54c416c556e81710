// What a run tells while it goes: the events of `--ndjson` (ux.md §2.7, rule 11). No row values.
import type { FoundChange } from "./schema-change.ts";
import type { GateResult, Run, RunStream } from "./run.ts";

export type Stage = "waiting" | "reading" | "writing" | "checking" | "publishing";

/** Whose turn it is when nothing moves: the source, our own processor, or the destination (its disk, its server). */
export type Guilty = "source" | "convert" | "write";

/**
 * What was found out about it. query: the server works on our statement. lock: others' locks stand in the way. sending: the
 * server sends and nothing arrives. idle: the server waits for us, so its answer was lost. gone: it no longer knows our
 * session. unreachable: it does not answer a second connection. processor, disk: our own process works, or waits. silent:
 * nobody can be asked. hidden: who was asked may not tell.
 */
export const stallCauses = [
  "query",
  "lock",
  "sending",
  "idle",
  "gone",
  "unreachable",
  "processor",
  "disk",
  "silent",
  "hidden",
] as const;
export type StallCause = (typeof stallCauses)[number];

/** A session that holds what ours waits for. `doing`: the first word of its statement, never more; null: it may not be seen. */
export type Blocker = { readonly pid: number; readonly doing: string | null };

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
      /** A sentence; the facts beside it are the same for programs. */
      readonly on: string;
      readonly guilty: Guilty;
      readonly cause: StallCause;
      /** The table whose lock is waited for. */
      readonly table?: string;
      readonly blockers?: readonly Blocker[];
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
