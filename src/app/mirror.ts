// Mirrors in the store of what stands in a warehouse, so that lists never open one. interface.md §2.
import type { RunPlan } from "../engine/plan.ts";
import type { GroupRow } from "../engine/quarantine/rows.ts";
import { toIso } from "../kernel/clock.ts";
import type { Run } from "../model/run.ts";
import { saveSamples } from "./quarantine-values.ts";
import type { Store } from "../store/store.ts";

/** Whose groups: those of one connection, or (null) of all ad hoc runs into one warehouse. `place` is its file. */
export type GroupScope = { readonly place: string; readonly connection: string | null };

/** The whole truth about a scope: groups that are not among these are gone. */
export async function mirrorGroups(
  store: Store,
  scope: GroupScope,
  groups: readonly GroupRow[],
): Promise<void> {
  const target = scope.connection ?? "";
  await saveSamples(store, scope, groups);
  await store.quarantine.replace(
    scope.place,
    [target],
    groups.map((group) => ({
      groupId: group.group,
      status: group.status,
      connection: group.connection,
      destination: scope.place,
      target,
      namespace: group.namespace ?? "",
      stream: group.stream,
      columnName: group.column,
      rule: group.rule,
      rowCount: group.rows,
      oldestAt: group.oldest,
      newestAt: group.oldest,
    })),
  );
}

/** Only streams that were published moved. */
export async function mirrorCheckpoints(
  store: Store,
  plan: RunPlan,
  place: string,
  run: Run,
): Promise<void> {
  const committedAt = toIso(Date.parse(run.startedAt) + run.durationMs);
  await store.checkpoints.save(
    run.streams
      .filter((stream) => stream.published)
      .map((stream) => ({
        sourceKey: plan.source.key,
        namespace: stream.namespace ?? "",
        stream: stream.stream,
        target: stream.table,
        lane: plan.lane,
        connection: plan.connection,
        destination: place,
        position: stream.position,
        ...windowOf(stream),
        generation: 0,
        runId: run.id,
        committedAt,
      })),
  );
}

/** Event-time progress of a stream, in ISO 8601 where the source's text is a plain time; null without a time cursor. */
export function windowOf(stream: Run["streams"][number]): {
  readonly watermark: string | null;
  readonly windowStart: string | null;
  readonly windowEnd: string | null;
} {
  const { start, end, watermark } = stream.window ?? { start: null, end: null, watermark: null };
  const iso = (text: string | null): string | null =>
    text === null
      ? null
      : text.replace(/^(\d{4}-\d\d-\d\d) (\d)/, "$1T$2").replace(/\+00(:00)?$/, "Z");
  return { watermark: iso(watermark), windowStart: iso(start), windowEnd: iso(end) };
}
