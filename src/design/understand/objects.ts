// What flows, where it is named in plain words: `orders and customers from Postgres`, `Stripe charges to BigQuery`, 受注を毎時コピー. Names
// in the form of identifiers are read in names.ts.
import { common, lead, mass, never, neverJa, tail } from "../lexicon/nouns.ts";
import { systemEntries } from "../lexicon/systems.ts";
import { Matcher } from "./matcher.ts";

const systems = new Matcher(
  systemEntries.flatMap((one) => one.names.map((name) => [one.id, name] as const)),
);

const verbs =
  "etl|elt|load|loads|loading|move|moves|moving|copy|copies|copying|sync|syncs|syncing|replicate|replicates|replicating|transfer|bring|import|imports|importing|mirror|export|exports|exporting|stream|streams|streaming|land|collect|fetch|get|send|sends|push|pushes|pull|pulls|ingest|ingests|extract|capture|feed|feeds|publish|deliver|put|take|merge|backfill|write|writes|return|ship|for|of|contract";
const small =
  "from|to|into|in|on|at|by|for|of|with|via|and|or|out|onto|every|within|through|when|then|is|are|as|per|back|again|hourly|daily|nightly|weekly|monthly|once|twice";
const word = String.raw`(?!(?:${small})(?![a-z0-9_]))[a-z][a-z0-9_]*(?:-[a-z]+)?`;
const phrase = String.raw`${word}(?:\s+${word}){0,3}`;
const listed = String.raw`${phrase}(?:(?:\s*,\s*(?:and\s+)?|\s+and\s+|\s*&\s*|\s+plus\s+)${phrase}){0,6}`;
const onward = String.raw`(?:back|from|out of|to|into|in|onto|→|through|via|between|must|should|every|hourly|daily|nightly|weekly|within|for|by|as|when|before|after|while)`;

/** `orders with emails from Postgres`: what a table holds stands between its name and its place. */
const withMore = String.raw`\s+(?:with|including|incl\.?|plus)\s+[a-z][a-z, -]{1,50}?\s(?:from|to|into)(?![a-z])`;

/** `move orders and customers from …`, `for the orders.`: a list of names after a verb. */
const moved = new RegExp(
  String.raw`(?<![a-z0-9_])(?:${verbs})\s+(${listed})(?=\s*(?:→|$|[.,;:\n)])|\s+${onward}(?![a-z])|${withMore})`,
  "gu",
);
/** `orders from …`, `- orders → …`: a clause that begins with the names and says where they go. */
const begins = new RegExp(
  String.raw`(?:^|[^\p{L}\p{N}\s→']\s*)(${listed})(?=\s*→|\s+(?:from|out of|to|into|must|should)(?![a-z])|${withMore})`,
  "gu",
);
/** `the topic payments`, `tables orders and customers`. */
const called = new RegExp(
  String.raw`(?<![a-z0-9_])(?:tables?|topics?|collections?|datasets?|objects?|streams?)\s+(?:called\s+|named\s+)?(${word}(?:(?:\s*,\s*|\s+and\s+)${word}){0,6})`,
  "gu",
);
/** `the orders fact table`, `customer health mart`. */
const kindOf = new RegExp(
  String.raw`(?<![a-z0-9_'-])(${word}(?:\s+${word}){0,2})\s+(?:fact\s+)?(?:tables?|feeds?|datasets?|marts?|topics?)(?![a-z0-9_])`,
  "gu",
);
export function findObjects(flat: string): string[] {
  const spans = systems.find(flat);
  const isSystem = (at: number, end: number) => spans.some((one) => at < one.end && end > one.at);
  const found: { readonly at: number; readonly name: string }[] = [];
  const addList = (text: string, at: number, needsPlural: boolean) => {
    let place = at;
    for (const part of text.split(/(\s*,\s*(?:and\s+)?|\s+and\s+|\s*&\s*|\s+plus\s+)/)) {
      const name = /[a-z]/.test(part) ? nameIn(part, place, needsPlural, isSystem) : null;
      if (name) found.push(name);
      place += part.length;
    }
  };
  for (const pattern of [moved, begins])
    for (const match of flat.matchAll(pattern)) {
      const text = match[1] ?? "";
      addList(text, match.index + match[0].lastIndexOf(text), true);
    }
  // `Stripe charges to BigQuery`: what stands after a system's name, as far as it is a name.
  for (const { end } of spans) {
    const after = /^(?:'s)?\s+(?:v?\d+(?:\.\d+)*\s+)?((?:[a-z][a-z0-9_-]*\s*){1,3})/.exec(
      flat.slice(end, end + 60),
    );
    const tokens = (after?.[1] ?? "").trim().split(/\s+/);
    const stop = tokens.findIndex((one) => never.has(one) || tail.has(one));
    const own = stop < 0 ? tokens : tokens.slice(0, stop);
    // The longest part that ends as a name does: `HubSpot deals land in …`, `Shopify order items to …`.
    for (let size = own.length; size > 0; size -= 1) {
      const words = own.slice(0, size).join(" ");
      const name = words === "" ? null : nameIn(words, flat.indexOf(words, end), true, isSystem);
      if (!name) continue;
      found.push(name);
      break;
    }
  }
  for (const match of flat.matchAll(called)) {
    const text = match[1] ?? "";
    addList(text, match.index + match[0].length - text.length, false);
  }
  for (const match of flat.matchAll(kindOf)) {
    const name = nameIn(match[1] ?? "", match.index, false, isSystem);
    if (name) found.push(name);
  }
  found.push(...findJapanese(flat, isSystem));
  return [...new Set(found.toSorted((a, b) => a.at - b.at).map((one) => one.name))];
}

