// An ad hoc sync, no files needed: URIs and flags become a run plan. What is not given follows seed 003's algorithm.
// interface.md §2.
import { issueWords } from "../connect/text/issue-words.ts";
import { resolve } from "node:path";
import type { OperationInput } from "../api/operations.ts";
import type { CallOptions } from "../api/app.ts";
import type { DestinationDefinition } from "../connector/destination.ts";
import type { SourceDefinition } from "../connector/source.ts";
import type { RunPlan, StreamPlan } from "../engine/plan.ts";
import { RevosError } from "../kernel/error.ts";
import type { Run } from "../model/run.ts";
import { isIncremental } from "../model/sync-mode.ts";
import { chooseStreams } from "./ad-hoc-streams.ts";
import type { AppContext } from "./context.ts";
import { resolveText, type Env } from "./env-refs.ts";
import { kindOfUri, loadDestination, loadSource } from "./registry.ts";
import { placeOf } from "./places.ts";
import { findNamed } from "./stream-names.ts";
import { runSync } from "./run-sync.ts";
import {
  defaultLockTimeoutMs,
  exclusivePlace,
  landingOf,
  memoryBytes,
  parseAskedLimit,
} from "./run-settings.ts";

type Input = OperationInput<"sync.adHoc">;
type End<Definition> = {
  readonly definition: Definition;
  readonly kind: string;
  readonly config: unknown;
  readonly raw: unknown;
  readonly place: string;
};

export async function syncAdHoc(ctx: AppContext, input: Input, options: CallOptions): Promise<Run> {
  const source = await openEnd<SourceDefinition>(input.source, "source", ctx.env, loadSource);
  const destination = await openEnd<DestinationDefinition>(
    input.into,
    "destination",
    ctx.env,
    loadDestination,
  );
  const target = `${destination.kind}:${destination.place}`;
  let looking: Promise<StreamPlan[]> | null = null;
  const look = (): Promise<StreamPlan[]> =>
    (looking ??= readStreams(ctx, input, source, destination, options));
  return await runSync(
    ctx,
    {
      connection: null,
      adHoc: { source: `${source.kind}:${source.place}`, target },
      exclusive: exclusivePlace(destination.kind, destination.config),
      place: await placeOf(destination),
      timeoutMs: input.timeoutMs ?? null,
      connectors: { source: source.kind, destination: destination.kind },
      trigger: "adHoc",
      dryRun: input.dryRun,
      strict: input.strict,
      next: (steps) =>
        steps.map((step) => ({
          ...step,
          command: inWarehouse(ctx, destination, input.into, step.command),
        })),
      ahead: () => void look().catch(() => {}),
      plan: async ({ id, ordinal }) => {
        const streams = await look();
        return {
          runId: id,
          runOrdinal: ordinal,
          connection: null,
          lane: "live",
          source: { kind: source.kind, config: source.raw, key: `${source.kind}:${source.place}` },
          destination: { kind: destination.kind, config: destination.raw },
          streams,
          limits: {
            memoryBytes: memoryBytes(ctx),
            maxQuarantine:
              input.maxQuarantine === undefined
                ? null
                : { rows: 0, percent: 0, ...parseAskedLimit(input.maxQuarantine) },
            allowEmpty: false,
          },
          landing: landingOf(ctx, null),
          lockTimeoutMs: input.timeoutMs ?? defaultLockTimeoutMs,
          keys: {},
        } satisfies RunPlan;
      },
    },
    options,
  );
}

/** `revos query` reads the project's warehouse unless it is told which: a next command must work as it stands. */
function inWarehouse(
  ctx: AppContext,
  destination: End<DestinationDefinition>,
  uri: string,
  command: string,
): string {
  const path = exclusivePlace(destination.kind, destination.config);
  if (
    !command.startsWith("revos query ") ||
    (path !== null && resolve(path) === ctx.project.warehouse)
  )
    return command;
  const shown = /^[\w@%+=:,./-]+$/.test(uri) ? uri : `'${uri.replaceAll("'", "'\\''")}'`;
  return command.replace("revos query ", `revos query --destination ${shown} `);
}

async function openEnd<Definition extends SourceDefinition | DestinationDefinition>(
  uri: string,
  role: "source" | "destination",
  env: Env,
  load: (kind: string) => Promise<Definition>,
): Promise<End<Definition>> {
  const whole = resolveText(uri, env, role === "source" ? "--source" : "--into");
  const kind = kindOfUri(whole, role);
  const definition = await load(kind);
  if (!definition.fromUri)
    throw new RevosError(
      "connector.unknown",
      `The connector ${kind} cannot be named by a URI as a ${role}.`,
    );
  const raw = definition.fromUri(whole, env);
  const parsed = definition.config.safeParse(raw);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new RevosError(
      "usage.bad_value",
      `The ${role} URI is not valid: ${parsed.error.issues.map((one) => issueWords(one, definition.config)).join("; ")}.`,
      { data: { role, field: issue?.path.join(".") ?? "" } },
    );
  }
  return {
    definition,
    kind,
    config: parsed.data,
    raw,
    place: definition.describe(parsed.data as never),
  };
}

async function readStreams(
  ctx: AppContext,
  input: Input,
  source: End<SourceDefinition>,
  destination: End<DestinationDefinition>,
  options: CallOptions,
): Promise<StreamPlan[]> {
  await using open = await source.definition.open(source.config, {
    signal: options.signal ?? new AbortController().signal,
    log: ctx.log,
  });
  // Only what was named is looked at: a file is read to its end for its types.
  const names = input.streams.length > 0 ? await open.streamNames?.() : undefined;
  const wanted =
    names &&
    findNamed(
      names,
      input.streams.map(({ stream }) => stream),
    );
  const look = async (mayBeSampled: boolean): Promise<StreamPlan[]> => {
    const { streams } = await open.discover({
      ...(wanted ? { streams: wanted } : {}),
      mayBeSampled,
    });
    return chooseStreams(streams, input, {
      schema: destination.definition.defaultSchema(destination.config as never),
      syncModes: destination.definition.capabilities.syncModes,
      maxNameBytes: destination.definition.capabilities.maxNameBytes,
    });
  };
  const plans = await look(!input.dryRun);
  // A read of new rows alone does not see all values.
  return plans.some(({ stream, syncMode }) => stream.sampled && isIncremental(syncMode))
    ? await look(false)
    : plans;
}
