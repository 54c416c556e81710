// The decisions behind a proposal, apart from the document that shows them: streams, modes, sensitive columns, mappers.
// A stored proposal keeps these as overrides of what the rules say, so that everything stays recomputable.
import type { FieldPath } from "../../model/discovery.ts";
import type { Mapper } from "../../model/mapper.ts";
import type { SyncMode } from "../../model/sync-mode.ts";
import { formatField, formatStream } from "../text/fields.ts";
import { chooseStreams, isGoalUnderstood } from "./choose.ts";
import type { Goal } from "./goal.ts";
import {
  say,
  toCandidates,
  type Candidate,
  type Choice,
  type Language,
  type ProposalWarning,
  type ProposeInput,
  type SourceKind,
} from "./input.ts";
import { chooseMode, type ModeChoice } from "./modes.ts";
import { modeWarnings, toModeRow, type ModeRow } from "./notes.ts";
import { inferSourceKind } from "./patterns.ts";
import { readReply, type Reply } from "./reply.ts";
import { readRequests, type Request } from "./requests.ts";
import { toOverride } from "./settings.ts";
import { RevosError } from "../../kernel/error.ts";
import { findSensitive, isNeededInClear, type SensitiveField } from "./sensitive.ts";

export type ModeOverride = {
  readonly syncMode?: SyncMode;
  readonly cursorField?: FieldPath;
  readonly primaryKey?: readonly FieldPath[];
};

/** What the user changed, by stream key. */
export type Overrides = {
  readonly kept: Readonly<Record<string, boolean>>;
  readonly modes: Readonly<Record<string, ModeChoice>>;
};
export const noOverrides: Overrides = { kept: {}, modes: {} };

export type Sensitive = { readonly candidate: Candidate; readonly field: SensitiveField };
export type PlannedMapper = {
  readonly candidate: Candidate;
  readonly path: FieldPath;
  readonly origin: "proposed" | "requested";
  readonly mapper: Mapper;
};

export type Decisions = {
  readonly kind: SourceKind;
  readonly choices: readonly Choice[];
  readonly modes: readonly ModeRow[];
  readonly sensitive: readonly Sensitive[];
  readonly mappers: readonly PlannedMapper[];
  readonly warnings: readonly ProposalWarning[];
  readonly reply: Reply | null;
};

/** Everything that follows from a goal, a discovery, a reply and earlier changes. Pure; the order is the discovery's. */
export function decide(
  input: ProposeInput,
  goal: Goal,
  overrides: Overrides = noOverrides,
): Decisions {
  const { language } = input;
  const candidates = toCandidates(input.discovery, input.estimatedRows);
  const kind = inferSourceKind(
    input.sourceKind,
    input.connector,
    candidates.map((candidate) => candidate.namespace),
  );
  const warnings: ProposalWarning[] = [];
  let choices = chooseStreams(candidates, goal, kind, language);
  if (candidates.length > 0 && !isGoalUnderstood(candidates, goal))
    warnings.push({
      code: "goal_not_understood",
      message: say(
        language,
        "No stream could be matched with the goal; nothing was left out for being out of scope.",
        "目的に対応するストリームを判断できなかったため、目的による除外はしていません。",
      ),
    });
  choices = choices.map((choice) =>
    override(choice, overrides.kept[choice.candidate.key], language),
  );
  const reply = input.reply?.trim() ? readChange(input.reply, candidates, choices) : null;
  if (reply) {
    const applied = applyReply(choices, reply.reply, language);
    choices = applied.choices;
    warnings.push(...applied.warnings);
  }
  warnings.push(...streamWarnings(choices, language));
  const kept = choices.filter((choice) => choice.kept).map((choice) => choice.candidate);
  const chosen = kept.flatMap((candidate) => {
    const mode = overrides.modes[candidate.key] ?? chooseMode(candidate);
    return mode ? [{ ...mode, candidate }] : [];
  });
  const modes = applySettings(chosen, reply?.reply.settings ?? [], candidates, warnings).map(
    (mode) => toModeRow(mode, language),
  );
  warnings.push(...modeWarnings(modes, language));
  const requests = readRequests({
    goal: input.goal ?? "",
    said: [input.reply ?? ""],
    kept,
    all: candidates,
    modes,
    language,
  });
  warnings.push(...requests.warnings);
  const sensitive = kept.flatMap((candidate) =>
    findSensitive(candidate.found.propertyFields).map((field) => ({ candidate, field })),
  );
  const open = sensitive.filter((entry) => !isHandled(entry, requests.mappers));
  warnings.push(...analysisWarnings(open, requests.mappers, goal, language));
  return {
    kind,
    choices,
    modes,
    sensitive: open,
    mappers: requests.mappers,
    warnings,
    reply: reply?.reply ?? null,
  };
}

function readChange(
  text: string,
  candidates: readonly Candidate[],
  choices: readonly Choice[],
): { reply: Reply } {
  const kept = choices.filter((choice) => choice.kept).map((choice) => choice.candidate);
  const skip = readRequests({
    goal: "",
    said: [text],
    kept,
    all: candidates,
    modes: [],
    language: "en",
  }).ranges;
  return { reply: readReply(text, candidates, skip) };
}

/** Modes asked for in the reply; what a stream does not allow is refused with what it allows. */
function applySettings(
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

function override(choice: Choice, kept: boolean | undefined, language: Language): Choice {
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

function streamWarnings(choices: readonly Choice[], language: Language): ProposalWarning[] {
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

/** A column that the user's words already take care of needs no second question. */
function isHandled(entry: Sensitive, mappers: readonly Request[]): boolean {
  return mappers.some(
    ({ candidate, path, mapper }) =>
      candidate.key === entry.candidate.key &&
      ["hashing", "encryption", "field-filtering"].includes(mapper.type) &&
      path.length <= entry.field.path.length &&
      path.every((part, at) => entry.field.path[at] === part),
  );
}

/** What a mask would cost the analysis that was asked for (golden K57). */
function analysisWarnings(
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
