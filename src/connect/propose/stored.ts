// A stored proposal and its states, ux.md §4.3: streams, then modes, then personal data, then ready. Pure: a record in, a
// record out. Any change reopens its own confirmation, and the modes only for what changed.
import { RevosError } from "../../kernel/error.ts";
import type { Discovery } from "../../model/discovery.ts";
import type { Mapper } from "../../model/mapper.ts";
import type { Proposal } from "../../model/proposal.ts";
import { formatField, formatStream } from "../text/fields.ts";
import { formatConnection } from "../yaml/write.ts";
import { applyReply, decide, type Decisions } from "./decide.ts";
import { takeFirstSteps } from "./first-steps.ts";
import {
  say,
  toCandidates,
  type Candidate,
  type Language,
  type ProposalWarning,
  type ProposeInput,
  type SourceKind,
} from "./input.ts";
import { slugPattern } from "./naming.ts";
import { modesText, propose } from "./propose.ts";
import { readReply } from "./reply.ts";
import { readRequests } from "./requests.ts";
import { closingSentence, questions } from "./text.ts";
import { toConnection, type ConnectionOptions } from "./to-connection.ts";
import { findByText, toOverride, type StreamSetting } from "./settings.ts";
import type { ModeChoice } from "./modes.ts";

export type ProposalState = "streams_open" | "modes_open" | "pii_open" | "ready" | "written";

/** What is kept of a proposal: the whole discovery answer, what was said, what was decided. Plain JSON. */
export type ProposalRecord = {
  readonly id: string;
  readonly state: ProposalState;
  readonly basis: {
    readonly discovery: Discovery;
    readonly discoveredAt: string | null;
    readonly estimatedRows: Readonly<Record<string, number>>;
    readonly source: { readonly id: string; readonly name: string; readonly kind: string };
    readonly sourceKind: SourceKind | null;
    readonly connections: ProposeInput["connections"];
    readonly files: ProposeInput["files"];
    readonly language: Language;
  };
  readonly goal: string | null;
  /** Words of the user that may hold requests for mappers. */
  readonly said: readonly string[];
  readonly kept: Readonly<Record<string, boolean>>;
  readonly modes: Readonly<Record<string, Omit<ModeChoice, "candidate">>>;
  /** The user wants a connection of its own although one exists. */
  readonly wantsNew: boolean;
  /** Answered confirmation points. `covers`: the streams (and their modes) that the yes was said to. */
  readonly confirmations: readonly {
    readonly point: "streams" | "modes" | "pii";
    readonly answer: string;
    readonly actor: string;
    readonly at: string;
    readonly covers: Readonly<Record<string, string>>;
  }[];
  readonly pii: "hash" | "drop" | "clear" | null;
  readonly name: string | null;
  readonly label: string | null;
};

export type ProposalChange = {
  readonly goal?: string | undefined;
  readonly reply?: string | undefined;
  readonly add?: readonly string[] | undefined;
  readonly drop?: readonly string[] | undefined;
  readonly only?: readonly string[] | undefined;
  readonly all?: boolean | undefined;
  readonly set?: readonly StreamSetting[] | undefined;
  readonly confirm?: "streams" | "modes" | undefined;
  readonly pii?: "hash" | "drop" | "clear" | undefined;
  readonly name?: string | undefined;
  readonly label?: string | undefined;
  readonly actor?: string | undefined;
};

export type StartInput = ProposalRecord["basis"] & {
  readonly id: string;
  readonly goal?: string | undefined;
};

export function startProposal({ id, goal, ...basis }: StartInput): ProposalRecord {
  return {
    id,
    state: "streams_open",
    basis,
    goal: goal?.trim() || null,
    said: [],
    kept: {},
    modes: {},
    wantsNew: false,
    confirmations: [],
    pii: null,
    name: null,
    label: null,
  };
}

function toInput(record: ProposalRecord): ProposeInput {
  const { basis } = record;
  return {
    discovery: basis.discovery,
    estimatedRows: basis.estimatedRows,
    sourceKind: basis.sourceKind ?? undefined,
    connector: basis.source.kind,
    goal: record.goal ?? undefined,
    source: basis.source.id,
    sources: [basis.source],
    connections: record.wantsNew ? [] : basis.connections,
    files: basis.files,
    language: basis.language,
  };
}

