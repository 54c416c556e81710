// Rows that fit and are in quarantine all the same, because they came late (`late: quarantine`): a row that is missing from the
// table is explained when quarantine holds it, by the id that its content has there.
import { quarantineScope } from "../../connector/quarantine-id.ts";
import type { MarkerKey } from "../../connector/destination.ts";
import { quoteText } from "../../connector/workbench.ts";
import type { StreamContext } from "../work.ts";
import { hashName, keyNames, sameKey, tables } from "./names.ts";
import { quarantineOf, type RowsRead } from "./read-rows.ts";
import type { VerifyShape } from "./shape.ts";

/** Turns such verdicts into `quarantined`. */
export async function explainLate(
  ctx: StreamContext,
  shape: VerifyShape,
  key: MarkerKey,
  { originals }: RowsRead,
): Promise<void> {
  if (shape.setup.eventTime?.late !== "quarantine" || originals.length === 0) return;
  const held = await quarantineOf(ctx, key);
  if (held === null) return;
  const { workbench } = ctx.destination;
  const group = [...keyNames(shape), hashName].join(", ");
  const rows = originals.join(" union all ");
  const ids = `select ${group}, ${quoteText(quarantineScope(key))} || '_' || substr(sha256(original || '#' || row_number() over (partition by original)), 1, 24) as id from (${rows})`;
  const same = `${sameKey(shape, "q", "v")} and (v.${hashName} is null or q.${hashName} = v.${hashName})`;
  await workbench.run(
    `update ${tables.verdicts} as v set kind = 'quarantined' where kind in ('missing', 'in_flight', 'changed') and exists (
      select 1 from (select i.* from (${ids}) as i join ${held} as h on h.id = i.id) as q where ${same})`,
  );
}
