// Rows of a year in words: "only tickets sold in 2025", "only rows since 2024", 「2025年の注文だけ」. The time that is meant is the
// one the words name (sold: sold_at), else the only one a stream has beside those of its upkeep; else it is asked for.
import type { FieldPath } from "../../model/discovery.ts";
import type { FilterNode } from "../../model/mapper.ts";
import { formatField } from "../../model/field-path.ts";
import { splitName } from "../text/names.ts";
import { say, type Candidate } from "./input.ts";
import { findNames } from "./reply-names.ts";
import type { Asked, Reading, Scope } from "./requests.ts";

type Phrase = {
  readonly words: string;
  readonly year: number;
  /** 1 to 12; null: the whole year. */
  readonly month: number | null;
  readonly end: "year" | "open";
  readonly range: readonly [number, number];
};

const english =
  /\b(?:only|just|limit(?:ed)? (?:it )?to|restrict(?:ed)? (?:it )?to)\s+((?:[a-z_.]+\s+){0,5}?)(in|of|from|for|during|since)\s+(?:the\s+year\s+)?(?:(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\s+)?((?:19|20)\d\d)\b(\s+on(?:wards?)?\b)?/gi;
const englishFirst = /\b(?:only|just)\s+()()()((?:19|20)\d\d)()\s+(?:[a-z_]+)/gi;
const monthNames = [
  "jan",
  "feb",
  "mar",
  "apr",
  "may",
  "jun",
  "jul",
  "aug",
  "sep",
  "oct",
  "nov",
  "dec",
];
// A fiscal year (年度) begins where the company says: it is no calendar year.
const japanese =
  /((?:19|20)\d\d)年(?:(1[0-2]|0?[1-9])月)?(以降|から)?(?:の|分の?|に)?([^、。\d]{0,14}?)(?:だけ|のみ|に限|に絞|以外は(?:不要|除))/g;

function findPhrases(text: string): Phrase[] {
  const inEnglish = [...text.matchAll(english), ...text.matchAll(englishFirst)].map((hit) => ({
    words: `${hit[1] ?? ""} ${hit[0].replace(/^\S+\s+(?:19|20)\d\d/, "")}`,
    year: Number(hit[4]),
    month: hit[3] ? monthNames.indexOf(hit[3].toLowerCase()) + 1 : null,
    end: (hit[2] ?? "").toLowerCase() === "since" || hit[5] ? ("open" as const) : ("year" as const),
    range: [hit.index, hit.index + hit[0].length] as const,
  }));
  const inJapanese = [...text.matchAll(japanese)]
    .filter((hit) => !/^\d+年度/.test(hit[0]))
    .map((hit) => ({
      words: hit[4] ?? "",
      year: Number(hit[1]),
      month: hit[2] ? Number(hit[2]) : null,
      end: hit[3] ? ("open" as const) : ("year" as const),
      range: [hit.index, hit.index + hit[0].length] as const,
    }));
  return [...inEnglish, ...inJapanese].filter(
    (phrase, at, all) =>
      !all
        .slice(0, at)
        .some((other) => other.range[1] > phrase.range[0] && other.range[0] < phrase.range[1]),
  );
}

const isTime = (path: FieldPath): boolean => {
  const name = path.at(-1) ?? "";
  const last = splitName(name).at(-1) ?? "";
  return (
    /^(?:at|on|date|day|time|timestamp|datetime|ts|dt)$/.test(last) ||
    /(?:日|日時|年月日)$/.test(name)
  );
};

/** Times of a row's upkeep: they move when the row is touched, so they say nothing of its year. */
const isUpkeep = (path: FieldPath): boolean =>
  /updat|modif|chang|delet|remov|archiv|sync|birth|更新|削除|生年/.test(
    (path.at(-1) ?? "").toLowerCase(),
  );

/** Past forms that do not end in -ed, with what columns are named after. */
const irregular: Readonly<Record<string, string>> = {
  sold: "sold sale",
  bought: "bought purchas",
  paid: "paid pay",
  sent: "sent send",
  made: "made creat",
  won: "won",
  held: "held",
};

function timesOf(candidate: Candidate, words: readonly string[]): FieldPath[] {
  const times = candidate.found.propertyFields.filter(
    (path) => path.length === 1 && isTime(path) && !isUpkeep(path),
  );
  const stems = words.flatMap((word) =>
    irregular[word] ? irregular[word].split(" ") : /..ed$/.test(word) ? [word.slice(0, -2)] : [],
  );
  const said = times.filter((path) =>
    stems.some((stem) => (path[0] ?? "").toLowerCase().startsWith(stem)),
  );
  if (said.length > 0 || times.length < 2) return said.length > 0 ? said : times;
  const first = times.filter((path) => begins.test((path[0] ?? "").toLowerCase()));
  return first.length === 1 ? first : times;
}

/** Of several times the one at which the thing itself came about: an order is of the year in which it was placed. */
const begins =
  /^(?:creat|order|plac|issu|book|invoice|sold|sale|purchas|regist|post|occur|event|start|open|sign|transaction)|注文|受注|発行|作成|登録|取引|購入|売上|計上/;

/** When a row was made says when a customer came, not of which year the customer is. */
const isMade = (path: FieldPath): boolean =>
  /^(?:creat|insert|作成|登録)/.test((path[0] ?? "").toLowerCase());

const firstDay = (year: number, month: number): string =>
  `${year}-${String(month).padStart(2, "0")}-01`;

function rowsOf({ year, month, end }: Phrase, fieldName: string): FilterNode {
  const from: FilterNode = {
    type: "GREATER_OR_EQUAL",
    fieldName,
    comparisonValue: firstDay(year, month ?? 1),
  };
  if (end === "open") return from;
  const next = month === null || month === 12 ? firstDay(year + 1, 1) : firstDay(year, month + 1);
  const to: FilterNode = { type: "LESS_THAN", fieldName, comparisonValue: next };
  return { type: "AND", conditions: [from, to] };
}

export function readYears(text: string, { kept, language }: Scope): Reading {
  const asked: Asked[] = [];
  const warnings: Reading["warnings"][number][] = [];
  const ranges: [number, number][] = [];
  for (const phrase of findPhrases(text)) {
    const words = phrase.words.toLowerCase();
    const named = findNames(words, kept).names.flatMap((name) => name.candidates);
    const about = named.length > 0 ? named : kept;
    const before = asked.length;
    const unclear: string[] = [];
    for (const candidate of about) {
      const times = timesOf(candidate, words.match(/[a-z]+/g) ?? []);
      const [path] = times;
      if (path && times.length === 1 && (named.length > 0 || !isMade(path)))
        asked.push({
          candidate,
          path,
          mapper: {
            type: "row-filtering",
            mapperConfiguration: { conditions: rowsOf(phrase, formatField(path)) },
          },
        });
      else if (path || named.length > 0)
        unclear.push(`${candidate.stream}: ${times.map(formatField).join(", ") || "-"}`);
    }
    ranges.push([...phrase.range]);
    if (unclear.length > 0 || asked.length === before)
      warnings.push({
        code: "mapper_not_understood",
        words: text.slice(...phrase.range),
        message: say(
          language,
          `"${text.slice(...phrase.range)}": it is not clear which time is meant (${unclear.join("; ") || "no time is known"}); no filter was added there. Name the condition: only rows where <column> >= '${firstDay(phrase.year, phrase.month ?? 1)}'.`,
          `「${text.slice(...phrase.range)}」：どの日時の列か判断できないため (${unclear.join("; ") || "日時の列なし"})、フィルターは追加していません。条件を「<列> が ${firstDay(phrase.year, phrase.month ?? 1)} 以上の行のみ」のように指定してください。`,
        ),
      });
  }
  return { asked, warnings, ranges };
}
