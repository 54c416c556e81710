// Before and after the mappers on sample rows of the source: read, shown, stored nowhere.
import type { OpenSource } from "../../connector/source.ts";
import { planMappers } from "../../engine/mappers/plan.ts";
import { previewMappers, type SampleRows } from "../../engine/mappers/preview.ts";
import type { StreamPlan } from "../../engine/plan.ts";
import type { Workbench } from "../../connector/workbench.ts";
import { RevosError } from "../../kernel/error.ts";
import type { AppContext, HandlerTable } from "../context.ts";
import { destinationFacts, findDestination } from "../destinations.ts";
import { findSource, openSource } from "../sources.ts";
import { findStream } from "../stream-names.ts";
import { findConnection, planStreams, resolveKeys, resolveStored } from "../sync-connection.ts";

const defaultRows = 5;

export const handlers: HandlerTable = {
  "mappers.preview": async (ctx, { name, stream, rows }, options) => {
    const connection = await findConnection(ctx, name);
    const resolved = resolveStored(connection);
    const destination = await findDestination(ctx, resolved.destination);
    const { schema, maxNameBytes } = await destinationFacts(destination);
    const all = await planStreams(ctx, connection, resolved, { schema, maxNameBytes });
    const one =
      stream === undefined
        ? null
        : findStream(
            all.map((plan) => plan.stream),
            stream,
          );
    const plans = one
      ? all.filter((plan) => plan.stream === one)
      : all.filter((plan) => plan.mappers.length > 0);
    if (plans.length === 0)
      throw new RevosError("usage.bad_value", `No stream of ${name} has mappers.`, {
        advice: "Add mappers to a stream, or name one with --stream.",
      });
    const keys = resolveKeys(ctx, resolved);
    const { open } = await openSource(
      ctx,
      await findSource(ctx, resolved.sourceId),
      options.signal,
    );
    await using reader = open;
    const streams = [];
    for (const plan of plans) {
      const sample = await readSample(ctx, reader, plan, rows ?? defaultRows);
      const columns = plan.stream.columns.filter(
        (column) => plan.columns[column.name]?.include !== false,
      );
      const { before, after, dropped } = previewMappers(
        planMappers({ mappers: plan.mappers, columns, keys }),
        sample,
      );
      streams.push({
        stream: plan.stream.name,
        namespace: plan.stream.namespace ?? null,
        before,
        after,
        dropped,
      });
    }
    return { streams };
  },
};

/** Ends a read from inside once enough rows were seen. */
class Enough extends Error {}

/**
 * The first rows as canonical texts. They are taken by a filter that keeps none of them, so that not one reaches a
 * segment; the read ends when there are enough.
 */
async function readSample(
  ctx: AppContext,
  reader: OpenSource,
  plan: StreamPlan,
  rows: number,
): Promise<SampleRows> {
  const columns = plan.stream.columns.map((column) => column.name);
  const values: (string | null)[][] = [];
  const request = {
    stream: plan.stream,
    columns: plan.stream.columns.map((column) => ({
      source: column.name,
      name: column.name,
      type: column.type,
    })),
    cursor: null,
    where: plan.where,
    filter: {
      fields: columns,
      keep: (canonical: readonly (string | null)[]) => {
        if (values.length >= rows) throw new Enough();
        values.push([...canonical]);
        return false;
      },
    },
    segmentRows: 1000,
    segmentBytes: 1_000_000,
  };
  try {
    for await (const segment of reader.read(request, {
      signal: new AbortController().signal,
      log: ctx.log,
      workbench: noWorkbench,
    }))
      void segment;
  } catch (error) {
    if (!(error instanceof Enough) && values.length < rows) throw error;
  }
  return { columns, values };
}

const refuse = async (): Promise<never> => {
  throw new RevosError(
    "bug.assertion",
    "A source that runs the privacy part itself needs no workbench for a sample.",
  );
};
const noWorkbench: Workbench = {
  run: refuse,
  all: refuse,
  change: refuse,
  defineFunction: refuse,
  lane: refuse,
  interrupt: () => {},
};