function overridesOf(record: ProposalRecord) {
  const candidates = new Map(
    toCandidates(record.basis.discovery, record.basis.estimatedRows).map((candidate) => [
      candidate.key,
      candidate,
    ]),
  );
  const modes = Object.entries(record.modes).flatMap(([key, mode]) => {
    const candidate = candidates.get(key);
    return candidate ? [[key, { ...mode, candidate }] as const] : [];
  });
  return { kept: record.kept, modes: Object.fromEntries(modes) };
}

/** The goal with the requests said later: they are read the same way. */
function decisionsOf(record: ProposalRecord): Decisions | null {
  const input = toInput(record);
  const step = takeFirstSteps(input);
  if (step.action !== "go") return null;
  const decisions = decide(input, step.goal, overridesOf(record));
  const said = readRequests({
    goal: record.goal ?? "",
    said: record.said,
    kept: decisions.modes.map((row) => row.choice.candidate),
    all: decisions.choices.map((choice) => choice.candidate),
    modes: decisions.modes,
    language: record.basis.language,
  });
  const handled = (entry: (typeof decisions.sensitive)[number]) =>
    said.mappers.some(
      (mapper) =>
        mapper.candidate.key === entry.candidate.key &&
        formatField(mapper.path) === formatField(entry.field.path) &&
        isPrivacy(mapper.mapper),
    );
  return {
    ...decisions,
    mappers: said.mappers,
    sensitive: decisions.sensitive.filter((entry) => !handled(entry)),
  };
}

const isPrivacy = (mapper: Mapper): boolean =>
  mapper.type === "hashing" || mapper.type === "encryption" || mapper.type === "field-filtering";

/** The document of a stored proposal. `warnings`: what an answer brought up, for this showing only. */
export function toProposalDocument(
  record: ProposalRecord,
  warnings: readonly ProposalWarning[] = [],
): Proposal {
  const input = toInput(record);
  const base = propose(input, overridesOf(record));
  const { language } = record.basis;
  if (base.action !== "propose")
    return {
      ...base,
      id: record.id,
      state: record.state,
      discoveredAt: record.basis.discoveredAt,
      warnings: [...base.warnings, ...warnings],
    };
  const decisions = decisionsOf(record);
  const accepted =
    decisions && record.pii && record.pii !== "clear"
      ? decisions.sensitive.map(({ candidate, field }) => ({
          stream: candidate.stream,
          namespace: candidate.namespace,
          field: [...field.path],
          origin: "proposed" as const,
          mapper: acceptedMapper(record.pii === "drop", field.path),
        }))
      : [];
  const requested = (decisions?.mappers ?? []).map(({ candidate, path, origin, mapper }) => ({
    stream: candidate.stream,
    namespace: candidate.namespace,
    field: [...path],
    origin,
    mapper,
  }));
  const open = (decisions?.sensitive ?? []).map(({ candidate, field }) => ({
    stream: candidate.stream,
    namespace: candidate.namespace,
    field: [...field.path],
    suggest: [...field.suggest],
    why: field.why[language],
  }));
  const view = { ...base, sensitive: open };
  const { text, ask } = openQuestion(record, view, decisions);
  return {
    ...view,
    id: record.id,
    state: record.state,
    discoveredAt: record.basis.discoveredAt,
    mappers: [...requested, ...accepted],
    warnings: [...base.warnings, ...warnings],
    name: record.name ?? base.name,
    label: record.label ?? base.label,
    confirmations: record.confirmations.map(({ point, answer, actor, at }) => ({
      point,
      answer,
      actor,
      at,
    })),
    text,
    ask,
  };
}

function acceptedMapper(isDrop: boolean, path: readonly string[]): Mapper {
  const targetField = formatField([...path]);
  return isDrop
    ? { type: "field-filtering", mapperConfiguration: { targetField } }
    : { type: "hashing", mapperConfiguration: { targetField, method: "SHA-256" } };
}

