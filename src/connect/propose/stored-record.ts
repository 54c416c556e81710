// What is kept of a proposal, and what follows from it: the record is plain JSON, everything else is recomputed.

import type { Discovery } from "../../model/discovery.ts";
import type { Mapper } from "../../model/mapper.ts";

import { formatField } from "../../model/field-path.ts";

import { decide, type Decisions } from "./decide.ts";
import { takeFirstSteps } from "./first-steps.ts";
import { toCandidates, type Language, type ProposeInput, type SourceKind } from "./input.ts";

import { readRequests } from "./requests.ts";

import { type StreamSetting } from "./settings.ts";
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
    /** The reader asked for it: another goal does not change it. */
    readonly isLanguageSaid?: boolean;
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
  readonly lang?: Language | undefined;
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

export function toInput(record: ProposalRecord): ProposeInput {
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

export function overridesOf(record: ProposalRecord) {
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
export function decisionsOf(record: ProposalRecord): Decisions | null {
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
