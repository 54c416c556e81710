// Schema changes: listed, accepted, ignored. A decision is planned first; with the consent that fits it is done in one
// transaction, recorded, and the next run goes by it. Where the connection itself changes, the store changes and the file
// does not: the answer says to pull.
import { userInfo } from "node:os";
import type { SchemaChangeDecision } from "../../api/documents.ts";
import { formatStream } from "../../model/field-path.ts";
import { findSensitive } from "../../connect/propose/sensitive.ts";
import { RevosError } from "../../kernel/error.ts";
import { toDiscoveredStream, type CatalogStream } from "../../model/catalog.ts";
import type { SchemaPolicy, StreamSpec } from "../../model/connection.ts";
import type { Mapper } from "../../model/mapper.ts";
import type { Connection } from "../../store/connections.ts";
import type { SchemaChange } from "../../store/schema-changes.ts";
import type { StoreFamilies } from "../../store/store.ts";
import { sensitiveMapper } from "../ad-hoc-streams.ts";
import type { AppContext, HandlerTable } from "../context.ts";
import { discoverStream, streamSpecOf } from "../new-stream.ts";
import { askReread } from "../reread.ts";
import { planDecision, toSummary, type Choice } from "../schema-decision.ts";
import { addStream, knowStream, takeIntoConnection } from "../schema-drift.ts";
import { findConnection } from "../sync-connection.ts";

type Input = {
  readonly id: string;
  readonly fill?: boolean | undefined;
  readonly remember?: boolean | undefined;
  readonly pii?: "hash" | "drop" | "clear" | undefined;
  readonly dryRun?: boolean | undefined;
  readonly plan?: string | undefined;
  readonly yes?: boolean | undefined;
  readonly confirm?: string | undefined;
  readonly actor?: string | undefined;
  readonly lang?: "en" | "ja" | undefined;
};

export const handlers: HandlerTable = {
  "schemaChanges.list": async (ctx, { connection, stream, state }) => {
    const named = connection === undefined ? null : await findConnection(ctx, connection);
    const wanted = state ?? "open";
    const found = await (
      await ctx.store()
    ).schemaChanges.list({
      ...(named ? { connection: named.slug } : {}),
      ...(stream === undefined ? {} : { stream }),
      ...(wanted === "all" ? {} : { state: wanted }),
    });
    return found.map(toSummary);
  },
  "schemaChanges.accept": (ctx, input) => decide(ctx, "accept", input),
  "schemaChanges.ignore": (ctx, input) => decide(ctx, "ignore", input),
};

async function decide(
  ctx: AppContext,
  choice: Choice,
  input: Input,
): Promise<SchemaChangeDecision> {
  const store = await ctx.store();
  const change = await store.schemaChanges.find(input.id);
  if (!change)
    throw new RevosError("schema.change_not_found", `No schema change has the id ${input.id}.`, {
      data: { id: input.id },
    });
  refuseSettled(change, choice, input);
  const connection = await findConnection(ctx, change.connection);
  const fresh =
    change.found.kind === "newStream" && choice === "accept"
      ? await lookAt(ctx, connection, change)
      : null;
  const mappers = fresh ? personalMappers(fresh, input) : [];
  const spec = specOf(connection, change);
  const accepted = await store.connections.acceptedStreams(connection.id);
  const shape =
    accepted.find(
      (entry) => entry.stream === change.stream && (entry.namespace ?? "") === change.namespace,
    )?.catalog ?? null;
  const checkpoints = await store.checkpoints.list({ connection: connection.slug, lane: "live" });
  const plan = planDecision({
    change,
    choice,
    spec,
    shape: await withSize(ctx, connection, shape),
    streams: streamsOf(connection).length,
    isLoaded: checkpoints.some(
      (entry) => entry.stream === change.stream && entry.namespace === change.namespace,
    ),
    fill: input.fill === true,
    remember: input.remember === true,
    maxRereadRows: ctx.project.settings.apply.maxRereadRows,
    language: input.lang ?? "en",
  });
  if (input.plan !== undefined && input.plan !== plan.plan)
    throw new RevosError(
      "plan.stale",
      `The plan ${input.plan} no longer fits: the change or the connection is another now. It is ${plan.plan}. Nothing was changed.`,
      { data: { plan: input.plan, now: plan.plan } },
    );
  await store.plans.save(plan.plan, plan, input.actor ?? userInfo().username);
  if (input.dryRun) return plan;
  requireConsent(plan, input);
  const who = input.actor ?? userInfo().username;
  const isSpecChanged = await store.transaction(async (inside) => {
    const isChanged = await carryOut(inside, connection, change, choice, {
      who,
      plan,
      fresh,
      mappers,
    });
    const isRemembered =
      input.remember === true && (await remember(inside, connection.id, change, choice, who));
    await inside.schemaChanges.decide(
      change.id,
      choice === "accept" ? "accepted" : "ignored",
      who,
      {
        fill: plan.fill !== null,
      },
    );
    await inside.audit.append({
      actor: who,
      action: `schemaChanges.${choice}`,
      object: { kind: "schemaChange", id: change.id },
      evidence: {
        plan: plan.plan,
        connection: connection.slug,
        effects: plan.effects.map((effect) => effect.code),
        inClear: plan.effects.flatMap((effect) =>
          effect.code === "mapper.pii_in_clear" ? [effect.data?.fields] : [],
        ),
      },
    });
    return isChanged || isRemembered;
  });
  await store.plans.markApplied(plan.plan);
  const decided = await store.schemaChanges.find(change.id);
  return {
    ...plan,
    change: decided ? toSummary(decided) : plan.change,
    done: true,
    next: [
      { command: `revos sync ${connection.slug}`, why: "goes by the decision" },
      ...(isSpecChanged
        ? [
            {
              command: `revos pull ${connection.slug} --force`,
              why: "brings the change into the file, which would undo it at the next apply",
            },
          ]
        : []),
    ],
  };
}

