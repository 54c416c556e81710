// Changes of confirmation point 2 in words: a mode for a stream, another cursor, another key, in English or Japanese.
import { syncModes } from "../../model/sync-mode.ts";
import type { Candidate } from "./input.ts";
import { findNames } from "./reply-names.ts";

export type Setting = {
  readonly candidate: Candidate;
  readonly key: "syncMode" | "cursorField" | "primaryKey";
  readonly value: string;
  readonly range: readonly [number, number];
};

const modeWords: readonly [RegExp, string][] = [
  [
    /\b(?:incremental[\s_-]*(?:deduped?|dedup)(?:[\s_-]*history)?|deduped?[\s_-]*history)\b/,
    "incremental_deduped_history",
  ],
  [/\b(?:incremental[\s_-]*append|append[\s_-]*only|append)\b|追記/, "incremental_append"],
  [
    /\b(?:full[\s_-]*refresh[\s_-]*(?:overwrite[\s_-]*)?deduped?|overwrite[\s_-]*deduped?)\b/,
    "full_refresh_overwrite_deduped",
  ],
  [
    /\b(?:full[\s_-]*refresh(?:[\s_-]*overwrite)?|overwrite)\b|フルリフレッシュ|全件洗い替え|洗い替え|全件入れ替え/,
    "full_refresh_overwrite",
  ],
  [
    /\b(?:re-?load|replace|re-?write|overwrite|re-?read)\b.*\b(?:(?:each|every)\s+(?:time|sync|run)|in\s+full|completely|entirely|from\s+scratch)\b|毎回(?:すべて|全て|全件|丸ごと).*(?:読み|上書き|置き換え|入れ替え|取り込)|全件(?:を)?(?:上書き|置き換え|置換|再取得)/,
    "full_refresh_overwrite",
  ],
];

const field = "([\\p{L}\\p{N}_][\\p{L}\\p{N}_.]*)";
const cursorWords = [
  new RegExp(
    `\\b(?:use|take|set)\\s+${field}\\s+(?:as|for)\\s+(?:the\\s+|a\\s+|its\\s+)?cursor(?:\\s*field)?\\b`,
    "gu",
  ),
  new RegExp(`\\bcursor(?:\\s*field)?\\s*(?:=|:|to|is|should be|->)\\s*${field}`, "gu"),
  new RegExp(
    `(?:カーソル|cursor)\\s*(?:項目|フィールド|field)?\\s*(?:は|を|に|:|=)\\s*([a-z0-9_][a-z0-9_.]*)`,
    "gu",
  ),
  new RegExp(`([a-z0-9_][a-z0-9_.]*)\\s*を\\s*カーソル`, "gu"),
];
const keyWords = [
  new RegExp(
    `\\b(?:use|take|set)\\s+${field}\\s+(?:as|for)\\s+(?:the\\s+|a\\s+|its\\s+)?(?:primary\\s+)?key\\b`,
    "gu",
  ),
  new RegExp(`\\b(?:primary\\s*key|key)\\s*(?:=|:|to|is|should be|->)\\s*${field}`, "gu"),
  new RegExp(`(?:主キー|(?:primary\\s*)?key)\\s*(?:は|を|に|:|=)\\s*([a-z0-9_][a-z0-9_.]*)`, "gu"),
  new RegExp(`([a-z0-9_][a-z0-9_.]*)\\s*を\\s*主キー`, "gu"),
];

/** `orders.syncMode=full_refresh_overwrite`, as the flag writes it. */
const assignment = /([\w.]+)\.(syncmode|cursorfield|primarykey)\s*=\s*([^\s,;、。]+)/g;

