// Keys of rows as the source can be asked for them: canonical texts in batches, taken from temp tables of the comparison.
import { quoteName, type Workbench } from "../../connector/workbench.ts";
import type { RowPick } from "../../connector/digest.ts";
import { textSql } from "../convert-text.ts";
import { keyName } from "./names.ts";
import type { ComparedColumn, VerifyShape } from "./shape.ts";

/** Keys in one statement: short enough for any server's parser, and one walk down an index each. */
const batchKeys = 500;

const columnOf = (shape: VerifyShape, place: number): ComparedColumn | undefined =>
  shape.compared.find((column) => column.name === shape.locator.columns[place]);

/** The canonical text of a key part in a temp table. */
export function keyText(shape: VerifyShape, place: number, alias = ""): string {
  const name = `${alias}${keyName(place)}`;
  const type = columnOf(shape, place)?.field.type;
  return type === undefined || type.kind === "text" || type.kind === "json"
    ? `cast(${name} as varchar)`
    : textSql(name, type);
}

/** `select` gives key columns under their inner names; batches of it as picks. Empty where the source cannot be asked by key. */
export async function* keyPicks(
  workbench: Workbench,
  shape: VerifyShape,
  select: string,
): AsyncGenerator<RowPick> {
  const { source, columns } = shape.locator;
  if (source === null) return;
  const texts = columns.map((_, place) => `${keyText(shape, place)} as ${quoteName(`t${place}`)}`);
  const order = columns.map((_, place) => quoteName(`t${place}`)).join(", ");
  for (let from = 0; ; from += batchKeys) {
    const rows = await workbench.all(
      `select ${texts.join(", ")} from (${select}) order by ${order} limit ${batchKeys} offset ${from}`,
    );
    if (rows.length === 0) return;
    yield {
      kind: "keys",
      columns: source,
      keys: rows.map((row) =>
        columns.map((_, place) => {
          const text = row[`t${place}`];
          return text === null || text === undefined ? null : String(text);
        }),
      ),
    };
    if (rows.length < batchKeys) return;
  }
}
