// A run in a process of its own that ends itself with SIGKILL before its n-th statement (0: never), so that a test can
// die at every point where something is written. Bundled and started by `kill.test.ts`; the last line tells the statements.
import { readFileSync } from "node:fs";
import { DuckDBConnection } from "@duckdb/node-api";
import pg from "pg";
import type { DestinationDefinition } from "../../connector/destination.ts";
import { destination as duckdb } from "../../connectors/duckdb/destination.ts";
import { destination as postgres } from "../../connectors/postgres/destination.ts";
import { systemClock } from "../../kernel/clock.ts";
import { silentLog } from "../../kernel/log.ts";
import type { RunPlan } from "../plan.ts";
import { executeRun } from "../run.ts";
import { testSourceOf, type TestStream } from "./world.ts";

const [planFile = "", streamsFile = "", dieBefore = "0"] = process.argv.slice(2);
const plan = JSON.parse(readFileSync(planFile, "utf8")) as RunPlan;
const streams = JSON.parse(readFileSync(streamsFile, "utf8")) as Record<string, TestStream>;

let statements = 0;
const count = (): void => {
  statements++;
  if (statements === Number(dieBefore)) process.kill(process.pid, "SIGKILL");
};
for (const name of ["run", "runAndReadAll"] as const) {
  const original = DuckDBConnection.prototype[name] as (
    ...parameters: unknown[]
  ) => Promise<unknown>;
  Object.assign(DuckDBConnection.prototype, {
    [name](this: DuckDBConnection, ...parameters: unknown[]) {
      count();
      return original.apply(this, parameters);
    },
  });
}

// Statements that go to the server, COPY among them: their effect is there or not when this process dies.
const ask = pg.Client.prototype.query as (...parameters: unknown[]) => unknown;
Object.assign(pg.Client.prototype, {
  query(this: pg.Client, ...parameters: unknown[]) {
    count();
    return ask.apply(this, parameters);
  },
});

const destination = (plan.destination.kind === "postgres"
  ? postgres
  : duckdb) as unknown as DestinationDefinition;
const run = await executeRun(plan, {
  source: testSourceOf(streams),
  destination,
  log: silentLog,
  clock: systemClock,
  signal: new AbortController().signal,
  emit: () => {},
});
process.stdout.write(
  `${JSON.stringify({ exit: run.exit, statements, error: run.streams[0]?.error ?? run.error })}\n`,
);
process.exit(0);
