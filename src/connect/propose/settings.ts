// Explicit choices at confirmation point 2: `orders.syncMode=full_refresh_overwrite`. Each is checked at once against what
// the stream offers and shows; a refusal says what is allowed.
import { RevosError } from "../../kernel/error.ts";
import type { FieldPath } from "../../model/discovery.ts";
import { needsCursor, needsKey, syncModes, type SyncMode } from "../../model/sync-mode.ts";
import {
  formatField,
  formatStream,
  hasPath,
  isSamePath,
  parseField,
} from "../../model/field-path.ts";
import { suggest } from "../text/suggest.ts";
import { say, type Candidate, type Language, type ProposalWarning } from "./input.ts";
import { chooseMode, findCursor, findKey, offeredModes, type ModeChoice } from "./modes.ts";
import { findNames } from "./reply-names.ts";

export type StreamSetting = {
  readonly stream: string;
  readonly key: "syncMode" | "cursorField" | "primaryKey";
  readonly value: string;
};

/** Streams by a name as typed: exact, qualified, or a pattern. What is not found is a warning and changes nothing. */
export function findByText(
  name: string,
  candidates: readonly Candidate[],
  language: Language,
  warnings: ProposalWarning[],
): Candidate[] {
  const exact = candidates.filter(
    (candidate) =>
      candidate.stream === name || formatStream(candidate.stream, candidate.namespace) === name,
  );
  if (exact.length === 1) return exact;
  const { names, ambiguous } = findNames(name.trim().toLowerCase(), candidates);
  const found = names.flatMap((entry) => entry.candidates);
  if (found.length > 0) return found;
  const suggestions =
    ambiguous[0]?.suggestions ??
    (exact.length > 1
      ? exact.map((candidate) => formatStream(candidate.stream, candidate.namespace))
      : suggest(
          name,
          candidates.map((candidate) => candidate.stream),
        ));
  const isAmbiguous = ambiguous.length > 0 || exact.length > 1;
  warnings.push({
    code: isAmbiguous ? "reply_name_ambiguous" : "reply_name_unknown",
    name,
    suggestions,
    message: isAmbiguous
      ? say(
          language,
          `${name} could be ${suggestions.join(" or ")}; nothing was changed for it.`,
          `${name} は ${suggestions.join("、")} のどれか分からないため、変更していません。`,
        )
      : say(
          language,
          `There is no stream ${name}; nothing was changed for it.${suggestions.length > 0 ? ` Did you mean ${suggestions.join(" or ")}?` : ""}`,
          `${name} というストリームはないため、変更していません。${suggestions.length > 0 ? `${suggestions.join("、")} のことですか？` : ""}`,
        ),
  });
  return [];
}

