// Replay: held rows go again through conversion, load mappers, key rules and the books, and those that fit are published
// in one transaction with their status, so that doing it twice changes nothing. The privacy part is not run again: the
// originals are what it left. A key that landed in a newer version since is never overwritten.
import type { OpenDestination, TableName } from "../../connector/destination.ts";
import { quarantineScope } from "../../connector/quarantine-id.ts";
import { qualifiedName } from "../bad-rows.ts";
import { cursorSql, orderOfPosition, orderOfValues, type NestedOrder } from "../cursor.ts";
import { fitTarget } from "../drift.ts";
import { rowBits } from "../load.ts";
import type { RunPlan, StreamPlan } from "../plan.ts";
import { setUpStream, type StreamSetup } from "../stream-setup.ts";
import { compileFix, type CompiledFix, type Fix } from "./fix.ts";
import { statusSql, writeLog } from "./log.ts";
import {
  chosenSql,
  countsSql,
  judgedSql,
  newReasonsSql,
  noKeySql,
  originalTextSql,
  resolvedSql,
  stageSql,
  stageTable,
  staysSql,
  temporaryTables,
} from "./replay-sql.ts";
import { dropOvertaken } from "./overtaken.ts";
import { publishReplay } from "./replay-publish.ts";
import { hasQuarantine, notFound } from "./rows.ts";

export type ReplayRequest = {
  /** A group, a row id, or null for all held rows of the plan's streams. `label` in results is what the user typed. */
  readonly target: string | null;
  readonly fix?: Fix | undefined;
  readonly dryRun?: boolean | undefined;
  /** Most rows to try, oldest first, over all streams. */
  readonly limit?: number | undefined;
  readonly actor?: string | null;
  readonly nowMs: number;
};

export type ReplayStream = {
  readonly stream: string;
  readonly namespace: string | null;
  readonly table: string;
  readonly tried: number;
  /** Rows whose quarantine is over: written + filtered + deduplicated. */
  readonly replayed: number;
  readonly written: number;
  readonly filtered: number;
  /** Older than what landed since, or twice in the quarantine. */
  readonly deduplicated: number;
  readonly stays: number;
};

export type ReplayOutcome = {
  readonly dryRun: boolean;
  readonly tried: number;
  readonly replayed: number;
  readonly stays: number;
  readonly reasons: readonly {
    readonly column: string;
    readonly rule: string;
    readonly rows: number;
  }[];
  readonly streams: readonly ReplayStream[];
  /** Null when nothing was written. */
  readonly audit: string | null;
  /** 0; 8 when rows stay after a real replay. */
  readonly exit: 0 | 8;
};

/**
 * `plan` is the connection's run plan in lane `replay` (the source is not opened, its config may be empty). Each stream
 * is its own transaction. Throws quarantine.not_found when the target names nothing, usage.bad_value for a bad fix.
 */
export async function replayQuarantine(
  destination: OpenDestination,
  plan: RunPlan,
  request: ReplayRequest,
): Promise<ReplayOutcome> {
  const { workbench } = destination;
  // A dry run makes nothing, not even a schema.
  if (request.dryRun !== true) {
    await destination.prepare([...new Set(plan.streams.map((stream) => stream.target.schema))]);
    await destination.claim?.(plan.streams.map((stream) => stream.target));
  }
  await destination.borrowQuarantine?.({ connection: plan.connection });
  const streams: ReplayStream[] = [];
  const reasons = new Map<string, { column: string; rule: string; rows: number }>();
  const named = await streamsOf(destination, plan, request.target);
  let left = request.limit;
  // All fixes are read before the first stream is written: a wrong one changes nothing.
  for (const work of named.map((stream) =>
    prepare(plan, stream, request.fix, destination.limits),
  )) {
    const done = await replayStream(destination, plan, work, { ...request, limit: left });
    if (left !== undefined) left -= done.result.tried;
    streams.push(done.result);
    for (const { column, rule, rows } of done.reasons) {
      const known = reasons.get(`${column}\n${rule}`);
      reasons.set(`${column}\n${rule}`, { column, rule, rows: rows + (known?.rows ?? 0) });
    }
  }
  const sum = (count: (one: ReplayStream) => number): number =>
    streams.reduce((total, one) => total + count(one), 0);
  const replayed = sum((one) => one.replayed);
  const stays = sum((one) => one.stays);
  const dryRun = request.dryRun === true;
  const audit =
    dryRun || replayed === 0
      ? null
      : await writeLog(
          workbench,
          {
            action: "replay",
            target: request.target ?? plan.connection ?? "all",
            rows: replayed,
            actor: request.actor ?? null,
            ...(request.fix ? { change: request.fix } : {}),
          },
          request.nowMs,
        );
  if (!dryRun) await destination.returnQuarantine?.();
  return {
    dryRun,
    tried: sum((one) => one.tried),
    replayed,
    stays,
    reasons: [...reasons.values()].sort((a, b) => b.rows - a.rows),
    streams,
    audit,
    exit: stays > 0 && !dryRun ? 8 : 0,
  };
}

const liveKey = (plan: RunPlan, stream: StreamPlan) => ({
  sourceKey: plan.source.key,
  namespace: stream.stream.namespace ?? "",
  stream: stream.stream.name,
  target: `${stream.target.schema}.${stream.target.table}`,
});

