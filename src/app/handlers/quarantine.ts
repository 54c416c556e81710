// Held rows: listed from the store's mirror; shown, edited, waived, discarded and replayed in the warehouse that has them.
import { userInfo } from "node:os";
import type { CallOptions } from "../../api/app.ts";
import type { ReplayResult } from "../../api/documents.ts";
import { discard, editRow, waive } from "../../engine/quarantine/change.ts";
import { usualQuarantine } from "../../engine/gates.ts";
import {
  groupsOf,
  listRows,
  showGroup,
  showRow,
  type QuarantineRow,
} from "../../engine/quarantine/rows.ts";
import type { OpenDestination } from "../../connector/destination.ts";
import { isAbort } from "../../kernel/abort.ts";
import { RevosError } from "../../kernel/error.ts";
import type { AppContext, HandlerTable } from "../context.ts";
import { findDestination } from "../destinations.ts";
import { mirrorGroups, type GroupScope } from "../mirror.ts";
import { mayHold, placeOf } from "../places.ts";
import { replayFirst, replayPlans } from "../quarantine-replay.ts";
import { maskGroup, maskRow, samplesOf } from "../quarantine-values.ts";
import { findConnection, resolveStored } from "../sync-connection.ts";
import { withWarehouse } from "../warehouse.ts";

type Limit = { readonly rows: number; readonly percent: number };

/** The limits that connections set for themselves. */
async function limitsOf(
  ctx: AppContext,
  names: ReadonlySet<string | null>,
): Promise<ReadonlyMap<string | null, Limit>> {
  const store = await ctx.store();
  const limits = new Map<string | null, Limit>();
  for (const name of names) {
    const connection = name === null ? null : await store.connections.find(name);
    const set = connection ? resolveStored(connection).limits.maxQuarantine : null;
    if (set) limits.set(name, { rows: 0, percent: 0, ...set });
  }
  return limits;
}

const statuses = ["held", "replayed", "waived", "discarded"] as const;
type Status = (typeof statuses)[number];

export const handlers: HandlerTable = {
  "quarantine.list": async (ctx, { connection, stream, status }) => {
    if (status !== undefined && !statuses.includes(status as Status))
      throw new RevosError("usage.bad_value", `${status} is not a state of a quarantined row.`, {
        advice: `One of ${statuses.join(", ")}.`,
      });
    if (connection !== undefined) await findConnection(ctx, connection);
    const entries = await (
      await ctx.store()
    ).quarantine.list({
      ...(connection ? { connection } : {}),
      ...(stream ? { stream } : {}),
      ...(status ? { status: status as Status } : {}),
    });
    const samples = await samplesOf(await ctx.store(), entries);
    const limits = await limitsOf(ctx, new Set(entries.map((entry) => entry.connection)));
    return entries.map((entry) => ({
      group: entry.groupId,
      connection: entry.connection,
      namespace: entry.namespace || null,
      stream: entry.stream,
      column: entry.columnName,
      rule: entry.rule,
      rows: entry.rowCount,
      oldest: entry.oldestAt,
      status: entry.status,
      limit: limits.get(entry.connection) ?? usualQuarantine,
      ...samples(entry),
    }));
  },

  "quarantine.rows": async (ctx, { connection, group, limit, reveal }, options) => {
    const scopes =
      group !== undefined
        ? [await scopeOf(ctx, group)]
        : connection !== undefined
          ? [await scopeOfConnection(ctx, connection)]
          : (await placesOf(ctx)).map((place) => ({ place, connection: null }));
    const rows: QuarantineRow[] = [];
    for (const scope of scopes) {
      // Reading makes no warehouse: what is not there holds nothing.
      if (!mayHold(scope.place)) continue;
      const left = limit === undefined ? undefined : limit - rows.length;
      const found = await withWarehouse(
        ctx,
        scope.place,
        options,
        (open) =>
          listRows(
            open.workbench,
            { connection: scope.connection ?? undefined, group, limit: left, reveal: true },
            ctx.clock.now(),
          ),
        {
          ...(scope.connection === null ? {} : { connection: scope.connection }),
          ...(group === undefined ? {} : { target: group }),
        },
      );
      rows.push(...found);
    }
    if (!reveal) return rows.map(maskRow);
    await audit(ctx, "reveal", group ?? connection ?? "all", { rows: rows.length });
    return rows;
  },

  "quarantine.show": async (ctx, { id, reveal }, options) => {
    const scope = await scopeOf(ctx, id);
    const all = { reveal: true };
    const shown = await withWarehouse(
      ctx,
      scope.place,
      options,
      async (open) => {
        if (scope.isRow) {
          const row = await showRow(open.workbench, id, all, ctx.clock.now());
          return reveal ? row : maskRow(row);
        }
        const group = await showGroup(open.workbench, id, all, ctx.clock.now());
        return reveal ? group : maskGroup(group);
      },
      { target: id },
    );
    if (reveal) await audit(ctx, "reveal", id, {});
    return shown as never;
  },

  "quarantine.edit": async (ctx, { id, set }, options) => {
    const done = await change(
      ctx,
      id,
      options,
      "edit",
      async (open, who) => await editRow(open.workbench, id, set, who),
    );
    return { ok: true, changed: done.changed };
  },

  "quarantine.waive": async (ctx, { group, until, reason }, options) =>
    await change(ctx, group, options, "waive", (open, who) =>
      waive(open.workbench, group, { reason, until, ...who }),
    ),

  "quarantine.discard": async (ctx, { group, reason, confirm }, options) =>
    await change(ctx, group, options, "discard", (open, who) =>
      discard(open.workbench, group, { reason, confirm, ...who }),
    ),

  "quarantine.replay": async (
    ctx,
    { target, dryRun, fix, yes, limit },
    options,
  ): Promise<ReplayResult> => {
    if (!dryRun && !yes)
      throw new RevosError(
        "consent.needed",
        `Replaying ${target} writes rows into the warehouse. Nothing was written.`,
        { advice: "Add --yes, or --dry-run to see what would happen.", data: { flag: "--yes" } },
      );
    const scope = await scopeOf(ctx, target);
    const plans = await replayPlans(ctx, scope, dryRun === true);
    const outcome = await withWarehouse(
      ctx,
      scope.place,
      options,
      async (open) => {
        const done = await replayFirst(open, plans, target, {
          target: target === scope.connection ? null : target,
          fix,
          dryRun,
          limit,
          actor: actorOf(),
          nowMs: ctx.clock.now(),
        });
        if (!dryRun)
          await mirrorGroups(
            await ctx.store(),
            scope,
            await groupsOf(open.workbench, scope.connection, ctx.clock.now()),
          );
        return done;
      },
      { connection: scope.connection },
    );
    if (!dryRun)
      await audit(ctx, "replay", target, {
        tried: outcome.tried,
        replayed: outcome.replayed,
        stays: outcome.stays,
      });
    return {
      group: target,
      dryRun: dryRun === true,
      tried: outcome.tried,
      replayed: outcome.replayed,
      stays: outcome.stays,
      reasons: outcome.reasons.map((reason) => ({ ...reason })),
      exit: outcome.exit,
    };
  },
};

