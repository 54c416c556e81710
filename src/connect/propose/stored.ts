// A stored proposal and its states, ux.md §4.3: streams, then modes, then personal data, then ready. Pure: a record in, a
// record out. Any change reopens its own confirmation, and the modes only for what changed.
import { decisionsOf, type ProposalChange, type ProposalRecord } from "./stored-record.ts";
import { toProposalDocument } from "./stored-document.ts";
import { answerPii, confirm, stateOf } from "./stored-state.ts";
import { RevosError } from "../../kernel/error.ts";

import { formatStream } from "../../model/field-path.ts";
import { hasJapanese } from "../text/names.ts";
import { formatConnection } from "../yaml/write.ts";
import { applyReply } from "./apply-reply.ts";

import { say, toCandidates, type Candidate, type Language, type ProposalWarning } from "./input.ts";
import { slugPattern } from "./naming.ts";
import { readReply } from "./reply.ts";
import { readRequests } from "./requests.ts";

import { toConnection, type ConnectionOptions } from "./to-connection.ts";
import { findByText, toOverride, type StreamSetting } from "./settings.ts";

export { acceptedLists, toProposalDocument } from "./stored-document.ts";
export {
  startProposal,
  type ProposalChange,
  type ProposalRecord,
  type ProposalState,
} from "./stored-record.ts";

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
  next = inLanguage(next, change.lang, record.goal);
  if (change.name !== undefined) next = { ...next, name: checkedSlug(change.name) };
  if (change.label !== undefined) next = { ...next, label: change.label.trim() };
  next = changeStreams(next, change, warnings);
  if (change.reply?.trim())
    next = takeReply(next, change.reply, change.actor ?? "user", now, warnings);
  next = inLanguage(next, change.lang, record.goal);
  if (change.set && change.set.length > 0) next = setModes(next, change.set);
  if (change.confirm) next = confirm(next, change.confirm, change.actor ?? "user", now);
  if (change.pii) next = answerPii(next, change.pii, change.actor ?? "user", now);
  return {
    record: {
      ...next,
      state: record.state === "written" && isSame(next, record) ? "written" : stateOf(next),
    },
    warnings,
  };
}

/** The same answers, whatever language they are told in. */
const isSame = (a: ProposalRecord, b: ProposalRecord): boolean =>
  (Object.keys(a) as (keyof ProposalRecord)[]).every((key) => key === "basis" || a[key] === b[key]);

/** The reader's language, when it is said; else that of a new goal. */
function inLanguage(
  record: ProposalRecord,
  said: Language | undefined,
  goalBefore: string | null,
): ProposalRecord {
  const { basis } = record;
  if (said !== undefined)
    return said === basis.language && basis.isLanguageSaid
      ? record
      : { ...record, basis: { ...basis, language: said, isLanguageSaid: true } };
  if (basis.isLanguageSaid || record.goal === goalBefore) return record;
  return {
    ...record,
    basis: { ...basis, language: hasJapanese(record.goal ?? "") ? "ja" : "en" },
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

/** The file. Errors: `proposal.confirmation_open` (exit 7) while a point is open, naming it. */
export function toConnectionYaml(record: ProposalRecord, options: ConnectionOptions = {}): string {
  if (record.state !== "ready" && record.state !== "written") {
    const flag = {
      streams_open: "--accept-streams",
      modes_open: "--accept-modes",
      pii_open: "--hash-pii, --pii-drop or --pii-clear",
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