/** The streams of the plan that have rows of the target (in any status), or rows that may be held. */
async function streamsOf(
  destination: OpenDestination,
  plan: RunPlan,
  target: string | null,
): Promise<StreamPlan[]> {
  if (!(await hasQuarantine(destination.workbench))) {
    if (target === null) return [];
    throw notFound(target);
  }
  const rows = await destination.workbench.all(
    "select distinct left(id, 18) as scope from _revos.quarantine where group_id = $1 or id = $1 or ($1::varchar is null and status in ('held', 'waived'))",
    [target],
  );
  const scopes = new Set(rows.map((row) => String(row.scope)));
  const found = plan.streams.filter((stream) => scopes.has(quarantineScope(liveKey(plan, stream))));
  if (found.length === 0 && target !== null) throw notFound(target);
  return found;
}

type StreamDone = {
  readonly result: ReplayStream;
  readonly reasons: readonly {
    readonly column: string;
    readonly rule: string;
    readonly rows: number;
  }[];
};

type Work = {
  readonly stream: StreamPlan;
  readonly key: ReturnType<typeof liveKey>;
  readonly setup: StreamSetup;
  readonly fix: CompiledFix | null;
};

function prepare(
  plan: RunPlan,
  stream: StreamPlan,
  fix: Fix | undefined,
  limits: OpenDestination["limits"],
): Work {
  // What the source filtered by `where` never came to quarantine: the condition is not asked again.
  // The privacy part is not run again either, so its keys are not needed.
  const setup = setUpStream(
    stream,
    stream.stream,
    { keys: null },
    {
      namespaces: true,
      incremental: true,
      where: true,
      privacy: true,
      oneSnapshot: true,
      network: false,
    },
    { limits },
  );
  const names = new Set(setup.segment.map((column) => column.name));
  return {
    stream,
    setup,
    key: liveKey(plan, stream),
    fix: fix
      ? compileFix(fix, (name) => (names.has(name) ? originalTextSql(name) : undefined))
      : null,
  };
}

async function replayStream(
  destination: OpenDestination,
  plan: RunPlan,
  { stream, setup, key, fix }: Work,
  request: ReplayRequest,
): Promise<StreamDone> {
  const { workbench } = destination;
  const state = await destination.describe(stream.target, { ...key, lane: "live" });
  const fit = fitTarget(stream, setup.fields, state.columns, {
    looking: { connection: null, isInferred: false, isSensitive: () => false },
    sourceOf: () => null,
  });
  const ordinal = [BigInt(plan.runOrdinal), ((state.maxRowId ?? -1n) >> rowBits) + 1n].reduce(
    (a, b) => (a > b ? a : b),
  );
  const facts = { ordinal, runId: plan.runId, generation: state.marker?.generation ?? 0 };
  try {
    await workbench.run(
      chosenSql(
        setup,
        quarantineScope(key),
        await statusSql(workbench, request.nowMs),
        request.limit,
        fix,
      ),
      [request.target],
    );
    await workbench.run(judgedSql(setup, state.columns ?? [], fix, destination.refuses));
    await workbench.run(stageSql(setup, fit.fields, facts));
    for (const statement of noKeySql(setup, facts) ?? []) await workbench.run(statement);
    await workbench.run(resolvedSql());
    const [counts] = await workbench.all(countsSql());
    const tried = Number(counts?.tried ?? 0);
    const stays = Number(counts?.stays ?? 0);
    const kept = await countRows(destination, stageTable);
    const order = await nestedOrder(destination, setup, state.marker?.position ?? null);
    const deduplicated = await dropOvertaken({
      destination,
      setup,
      order,
      stage: stageTable,
      fields: fit.fields,
      target: state.columns,
    });
    const written = kept - deduplicated;
    const books = {
      read: tried,
      written,
      quarantined: stays,
      filtered: tried - stays - kept,
      deduplicated,
    };
    const table = key.target;
    const result: ReplayStream = {
      stream: key.stream,
      namespace: stream.stream.namespace ?? null,
      table,
      tried,
      replayed: tried - stays,
      written,
      filtered: books.filtered,
      deduplicated,
      stays,
    };
    const reasons = (await workbench.all(staysSql())).map((row) => ({
      column: String(row.column_name),
      rule: String(row.rule),
      rows: Number(row.n),
    }));
    if (request.dryRun !== true && tried > stays) {
      await publishReplay(destination, plan, stream, {
        setup,
        alter: fit.alter,
        key,
        facts,
        books,
        newer: setup.cursor ? [cursorSql(setup.cursor, order)] : null,
        nowMs: request.nowMs,
        exists: state.columns !== null,
      });
    }
    if (request.dryRun !== true && stays > 0)
      await workbench.run(newReasonsSql(quarantineScope(key), key.stream));
    return { result, reasons };
  } finally {
    for (const table of temporaryTables) await workbench.run(`drop table if exists ${table}`);
  }
}

async function countRows(destination: OpenDestination, table: TableName): Promise<number> {
  const [row] = await destination.workbench.all(
    `select count(*) as n from ${qualifiedName(table)}`,
  );
  return Number(row?.n ?? 0);
}

async function nestedOrder(
  destination: OpenDestination,
  setup: StreamSetup,
  position: Parameters<typeof orderOfPosition>[0],
): Promise<NestedOrder> {
  if (!setup.cursor?.isNested) return "text";
  return (
    orderOfPosition(position) ??
    (await orderOfValues(destination.workbench, setup.cursor, qualifiedName(stageTable)))
  );
}
