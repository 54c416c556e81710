// The open source of a run: opened at the first use, opened anew after a fault, and given up once for all streams. A
// source that nobody can reach is found out by the stream that met it, not by every stream in turn.
import type { OpenSource } from "../connector/source.ts";
import { RevosError, toRevosError } from "../kernel/error.ts";
import type { ErrorCode } from "../kernel/errors/codes.ts";
import type { CheckStep } from "../model/check.ts";
import type { RunPlan } from "./plan.ts";
import { parseConfig, type RunDeps } from "./run-deps.ts";

/** Failures that may be the source's as a whole. Whether they are is asked, because one poor stream can cut a connection too. */
const ofTheWhole: readonly ErrorCode[] = [
  "source.unreachable",
  "source.auth_failed",
  "source.tls_failed",
  "source.database_not_found",
  "source.stalled",
];

/** Steps of a check that say nothing about the source as a whole. */
const ofItsContent: readonly CheckStep["name"][] = [
  "rights",
  "read_row",
  "path",
  "format",
  "snapshot",
];

export type SourceHolder = {
  now(): Promise<OpenSource>;
  /** The source as it is open now; null: it is not. */
  peek(): OpenSource | null;
  /** Ends what the source is asked, when the run is stopped or the source is abandoned. */
  signal(): AbortSignal;
  /** What it is asked fails with `reason`; the next use opens it anew. */
  abandon(reason: RevosError): void;
  /** Closes it, so that the next use opens it anew. */
  again(): Promise<void>;
  /** To be called when a stream has failed for good: finds out whether the others can do better. */
  judge(error: RevosError): Promise<void>;
  /** Why no stream needs to be tried any more; null while the source answers. */
  lost(): RevosError | null;
  close(): Promise<void>;
} & AsyncDisposable;

export function makeSourceHolder(plan: RunPlan, deps: RunDeps): SourceHolder {
  let open: Promise<OpenSource> | null = null;
  let opened: OpenSource | null = null;
  let lost: RevosError | null = null;
  let abandoning = new AbortController();
  const signal = (): AbortSignal => AbortSignal.any([deps.signal, abandoning.signal]);
  const now = (): Promise<OpenSource> => {
    if (open) return open;
    const opening = deps.source.open(parseConfig(deps.source, plan.source.config), {
      signal: signal(),
      log: deps.log,
    });
    opening.then(
      (source) => open === opening && (opened = source),
      () => {},
    );
    return (open = opening);
  };
  let closing: Promise<void> = Promise.resolve();
  const close = async (): Promise<void> => {
    const old = open;
    open = opened = null;
    if (old)
      closing = Promise.all([
        closing,
        old.then((source) => source[Symbol.asyncDispose]()).catch(() => {}),
      ]).then(() => {});
    await closing;
  };
  return {
    now,
    signal,
    peek: () => opened,
    abandon(reason) {
      const old = abandoning;
      abandoning = new AbortController();
      void close();
      old.abort(reason);
    },
    again: close,
    close,
    [Symbol.asyncDispose]: close,
    lost: () => lost,
    async judge(error) {
      if (!ofTheWhole.includes(error.code)) return;
      await close();
      const answer = await askSource(now, error);
      // After a stop everything fails because of it.
      if (deps.signal.aborted) return;
      lost = answer;
      if (lost) deps.log.warn("source lost, the other streams are not tried", { code: lost.code });
    },
  };
}

/** Null when the source answers after all. */
async function askSource(
  now: () => Promise<OpenSource>,
  error: RevosError,
): Promise<RevosError | null> {
  try {
    for await (const step of (await now()).check()) {
      if (ofItsContent.includes(step.name)) break;
      if (step.ok) continue;
      return new RevosError(step.code ?? error.code, step.message ?? error.message, {
        advice: step.advice ?? error.advice,
        data: error.data,
      });
    }
    return null;
  } catch (thrown) {
    return toRevosError(thrown);
  }
}
