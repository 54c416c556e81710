// Which confirmation point of a stored proposal is open: a yes covers the streams and modes it was said to, and stands
// for those as long as they do not change (ux.md §4.3).
import { RevosError } from "../../kernel/error.ts";

import { decisionsOf, type ProposalRecord, type ProposalState } from "./stored-record.ts";

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
export function stateOf(record: ProposalRecord): ProposalState {
  if (!isCovered(record, "streams")) return "streams_open";
  if (!isCovered(record, "modes")) return "modes_open";
  return Object.keys(coverage(record, "pii")).length > 0 && !isCovered(record, "pii")
    ? "pii_open"
    : "ready";
}

export function confirm(
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

export function answerPii(
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
