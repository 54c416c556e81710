// Finds fields of selected streams in words: `users.email`, `card_number`, "card number", "all emails", 電話番号.
import type { FieldPath } from "../../model/discovery.ts";
import { kindWords } from "../lexicon/requests.ts";
import { formatField } from "../../model/field-path.ts";
import { hasJapanese, splitName, toPlural } from "../text/names.ts";
import type { Candidate } from "./input.ts";
import { findNames } from "./reply-names.ts";
import { findSensitive } from "./sensitive.ts";

export type FieldHit = {
  readonly start: number;
  readonly end: number;
  readonly candidate: Candidate;
  readonly path: FieldPath;
  readonly byKind: boolean;
};

const isWordChar = (char: string | undefined): boolean =>
  char !== undefined && /[a-z0-9_]/.test(char);

function wholePlaces(text: string, form: string): number[] {
  const places: number[] = [];
  const japanese = hasJapanese(form);
  for (let at = text.indexOf(form); form !== "" && at >= 0; at = text.indexOf(form, at + 1))
    if (japanese || (!isWordChar(text[at - 1]) && !isWordChar(text[at + form.length])))
      places.push(at);
  return places;
}

const forms = new Map<string, readonly string[]>();

/** The ways a field may be written; remembered, for sources of many columns. */
function formsOf(path: FieldPath): readonly string[] {
  const key = formatField(path);
  const known = forms.get(key);
  if (known) return known;
  const words = splitName(path.at(-1) ?? "");
  const plural = [...words.slice(0, -1), toPlural(words.at(-1) ?? "")].join(" ");
  const made = [
    key,
    path.at(-1) ?? "",
    words.join(" "),
    ...(/^[a-z ]+$/.test(plural) ? [plural] : []),
  ].map((form) => form.normalize("NFKC").toLowerCase());
  const distinct = [...new Set(made)].filter((form) => form.length > 1);
  if (forms.size > 50_000) forms.clear();
  forms.set(key, distinct);
  return distinct;
}

/**
 * Fields named in a stretch of text. A stream named there narrows the search ("email in contacts"). A word for a kind of
 * personal data stands for every column of that kind, unless a column is called exactly so and the word is singular.
 */
export function findFields(
  text: string,
  kept: readonly Candidate[],
  all: readonly Candidate[],
): { fields: FieldHit[]; streams: Candidate[] } {
  const lower = text.toLowerCase();
  const qualified: FieldHit[] = [];
  for (const candidate of kept) {
    const owner = candidate.stream.normalize("NFKC").toLowerCase();
    if (!lower.includes(`${owner}.`)) continue;
    for (const path of candidate.found.propertyFields) {
      for (const form of [
        `${owner}.${formatField(path).toLowerCase()}`,
        ...(candidate.namespace === null
          ? []
          : [`${candidate.namespace.toLowerCase()}.${owner}.${formatField(path).toLowerCase()}`]),
      ])
        for (const start of wholePlaces(lower, form))
          qualified.push({ start, end: start + form.length, candidate, path, byKind: false });
    }
  }
  const free = (start: number, end: number, hits: readonly FieldHit[]) =>
    hits.every((hit) => end <= hit.start || start >= hit.end);
  const plain = findPlain(lower, kept).filter((hit) => free(hit.start, hit.end, qualified));
  const kinds = findKinds(lower, kept).filter((hit) => free(hit.start, hit.end, qualified));
  const fieldsFirst = mergeHits(lower, plain, kinds);
  let masked = lower;
  for (const { start, end } of [...qualified, ...fieldsFirst])
    masked = masked.slice(0, start) + " ".repeat(end - start) + masked.slice(end);
  const streams = findNames(masked, all).names.flatMap((name) => name.candidates);
  const scope = new Set(streams.map((candidate) => candidate.key));
  const narrowed = fieldsFirst.filter((hit) => scope.size === 0 || scope.has(hit.candidate.key));
  return { fields: [...qualified, ...narrowed].sort((a, b) => a.start - b.start), streams };
}

