// Several pipelines in one request, as a list of them: each has an answer of its own, so the first is read and the others are named.
import type { System } from "../reading.ts";

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
const endsOf = (part: Part): string | null => {
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
