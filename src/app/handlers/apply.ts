// Does a plan, or refuses: the files are compared again, the plan must be the one that was agreed to, and the consent
// must fit. Each item is its own transaction in the store; what apply fills in is written back into the file.
import { writeBack } from "../../connect/yaml/edit.ts";
import type { OperationOutput } from "../../api/operations.ts";
import { toErrorDocument, RevosError } from "../../kernel/error.ts";
import { toIso } from "../../kernel/clock.ts";
import {
  defaultPrefix,
  type Connection as ConnectionResource,
  type StreamSpec,
} from "../../model/connection.ts";
import type { PlanItem } from "../../model/plan.ts";
import type { CatalogStream } from "../../model/catalog.ts";
import { compareFiles, type Comparison } from "../compare.ts";
import { writeConnectionFile, type ConnectionFile } from "../connection-files.ts";
import type { AppContext, HandlerTable } from "../context.ts";
import { askReread } from "../reread.ts";
import { rememberStreams } from "../schema-drift.ts";
import type { Connection } from "../../store/connections.ts";
import { namedColumns } from "../../model/rename-column.ts";
import { sorted } from "../../connect/plan/flatten.ts";
import { userInfo } from "node:os";

type Result = OperationOutput<"apply">;
type ItemResult = Result["items"][number];

export const handlers: HandlerTable = {
  apply: async (
    ctx,
    { paths, plan: wanted, only, yes, confirm, writeBack: writesBack, actor, lang },
  ) => {
    const startedAt = ctx.clock.now();
    const comparison = await compareFiles(ctx, paths, { language: lang, only });
    const { plan } = comparison;
    refuseBroken(plan);
    // A plan that was made for all may be done in part.
    const isStill = async (id: string): Promise<boolean> =>
      id === plan.id ||
      (only !== undefined && id === (await compareFiles(ctx, paths, { language: lang })).plan.id);
    if (wanted !== undefined && !(await isStill(wanted))) {
      throw new RevosError(
        "plan.stale",
        `The plan ${wanted} no longer fits: the files or the connections changed since. It is ${plan.id} now. Nothing was applied.`,
        { data: { plan: wanted, now: plan.id } },
      );
    }
    const { items } = plan;
    if (only !== undefined && items.length === 0)
      throw new RevosError(
        "connection.not_found",
        `The plan does nothing to ${only}. Nothing was applied.`,
        { data: { connection: only } },
      );
    requireConsent(plan, items, yes === true, confirm);
    const who = actor ?? userInfo().username;
    const written: string[] = [];
    const results: ItemResult[] = [];
    for (const item of items)
      results.push(
        await applyItem(ctx, comparison, item, {
          who,
          plan: plan.id,
          writesBack: writesBack !== false,
          written,
        }),
      );
    const failed = results.filter((result) => result.status === "failed").length;
    return {
      apiVersion: "revos/v1",
      kind: "ApplyResult",
      ok: failed === 0,
      exit: failed === 0 ? 0 : failed === results.length ? 1 : 8,
      changed: results.some((result) => result.status === "ok"),
      plan: plan.id,
      profile: ctx.profile,
      startedAt: toIso(startedAt),
      durationMs: Math.round(ctx.clock.now() - startedAt),
      items: results,
      filesWritten: written,
      warnings: plan.warnings,
      next: results
        .filter(
          (result) =>
            result.status === "ok" && ["create", "update", "adopt"].includes(result.action),
        )
        .slice(0, 3)
        .map((result) => ({
          command: `revos sync ${result.name}`,
          why:
            result.action === "create"
              ? "the first load has not run"
              : "the change takes effect with the next run",
        })),
    };
  },
};

function refuseBroken(plan: Comparison["plan"]): void {
  if (plan.ok) return;
  const errors = plan.findings.filter((finding) => finding.severity === "error");
  throw new RevosError(
    "config.invalid",
    `${errors.length} ${errors.length === 1 ? "error" : "errors"} in the files. Nothing was applied.`,
    { data: { findings: plan.findings } },
  );
}