/** What the user is asked now, in both languages. */
function openQuestion(
  record: ProposalRecord,
  base: Proposal,
  decisions: Decisions | null,
): { text: string | null; ask: Proposal["ask"] } {
  const { language } = record.basis;
  if (record.state === "streams_open")
    return { text: base.text ?? null, ask: { point: "streams", ...questions.streams } };
  if (record.state === "modes_open")
    return {
      text: decisions ? modesText(decisions, language) : null,
      ask: { point: "modes", ...questions.modes },
    };
  if (record.state === "pii_open") {
    const fields = base.sensitive
      .map((entry) => `${entry.stream}.${formatField(entry.field)} (${entry.why})`)
      .join(", ");
    const ask = {
      point: "pii",
      en: `Personal data? ${fields} look sensitive. A mapper can hash or drop them before they reach the warehouse; hashed values still join but cannot be read. Hash, drop, or load in clear?`,
      ja: `個人情報：${fields} は機密性が高い列のようです。格納前にハッシュ化または除外できます（ハッシュ値でも結合は可能ですが、元の値は読めません）。ハッシュ化・除外・そのまま、どれにしますか？`,
    };
    const loss = base.warnings
      .filter((warning) => warning.code === "mapper_breaks_analysis")
      .map((warning) => String(warning["message"]));
    return { text: [ask[language], ...loss].join("\n"), ask };
  }
  if (record.state === "written") {
    const closing = closingSentence(`connections/${record.name ?? base.name ?? ""}.yaml`);
    return { text: closing[language], ask: null };
  }
  return { text: null, ask: null };
}

/** One step of the conversation. Errors: `usage.bad_value`, `proposal.mode_not_offered`, `proposal.field_invented`. */
export function changeProposal(
  record: ProposalRecord,
  change: ProposalChange,
  now: string,
): { record: ProposalRecord; warnings: ProposalWarning[] } {
  const warnings: ProposalWarning[] = [];
  let next = record;
  if (change.goal !== undefined && change.goal.trim() !== (record.goal ?? ""))
    next = {
      ...next,
      goal: change.goal.trim(),
      kept: {},
      modes: {},
      confirmations: [],
      pii: null,
      state: "streams_open",
    };
  if (change.name !== undefined) next = { ...next, name: checkedSlug(change.name) };
  if (change.label !== undefined) next = { ...next, label: change.label.trim() };
  next = changeStreams(next, change, warnings);
  if (change.reply?.trim())
    next = takeReply(next, change.reply, change.actor ?? "user", now, warnings);
  if (change.set && change.set.length > 0) next = setModes(next, change.set);
  if (change.confirm) next = confirm(next, change.confirm, change.actor ?? "user", now);
  if (change.pii) next = answerPii(next, change.pii, change.actor ?? "user", now);
  return {
    record: {
      ...next,
      state: record.state === "written" && next === record ? "written" : stateOf(next),
    },
    warnings,
  };
}

function checkedSlug(name: string): string {
  const slug = name.trim();
  if (!slugPattern.test(slug))
    throw new RevosError("usage.bad_value", `${slug} cannot be a connection's name.`, {
      advice: "Use lower-case letters, digits and single hyphens, e.g. postgres-prod-revenue.",
    });
  return slug;
}

function changeStreams(
  record: ProposalRecord,
  change: ProposalChange,
  warnings: ProposalWarning[],
): ProposalRecord {
  if (!change.add && !change.drop && !change.only && !change.all) return record;
  const candidates = toCandidates(record.basis.discovery);
  const find = (names: readonly string[] | undefined): Candidate[] =>
    (names ?? []).flatMap((name) => findByText(name, candidates, record.basis.language, warnings));
  const only = change.only ? find(change.only) : null;
  return withReply(
    record,
    {
      add: find(change.add),
      drop: find(change.drop),
      only: only && only.length > 0 ? only : null,
      all: change.all ?? false,
    },
    warnings,
  );
}

type StreamChange = {
  readonly add: readonly Candidate[];
  readonly drop: readonly Candidate[];
  readonly only: readonly Candidate[] | null;
  readonly all: boolean;
};

