// Requests of the form verb + columns: hash, mask, encrypt, drop. In English the verb stands before what it acts on (or
// after it, in the passive), in Japanese after it.
import type { FieldPath } from "../../model/discovery.ts";
import { hashMethods, type Mapper } from "../../model/mapper.ts";
import { requestVerbs, type RequestVerb } from "../lexicon/requests.ts";
import { formatField } from "../../model/field-path.ts";
import { hasJapanese } from "../text/names.ts";
import { maskRanges } from "../text/mask.ts";
import { suggest } from "../text/suggest.ts";
import { say, type Candidate, type Language, type ProposalWarning } from "./input.ts";
import { findNames } from "./reply-names.ts";
import { findFields, type FieldHit } from "./request-fields.ts";
import { findSensitive } from "./sensitive.ts";
import { notSelected } from "./request-scope.ts";
import type { Asked, Reading, Scope } from "./requests.ts";

type Verb = {
  readonly verb: RequestVerb;
  readonly start: number;
  readonly end: number;
  readonly japanese: boolean;
};

function findVerbs(text: string): Verb[] {
  const lower = text.toLowerCase();
  const verbs: Verb[] = [];
  for (const { verb, english, japanese } of requestVerbs) {
    if (verb === "rename") continue;
    for (const hit of lower.matchAll(english))
      verbs.push({ verb, start: hit.index, end: hit.index + hit[0].length, japanese: false });
    for (const hit of lower.matchAll(japanese))
      verbs.push({ verb, start: hit.index, end: hit.index + hit[0].length, japanese: true });
  }
  return verbs
    .sort((a, b) => a.start - b.start || b.end - a.end)
    .filter((verb, at, all) => !all.slice(0, at).some((other) => other.end > verb.start))
    .filter((verb) => !isTakenBack(lower, verb));
}

const englishNot =
  /\b(?:do not|don't|does not|must not|should not|shouldn't|may not|not|never|no need to|rather than|instead of|without)\s+(?:to\s+|be\s+)?$/;
const japaneseNot = /^(?:は)?(?:し|せ)?(?:ない|ず|なくて|不要|いらない|要らない|必要は?な)/;

/** "never load salaries in clear", 平文では取り込まない: they may come, but not readable. */
const isAboutClear = (lower: string, verb: Verb): boolean =>
  verb.japanese
    ? /(?:平文|そのまま)(?:で|では|のまま)?$/.test(lower.slice(0, verb.start))
    : /^[^.;:,]*\bin\s+(?:the\s+)?(?:clear|plain)/.test(lower.slice(verb.end));

/** "do not hash the addresses", ハッシュ化しない: what is not to be done is no request. */
function isTakenBack(lower: string, verb: Verb): boolean {
  if (verb.verb === "drop" && isAboutClear(lower, verb)) return true;
  return verb.japanese
    ? japaneseNot.test(lower.slice(verb.end))
    : englishNot.test(lower.slice(0, verb.start));
}

const boundary = /[.;。!?\n](?=\s|$|[^\w])|[。；]/g;

/** "hash the mails but keep the phones", "... except in payments": what stands behind is not acted on. */
const stop = /\b(?:but\s+(?:not|keep|leave)|keep(?:ing)?|except(?:\s+for)?|other\s+than)\b/gi;

/** Fields and streams that a request leaves out: behind "except" in English, before 以外 in Japanese. */
function exceptions(
  text: string,
  verb: Verb,
  [from, to]: readonly [number, number],
  { kept, all }: Scope,
): { isOut: (hit: FieldHit) => boolean; from: number; end: number } {
  const japanese = /(?:^|[、。])([^、。]*?)以外の?/.exec(text.slice(from, to));
  const english = /^\s*(?:except(?:\s+for)?|other\s+than|but\s+not)\s+([^.;。]+)/i.exec(
    text.slice(Math.max(to, verb.end)),
  );
  const words = japanese?.[1] ?? english?.[1] ?? "";
  if (words === "") return { isOut: () => false, from, end: to };
  const { fields, streams } = findFields(words.replace(/^in\s+/i, ""), kept, all);
  const outer = fields.length > 0 ? [] : streams;
  return {
    isOut: (hit) =>
      outer.includes(hit.candidate) ||
      fields.some((one) => one.candidate === hit.candidate && one.path === hit.path),
    from: japanese ? from + japanese.index + japanese[0].length : from,
    end: english ? Math.max(to, verb.end) + english[0].length : to,
  };
}

