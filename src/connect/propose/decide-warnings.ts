// Warnings of a proposal that follow from its streams and its sensitive columns.
import type { FieldPath } from "../../model/discovery.ts";

import { formatField, formatStream } from "../../model/field-path.ts";

import type { Goal } from "./goal.ts";
import { say, type Candidate, type Choice, type Language, type ProposalWarning } from "./input.ts";

import { type Request } from "./requests.ts";

import { findSensitive, isNeededInClear, type SensitiveField } from "./sensitive.ts";

export type Sensitive = { readonly candidate: Candidate; readonly field: SensitiveField };

export function streamWarnings(choices: readonly Choice[], language: Language): ProposalWarning[] {
  const warnings: ProposalWarning[] = [];
  for (const { candidate, kept, unsure, rule, doubt } of choices) {
    const { stream, namespace } = candidate;
    const name = formatStream(stream, namespace);
    if (kept && unsure && doubt !== "goal")
      warnings.push({
        code: "uncertain_name",
        stream,
        namespace,
        message: say(
          language,
          `${name}: the name does not say what it holds; it was kept.`,
          `${name}：名前からは内容を判断できないため、残しています。`,
        ),
      });
    if (!kept && rule === "no_sync_modes")
      warnings.push({
        code: "no_sync_modes",
        stream,
        namespace,
        message: say(
          language,
          `${name}: ${candidate.found.syncModes.length === 0 ? "the source offers no sync mode for it" : `the offered modes (${candidate.found.syncModes.join(", ")}) need fields that it does not have`}; it cannot be selected.`,
          `${name}：利用できる同期モードがないため、選択できません。`,
        ),
      });
  }
  return warnings;
}

/** What a mask would cost the analysis that was asked for (golden K57). */
export function analysisWarnings(
  open: readonly Sensitive[],
  requested: readonly Request[],
  goal: Goal,
  language: Language,
): ProposalWarning[] {
  const warnings: ProposalWarning[] = [];
  const warn = (candidate: Candidate, path: FieldPath, what: string) =>
    warnings.push({
      code: "mapper_breaks_analysis",
      stream: candidate.stream,
      namespace: candidate.namespace,
      field: path,
      message: say(
        language,
        `${candidate.stream}.${formatField(path)}: the goal needs this ${what} in clear. Hashed, encrypted or dropped, parts of it (such as the domain of an e-mail) can no longer be read.`,
        `${candidate.stream}.${formatField(path)}：この分析には元の値が必要です。マスキングすると、メールのドメインなど値の一部が読み取れなくなります。`,
      ),
    });
  for (const { candidate, field } of open)
    if (isNeededInClear(field.kind, goal.text)) warn(candidate, field.path, field.why[language]);
  for (const { candidate, path, mapper } of requested) {
    const field = findSensitive(candidate.found.propertyFields).find(
      (entry) => formatField(entry.path) === formatField(path),
    );
    if (
      field &&
      mapper.type !== "field-renaming" &&
      mapper.type !== "row-filtering" &&
      isNeededInClear(field.kind, goal.text)
    )
      warn(candidate, path, field.why[language]);
  }
  return warnings;
}
