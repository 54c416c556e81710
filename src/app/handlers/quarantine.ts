// Held rows: listed from the store's mirror; shown, edited, waived, discarded and replayed in the warehouse that has them.
import { existsSync } from "node:fs";
import { userInfo } from "node:os";
import type { CallOptions } from "../../api/app.ts";
import type { ReplayResult } from "../../api/documents.ts";
import { discard, editRow, waive } from "../../engine/quarantine/change.ts";
import { replayQuarantine } from "../../engine/quarantine/replay.ts";
import { groupsOf, listRows, showGroup, showRow } from "../../engine/quarantine/rows.ts";
import type { OpenDestination } from "../../connector/destination.ts";
import { isAbort } from "../../kernel/abort.ts";
import { RevosError } from "../../kernel/error.ts";
import { makeRunId } from "../../kernel/ids.ts";
import type { AppContext, HandlerTable } from "../context.ts";
import { findDestination } from "../destinations.ts";
import { mirrorGroups, type GroupScope } from "../mirror.ts";
import { exclusivePlace } from "../run-settings.ts";
import { findConnection, planConnectionRun } from "../sync-connection.ts";
import { withWarehouse } from "../warehouse.ts";

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
    }));
  },

  "quarantine.rows": async (ctx, { connection, group, limit, reveal }, options) => {
    const scope =
      group === undefined ? await scopeOfConnection(ctx, connection) : await scopeOf(ctx, group);
    return await withWarehouse(ctx, scope.place, options, (open) =>
      listRows(
        open.workbench,
        { connection: scope.connection ?? undefined, group, limit, reveal },
        ctx.clock.now(),
      ),
    );
  },

  "quarantine.show": async (ctx, { id, reveal }, options) => {
    const scope = await scopeOf(ctx, id);
    return await withWarehouse(
      ctx,
      scope.place,
      options,
      async (open) =>
        (scope.isRow
          ? await showRow(open.workbench, id, { reveal }, ctx.clock.now())
          : await showGroup(open.workbench, id, { reveal }, ctx.clock.now())) as never,
    );
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
    if (scope.connection === null) {
      throw new RevosError(
        "usage.bad_value",
        `${target} holds rows of an ad hoc sync, whose flags are not kept. Nothing was replayed.`,
        {
          advice:
            "Correct them at the source and repeat the revos sync line, or make a connection.",
        },
      );
    }
    const connection = await findConnection(ctx, scope.connection);
    const plan = await planConnectionRun(
      ctx,
      connection,
      {},
      {
        id: makeRunId(ctx.clock.now()),
        ordinal: await (await ctx.store()).meta.nextRunOrdinal(),
        lane: "replay",
      },
    );
    const outcome = await withWarehouse(ctx, scope.place, options, async (open) => {
      const done = await replayQuarantine(open, plan, {
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
    });
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
  const done = await withWarehouse(ctx, scope.place, options, async (open) => {
    const result = await work(open, { actor: actorOf(), nowMs: ctx.clock.now() });
    await mirrorGroups(
      await ctx.store(),
      scope,
      await groupsOf(open.workbench, scope.connection, ctx.clock.now()),
    );
    return result;
  });
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
  const place = exclusivePlace(destination.kind, destination.config);
  if (place === null)
    throw new RevosError(
      "usage.bad_value",
      `The quarantine of ${destination.name} is read in that system.`,
    );
  return { place, connection: connection?.slug ?? null, isRow: false };
}

/** Where a group, a connection or a single row is held. */
async function scopeOf(ctx: AppContext, target: string): Promise<Scope> {
  const store = await ctx.store();
  const entries = await store.quarantine.list({});
  const group = entries.find((entry) => entry.groupId === target);
  if (group) return { place: group.destination, connection: group.connection, isRow: false };
  if (await store.connections.find(target)) return await scopeOfConnection(ctx, target);
  const places = new Set([
    ...entries.map((entry) => entry.destination),
    (await scopeOfConnection(ctx, undefined)).place,
  ]);
  for (const place of places) {
    if (!existsSync(place)) continue;
    const row = await withWarehouse(ctx, place, {}, (open) =>
      showRow(open.workbench, target),
    ).catch((error: unknown) => {
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
