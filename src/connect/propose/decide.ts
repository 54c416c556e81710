// The decisions behind a proposal, apart from the document that shows them: streams, modes, sensitive columns, mappers.
// A stored proposal keeps these as overrides of what the rules say, so that everything stays recomputable.
import { applyReply, applySettings, override } from "./apply-reply.ts";
import { analysisWarnings, streamWarnings, type Sensitive } from "./decide-warnings.ts";
import type { FieldPath } from "../../model/discovery.ts";
import type { Mapper } from "../../model/mapper.ts";
import type { SyncMode } from "../../model/sync-mode.ts";

import { chooseStreams, isGoalUnderstood } from "./choose.ts";
import type { Goal } from "./goal.ts";
import {
  say,
  toCandidates,
  type Candidate,
  type Choice,
  type ProposalWarning,
  type ProposeInput,
  type SourceKind,
} from "./input.ts";
import { chooseMode, type ModeChoice } from "./modes.ts";
import { modeWarnings, toModeRow, type ModeRow } from "./notes.ts";
import { inferSourceKind } from "./patterns.ts";
import { findGoalModes } from "./reply-settings.ts";
import { bringInAsked } from "./choose-asked.ts";
import { readReply, type Reply } from "./reply.ts";
import { readRequests, type Request } from "./requests.ts";

import { findSensitive } from "./sensitive.ts";

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
  choices = bringInAsked(choices, input.goal ?? "", candidates, language);
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
  const inGoal = findGoalModes(input.goal ?? "", kept).filter(
    ({ candidate }) => !overrides.modes[candidate.key],
  );
  const settings = [...inGoal, ...(reply?.reply.settings ?? [])];
  const modes = applySettings(chosen, settings, candidates, warnings).map((mode) =>
    toModeRow(mode, language),
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
  const handled = handledPaths(requests.mappers);
  const open = sensitive.filter((entry) => !isHandled(entry, handled));
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

/** Columns that the user's words already take care of: they need no second question. */
function handledPaths(mappers: readonly Request[]): ReadonlySet<string> {
  const privacy = new Set<string>(["hashing", "encryption", "field-filtering"]);
  return new Set(
    mappers
      .filter(({ mapper }) => privacy.has(mapper.type))
      .map(({ candidate, path }) => JSON.stringify([candidate.key, path])),
  );
}

/** The column itself, or a field above it, is handled. */
function isHandled({ candidate, field }: Sensitive, handled: ReadonlySet<string>): boolean {
  return field.path.some((_, at) =>
    handled.has(JSON.stringify([candidate.key, field.path.slice(0, at + 1)])),
  );
}
