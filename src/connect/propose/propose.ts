// From a discovery and a goal to a Proposal document: seed 003 phases 1 to 6, interface.md §4. Same input, same bytes.
import type { Proposal } from "../../model/proposal.ts";
import { decide, noOverrides, type Decisions, type Overrides } from "./decide.ts";
import { takeFirstSteps, type FirstStep } from "./first-steps.ts";
import { say, type Language, type ProposalWarning, type ProposeInput } from "./input.ts";
import { findScope, makeLabel, makeName, type Scope } from "./naming.ts";
import { smallTableLine } from "./notes.ts";
import { modesTable, questions, shownNames, streamsTable } from "./text.ts";

type Go = Extract<FirstStep, { action: "go" }>;

export function propose(input: ProposeInput, overrides: Overrides = noOverrides): Proposal {
  const step = takeFirstSteps(input);
  return step.action === "go"
    ? toProposal(input, step, decide(input, step.goal, overrides))
    : askFirst(input, step);
}

const empty = { selected: [], dropped: [], modes: [], sensitive: [], mappers: [] };

/** The three answers that come before any stream is shown. */
function askFirst(input: ProposeInput, step: Exclude<FirstStep, Go>): Proposal {
  const { language } = input;
  const base = {
    apiVersion: "revos/v1" as const,
    kind: "Proposal" as const,
    goal: input.goal?.trim() || null,
    ...empty,
  };
  if (step.action === "offer_pull") {
    const pull = step.pull.map(({ id, name }) => ({ id, name }));
    const listed = step.pull
      .map((connection) => `${connection.label ?? connection.name} (${connection.id})`)
      .join(", ");
    const ask = {
      point: "pull",
      en: `This connection already exists: ${listed}. Fetch it with revos pull instead of making a second one?`,
      ja: `一致する接続がすでにあります：${listed}。新しく作成せず、revos pull で取得しますか？`,
    };
    return {
      ...base,
      action: "offer_pull",
      source: step.source ? { id: step.source.id, name: step.source.name } : null,
      pull,
      warnings: [],
      text: ask[language],
      ask,
      next: pull.map(({ name, id }) => ({
        command: `revos pull ${/\s/.test(name) ? id : name}`,
        why: say(language, "it already exists", "すでに存在するため"),
      })),
    };
  }
  if (step.action === "ask_source") {
    const warnings: ProposalWarning[] = [];
    if (step.unknown !== null)
      warnings.push({
        code: "source_id_unknown",
        source: step.unknown,
        message: say(
          language,
          `There is no source ${step.unknown} on the server. If it is not set up yet: revos sources create.`,
          `ソース ${step.unknown} はサーバー上にありません。未作成の場合は、先に revos sources create を実行してください。`,
        ),
      });
    const list = (input.sources ?? []).map((source) => `  ${source.id}  ${source.name}`);
    const text = [
      ...warnings.map((warning) => warning.message),
      questions.source[language],
      ...list,
    ].join("\n");
    return {
      ...base,
      action: "ask_source",
      source: null,
      warnings,
      text,
      ask: { point: "source", ...questions.source },
      next: [
        list.length > 0
          ? { command: "revos sources list", why: say(language, "shows the ids", "ID の一覧") }
          : {
              command: "revos sources create",
              why: say(language, "no source is set up yet", "ソースがまだありません"),
            },
      ],
    };
  }
  return {
    ...base,
    action: "ask_use_case",
    source: { id: step.source.id, name: step.source.name },
    warnings: [],
    text: questions.goal[language],
    ask: { point: "goal", ...questions.goal },
  };
}