/** A fill may be asked for later; any other second decision of the same kind is nothing to do twice. */
function refuseSettled(change: SchemaChange, choice: Choice, input: Input): void {
  if (change.state === "gone")
    throw new RevosError(
      "schema.change_not_found",
      `${change.id} is gone: the source went back to what was accepted. Nothing was changed.`,
      { data: { id: change.id, state: change.state } },
    );
  const isSame =
    (choice === "accept" &&
      change.state === "accepted" &&
      !(input.fill && change.fill !== "asked")) ||
    (choice === "ignore" && change.state === "ignored" && change.decidedBy !== "policy");
  if (!isSame) return;
  throw new RevosError(
    "usage.bad_value",
    `${change.id} is ${change.state} already${change.decidedBy ? ` (${change.decidedBy})` : ""}. Nothing was changed.`,
    {
      advice: "revos schema-changes list shows those that wait.",
      data: { id: change.id, state: change.state },
    },
  );
}

function requireConsent(plan: SchemaChangeDecision, input: Input): void {
  const { choice, change } = plan;
  const command = `revos schema-changes ${choice} ${change.id}${input.fill ? " --fill" : ""}${input.remember ? " --policy remember" : ""}${input.pii ? ` --pii ${input.pii}` : ""}`;
  const summary = plan.effects.map((effect) => effect.text).join("; ");
  if (plan.consent === "typed") {
    if (input.confirm === plan.confirm) return;
    throw new RevosError("consent.needed", `${summary}. Nothing was changed.`, {
      advice: `${command} --plan ${plan.plan} --confirm ${plan.confirm ?? ""}`,
      data: { plan: plan.plan, flag: "--confirm" },
    });
  }
  if (input.yes) return;
  throw new RevosError("consent.needed", `${summary}. Nothing was changed.`, {
    advice: `${command} --plan ${plan.plan} --yes`,
    data: { plan: plan.plan, flag: "--yes" },
  });
}

type How = {
  readonly who: string;
  readonly plan: SchemaChangeDecision;
  readonly fresh: CatalogStream | null;
  readonly mappers: readonly Mapper[];
};

/** True when the stored spec is another than the file's. */
async function carryOut(
  inside: StoreFamilies,
  connection: Connection,
  change: SchemaChange,
  choice: Choice,
  { who, plan, fresh, mappers }: How,
): Promise<boolean> {
  const name = {
    name: change.stream,
    ...(change.namespace === "" ? {} : { namespace: change.namespace }),
  };
  if (choice === "ignore") {
    if (change.found.kind === "newStream") await knowStream(inside, connection.id, name);
    return false;
  }
  if (fresh) {
    const spec = streamSpecOf(fresh, mappers);
    if (!spec)
      throw new RevosError(
        "source.permission_denied",
        `${formatStream(change.stream, change.namespace || undefined)} offers no sync mode${fresh.notes?.[0] ? `: ${fresh.notes[0]}` : "."} Nothing was changed.`,
        { data: { stream: change.stream } },
      );
    await addStream(inside, connection, fresh, spec, who);
    return true;
  }
  const { isSpecChanged } =
    change.state === "accepted"
      ? { isSpecChanged: false }
      : await takeIntoConnection(inside, connection.id, change.found, who);
  if (plan.reread !== null)
    await askReread(inside, connection.id, [
      formatStream(change.stream, change.namespace || undefined),
    ]);
  return isSpecChanged;
}

