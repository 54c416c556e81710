// Replayed rows that come too late: another version of their key stands in the quarantine beside them, or has landed since
// they were held. They are taken out of the stage and counted, so that a replay never puts old values over new ones.
import type { OpenDestination, TableColumn, TableName } from "../../connector/destination.ts";
import { quoteName } from "../../connector/workbench.ts";
import { qualifiedName } from "../bad-rows.ts";
import { cursorSql, type NestedOrder } from "../cursor.ts";
import { dropOutdated, keepLatest } from "../dedupe.ts";
import type { StreamSetup } from "../stream-setup.ts";

export type OvertakenOptions = {
  readonly destination: OpenDestination;
  readonly setup: StreamSetup;
  readonly stage: TableName;
  readonly fields: StreamSetup["fields"];
  /** Null: there is no table yet. */
  readonly target: readonly TableColumn[] | null;
  readonly order: NestedOrder;
};

/** Gives how many rows left the stage. */
export async function dropOvertaken(options: OvertakenOptions): Promise<number> {
  const { destination, setup, target } = options;
  if (setup.key.length === 0) return 0;
  const dedupe = { ...options, workbench: destination.workbench, position: null };
  let removed = await keepLatest(dedupe);
  if (target === null) return removed;
  if (setup.plan.syncMode === "incremental_deduped_history") removed += await dropOutdated(dedupe);
  return removed + (await dropArrivedLater(options));
}

// Aliases with a space, because a key column may be called anything else.
const arrived = quoteName("_revos arrived");
const newer = quoteName("_revos newer");

/** Where no cursor tells two versions apart, the one that arrived later wins; a full refresh has no cursor at all. */
async function dropArrivedLater({
  destination,
  setup,
  stage,
  order,
}: OvertakenOptions): Promise<number> {
  const cursor = setup.cursor ? cursorSql(setup.cursor, order) : "null";
  const keys = setup.key.map(quoteName);
  const existing = destination.existing
    ? await destination.existing({
        target: setup.plan.target,
        columns: [
          ...setup.key,
          ...(setup.cursor ? [setup.cursor.column] : []),
          "_revos_extracted_at",
          "_revos_id",
        ],
        matching: { table: stage, columns: setup.key },
        from: null,
      })
    : setup.plan.target;
  const side = (table: TableName): string =>
    `(select ${keys.join(", ")}, _revos_extracted_at as ${arrived}, ${cursor} as ${newer}, _revos_id from ${qualifiedName(table)})`;
  const match = keys.map((key) => `t.${key} is not distinct from s.${key}`).join(" and ");
  const isLater =
    setup.plan.syncMode === "incremental_deduped_history"
      ? `t.${newer} is not distinct from s.${newer} and t.${arrived} > s.${arrived}`
      : "true";
  return await destination.workbench.change(
    `delete from ${qualifiedName(stage)} where _revos_id in (select s._revos_id from ${side(stage)} as s join ${side(existing)} as t on ${match} where ${isLater})`,
  );
}
