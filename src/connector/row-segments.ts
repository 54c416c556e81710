// Rows into segments, for sources that hold rows as texts (memory, pages of an endpoint): the low end of the cursor, the
// early filter, privacy and the bounds of a segment are done here, so that such a source only iterates its rows.
import { throwIfAborted } from "../kernel/abort.ts";
import { cursorFloor, isAtOrAfter } from "./cursor-floor.ts";
import { makeRowShaper, type Cell } from "./row-shaper.ts";
import type { RowSegment } from "./segment.ts";
import type { ReadRequest } from "./source.ts";

/** Gives the canonical text of a column; null is NULL. */
export type RowView = (column: string) => Cell;

/** The rows of a read as segments. Rows below the cursor's low end are skipped, as if the source had not sent them. */
export async function* readRowSegments(
  request: ReadRequest,
  rows: Iterable<RowView> | AsyncIterable<RowView>,
  signal: AbortSignal,
): AsyncIterable<RowSegment> {
  const shaper = makeRowShaper(request);
  const floor = cursorFloor(request.cursor);
  let values: Cell[][] = [];
  let filtered = 0;
  let bytes = 0;
  const take = (): RowSegment => {
    const segment: RowSegment = {
      kind: "rows",
      columns: shaper.columns,
      values,
      rows: values.length,
      filtered,
      bytes,
      hasBad: true,
    };
    [values, filtered, bytes] = [[], 0, 0];
    return segment;
  };
  for await (const row of rows) {
    throwIfAborted(signal);
    if (request.cursor && floor !== null) {
      const value = row(request.cursor.field[0] ?? "");
      if (value !== null && !isAtOrAfter(request.cursor.type, value, floor)) continue;
    }
    const shaped = shaper.shape(row);
    if (shaped) values.push(shaped);
    else filtered++;
    for (const cell of shaped ?? []) bytes += cell?.length ?? 0;
    if (values.length >= request.segmentRows || bytes >= request.segmentBytes) yield take();
  }
  if (values.length > 0 || filtered > 0) yield take();
}
