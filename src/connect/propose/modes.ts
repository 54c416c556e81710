// Seed 003 §フェーズ 5: sync mode, cursor field and primary key of a stream. Only fields that discovery shows are used;
// the strongest offered mode whose needs are met wins; fields that the mode does not use are left out (golden K45 to K52).
import type { DiscoveredStream, FieldPath } from "../../model/discovery.ts";
import { needsCursor, needsKey, syncModes, type SyncMode } from "../../model/sync-mode.ts";
import { splitName, toSingular } from "../text/names.ts";
import type { Candidate } from "./input.ts";

export type From = "source" | "column";

export type ModeChoice = {
  readonly candidate: Candidate;
  readonly syncMode: SyncMode;
  readonly cursorField: FieldPath | null;
  readonly primaryKey: readonly FieldPath[] | null;
  readonly cursorFrom: From | null;
  readonly keyFrom: From | null;
};

const cursorNames = new Set(["updated_at", "modified_at", "last_modified", "timestamp"]);
const cursorEnding = "_updated";
const keyNames = new Set(["id", "uuid", "key"]);
/** Words in front of a table's name that are no part of what it is about. */
const tablePrefix = /^(?:tbl|tb|dim|fact|fct|mst|trn|m|t)_/;

/** The modes that a stream offers, in the seed's order of strength; unknown literals are not offers. */
export function offeredModes(stream: DiscoveredStream): SyncMode[] {
  return syncModes.filter((mode) => stream.syncModes.includes(mode));
}

/** True for a field that only holds other fields. */
const isParent = (stream: DiscoveredStream, path: FieldPath): boolean =>
  stream.propertyFields.some(
    (other) => other.length > path.length && path.every((part, at) => other[at] === part),
  );

/** The cursor: the source's own, else the first field, in field order, that is named like one. Nested fields count. */
export function findCursor(stream: DiscoveredStream): { path: FieldPath; from: From } | null {
  if (stream.defaultCursorField.length > 0)
    return { path: stream.defaultCursorField, from: "source" };
  const found = stream.propertyFields.find((path) => {
    const name = (path.at(-1) ?? "").toLowerCase();
    return (cursorNames.has(name) || name.endsWith(cursorEnding)) && !isParent(stream, path);
  });
  return found ? { path: found, from: "column" } : null;
}

/** `orders` → order_id; the stream's own singular only, in its own spelling: a foreign key is never a key (golden K48). */
function isOwnId(stream: string, column: string): boolean {
  const words = splitName(column);
  if (words.at(-1) !== "id" || words.length < 2) return false;
  const entity = words.slice(0, -1).join("_");
  const plain = stream.toLowerCase().replace(tablePrefix, "");
  return [stream, plain].some((name) => {
    const parts = splitName(name);
    const singular = parts
      .map((word, at) => (at === parts.length - 1 ? toSingular(word) : word))
      .join("_");
    return entity === singular || entity === parts.join("_");
  });
}

/** The key: the source's own, else the first top-level field that names the row. */
export function findKey(
  stream: DiscoveredStream,
): { paths: readonly FieldPath[]; from: From } | null {
  if (stream.sourceDefinedPrimaryKey.length > 0)
    return { paths: stream.sourceDefinedPrimaryKey, from: "source" };
  const found = stream.propertyFields.find(
    (path) =>
      path.length === 1 &&
      !isParent(stream, path) &&
      (keyNames.has((path[0] ?? "").toLowerCase()) || isOwnId(stream.streamName, path[0] ?? "")),
  );
  return found ? { paths: [found], from: "column" } : null;
}

/** The mode for a stream, or null when none of its modes can be used (none offered, or their fields do not exist). */
export function chooseMode(candidate: Candidate): ModeChoice | null {
  const stream = candidate.found;
  const cursor = findCursor(stream);
  const key = findKey(stream);
  const syncMode = offeredModes(stream).find(
    (mode) => (!needsCursor(mode) || cursor !== null) && (!needsKey(mode) || key !== null),
  );
  if (!syncMode) return null;
  const usedCursor = needsCursor(syncMode) ? cursor : null;
  const usedKey = needsKey(syncMode) ? key : null;
  return {
    candidate,
    syncMode,
    cursorField: usedCursor ? [...usedCursor.path] : null,
    primaryKey: usedKey ? usedKey.paths.map((path) => [...path]) : null,
    cursorFrom: usedCursor?.from ?? null,
    keyFrom: usedKey?.from ?? null,
  };
}

export const canLoad = (stream: DiscoveredStream): boolean =>
  chooseMode({
    key: "",
    stream: stream.streamName,
    namespace: null,
    found: stream,
    estimatedRows: null,
  }) !== null;

const timeEndings = new Set([
  "at",
  "date",
  "time",
  "timestamp",
  "datetime",
  "on",
  "ts",
  "dt",
  "ymd",
  "timestamptz",
]);
/** Words that make a time one of when the row was written or what it records happened. */
const rowTimes =
  /^(?:creat|insert|updat|modif|chang|log|event|occur|receiv|ingest|process|publish|post|enter|entry|regist|record|transaction|order|invoice|payment|paid|sent|start|sign|access|report|measur|read|visit|view|play|sync|load|last|edit|touch|row|system|at$|date$|time$|ts$|timestamp)/;
const timeNames =
  /^(?:as_?of|created|updated|modified|inserted|changed|last_?modified|last_?updated?|date|time|ts|datetime|event_?time|.*(?:日時|更新日|作成日|登録日|受注日|売上日|計上日|発生日|伝票日付))$/i;

/** A field that looks like a time but is not in the seed's list: worth offering, never taken silently. Best first. */
export function findCursorCandidates(stream: DiscoveredStream): FieldPath[] {
  const rank = (path: FieldPath): number => {
    const name = (path.at(-1) ?? "").toLowerCase().replaceAll("_", "");
    return /updat|modif|chang|更新/.test(name) ? 0 : /creat|insert|作成|登録/.test(name) ? 1 : 2;
  };
  return stream.propertyFields
    .filter((path) => {
      const name = path.at(-1) ?? "";
      const words = splitName(name);
      const isRowTime =
        words.length > 1 &&
        timeEndings.has(words.at(-1) ?? "") &&
        words.slice(0, -1).some((word) => rowTimes.test(word));
      return !isParent(stream, path) && (timeNames.test(name) || isRowTime);
    })
    .map((path) => [...path])
    .sort((a, b) => rank(a) - rank(b));
}