export function findSettings(text: string, candidates: readonly Candidate[]): Setting[] {
  const settings: Setting[] = [];
  for (const hit of text.matchAll(assignment)) {
    const key = (
      { syncmode: "syncMode", cursorfield: "cursorField", primarykey: "primaryKey" } as const
    )[hit[2] ?? ""];
    const named = findNames(hit[1] ?? "", candidates).names[0]?.candidates[0];
    if (key && named)
      settings.push({
        candidate: named,
        key,
        value: hit[3] ?? "",
        range: [hit.index, hit.index + hit[0].length],
      });
  }
  let offset = 0;
  let spokenOf: readonly Candidate[] = [];
  for (const clause of text.split(/(?<=[;。\n、])|(?<=[,.])(?=\s)|(?=\band\b)/)) {
    readClause(clause, offset, candidates, settings, refersBack.test(clause) ? spokenOf : []);
    const named = findNames(clause, candidates).names.at(-1)?.candidates ?? [];
    spokenOf = named.length > 0 ? named : spokenOf;
    offset += clause.length;
  }
  return settings;
}

/** "regions is small, so overwrite it": a clause about what the one before it spoke of. Japanese leaves the word out. */
const refersBack =
  /^\s*(?:and\s+)?(?:so|therefore|thus|hence)\b|\b(?:it|them|this one|that one|those|these)\b|それ|これ|フルリフレッシュ|洗い替え|全件|毎回|追記/;

function readClause(
  clause: string,
  offset: number,
  candidates: readonly Candidate[],
  settings: Setting[],
  spokenOf: readonly Candidate[],
): void {
  const range: readonly [number, number] = [offset, offset + clause.length];
  const covered = settings.some(
    (setting) => setting.range[0] < range[1] && setting.range[1] > range[0],
  );
  if (covered) return;
  const before = settings.length;
  for (const [patterns, key] of [
    [cursorWords, "cursorField"],
    [keyWords, "primaryKey"],
  ] as const) {
    for (const pattern of patterns)
      for (const hit of clause.matchAll(pattern)) {
        const value = (hit[1] ?? "").replace(/\.$/, "");
        const rest = clause.replace(hit[0], " ".repeat(hit[0].length));
        const named = findNames(rest, candidates).names.flatMap((name) => name.candidates);
        const holders =
          named.length > 0
            ? named
            : candidates.filter((candidate) =>
                candidate.found.propertyFields.some(
                  (path) => path.join(".").toLowerCase() === value,
                ),
              );
        const found = holders.flatMap((candidate) => {
          const path = candidate.found.propertyFields.find(
            (other) => other.join(".").toLowerCase() === value,
          );
          return [{ candidate, key, value: path ? path.join(".") : value, range }];
        });
        if (!settings.slice(before).some((setting) => setting.key === key)) settings.push(...found);
      }
  }
  const mode = modeWords.find(([pattern]) => pattern.test(clause));
  const literal = syncModes.find((name) => new RegExp(`\\b${name}\\b`).test(clause));
  if (!mode && !literal) return;
  const rest = literal
    ? clause.replace(literal, " ".repeat(literal.length))
    : clause.replace(mode?.[0] ?? "", (hit) => " ".repeat(hit.length));
  const named = findNames(rest, candidates).names.flatMap((name) => name.candidates);
  for (const candidate of named.length > 0 ? named : spokenOf)
    settings.push({ candidate, key: "syncMode", value: literal ?? mode?.[1] ?? "", range });
}

/** Words that can only mean a sync mode; "append" and "overwrite" alone are things people do. */
const plainModes =
  /\bfull[\s_-]*refresh|\bincremental[\s_-]*(?:append|deduped?)|\bappend[\s_-]*only\b|\b(?:re-?load|replace|re-?write|overwrite|re-?read)\b.*\b(?:(?:each|every)\s+(?:time|sync|run)|in\s+full|completely|entirely|from\s+scratch)\b|フルリフレッシュ|洗い替え|全件入れ替え|全件(?:を)?(?:上書き|置き換え|置換|再取得)|毎回(?:すべて|全て|全件|丸ごと)/;

/** Modes that a goal names: "take products as a full refresh". */
export function findGoalModes(goal: string, candidates: readonly Candidate[]): Setting[] {
  const text = goal.normalize("NFKC").toLowerCase();
  return findSettings(text, candidates).filter(
    ({ key, range }) => key === "syncMode" && plainModes.test(text.slice(...range)),
  );
}
