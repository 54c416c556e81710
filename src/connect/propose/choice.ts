// How a decision about a stream is written down while the others are still being judged.

import { doubtfulWords } from "../lexicon/technical.ts";

import { splitName } from "../text/names.ts";

import { type Candidate, type Choice } from "./input.ts";

import { type Understanding } from "./understand.ts";

export type Draft = {
  choice: Choice;
  meaning: Understanding;
  how: "named" | "topic" | "out" | "unknown" | "fixed";
};

export const keep = (candidate: Candidate, rule: string, reason: string | null): Choice => ({
  candidate,
  kept: true,
  rule,
  reason,
  unsure: false,
});

export const doubt = (candidate: Candidate, why: NonNullable<Choice["doubt"]>): Choice => ({
  candidate,
  kept: true,
  rule: "kept.name_unclear",
  reason: null,
  unsure: true,
  doubt: why,
});

export const drop = (candidate: Candidate, rule: string): Choice => ({
  candidate,
  kept: false,
  rule,
  reason: null,
  unsure: false,
});

const stagingNamespace = new Set([
  "staging",
  "stage",
  "stg",
  "scratch",
  "sandbox",
  "dev",
  "test",
  "qa",
]);

/** `archive.orders`, `staging.orders`: a copy of something, by its place. */
export function isDoubtfulPlace(candidate: Candidate): boolean {
  const words = splitName(candidate.namespace ?? "");
  return words.some((word) => doubtfulWords.has(word) || stagingNamespace.has(word));
}
