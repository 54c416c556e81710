// One stream of a run: from its plan to a published table, a held stage or an error; with the attempts in between.
import { isAbort, throwIfAborted } from "../kernel/abort.ts";
import { assert } from "../kernel/assert.ts";
import { RevosError, toErrorDocument, toRevosError } from "../kernel/error.ts";
import { withUndone } from "../kernel/undone.ts";
import { formatStream } from "../model/field-path.ts";
import type { GateResult, RunStream } from "../model/run.ts";
import type { FoundChange } from "../model/schema-change.ts";
import { attemptStream } from "./attempt.ts";
import { isBalanced, type Books } from "./gates.ts";
import type { StreamPlan } from "./plan.ts";
import { nextState, type StreamEvent, type StreamState } from "./run-state.ts";
import type { Warning } from "./drift.ts";
import { memoryRaised } from "./memory-warnings.ts";
import { emptyAttempt, type Attempt, type StreamContext } from "./work.ts";

export type StreamOutcome = {
  readonly state: StreamState;
  readonly exit: number;
  readonly result: RunStream;
  readonly warnings: readonly Warning[];
  readonly changes: readonly FoundChange[];
};

const attempts = 4;
const firstWaitMs = 1000;

/** Never throws for what a stream can fail of: the outcome says it. */
export async function syncStream(
  ctx: StreamContext,
  asked: StreamPlan,
  index: number,
): Promise<StreamOutcome> {
  const { clock, emit } = ctx;
  let plan = asked;
  const name = { stream: plan.stream.name, namespace: plan.stream.namespace ?? null };
  const started = clock.monotonic();
  const attempt: Attempt = emptyAttempt();
  let state = "waiting" as StreamState;
  const follow = (event: StreamEvent): void => {
    const next = nextState(state, event);
    assert(next !== null, () => `A stream cannot ${event} while ${state}.`);
    state = next;
  };
  let error: RevosError | null = null;
  let raised: Warning | null = null;
  emit({ event: "stream.started", ...name, estimatedRows: plan.stream.estimatedRows ?? null });
  for (let tries = 1; ; tries++) {
    error = ctx.source.lost();
    if (error) {
      follow("error");
      break;
    }
    Object.assign(attempt, emptyAttempt());
    if (raised) attempt.warnings.push(raised);
    try {
      throwIfAborted(ctx.signal);
      follow("start");
      await attemptStream(ctx, plan, index, attempt, follow);
      if (attempt.gates.some((gate) => gate.result === "fail"))
        error = heldError(name, attempt.gates);
      break;
    } catch (thrown) {
      // After a stop everything that fails fails because of it.
      if (isAbort(thrown) || ctx.signal.aborted) {
        follow("stop");
        error = new RevosError("run.stopped", "Stopped on request.", { cause: thrown });
        break;
      }
      error = toRevosError(thrown);
      const judged = await judgedAnew(ctx, plan, error);
      if (judged) {
        plan = judged;
        follow("fault");
        emit({ event: "retry", ...name, code: error.code, attempt: tries, waitMs: 0 });
        continue;
      }
      // A policy that says `fail` wants a red run, not one that waits.
      const isHeld = error.code === "source.schema_changed" && error.data.policy !== "fail";
      if (isHeld && state === "reading") {
        attempt.gates.push({ gate: "schema", result: "fail", reason: error.message });
        follow("hold");
        break;
      }
      const waitMs =
        tries >= attempts
          ? null
          : await waitBeforeRetry(ctx, error, tries, (bytes) => {
              raised = memoryRaised(ctx, name, bytes);
            });
      if (waitMs === null) {
        follow("error");
        ctx.log.warn("stream failed", { ...name, code: error.code });
        await ctx.source.judge(error);
        break;
      }
      follow("fault");
      emit({ event: "retry", ...name, code: error.code, attempt: tries, waitMs });
      const isStopped = await clock.sleep(waitMs, ctx.signal).then(
        () => false,
        () => true,
      );
      if (isStopped) {
        follow("stop");
        error = new RevosError("run.stopped", "Stopped on request.");
        break;
      }
      // A source that cannot be opened again fails the next attempt with its own words.
      await ctx.source.again().catch(() => {});
    }
  }
  if (error && state !== "published") error = withUndone(error, "Nothing of it was published.");
  const result = toRunStream(plan, attempt, state, error, Math.round(clock.monotonic() - started));
  emit({ event: "stream.finished", result });
  return {
    state,
    exit: error?.row.exit ?? 0,
    result,
    warnings: [...notWhole(plan), ...attempt.warnings],
    changes: attempt.changes,
  };
}

