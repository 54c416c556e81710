// Row filters in words: "only rows where status = 'paid'", "exclude test rows", 「is_test = true の行を除外」. A condition
// names a field of a selected stream; "test rows" needs a column that tells them, or it is said that there is none.
import type { FieldPath } from "../../model/discovery.ts";
import type { FilterNode } from "../../model/mapper.ts";
import { rowWords } from "../lexicon/requests.ts";
import { formatField } from "../../model/field-path.ts";
import { say, type Candidate, type Language, type ProposalWarning } from "./input.ts";
import { findNames } from "./reply-names.ts";
import { namedStreams, notSelected } from "./request-scope.ts";
import type { Asked, Reading, Scope } from "./requests.ts";

type Phrase = {
  readonly keep: boolean;
  readonly condition: string;
  readonly words: string;
  readonly start: number;
  readonly end: number;
};

const rows = "(?:rows?|records?|entries|lines|data|items)";
const english: readonly { readonly keep: boolean; readonly pattern: RegExp }[] = [
  {
    keep: false,
    pattern: new RegExp(
      `\\b(?:exclud(?:e|ing)|drop|remov(?:e|ing)|filter(?:ing)? out|skip(?:ping)?|without|ignor(?:e|ing)|omit|leave out|leaving out|throw away|discard)\\s+((?:the\\s+|all\\s+|any\\s+)*(?:[\\w.]+\\s+){0,3}?)(?:where|whose|with|when|that have|which have|having|if)\\s+([^.;。]+)`,
      "gi",
    ),
  },
  {
    keep: true,
    pattern: new RegExp(
      `\\b(?:only|just|keep(?:ing)?(?: only)?|include only|load only|sync only|filter(?:ed)?(?: to| by| on| for)?|limit(?:ed)? to|restrict(?:ed)? to)\\s+((?:the\\s+|all\\s+)*(?:[\\w.]+\\s+){0,3}?)(?:where|whose|with|when|that have|which have|having)\\s+([^.;。]+)`,
      "gi",
    ),
  },
];
/** "only customers in Japan (country = 'JP')": the condition stands in brackets behind the words. */
const bracketed: readonly { readonly keep: boolean; readonly pattern: RegExp }[] = [
  {
    keep: true,
    pattern: /\b(?:only|just)\s+((?:[\w.'-]+\s+){1,5}?)\(\s*([^()]+?)\s*\)/gi,
  },
  {
    keep: false,
    pattern:
      /\b(?:exclud(?:e|ing)|without|omit|skip(?:ping)?|ignor(?:e|ing)|leav(?:e|ing) out)\s+((?:[\w.'-]+\s+){1,5}?)\(\s*([^()]+?)\s*\)/gi,
  },
];
/** 「status が paid の注文だけ」, 「status = 'cancelled' を除外」: a condition, perhaps what it tells apart, and what to do. */
const japaneseThings =
  /([^。、\n]*?)(?:の\s*([\p{L}\p{N}_ー]{1,20}?))?\s*(?:を|は)?\s*(のみ|だけ|除外|除い|除く|取り除|含めない|取り込まない|対象外|スキップ)/gu;
const japanese =
  /(?:([^。、\n]*?)(?:の|な|である|でない))?(?:行|レコード|データ|明細|ロー)\s*(?:を|は)?\s*(のみ|だけ|除外|除い|除く|取り除|削除|フィルタ|含めない|取り込まない|対象外|スキップ)/g;

function findPhrases(text: string): Phrase[] {
  const phrases: Phrase[] = [];
  for (const { keep, pattern } of english)
    for (const hit of text.matchAll(pattern)) {
      if (phrases.some((other) => hit.index < other.end && hit.index + hit[0].length > other.start))
        continue;
      phrases.push({
        keep,
        words: hit[1] ?? "",
        condition: hit[2] ?? "",
        start: hit.index,
        end: hit.index + hit[0].length,
      });
    }
  for (const hit of text.matchAll(japanese)) {
    const condition = hit[0].slice(
      0,
      hit[0].search(
        /(?:行|レコード|データ|明細|ロー)\s*(?:を|は)?\s*(?:のみ|だけ|除外|除い|除く|取り除|削除|フィルタ|含めない|取り込まない|対象外|スキップ)$/,
      ),
    );
    phrases.push({
      keep: hit[2] === "のみ" || hit[2] === "だけ",
      words: "",
      condition,
      start: hit.index,
      end: hit.index + hit[0].length,
    });
  }
  const isFree = (hit: RegExpMatchArray): boolean =>
    phrases.every(
      (other) => (hit.index ?? 0) >= other.end || (hit.index ?? 0) + hit[0].length <= other.start,
    );
  const add = (hit: RegExpMatchArray, keep: boolean, words: string, condition: string): void => {
    const start = hit.index ?? 0;
    if (isFree(hit)) phrases.push({ keep, words, condition, start, end: start + hit[0].length });
  };
  for (const { keep, pattern } of bracketed)
    for (const hit of text.matchAll(pattern)) add(hit, keep, hit[1] ?? "", `${hit[2] ?? ""})`);
  for (const hit of text.matchAll(japaneseThings))
    add(hit, /^(?:のみ|だけ)$/.test(hit[3] ?? ""), hit[2] ?? "", hit[1] ?? "");
  return phrases;
}

const operators: readonly {
  readonly pattern: string;
  readonly type: Leaf["type"];
  readonly negated?: boolean;
}[] = [
  {
    pattern:
      "is\\s+not\\s+(?:null|empty|set|blank)|が\\s*(?:null|空)\\s*(?:で(?:は)?ない|以外)|is\\s+set|has\\s+a\\s+value",
    type: "IS_NULL",
    negated: true,
  },
  {
    pattern: "is\\s+(?:null|empty|blank|not\\s+set)|が\\s*(?:null|空)(?:で(?:ある)?)?",
    type: "IS_NULL",
  },
  {
    pattern: "!=|<>|is\\s+not|are\\s+not|isn't|does\\s+not\\s+equal|not\\s+equal\\s+to",
    type: "NOT_EQUAL",
  },
  { pattern: ">=|at\\s+least|on\\s+or\\s+after|以上", type: "GREATER_OR_EQUAL" },
  { pattern: "<=|at\\s+most|on\\s+or\\s+before|以下", type: "LESS_OR_EQUAL" },
  { pattern: ">|greater\\s+than|more\\s+than|above|after|is\\s+over|超", type: "GREATER_THAN" },
  { pattern: "<|less\\s+than|below|before|is\\s+under|未満", type: "LESS_THAN" },
  { pattern: "in\\s*\\(|is\\s+one\\s+of|in\\b", type: "IN" },
  { pattern: "==?|is|equals?|are|:|が", type: "EQUAL" },
];

type Leaf = Extract<FilterNode, { fieldName: string }>;

const word = "(?:'([^']*)'|\"([^\"]*)\"|「([^」]*)」|([\\p{L}\\p{N}_+-][\\p{L}\\p{N}_.:+-]*?))";
/** 「が 1000 以上」: the comparison stands behind its value. */
const behind: readonly (readonly [RegExp, Leaf["type"]])[] = (
  [
    ["以上|以降", "GREATER_OR_EQUAL"],
    ["以下|以前", "LESS_OR_EQUAL"],
    ["を?超(?:え(?:る|た)?)?|より(?:大き|多|高)い?", "GREATER_THAN"],
    ["未満|より(?:小さ|少な|低)い?", "LESS_THAN"],
  ] as const
).map(([words, type]) => [
  new RegExp(`^\\s*[がは]\\s*${word}\\s*(?:円|件|個|ドル)?\\s*(?:${words})`, "u"),
  type,
]);

/** More values behind the first: "paid or shipped", "paid, shipped or returned", 「paid または shipped」. */
const moreValues =
  /^((?:\s*[,、]\s*(?:'[^']*'|"[^"]*"|[\p{L}\p{N}_-]+))*\s*,?\s*(?:\bor\b|または|もしくは|か)\s*(?:'[^']*'|"[^"]*"|[\p{L}\p{N}_-]+))(?!\s*(?:=|!=|<|>|\bis\b|が|は))/iu;

function withMoreValues(
  { node, length }: { node: FilterNode; length: number },
  rest: string,
): { node: FilterNode; length: number } {
  if ((node.type !== "EQUAL" && node.type !== "NOT_EQUAL") || !("fieldName" in node))
    return { node, length };
  const more = moreValues.exec(rest.slice(length));
  if (!more) return { node, length };
  const values = [
    String(node.comparisonValue),
    ...(more[1]?.match(/'[^']*'|"[^"]*"|[\p{L}\p{N}_-]+/gu) ?? [])
      .filter((value) => !/^(?:or|または|もしくは|か)$/i.test(value))
      .map((value) => unquote(value).replace(/(?:の|で(?:ある)?|な)$/u, "")),
  ];
  const list: Leaf = { type: "IN", fieldName: node.fieldName, comparisonValue: values };
  return {
    node: node.type === "EQUAL" ? list : { type: "NOT", conditions: [list] },
    length: length + more[0].length,
  };
}

/** One comparison at the start of a text, after its field: `= 'paid'`, `is true`, が paid. */
function readComparison(
  rest: string,
  fieldName: string,
): { node: FilterNode; length: number } | null {
  for (const [pattern, type] of behind) {
    const hit = pattern.exec(rest);
    const value = hit?.slice(1).find((part) => part !== undefined);
    if (hit && value)
      return { node: { type, fieldName, comparisonValue: value }, length: hit[0].length };
  }
  for (const { pattern, type, negated } of operators) {
    const hit = new RegExp(`^\\s*(?:${pattern})`, "i").exec(rest);
    if (!hit) continue;
    if (type === "IS_NULL") {
      const leaf: Leaf = { type, fieldName };
      return { node: negated ? { type: "NOT", conditions: [leaf] } : leaf, length: hit[0].length };
    }
    const after = rest.slice(hit[0].length);
    if (type === "IN") {
      const list =
        /^\s*\(?\s*((?:(?:'[^']*'|"[^"]*"|[\w.-]+)\s*(?:,|\bor\b|\band\b)?\s*)+)\)?/i.exec(after);
      const values = (list?.[1]?.match(/'[^']*'|"[^"]*"|[\w.-]+/g) ?? [])
        .filter((word) => !/^(?:or|and)$/i.test(word))
        .map(unquote);
      return values.length > 0
        ? {
            node: { type, fieldName, comparisonValue: values },
            length: hit[0].length + (list?.[0].length ?? 0),
          }
        : null;
    }
    const value =
      /^\s*(?:'([^']*)'|"([^"]*)"|「([^」]*)」|([\p{L}\p{N}_+-][\p{L}\p{N}_.:+-]*))/u.exec(after);
    if (!value) return null;
    const text = (value[1] ?? value[2] ?? value[3] ?? value[4] ?? "")
      .replace(/[.,]+$/, "")
      .replace(/(?:の|で(?:ある)?|な)$/u, "");
    const trailing = /^\s*(?:で(?:は)?ない|以外|ではない)/.exec(after.slice(value[0].length));
    if (text === "") return null;
    if (trailing && type === "EQUAL")
      return {
        node: { type: "NOT_EQUAL", fieldName, comparisonValue: text },
        length: hit[0].length + value[0].length + trailing[0].length,
      };
    return {
      node: { type, fieldName, comparisonValue: text },
      length: hit[0].length + value[0].length,
    };
  }
  return null;
}

const unquote = (text: string): string => text.replace(/^['"]|['"]$/g, "");

/** A condition over the fields of one stream: comparisons joined by and / or; null when it names no field of it. */
function readCondition(
  text: string,
  candidate: Candidate,
): { node: FilterNode; path: FieldPath; length: number } | null {
  const names = candidate.found.propertyFields
    .flatMap((path) => [
      { path, form: formatField(path).toLowerCase() },
      { path, form: (path.at(-1) ?? "").toLowerCase() },
    ])
    .sort((a, b) => b.form.length - a.form.length);
  const lower = text.toLowerCase();
  const nodes: FilterNode[] = [];
  const joins: string[] = [];
  let at = 0;
  let path: FieldPath | null = null;
  for (;;) {
    const lead =
      /^\s*(?:the\s+|their\s+|its\s+|[a-z_]+\.(?=[a-z_]))?/.exec(lower.slice(at))?.[0].length ?? 0;
    const start = at + lead;
    const name = names.find(
      ({ form }) =>
        form !== "" &&
        lower.startsWith(form, start) &&
        !/^[a-z0-9_]/.test(lower.slice(start + form.length)),
    );
    if (!name) break;
    const behindName = text.slice(start + name.form.length);
    const first = readComparison(behindName, formatField(name.path));
    if (!first) break;
    const comparison = withMoreValues(first, behindName);
    nodes.push(comparison.node);
    path ??= name.path;
    at = start + name.form.length + comparison.length;
    const join = /^\s*(and|or|かつ|または|で、?)\s*/i.exec(text.slice(at));
    if (!join) break;
    joins.push(/or|または/i.test(join[1] ?? "") ? "OR" : "AND");
    at += join[0].length;
  }
  const first = nodes[0];
  if (!first || !path) return null;
  const used = joins.slice(0, nodes.length - 1);
  const type = used.every((join) => join === "OR") ? "OR" : "AND";
  if (nodes.length > 1 && used.some((join) => join !== used[0])) return null;
  return { node: nodes.length === 1 ? first : { type, conditions: nodes }, path, length: at };
}

function negate(node: FilterNode): FilterNode {
  return node.type === "NOT" && node.conditions.length === 1 && node.conditions[0]
    ? node.conditions[0]
    : { type: "NOT", conditions: [node] };
}

export function readFilters(text: string, { kept, all, language }: Scope): Reading {
  const asked: Asked[] = [];
  const warnings: ProposalWarning[] = [];
  const ranges: [number, number][] = [];
  for (const phrase of findPhrases(text)) {
    const before = asked.length;
    const fields = kept.flatMap((candidate) => candidate.found.propertyFields.map(formatField));
    const around =
      text
        .slice(0, phrase.start)
        .split(/[.;。\n]/)
        .at(-1) ?? "";
    const owner = /([\p{L}\p{N}_.]+)\s*(?::|：|の|,)\s*$/u.exec(around)?.[1] ?? "";
    const tail =
      /\b(?:in|of|from|for)\s+(?:the\s+)?([\w.]+)\s*$/i.exec(phrase.condition)?.[1] ?? "";
    const lead = /^(.*?)(?:の|は|では|から)\s*/u.exec(phrase.condition)?.[1] ?? "";
    const named = namedStreams([phrase.words, owner, tail, lead], all, fields);
    const away = named.filter((candidate) => !kept.includes(candidate));
    if (away.length > 0) warnings.push(...notSelected(away, language));
    let used = 0;
    for (const candidate of named.length > 0
      ? named.filter((entry) => kept.includes(entry))
      : kept) {
      const condition = phrase.condition.replace(
        /^.*?(?=[A-Za-z_\p{L}]+\s*(?:=|が|!=|<|>|is\b))/u,
        (lead) => (/[をにでは]\s*$/.test(lead) ? "" : lead),
      );
      const offset = phrase.condition.length - condition.length;
      const read =
        readCondition(condition, candidate) ?? readCondition(dropOwner(condition), candidate);
      if (!read) continue;
      used = Math.max(used, offset + read.length);
      asked.push({
        candidate,
        path: read.path,
        mapper: {
          type: "row-filtering",
          mapperConfiguration: { conditions: phrase.keep ? read.node : negate(read.node) },
        },
      });
    }
    if (asked.length > before) {
      const read = isEnglish(text.slice(phrase.start, phrase.end))
        ? phrase.start + text.slice(phrase.start, phrase.end).indexOf(phrase.condition) + used
        : phrase.end;
      // "in orders" behind the condition belongs to it; left alone it would narrow the next request.
      const owned = /^\s*(?:in|of|from|for)\s+(?:the\s+)?[\w.]+/i.exec(
        text.slice(read, phrase.end),
      );
      ranges.push([phrase.start, Math.min(phrase.end, read + (owned?.[0].length ?? 0))]);
    }
  }
  readRowWords(text, kept, ranges, asked, warnings, language);
  return { asked, warnings, ranges };
}

/** In Japanese what is to be done stands behind the condition and belongs to the phrase. */
const isEnglish = (words: string): boolean => !/[\u3040-\u9fff]/.test(words);

/** 「orders の status が…」: the owner before の is not part of the condition. */
const dropOwner = (condition: string): string => condition.replace(/^.*?の\s*/u, "");

/** "without test orders": the column that tells such rows, if there is one. */
function readRowWords(
  text: string,
  kept: readonly Candidate[],
  ranges: [number, number][],
  asked: Asked[],
  warnings: ProposalWarning[],
  language: Language,
): void {
  const patterns = [
    new RegExp(
      `\\b(?:exclud(?:e|ing)|drop|remov(?:e|ing)|filter(?:ing)? out|skip(?:ping)?|without|ignor(?:e|ing)|omit|leave out|leaving out|no)\\s+(?:the\\s+|all\\s+|any\\s+)?((?:soft[- ])?[a-z]+)\\s+(${rows}|[a-z_]+)\\b`,
      "gi",
    ),
    /(テスト|ダミー|試験用|削除済み?|論理削除(?:された|済み)?|社内|アーカイブ済み?|スパム|無効な?)の?\s*(行|レコード|データ|注文|ユーザー?|会員|顧客|[一-龠ァ-ヶー]{1,8}?)\s*(?:を|は)?\s*(?:除外|除い|除く|取り除|削除|含めない|対象外|抜い|外し|不要)/g,
  ];
  for (const pattern of patterns)
    for (const hit of text.matchAll(pattern)) {
      if (ranges.some(([from, to]) => hit.index < to && hit.index + hit[0].length > from)) continue;
      const word = (hit[1] ?? "").toLowerCase();
      const kind = rowWords.find((entry) => entry.english.test(word) || entry.japanese.test(word));
      if (
        !kind ||
        findNames(`${hit[1] ?? ""} ${hit[2] ?? ""}`.toLowerCase(), kept).names.some(
          (name) => name.start === 0,
        )
      )
        continue;
      const named = findNames((hit[2] ?? "").toLowerCase(), kept).names.flatMap(
        (name) => name.candidates,
      );
      const before = asked.length;
      for (const candidate of named.length > 0 ? named : kept) {
        const find = (list: readonly string[]) =>
          candidate.found.propertyFields.find(
            (path) => path.length === 1 && list.includes((path[0] ?? "").toLowerCase()),
          );
        const flag = find(kind.flags);
        const time = flag ? undefined : find(kind.times);
        if (flag)
          asked.push({
            candidate,
            path: flag,
            mapper: {
              type: "row-filtering",
              mapperConfiguration: {
                conditions: {
                  type: "NOT",
                  conditions: [
                    { type: "EQUAL", fieldName: formatField(flag), comparisonValue: "true" },
                  ],
                },
              },
            },
          });
        if (time)
          asked.push({
            candidate,
            path: time,
            mapper: {
              type: "row-filtering",
              mapperConfiguration: {
                conditions: { type: "IS_NULL", fieldName: formatField(time) },
              },
            },
          });
      }
      ranges.push([hit.index, hit.index + hit[0].length]);
      if (asked.length === before)
        warnings.push({
          code: "mapper_not_understood",
          words: hit[0],
          message: say(
            language,
            `"${hit[0]}": no selected stream has a column that tells such rows (is_test, deleted_at, ...); no filter was added. Name the condition: exclude rows where <column> = <value>.`,
            `「${hit[0]}」：対象の行を見分ける列が見つからないため、フィルターは追加していません。条件を「<列> = <値> の行を除外」のように指定してください。`,
          ),
        });
    }
}