/** The stretch a verb acts on: up to the next verb or the end of the sentence, on its own side. */
function reach(
  text: string,
  verb: Verb,
  verbs: readonly Verb[],
): readonly (readonly [number, number])[] {
  const breaks = [...text.matchAll(boundary)].map((hit) => hit.index);
  const sentenceStart = Math.max(0, ...breaks.filter((at) => at < verb.start).map((at) => at + 1));
  const stops = [...text.matchAll(stop)].map((hit) => hit.index);
  const sentenceEnd = Math.min(
    text.length,
    ...[...breaks, ...(verb.japanese ? [] : stops)].filter((at) => at >= verb.end),
  );
  const before = verbs
    .filter((other) => other.end <= verb.start && other.start >= sentenceStart)
    .at(-1);
  const after = verbs.find((other) => other.start >= verb.end && other.start < sentenceEnd);
  const left: readonly [number, number] = [before?.end ?? sentenceStart, verb.start];
  const right: readonly [number, number] = [
    verb.end,
    after && !after.japanese ? after.start : after ? verb.end : sentenceEnd,
  ];
  if (verb.japanese) return [left];
  // "drop the dates" acts on what follows, "the dates are dropped" on what stands before; "dates dropped" and "hashed mails"
  // are told apart by what is there, "dates: drop" has nothing behind it.
  if (/\b(?:is|are|be|been|being|get|gets|was|were)\s+$/i.test(text.slice(0, verb.start)))
    return [left];
  if (/ed$/i.test(text.slice(verb.start, verb.end))) return [left, right];
  return /[a-z]/i.test(text.slice(...right)) ? [right] : [right, left];
}

export function readTargets(text: string, scope: Scope): Reading {
  const { kept, language } = scope;
  const verbs = findVerbs(text);
  const asked: Asked[] = [];
  const warnings: ProposalWarning[] = [];
  const ranges: [number, number][] = [];
  for (const verb of verbs) {
    const sides = reach(text, verb, verbs);
    const away =
      sides
        .map(([from, to]) => streamsAway(text.slice(from, to), scope))
        .find((found) => found.length > 0) ?? [];
    const side = sides.find(([from, to]) => fieldsFor(verb, text, [from, to], scope).length > 0);
    if (!side && away.length > 0 && verb.verb !== "drop") {
      warnings.push(...notSelected(away, language));
      ranges.push([
        Math.min(verb.start, sides[0]?.[0] ?? verb.start),
        Math.max(verb.end, sides[0]?.[1] ?? verb.end),
      ]);
      continue;
    }
    if (!side) {
      if (verb.verb !== "drop")
        warnings.push(...unknownColumns(text.slice(...(sides[0] ?? [0, 0])), kept, language));
      else
        warnings.push(
          ...unknownDropped(text.slice(...(sides[0] ?? [0, 0])), kept, language, ranges, [
            Math.min(verb.start, sides[0]?.[0] ?? 0),
            Math.max(verb.end, sides[0]?.[1] ?? 0),
          ]),
        );
      continue;
    }
    const out = exceptions(text, verb, side, scope);
    const [from, to] = [out.from, side[1]];
    const stretch = text.slice(from, to);
    const fields = fieldsFor(verb, text, [from, to], scope).filter((hit) => !out.isOut(hit));
    if (fields.length === 0) {
      ranges.push([Math.min(verb.start, side[0]), Math.max(verb.end, side[1], out.end)]);
      continue;
    }
    const before = verbs.filter((other) => other.end <= verb.start).at(-1)?.end ?? 0;
    const words = text.slice(
      Math.max(before, text.lastIndexOf(";", verb.start)),
      Math.max(to, verb.end),
    );
    for (const { candidate, path } of fields)
      asked.push({ candidate, path, mapper: makeMapper(verb.verb, path, words) });
    const last = Math.max(...fields.map((field) => field.end));
    const first = Math.min(...fields.map((field) => field.start));
    ranges.push(
      from >= verb.end
        ? [
            verb.start,
            Math.max(from + last + trailing(stretch.slice(last)), out.end > to ? out.end : 0),
          ]
        : [side[0] < from ? side[0] : from + first, Math.max(verb.end, out.end > to ? out.end : 0)],
    );
  }
  return { asked, warnings, ranges };
}

/** "column in contacts" belongs to the request as well. */
function trailing(rest: string): number {
  return (
    /^(?:\s*(?:columns?|fields?)\b)?(?:\s+(?:in|of|from|on)\s+(?:the\s+)?[\w.]+(?:\s*(?:,|and)\s+[\w.]+)*)?(?:\s+(?:streams?|tables?))?(?:\s+(?:with|using|by|to)\b[^;.。]*?(?:key\s+\S+|\$\{[^}]*\}|\b(?:sha-?\d+|md5|md2|aes|rsa|gcm|cbc|ctr|hmac)\b)(?:\s+key)?(?:\s+[A-Z][A-Z0-9_]+)?)?/i.exec(
      rest,
    )?.[0].length ?? 0
  );
}