function withReply(
  record: ProposalRecord,
  change: StreamChange,
  warnings: ProposalWarning[],
): ProposalRecord {
  const before = decisionsOf(record)?.choices ?? [];
  const reply = {
    accepts: false,
    settings: [],
    unknown: [],
    ambiguous: [],
    notUnderstood: false,
    ...change,
  };
  const after = applyReply(before, reply, record.basis.language).choices;
  const kept: Record<string, boolean> = { ...record.kept };
  after.forEach((choice, at) => {
    if (choice.kept !== before[at]?.kept) kept[choice.candidate.key] = choice.kept;
  });
  for (const candidate of [...change.add, ...(change.only ?? [])]) {
    const choice = after.find((entry) => entry.candidate.key === candidate.key);
    if (choice && !choice.kept && choice.rule === "no_sync_modes")
      warnings.push({
        code: "no_sync_modes",
        stream: candidate.stream,
        namespace: candidate.namespace,
        message: say(
          record.basis.language,
          `${formatStream(candidate.stream, candidate.namespace)} cannot be added: none of its sync modes can be used.`,
          `${candidate.stream} は利用できる同期モードがないため、追加できません。`,
        ),
      });
  }
  return { ...record, kept };
}

/** An answer in words, at whatever point is open. */
function takeReply(
  record: ProposalRecord,
  text: string,
  actor: string,
  now: string,
  warnings: ProposalWarning[],
): ProposalRecord {
  const { language } = record.basis;
  const decisions = decisionsOf(record);
  if (!decisions)
    return /\b(?:no|new|another|separate)\b|新規|新しい|新しく|別の|いいえ/i.test(text)
      ? { ...record, wantsNew: true }
      : { ...record, goal: record.goal ?? text.trim() };
  if (record.state === "pii_open") {
    const answer = /\b(?:hash|mask|yes|y)\b|ハッシュ|マスク|はい/i.test(text)
      ? "hash"
      : /\b(?:drop|remove|exclude)\b|除外|削除|落と/i.test(text)
        ? "drop"
        : /\b(?:clear|no|n|plain|as is|keep)\b|そのまま|いいえ|平文|不要/i.test(text)
          ? "clear"
          : null;
    if (answer) return answerPii(record, answer, actor, now);
  }
  const keptNow = decisions.choices
    .filter((choice) => choice.kept)
    .map((choice) => choice.candidate);
  const candidates = decisions.choices.map((choice) => choice.candidate);
  const requests = readRequests({
    goal: "",
    said: [text],
    kept: keptNow,
    all: candidates,
    modes: decisions.modes,
    language,
  });
  const reply = readReply(text, candidates, requests.ranges);
  warnings.push(
    ...requests.warnings,
    ...applyReply(
      decisions.choices,
      { ...reply, add: [], drop: [], only: null, all: false },
      language,
    ).warnings,
  );
  let next = withReply(record, reply, warnings);
  if (requests.mappers.length > 0) next = { ...next, said: [...next.said, text] };
  for (const setting of reply.settings) {
    try {
      next = setModes(next, [
        {
          stream: formatStream(setting.candidate.stream, setting.candidate.namespace),
          key: setting.key,
          value: setting.value,
        },
      ]);
    } catch (error) {
      if (!(error instanceof RevosError)) throw error;
      warnings.push({
        code: error.code.startsWith("proposal.")
          ? error.code.slice("proposal.".length)
          : "reply_not_understood",
        stream: setting.candidate.stream,
        namespace: setting.candidate.namespace,
        message: `${error.message} ${error.advice}`,
      });
    }
  }
  if (reply.accepts && (record.state === "streams_open" || record.state === "modes_open"))
    next = confirm(next, record.state === "streams_open" ? "streams" : "modes", actor, now, text);
  return next;
}

/** Modes, cursors and keys; all settings of a stream count together. */
function setModes(record: ProposalRecord, settings: readonly StreamSetting[]): ProposalRecord {
  const decisions = decisionsOf(record);
  const rows = decisions?.modes.map((row) => row.choice) ?? [];
  const modes = { ...record.modes };
  for (const [key, mode] of toOverride(settings, rows, toCandidates(record.basis.discovery)))
    modes[key] = mode;
  return { ...record, modes };
}

/** What a confirmation covers: streams with what was decided for each. */
function coverage(
  record: ProposalRecord,
  point: "streams" | "modes" | "pii",
): Record<string, string> {
  const decisions = decisionsOf(record);
  if (!decisions) return {};
  if (point === "streams")
    return Object.fromEntries(
      decisions.choices.filter((choice) => choice.kept).map((choice) => [choice.candidate.key, ""]),
    );
  if (point === "pii")
    return Object.fromEntries(
      decisions.sensitive.map(({ candidate, field }) => [
        JSON.stringify([candidate.key, field.path]),
        "",
      ]),
    );
  return Object.fromEntries(
    decisions.modes.map(({ choice }) => [
      choice.candidate.key,
      JSON.stringify([choice.syncMode, choice.cursorField, choice.primaryKey]),
    ]),
  );
}

