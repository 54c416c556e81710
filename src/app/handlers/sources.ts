// Sources: made headless, checked step by step, discovered. Their credentials live in the store, sealed.
import { toDiscoveredStream } from "../../model/catalog.ts";
import { RevosError } from "../../kernel/error.ts";
import { errorCodes, type ErrorCode } from "../../kernel/errors/codes.ts";
import { findSensitive } from "../../connect/propose/sensitive.ts";
import type { HandlerTable } from "../context.ts";
import { destinationFacts, findDestination } from "../destinations.ts";
import { loadSource } from "../registry.ts";
import { discover, findSource, openSource, parseSourceConfig, runCheck } from "../sources.ts";

const sourceStates = ["ready", "untested", "failing"] as const;

export const handlers: HandlerTable = {
  "sources.list": async (ctx, { kind, state }) => {
    if (state !== undefined && !(sourceStates as readonly string[]).includes(state))
      throw new RevosError("usage.bad_value", `${state} is not a state of a source.`, {
        advice: `One of ${sourceStates.join(", ")}.`,
      });
    const filter = {
      ...(kind ? { kind } : {}),
      ...(state ? { state: state as (typeof sourceStates)[number] } : {}),
    };
    return (await (await ctx.store()).sources.list(filter)).map((source) => ({
      id: source.id,
      name: source.name,
      kind: source.kind,
      state: source.state,
    }));
  },

  "sources.show": async (ctx, { id }) => {
    const store = await ctx.store();
    const source = await store.sources.describe((await findSource(ctx, id)).id);
    if (!source) throw new RevosError("source.not_found", `No source has the id ${id}.`);
    const discovery = await store.discoveries.summary(id);
    return {
      apiVersion: "revos/v1",
      kind: "Source",
      metadata: { id: source.id, name: source.name, createdAt: source.createdAt },
      spec: { connector: source.kind, config: { ...source.config } },
      status: {
        state: source.state,
        testedAt: source.testedAt,
        discoveredAt: discovery?.discoveredAt ?? null,
      },
    };
  },

  "sources.create": async (ctx, { connector, name, config, skipTest }, options) => {
    const definition = await loadSource(connector);
    const parsed = parseSourceConfig(definition, config, ctx.env, name);
    const check = skipTest ? null : await checkNew(definition, parsed, ctx.log, options);
    if (check && !check.ok) throw notCreated(name, check);
    const state = check === null ? "untested" : "ready";
    const created = await (
      await ctx.store()
    ).sources.create({
      name,
      kind: connector,
      config,
      secrets: definition.secrets,
      state,
      ...(check
        ? {
            testResult: {
              ok: check.ok,
              steps: check.steps.map(({ name: step, ok }) => ({ name: step, ok })),
            },
          }
        : {}),
    });
    return { id: created.id, name, kind: connector, state, check };
  },

  "sources.test": async (ctx, { id, step }, options) => {
    const source = await findSource(ctx, id);
    const { open } = await openSource(ctx, source, options.signal);
    await using reader = open;
    const found = await runCheck(reader.check(), options, step);
    const result = {
      ...found,
      steps: found.steps.map((one) =>
        one.advice === undefined
          ? one
          : { ...one, advice: one.advice.replaceAll("<id>", source.id) },
      ),
    };
    if (!step)
      await (
        await ctx.store()
      ).sources.recordTest(source.id, result.ok ? "ready" : "failing", {
        ok: result.ok,
        steps: result.steps.map(({ name, ok }) => ({ name, ok })),
      });
    return result;
  },

  "sources.rename": async (ctx, { id, name }) => {
    const source = await findSource(ctx, id);
    if (source.name === name) return { ok: true, changed: false };
    await (await ctx.store()).sources.rename(source.id, name);
    return { ok: true, changed: true };
  },

  "sources.delete": async (ctx, { id }) => {
    const store = await ctx.store();
    const source = (await store.sources.describe(id)) ?? (await findSource(ctx, id));
    const used = (await store.connections.list({ sourceId: source.id })).map((one) => one.slug);
    if (used.length > 0) {
      throw new RevosError(
        "source.in_use",
        `The source ${source.name} is read by ${used.join(", ")}. Nothing was deleted.`,
        {
          advice: `revos connections delete ${used[0]}${used.length > 1 ? ", and the others" : ""}`,
          data: { id: source.id, connections: used },
        },
      );
    }
    await store.sources.delete(source.id);
    return { ok: true, changed: true };
  },

  "sources.listStreams": async (ctx, { id, refresh, maxAgeMs }, options) => {
    const source = await findSource(ctx, id);
    const { catalog, discoveredAt } = await discover(ctx, source, {
      refresh,
      maxAgeMs,
      signal: options.signal,
    });
    const { syncModes } = await destinationFacts(await findDestination(ctx));
    return {
      source: { id: source.id, name: source.name, kind: source.kind },
      discoveredAt,
      streams: catalog.streams.map((stream) => toDiscoveredStream(stream, syncModes)),
      facts: catalog.streams.map((stream) => ({
        estimatedRows: stream.estimatedRows ?? null,
        kind: stream.kind,
        sensitive: findSensitive(toDiscoveredStream(stream).propertyFields).map((found) => [
          ...found.path,
        ]),
        notes: [...(stream.notes ?? [])],
      })),
    };
  },
};

/** A source that cannot be reached is not kept: the first failed step is the answer. */
function notCreated(name: string, check: Awaited<ReturnType<typeof runCheck>>): RevosError {
  const failed = check.steps.find((step) => !step.ok && !step.warning);
  const code =
    failed?.code && failed.code in errorCodes ? (failed.code as ErrorCode) : "source.unknown";
  const advice =
    failed?.advice?.replace(/,? then revos sources test <id>\.?/, " and run it again.") ??
    "Correct the config and run it again.";
  return new RevosError(
    code,
    `${failed?.message ?? `The check of ${name} failed at the step ${failed?.name ?? "?"}.`} ${name} was not created.`,
    {
      advice: `${advice} With --skip-test it is created unchecked.`,
      data: {
        step: failed?.name ?? null,
        ...(failed?.field ? { field: failed.field } : {}),
        steps: check.steps.map(({ name: step, ok }) => ({ name: step, ok })),
      },
    },
  );
}

async function checkNew(
  definition: Awaited<ReturnType<typeof loadSource>>,
  config: unknown,
  log: Parameters<typeof definition.open>[1]["log"],
  options: Parameters<NonNullable<HandlerTable["sources.create"]>>[2],
) {
  await using reader = await definition.open(config, {
    signal: options.signal ?? new AbortController().signal,
    log,
  });
  return await runCheck(reader.check(), options);
}
