// The exception of seed 003 §フェーズ 4 rule 1: a stream that a pattern matches stays when the goal clearly asks for it,
// "the price history", 監査ログ. Clearly: every word of the name stands in the goal, near each other, and is not taken back.
import { conceptsByPhrase } from "../lexicon/lookup.ts";
import { nameWords, type Goal, type GoalUnit } from "./goal.ts";

/** Words that an audit table may carry without meaning anything narrower. */
const auditWords = new Set([
  "log",
  "event",
  "trail",
  "entry",
  "record",
  "history",
  "change",
  "audit",
  "table",
  "data",
]);
const sameWord: ReadonlyMap<string, string> = new Map([
  ["tmp", "temp"],
  ["temporary", "temp"],
]);

/** What a sensor's table is called after what it measures. */
const measured = new Set([
  "reading",
  "measurement",
  "value",
  "sample",
  "record",
  "sensor",
  "data",
  "hourly",
  "daily",
]);

/** `tmp_readings` of a goal about temperature: the prefix is the thing itself. */
function isTemperature(words: readonly string[], goal: Goal): boolean {
  const [first = "", ...rest] = words;
  if (!/^te?mp$/.test(first)) return false;
  const isSaid = goal.words.has("temperature") || /温度|気温/.test(goal.text);
  return (
    isSaid && rest.length > 0 && rest.every((word) => measured.has(word) || goal.words.has(word))
  );
}

/** Words for the same thing at the end of a name: the routes of a migration are its tracks. */
const alike: readonly ReadonlySet<string>[] = [
  new Set(["track", "route", "path", "position"]),
  new Set(["finding", "result", "outcome", "recommendation"]),
];

/** Reach within which words count as one phrase: "history of the list prices". */
const reach = { words: 4, characters: 8 };

function standsFor(unit: GoalUnit, word: string): boolean {
  if (unit.negated) return false;
  if (unit.words.has(word) || unit.words.has(sameWord.get(word) ?? word)) return true;
  if (alike.some((words) => words.has(word) && [...words].some((one) => unit.words.has(one))))
    return true;
  const concepts = conceptsByPhrase.get(word);
  return concepts !== undefined && unit.concepts.some((concept) => concepts.includes(concept));
}

function isNear(units: readonly GoalUnit[], goal: Goal): boolean {
  const sorted = [...units].sort((a, b) => a.start - b.start);
  return sorted.every((unit, at) => {
    const next = sorted[at + 1];
    if (!next) return true;
    if (next.clause !== unit.clause) return false;
    const between = goal.text.slice(unit.end, next.start);
    if (/[\u3040-\u30ff\u3400-\u9fff]/.test(between)) return between.length <= reach.characters;
    return (between.match(/[a-z0-9]+/g) ?? []).length <= reach.words;
  });
}

/** True when the goal asks for this very stream. */
export function isWanted(stream: string, goal: Goal): boolean {
  const words = nameWords(stream);
  if (words.length === 0) return false;
  if (words.includes("audit") && words.every((word) => auditWords.has(word)))
    return goal.units.some((unit) => !unit.negated && asksForAudit(unit, goal));
  if (isTemperature(words, goal)) return true;
  const places = words.map((word) => goal.units.filter((unit) => standsFor(unit, word)));
  if (places.some((units) => units.length === 0)) return false;
  if (words.length === 1)
    return new RegExp(`\\b${stream.toLowerCase().replace(/[^a-z0-9_]/g, "")}\\b`).test(goal.text);
  const clauses = new Set(places.flatMap((units) => units.map((unit) => unit.clause)));
  for (const clause of clauses) {
    const inside = places.map((units) => units.filter((unit) => unit.clause === clause));
    if (inside.every((units) => units.length > 0) && findNear(inside, goal, [])) return true;
  }
  return false;
}

/** True when the words of a name stand in the goal side by side, with at most "of the" between them. */
export function isContiguous(stream: string, goal: Goal): boolean {
  const words = nameWords(stream);
  const written = words.map((word) => `${word}(?:s|es)?`);
  return (
    new RegExp(`\\b${written.join("[\\s_-]+")}\\b`).test(goal.text) ||
    (words.length === 2 &&
      new RegExp(`\\b${written[1] ?? ""}\\s+of\\s+(?:the\\s+)?${written[0] ?? ""}\\b`).test(
        goal.text,
      ))
  );
}

/** Tries combinations of places until one is near; goals are sentences, so there are few. */
function findNear(
  places: readonly (readonly GoalUnit[])[],
  goal: Goal,
  chosen: readonly GoalUnit[],
): boolean {
  const [first, ...rest] = places;
  if (!first) return isNear(chosen, goal);
  return first.slice(0, 6).some((unit) => findNear(rest, goal, [...chosen, unit]));
}

/** "audit log", "audit trail", 監査ログ, "who changed what" ask for it; "audit" as the purpose of a finance report does not. */
function asksForAudit(unit: GoalUnit, goal: Goal): boolean {
  if (!unit.words.has("audit")) return false;
  const here = goal.text.slice(unit.start, unit.end);
  if (/^who |^(?:誰|だれ|いつ)|操作|変更ログ/.test(here)) return true;
  return (
    /^(?:s|ed)?[\s_-]*(?:log|trail|event|entr|record|histor)/.test(
      goal.text.slice(unit.start + "audit".length),
    ) || /^監査(?:ログ|証跡|記録|履歴|イベント|データ)/.test(goal.text.slice(unit.start))
  );
}
