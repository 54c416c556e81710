// Several pipelines in one request, as a list of them or in loose sentences: each has an answer of its own, so the first is read and the
// others are named.
import type { Reading, System } from "../reading.ts";

export type Part = { readonly text: string; readonly systems: readonly System[] };

const marks =
  /(?:^|[\s:：、,。;])(?=(?:\(?\d{1,2}[.)]|[①-⑳]|[-*•・]|(?:pipeline|パイプライン)\s*\d+\s*[:.]?|(?:first|second|third|fourth)(?:ly)?\s*[,:])\s*\S)/gi;

/** The items of a list in a request, marks and all; fewer than two: no list. */
export function itemsOf(raw: string): string[] {
  const starts = [...raw.matchAll(marks)].map((match) => match.index + match[0].length);
  if (starts.length < 2 || starts.length > 20) return [];
  return starts.map((at, i) => raw.slice(at, starts[i + 1] ?? raw.length).trim());
}

/** Where it comes from and goes to, both said in words. */
const endsOf = (part: { readonly systems: readonly System[] }): string | null => {
  const ids = (role: "source" | "sink") =>
    part.systems
      .filter((one) => one.role === role && one.roleFrom === "words")
      .map((one) => one.id)
      .join("+");
  const [from, to] = [ids("source"), ids("sink")];
  return from !== "" && to !== "" ? `${from}>${to}` : null;
};

/** Each item goes from somewhere of its own to somewhere: pipelines, not the paths of one. */
export function areSeveral(parts: readonly Part[]): boolean {
  const ends = parts.map(endsOf);
  if (ends.length < 2 || ends.includes(null)) return false;
  const froms = new Set(ends.map((one) => one?.split(">")[0]));
  return froms.size === ends.length;
}

export const withoutMark = (item: string): string =>
  item
    .replace(
      /^(?:\(?\d{1,2}[.)]|[①-⑳]|[-*•・]|(?:pipeline|パイプライン)\s*\d+\s*[:.]?|(?:first|second|third|fourth)(?:ly)?\s*[,:])\s*/i,
      "",
    )
    .trim();

/** Where a sentence may go over to another pipeline: its end, `and`, また, 〜て、. */
const seams =
  /(?<=[。！？!?;；])\s*|(?<=\.)\s+(?=\S)|\n+|(?:,\s*)?\b(?:and also|and|plus|while|whereas|as well as)\s+|\s*、?(?:また|さらに|それから|それと|あと|一方で?|加えて)[、は]?\s*|(?<=[てしりにくへ])、\s*/giu;
const sentenceStart = /[。！？!?;；.\n]\s*$/;

/** A text that is longer is a document, not a few sentences. */
const longest = 2500;
const mostParts = 24;

type Read = (text: string) => Reading;

/**
 * `orders from Postgres to Snowflake hourly and clicks from Kafka to Redis within 5 s`: parts that each say where from and where to, from
 * sources of their own, to other sinks or at another pace. A part that goes on from the sink of the one before belongs to it. Null: one.
 */
export function looseParts(raw: string, whole: Reading, read: Read): string[] | null {
  const named = whole.systems.filter((one) => one.role === "source" || one.role === "sink");
  const isAbout = (...ids: string[]) =>
    whole.signals.some((one) => ids.includes(one.id) && !one.negated);
  if (
    named.length < 3 ||
    raw.length > longest ||
    (whole.routeToken !== null && whole.routeToken !== "design") ||
    isAbout(
      "ask.review",
      "ask.migrate",
      "ask.operate",
      "ask.contract",
      "ask.compare",
      "topic.bidirectional",
    )
  )
    return null;
  const cuts = [0, ...[...raw.matchAll(seams)].map((match) => match.index + match[0].length)];
  if (cuts.length < 2 || cuts.length > mostParts) return null;
  const groups: { text: string; reading: Reading | null }[] = [];
  const common: string[] = [];
  for (const [i, at] of cuts.entries()) {
    const text = raw.slice(at, cuts[i + 1] ?? raw.length);
    if (text.trim() === "") continue;
    const reading = read(text);
    const last = groups.at(-1);
    const isSentence = i === 0 || sentenceStart.test(raw.slice(0, at).trimEnd());
    const hasEnds = reading.systems.some((one) => one.role !== "tool");
    // What names neither end and is a sentence of its own holds for all of them: `One region, no personal data.`
    if (isSentence && !hasEnds && reading.objects.length === 0) {
      common.push(text.trim());
      continue;
    }
    if (last && (!bothEnds(reading) || !last.reading || !isAnother(last.reading, reading))) {
      last.text += text;
      last.reading = read(last.text);
    } else if (
      last &&
      bothEnds(last.reading ?? reading) &&
      isAnother(last.reading ?? reading, reading)
    )
      groups.push({ text, reading });
    else if (last) {
      last.text += text;
      last.reading = read(last.text);
    } else groups.push({ text, reading });
  }
  if (groups.length < 2) return null;
  const tail = common.join(" ");
  return groups.map((one) =>
    `${one.text
      .trim()
      .replace(
        /(?:,\s*)?\b(?:and also|and|plus|while|whereas|as well as)$|、?(?:また|さらに|それから|それと|あと|一方で?|加えて)[、は]?$/iu,
        "",
      )
      .trim()} ${tail}`.trim(),
  );
}

/** Where from and where to are said, one of them at least by the words around it: Salesforce の商談は Redshift へ. */
const bothEnds = ({ systems }: Reading): boolean =>
  systems.some((one) => one.role === "source") &&
  systems.some((one) => one.role === "sink") &&
  systems.some((one) => one.role !== "tool" && one.roleFrom === "words");

/** From a source of its own, not fed by the one before, and to another sink or at another pace. */
function isAnother(one: Reading, next: Reading): boolean {
  if (!bothEnds(one) || !bothEnds(next)) return false;
  const ids = (of: Reading, role: "source" | "sink") =>
    of.systems.filter((system) => system.role === role).map((system) => system.id);
  const before = new Set([...ids(one, "source"), ...ids(one, "sink")]);
  if (ids(next, "source").some((id) => before.has(id))) return false;
  if (ids(next, "sink").some((id) => ids(one, "source").includes(id))) return false;
  const isOtherSink = ids(next, "sink").every((id) => !ids(one, "sink").includes(id));
  const pace = (of: Reading) =>
    of.quantities
      .filter((quantity) => quantity.kind === "latency" || quantity.kind === "update_interval")
      .map((quantity) => quantity.value)
      .join();
  return isOtherSink || (pace(one) !== "" && pace(next) !== "" && pace(one) !== pace(next));
}
