// What the demo gives back: the run with its books, an answer from the warehouse, and commands that work when pasted.
import { join, relative } from "node:path";
import type { App } from "../../api/app.ts";
import { nameOfRevos, shellWord } from "../../cli/called.ts";
import type { DemoDocument, DemoOptions } from "../../cli/host.ts";
import type { Run } from "../../model/run.ts";
import { projectFile } from "../project.ts";
import { revenueSql } from "./shop/streams.ts";

/** From here where that is short, else from the root. */
export function toShownPath(path: string): string {
  const fromHere = relative(process.cwd(), path) || ".";
  return fromHere.startsWith("..") ? path : fromHere;
}

type Parts = {
  readonly app: App;
  readonly signal: AbortSignal;
  readonly dir: string;
  readonly env: DemoOptions["env"];
  readonly run: Run;
  readonly connectionName: string;
  /** A destination by name; null: the project's DuckDB file. */
  readonly warehouse?: string | null;
};

export async function toDemoDocument({
  app,
  signal,
  dir,
  env,
  run,
  connectionName,
  warehouse = null,
}: Parts): Promise<DemoDocument> {
  const tables = new Map(run.streams.map((stream) => [stream.stream, stream.table]));
  const tableOf = (stream: string): string =>
    (tables.get(stream) ?? `main.demo_shop_${stream}`)
      .split(".")
      .map((part) => `"${part.replaceAll('"', '""')}"`)
      .join(".");
  const answer =
    run.exit === 0
      ? await app.call(
          "query",
          { sql: revenueSql(tableOf), ...(warehouse === null ? {} : { destination: warehouse }) },
          { signal },
        )
      : null;
  const shown = shellWord(toShownPath(dir));
  const revos = nameOfRevos(env);
  const held = run.streams.reduce((sum, stream) => sum + stream.quarantined, 0);
  const here = `${revos} -C ${shown}`;
  return {
    apiVersion: "revos/v1",
    kind: "Demo",
    dir,
    files: [
      { path: projectFile, what: "project settings (embedded mode: no server, no sign-in)" },
      { path: `connections/${connectionName}.yaml`, what: "the connection: which streams, how" },
      ...(warehouse === null
        ? [
            {
              path: "warehouse.duckdb",
              what: `the warehouse, for any DuckDB client: duckdb ${shellWord(join(toShownPath(dir), "warehouse.duckdb"))}`,
            },
          ]
        : []),
      { path: ".revos/", what: "state, kept raw data and credentials, ignored by git" },
    ],
    run,
    answer: answer
      ? {
          question: "Which customers brought the most revenue, in euro?",
          columns: answer.columns.map((column) => column.name),
          rows: answer.rows,
        }
      : null,
    next: [
      { command: `${here} status`, why: "what is loaded, how fresh it is" },
      {
        command: `${here} quarantine list`,
        why: held > 0 ? `why ${held} rows were held back` : "nothing is held back",
      },
      ...(warehouse === null
        ? [
            {
              command: `${here} query "select table_name, estimated_size from duckdb_tables() order by 1"`,
              why: "ask the warehouse anything",
            },
          ]
        : []),
      {
        command: `${here} connectors show postgres`,
        why: "what it takes to connect your own data",
      },
      {
        command: `${revos} demo ${shown}${warehouse === null ? "" : " --warehouse postgres"}`,
        why: "start the shop's Postgres again and sync again",
      },
    ],
  };
}
