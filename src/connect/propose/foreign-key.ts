// Foreign-key hints: a column `customer_id` of one stream points at the stream `customers`. Only names are known, so a
// hint is used to explain and to bring in dimensions, never to make a key.
import { splitName, toSingular } from "../text/names.ts";
import type { Candidate } from "./input.ts";

const endings = new Set([
  "id",
  "ids",
  "uuid",
  "key",
  "code",
  "no",
  "cd",
  "guid",
  "fk",
  "pk",
  "sk",
  "number",
]);

export type Reference = {
  readonly from: Candidate;
  readonly column: string;
  readonly to: Candidate;
};

/** `customer_id`, `customerId`, `CustomerID` → `customer`; null when the column is no hint. */
function referencedName(column: string): string | null {
  const words = splitName(column);
  const last = words.at(-1);
  if (words.length < 2 || !last || !endings.has(last)) return null;
  return words.slice(0, -1).map(toSingular).join("_");
}

const singularName = (stream: string): string => splitName(stream).map(toSingular).join("_");

/** All hints between the given streams. A column that could mean two streams of other namespaces means its own namespace's. */
export function findReferences(candidates: readonly Candidate[]): Reference[] {
  const byName = new Map<string, Candidate[]>();
  for (const candidate of candidates) {
    const name = singularName(candidate.stream);
    byName.set(name, [...(byName.get(name) ?? []), candidate]);
  }
  const references: Reference[] = [];
  for (const from of candidates) {
    const seen = new Set<string>();
    for (const path of from.found.propertyFields) {
      const column = path.length === 1 ? path[0] : undefined;
      const name = column === undefined ? null : referencedName(column);
      if (name === null || column === undefined) continue;
      const targets = (byName.get(name) ?? []).filter((to) => to.key !== from.key);
      const to =
        targets.find((target) => target.namespace === from.namespace) ??
        (targets.length === 1 ? targets[0] : undefined);
      if (!to || seen.has(to.key)) continue;
      seen.add(to.key);
      references.push({ from, column, to });
    }
  }
  return references;
}