/** For drops, a name that is a stream's is the stream, unless the words say column. */
function fieldsFor(
  verb: Verb,
  text: string,
  [from, to]: readonly [number, number],
  { kept, all, isGoal }: Scope,
): FieldHit[] {
  const stretch = text.slice(from, to);
  const last = /\b(?:their|its|his|her)\b|その|それらの/i.test(stretch)
    ? findNames(text.slice(0, from).toLowerCase(), all).names.at(-1)?.candidates
    : undefined;
  const { fields } = findFields(
    stretch,
    last ? kept.filter((candidate) => last.includes(candidate)) : kept,
    all,
  );
  if (verb.verb !== "drop") return fields;
  const saysColumn = /\b(?:columns?|fields?)\b|列|カラム|フィールド|項目/i.test(stretch);
  const names = findNames(stretch.toLowerCase(), kept).names;
  const bare = maskRanges(
    stretch,
    fields.map(({ start, end }) => [start, end] as const),
  );
  const isStream = (hit: FieldHit) =>
    names.some((name) => name.start <= hit.start && name.end >= hit.end);
  // A word for personal data that is the very column, with nothing but "the" before it and nothing that it describes.
  const isPersonal = (hit: FieldHit) =>
    findSensitive([hit.path]).length > 0 &&
    (hasJapanese(stretch.slice(hit.start, hit.end)) ||
      (/^\s*(?:(?:the|all|any|every|their|its|each|and|or)\b\s*|[,、]\s*)*$/i.test(
        stretch.slice(0, hit.start),
      ) &&
        /^\s*(?:$|[,.;:]|(?:and|or|from|in|of|before)\b)/i.test(stretch.slice(hit.end))));
  const isSafeWord = (hit: FieldHit) =>
    saysColumn ||
    hit.byKind ||
    isPersonal(hit) ||
    /[_.]/.test(stretch.slice(hit.start, hit.end)) ||
    (isGoal && isInstruction(verb, hit, text, from, bare)) ||
    (!isGoal && hasJapanese(stretch.slice(hit.start, hit.end))) ||
    (!isGoal &&
      formatField(hit.path).toLowerCase() === stretch.slice(hit.start, hit.end).toLowerCase());
  return fields.filter((hit) => (saysColumn || !isStream(hit)) && isSafeWord(hit));
}

/**
 * "..., drop salary" and 備考は取り込まないで tell what to do with a column; "cart drop rate" and "orders without status" tell
 * what to analyse. An instruction opens its clause and names the column at once, or closes it with a request.
 */
function isInstruction(
  verb: Verb,
  hit: FieldHit,
  text: string,
  from: number,
  bare: string,
): boolean {
  const behind = bare.slice(hit.end);
  if (verb.japanese)
    return (
      /^(?:\s|[とや、・]|および|及び|の?(?:列|値))*[はをも]?$/.test(behind) &&
      japaneseWish.test(text.slice(verb.end))
    );
  return (
    from === verb.end &&
    /(?:^|[.;:,(!?]|\b(?:and|then|please|also|but|always))\s*$/i.test(text.slice(0, verb.start)) &&
    /^(?:\s|,|\b(?:the|all|any|every|each|and|or)\b)*$/i.test(bare.slice(0, hit.start)) &&
    /^(?:\s|,)*(?:$|[.;:)]|(?:and|or|from|before|please)\b)/i.test(behind) &&
    !/^(?:rate|off|out|in|point|down|shipping|ship)s?$/i.test(
      text.slice(from + hit.start, from + hit.end),
    )
  );
}

const japaneseWish =
  /^(?:し)?(?:[てで](?=ください|下さい|ほしい|[。)、\s]|$)|こと|です|ください|下さい|[。)]|\s*$)/;

/** Streams that are named there and are not selected: their columns were meant, nobody else's. */
function streamsAway(stretch: string, { kept, all }: Scope): Candidate[] {
  const { fields, streams } = findFields(stretch, all, all);
  const owners = fields
    .filter((hit) => stretch.slice(hit.start, hit.end).includes("."))
    .map((hit) => hit.candidate);
  return [...owners, ...streams].filter((candidate) => !kept.includes(candidate));
}