function isCovered(record: ProposalRecord, point: "streams" | "modes" | "pii"): boolean {
  const last = record.confirmations.filter((entry) => entry.point === point).at(-1);
  if (!last) return false;
  const now = coverage(record, point);
  const complete = Object.entries(now).every(([key, value]) => last.covers[key] === value);
  return (
    complete && (point !== "streams" || Object.keys(now).length === Object.keys(last.covers).length)
  );
}

/** The first point that is still open; the yes said to unchanged rows stands. */
function stateOf(record: ProposalRecord): ProposalState {
  if (!isCovered(record, "streams")) return "streams_open";
  if (!isCovered(record, "modes")) return "modes_open";
  return Object.keys(coverage(record, "pii")).length > 0 && !isCovered(record, "pii")
    ? "pii_open"
    : "ready";
}

function confirm(
  record: ProposalRecord,
  point: "streams" | "modes",
  actor: string,
  now: string,
  answer = "yes",
): ProposalRecord {
  if (decisionsOf(record) === null)
    throw new RevosError(
      "proposal.confirmation_open",
      "There is nothing to confirm yet: the question before it is open.",
      { advice: `revos connections propose --resume ${record.id}` },
    );
  if (point === "modes" && !isCovered(record, "streams"))
    throw new RevosError(
      "proposal.confirmation_open",
      "The streams are not confirmed yet; the modes follow from them.",
      { advice: "Confirm the streams first: --accept-streams" },
    );
  if (Object.keys(coverage(record, "streams")).length === 0)
    throw new RevosError("usage.bad_value", "No stream is selected.", {
      advice: "Add a stream: --streams <name>",
    });
  const entry = { point, answer, actor, at: now, covers: coverage(record, point) };
  return {
    ...record,
    confirmations: [...record.confirmations.filter((other) => other.point !== point), entry],
  };
}

function answerPii(
  record: ProposalRecord,
  pii: "hash" | "drop" | "clear",
  actor: string,
  now: string,
): ProposalRecord {
  const answer = pii === "clear" ? "loaded in clear" : pii === "hash" ? "hashed" : "dropped";
  const entry = { point: "pii" as const, answer, actor, at: now, covers: coverage(record, "pii") };
  return {
    ...record,
    pii,
    confirmations: [...record.confirmations.filter((other) => other.point !== "pii"), entry],
  };
}

/** The two lists as they were accepted, for a proposal that was answered by flags: nobody saw them in between. */
export function acceptedLists(record: ProposalRecord): string {
  const decisions = decisionsOf(record);
  const base = propose(toInput(record), overridesOf(record));
  const streams = (base.text ?? "").slice(0, (base.text ?? "").lastIndexOf("\n\n"));
  if (!decisions) return streams;
  const modes = modesText(decisions, record.basis.language);
  return `${streams}\n\n${modes.slice(0, modes.lastIndexOf("\n\n"))}`;
}

/** The file. Errors: `proposal.confirmation_open` (exit 7) while a point is open, naming it. */
export function toConnectionYaml(record: ProposalRecord, options: ConnectionOptions = {}): string {
  if (record.state !== "ready" && record.state !== "written") {
    const flag = {
      streams_open: "--accept-streams",
      modes_open: "--accept-modes",
      pii_open: "--hash-pii, --drop-pii or --pii-clear",
    }[record.state];
    throw new RevosError(
      "proposal.confirmation_open",
      `Nothing was written: ${{ streams_open: "the streams are", modes_open: "the sync modes are", pii_open: "the question of personal data is" }[record.state]} not confirmed yet.`,
      {
        advice: `revos connections propose --resume ${record.id}, or ${flag}`,
        data: { id: record.id, state: record.state },
      },
    );
  }
  const document = toProposalDocument(record);
  return formatConnection(
    toConnection(document, {
      ...options,
      name: options.name ?? record.name ?? undefined,
      label: options.label ?? record.label ?? undefined,
    }),
  );
}

export function markWritten(
  record: ProposalRecord,
  name: string,
  label: string | null,
): ProposalRecord {
  return { ...record, state: "written", name, label: label ?? record.label };
}