/** `--yes` is level 2; what deletes, or reads much again, needs the name typed (level 3). */
function requireConsent(
  plan: Comparison["plan"],
  items: readonly PlanItem[],
  yes: boolean,
  confirm: string | undefined,
): void {
  if (items.length === 0 || plan.consent === "none") return;
  const summary = items.map((item) => `${item.action} ${item.name}`).join(", ");
  if (plan.consent === "typed") {
    if (confirm !== undefined && (confirm === plan.confirm || confirm === plan.id)) return;
    throw new RevosError(
      "consent.needed",
      `apply would ${summary}, which needs a name typed. Nothing was applied.`,
      {
        advice: `revos apply --plan ${plan.id} --confirm ${plan.confirm ?? plan.id}`,
        data: { plan: plan.id, flag: "--confirm" },
      },
    );
  }
  if (yes) return;
  throw new RevosError("consent.needed", `apply would ${summary}. Nothing was applied.`, {
    advice: `revos apply --plan ${plan.id} --yes`,
    data: { plan: plan.id, flag: "--yes" },
  });
}

type How = {
  readonly who: string;
  readonly plan: string;
  readonly writesBack: boolean;
  readonly written: string[];
};

async function applyItem(
  ctx: AppContext,
  comparison: Comparison,
  item: PlanItem,
  how: How,
): Promise<ItemResult> {
  const base = {
    action: item.action,
    kind: item.kind,
    name: item.name,
    effects: item.effects.map((effect) => ({ ...effect })),
  };
  try {
    const id =
      item.action === "delete"
        ? await remove(ctx, item, how)
        : await save(ctx, comparison, item, how);
    return { ...base, id, status: "ok" };
  } catch (error) {
    return { ...base, id: item.id ?? "", status: "failed", error: toErrorDocument(error) };
  }
}

async function remove(ctx: AppContext, item: PlanItem, how: How): Promise<string> {
  const store = await ctx.store();
  const found = await store.connections.find(item.id ?? item.name);
  if (!found)
    throw new RevosError("plan.stale", `${item.name} is gone already. Nothing was done to it.`);
  await store.transaction(async (inside) => {
    await inside.connections.delete(found.id);
    await inside.audit.append({
      actor: how.who,
      action: "connections.delete",
      object: { kind: "connection", id: found.slug },
      evidence: { plan: how.plan },
    });
  });
  return found.id;
}

async function save(
  ctx: AppContext,
  comparison: Comparison,
  item: PlanItem,
  how: How,
): Promise<string> {
  const known = comparison.files.get(item.name);
  if (!known?.connection)
    throw new RevosError(
      "plan.stale",
      `The file of ${item.name} is gone or broken. Nothing was done to it.`,
    );
  const { connection, file } = known;
  const before = comparison.applied.find((entry) => entry.id === item.id) ?? null;
  const prefix =
    connection.spec.prefix ?? before?.prefix ?? defaultPrefix(connection.metadata.name);
  const store = await ctx.store();
  const values = {
    slug: connection.metadata.name,
    label: connection.spec.name,
    sourceId: connection.spec.source.id,
    destination: connection.spec.destination ?? null,
    status: connection.spec.status ?? ("active" as const),
    prefix,
    owner: connection.spec.owner ?? null,
    spec: { ...connection.spec },
    fileText: file.text,
  };
  const shapes = await shapesOf(ctx, connection, before);
  const saved = await store.transaction(async (inside) => {
    const row = before
      ? await inside.connections.update(before.id, before.revision, values, how.who)
      : await inside.connections.create(values, how.who);
    await inside.connections.acceptStreams(row.id, shapes, { replace: true });
    // One that is made anew begins without the decisions of another of its name.
    if (!before) {
      await inside.schemaChanges.forget(row.slug);
      await rememberStreams(inside, row.id, row.sourceId);
    }
    await inside.audit.append({
      actor: how.who,
      action: `connections.${item.action}`,
      object: { kind: "connection", id: row.slug },
      evidence: {
        plan: how.plan,
        effects: item.effects.map((effect) => effect.code),
        inClear: item.effects.flatMap((effect) =>
          effect.code === "mapper.pii_in_clear" ? [effect.data?.fields] : [],
        ),
      },
    });
    await askReread(
      inside,
      row.id,
      item.effects.flatMap((effect) =>
        effect.code === "stream_reread" ? [String(effect.data?.stream)] : [],
      ),
    );
    return row;
  });
  if (how.writesBack) await fillIn(file, saved.id, prefix, how.written);
  return saved.id;
}

