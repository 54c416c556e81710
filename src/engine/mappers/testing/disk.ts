// For tests: a whole engine run in a folder of its own, and a search of everything that it leaves, or has on disk while it
// runs. Files are searched as bytes; Parquet files and tables also as values, because compression hides text from a search.
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SourceDefinition } from "../../../connector/source.ts";
import { quoteName, quoteText, type Workbench } from "../../../connector/workbench.ts";
import { destination } from "../../../connectors/duckdb/destination.ts";
import { openWorkbench } from "../../../connector/duck/workbench.ts";
import { systemClock } from "../../../kernel/clock.ts";
import { silentLog } from "../../../kernel/log.ts";
import { makeRunId } from "../../../kernel/ids.ts";
import type { CatalogStream } from "../../../model/catalog.ts";
import type { Mapper } from "../../../model/mapper.ts";
import type { Run } from "../../../model/run.ts";
import type { RunPlan } from "../../plan.ts";
import { executeRun } from "../../run.ts";

export type Found = { readonly where: string; readonly text: string };

export type DiskRun = {
  readonly run: Run;
  /** Planted texts that stood in a file at some moment of the run, or in a value after it. */
  readonly found: readonly Found[];
};

export type DiskOptions = {
  readonly source: SourceDefinition;
  readonly config: unknown;
  readonly stream: CatalogStream;
  readonly mappers: readonly Mapper[];
  readonly keys?: Readonly<Record<string, string>>;
  readonly planted: readonly string[];
  readonly where?: string;
};

/** A project folder that temp files go to as well, gone at the end. */
export async function openProject(): Promise<
  AsyncDisposable & { readonly folder: string; run(options: DiskOptions): Promise<DiskRun> }
> {
  const folder = await mkdtemp(join(tmpdir(), "revos-disk-"));
  const temp = join(folder, "tmp");
  mkdirSync(temp);
  const before = process.env.TMPDIR;
  process.env.TMPDIR = temp;
  let ordinal = 0;
  return {
    folder,
    run: async (options) => await diskRun(folder, ++ordinal, options),
    async [Symbol.asyncDispose]() {
      if (before === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = before;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function diskRun(folder: string, ordinal: number, options: DiskOptions): Promise<DiskRun> {
  const file = join(folder, "warehouse.duckdb");
  const landing = join(folder, ".revos", "landing");
  const plan: RunPlan = {
    runId: makeRunId(Date.now()),
    runOrdinal: ordinal,
    connection: "disk",
    lane: "live",
    source: { kind: options.source.kind, config: options.config, key: "disk-source" },
    destination: { kind: "duckdb", config: { path: file } },
    streams: [
      {
        stream: options.stream,
        target: { schema: "main", table: "landed" },
        syncMode: "full_refresh_overwrite",
        cursorField: [],
        primaryKey: [],
        mappers: options.mappers,
        columns: {},
        where: options.where ?? null,
        history: false,
        lookbackMs: 0,
      },
    ],
    limits: {
      memoryBytes: 512 * 1024 * 1024,
      maxQuarantine: { rows: 1e9, percent: 100 },
      allowEmpty: true,
    },
    landing: { folder: landing, keepMs: 86_400_000, maxBytes: 1e9 },
    lockTimeoutMs: 0,
    keys: options.keys ?? {},
  };
  const found = new Map<string, Found>();
  const search = (): void => {
    for (const one of searchFiles(folder, options.planted))
      found.set(`${one.where} ${one.text}`, one);
  };
  const run = await executeRun(plan, {
    source: options.source,
    destination,
    log: silentLog,
    clock: systemClock,
    signal: new AbortController().signal,
    emit: search,
  });
  search();
  await using workbench = await openWorkbench(file, {
    memoryBytes: 200 * 1024 * 1024,
    threads: 1,
    spillFolder: join(folder, "spill"),
  });
  for (const one of await searchValues(workbench, landing, options.planted))
    found.set(`${one.where} ${one.text}`, one);
  return { run, found: [...found.values()] };
}

function* searchFiles(folder: string, planted: readonly string[]): Iterable<Found> {
  for (const entry of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const path = join(folder, entry);
    // A file may go between the listing and the reading: then it is not on the disk.
    if (!existsSync(path) || !statSync(path).isFile() || entry.startsWith("input")) continue;
    const bytes = readFileSync(path);
    for (const text of planted) {
      const forms = [
        text,
        Buffer.from(text).toString("base64").replace(/=+$/, ""),
        Buffer.from(text).toString("hex"),
      ];
      if (forms.some((form) => bytes.includes(form))) yield { where: entry, text };
    }
  }
}

async function searchValues(
  workbench: Workbench,
  landing: string,
  planted: readonly string[],
): Promise<Found[]> {
  const found: Found[] = [];
  const look = async (where: string, from: string): Promise<void> => {
    const columns = await workbench.all(`describe select * from ${from}`);
    for (const column of columns) {
      const text = `cast(${quoteName(String(column.column_name))} as varchar)`;
      for (const one of planted) {
        const rows = await workbench.all(
          `select count(*) as n from ${from} where contains(${text}, ${quoteText(one)})`,
        );
        if (Number(rows[0]?.n) > 0)
          found.push({ where: `${where}.${String(column.column_name)}`, text: one });
      }
    }
  };
  const tables = await workbench.all(
    "select schema_name, table_name from duckdb_tables() where not internal",
  );
  for (const row of tables)
    await look(
      String(row.table_name),
      `${quoteName(String(row.schema_name))}.${quoteName(String(row.table_name))}`,
    );
  const files = existsSync(landing)
    ? readdirSync(landing, { recursive: true, encoding: "utf8" })
    : [];
  for (const entry of files.filter((name) => name.endsWith(".parquet")))
    await look(entry, `read_parquet(${quoteText(join(landing, entry))})`);
  return found;
}