const actorOf = (): string => userInfo().username;

type Scope = GroupScope & { readonly isRow: boolean };

/** A change in the warehouse, its mirror and the audit record of it. */
async function change<T extends { readonly audit: string | null }>(
  ctx: AppContext,
  target: string,
  options: CallOptions,
  action: string,
  work: (
    open: OpenDestination,
    who: { readonly actor: string; readonly nowMs: number },
  ) => Promise<T>,
): Promise<T> {
  const scope = await scopeOf(ctx, target);
  const done = await withWarehouse(
    ctx,
    scope.place,
    options,
    async (open) => {
      const result = await work(open, { actor: actorOf(), nowMs: ctx.clock.now() });
      await mirrorGroups(
        await ctx.store(),
        scope,
        await groupsOf(open.workbench, scope.connection, ctx.clock.now()),
      );
      return result;
    },
    { connection: scope.connection },
  );
  await audit(ctx, action, target, "rows" in done ? { rows: done.rows } : {});
  return done;
}

async function audit(
  ctx: AppContext,
  action: string,
  target: string,
  evidence: Record<string, unknown>,
): Promise<void> {
  await (
    await ctx.store()
  ).audit.append({
    actor: actorOf(),
    action: `quarantine.${action}`,
    object: { kind: "quarantine", id: target },
    evidence,
  });
}

async function scopeOfConnection(ctx: AppContext, name: string | undefined): Promise<Scope> {
  const connection = name === undefined ? null : await findConnection(ctx, name);
  const destination = await findDestination(ctx, connection?.destination);
  const place = await placeOf(destination);
  return { place, connection: connection?.slug ?? null, isRow: false };
}

/** Every warehouse that is known to hold rows back, the project's own first. */
async function placesOf(ctx: AppContext): Promise<string[]> {
  const entries = await (await ctx.store()).quarantine.list({});
  const { place } = await scopeOfConnection(ctx, undefined);
  return [...new Set([place, ...entries.map((entry) => entry.destination)])];
}

/** Where a group, a connection or a single row is held. */
async function scopeOf(ctx: AppContext, target: string): Promise<Scope> {
  const store = await ctx.store();
  const entries = await store.quarantine.list({});
  const group = entries.find((entry) => entry.groupId === target);
  if (group) return { place: group.destination, connection: group.connection, isRow: false };
  if (await store.connections.find(target)) return await scopeOfConnection(ctx, target);
  for (const place of await placesOf(ctx)) {
    if (!mayHold(place)) continue;
    const row = await withWarehouse(ctx, place, {}, (open) => showRow(open.workbench, target), {
      target,
    }).catch((error: unknown) => {
      if (isAbort(error) || !(error instanceof RevosError) || error.code !== "quarantine.not_found")
        throw error;
      return null;
    });
    if (row) return { place, connection: row.connection, isRow: true };
  }
  throw new RevosError(
    "quarantine.not_found",
    `Nothing in quarantine is named ${target}: no group, no row, no connection.`,
    { data: { target } },
  );
}
