// What the groups of the destination suite share: the fixture's shape, and staged tables to publish.
import type { DestinationDefinition, OpenDestination, Staged } from "../destination.ts";
import { quoteName } from "../workbench.ts";
import type { Skip } from "./skip.ts";

export type DestinationWorld = {
  readonly config: Readonly<Record<string, unknown>>;
  /** What a reader of the system itself finds, not through the open destination: rows as texts, NULL as null. */
  read(sql: string): Promise<readonly Readonly<Record<string, string | null>>[]>;
  readonly failures: readonly {
    readonly name: string;
    readonly config: Readonly<Record<string, unknown>>;
    readonly code: string;
  }[];
  stop(): Promise<void>;
};

export type DestinationFixture = {
  start(): Promise<DestinationWorld>;
  readonly skips?: readonly Skip[];
};

export type DestinationSuite = {
  readonly schema: string;
  readonly world: () => DestinationWorld;
  /** Opens, lets `work` run, closes: only then does a reader look. */
  open<T>(work: (open: OpenDestination) => Promise<T>): Promise<T>;
  readonly definition: DestinationDefinition;
  test(group: string, name: string, run: () => Promise<void>): void;
};

let runs = 0;

export type StageOptions = Partial<Omit<Staged, "target" | "table" | "ledger" | "marker">> & {
  readonly columns?: string;
  readonly position?: string | null;
};

/**
 * Stages `rows` (SQL tuples of id, v, seq and the four columns of revos) under a run of its own; the caller publishes it, or not.
 */
export async function stage(
  open: OpenDestination,
  schema: string,
  table: string,
  rows: readonly string[],
  options: StageOptions = {},
): Promise<Staged> {
  const runId = `run_${String(++runs).padStart(4, "0")}`;
  const { columns = "id bigint, v varchar, seq bigint", position = null, ...given } = options;
  const target = { schema, table };
  const staged = open.stageName(target, runId);
  const name = `${quoteName(staged.schema)}.${quoteName(staged.table)}`;
  await open.workbench.run(
    `create table ${name} (${columns}, _revos_id bigint, _revos_run_id varchar, _revos_extracted_at timestamptz, _revos_generation bigint)`,
  );
  for (const [index, row] of rows.entries()) {
    await open.workbench.run(
      `insert into ${name} values (${row}, ${runs * 1000 + index}, '${runId}', '2024-01-01 00:00:00+00', 1)`,
    );
  }
  const at = "2024-01-01T00:00:00.000Z";
  const key = {
    sourceKey: "memory:suite",
    namespace: "",
    stream: table,
    target: `${schema}.${table}`,
    lane: "live" as const,
  };
  return {
    target,
    table: staged,
    quarantine: null,
    resolves: null,
    mode: "full_refresh_overwrite",
    key: [],
    newer: null,
    alter: [],
    history: false,
    ...given,
    marker: {
      position: position as Staged["marker"]["position"],
      generation: 1,
      runId,
      committedAt: at,
      key,
      connection: "suite",
    },
    ledger: {
      runId,
      connection: "suite",
      namespace: "",
      stream: table,
      target: `${schema}.${table}`,
      lane: "live",
      startedAt: at,
      endedAt: at,
      read: rows.length,
      written: rows.length,
      quarantined: 0,
      filtered: 0,
      deduplicated: 0,
      bytes: 0,
      balanced: true,
      published: true,
    },
  };
}
