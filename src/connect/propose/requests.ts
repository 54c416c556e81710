// Mappers asked for in words: "hash all emails", "drop the internal_notes column", "rename cust_nm to customer_name",
// 「email をハッシュ化して」. Only fields of selected streams are named; what is not found is said and changes nothing.
import type { FieldPath } from "../../model/discovery.ts";
import type { Mapper } from "../../model/mapper.ts";
import { breaksCursor, breaksKey, trackMappers } from "../mappers/track.ts";
import { formatField } from "../../model/field-path.ts";
import type { ModeChoice } from "./modes.ts";
import { say, type Candidate, type Language, type ProposalWarning } from "./input.ts";
import type { ModeRow } from "./notes.ts";
import { readFilters } from "./request-filters.ts";
import { readRenames } from "./request-renames.ts";
import { readYears } from "./request-years.ts";
import { readTargets } from "./request-targets.ts";
import { maskRanges } from "../text/mask.ts";

export type Request = {
  readonly candidate: Candidate;
  readonly path: FieldPath;
  readonly origin: "requested";
  readonly mapper: Mapper;
};

/** One request as it was read: where it stands in the text, what it wants. */
export type Asked = {
  readonly candidate: Candidate;
  readonly path: FieldPath;
  readonly mapper: Mapper;
};
export type Reading = {
  readonly asked: readonly Asked[];
  readonly warnings: readonly ProposalWarning[];
  readonly ranges: readonly (readonly [number, number])[];
};

export type Requests = {
  readonly mappers: readonly Request[];
  readonly warnings: readonly ProposalWarning[];
  readonly ranges: readonly (readonly [number, number])[];
};

/** Filters see plain values, then privacy, then names: this order needs no thought from the reader. */
const order: readonly Mapper["type"][] = [
  "row-filtering",
  "hashing",
  "encryption",
  "field-filtering",
  "field-renaming",
];

/** What requests are read from. `all`: every stream of the source, to tell "not selected" from "no such column". */
export type RequestInput = {
  readonly goal: string;
  readonly said: readonly string[];
  readonly kept: readonly Candidate[];
  readonly all: readonly Candidate[];
  readonly modes: readonly ModeRow[];
  readonly language: Language;
};

/** What the readers of one text know. In a goal, plain verbs ("drop rate") are read with more doubt than in an answer. */
export type Scope = {
  readonly kept: readonly Candidate[];
  readonly all: readonly Candidate[];
  readonly language: Language;
  readonly isGoal: boolean;
};

/**
 * Reads the requests in the given texts against the selected streams. `ranges` are of the last text: stretches that were
 * read as requests and mean nothing else.
 */
export function readRequests({ goal, said, kept, all, modes, language }: RequestInput): Requests {
  const asked: Asked[] = [];
  const warnings: ProposalWarning[] = [];
  let ranges: readonly (readonly [number, number])[] = [];
  for (const [at, text] of [goal, ...said].entries()) {
    const reading = readText(text, { kept, all, language, isGoal: at === 0 });
    asked.push(...reading.asked);
    warnings.push(...reading.warnings);
    ranges = reading.ranges;
  }
  const unique = [
    ...new Map([...asked].reverse().map((entry) => [requestKey(entry), entry])).values(),
  ].reverse();
  const sorted = unique.sort((a, b) => order.indexOf(a.mapper.type) - order.indexOf(b.mapper.type));
  const choices = new Map(modes.map((row) => [row.choice.candidate.key, row.choice]));
  const earlier = new Map<string, Mapper[]>();
  const fitting = sorted.filter((entry) => {
    const before = earlier.get(entry.candidate.key) ?? [];
    const isFitting = fits(entry, before, choices.get(entry.candidate.key), language, warnings);
    if (isFitting) earlier.set(entry.candidate.key, [...before, entry.mapper]);
    return isFitting;
  });
  return {
    mappers: fitting.map((entry) => ({ ...entry, origin: "requested" as const })),
    warnings,
    ranges,
  };
}

function readText(text: string, scope: Scope): Reading {
  if (text.trim() === "") return { asked: [], warnings: [], ranges: [] };
  let rest = text.normalize("NFKC");
  const readings: Reading[] = [];
  for (const read of [readFilters, readYears, readRenames, readTargets]) {
    const reading = read(rest, scope);
    readings.push(reading);
    rest = maskRanges(rest, reading.ranges);
  }
  return {
    asked: readings.flatMap((reading) => reading.asked),
    warnings: readings.flatMap((reading) => reading.warnings),
    ranges: readings.flatMap((reading) => reading.ranges),
  };
}

const requestKey = (entry: Asked): string =>
  JSON.stringify([entry.candidate.key, entry.mapper.type, entry.path]);

/** A request that would break the key, the cursor or another column's name is refused with the reason. */
function fits(
  entry: Asked,
  earlier: readonly Mapper[],
  choice: ModeChoice | undefined,
  language: Language,
  warnings: ProposalWarning[],
): boolean {
  const { candidate, path, mapper } = entry;
  const tracked = trackMappers(candidate.found.propertyFields, [mapper]);
  const key = choice?.primaryKey?.find((field) => breaksKey(tracked, [mapper], field) !== null);
  const cursor =
    choice?.cursorField && breaksCursor(tracked, choice.cursorField) !== null
      ? choice.cursorField
      : null;
  const place = {
    stream: candidate.stream,
    namespace: candidate.namespace,
    field: path,
    mapper: mapper.type,
  };
  const name = `${candidate.stream}.${formatField(path)}`;
  if (key ?? cursor) {
    const use = key
      ? say(language, "primary key", "主キー")
      : say(language, "cursor field", "カーソル項目");
    warnings.push({
      code: "mapper_breaks_key",
      ...place,
      message: say(
        language,
        `${name} is the ${use} of its stream; ${mapper.type} on it was not added.`,
        `${name} はストリームの${use}のため、${mapper.type} は追加していません。`,
      ),
    });
    return false;
  }
  const together = trackMappers(candidate.found.propertyFields, [...earlier, mapper]).problems.find(
    (problem) => problem.mapper === earlier.length,
  );
  if (together) {
    warnings.push({
      code: "mapper_not_added",
      ...place,
      message: say(
        language,
        `${name}: ${mapper.type} was not added. ${together.message}`,
        `${name}：${mapper.type} は追加していません。${together.message}`,
      ),
    });
    return false;
  }
  return true;
}
