// Runs that were, and the one that is: listed, shown, followed, cancelled, run again. Checkpoints stand beside them.
import { RevosError } from "../../kernel/error.ts";
import { runStatuses, type Run } from "../../model/run.ts";
import type { StoredRun } from "../../store/run-rows.ts";
import type { AppContext, HandlerTable } from "../context.ts";
import type { RunEvent } from "../../model/run-event.ts";
import { listCheckpoints } from "../checkpoints.ts";
import { toLogLines } from "../run-log.ts";
import { retryRewrite } from "../rewrite/retry.ts";
import { formatStream } from "../stream-names.ts";
import { syncConnection } from "../sync-connection.ts";

const pollMs = 500;
const defaultLimit = 50;

export const handlers: HandlerTable = {
  "runs.list": async (ctx, { connection, state, limit }) => {
    const status = state as Run["status"] | undefined;
    if (status !== undefined && !runStatuses.includes(status))
      throw new RevosError("usage.bad_value", `${state} is not a state of a run.`, {
        advice: `One of ${runStatuses.join(", ")}.`,
      });
    const store = await ctx.store();
    await store.runs.sweepLost();
    const runs = await store.runs.list({
      ...(connection ? { connection } : {}),
      ...(status ? { status } : {}),
      limit: limit ?? defaultLimit,
    });
    return runs.map((run) => run.document);
  },

  "runs.show": async (ctx, { id }) => (await findRun(ctx, id)).document,

  "runs.logs": async (ctx, { id, stream, after }) => {
    const { document } = await findRun(ctx, id);
    const events = await (
      await ctx.store()
    ).runEvents.list(id, {
      ...(stream ? { stream } : {}),
      ...(after === undefined ? {} : { after }),
    });
    return toLogLines(document, events, { stream, isTail: after !== undefined });
  },

  "runs.watch": async (ctx, { id }, { signal, onProgress }) => {
    const { runEvents } = await ctx.store();
    for (let after = 0; ;) {
      // The document first: events that come while it says "running" are seen on the next turn.
      const { document } = await findRun(ctx, id);
      for (const event of await runEvents.list(id, { after })) {
        after = event.seq;
        onProgress?.({ kind: "run", run: id, event: event as unknown as RunEvent });
      }
      if (document.status !== "running" && document.status !== "queued") return document;
      await ctx.clock.sleep(pollMs, signal);
    }
  },

  "runs.cancel": async (ctx, { id }) => {
    const { document } = await findRun(ctx, id);
    if (document.status !== "running" && document.status !== "queued")
      return { ok: true, changed: false };
    return { ok: true, changed: await (await ctx.store()).runs.askCancel(id) };
  },

  "runs.retry": async (ctx, { id }, options) => {
    const { document } = await findRun(ctx, id);
    if (document.connection === null) {
      throw new RevosError(
        "usage.bad_value",
        `${id} was an ad hoc run; its command is not kept. Nothing was started.`,
        { advice: "Repeat the revos sync --source ... line: it goes on from its last checkpoint." },
      );
    }
    if (document.lane === "backfill" || document.lane === "replay") {
      const again = await retryRewrite(ctx, document, options);
      if (again) return again;
      const message = `Every part of ${id} is done: there is nothing to run again.`;
      options.onProgress?.({ kind: "note", text: message });
      return {
        ...document,
        warnings: [...document.warnings, { code: "run.nothing_to_do", message }],
      };
    }
    const failed = document.streams
      .filter((stream) => !stream.published)
      .map((stream) => formatStream({ name: stream.stream, namespace: stream.namespace }));
    if (document.streams.length > 0 && failed.length === 0) {
      const message = `Every stream of ${id} was published: there is nothing to run again.`;
      options.onProgress?.({ kind: "note", text: message });
      return {
        ...document,
        warnings: [...document.warnings, { code: "run.nothing_to_do", message }],
      };
    }
    return await syncConnection(
      ctx,
      {
        name: document.connection,
        ...(failed.length > 0 ? { streams: failed } : {}),
        trigger: "retry",
      },
      options,
    );
  },

  "checkpoints.list": (ctx, { connection }) => listCheckpoints(ctx, connection),
};

async function findRun(ctx: AppContext, id: string): Promise<StoredRun> {
  const store = await ctx.store();
  await store.runs.sweepLost();
  const run = await store.runs.find(id);
  if (!run)
    throw new RevosError("run.not_found", `No run has the id ${id}.`, { data: { run: id } });
  return run;
}
