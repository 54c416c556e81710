// A statement that moves data (`INSERT INTO x SELECT … FROM a JOIN b`) says what is read and what is written: the tables are the ends.
import type { System } from "../reading.ts";

const table = String.raw`[\x60"\[]?([a-z_][\w$]*(?:[\x60"\]]?\.[\x60"\[]?[a-z_][\w$]*){0,3})[\x60"\]]?`;
const writes = new RegExp(
  String.raw`\b(?:insert\s+(?:overwrite\s+)?(?:into\s+)?(?:table\s+)?|merge\s+into\s+|create\s+(?:or\s+replace\s+)?table\s+(?:if\s+not\s+exists\s+)?)${table}(?=[\s(][\s\S]{0,4000}?\bselect\b)`,
  "i",
);
const reads = new RegExp(String.raw`\b(?:from|join|using)\s+${table}(?!\s*\()`, "gi");
const named = new RegExp(String.raw`(?:\bwith|,)\s+([a-z_]\w*)\s+as\s*\(`, "gi");

export type Statement = { readonly from: readonly string[]; readonly to: string };

export function statementIn(shown: string): Statement | null {
  const written = writes.exec(shown);
  const to = written?.[1]?.replace(/[\x60"[\]]/g, "");
  if (!written || to === undefined) return null;
  const body = shown.slice(written.index + written[0].length);
  const own = new Set([...shown.matchAll(named)].map((match) => match[1]?.toLowerCase()));
  const from = [...body.matchAll(reads)]
    .map((match) => (match[1] ?? "").replace(/[\x60"[\]]/g, ""))
    .filter((one) => !own.has(one.toLowerCase()) && one.toLowerCase() !== to.toLowerCase());
  return from.length === 0 ? null : { from: [...new Set(from)], to };
}

/** The ends of a statement where the words name no others; a warehouse that is named is what the table is written in. */
export function endsOfStatement(one: Statement, systems: readonly System[]): System[] {
  const end = (role: "source" | "sink", object: string): System => ({
    id: object,
    title: object,
    kind: "database",
    role,
    roleFrom: "words",
    version: null,
    region: null,
    objects: [object],
    columns: [],
    latencySeconds: null,
    updateEverySeconds: null,
  });
  const place = systems.find((system) => system.role === "sink" || system.role === "source");
  return [
    ...one.from.map((object) => end("source", object)),
    place ? { ...place, role: "sink", objects: [one.to] } : end("sink", one.to),
    ...systems.filter((system) => system.role === "tool"),
  ];
}
