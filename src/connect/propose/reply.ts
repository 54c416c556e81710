// Reads the answer to confirmation point 1 or 2 in words, English, Japanese or both: "add users, drop products",
// "users を追加して", すべて, "orders full_refresh_overwrite". A name that is not found suggests and changes nothing.
import { understandName } from "./understand.ts";
import type { Candidate } from "./input.ts";
import { findNames, type FoundName } from "./reply-names.ts";
import { findSettings, type Setting } from "./reply-settings.ts";

export type Action = "add" | "drop" | "only";

export type Reply = {
  readonly accepts: boolean;
  /** Everything that can be loaded (golden K59); streams in `drop` excepted. */
  readonly all: boolean;
  readonly add: readonly Candidate[];
  readonly drop: readonly Candidate[];
  /** Not null: these and no others. */
  readonly only: readonly Candidate[] | null;
  readonly settings: readonly Setting[];
  readonly unknown: readonly { readonly name: string; readonly suggestions: readonly string[] }[];
  readonly ambiguous: readonly { readonly name: string; readonly suggestions: readonly string[] }[];
  /** Words that ask for a change, with nothing that could be changed. */
  readonly notUnderstood: boolean;
};

type Verb = {
  readonly action: Action;
  readonly start: number;
  readonly end: number;
  readonly japanese: boolean;
};

