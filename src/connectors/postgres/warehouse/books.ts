// What is written beside the rows in the same transaction: ledger, marker, window, and the highest row id.
import { RevosError } from "../../../kernel/error.ts";
import type { LedgerEntry, Marker, MarkerKey, Staged } from "../../../connector/destination.ts";
import type { Session } from "../session.ts";

const keyOf = (key: MarkerKey): readonly string[] => [
  key.sourceKey,
  key.namespace,
  key.stream,
  key.target,
  key.lane,
];

/** True when the run's publish of this stream stands in the ledger: its commit had happened. */
export async function wasPublished(
  session: Session,
  { ledger }: { readonly ledger: Omit<LedgerEntry, "written" | "balanced"> },
): Promise<boolean> {
  const { rows } = await session.query(
    "select exists (select from _revos.ledger where run_id = $1 and namespace = $2 and stream = $3 and target = $4 and lane = $5 and published = $6::pg_catalog.bool and ended_at = $7::pg_catalog.timestamptz)",
    [
      ledger.runId,
      ledger.namespace,
      ledger.stream,
      ledger.target,
      ledger.lane,
      ledger.published,
      ledger.endedAt,
    ],
  );
  return rows[0]?.[0] === "t";
}

/** Locks the marker's row, and refuses when it is not the one that the run had read: another run wrote meanwhile. */
export async function holdMarker(
  session: Session,
  key: MarkerKey,
  seen: Marker | null,
): Promise<void> {
  const { rows } = await session.query(
    "select run_id, generation, position from _revos.positions where source_key = $1 and namespace = $2 and stream = $3 and target = $4 and lane = $5 for update",
    keyOf(key),
  );
  const [now] = rows;
  const isSame =
    seen === null
      ? now === undefined
      : now !== undefined &&
        now[0] === seen.runId &&
        Number(now[1]) === seen.generation &&
        (now[2] ?? null) === seen.position;
  if (isSame) return;
  throw new RevosError(
    "destination.overtaken",
    `${key.target} was written by another run${now?.[0] ? ` (${now[0]})` : ""} since this one looked at it. Nothing was published.`,
    { data: { target: key.target } },
  );
}

export async function writeLedger(
  session: Session,
  { ledger }: Pick<Staged, "ledger">,
): Promise<void> {
  await session.query(
    "insert into _revos.ledger (run_id, connection, namespace, stream, target, lane, started_at, ended_at, read, written, quarantined, filtered, deduplicated, bytes, balanced, published) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)",
    [
      ledger.runId,
      ledger.connection,
      ledger.namespace,
      ledger.stream,
      ledger.target,
      ledger.lane,
      ledger.startedAt,
      ledger.endedAt,
      ledger.read,
      ledger.written,
      ledger.quarantined,
      ledger.filtered,
      ledger.deduplicated,
      Math.round(ledger.bytes),
      ledger.balanced,
      ledger.published,
    ],
  );
}

export async function writeMarker(session: Session, staged: Staged): Promise<void> {
  const { key, connection, position, generation, runId, committedAt } = staged.marker;
  await session.query(
    `insert into _revos.positions as p (connection, source_key, namespace, stream, target, lane, position, generation, run_id, committed_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
      on conflict (source_key, namespace, stream, target, lane) do update set connection = excluded.connection, position = excluded.position,
      generation = excluded.generation, run_id = excluded.run_id, committed_at = excluded.committed_at`,
    [connection, ...keyOf(key), position, generation, runId, committedAt],
  );
  await writeSeen(session, staged.marker);
  if (!staged.window) return;
  const { start, end, watermark, late } = staged.window;
  await session.query(
    "insert into _revos.windows (connection, namespace, stream, target, lane, run_id, window_start, window_end, watermark, late, committed_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
    [
      connection,
      key.namespace,
      key.stream,
      key.target,
      key.lane,
      runId,
      timeOf(start),
      timeOf(end),
      timeOf(watermark),
      late,
      committedAt,
    ],
  );
}

/** Only the newest note counts, and only beside the marker of the run that wrote it. */
async function writeSeen(session: Session, { key, runId, seen }: Staged["marker"]): Promise<void> {
  await session.query(
    seen
      ? `insert into _revos.seen as s (source_key, namespace, stream, target, lane, run_id, seen) values ($1, $2, $3, $4, $5, $6, $7)
          on conflict (source_key, namespace, stream, target, lane) do update set run_id = excluded.run_id, seen = excluded.seen`
      : "delete from _revos.seen where source_key = $1 and namespace = $2 and stream = $3 and target = $4 and lane = $5",
    seen ? [...keyOf(key), runId, seen] : keyOf(key),
  );
}

/** Canonical text of a date or time; anything else has no place in a window. */
const timeOf = (text: string | null): string | null =>
  text !== null && /^-?infinity$|^\d{4,6}-\d\d-\d\d/.test(text) ? text : null;

/** Keeps the highest row id of a table, so that new ids stay unique without a look at every row. */
export async function writeRowId(
  session: Session,
  staged: Staged,
  highest: bigint | null,
): Promise<void> {
  if (highest === null) return;
  await session.query(
    "insert into _revos.row_ids as r (target, highest) values ($1, $2) on conflict (target) do update set highest = greatest(r.highest, excluded.highest)",
    [`${staged.target.schema}.${staged.target.table}`, highest.toString()],
  );
}