function makeMapper(verb: RequestVerb, path: FieldPath, words: string): Mapper {
  const targetField = formatField(path);
  if (verb === "drop") return { type: "field-filtering", mapperConfiguration: { targetField } };
  const suffix = /\bsuffix\s+(_?\w+)|接尾辞\s*(_?\w+)/i.exec(words);
  const fieldNameSuffix = suffix ? { fieldNameSuffix: suffix[1] ?? suffix[2] ?? "" } : {};
  const reference =
    /\$\{env\.[A-Za-z_][A-Za-z0-9_]*\}/.exec(words)?.[0] ??
    /(?:\b(?:key|with|using)\s|鍵は?)\s*([A-Z][A-Z0-9]*_[A-Z0-9_]+)\b/.exec(words)?.[1] ??
    null;
  const key =
    reference === null ? null : reference.startsWith("$") ? reference : `\${env.${reference}}`;
  if (verb === "hashing") {
    const named = /\b(md2|md5|sha-?(?:1|224|256|384|512))\b/i
      .exec(words)?.[1]
      ?.toUpperCase()
      .replace(/^SHA-?/, "SHA-");
    const method = hashMethods.find((name) => name === named) ?? "SHA-256";
    return {
      type: "hashing",
      mapperConfiguration: {
        targetField,
        method,
        ...fieldNameSuffix,
        ...(key && /hmac/i.test(words) ? { hmacKey: key } : {}),
      },
    };
  }
  if (/\brsa\b/i.test(words))
    return {
      type: "encryption",
      mapperConfiguration: {
        algorithm: "RSA",
        targetField,
        ...fieldNameSuffix,
        key: key ?? "${env.RSA_PUBLIC_KEY}",
      },
    };
  const mode =
    (["CBC", "CFB", "OFB", "CTR", "GCM", "ECB"] as const).find((name) =>
      new RegExp(`\\b${name}\\b`, "i").test(words),
    ) ?? "GCM";
  const padding = mode === "CBC" || mode === "ECB" ? "PKCS5Padding" : "NoPadding";
  return {
    type: "encryption",
    mapperConfiguration: {
      algorithm: "AES",
      targetField,
      ...fieldNameSuffix,
      key: key ?? "${env.AES_KEY}",
      mode,
      padding,
    },
  };
}

/** A mask was asked for, and nothing in the words is a column of the selected streams. */
function unknownColumns(
  stretch: string,
  kept: readonly Candidate[],
  language: Language,
): ProposalWarning[] {
  const words = (stretch.toLowerCase().match(/[a-z][a-z0-9_]{2,}/g) ?? []).filter(
    (word) => !fillers.has(word),
  );
  const fields = kept.flatMap((candidate) =>
    candidate.found.propertyFields.map((path) => path.at(-1) ?? ""),
  );
  const word =
    words.find((entry) => entry.includes("_")) ??
    words.find((entry) => suggest(entry, fields).length > 0) ??
    words[0] ??
    "";
  const suggestions = word === "" ? [] : suggest(word, fields);
  const message = say(
    language,
    word === ""
      ? "A mapper is asked for, but no column of the selected streams is named."
      : `No selected stream has a column ${word}; no mapper was added for it.${suggestions.length > 0 ? ` Did you mean ${suggestions.join(" or ")}?` : ""}`,
    word === ""
      ? "マッパーのご指示ですが、対象の列が見つかりません。"
      : `選択したストリームに列 ${word} はないため、マッパーは追加していません。${suggestions.length > 0 ? `${suggestions.join("、")} のことですか？` : ""}`,
  );
  return [{ code: "mapper_field_unknown", name: word, suggestions, message }];
}

/** "drop the foo column" with no such column: said, and not taken for a stream. */
function unknownDropped(
  stretch: string,
  kept: readonly Candidate[],
  language: Language,
  ranges: [number, number][],
  range: [number, number],
): ProposalWarning[] {
  if (!/\b(?:column|field)\b|列|カラム|項目/i.test(stretch)) return [];
  if (
    findNames(stretch.toLowerCase(), kept).names.length > 0 &&
    !/\b(?:column|field)\b/i.test(stretch)
  )
    return [];
  ranges.push(range);
  return unknownColumns(stretch, kept, language);
}

const fillers = new Set(
  "the all any every and with for from into before they them their reach warehouse column columns field fields please also values value data using key sha256 sha md5 aes rsa gcm cbc streams stream tables table our customer when loading load that are should must not but use per get how many much which what our this these those have has was were will can could would analytics analyse analyze revenue loaded loading".split(
    " ",
  ),
);