const englishVerbs: readonly [Action, RegExp][] = [
  [
    "drop",
    /\b(?:do(?:n't| not)|we don't|no longer)\s+(?:need|want|include|sync|load|add|keep|care about)\b|\b(?:(?:is|are|was|were)n't|not)\s*(?:needed|necessary|required|wanted|relevant|interested in)\b|\bun(?:needed|necessary|wanted)\b|\bno need (?:for|of)\b|\bwithout\b|\bexcept(?: for)?\b|\bexcluding\b|\bget rid of\b|\btake out\b|\bleave out\b|\b(?:drop|remove|exclude|delete|skip|omit|ignore|discard|minus|cut|unselect|deselect|kill)(?:ping|ed|ing|s)?\b|\bbut not\b|\binstead of\b|\bno\b(?=\s+[a-z_]+)/g,
  ],
  [
    "only",
    /\b(?:keep|use|take|sync|load|include|want|need)\s+(?:only|just)\b|\bonly\b|\bjust\b(?!\s+(?:add|drop|remove|include))|\bnothing but\b/g,
  ],
  [
    "add",
    /\b(?:add|include|append|bring|put|plus|also|want|need|keep|restore|re-?add|select|insert|take|sync|load|import|use|with)(?:ing|ed|s)?\b(?:\s+(?:back|in))?/g,
  ],
];
const japaneseVerbs: readonly [Action, RegExp][] = [
  [
    "drop",
    /(?:必要ない|必要ありません|必要無い|必要なし|不要|いらない|いりません|要らない|要りません|削除|除外|除い|除く|外し|外す|抜い|抜く|取り除|消し|消す|含めない|入れない|追加しない|なしで|ナシで|カット|対象外|以外)/g,
  ],
  ["only", /(?:だけ|のみ)/g],
  [
    "add",
    /(?:追加|加え|足し|足す|含め|入れて|入れる|必要|欲しい|ほしい|残し|残す|戻し|戻す|選択|取り込)/g,
  ],
];

function findVerbs(text: string): Verb[] {
  const verbs: Verb[] = [];
  const isFree = (start: number, end: number) =>
    verbs.every((verb) => end <= verb.start || start >= verb.end);
  for (const [patterns, japanese] of [
    [englishVerbs, false],
    [japaneseVerbs, true],
  ] as const) {
    for (const [action, pattern] of patterns)
      for (const hit of text.matchAll(pattern)) {
        const end = hit.index + hit[0].length;
        if (isFree(hit.index, end)) verbs.push({ action, start: hit.index, end, japanese });
      }
  }
  return verbs.sort((a, b) => a.start - b.start);
}

const acceptance =
  /^(?:yes|y|yep|yeah|ok|okay|sure|fine|good|great|perfect|correct|right|lgtm|go|proceed|confirm(?:ed)?|looks? (?:good|right|fine|ok|great)|that'?s (?:right|fine|good)|all (?:good|fine|ok|right|correct)|no changes?|sounds good|works|approved?|accept(?:ed)?|はい|ok です|okです|よい|良い|いい|よさそう|良さそう|大丈夫|問題な|問題あ|そのまま|これで|了解|承認|進めて|それで|お願いします|結構です|オッケー|全部ok|すべてok|全て問題|すべて問題|全部問題)/;

const everything =
  /\b(?:all(?:\s+(?:of\s+)?(?:them|the\s+)?(?:remaining|available|other|\d+)?\s*(?:streams?|tables?|of them)?)?|everything|every\s+(?:stream|table|one|single one)|the (?:whole )?lot|the full list)\b|(?:すべて|全て|全部|ぜんぶ|全ストリーム|全テーブル|全件|ぜんぶ)/g;
const everythingIsFine =
  /\b(?:all|everything)\s+(?:is\s+|looks?\s+|'s\s+)?(?:good|fine|ok|okay|right|correct|set)\b|(?:すべて|全て|全部)(?:が|は)?\s*(?:ok|問題|大丈夫|良い|よい|いい|正し)/;

/** Reads a reply against the streams of the discovery. `skip`: stretches that were read as something else (mappers). */
export function readReply(
  reply: string,
  candidates: readonly Candidate[],
  skip: readonly (readonly [number, number])[] = [],
): Reply {
  const folded = reply.normalize("NFKC");
  let text = folded.toLowerCase();
  for (const [from, to] of skip)
    text = text.slice(0, from) + " ".repeat(to - from) + text.slice(to);
  const settings = findSettings(text, candidates);
  for (const { range } of settings)
    text = text.slice(0, range[0]) + " ".repeat(range[1] - range[0]) + text.slice(range[1]);
  const { names, unknown, ambiguous } = findNames(text, candidates);
  const verbs = findVerbs(maskNames(text, names));
  const add: Candidate[] = [];
  const drop: Candidate[] = [];
  const only: Candidate[] = [];
  for (const name of names) {
    const action =
      actionFor(name, verbs, text) ?? (isBareList(text, names, unknown) ? "add" : null);
    if (action === "add") add.push(...name.candidates);
    if (action === "drop") drop.push(...name.candidates);
    if (action === "only") only.push(...name.candidates);
  }
  const all = asksForAll(text, names, verbs);
  swapNames(text, names, add, drop);
  const changes = add.length + drop.length + only.length + settings.length > 0 || all;
  const asked = verbs.length > 0 && text.trim() !== "";
  return {
    accepts: !changes && unknown.length === 0 && acceptance.test(text.trim()),
    all,
    add,
    drop,
    only: only.length > 0 ? [...only, ...add] : null,
    settings,
    unknown: unknown.filter(
      (entry) =>
        entry.suggestions.length > 0 ||
        /[_.]/.test(entry.name) ||
        (asked && names.length === 0 && follows(entry.name, verbs, text)),
    ),
    ambiguous,
    notUnderstood:
      !changes &&
      asked &&
      skip.length === 0 &&
      !unknown.some((entry) => entry.suggestions.length > 0) &&
      ambiguous.length === 0 &&
      !acceptance.test(text.trim()),
  };
}

/** Names of streams may hold words like `only` or 追加; they are no verbs. */
function maskNames(text: string, names: readonly FoundName[]): string {
  let masked = text;
  for (const { start, end } of names)
    masked = masked.slice(0, start) + "\u0000".repeat(end - start) + masked.slice(end);
  return masked;
}

/** In English the verb stands before its names, in Japanese after them; else whatever verb the sentence has. */
function actionFor(name: FoundName, verbs: readonly Verb[], text: string): Action | null {
  const sentence = (from: number, to: number) =>
    !/[.;。!?\n]/.test(
      text.slice(Math.min(from, to), Math.max(from, to)).replace(/[a-z0-9_]\.[a-z0-9_]/g, ""),
    );
  const after = verbs.find((verb) => verb.start >= name.end && sentence(name.end, verb.start));
  const before = verbs
    .filter((verb) => verb.end <= name.start && sentence(verb.end, name.start))
    .at(-1);
  if (
    after?.japanese &&
    (!before || before.japanese || /[\u3040-\u30ff]/.test(text.slice(name.end, after.start)))
  )
    return after.action;
  if (before && !before.japanese) {
    const passive =
      after &&
      !after.japanese &&
      /^[\s,]*(?:is|are|was|were|can be|should be|must be|isn't|aren't)\b/.test(
        text.slice(name.end),
      )
        ? after
        : null;
    return (passive ?? before).action;
  }
  if (after) return after.action;
  return before?.action ?? null;
}

/** "drop foos": the word right behind a verb was meant as a name. */
function follows(name: string, verbs: readonly Verb[], text: string): boolean {
  return (
    verbs.some(
      (verb) =>
        !verb.japanese && new RegExp(`^\\s+(?:the\\s+)?${name}\\b`).test(text.slice(verb.end)),
    ) ||
    verbs.some(
      (verb) =>
        verb.japanese && new RegExp(`${name}\\s*(?:を|は|も)\\s*$`).test(text.slice(0, verb.start)),
    )
  );
}

/** "replace A with B", 「A の代わりに B」: the first goes, the second comes. */
function swapNames(
  text: string,
  names: readonly FoundName[],
  add: Candidate[],
  drop: Candidate[],
): void {
  const english =
    /\b(?:replace|swap|exchange|switch)\b([^.;]*?)\b(?:with|for|by|to)\b([^.;]*)/.exec(text);
  const japanese =
    /([^。]*?)(?:の代わりに|のかわりに)([^。]*)/.exec(text) ??
    /([^。]*?)を([^。]*?)に(?:置き換え|差し替え|入れ替え)/.exec(text);
  const hit = english ?? japanese;
  if (!hit) return;
  const middle =
    hit.index +
    hit[0].length -
    (hit[2]?.length ?? 0) -
    (japanese && !english
      ? (/に(?:置き換え|差し替え|入れ替え)$/.exec(hit[0])?.[0].length ?? 0)
      : 0);
  for (const name of names.filter(
    (entry) => entry.start >= hit.index && entry.end <= hit.index + hit[0].length,
  )) {
    const goes = name.end <= middle;
    const [to, from] = goes ? [drop, add] : [add, drop];
    for (const candidate of name.candidates) {
      if (!to.includes(candidate)) to.push(candidate);
      if (from.includes(candidate)) from.splice(from.indexOf(candidate), 1);
    }
  }
}

/** "users, sessions": names alone, as an answer to "add or remove?", are additions. */
function isBareList(
  text: string,
  names: readonly FoundName[],
  unknown: readonly { readonly name: string }[],
): boolean {
  let rest = maskNames(text, names).replaceAll("\u0000", "");
  for (const { name } of unknown) rest = rest.replaceAll(name, "");
  rest = rest
    .replace(/\b(?:and|please|the|streams?|tables?|too|as well|thanks)\b/g, "")
    .replace(/[,、。.\s&+と]|も|お願いします|テーブル|ストリーム/g, "");
  return rest === "";
}

function asksForAll(text: string, names: readonly FoundName[], verbs: readonly Verb[]): boolean {
  if (everythingIsFine.test(text)) return false;
  for (const hit of maskNames(text, names).matchAll(everything)) {
    const end = hit.index + hit[0].length;
    const next = text.slice(end).trimStart();
    const inName = names.some((name) => hit.index < name.end && end > name.start);
    if (inName) continue;
    const follows = names.find(
      (name) => name.start >= end && text.slice(end, name.start).trim() === "",
    );
    if (follows && !/(?:streams?|tables?|them|everything)$|[\u3040-\u9fff]/.test(hit[0])) continue;
    const negated = verbs.some(
      (verb) =>
        verb.action === "drop" &&
        ((verb.end <= hit.index && text.slice(verb.end, hit.index).trim().length < 5) ||
          (verb.japanese && verb.start >= end && verb.start - end < 6)),
    );
    if (negated || /^(?:the )?(?:logs?|emails?|columns?|fields?|列|カラム)/.test(next)) continue;
    return true;
  }
  return false;
}

/** Streams that a Japanese or English word of the lexicon means: ユーザー → `users`. */
export function candidatesForConcept(
  conceptIds: ReadonlySet<string>,
  candidates: readonly Candidate[],
): Candidate[] {
  return candidates.filter((candidate) =>
    understandName(candidate.stream).concepts.some((concept) => conceptIds.has(concept.id)),
  );
}
