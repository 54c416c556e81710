// Whether the low end of a cursor read was read before. Row versions cannot be told apart here; but while nothing at all was
// written to the table since an earlier read (chunks.ts says how that is proven), what that read showed need not come again.
import { positionText } from "../../connector/position.ts";
import type { ReadRequest } from "../../connector/source.ts";
import type { CatalogStream } from "../../model/catalog.ts";
import { isUntouched, momentText } from "./chunks.ts";
import { beyondCondition } from "./cursor.ts";
import { quoteIdentifier } from "./queries.ts";
import type { Session } from "./session.ts";
import type { Moment } from "./snapshot.ts";
import type { MysqlType } from "./types.ts";

/** Null where nothing could be proven later: views, engines without such numbers, accounts that may not see them. */
export async function momentOf(
  session: Session,
  stream: CatalogStream,
  moment: Moment,
): Promise<string | null> {
  return await momentText(session, stream, moment);
}

/** The condition of a cursor read without the rows that were read before; null where nothing is proven. */
export async function unseenCondition(
  session: Session,
  { stream, where, chunk, cursor }: ReadRequest,
  types: ReadonlyMap<string, MysqlType>,
  moment: Moment,
): Promise<string | null> {
  if (!cursor?.seen || cursor.from === null || where !== null || chunk !== undefined) return null;
  const name = cursor.field[0] ?? "";
  const type = types.get(name);
  if (!type) return null;
  const beyond = beyondCondition(type, quoteIdentifier(name), positionText(cursor.seen.to));
  if (beyond === null) return null;
  return (await isUntouched(session, stream, moment, cursor.seen.moment)) ? beyond : null;
}
