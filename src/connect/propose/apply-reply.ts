// What an answer in words does to the chosen streams and modes, and what is said about names that were not found.

import { formatStream } from "../../model/field-path.ts";

import { say, type Candidate, type Choice, type Language, type ProposalWarning } from "./input.ts";
import { chooseMode, type ModeChoice } from "./modes.ts";

import { type Reply } from "./reply.ts";

import { toOverride } from "./settings.ts";
import { RevosError } from "../../kernel/error.ts";

/** Modes asked for in the reply; what a stream does not allow is refused with what it allows. */
export function applySettings(
  chosen: readonly ModeChoice[],
  settings: Reply["settings"],
  candidates: readonly Candidate[],
  warnings: ProposalWarning[],
): ModeChoice[] {
  let modes = [...chosen];
  for (const { candidate, key, value } of settings) {
    try {
      const changed = toOverride(
        [{ stream: formatStream(candidate.stream, candidate.namespace), key, value }],
        modes,
        candidates,
      );
      modes = modes.map((mode) => ({ ...mode, ...changed.get(mode.candidate.key) }));
    } catch (error) {
      if (!(error instanceof RevosError)) throw error;
      warnings.push({
        code: error.code.slice(error.code.indexOf(".") + 1),
        stream: candidate.stream,
        namespace: candidate.namespace,
        message: `${error.message} ${error.advice}`,
      });
    }
  }
  return modes;
}

export function override(choice: Choice, kept: boolean | undefined, language: Language): Choice {
  if (kept === undefined || kept === choice.kept) return choice;
  return kept
    ? keptByReply(choice, language)
    : { ...choice, kept: false, rule: "use_case", reason: null, unsure: false, byReply: true };
}

const keptByReply = (choice: Choice, language: Language): Choice => ({
  ...choice,
  kept: true,
  rule: "kept.reply",
  reason: say(language, "you asked for it", "ご指示により追加"),
  unsure: false,
  byReply: true,
});

/** Streams as a reply leaves them. What has no usable mode cannot be added (golden K51, K59). */
export function applyReply(
  choices: readonly Choice[],
  reply: Reply,
  language: Language,
): { choices: Choice[]; warnings: ProposalWarning[] } {
  const warnings: ProposalWarning[] = [];
  const keys = (list: readonly Candidate[]) => new Set(list.map((candidate) => candidate.key));
  const add = keys(reply.add);
  const drop = keys(reply.drop);
  const only = reply.only ? keys(reply.only) : null;
  const next = choices.map((choice) => {
    const { key } = choice.candidate;
    const wanted = drop.has(key)
      ? false
      : only
        ? only.has(key)
        : reply.all || add.has(key)
          ? true
          : choice.kept;
    if (wanted === choice.kept) return choice;
    if (!wanted) return override(choice, false, language);
    return chooseMode(choice.candidate) === null ? choice : keptByReply(choice, language);
  });
  for (const { name, suggestions } of reply.unknown)
    warnings.push({
      code: "reply_name_unknown",
      name,
      suggestions,
      message: say(
        language,
        `There is no stream ${name}; nothing was changed for it.${suggestions.length > 0 ? ` Did you mean ${suggestions.join(" or ")}?` : ""}`,
        `${name} というストリームはないため、変更していません。${suggestions.length > 0 ? `${suggestions.join("、")} のことですか？` : ""}`,
      ),
    });
  for (const { name, suggestions } of reply.ambiguous)
    warnings.push({
      code: "reply_name_ambiguous",
      name,
      suggestions,
      message: say(
        language,
        `${name} could be ${suggestions.join(" or ")}; nothing was changed for it.`,
        `${name} は ${suggestions.join("、")} のどれか分からないため、変更していません。`,
      ),
    });
  if (reply.notUnderstood)
    warnings.push({
      code: "reply_not_understood",
      message: say(
        language,
        "The answer asks for a change, but names no stream of this source; nothing was changed.",
        "変更のご指示ですが、このソースのストリーム名が見つからないため、変更していません。",
      ),
    });
  return { choices: next, warnings };
}
