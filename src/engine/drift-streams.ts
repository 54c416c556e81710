// Streams that came or went: looked for once a run by their names alone, told and recorded like changes of columns. A
// stream that is new is never loaded by the run that finds it; one that is gone is left out only where the policy says so.
import { RevosError, toRevosError } from "../kernel/error.ts";
import type { FoundChange } from "../model/schema-change.ts";
import { findStreamNow, goneChange, streamLabel, type Warning } from "./drift.ts";
import { changeId } from "./drift-judge.ts";
import { streamId, type StreamPlan } from "./plan.ts";
import type { StreamContext } from "./work.ts";

/**
 * Streams of the connection's namespaces that it did not know of. A source that cannot tell now is no reason to stop: null,
 * which is not the same as none.
 */
export async function findNewStreams(ctx: StreamContext): Promise<FoundChange[] | null> {
  const wanted = ctx.run.newStreams;
  if (!wanted || ctx.run.connection === null) return [];
  const connection = ctx.run.connection;
  let names;
  try {
    names = await ctx.border.source("list the source's streams", async () => {
      const open = await ctx.source.now();
      return open.streamNames ? await open.streamNames() : ((await ctx.catalog())?.streams ?? []);
    });
  } catch (error) {
    ctx.log.warn("new streams not looked for", { code: toRevosError(error).code });
    return null;
  }
  const known = new Set(wanted.known);
  const ignored = new Set(wanted.ignored);
  const spaces = new Set(wanted.namespaces);
  const found = names
    .filter((name) => !known.has(streamId(name)) && spaces.has(name.namespace ?? ""))
    .map((name): FoundChange => {
      const facts = {
        kind: "newStream",
        column: null,
        before: null,
        after: streamLabel(name),
      } as const;
      const id = changeId(connection, name, facts);
      const policy = ignored.has(id) ? "ignore" : wanted.policy;
      return {
        ...facts,
        id,
        stream: name.name,
        namespace: name.namespace ?? null,
        evidence: [],
        certain: true,
        policy,
        // Taking one in is the business of whoever keeps the connection: the run only says that it may be.
        outcome:
          policy === "fail"
            ? "failed"
            : policy === "apply"
              ? "applied"
              : policy === "ignore"
                ? "ignored"
                : "kept",
        oldRows: "none",
        shape: null,
        key: null,
      };
    });
  for (const change of found) ctx.emit({ event: "schema.changed", change });
  return found;
}

/** The policy to fail concerns the run as a whole: nothing of it is read. */
export function stopForNewStreams(changes: readonly FoundChange[]): void {
  const failed = changes.filter(({ outcome }) => outcome === "failed");
  if (failed.length === 0) return;
  throw new RevosError(
    "source.schema_changed",
    `The source has ${failed.length === 1 ? "a new stream" : `${failed.length} new streams`}: ${failed
      .slice(0, 5)
      .map(({ after }) => after)
      .join(", ")}. Nothing was read.`,
    {
      data: {
        changes: failed.map(({ id, kind, after }) => ({ id, kind, now: after })),
        policy: "fail",
      },
      advice: `revos schema-changes list; then accept or ignore ${failed[0]?.id ?? "<id>"}.`,
    },
  );
}

/** The change of a stream that is gone and that its policy lets go; null for every other. */
export async function leftOut(ctx: StreamContext, plan: StreamPlan): Promise<FoundChange | null> {
  const policy = plan.policies?.streamGone;
  const isDecided = plan.decisions?.some(({ kind }) => kind === "streamGone") ?? false;
  if (!isDecided && policy !== "ignore" && policy !== "apply") return null;
  // A source that cannot be asked is met again by the stream itself, which tries more than once.
  const catalog = await ctx.catalog().catch(() => null);
  if (!catalog || findStreamNow(plan, catalog)) return null;
  const change = goneChange(plan, ctx.run.connection ?? "", policy ?? "pause");
  if (change.outcome !== "ignored" && change.outcome !== "applied") return null;
  ctx.emit({ event: "schema.changed", change });
  return change;
}

export function streamWarnings(changes: readonly FoundChange[]): Warning[] {
  const of = (kind: FoundChange["kind"]): string[] =>
    changes
      .filter((change) => change.kind === kind && change.outcome !== "ignored")
      .map(({ stream, namespace }) => [namespace, stream].filter(Boolean).join("."));
  const fresh = of("newStream");
  const gone = changes
    .filter(({ kind }) => kind === "streamGone")
    .map(({ stream, namespace }) => [namespace, stream].filter(Boolean).join("."));
  return [
    ...(fresh.length > 0 ? [{ code: "streams_new", streams: fresh }] : []),
    ...(gone.length > 0 ? [{ code: "streams_gone", streams: gone }] : []),
  ];
}
