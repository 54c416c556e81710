// The Postgres warehouse. Streams are staged and judged on a workbench, a scratch DuckDB file; publishing copies the staged
// rows over and swaps or merges them with their books and marker in one transaction of the server.
import { z } from "zod";
import {
  defineDestination,
  type DestinationDefinition,
  type Marker,
  type MarkerKey,
  type OpenDestination,
  type Staged,
  type TableName,
} from "../../connector/destination.ts";
import { listRewrites } from "../../connector/rewrites/keep.ts";
import { syncModes } from "../../model/sync-mode.ts";
import { describePlace, PostgresConfig, secretKeys } from "./config.ts";
import type { Session } from "./session.ts";
import { configFromUri } from "./uri.ts";
import { openBench, type ScratchBench } from "./warehouse/bench.ts";
import { wasPublished } from "./warehouse/books.ts";
import { checkWarehouse } from "./warehouse/check.ts";
import { classify } from "./warehouse/errors.ts";
import { dropExisting, fetchExisting } from "./warehouse/existing.ts";
import { fillColumns } from "./warehouse/fill.ts";
import { makeInflow, PostgresInflow } from "./warehouse/inflow.ts";
import { Link } from "./warehouse/link.ts";
import { measureTarget } from "./warehouse/measure.ts";
import { maxColumns, nameBytes, stageSchema, workName } from "./warehouse/names.ts";
import { holdStaged, publishStaged, type Publishing } from "./warehouse/publish.ts";
import {
  borrow,
  giveBack,
  isBorrowed,
  rememberLent,
  wasGivenBack,
} from "./warehouse/quarantine.ts";
import { queryWarehouse } from "./warehouse/query.ts";
import { benchName } from "./warehouse/bench-table.ts";
import { postgresSide, prune, rollback } from "./warehouse/side.ts";
import { describeTarget, prepareTables, renameColumns } from "./warehouse/tables.ts";
import { postgresTypeName, refuses } from "./warehouse/types.ts";

export const WarehouseConfig = z.strictObject({
  ...PostgresConfig.omit({ schemas: true }).shape,
  /** Where tables land; made when it does not exist. */
  schema: z.string().min(1).optional(),
});
export type WarehouseConfig = z.infer<typeof WarehouseConfig>;

export const destination: DestinationDefinition<WarehouseConfig> =
  defineDestination<WarehouseConfig>({
    kind: "postgres",
    title: "PostgreSQL",
    config: WarehouseConfig,
    secrets: secretKeys,
    capabilities: {
      transactions: true,
      removes: true,
      rewrites: true,
      syncModes,
      namesIgnoreCase: false,
      maxNameBytes: nameBytes,
      maxColumns,
      decimalDigits: 38,
    },
    dependencies: ["pg", "ssh2", "@duckdb/node-api"],
    schemes: ["postgres", "postgresql"],
    fromUri: fromUri,
    describe: describePlace,
    defaultSchema: (config) => config.schema ?? "public",
    typeName: postgresTypeName,
    classify,
    query: queryWarehouse,
    open: async (config, ctx) => {
      const bench = await openBench(ctx);
      return makeWarehouse(config, bench, new Link(config, ctx));
    },
  });

function fromUri(
  uri: string,
  env: Readonly<Record<string, string | undefined>>,
): Record<string, unknown> {
  const [place = "", query = ""] = uri.split(/\?(.*)/s, 2);
  const settings = new URLSearchParams(query);
  const schema = settings.get("schema");
  settings.delete("schema");
  const rest = settings.toString();
  return {
    ...configFromUri(rest === "" ? place : `${place}?${rest}`, env),
    ...(schema ? { schema } : {}),
  };
}

