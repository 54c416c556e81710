// Finds fields of selected streams in words: `users.email`, `card_number`, "card number", "all emails", 電話番号.
import type { FieldPath } from "../../model/discovery.ts";
import { kindWords } from "../lexicon/requests.ts";
import { formatField } from "../text/fields.ts";
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

/** The ways a field may be written; `isExact` marks those that are names, not words. */
function formsOf(path: FieldPath): { form: string; isExact: boolean }[] {
  const name = (path.at(-1) ?? "").normalize("NFKC").toLowerCase();
  const words = splitName(path.at(-1) ?? "");
  const spaced = words.join(" ");
  const last = words.at(-1) ?? "";
  const plural = [...words.slice(0, -1), toPlural(last)].join(" ");
  const forms = [
    { form: formatField(path).normalize("NFKC").toLowerCase(), isExact: true },
    { form: name, isExact: true },
    { form: spaced, isExact: false },
  ];
  if (/^[a-z ]+$/.test(plural)) forms.push({ form: plural, isExact: false });
  return forms.filter(
    (entry, at) =>
      entry.form.length > 1 && forms.findIndex((other) => other.form === entry.form) === at,
  );
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
  for (const candidate of kept)
    for (const path of candidate.found.propertyFields) {
      const owner = candidate.stream.normalize("NFKC").toLowerCase();
      for (const form of [
        `${owner}.${formatField(path).toLowerCase()}`,
        ...(candidate.namespace === null
          ? []
          : [`${candidate.namespace.toLowerCase()}.${owner}.${formatField(path).toLowerCase()}`]),
      ])
        for (const start of wholePlaces(lower, form))
          qualified.push({ start, end: start + form.length, candidate, path, byKind: false });
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

/** Names of columns, the longest first at each place. */
function findPlain(text: string, kept: readonly Candidate[]): FieldHit[] {
  const hits: (FieldHit & { readonly isExact: boolean })[] = [];
  for (const candidate of kept)
    for (const path of candidate.found.propertyFields)
      for (const { form, isExact } of formsOf(path))
        for (const start of wholePlaces(text, form))
          hits.push({ start, end: start + form.length, candidate, path, byKind: false, isExact });
  return hits.filter(
    (hit) =>
      !hits.some(
        (other) =>
          other.start <= hit.start &&
          other.end >= hit.end &&
          other.end - other.start > hit.end - hit.start,
      ),
  );
}

function findKinds(text: string, kept: readonly Candidate[]): FieldHit[] {
  const hits: FieldHit[] = [];
  for (const { kind, english, japanese, only } of kindWords)
    for (const pattern of [english, japanese])
      for (const hit of text.matchAll(pattern))
        for (const candidate of kept)
          for (const field of findSensitive(candidate.found.propertyFields))
            if (only && !only.test((field.path.at(-1) ?? "").replaceAll("_", ""))) continue;
            else if (
              kind === "all" ||
              field.kind === kind ||
              (kind === "name" && field.kind === "kana" && hasJapanese(hit[0]))
            )
              hits.push({
                start: hit.index,
                end: hit.index + hit[0].length,
                candidate,
                path: field.path,
                byKind: true,
              });
  return hits;
}

/** "email" is the column of that name where one is; "emails", "all email addresses" are the kind. */
function mergeHits(
  text: string,
  plain: readonly FieldHit[],
  kinds: readonly FieldHit[],
): FieldHit[] {
  const isKindMeant = (hit: FieldHit): boolean => {
    const word = text.slice(hit.start, hit.end);
    const before = text.slice(0, hit.start);
    return (
      /s$|address|number|data|details|アドレス|番号|情報/.test(word) ||
      /\b(?:all|every|any|each)\s+(?:the\s+|customer\s+|user\s+)?$/.test(before) ||
      /(?:すべて|全て|全部)の?$/.test(before)
    );
  };
  const overlaps = (a: FieldHit, b: FieldHit) => a.start < b.end && b.start < a.end;
  const keptKinds = kinds.filter((kind) => {
    const same = plain.filter((hit) => overlaps(hit, kind));
    if (same.some((hit) => hit.end - hit.start > kind.end - kind.start)) return false;
    return same.length === 0 || isKindMeant(kind);
  });
  const keptPlain = plain.filter(
    (hit) =>
      !keptKinds.some(
        (kind) =>
          overlaps(hit, kind) &&
          !(hit.candidate.key === kind.candidate.key && hit.path === kind.path),
      ) || plainBeats(hit, keptKinds),
  );
  const all = [...keptPlain, ...keptKinds];
  return all.filter(
    (hit, at) =>
      all.findIndex(
        (other) =>
          other.candidate.key === hit.candidate.key &&
          other.path === hit.path &&
          overlaps(other, hit),
      ) === at,
  );
}

const plainBeats = (hit: FieldHit, kinds: readonly FieldHit[]): boolean =>
  kinds.every(
    (kind) =>
      hit.end - hit.start > kind.end - kind.start || hit.end <= kind.start || hit.start >= kind.end,
  );