/** Stretches of text, each once: sources have thousands of columns, a sentence has a few words. */
type Range = { readonly start: number; readonly end: number };
const rangeKey = (range: Range): string => `${range.start}-${range.end}`;
const rangesOf = (hits: readonly FieldHit[]): Range[] => [
  ...new Map(hits.map((hit) => [rangeKey(hit), hit])).values(),
];
const overlaps = (a: Range, b: Range): boolean => a.start < b.end && b.start < a.end;
const lengthOf = (range: Range): number => range.end - range.start;

/** Names of columns, the longest at each place. */
function findPlain(text: string, kept: readonly Candidate[]): FieldHit[] {
  const hits: FieldHit[] = [];
  const places = new Map<string, readonly number[]>();
  for (const candidate of kept)
    for (const path of candidate.found.propertyFields)
      for (const form of formsOf(path)) {
        const starts = places.get(form) ?? wholePlaces(text, form);
        places.set(form, starts);
        for (const start of starts)
          hits.push({ start, end: start + form.length, candidate, path, byKind: false });
      }
  const ranges = rangesOf(hits);
  const longest = new Set(
    ranges
      .filter(
        (range) =>
          !ranges.some(
            (other) =>
              other.start <= range.start &&
              other.end >= range.end &&
              lengthOf(other) > lengthOf(range),
          ),
      )
      .map(rangeKey),
  );
  return hits.filter((hit) => longest.has(rangeKey(hit)));
}

function findKinds(text: string, kept: readonly Candidate[]): FieldHit[] {
  const words = kindWords.flatMap(({ kind, english, japanese, only }) =>
    [english, japanese].flatMap((pattern) =>
      [...text.matchAll(pattern)].map((hit) => ({
        kind,
        only,
        start: hit.index,
        end: hit.index + hit[0].length,
        isJapanese: hasJapanese(hit[0]),
      })),
    ),
  );
  if (words.length === 0) return [];
  return kept.flatMap((candidate) =>
    findSensitive(candidate.found.propertyFields).flatMap((field) =>
      words
        .filter(({ kind, only, isJapanese }) => {
          if (only && !only.test((field.path.at(-1) ?? "").replaceAll("_", ""))) return false;
          return (
            kind === "all" ||
            field.kind === kind ||
            (kind === "name" && field.kind === "kana" && isJapanese)
          );
        })
        .map(({ start, end }) => ({ start, end, candidate, path: field.path, byKind: true })),
    ),
  );
}

/** "email" is the column of that name where one is; "emails", "all email addresses" are the kind. */
function mergeHits(
  text: string,
  plain: readonly FieldHit[],
  kinds: readonly FieldHit[],
): FieldHit[] {
  const isKindMeant = (range: Range): boolean => {
    const word = text.slice(range.start, range.end);
    const before = text.slice(0, range.start);
    return (
      /s$|address|number|data|details|アドレス|番号|情報/.test(word) ||
      /\b(?:all|every|any|each)\s+(?:the\s+|customer\s+|user\s+)?$/.test(before) ||
      /(?:すべて|全て|全部)の?$/.test(before)
    );
  };
  const plainRanges = rangesOf(plain);
  const kindRanges = rangesOf(kinds).filter((kind) => {
    const same = plainRanges.filter((range) => overlaps(range, kind));
    return (
      !same.some((range) => lengthOf(range) > lengthOf(kind)) &&
      (same.length === 0 || isKindMeant(kind))
    );
  });
  const meant = new Set(kindRanges.map(rangeKey));
  const beaten = new Set(
    plainRanges
      .filter((range) =>
        kindRanges.some((kind) => overlaps(range, kind) && lengthOf(range) <= lengthOf(kind)),
      )
      .map(rangeKey),
  );
  const seen = new Set<string>();
  return [
    ...plain.filter((hit) => !beaten.has(rangeKey(hit))),
    ...kinds.filter((hit) => meant.has(rangeKey(hit))),
  ].filter((hit) => {
    const key = `${rangeKey(hit)} ${hit.candidate.key} ${formatField(hit.path)}`;
    return seen.has(key) ? false : (seen.add(key), true);
  });
}