function makeWarehouse(config: WarehouseConfig, bench: ScratchBench, link: Link): OpenDestination {
  const { log } = bench;
  /** Markers as the run read them, by key. */
  const seen = new Map<string, Marker | null>();
  const nameOf = ({ schema, table }: TableName): string => `${schema}.${table}`;
  /** In one transaction: that of the rows that have arrived, where there are such. */
  const end = async (
    staged: Staged,
    tried: string,
    work: (publishing: Publishing) => Promise<void>,
  ): Promise<void> => {
    const wasDone = (session: Session): Promise<boolean> => wasPublished(session, staged);
    const facts = { bench, staged, seen: undefined, log };
    const inflow = staged.inflow instanceof PostgresInflow ? staged.inflow : null;
    if (inflow?.arrived) {
      const { transaction, table } = inflow.arrived;
      const arrived = { table, highest: inflow.highest };
      await transaction.work((session) => work({ ...facts, session, arrived }));
      await transaction.commit(wasDone);
    } else await link.transaction(tried, (session) => work({ ...facts, session }), wasDone);
    await leaveStage(bench, staged);
  };
  return {
    workbench: bench.workbench,
    stalls: link.stalls,
    limits: { nameBytes, columns: maxColumns },
    refuses,
    check: () => checkWarehouse(config, link, config.schema ?? "public"),
    claim: (tables) => link.claim(tables.map(nameOf)),
    prepare: (schemas) =>
      link.repeat(`Could not prepare ${link.place}`, async (session) => {
        await prepareTables(session, schemas);
        await prune(session, log);
      }),
    async describe(target, key) {
      const state = await link.repeat(
        `Could not look at ${nameOf(target)} in ${link.place}`,
        (session) => describeTarget(session, target, key),
      );
      seen.set(keyText(key), state.marker);
      return state;
    },
    existing: (request) =>
      link.repeat(`Could not read ${nameOf(request.target)} in ${link.place}`, (session) =>
        fetchExisting(session, bench, request),
      ),
    measure: (target, ranges) =>
      link.repeat(`Could not count ${nameOf(target)} in ${link.place}`, (session) =>
        measureTarget(session, target, ranges),
      ),
    async fill(filled) {
      let written = 0;
      await link.transaction(
        `Could not fill ${nameOf(filled.target)} in ${link.place}`,
        async (session) => {
          written = await fillColumns(session, bench, filled);
        },
        (session) => wasPublished(session, filled),
      );
      await bench.workbench.run(`drop table if exists ${benchName(filled.table)}`);
      await dropExisting(bench);
      return written;
    },
    rollback: (request) => rollback(link, request),
    rewrites: (filter) =>
      link.repeat(`Could not read what was rewritten in ${link.place}`, (session) =>
        listRewrites(postgresSide(session), filter),
      ),
    renameColumn: (target, from, to) =>
      link.transaction(
        `Could not rename ${from} of ${nameOf(target)} in ${link.place}`,
        (session) => renameColumns(session, target, from, to),
        async () => false,
      ),
    stageName: (target, runId) => ({
      schema: "main",
      table: `_revos_stage__${target.table}__${runId}`,
    }),
    inflow: (request) => makeInflow(link, request),
    async publish(staged) {
      const marker = seen.get(keyText(staged.marker.key));
      await end(staged, `Could not publish ${nameOf(staged.target)} in ${link.place}`, (work) =>
        publishStaged({ ...work, seen: marker }),
      );
      seen.delete(keyText(staged.marker.key));
    },
    async hold(staged) {
      const held = {
        schema: stageSchema,
        table: workName("held", `${staged.ledger.runId} ${nameOf(staged.target)}`),
      };
      await end(staged, `Could not hold ${nameOf(staged.target)} in ${link.place}`, (work) =>
        holdStaged(work, held),
      );
      return held;
    },
    async borrowQuarantine(request = {}) {
      if (await isBorrowed(bench)) return;
      await link.repeat(`Could not read the quarantine of ${link.place}`, (session) =>
        borrow(session, bench, request),
      );
    },
    async returnQuarantine() {
      if (!(await isBorrowed(bench))) return;
      await link.transaction(
        `Could not change the quarantine of ${link.place}`,
        (session) => giveBack(session, bench),
        (session) => wasGivenBack(session, bench),
      );
      await rememberLent(bench);
    },
    async [Symbol.asyncDispose]() {
      await link[Symbol.asyncDispose]();
      await bench[Symbol.asyncDispose]();
    },
  };
}

const keyText = (key: MarkerKey): string =>
  JSON.stringify([key.sourceKey, key.namespace, key.stream, key.target, key.lane]);

/** What was published is not needed on the workbench any more. */
async function leaveStage(bench: ScratchBench, staged: Staged): Promise<void> {
  await bench.workbench.run(`drop table if exists ${benchName(staged.table)}`);
  await dropExisting(bench);
}
