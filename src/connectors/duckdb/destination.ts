// The DuckDB destination: a warehouse that is one file. The workbench is that file, so staging is local, and publishing
// a full refresh is a rename.
import { rm } from "node:fs/promises";
import { access, constants, mkdir, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { z } from "zod";
import {
  defineDestination,
  type MarkerKey,
  type OpenDestination,
  type TableName,
  type TargetState,
} from "../../connector/destination.ts";
import type { Position } from "../../connector/position.ts";
import { RevosError } from "../../kernel/error.ts";
import type { CheckStep } from "../../model/check.ts";
import { syncModes } from "../../model/sync-mode.ts";
import type { CanonicalType } from "../../model/types.ts";
import { classify } from "./errors.ts";
import { claim, leaveNote, toLockedError } from "./lock.ts";
import { fillColumns } from "./fill.ts";
import { renameTargetColumn } from "./history.ts";
import { holdStaged, publishStaged } from "./publish.ts";
import { listRewrites } from "../../connector/rewrites/keep.ts";
import { rollback } from "./side.ts";
import { writesBack } from "./write-back.ts";
import { columnsOf, prepareTables, qualified, stagePrefix } from "./tables.ts";
import { duckTypeName } from "../../connector/duck/type-names.ts";
import { openWorkbench, type DuckWorkbench } from "../../connector/duck/workbench.ts";

export const DuckdbConfig = z.strictObject({
  /** The file; made when it does not exist. */
  path: z.string().min(1),
  schema: z.string().min(1).optional(),
});
export type DuckdbConfig = z.infer<typeof DuckdbConfig>;

export const destination = defineDestination<DuckdbConfig>({
  kind: "duckdb",
  title: "DuckDB file",
  config: DuckdbConfig,
  secrets: [],
  capabilities: {
    transactions: true,
    syncModes,
    namesIgnoreCase: true,
    maxNameBytes: 65_535,
    decimalDigits: 38,
    removes: true,
    rewrites: true,
  },
  dependencies: ["@duckdb/node-api"],
  schemes: ["duckdb"],
  fromUri: (uri) => {
    const [path = "", query = ""] = uri.replace(/^duckdb:(\/\/(?=\/))?/i, "").split("?", 2);
    const schema = new URLSearchParams(query).get("schema");
    return { path: decodeURIComponent(path), ...(schema ? { schema } : {}) };
  },
  describe: (config) => config.path,
  defaultSchema: (config) => config.schema ?? "main",
  typeName: (type: CanonicalType) => duckTypeName(type),
  classify,
  open: async (config, ctx) => {
    const path = config.path === ":memory:" ? config.path : resolve(config.path);
    const release = claim(path);
    try {
      if (path !== ":memory:") await mkdir(dirname(path), { recursive: true });
      const spillFolder = `${path === ":memory:" ? resolve(".revos-memory") : path}.spill`;
      const workbench = await openWorkbench(path, {
        memoryBytes: ctx.memoryBytes,
        threads: ctx.threads,
        ...(ctx.columns === undefined ? {} : { columns: ctx.columns }),
        spillFolder,
        ...(path === ":memory:" ? {} : { writeBack: writesBack(path) }),
      });
      // The file is ours now: spill files that are here belong to a process that is gone.
      if (path !== ":memory:") await rm(spillFolder, { recursive: true, force: true });
      return makeDestination(path, workbench, ctx.publishMemoryBytes ?? ctx.memoryBytes, [
        leaveNote(path),
        release,
      ]);
    } catch (cause) {
      release();
      throw toOpenError(path, cause);
    }
  },
});

function toOpenError(path: string, cause: unknown): RevosError {
  if (cause instanceof RevosError) return cause;
  const code =
    classify(cause) ??
    ((cause as { code?: unknown }).code === "EACCES" ? "file.unwritable" : "destination.unknown");
  if (code === "destination.locked") return toLockedError(path, cause);
  if (code === "destination.not_duckdb")
    return new RevosError(code, `${path} is no DuckDB file. Nothing was written to it.`, {
      cause,
      data: { path },
    });
  return new RevosError(code, `Could not open the warehouse ${path} as a DuckDB file.`, {
    cause,
    data: { path },
  });
}

function makeDestination(
  path: string,
  workbench: DuckWorkbench,
  memoryBytes: number,
  closing: readonly (() => void)[],
): OpenDestination {
  return {
    workbench,
    async *check() {
      yield* checkFile(path, workbench);
    },
    prepare: (schemas) => prepareTables(workbench, schemas),
    describe: (target, key) => describeTarget(workbench, target, key),
    stageName: (target, runId) => ({
      schema: target.schema,
      table: `${stagePrefix}${target.table}__${runId}`,
    }),
    renameColumn: (target, from, to) =>
      workbench.transaction((inside) => renameTargetColumn(inside, target, from, to)),
    fill: (filled) => workbench.transaction((inside) => fillColumns(inside, filled)),
    publish: (staged) =>
      workbench.transaction((inside) => publishStaged(inside, staged, memoryBytes)),
    hold: (staged) => workbench.transaction((inside) => holdStaged(inside, staged)),
    rollback: (request) => rollback(workbench, request),
    rewrites: (filter) => listRewrites(workbench, filter),
    async [Symbol.asyncDispose]() {
      await workbench[Symbol.asyncDispose]();
      for (const close of closing) close();
    },
  };
}

async function describeTarget(
  workbench: DuckWorkbench,
  target: TableName,
  key: MarkerKey,
): Promise<TargetState> {
  const columns = await columnsOf(workbench, target);
  if (columns && !columns.some((column) => column.name === "_revos_id")) {
    throw new RevosError(
      "destination.table_taken",
      `The table ${target.schema}.${target.table} exists and was not made by revos, so it is left alone.`,
      {
        data: { table: `${target.schema}.${target.table}` },
      },
    );
  }
  // By its order: DuckDB looks at the row groups with the largest first, and for `max` at every row once some were deleted.
  const rows = columns
    ? await workbench.all(
        `select _revos_id as most from ${qualified(target)} order by _revos_id desc limit 1`,
      )
    : [];
  const most = rows[0]?.most;
  const markers = await workbench.all(
    `select position, generation, run_id, committed_at, (select cast(max_by(watermark, committed_at) as varchar) from _revos.windows as w
        where w.namespace = p.namespace and w.stream = p.stream and w.target = p.target and w.lane = p.lane and w.watermark is not null) as watermark,
        (select max(seen) from _revos.seen as s where s.source_key = p.source_key and s.namespace = p.namespace and s.stream = p.stream
          and s.target = p.target and s.lane = p.lane and s.run_id = p.run_id) as seen
      from _revos.positions as p where source_key = $1 and namespace = $2 and stream = $3 and target = $4 and lane = $5`,
    [key.sourceKey, key.namespace, key.stream, key.target, key.lane],
  );
  const marker = markers[0];
  return {
    columns,
    hasRows: typeof most === "bigint",
    maxRowId: typeof most === "bigint" ? most : null,
    watermark: typeof marker?.watermark === "string" ? marker.watermark : null,
    marker: marker
      ? {
          position: marker.position as Position | null,
          generation: Number(marker.generation),
          runId: String(marker.run_id),
          committedAt: String(marker.committed_at),
          ...(typeof marker.seen === "string" ? { seen: marker.seen } : {}),
        }
      : null,
  };
}

async function* checkFile(path: string, workbench: DuckWorkbench): AsyncIterable<CheckStep> {
  const started = performance.now();
  const ms = (): number => Math.round(performance.now() - started);
  if (path === ":memory:") return;
  try {
    const { size } = await stat(path);
    await access(path, constants.W_OK);
    yield { name: "path", ok: true, ms: ms(), detail: `${path}, ${Math.round(size / 1024)} KB` };
  } catch {
    yield {
      name: "path",
      ok: false,
      ms: ms(),
      code: "file.unwritable",
      message: `${path} cannot be written.`,
      field: "path",
    };
    return;
  }
  const version = await workbench.all("select version() as version");
  yield { name: "database", ok: true, ms: ms(), detail: `DuckDB ${String(version[0]?.version)}` };
}
