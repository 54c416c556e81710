// The two names of a connection, seed 003 §フェーズ 6: metadata.name, a slug of source and scope in ASCII, and spec.name,
// a label for people in sentence case without underscores that is not the slug again.
import { hasJapanese, splitName, toPlural, toSingular } from "../text/names.ts";
import { understandName } from "./understand.ts";
import type { Goal } from "./goal.ts";
import type { Candidate, Choice, KnownSource, Language, SourceKind } from "./input.ts";
import { nameWords } from "./goal.ts";

export const slugPattern = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** Any text as a slug: lower-case ASCII letters, digits, single hyphens; empty when nothing of it is ASCII. */
export function toSlug(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/['’]/g, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
}

const meaningless = new Set([
  "db",
  "database",
  "data",
  "source",
  "src",
  "prod",
  "production",
  "new",
  "the",
  "my",
  "main",
  "test",
  "api",
  "server",
  "system",
  "v1",
  "v2",
]);

/** What a connection is about, for its names: the first topic of the goal, else what it mentions, else the first stream. */
export type Scope = {
  readonly isTopic: boolean;
  readonly slug: string;
  readonly en: string;
  readonly ja: string;
  /** For labels of sources that have no tables: "contacts". */ readonly plural?: string;
};

export function findScope(goal: Goal, choices: readonly Choice[], kind: SourceKind): Scope {
  const kept = choices.filter((choice) => choice.kept).map((choice) => choice.candidate);
  const topic = topicOf(goal, kept);
  const named = firstNamedStream(goal, kept);
  const isStreamFirst =
    named !== null &&
    topic !== undefined &&
    (named.at < topic.at || (named.at === topic.at && named.length > 0 && kind === "database"));
  if (topic && !isStreamFirst)
    return { isTopic: true, slug: toSlug(topic.scope), en: topic.scope, ja: topic.label };
  const stream = named?.candidate ?? kept[0];
  if (!stream) return { isTopic: false, slug: "", en: "", ja: "" };
  const words = splitName(stream.stream);
  const slug = toSlug(words.join("-"));
  const japanese = named && hasJapanese(named.said) ? named.said : words.join(" ");
  if (slug !== "")
    return {
      isTopic: false,
      slug,
      en: words.map((word, at) => (at === words.length - 1 ? toSingular(word) : word)).join(" "),
      ja: japanese,
      plural: words.join(" "),
    };
  const english = understandName(stream.stream).concepts[0]?.english[0] ?? [];
  const plural = english.map((word, at) => (at === english.length - 1 ? toPlural(word) : word));
  return { isTopic: false, slug: plural.join("-"), en: plural.join(" "), ja: stream.stream };
}

/** The first topic that something of what is kept is about: "win rate" of matches is no sales pipeline. */
function topicOf(goal: Goal, kept: readonly Candidate[]): Goal["topics"][number] | undefined {
  const held = new Set(
    kept.flatMap(({ stream }) =>
      understandName(stream).concepts.flatMap((concept) => concept.topics),
    ),
  );
  return goal.topics.find(({ topic }) => held.has(topic)) ?? goal.topics[0];
}

/** "per customer", 得意先別: what the subject is split by, not the subject. */
function isBreakdown(goal: Goal, unit: { readonly start: number; readonly end: number }): boolean {
  return (
    /\b(?:per|by|each|every|across|for each|for every)\s+(?:the\s+)?$/.test(
      goal.text.slice(0, unit.start),
    ) || /^(?:別|ごと|毎|あたり|当たり|単位)/.test(goal.text.slice(unit.end))
  );
}

/** The kept stream that the goal names first, by its own words or by the thing it is about. */
function firstNamedStream(
  goal: Goal,
  kept: readonly Candidate[],
): { candidate: Candidate; at: number; said: string; length: number } | null {
  let best: { candidate: Candidate; at: number; said: string; length: number } | null = null;
  for (const candidate of kept) {
    const words = nameWords(candidate.stream);
    const concepts = understandName(candidate.stream).concepts;
    const spelled = words.every((word) => goal.words.has(word));
    const unit = goal.units.find(
      (entry) =>
        !entry.negated &&
        !isBreakdown(goal, entry) &&
        ((spelled && words.some((word) => entry.words.has(word))) ||
          entry.concepts.some((concept) => concepts.includes(concept))),
    );
    if (!unit) continue;
    const length = spelled
      ? words.length
      : hasJapanese(goal.text.slice(unit.start, unit.end))
        ? 1
        : 0;
    if (best && (unit.start > best.at || (unit.start === best.at && length <= best.length)))
      continue;
    best = { candidate, at: unit.start, said: goal.text.slice(unit.start, unit.end), length };
  }
  return best;
}

/** `Helpdesk SQL Server` → helpdesk-mssql; a name without ASCII words takes the connector's. */
function sourceSlug(source: KnownSource, connector: string | undefined): string {
  const kind = toSlug(connector ?? source.kind ?? "");
  const plain = toSlug(
    source.name
      .replace(/\bsql[\s-]?server\b/gi, "mssql")
      .replace(/\bmongo\s?db\b/gi, "mongo")
      .replace(/\bpostgre(?:s|sql)\b/gi, "postgres"),
  );
  const words = plain.split("-").filter((word) => word !== "");
  if (words.some((word) => !meaningless.has(word) && word.length > 1 && !/^\d+$/.test(word)))
    return words.join("-");
  const rest = words.filter(
    (word) => word !== "db" && word !== "database" && word !== "data" && word.length > 1,
  );
  const head = kind !== "" ? kind : toSlug(source.id.replace(/^src_/, ""));
  return [head, ...rest].filter((word) => word !== "").join("-");
}

/** Keeps a slug within reason, at a word's end. */
function shorten(slug: string, length = 60): string {
  return slug.length <= length
    ? slug
    : slug
        .slice(0, slug.lastIndexOf("-", length) > 8 ? slug.lastIndexOf("-", length) : length)
        .replace(/-+$/, "");
}

export function makeName(source: KnownSource, connector: string | undefined, scope: Scope): string {
  const head = sourceSlug(source, connector);
  const words = new Set(head.split("-"));
  const tail = scope.slug
    .split("-")
    .filter((word) => word !== "" && !words.has(word))
    .join("-");
  const name = shorten([head, tail].filter((part) => part !== "").join("-"));
  return name === "" ? "connection" : name;
}

/** A label in sentence case: what is synced, for a colleague who does not open it. */
export function makeLabel(
  source: KnownSource,
  kind: SourceKind,
  scope: Scope,
  name: string,
  language: Language,
): string {
  const spaced = /^[a-z0-9]+(?:-[a-z0-9]+)+$/.test(source.name)
    ? source.name.replaceAll("-", " ")
    : source.name;
  const clean = spaced.replaceAll("_", " ").replace(/\s+/g, " ").trim();
  const head = clean === "" ? source.id.replaceAll("_", " ") : clean;
  const sentence =
    /^[a-z]/.test(head) && head === head.toLowerCase()
      ? head.charAt(0).toUpperCase() + head.slice(1)
      : head;
  if (language === "ja") {
    const label =
      scope.ja === ""
        ? `${sentence} のデータ`
        : kind === "database"
          ? `${sentence}、${scope.ja}のテーブル`
          : `${sentence}、${scope.ja}`;
    return label.replaceAll("_", " ");
  }
  const repeats = splitName(sentence).join(" ").includes(splitName(scope.en).join(" "));
  const spoken = scope.en === "hr" || scope.en === "crm" ? scope.en.toUpperCase() : scope.en;
  const singular = spoken
    .split(" ")
    .map((word, at, all) =>
      at === all.length - 1 && kind === "database" ? toSingular(word) : word,
    )
    .join(" ");
  const about = scope.en === "" || repeats ? "" : singular.replaceAll("_", " ");
  const label =
    kind === "database"
      ? about === ""
        ? `${sentence} tables`
        : `${sentence}, ${about} tables`
      : `${sentence} ${about === "" ? "streams" : (scope.plural ?? about)}`;
  return label === name ? `${label} data` : label;
}
