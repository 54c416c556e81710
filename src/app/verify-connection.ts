// Compares a connection's tables with its source in a process of its own, alone on connection and warehouse; a repair is a
// run like any other, written down from its start. Who looked at keys in clear, and who repaired what, is recorded.
import { userInfo } from "node:os";
import type { CallOptions } from "../api/app.ts";
import type { VerifyOptions } from "../engine/verify/verify.ts";
import { toErrorDocument, toRevosError } from "../kernel/error.ts";
import { makeRunId } from "../kernel/ids.ts";
import { isAbort } from "../kernel/abort.ts";
import type { Run } from "../model/run.ts";
import type { Verification } from "../model/verification.ts";
import type { Store } from "../store/store.ts";
import type { AppContext } from "./context.ts";
import { findDestination } from "./destinations.ts";
import { placeOf } from "./places.ts";
import { mirrorGroups } from "./mirror.ts";
import { startRunProcess } from "./run-process.ts";
import { exclusivePlace } from "./run-settings.ts";
import {
  emptyRun,
  holdConnection,
  holdDestination,
  watchForCancel,
  type RunRequest,
} from "./run-sync.ts";
import { findConnection, planConnectionRun } from "./sync-connection.ts";

export type VerifyRequest = {
  readonly name: string;
  readonly streams?: readonly string[] | undefined;
  readonly repair?: boolean | undefined;
  readonly confirm?: string | undefined;
  readonly plan?: string | undefined;
  readonly reveal?: boolean | undefined;
  readonly samples?: number | undefined;
  readonly settleMs?: number | undefined;
  readonly timeoutMs?: number | undefined;
};

const defaults = { samples: 20, settleMs: 2000 } as const;

export async function verifyConnection(
  ctx: AppContext,
  request: VerifyRequest,
  options: CallOptions,
): Promise<Verification> {
  await using worker = startRunProcess(ctx.log);
  const store = await ctx.store();
  const connection = await findConnection(ctx, request.name);
  const destination = await findDestination(ctx, connection.destination);
  const exclusive = exclusivePlace(destination.kind, destination.config);
  const id = makeRunId(ctx.clock.now());
  const isRepair = request.repair === true;
  const lane = isRepair ? "repair" : "live";
  const held: RunRequest = {
    connection: { id: connection.id, slug: connection.slug },
    adHoc: null,
    exclusive,
    place: await placeOf(destination),
    timeoutMs: request.timeoutMs ?? null,
    connectors: { source: null, destination: destination.kind },
    trigger: "manual",
    plan: async ({ ordinal }) =>
      await planConnectionRun(
        ctx,
        connection,
        { streams: request.streams, timeoutMs: request.timeoutMs },
        { id, ordinal, lane },
      ),
  };
  await store.runs.sweepLost();
  await using alone = await holdConnection(store, held, id);
  const started: Run = { ...emptyRun(ctx, id, held), lane };
  const { ordinal } = isRepair
    ? await store.runs.start({
        document: started,
        connectionId: connection.id,
        trigger: "manual",
      })
    : { ordinal: 0 };
  try {
    const plan = await held.plan({ id, ordinal });
    await using place = await holdDestination(ctx, store, held, id, options);
    await using cancelled = watchForCancel(store, id);
    const asked: VerifyOptions = {
      reveal: request.reveal === true,
      samples: request.samples ?? defaults.samples,
      settleMs: request.settleMs ?? defaults.settleMs,
      repair: isRepair,
      expected: request.plan ?? null,
      mayRemoveKeys: request.confirm === connection.slug,
    };
    const signals = [alone.lost, place.lost, ...(options.signal ? [options.signal] : [])];
    const end = await worker.verify(plan, asked, {
      signal: AbortSignal.any(isRepair ? [...signals, cancelled.signal] : signals),
      onEvent: (event) => options.onProgress?.({ kind: "run", run: id, event }),
    });
    if (isRepair)
      await store.runs.finish(
        id,
        end.run ?? {
          ...started,
          status: "ok",
          durationMs: ctx.clock.now() - Date.parse(started.startedAt),
        },
      );
    if (end.groups && exclusive !== null)
      await mirrorGroups(store, { place: exclusive, connection: connection.slug }, end.groups);
    await record(store, connection.slug, request, end.verification);
    return end.verification;
  } catch (error) {
    if (isRepair) await fail(ctx, store, started, error);
    throw toRevosError(error);
  }
}

async function fail(ctx: AppContext, store: Store, started: Run, error: unknown): Promise<void> {
  const document = toErrorDocument(error);
  const status = isAbort(error) || document.code === "run.stopped" ? "stopped" : "failed";
  await store.runs.finish(started.id, {
    ...started,
    status,
    exit: document.exit,
    durationMs: ctx.clock.now() - Date.parse(started.startedAt),
    error: document as NonNullable<Run["error"]>,
  });
}

/** A comparison that shows nothing and changes nothing needs no record. */
async function record(
  store: Store,
  connection: string,
  request: VerifyRequest,
  { repaired, status, streams }: Verification,
): Promise<void> {
  const sampled = streams.some((stream) => stream.samples.some((sample) => sample.key !== null));
  const object = { kind: "connection", id: connection };
  const actor = userInfo().username;
  if (request.reveal && sampled)
    await store.audit.append({ actor, action: "verify.reveal", object, evidence: { status } });
  if (repaired)
    await store.audit.append({
      actor,
      action: "verify.repair",
      object,
      evidence: {
        run: repaired.run,
        plan: repaired.plan.id,
        consent: repaired.plan.consent,
        inserted: repaired.inserted,
        removed: repaired.removed,
        status,
      },
    });
}
