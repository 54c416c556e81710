// The stall detector. Every call over the border (failures.ts) is watched while it is open: when nothing moves for a first
// limit, the run says who is waited for, having asked the other side; after a second limit the call fails, with an error
// that names stage and stream and may be tried again. A call moves when bytes come or go, or when it ends.
import type { Diagnosis, StallProbe } from "../../connector/stall-probe.ts";
import type { Clock } from "../../kernel/clock.ts";
import { RevosError } from "../../kernel/error.ts";
import type { ErrorCode } from "../../kernel/errors/codes.ts";
import type { Log } from "../../kernel/log.ts";
import type { Guilty, RunEvent, Stage } from "../../model/run-event.ts";
import type { Warning } from "../drift.ts";
import type { RunPlan } from "../plan.ts";
import { watchOwnWork } from "./own-work.ts";
import { adviseStall, sayStall } from "./words.ts";

export const stallDefaults = { warnMs: 60_000, failMs: 3_600_000 } as const;
/** The other side is given this long to say what it does. */
const diagnoseMs = 10_000;
/** A statement of ours that was interrupted ends within this, or the run does without it. */
const graceMs = 10_000;

/** between: a statement of ours that reads what the source handed over (files). */
export type Side = "source" | "between" | "destination";

export type Watch = Disposable & {
  /** Watches a call while it is open. Fails with a stall's error when the second limit is reached, whatever the call does. */
  over<T>(side: Side, doing: string, work: () => Promise<T>): Promise<T>;
  /** Every event of the run passes here, so that a stall is told with the stream and the stage that it is about. */
  see(event: RunEvent): void;
  /** What is to be asked. */
  attach(ends: Partial<Ends>): void;
  /** The stalls of this run, the longest of each kind, for its document. */
  warnings(): Warning[];
  /** Rejects when a call has not even ended after it was interrupted: nothing can be tidied up then. */
  readonly hung: Promise<never>;
};

export type Ends = {
  /** Null: not open now. */
  readonly source: () => StallProbe | null;
  /** Ends all that the source is waited for; the next use opens it anew. */
  readonly abandonSource: (reason: RevosError) => void;
  readonly destination: StallProbe | null;
  readonly interrupt: () => void;
};

type Name = { readonly stream: string; readonly namespace: string | null };

type Call = {
  readonly side: Side;
  readonly doing: string;
  readonly name: Name;
  readonly fail: (error: RevosError) => void;
  movedAt: number;
  /** As movedAt, or later when this process was at work on the call. */
  workedAt: number;
  nextWarnMs: number;
  unreachable: number;
  isAsked: boolean;
};