/** `--policy remember`: the stream's own word for this kind, in the store's spec; for new streams the connection's. */
async function remember(
  inside: StoreFamilies,
  id: string,
  change: SchemaChange,
  choice: Choice,
  who: string,
): Promise<boolean> {
  const connection = await inside.connections.find(id);
  if (!connection) return false;
  const word = choice === "accept" ? "apply" : "ignore";
  const { kind } = change.found;
  const withWord = (policy: SchemaPolicy | undefined): SchemaPolicy =>
    typeof policy === "string"
      ? policy === word
        ? policy
        : { ...spread(policy), [kind]: word }
      : { ...policy, [kind]: word };
  const spec = connection.spec as { streams: StreamSpec[]; onSchemaChange?: SchemaPolicy };
  const streams = spec.streams.map((stream) =>
    stream.name === change.stream && (stream.namespace ?? "") === change.namespace
      ? {
          ...stream,
          onSchemaChange: withWord(stream.onSchemaChange) as StreamSpec["onSchemaChange"],
        }
      : stream,
  );
  await inside.connections.update(
    id,
    connection.revision,
    {
      spec:
        kind === "newStream"
          ? { ...connection.spec, onSchemaChange: withWord(spec.onSchemaChange) }
          : { ...connection.spec, streams },
    },
    who,
  );
  return true;
}

/** One word for every kind, written out, so that one of them can be another. */
const spread = (word: Extract<SchemaPolicy, string>): Record<string, SchemaPolicy> =>
  Object.fromEntries(
    ["add", "drop", "widen", "narrow", "rename", "key", "cursor", "streamGone"].map((kind) => [
      kind,
      word,
    ]),
  );

const streamsOf = (connection: Connection): readonly StreamSpec[] =>
  (connection.spec as { streams: StreamSpec[] }).streams;

const specOf = (connection: Connection, change: SchemaChange): StreamSpec | null =>
  streamsOf(connection).find(
    (stream) => stream.name === change.stream && (stream.namespace ?? "") === change.namespace,
  ) ?? null;

/** Sizes for the plan come from the latest discovery, which may be newer than the shape. */
async function withSize(
  ctx: AppContext,
  connection: Connection,
  shape: CatalogStream | null,
): Promise<CatalogStream | null> {
  if (!shape || shape.estimatedRows !== undefined) return shape;
  const latest = await (await ctx.store()).discoveries.latest(connection.sourceId);
  const now = latest?.catalog.streams.find(
    (stream) => stream.name === shape.name && stream.namespace === shape.namespace,
  );
  return {
    ...shape,
    ...(now?.estimatedRows === undefined ? {} : { estimatedRows: now.estimatedRows }),
    ...(now?.estimatedBytes === undefined ? {} : { estimatedBytes: now.estimatedBytes }),
  };
}

async function lookAt(
  ctx: AppContext,
  connection: Connection,
  change: SchemaChange,
): Promise<CatalogStream> {
  const found = await discoverStream(ctx, connection.sourceId, change.found);
  if (found) return found;
  throw new RevosError(
    "source.stream_not_found",
    `The source no longer has the stream ${formatStream(change.stream, change.namespace || undefined)}. Nothing was changed.`,
    { data: { stream: change.stream } },
  );
}

/** Seed 000: no personal data without an explicit strategy. */
function personalMappers(stream: CatalogStream, input: Input): Mapper[] {
  const found = findSensitive(toDiscoveredStream(stream).propertyFields);
  if (found.length === 0 || input.pii === "clear") return [];
  if (input.pii === undefined) {
    const columns = found.map(({ path }) => `${stream.name}.${path.join(".")}`);
    throw new RevosError(
      "consent.needed",
      `${columns.join(", ")} ${columns.length === 1 ? "looks" : "look"} like personal data, and nothing says what to do with ${columns.length === 1 ? "it" : "them"}. Nothing was changed.`,
      {
        advice: `revos schema-changes accept ${input.id} --pii hash, --pii drop or --pii clear.`,
        data: { columns, flag: "--pii" },
      },
    );
  }
  const how = input.pii;
  return found.map(({ path }) => sensitiveMapper(path, how));
}