/** The plan with types judged from all values, where those of the beginning did not hold; null: it failed of something else. */
async function judgedAnew(
  ctx: StreamContext,
  plan: StreamPlan,
  error: RevosError,
): Promise<StreamPlan | null> {
  if (error.code !== "source.types_outgrown" || !plan.stream.sampled) return null;
  const { name, namespace } = plan.stream;
  const found = await ctx.border
    .source("judge the types from all values", async () =>
      (await ctx.source.now()).discover({
        streams: [{ name, ...(namespace === undefined ? {} : { namespace }) }],
      }),
    )
    .catch(() => null);
  const stream = found?.streams.find((one) => one.name === name && one.namespace === namespace);
  return stream && !stream.sampled ? { ...plan, stream } : null;
}

/** A stream that is only partly seen looks whole in the warehouse: every run says it. */
function notWhole({ stream }: StreamPlan): Warning[] {
  const { name, namespace, partial } = stream;
  if (partial === undefined) return [];
  const label = formatStream(name, namespace);
  return [
    {
      code: "stream_not_whole",
      stream: name,
      namespace: namespace ?? null,
      message: `${label}: ${partial}`,
    },
  ];
}

/** How long to wait before the next attempt; null when another attempt would not help. */
async function waitBeforeRetry(
  ctx: StreamContext,
  error: RevosError,
  tries: number,
  isRaised: (bytes: number) => void,
): Promise<number | null> {
  // Rows too wide for the budget: a load that takes more memory than planned is better than one that never ends well.
  if (error.code === "destination.out_of_memory") {
    const bytes = await ctx.raiseMemory();
    if (bytes === null) return null;
    isRaised(bytes);
    return 0;
  }
  // What was waited for so long already is left to the next run.
  if (error.code.endsWith(".stalled")) return null;
  // A part by chance: streams and machines that met one fault together must not all come back together.
  return error.row.retry === "auto"
    ? Math.round(firstWaitMs * 2 ** (tries - 1) * (0.5 + Math.random() / 2))
    : null;
}

/** What to do about a gate; those that are not here have rows in quarantine to look at. */
const heldAdvice: Readonly<Record<string, string>> = {
  key_not_null:
    "Correct the rows at the source, or choose another key or a mode without one; readers still see the state before.",
  key_unique:
    "Correct the rows at the source, or choose another key or a mode without one; readers still see the state before.",
  not_emptied:
    "If the table may become empty, set limits: { allowEmpty: true }; readers still see the state before.",
  quarantine_limit:
    "revos quarantine list shows the rows; sync --max-quarantine raises the limit; readers still see the state before.",
};

export function heldError(
  name: { stream: string; namespace: string | null },
  gates: readonly GateResult[],
): RevosError {
  const failed = gates.filter((gate) => gate.result === "fail");
  const words = failed.map((gate) => `${gate.gate} (${gate.reason ?? "failed"})`).join("; ");
  const advice = failed.map((gate) => heldAdvice[gate.gate]).find((text) => text !== undefined);
  return new RevosError("gate.held", `Stream ${name.stream} was not published: ${words}.`, {
    where: name,
    ...(advice === undefined ? {} : { advice }),
    data: { gates: failed.map((gate) => gate.gate) },
  });
}

export function toRunStream(
  plan: StreamPlan,
  attempt: Attempt,
  state: StreamState,
  error: RevosError | null,
  durationMs: number,
): RunStream {
  const published = state === "published";
  const status = published ? "ok" : state === "held" || state === "stopped" ? state : "failed";
  // What an attempt that broke off had read was rolled back with it: its books are closed at nothing.
  const books: Books =
    published || state === "held"
      ? attempt.books
      : { read: 0, written: 0, quarantined: 0, filtered: 0, deduplicated: 0 };
  return {
    stream: plan.stream.name,
    namespace: plan.stream.namespace ?? null,
    table: `${plan.target.schema}.${plan.target.table}`,
    syncMode: plan.syncMode,
    status,
    published,
    ...books,
    balanced: isBalanced(books),
    bytes: attempt.bytes,
    durationMs,
    position: attempt.position,
    ...(published && attempt.window ? { window: attempt.window } : {}),
    ...(published && attempt.removed !== null ? { removed: attempt.removed } : {}),
    ...(published && attempt.late !== null ? { late: attempt.late } : {}),
    gates: attempt.gates,
    reasons: [...attempt.reasons],
    error:
      error === null
        ? null
        : {
            ...toErrorDocument(error),
            where: error.where ?? {
              stream: plan.stream.name,
              namespace: plan.stream.namespace ?? null,
            },
            data: { ...error.data },
          },
  };
}