/**
 * The shape of each stream as it is accepted now. A stream that is new takes the latest discovery, which the file was checked
 * against; any other keeps the shape that was accepted, with what the file's edit is about taken from the discovery: an apply
 * of one thing decides no schema change of another by the way.
 */
async function shapesOf(
  ctx: AppContext,
  connection: ConnectionResource,
  before: Connection | null,
): Promise<CatalogStream[]> {
  const store = await ctx.store();
  const discovery = await store.discoveries.latest(connection.spec.source.id);
  const isKnown = before !== null && before.sourceId === connection.spec.source.id;
  const accepted = isKnown ? await store.connections.acceptedStreams(before.id) : [];
  const specs = isKnown ? (before.spec as { streams: StreamSpec[] }).streams : [];
  return connection.spec.streams.map((stream) => {
    const known = accepted.find(
      (entry) =>
        entry.stream === stream.name && (entry.namespace ?? undefined) === stream.namespace,
    );
    const old = specs.find(
      (other) =>
        other.name === stream.name && (other.namespace ?? null) === (stream.namespace ?? null),
    );
    const found = discovery?.catalog.streams.find(
      (entry) => entry.name === stream.name && (entry.namespace ?? undefined) === stream.namespace,
    );
    if (known && old && found) return editedShape(known.catalog, found, old, stream);
    if (known && old) return known.catalog;
    if (found) return found;
    throw new RevosError(
      "discovery.missing",
      `The streams of ${connection.spec.source.id} are not known, or ${stream.name} is not among them.`,
      { advice: `revos sources list-streams ${connection.spec.source.id} --refresh` },
    );
  });
}

/** Columns and key that the edit names, as they were discovered; everything else as it was accepted. */
function editedShape(
  known: CatalogStream,
  found: CatalogStream,
  old: StreamSpec,
  edited: StreamSpec,
): CatalogStream {
  const isOther = (key: keyof StreamSpec): boolean =>
    JSON.stringify(sorted(old[key])) !== JSON.stringify(sorted(edited[key]));
  const before = namedColumns(old);
  const fresh = new Set([...namedColumns(edited)].filter((name) => !before.has(name)));
  if (isOther("cursorField")) fresh.add(edited.cursorField?.[0] ?? "");
  for (const [name, spec] of Object.entries(edited.columns ?? {}))
    if (JSON.stringify(old.columns?.[name]) !== JSON.stringify(spec)) fresh.add(name);
  const shown = found.columns.filter(({ name }) => fresh.has(name));
  return {
    ...known,
    columns: [
      ...known.columns.map((column) => {
        const now = shown.find(({ name }) => name === column.name);
        return now ? { ...column, ...now } : column;
      }),
      ...shown.filter(({ name }) => !known.columns.some((column) => column.name === name)),
    ],
    ...(isOther("primaryKey") ? { sourceDefinedPrimaryKey: found.sourceDefinedPrimaryKey } : {}),
  };
}

async function fillIn(
  file: ConnectionFile,
  id: string,
  prefix: string,
  written: string[],
): Promise<void> {
  const text = writeBack(file.text, { id, prefix });
  if (text === file.text) return;
  await writeConnectionFile(file.absolute, text);
  written.push(file.path);
}
