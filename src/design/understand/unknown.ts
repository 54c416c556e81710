// Systems the lexicon does not know: 出荷システム, `the fraud service`, and a name written as a product is, in Latin capitals or katakana, where a
// system stands: `-> Apache Pinot`, `into Marvin`, サイボウズから.
import { systemEntries } from "../lexicon/systems.ts";
import { notProducts, notProductsJa } from "../lexicon/products.ts";
import { Matcher, type Found } from "./matcher.ts";
import type { Text } from "./normalize.ts";

const matcher = new Matcher(
  systemEntries.flatMap((one) => one.names.map((name) => [one.id, name] as const)),
);

const kinds: readonly RegExp[] = [
  /(?:[\p{Script=Han}\p{Script=Katakana}ー]{2,12})(?:システム|サービス|アプリ|サイト|画面|ポータル)|現場の端末|店舗の端末|ハンディ端末/gu,
  /(?<=(?:the|our|a)\s)(?:[a-z-]+\s){1,2}(?:service|app|system|portal|platform|engine|screen|display|board|map|console)(?![a-z])/gu,
];

const word = String.raw`[A-Z][A-Za-z0-9]*(?:[.+-][A-Za-z0-9]+)*`;
const product = String.raw`(${word}(?:\s${word}){0,2})`;
const determiner = String.raw`(?:(?:the|our|a|an)\s+)?`;
/** After a preposition of place or an arrow, and up to what can follow a place. */
const afterPlace = new RegExp(
  String.raw`(?:(?:\b(?:[Ff]rom|into|onto|to|out of|via)\s+|→\s*|、)${determiner})${product}(?=\s*(?:→|[,.;:()、。\n]|$|(?:to|into|from|every|each|within|in|by|via|through|and|hourly|daily|nightly|weekly|monthly|once|twice|at|on|under|with|as|for)(?![A-Za-z])|[へにからをで]))`,
  "gu",
);
/** `ソース: SharePoint リスト`, `sink: Marvin`. */
const afterLabel = new RegExp(
  String.raw`(?:ソース|シンク|送信先|取得元|連携元|連携先|格納先|[Ss]ources?|[Ss]inks?|[Tt]arget|[Dd]estination)\s*[:：]\s*${product}`,
  "gu",
);
const beforeArrow = new RegExp(
  String.raw`(?:^|[\s,;:、。(])${product}(?:\s+[a-z_]+){0,2}\s*→`,
  "gu",
);
const beforeParticle = new RegExp(
  String.raw`(?<![\p{L}\p{N}_.-])(${word}(?:\s${word}){0,2}|[\p{Script=Katakana}ー]{3,12})\s*(?=(?:から|へ|経由|に(?:取り込|取込|入れ|ロード|送|連携|同期|流|書|載せ|格納|集約|投入|反映|転送|コピー)))`,
  "gu",
);

export function findUnknown(text: Text, known: readonly Found[]): Found[] {
  const overlaps = (at: number, end: number) => known.some((one) => at < one.end && end > one.at);
  const byKind = kinds.flatMap((pattern) =>
    [...text.flat.matchAll(pattern)]
      .filter((hit) => matcher.find(hit[0]).length === 0)
      .map((hit) => toFound(hit[0].trim(), hit.index, hit.index + hit[0].length)),
  );
  // Written in capitals throughout, or about no system at all, a text tells no name from a word.
  const tellsNames = known.length > 0 && !isShouted(text.shown);
  const patterns = tellsNames ? [afterPlace, afterLabel, beforeArrow, beforeParticle] : [];
  const byName = patterns.flatMap((pattern) =>
    [...text.shown.matchAll(pattern)].flatMap((hit) => {
      const name = hit[1] ?? "";
      const at = hit.index + hit[0].indexOf(name);
      const end = at + name.length;
      return isProduct(name) && !overlaps(at, end) ? [toFound(name.toLowerCase(), at, end)] : [];
    }),
  );
  const all: Found[] = [];
  for (const one of [...byKind, ...byName])
    if (!all.some((other) => one.at < other.end && one.end > other.at)) all.push(one);
  return all;
}

const toFound = (text: string, at: number, end: number): Found => ({ id: "?", text, at, end });

/** Neither a word that is only written large nor a month, a place, a team or a format. */
const isProduct = (name: string): boolean =>
  !notProductsJa.test(name) &&
  !name.split(/\s/).some((one) => notProducts.has(one.toLowerCase())) &&
  !/^[A-Za-z]+-[A-Za-z]+-?\d$/.test(name) &&
  name.length > 2;

/** Capitals throughout: they tell no name from a word. */
const isShouted = (shown: string): boolean =>
  !/[a-z]/.test(shown) && /[A-Z]{2,}[^A-Za-z]+[A-Z]{2,}/.test(shown);
