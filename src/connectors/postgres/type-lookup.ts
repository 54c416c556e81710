// Types behind the server's numbers: domains are followed to what they stand on, arrays to their elements.
import { typesByOid } from "./queries.ts";
import type { Field, Session } from "./session.ts";
import { knownOids, type PostgresType } from "./types.ts";

type Row = { readonly base: number; readonly baseModifier: number; readonly element: number };
type TypeNumber = Pick<Field, "typeId" | "typeModifier">;

/** The types of the given columns, in their order; one question to the server at most. */
export async function resolveTypes(
  session: Session,
  columns: readonly TypeNumber[],
): Promise<PostgresType[]> {
  const unknown = [...new Set(columns.map((column) => column.typeId))].filter(
    (oid) => !knownOids.has(oid),
  );
  const rows = new Map<number, Row>();
  if (unknown.length > 0) {
    const answer = await session.query(typesByOid, [unknown]);
    for (const [oid, base, modifier, element] of answer.rows) {
      rows.set(Number(oid), {
        base: Number(base),
        baseModifier: Number(modifier),
        element: Number(element),
      });
    }
  }
  return columns.map((column) => resolve(column.typeId, column.typeModifier, rows));
}

function resolve(oid: number, typeModifier: number, rows: ReadonlyMap<number, Row>): PostgresType {
  const row = rows.get(oid);
  if (!row) return { oid, typeModifier, element: null };
  // A domain's own modifier holds where the column has none: `create domain price as numeric(9,2)`.
  if (row.base !== 0)
    return resolve(row.base, typeModifier >= 0 ? typeModifier : row.baseModifier, rows);
  return {
    oid,
    typeModifier,
    element: row.element === 0 ? null : resolve(row.element, typeModifier, rows),
  };
}
