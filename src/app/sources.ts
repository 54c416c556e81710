// Sources as the handlers use them: found by id, opened with resolved configs, checked, discovered with a stored result.
import { issueWords } from "../connect/text/issue-words.ts";
import type { OpenSource, SourceDefinition } from "../connector/source.ts";
import { RevosError } from "../kernel/error.ts";
import type { Catalog } from "../model/catalog.ts";
import type { CheckStep } from "../model/check.ts";
import type { Source } from "../store/sources.ts";
import type { CallOptions } from "../api/app.ts";
import type { AppContext } from "./context.ts";
import { resolveConfig } from "./env-refs.ts";
import { loadSource } from "./registry.ts";

const never = new AbortController().signal;

/** The source with its config in clear. An id is needed; a name is answered with the id it belongs to. */
export async function findSource(ctx: AppContext, id: string): Promise<Source> {
  const store = await ctx.store();
  const source = await store.sources.find(id);
  if (source) return source;
  const named = await store.sources.findByName(id);
  throw new RevosError(
    "source.not_found",
    named ? `${id} is the name of a source; its id is ${named.id}.` : `No source has the id ${id}.`,
    {
      ...(named ? { advice: `Use the id: ${named.id}` } : {}),
      data: { id, ...(named ? { suggestion: named.id } : {}) },
    },
  );
}

/** The source without its secrets: enough to name it, and no key is needed. */
export async function describeSource(ctx: AppContext, id: string): Promise<Source> {
  const source = await (await ctx.store()).sources.describe(id);
  if (!source)
    throw new RevosError("source.not_found", `No source has the id ${id}.`, { data: { id } });
  return source;
}

/** The config as the connector parses it, with references resolved. */
export function parseSourceConfig(
  definition: SourceDefinition,
  config: Record<string, unknown>,
  env: AppContext["env"],
  place: string,
): unknown {
  const parsed = definition.config.safeParse(resolveConfig(config, env, place));
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map((issue) => issueWords(issue, definition.config));
  throw new RevosError(
    "source.config_invalid",
    `The config of ${place} is not valid: ${issues.join("; ")}.`,
    {
      data: { place, fields: parsed.error.issues.map((issue) => issue.path.join(".")) },
      advice: `revos connectors show ${definition.kind} prints what is needed.`,
    },
  );
}

export type Opened = {
  readonly definition: SourceDefinition;
  readonly config: unknown;
  readonly open: OpenSource;
};

export async function openSource(
  ctx: AppContext,
  source: { kind: string; name: string; config: Record<string, unknown> },
  signal: AbortSignal = never,
): Promise<Opened> {
  const definition = await loadSource(source.kind);
  const config = parseSourceConfig(definition, source.config, ctx.env, source.name);
  return { definition, config, open: await definition.open(config, { signal, log: ctx.log }) };
}

/** Runs a check to its first failure; tells each step as it ends. */
export async function runCheck(
  steps: AsyncIterable<CheckStep>,
  options: CallOptions,
  only?: string,
) {
  const seen: CheckStep[] = [];
  for await (const step of steps) {
    seen.push(step);
    options.onProgress?.({ kind: "step", step });
    if (only === step.name) break;
  }
  const failed = seen.find((step) => !step.ok && !step.warning);
  const exit = failed?.code
    ? new RevosError(failed.code, failed.message ?? "").row.exit
    : failed
      ? 1
      : 0;
  return { ok: !failed, exit, steps: seen.map((step) => ({ ...step })) };
}

/** The catalog: the stored one while it is young enough, else read now and stored. */
export async function discover(
  ctx: AppContext,
  source: Source,
  options: {
    readonly refresh?: boolean | undefined;
    readonly maxAgeMs?: number | undefined;
    readonly signal?: AbortSignal | undefined;
  } = {},
): Promise<{ catalog: Catalog; discoveredAt: string }> {
  const store = await ctx.store();
  const maxAgeMs = options.refresh ? 0 : (options.maxAgeMs ?? 24 * 3_600_000);
  const known = maxAgeMs > 0 ? await store.discoveries.latest(source.id) : null;
  if (known && ctx.clock.now() - Date.parse(known.discoveredAt) <= maxAgeMs)
    return { catalog: known.catalog, discoveredAt: known.discoveredAt };
  const { open } = await openSource(ctx, source, options.signal);
  await using reader = open;
  const catalog = await reader.discover();
  return { catalog, discoveredAt: await store.discoveries.save(source.id, catalog) };
}
