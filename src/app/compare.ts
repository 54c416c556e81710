// Files against what was applied: read, validated, planned. The one comparison behind diff and apply.
import type { OperationOutput } from "../api/operations.ts";
import type { AppliedConnection, PlanFile } from "../connect/plan/input.ts";
import { findUnconfirmed, type Unconfirmed } from "../connect/plan/confirmed.ts";
import { planApply } from "../connect/plan/plan.ts";
import type { ProposalRecord } from "../connect/propose/stored-record.ts";
import { readYaml } from "../connect/yaml/read.ts";
import { streamKey } from "../connect/propose/input.ts";
import type { CatalogStream } from "../model/catalog.ts";
import { Connection as ConnectionResource } from "../model/connection.ts";
import type { Connection } from "../store/connections.ts";
import { readConnectionFiles, type ConnectionFile } from "./connection-files.ts";
import type { Store } from "../store/store.ts";
import type { AppContext } from "./context.ts";
import { validateFile } from "./validate-file.ts";

export type Comparison = {
  readonly plan: OperationOutput<"diff">;
  readonly files: ReadonlyMap<
    string,
    { readonly file: ConnectionFile; readonly connection: ConnectionResource | null }
  >;
  readonly applied: readonly Connection[];
};

export async function compareFiles(
  ctx: AppContext,
  paths: readonly string[] = [],
  options: {
    readonly estimate?: boolean | undefined;
    readonly full?: boolean | undefined;
    readonly only?: string | undefined;
    readonly language?: "en" | "ja" | undefined;
  } = {},
): Promise<Comparison> {
  const store = await ctx.store();
  const files = await readConnectionFiles(ctx.project, paths);
  const applied = await store.connections.list();
  const planned: PlanFile[] = [];
  const known = new Map<
    string,
    { readonly file: ConnectionFile; readonly connection: ConnectionResource | null }
  >();
  for (const file of files) {
    const { ok, connection, findings, warnings } = await validateFile(ctx, file, options.language);
    planned.push({ file: file.path, connection: ok ? connection : null, findings, warnings });
    if (connection)
      known.set(connection.metadata.name, { file, connection: ok ? connection : null });
  }
  const plan = planApply({
    files: planned,
    applied: await Promise.all(applied.map((connection) => toApplied(ctx, connection))),
    sources: (await store.sources.list()).map(({ id, name, kind }) => ({ id, name, kind })),
    catalogs: options.estimate === false ? {} : await catalogsOf(ctx, planned),
    isWhole: paths.length === 0,
    defaultDestination: ctx.project.settings.destination,
    unconfirmed: await unconfirmedOf(ctx, planned),
    full: options.full === true,
    only: options.only,
    maxRereadRows: ctx.project.settings.apply.maxRereadRows,
    language: options.language ?? "en",
  });
  return { plan, files: known, applied };
}

/** With `confirmations: strict`: what no person said yes to. Nothing otherwise. */
async function unconfirmedOf(ctx: AppContext, files: readonly PlanFile[]): Promise<Unconfirmed[]> {
  if (ctx.project.settings.confirmations !== "strict") return [];
  const records = (await (await ctx.store()).proposals.list()).map(
    (stored) => stored.document as ProposalRecord,
  );
  return files.flatMap(({ connection }) => {
    if (!connection) return [];
    const { metadata, spec } = connection;
    const said = records
      .filter(
        (record) => record.name === metadata.name && record.basis.source.id === spec.source.id,
      )
      .flatMap((record) => record.confirmations);
    return findUnconfirmed(connection, said) ?? [];
  });
}

async function catalogsOf(
  ctx: AppContext,
  files: readonly PlanFile[],
): Promise<Record<string, readonly CatalogStream[]>> {
  const store = await ctx.store();
  const ids = new Set(
    files.flatMap((file) => (file.connection ? [file.connection.spec.source.id] : [])),
  );
  const found = await Promise.all(
    [...ids].map(
      async (id) => [id, (await store.discoveries.latest(id))?.catalog.streams ?? []] as const,
    ),
  );
  const isCounted = found.every(([, streams]) =>
    streams.every((stream) => stream.estimatedRows !== undefined),
  );
  if (isCounted) return Object.fromEntries(found);
  const loaded = await loadedRows(store);
  return Object.fromEntries(
    found.map(([id, streams]) => [id, streams.map((stream) => withLoadedRows(stream, loaded))]),
  );
}

/** Where a source cannot estimate a stream, what runs have read of it says how much reading it again would be. */
function withLoadedRows(stream: CatalogStream, loaded: ReadonlyMap<string, number>): CatalogStream {
  const rows = loaded.get(streamKey(stream.name, stream.namespace));
  return stream.estimatedRows !== undefined || rows === undefined
    ? stream
    : { ...stream, estimatedRows: rows };
}

/** The most that one of the last runs read of a stream, by its key. */
async function loadedRows(store: Pick<Store, "runs">): Promise<ReadonlyMap<string, number>> {
  const rows = new Map<string, number>();
  for (const { document } of await store.runs.list({ limit: 200 }))
    for (const { stream, namespace, read } of document.streams) {
      const key = streamKey(stream, namespace);
      rows.set(key, Math.max(rows.get(key) ?? 0, read));
    }
  return rows;
}

async function toApplied(ctx: AppContext, connection: Connection): Promise<AppliedConnection> {
  const checkpoints = await (
    await ctx.store()
  ).checkpoints.list({ connection: connection.slug, lane: "live" });
  return {
    id: connection.id,
    name: connection.slug,
    current: resourceOf(connection),
    applied: connection.fileText === null ? null : parseApplied(connection),
    changedBy: connection.updatedBy,
    changedAt: connection.updatedAt,
    loaded: checkpoints.map((checkpoint) =>
      streamKey(checkpoint.stream, checkpoint.namespace || null),
    ),
  };
}

/** The connection as the store has it, in the form of a file. */
export function resourceOf(connection: Connection): ConnectionResource {
  return {
    apiVersion: "revos/v1",
    kind: "Connection",
    metadata: { name: connection.slug, id: connection.id },
    spec: { ...(connection.spec as ConnectionResource["spec"]), prefix: connection.prefix },
  };
}

/** The file as it was applied; when an older revos wrote what this one cannot read, the stored form stands for it. */
function parseApplied(connection: Connection): ConnectionResource {
  const parsed = ConnectionResource.safeParse(readYaml(connection.fileText ?? "").value);
  return parsed.success ? parsed.data : resourceOf(connection);
}