/** The name in a noun phrase, without what leads it and what follows; null when it is none. */
function nameIn(
  text: string,
  at: number,
  needsPlural: boolean,
  isSystem: (at: number, end: number) => boolean,
): { at: number; name: string } | null {
  let tokens = [...text.matchAll(/[a-z0-9_-]+/g)].map((one) => ({
    text: one[0],
    at: at + one.index,
  }));
  // `access logs`: access is a word of the trade, and part of this name.
  tokens = tokens.flatMap((one, i) =>
    tokens[i - 1]?.text === "access" && common.has(one.text)
      ? [{ text: `access ${one.text}`, at: tokens[i - 1]?.at ?? one.at }]
      : one.text === "access" && common.has(tokens[i + 1]?.text ?? "")
        ? []
        : [one],
  );
  // A verb or a preposition inside ends what stands before it: `to load the orders`.
  const last = tokens.findLastIndex(
    (one, i) => i < tokens.length - 1 && (never.has(one.text) || lead.has(one.text)),
  );
  tokens = tokens.slice(last + 1);
  while (tokens.length > 0 && lead.has(tokens[0]?.text ?? "")) tokens = tokens.slice(1);
  if (lead.has(tokens.at(-1)?.text ?? "")) return null;
  const isBare = tokens.length > 1 && tail.has(tokens.at(-1)?.text ?? "");
  while (tokens.length > 0 && tail.has(tokens.at(-1)?.text ?? "")) tokens = tokens.slice(0, -1);
  const [first, final] = [tokens[0], tokens.at(-1)];
  if (
    !first ||
    !final ||
    tokens.some((one) => never.has(one.text)) ||
    tokens.every((one) => common.has(one.text)) ||
    tokens.length > 3
  )
    return null;
  const end = final.at + final.text.length;
  if (isSystem(first.at, end)) return null;
  // What was done to a thing is no thing: `tables updated hourly`.
  if (tokens.length === 1 && /[a-z]ed$/.test(final.text)) return null;
  const isThing = isBare || mass.has(final.text) || /[a-z]{2}s$|_/.test(final.text);
  if (needsPlural && !isThing) return null;
  if (final.text.length < 3) return null;
  return { at: first.at, name: tokens.map((one) => one.text).join(" ") };
}

const nameJa = String.raw`[\p{Script=Han}\p{Script=Katakana}ー]{2,12}|[a-z][a-z0-9_]{2,40}`;
const goes =
  "から|より|へ|に|毎|コピー|同期|連携|ロード|取り込|取込|転送|送|流|反映|書き戻|配信|集約|集め|移|入れ|投入|検査|push|sync|load|copy|まとめ";
/** 受注を毎時コピー, `orders を同期`, から顧客ランクを push. */
const movedJa = new RegExp(
  String.raw`(?:^|[\s、。,:→]|から|より|へ|に|ごとに|毎時|毎日|毎晩|毎朝|[①-⑳])\s*(?:(?:${nameJa})\s*(?:と|・|および|及び)\s*)*?(${nameJa})(?:データ|の?変更)?\s*を(?!含|除|使|利用|見|作|決|持|受け)(?=[^。\n]{0,24}?(?:${goes}))`,
  "gu",
);
/** Oracle 在庫 → Kafka: what is moved stands between the system and the arrow. */
const beforeArrowJa =
  /[a-z0-9)]\s*(?:の\s*)?([\p{Script=Han}\p{Script=Katakana}ー]{2,12})\s*(?=→)/gu;
/** 検査成績書 CSV を取り込みたい. */
const fileJa =
  /(?<![\p{Script=Han}\p{Script=Katakana}ー])([\p{Script=Han}\p{Script=Katakana}ー]{2,12})\s*(?:の\s*)?(?:csv|json|xml|excel)(?:\s*ファイル)?\s*を/gu;
const sortJa =
  /([\p{Script=Han}\p{Script=Katakana}ーa-z_]{2,16}?)\s*(?:データセット|トピック|フィード|ファクト|バッチ(?!処理|ウィンドウ|経路|側|で|と(?:スト|リアル))|api(?![a-z])|エクスポート|連携(?=[\s。、のをはが]|$))/gu;

function findJapanese(
  flat: string,
  isSystem: (at: number, end: number) => boolean,
): { at: number; name: string }[] {
  return [movedJa, beforeArrowJa, fileJa, sortJa].flatMap((pattern) =>
    [...flat.matchAll(pattern)].flatMap((match) => {
      // 毎時在庫を: how often stands before what.
      const given = (match[1] ?? "").replace(
        /^(?:毎[時日晩朝夕週月分秒]|日次で?|週次で?|月次で?|夜間に?|全件|差分)(?=.{2})/u,
        "",
      );
      const name = given.replace(/データ$/u, "");
      const at = match.index + match[0].indexOf(given);
      const isName =
        name.length > 1 &&
        !neverJa.test(name) &&
        !never.has(name) &&
        !isSystem(at, at + name.length);
      return isName ? [{ at, name }] : [];
    }),
  );
}