function toProposal(input: ProposeInput, step: Go, decisions: Decisions): Proposal {
  const { language } = input;
  const { choices, modes } = decisions;
  const scope = findScope(step.goal, choices, decisions.kind);
  const name = makeName(step.source, input.connector, scope);
  const kept = choices.filter((choice) => choice.kept);
  return {
    apiVersion: "revos/v1",
    kind: "Proposal",
    action: "propose",
    source: { id: step.source.id, name: step.source.name },
    goal: input.goal?.trim() ?? null,
    totals: {
      all: choices.length,
      selected: kept.length,
      dropped: choices.length - kept.length,
      unsure: kept.filter((choice) => choice.unsure).length,
    },
    selected: kept.map(({ candidate, reason, unsure, rule }) => ({
      ...place(candidate),
      reason,
      unsure,
      rule,
      ...(candidate.estimatedRows === null ? {} : { estimatedRows: candidate.estimatedRows }),
    })),
    dropped: choices
      .filter((choice) => !choice.kept)
      .map(({ candidate, rule, byReply }) => ({
        ...place(candidate),
        rule,
        ...(byReply ? { by: "reply" as const } : {}),
      })),
    modes: modes.map(({ choice, alternatives, notes }) => ({
      ...place(choice.candidate),
      syncMode: choice.syncMode,
      cursorField: choice.cursorField ? [...choice.cursorField] : null,
      primaryKey: choice.primaryKey ? choice.primaryKey.map((path) => [...path]) : null,
      cursorFrom: choice.cursorFrom,
      keyFrom: choice.keyFrom,
      alternatives: [...alternatives],
      notes: [...notes],
    })),
    sensitive: decisions.sensitive.map(({ candidate, field }) => ({
      ...place(candidate),
      field: [...field.path],
      suggest: [...field.suggest],
      why: field.why[language],
    })),
    mappers: decisions.mappers.map(({ candidate, path, origin, mapper }) => ({
      ...place(candidate),
      field: [...path],
      origin,
      mapper,
    })),
    warnings: [...decisions.warnings, ...fileWarnings(input, step, name, language)],
    name,
    label: makeLabel(step.source, decisions.kind, scope, name, language),
    text: proposalText(decisions, scope, language),
    ask: { point: "streams", ...questions.streams },
  };
}

const place = (candidate: { stream: string; namespace: string | null }) => ({
  stream: candidate.stream,
  namespace: candidate.namespace,
});

/** A file that would be overwritten, or that already syncs this source (interface.md §4). */
function fileWarnings(
  input: ProposeInput,
  step: Go,
  name: string,
  language: Language,
): ProposalWarning[] {
  const path = `connections/${name}.yaml`;
  const warnings: ProposalWarning[] = input.files
    .filter(
      (file) =>
        baseName(file.path) === name ||
        file.name === name ||
        (file.sourceId !== undefined && file.sourceId === step.source.id),
    )
    .map((file) => ({
      code: "path_exists",
      path: file.path,
      message: say(
        language,
        baseName(file.path) === name
          ? `${file.path} already exists: overwrite it, or choose another name?`
          : `${file.path} already uses this source.`,
        baseName(file.path) === name
          ? `${file.path} はすでに存在します。上書きしますか、別の名前にしますか？`
          : `${file.path} はすでにこのソースを使っています。`,
      ),
    }));
  for (const connection of step.alsoUsedBy)
    warnings.push({
      code: "source_in_use",
      connection: connection.id,
      message: say(
        language,
        `${connection.label ?? connection.name} already syncs this source, for another purpose.`,
        `${connection.label ?? connection.name} が別の目的でこのソースを同期しています。`,
      ),
    });
  if (
    input.connections.some((connection) => connection.name === name) &&
    !warnings.some((warning) => warning.code === "path_exists")
  )
    warnings.push({
      code: "path_exists",
      path,
      message: say(
        language,
        `A connection ${name} already exists: choose another name.`,
        `接続 ${name} はすでに存在します。別の名前にしてください。`,
      ),
    });
  return warnings;
}

function baseName(path: string): string {
  return (path.split(/[\\/]/).at(-1) ?? "").replace(/\.ya?ml$/, "");
}

/** Confirmation point 1: the streams, and what stands in doubt. */
function proposalText(decisions: Decisions, scope: Scope, language: Language): string {
  const table = streamsTable(
    decisions.choices,
    scope.isTopic ? say(language, scope.en, scope.ja) : "",
    language,
  );
  return `${table}\n\n${questions.streams[language]}`;
}

/** Confirmation point 2: the modes with what was guessed, what they cannot see, what they cost. */
export function modesText(decisions: Decisions, language: Language): string {
  const names = shownNames(decisions.choices);
  const lines = [modesTable(decisions.modes, names), ""];
  if (
    decisions.modes.some(
      ({ choice }) => choice.cursorFrom === "column" || choice.keyFrom === "column",
    )
  )
    lines.push(
      say(
        language,
        "* not set by the source; chosen from its columns.",
        "* ソース設定ではなく、列から選んだものです。",
      ),
    );
  for (const { choice, notes } of decisions.modes)
    for (const note of notes)
      if (!isStarNote(note))
        lines.push(
          `! ${choice.candidate.stream}: ${note}${note.endsWith("。") ? "" : say(language, ".", "。")}`,
        );
  const small = smallTableLine(decisions.modes, language);
  if (small) lines.push(`! ${small}`);
  for (const warning of decisions.warnings)
    if (warning.code === "cursor_candidate_not_listed" || warning.code === "no_primary_key")
      lines.push(`! ${warning.message}`);
  return `${lines.join("\n")}\n\n${questions.modes[language]}`;
}

const isStarNote = (note: string): boolean => /chosen from its columns|列から選びました/.test(note);
