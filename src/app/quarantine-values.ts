// Which values of held rows are shown: those of columns that look personal only on request, which is recorded; the others
// always, because a reason without the value that caused it helps nobody. Values are those after the privacy mappers.
import { findSensitive } from "../connect/propose/sensitive.ts";
import {
  maskText,
  type GroupDetail,
  type GroupRow,
  type QuarantineRow,
} from "../engine/quarantine/rows.ts";
import type { Store } from "../store/store.ts";
import type { GroupScope } from "./mirror.ts";

/** A line that could not be taken apart has no column, and stands in `_revos_line` too: it may hold anything. */
const wholeLine = ["", "_revos_line"];

/** The names among `columns` whose values look personal, and the whole line. */
function personalColumns(columns: readonly string[]): ReadonlySet<string> {
  const found = findSensitive(columns.map((name) => [name])).map(({ path }) => path[0] ?? "");
  return new Set([...found, ...wholeLine]);
}

export function maskRow(row: QuarantineRow): QuarantineRow {
  const names = new Set([...Object.keys(row.original), ...row.reasons.map((one) => one.column)]);
  const personal = personalColumns([...names]);
  return {
    ...row,
    reasons: row.reasons.map((reason) =>
      personal.has(reason.column) ? { ...reason, value: maskText(reason.value) } : reason,
    ),
    original: Object.fromEntries(
      Object.entries(row.original).map(([name, value]) => [
        name,
        personal.has(name) ? maskText(value) : value,
      ]),
    ),
  };
}

const maskValue = (column: string, value: string | null): string | null =>
  personalColumns([column]).has(column) ? maskText(value) : value;

export const maskGroup = (detail: GroupDetail): GroupDetail => {
  const columns = personalColumns(detail.entries.map((entry) => entry.column));
  const entries = detail.entries.map((entry) => ({
    ...entry,
    sample: maskValue(entry.column, entry.sample),
  }));
  if (!detail.entries.some((entry) => columns.has(entry.column))) return { ...detail, entries };
  const values = detail.values.map((one) => ({ ...one, value: maskText(one.value) }));
  return { ...detail, entries, values };
};

const shownLength = 60;
const key = ({ place, connection }: GroupScope): string =>
  `quarantine_samples:${connection ?? ""}:${place}`;

/** Beside the mirrored groups: one masked value each, so that the list of groups can show it without the warehouse. */
export async function saveSamples(
  store: Pick<Store, "meta">,
  scope: GroupScope,
  groups: readonly GroupRow[],
): Promise<void> {
  const samples = groups.map((group) => {
    const value = maskValue(group.column, group.sample);
    return [group.group, value === null ? null : value.slice(0, shownLength)] as const;
  });
  await store.meta.set(key(scope), JSON.stringify(Object.fromEntries(samples)));
}

/** By group; a group that is not there was mirrored before samples were. */
async function readSamples(
  store: Pick<Store, "meta">,
  scope: GroupScope,
): Promise<Readonly<Record<string, string | null>>> {
  return JSON.parse((await store.meta.get(key(scope))) ?? "{}") as Record<string, string | null>;
}

/** Gives the sample of an entry of the list, read once per scope. */
export async function samplesOf(
  store: Pick<Store, "meta">,
  entries: readonly { readonly destination: string; readonly connection: string | null }[],
): Promise<
  (entry: {
    readonly destination: string;
    readonly connection: string | null;
    readonly groupId: string;
  }) => { readonly sample?: string | null }
> {
  const scopes = new Map<string, Readonly<Record<string, string | null>>>();
  const keyOf = (place: string, connection: string | null): string =>
    JSON.stringify([place, connection]);
  for (const { destination: place, connection } of entries) {
    if (!scopes.has(keyOf(place, connection)))
      scopes.set(keyOf(place, connection), await readSamples(store, { place, connection }));
  }
  return ({ destination, connection, groupId }) => {
    const sample = scopes.get(keyOf(destination, connection))?.[groupId];
    return sample === undefined ? {} : { sample };
  };
}
