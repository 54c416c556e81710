// A stored proposal as the document that is shown: the tables, the open question in both languages, what was confirmed.

import type { Mapper } from "../../model/mapper.ts";
import type { Proposal } from "../../model/proposal.ts";
import { formatField } from "../../model/field-path.ts";

import { type Decisions } from "./decide.ts";

import { type ProposalWarning } from "./input.ts";

import { modesText, propose } from "./propose.ts";

import { closingSentence, questions } from "./text.ts";

import { decisionsOf, overridesOf, toInput, type ProposalRecord } from "./stored-record.ts";

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

/** The two lists as they were accepted, for a proposal that was answered by flags: nobody saw them in between. */
export function acceptedLists(record: ProposalRecord): string {
  const decisions = decisionsOf(record);
  const base = propose(toInput(record), overridesOf(record));
  const streams = (base.text ?? "").slice(0, (base.text ?? "").lastIndexOf("\n\n"));
  if (!decisions) return streams;
  const modes = modesText(decisions, record.basis.language);
  return `${streams}\n\n${modes.slice(0, modes.lastIndexOf("\n\n"))}`;
}
