// Finds the columns of a stream that look personal, by name, with the reason and the mappers that would fit. Nothing is
// masked by this: the user decides (seed 003 §フェーズ 6: wrong masking breaks the analysis).
import type { FieldPath } from "../../model/discovery.ts";
import { isSamePath } from "../../model/field-path.ts";
import { hasJapanese, splitName } from "../text/names.ts";
import {
  fullNames,
  fullNamesJapanese,
  nameParts,
  namePartsJapanese,
  sensitiveKinds,
  type SensitiveKind,
} from "../lexicon/sensitive.ts";

export type SensitiveField = {
  readonly path: FieldPath;
  readonly kind: SensitiveKind["id"];
  readonly why: SensitiveKind["why"];
  readonly suggest: SensitiveKind["suggest"];
};

/** Words before a phrase that only say whose value it is; any other word makes it another fact: `is_email`, `no_phone`. */
const owners = new Set(
  (
    "user customer client contact member person patient student employee staff guest owner billing shipping delivery work home business office personal primary secondary main alternate alt other " +
    "company invoice payer payee sender recipient receiver from to cc reply buyer seller account admin author author's creator created updated registered current previous last first new old default login sign in up " +
    "emergency parent guardian spouse partner driver applicant candidate lead supplier vendor subscriber player cust usr emp hs properties requester submitter assignee agent bill ship mailing public private my the tenant donor passenger subject holder beneficiary"
  ).split(" "),
);

function endsWithPhrase(words: readonly string[], phrase: string): boolean {
  const parts = phrase.split(" ");
  if (words.length < parts.length) return false;
  const tail = words.slice(-parts.length);
  return (
    tail.every((word, at) => word === parts[at]) &&
    words.slice(0, -parts.length).every((word) => owners.has(word) || /^\d+$/.test(word))
  );
}

function matches(name: string, phrases: readonly string[], japanese: readonly string[]): boolean {
  if (hasJapanese(name)) {
    const text = name.normalize("NFKC").toUpperCase();
    return japanese.some((term) => {
      const word = term.normalize("NFKC").toUpperCase();
      return word.length < 3
        ? text === word ||
            text.replace(
              /^(?:顧客|会員|利用者|担当者?|患者|社員|生徒|保護者|連絡先|勤務先|自宅)/,
              "",
            ) === word
        : text.endsWith(word) || text.replace(/[0-9_]+$/, "").endsWith(word);
    });
  }
  const words = splitName(name);
  const joined = words.join("");
  return phrases.some(
    (phrase) => endsWithPhrase(words, phrase) || joined === phrase.replaceAll(" ", ""),
  );
}

type NameFacts = {
  readonly kind: SensitiveKind | null;
  readonly isPart: boolean;
  readonly isFullName: boolean;
};
const factsByName = new Map<string, NameFacts>();

/** What a column's name alone says; remembered, because sources repeat their names thousands of times. */
function factsOf(name: string): NameFacts {
  const known = factsByName.get(name);
  if (known) return known;
  const facts = {
    kind: findKind(name),
    isPart: matches(name, nameParts, namePartsJapanese),
    isFullName: matches(name, fullNames, fullNamesJapanese),
  };
  if (factsByName.size > 50_000) factsByName.clear();
  factsByName.set(name, facts);
  return facts;
}

/** The kind of personal data a single column name shows, or null. Parts of a name are judged together, not here. */
export function sensitiveKindOf(name: string): SensitiveKind | null {
  return factsOf(name).kind;
}

function findKind(name: string): SensitiveKind | null {
  const kinds = [
    "kana",
    "payment",
    "national_id",
    "credential",
    "email",
    "phone",
    "ip",
    "birth",
    "address",
  ];
  for (const id of kinds) {
    const kind = sensitiveKinds.find((entry) => entry.id === id);
    if (kind && matches(name, kind.phrases, kind.japanese)) return kind;
  }
  return null;
}

const nameReason = { en: "part of a person's name", ja: "氏名を構成する項目" };
const fullNameReason = { en: "a person's full name", ja: "氏名" };
const nameSuggest = ["hashing", "encryption", "field-filtering"] as const;

/** The sensitive fields of a stream, in field order; nested fields by their path. */
export function findSensitive(fields: readonly FieldPath[]): SensitiveField[] {
  const hasNested = fields.some((path) => path.length > 1);
  const isParent = (path: FieldPath) =>
    hasNested &&
    fields.some(
      (other) => other.length > path.length && path.every((part, at) => other[at] === part),
    );
  const leaves = fields.filter((path) => path.length > 0 && !isParent(path));
  const parts = leaves.filter((path) => factsOf(path.at(-1) ?? "").isPart);
  const together = parts.filter((path) =>
    parts.some((other) => other !== path && isSamePath(other.slice(0, -1), path.slice(0, -1))),
  );
  const found: SensitiveField[] = [];
  for (const path of leaves) {
    const name = path.at(-1) ?? "";
    const { kind, isFullName } = factsOf(name);
    if (kind) found.push({ path, kind: kind.id, why: kind.why, suggest: kind.suggest });
    else if (together.includes(path))
      found.push({ path, kind: "name", why: nameReason, suggest: nameSuggest });
    else if (isFullName)
      found.push({ path, kind: "name", why: fullNameReason, suggest: nameSuggest });
  }
  return found;
}

/** True when the goal needs the plain value of such a column: masking it would break the analysis. */
export function isNeededInClear(kind: SensitiveKind["id"], goalText: string): boolean {
  return sensitiveKinds.find((entry) => entry.id === kind)?.neededBy?.test(goalText) ?? false;
}