export function makeWatch(
  plan: Pick<RunPlan, "limits" | "streams">,
  deps: { readonly clock: Clock; readonly log: Log; readonly emit: (event: RunEvent) => void },
  /** Reads of the source go over a network: what this process does meanwhile says nothing about them. */
  isRemote: boolean,
): Watch {
  const { clock, emit } = deps;
  const warnMs = plan.limits.stallWarnMs ?? stallDefaults.warnMs;
  const failMs = plan.limits.stallFailMs ?? stallDefaults.failMs;
  const first = plan.streams[0]?.stream;
  let name: Name = { stream: first?.name ?? "", namespace: first?.namespace ?? null };
  let stage: Stage = "reading";
  let ends: Ends = {
    source: () => null,
    abandonSource: () => {},
    destination: null,
    interrupt: () => {},
  };
  const calls = new Set<Call>();
  const told = new Map<string, Warning & { waitedMs: number }>();
  let giveUp: (error: RevosError) => void = () => {};
  const hung = new Promise<never>((_, reject) => (giveUp = reject));
  hung.catch(() => {});
  const atWork = watchOwnWork();
  const traffic = { source: 0, destination: 0 };

  const probeOf = (side: Side): StallProbe | null =>
    side === "source" ? ends.source() : side === "destination" ? ends.destination : null;

  const tick = (): void => {
    const now = clock.monotonic();
    const isBusy = atWork();
    const hasMoved = { source: false, between: false, destination: false };
    for (const side of ["source", "destination"] as const) {
      const seen = probeOf(side)?.traffic() ?? 0;
      hasMoved[side] = seen !== traffic[side];
      traffic[side] = seen;
    }
    for (const call of calls) {
      if (hasMoved[call.side]) {
        call.movedAt = call.workedAt = now;
        call.nextWarnMs = warnMs;
        call.unreachable = 0;
        continue;
      }
      if (isBusy && (call.side !== "source" || !isRemote)) call.workedAt = now;
      if (now - call.workedAt >= failMs) void end(call, isBusy);
      else if (now - call.movedAt >= call.nextWarnMs) void warn(call, isBusy);
    }
  };
  const timer = setInterval(tick, Math.max(50, Math.min(1000, warnMs / 4)));
  timer.unref();

  const waited = (call: Call): number => Math.round(clock.monotonic() - call.movedAt);

  /** Who is guilty and why, asked of the other side. */
  async function ask(call: Call, isBusy: boolean): Promise<[Guilty, Diagnosis]> {
    const probe = probeOf(call.side);
    const own = (): [Guilty, Diagnosis] =>
      isBusy ? ["convert", { cause: "processor" }] : ["write", { cause: "disk" }];
    if (call.side !== "source" && probe === null) return own();
    const guilty = call.side === "source" ? "source" : "write";
    if (probe === null) return [guilty, { cause: "silent" }];
    try {
      const found = await within(probe);
      if (found !== null) return [guilty, found];
      return call.side === "source" ? [guilty, { cause: "silent" }] : own();
    } catch (thrown) {
      const error = thrown instanceof RevosError ? thrown : null;
      // A server that answers, if only to refuse, is there.
      const isThere = error !== null && ("sqlState" in error.data || "errno" in error.data);
      deps.log.debug("stalled, and nobody says why", { code: error?.code ?? "unknown" });
      return [guilty, { cause: isThere ? "hidden" : "unreachable" }];
    }
  }

  async function warn(call: Call, isBusy: boolean): Promise<void> {
    if (call.isAsked) return;
    call.isAsked = true;
    const before = probeOf(call.side)?.traffic();
    const [guilty, found] = await ask(call, isBusy).finally(() => (call.isAsked = false));
    // What was on its way may have arrived while we asked.
    if (!calls.has(call) || probeOf(call.side)?.traffic() !== before) return;
    call.nextWarnMs *= 2;
    tell(call, guilty, found);
    if (found.cause === "unreachable" || found.cause === "sending") call.unreachable++;
    else call.unreachable = 0;
    const isLost = found.cause === "gone" || found.cause === "idle";
    // Who is silent twice in a row is gone.
    if (!isLost && call.unreachable < 2) return;
    if (call.side === "destination" && ends.destination?.abandon) {
      // It knows what it may do again, and whether a commit has happened all the same.
      call.movedAt = clock.monotonic();
      ends.destination.abandon(null);
    } else drop(call, lostError(call, guilty, found));
  }

  async function end(call: Call, isBusy: boolean): Promise<void> {
    if (call.isAsked) return;
    call.isAsked = true;
    const [guilty, found] = await ask(call, isBusy);
    if (!calls.has(call)) return;
    tell(call, guilty, found);
    drop(call, stallError(call, guilty, found));
  }

  function tell(call: Call, guilty: Guilty, found: Diagnosis): void {
    const { cause, table, blockers } = found;
    const facts = {
      waitedMs: waited(call),
      on: sayStall(guilty, found),
      guilty,
      cause,
      ...(table === undefined ? {} : { table }),
      ...(blockers && blockers.length > 0 ? { blockers } : {}),
    };
    emit({ event: "stall", ...call.name, stage: stageOf(call), ...facts });
    const key = JSON.stringify([call.name, guilty, cause, table]);
    told.set(key, {
      code: "stalled",
      ...call.name,
      stage: stageOf(call),
      ...facts,
      message: `Nothing moved for ${seconds(facts.waitedMs)} while revos was to ${call.doing}: ${facts.on}.`,
    });
  }

  const stageOf = (call: Call): Stage =>
    call.side === "source" ? "reading" : stage === "reading" ? "writing" : stage;

  function stallError(call: Call, guilty: Guilty, found: Diagnosis): RevosError {
    const codes: Readonly<Record<Guilty, ErrorCode>> = {
      source: "source.stalled",
      convert: "run.stalled",
      write: "destination.stalled",
    };
    return failure(codes[guilty], call, guilty, found);
  }

  const lostError = (call: Call, guilty: Guilty, found: Diagnosis): RevosError =>
    failure(
      guilty === "source" ? "source.unreachable" : "destination.unreachable",
      call,
      guilty,
      found,
    );

  const failure = (code: ErrorCode, call: Call, guilty: Guilty, found: Diagnosis): RevosError =>
    new RevosError(
      code,
      `Could not ${call.doing}: nothing moved for ${seconds(waited(call))}. Waited for ${sayStall(guilty, found)}.`,
      {
        where: call.name,
        advice: adviseStall(guilty, found),
        data: {
          guilty,
          cause: found.cause,
          stage: stageOf(call),
          waitedMs: waited(call),
          ...(found.table === undefined ? {} : { table: found.table }),
          ...(found.blockers ? { blockers: found.blockers } : {}),
        },
      },
    );

  /** The call fails now; what it waits for is told to stop. */
  function drop(call: Call, error: RevosError): void {
    calls.delete(call);
    call.fail(error);
    if (call.side === "source") return ends.abandonSource(error);
    ends.destination?.abandon?.(error);
    ends.interrupt();
  }

  return {
    hung,
    attach: (more) => (ends = { ...ends, ...more }),
    see(event) {
      if (event.event === "stream.started") {
        name = { stream: event.stream, namespace: event.namespace };
        stage = "reading";
      } else if (event.event === "stream.progress") stage = event.stage;
    },
    warnings: () => [...told.values()],
    async over(side, doing, work) {
      const now = clock.monotonic();
      let isEnded = false;
      let fail: (error: RevosError) => void = () => {};
      const failed = new Promise<never>((_, reject) => {
        fail = (error) => {
          reject(error);
          if (side === "source") return;
          const late = setTimeout(() => isEnded || giveUp(error), graceMs);
          late.unref();
        };
      });
      failed.catch(() => {});
      const call: Call = {
        side,
        doing,
        name,
        fail,
        movedAt: now,
        workedAt: now,
        nextWarnMs: warnMs,
        unreachable: 0,
        isAsked: false,
      };
      calls.add(call);
      try {
        return await Promise.race([
          work().finally(() => {
            isEnded = true;
          }),
          failed,
        ]);
      } finally {
        calls.delete(call);
      }
    },
    [Symbol.dispose]: () => clearInterval(timer),
  };
}

const seconds = (ms: number): string => `${Math.round(ms / 1000)} s`;

async function within(probe: StallProbe): Promise<Diagnosis | null> {
  const late = AbortSignal.timeout(diagnoseMs);
  return await new Promise((resolve, reject) => {
    late.addEventListener("abort", () => reject(late.reason as Error), { once: true });
    probe.diagnose(late).then(resolve, reject);
  });
}