/** `updated_at`, `meta.modified_at` or `[meta, modified_at]` as a path. */
export function parseCursor(value: string): FieldPath | null {
  const list = /^\[(.*)\]$/.exec(value.trim());
  if (!list) return parseField(value.trim());
  const parts = (list[1] ?? "").split(",").map((part) => part.trim().replace(/^["']|["']$/g, ""));
  return parts.some((part) => part === "") ? null : parts;
}

/** `id`, `order_id,line_no` or `[[order_id], [line_no]]` as paths. */
export function parseKey(value: string): FieldPath[] | null {
  const text = value.trim();
  const nested = /^\[\s*(\[.*\])\s*\]$/s.exec(text);
  const parts = nested
    ? [...(nested[1] ?? "").matchAll(/\[([^\]]*)\]/g)].map((hit) =>
        parseCursor(`[${hit[1] ?? ""}]`),
      )
    : text
        .replace(/^\[|\]$/g, "")
        .split(",")
        .map((part) => parseField(part.trim()));
  return parts.length > 0 && parts.every((part) => part !== null) ? parts : null;
}

function knownField(candidate: Candidate, path: FieldPath): FieldPath | null {
  const { propertyFields, defaultCursorField, sourceDefinedPrimaryKey } = candidate.found;
  if (
    hasPath(propertyFields, path) ||
    isSamePath(defaultCursorField, path) ||
    hasPath(sourceDefinedPrimaryKey, path)
  )
    return path;
  const folded = propertyFields.filter(
    (other) => formatField(other).toLowerCase() === formatField(path).toLowerCase(),
  );
  return folded.length === 1 ? (folded[0] ?? null) : null;
}

function refuseField(candidate: Candidate, path: FieldPath): RevosError {
  const fields = candidate.found.propertyFields.map(formatField);
  const near = suggest(formatField(path), fields);
  return new RevosError(
    "proposal.field_invented",
    `Stream ${candidate.stream} has no field ${formatField(path)}; nothing was changed.`,
    {
      advice:
        near.length > 0
          ? `Did you mean ${near.join(" or ")}?`
          : `Fields: ${fields.slice(0, 12).join(", ")}${fields.length > 12 ? ", ..." : ""}.`,
      data: { stream: candidate.stream, field: path, suggestions: near },
    },
  );
}

/**
 * The modes that settings lead to, by stream key. All settings of one stream count together. Errors: `usage.bad_value`,
 * `proposal.mode_not_offered` (with the modes it allows), `proposal.field_invented`.
 */
export function toOverride(
  settings: readonly StreamSetting[],
  rows: readonly ModeChoice[],
  candidates: readonly Candidate[],
): Map<string, Omit<ModeChoice, "candidate">> {
  const byStream = new Map<string, { candidate: Candidate; settings: StreamSetting[] }>();
  for (const setting of settings) {
    const warnings: ProposalWarning[] = [];
    const found = findByText(setting.stream, candidates, "en", warnings);
    const candidate = found[0];
    if (!candidate || found.length > 1)
      throw new RevosError(
        "usage.bad_value",
        warnings[0]?.message ?? `${setting.stream} names ${found.length} streams; one is needed.`,
      );
    if (!rows.some((row) => row.candidate.key === candidate.key))
      throw new RevosError(
        "usage.bad_value",
        `Stream ${candidate.stream} is not selected; nothing was changed.`,
        { advice: `Add it first: add ${candidate.stream}` },
      );
    const entry = byStream.get(candidate.key) ?? { candidate, settings: [] };
    entry.settings.push(setting);
    byStream.set(candidate.key, entry);
  }
  return new Map(
    [...byStream].map(([key, entry]) => [
      key,
      settle(
        entry.candidate,
        entry.settings,
        rows.find((row) => row.candidate.key === key),
      ),
    ]),
  );
}

function settle(
  candidate: Candidate,
  settings: readonly StreamSetting[],
  before: ModeChoice | undefined,
): Omit<ModeChoice, "candidate"> {
  let mode: SyncMode | undefined;
  let cursor: FieldPath | null | undefined;
  let key: readonly FieldPath[] | null | undefined;
  for (const setting of settings) {
    if (setting.key === "syncMode") mode = offered(candidate, setting.value);
    if (setting.key === "cursorField") {
      const path = parseCursor(setting.value);
      cursor = path && knownField(candidate, path);
      if (!cursor) throw refuseField(candidate, path ?? [setting.value]);
    }
    if (setting.key === "primaryKey") {
      const paths = parseKey(setting.value) ?? [];
      key = paths.map((path) => {
        const known = knownField(candidate, path);
        if (!known) throw refuseField(candidate, path);
        return known;
      });
      if (key.length === 0)
        throw new RevosError(
          "usage.bad_value",
          `${setting.value} is no primary key; nothing was changed.`,
          { advice: "primaryKey=id, or primaryKey=order_id,line_no" },
        );
    }
  }
  const found = findCursor(candidate.found);
  const own = findKey(candidate.found);
  const cursorField = cursor ?? before?.cursorField ?? found?.path ?? null;
  const primaryKey = key ?? before?.primaryKey ?? own?.paths ?? null;
  const usable = offeredModes(candidate.found).filter(
    (other) =>
      (!needsCursor(other) || cursorField !== null) && (!needsKey(other) || primaryKey !== null),
  );
  const current = before?.syncMode ?? chooseMode(candidate)?.syncMode;
  const wanted =
    mode ??
    usable.find(
      (other) =>
        (cursor === undefined || needsCursor(other)) && (key === undefined || needsKey(other)),
    ) ??
    current;
  if (wanted === undefined || !usable.includes(wanted)) {
    const lacks =
      wanted !== undefined && needsCursor(wanted) && cursorField === null
        ? "a cursor field"
        : "a primary key";
    throw new RevosError(
      "proposal.mode_not_offered",
      `Stream ${candidate.stream} cannot use ${wanted ?? "this mode"}: it needs ${lacks}, and none is known; nothing was changed.`,
      {
        advice: `It allows ${usable.join(", ")}. Or name the field in the same change: ${candidate.stream}.${lacks === "a primary key" ? "primaryKey" : "cursorField"}=<field>`,
        data: { stream: candidate.stream, mode: wanted ?? null, allowed: usable },
      },
    );
  }
  const from = (isSource: boolean) => (isSource ? ("source" as const) : ("column" as const));
  return {
    syncMode: wanted,
    cursorField: needsCursor(wanted) ? cursorField : null,
    primaryKey: needsKey(wanted) ? primaryKey : null,
    cursorFrom:
      needsCursor(wanted) && cursorField
        ? from(isSamePath(cursorField, candidate.found.defaultCursorField))
        : null,
    keyFrom:
      needsKey(wanted) && primaryKey
        ? from(
            JSON.stringify(primaryKey) === JSON.stringify(candidate.found.sourceDefinedPrimaryKey),
          )
        : null,
  };
}

function offered(candidate: Candidate, value: string): SyncMode {
  const allowed = offeredModes(candidate.found);
  const mode = syncModes.find((other) => other === value.trim());
  if (!mode) {
    const near = suggest(value.trim(), syncModes);
    throw new RevosError("usage.bad_value", `${value} is not a sync mode; nothing was changed.`, {
      advice:
        near.length > 0
          ? `Did you mean ${near.join(" or ")}?`
          : `Stream ${candidate.stream} allows ${allowed.join(", ")}.`,
    });
  }
  if (!allowed.includes(mode))
    throw new RevosError(
      "proposal.mode_not_offered",
      `Stream ${candidate.stream} does not offer ${mode}; nothing was changed.`,
      {
        advice: `It allows ${allowed.join(", ")}.`,
        data: { stream: candidate.stream, mode, allowed },
      },
    );
  return mode;
}
