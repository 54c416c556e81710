// Keeping and putting back rows, in the words of DuckDB.
import { keepReplaced } from "../../connector/rewrites/keep.ts";
import { rollBack } from "../../connector/rewrites/rollback.ts";
import type { Inside, RewriteSide } from "../../connector/rewrites/side.ts";
import type { RollbackOutcome, RollbackRequest, Staged } from "../../connector/destination.ts";
import { quoteName, quoteText } from "../../connector/workbench.ts";
import type { DuckWorkbench } from "../../connector/duck/workbench.ts";
import { historyName } from "./history.ts";
import { columnsOf, qualified } from "./tables.ts";

export const duckSide = (inside: Inside): RewriteSide => ({
  ...inside,
  qualified,
  column: quoteName,
  columnsOf: (table) => columnsOf(inside, table),
  historyName,
  sameKey: (a, b, keys) => [
    keys
      .map(({ name }) => `${a}.${quoteName(name)} is not distinct from ${b}.${quoteName(name)}`)
      .join(" and "),
  ],
  atLeast: ({ name, type }, text) =>
    `${quoteName(name)} >= try_cast(${quoteText(text)} as ${type})`,
  touched: "temp._revos_touched",
  makeTouched: (select) => inside.run(`create or replace temp table _revos_touched as ${select}`),
});

/** What a rewrite takes out is copied aside before it goes. */
export async function keepRows(
  inside: Inside,
  staged: Staged,
  targetExists: boolean,
): Promise<void> {
  const { rewrites } = staged;
  if (!rewrites) return;
  await keepReplaced(duckSide(inside), {
    staged,
    rewrite: rewrites,
    targetExists,
    removes: rewrites.removes === null ? null : qualified(rewrites.removes),
    stage: qualified(staged.table),
  });
}

/** Takes the rows out. Apart from the copy, because DuckDB wants a table altered before rows of it are touched. */
export async function takeOut(inside: Inside, staged: Staged): Promise<void> {
  const { removes = null, removed = 0 } = staged.rewrites ?? {};
  if (removes === null || removed === 0) return;
  await inside.run(
    `delete from ${qualified(staged.target)} where _revos_id in (select _revos_id from ${qualified(removes)})`,
  );
}

/** Takes a dry run's transaction back; never leaves this file. */
class Told extends Error {}

export async function rollback(
  workbench: DuckWorkbench,
  request: RollbackRequest,
): Promise<readonly RollbackOutcome[]> {
  let outcomes: readonly RollbackOutcome[] = [];
  try {
    await workbench.transaction(async (inside) => {
      outcomes = await rollBack(duckSide(inside), request);
      if (request.dryRun) throw new Told();
    });
  } catch (error) {
    if (!(error instanceof Told)) throw error;
  }
  return outcomes;
}
