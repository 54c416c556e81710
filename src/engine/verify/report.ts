// The report on one stream: counts by kind, columns, samples of keys as digests. Keys themselves only when they were asked
// for, and no value of any other column.
import { quoteText } from "../../connector/workbench.ts";
import { toErrorDocument, type RevosError } from "../../kernel/error.ts";
import type { VerifiedStream } from "../../model/verification.ts";
import type { StreamPlan } from "../plan.ts";
import type { StreamContext } from "../work.ts";
import { differenceKinds, type DifferenceKind, type Kind } from "./classify.ts";
import { keyText } from "./keys.ts";
import { hashName, keyName, sameKey, tables } from "./names.ts";
import { changedColumns, pairsTable } from "./pairs.ts";
import { isDifference } from "./recheck.ts";
import type { Compared } from "./stream.ts";

export type ReportOptions = { readonly reveal: boolean; readonly samples: number };

export async function reportStream(
  ctx: StreamContext,
  compared: Compared,
  options: ReportOptions,
  durationMs: number,
): Promise<VerifiedStream> {
  const { plan, shape, key, digests } = compared;
  const counts = await countKinds(ctx, compared);
  const of = (kind: Kind): number => counts.get(kind) ?? 0;
  const differences = {
    changed: of("changed"),
    missing: of("missing"),
    extra: of("extra"),
    duplicate: of("duplicate"),
  };
  const isDifferent = differenceKinds.some((kind) => differences[kind] > 0);
  return {
    ...head(plan),
    table: key.target,
    status: isDifferent ? "different" : "equal",
    method: digests ? "digests" : "rows",
    key: [...shape.locator.columns],
    sourceRows: compared.sourceRows,
    tableRows: compared.tableRows,
    readRows: compared.readRows,
    buckets: digests
      ? { compared: digests.form.buckets, differing: digests.differing.length }
      : null,
    differences,
    explained: {
      inFlight: of("in_flight"),
      quarantined: of("quarantined"),
      history: of("history"),
      superseded: of("superseded"),
    },
    columns: compared.hasPairs ? await changedColumns(ctx, shape) : [],
    notCompared: shape.notCompared.map((one) => ({ ...one })),
    samples: isDifferent ? await samplesOf(ctx, compared, options) : [],
    position: compared.position,
    loadedAt: compared.target.marker?.committedAt ?? null,
    durationMs,
    error: null,
  };
}

export function reportFailure(
  plan: StreamPlan,
  error: RevosError,
  durationMs: number,
): VerifiedStream {
  return {
    ...head(plan),
    status: "failed",
    method: null,
    key: [],
    sourceRows: 0,
    tableRows: 0,
    readRows: 0,
    buckets: null,
    differences: { changed: 0, missing: 0, extra: 0, duplicate: 0 },
    explained: { inFlight: 0, quarantined: 0, history: 0, superseded: 0 },
    columns: [],
    notCompared: [],
    samples: [],
    position: null,
    loadedAt: null,
    durationMs,
    error: { ...toErrorDocument(error), data: { ...error.data } },
  };
}

const head = (
  plan: StreamPlan,
): Pick<VerifiedStream, "stream" | "namespace" | "table" | "syncMode"> => ({
  stream: plan.stream.name,
  namespace: plan.stream.namespace ?? null,
  table: `${plan.target.schema}.${plan.target.table}`,
  syncMode: plan.syncMode,
});

async function countKinds(
  ctx: StreamContext,
  compared: Compared,
): Promise<ReadonlyMap<string, number>> {
  if (!compared.hasVerdicts) return new Map();
  const rows = await ctx.destination.workbench.all(
    `select kind, sum(n)::bigint as n from ${tables.verdicts} group by kind`,
  );
  return new Map(rows.map((row) => [String(row.kind), Number(row.n)]));
}

async function samplesOf(
  ctx: StreamContext,
  { shape, hasPairs, key }: Compared,
  { reveal, samples }: ReportOptions,
): Promise<VerifiedStream["samples"]> {
  const names = shape.locator.columns;
  const texts = names.map((_, place) => keyText(shape, place, "v."));
  // Salted by the source, so that the same key has the same digest in every comparison of it and another one elsewhere.
  const subject =
    names.length === 0
      ? `cast(v.${hashName} as varchar)`
      : texts.map((text) => `coalesce(strlen(${text}) || ':' || ${text}, '-')`).join(" || ");
  const digest = `'k_' || substr(sha256(${quoteText(`${key.sourceKey}/${key.stream}/`)} || ${subject}), 1, 12)`;
  const columns = hasPairs
    ? `(select any_value(p.columns) from ${pairsTable} as p where v.kind = 'changed' and ${sameKey(shape, "p", "v")})`
    : "null::varchar[]";
  const shown = texts.map((text, place) => `${text} as ${keyName(place)}`);
  const rows = await ctx.destination.workbench.all(
    `select v.kind as kind, coalesce(${digest}, '') as digest, ${columns} as columns${shown.map((one) => `, ${one}`).join("")} from ${tables.verdicts} as v
      where ${isDifference.replace("kind", "v.kind")} order by digest limit ${Math.max(0, Math.floor(samples))}`,
  );
  return rows.map((row) => ({
    kind: String(row.kind) as DifferenceKind,
    keyDigest: String(row.digest),
    key:
      reveal && names.length > 0
        ? Object.fromEntries(
            names.map((name, place) => {
              const text = row[`_revos k${place}`];
              return [name, text === null || text === undefined ? null : String(text)];
            }),
          )
        : null,
    columns: Array.isArray(row.columns) ? row.columns.map(String) : [],
  }));
}
