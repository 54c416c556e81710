// What a failure mode is: its group, how bad it is, its title and its fix in both languages.
import type { ReviewFinding } from "./answer.ts";

export type Words = { readonly en: string; readonly ja: string };

export type FailureMode = {
  readonly group: ReviewFinding["group"];
  readonly severity: ReviewFinding["severity"];
  readonly title: Words;
  readonly fix: Words;
};

export const mode = (
  group: FailureMode["group"],
  severity: FailureMode["severity"],
  title: readonly [string, string],
  fix: readonly [string, string],
): FailureMode => ({
  group,
  severity,
  title: { en: title[0], ja: title[1] },
  fix: { en: fix[0], ja: fix[1] },
});
