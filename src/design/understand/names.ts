// Names of tables, topics, models and columns in a text, and which tables are said to have no key.
import { neverJa } from "../lexicon/nouns.ts";
import { sensitiveKind } from "../lexicon/sensitive.ts";
import { systemEntries } from "../lexicon/systems.ts";
import type { Column } from "../reading.ts";
import type { Text } from "./normalize.ts";
import { findObjects } from "./objects.ts";

export type Names = {
  readonly objects: readonly string[];
  readonly columns: readonly Column[];
  readonly keyless: readonly string[];
};

const identifier =
  /(?<![\w./@-])[A-Za-z][A-Za-z0-9]*(?:[_.][A-Za-z0-9_]+)+(?![\w/@])|`([^`\s]{1,60})`|(?<![\w])[a-z]+[A-Z][A-Za-z]+(?![\w])/g;
const objectShape =
  /^(?:(?:gold|silver|bronze|raw|public|dbo|stg|staging|mart|marts|prod)\.|fct_|fact_|dim_|stg_|int_|mart_|raw_)|\.[a-z]/i;
const objectBefore =
  /(?:\btables?|\btopics?|\bmart|\bmodels?|\bdataset|\bview|\bfeed|\btask|\bjob|\bdag|テーブル|トピック|マート|モデル)\s*[`"'(]?$/i;
const objectAfter =
  /^[`"']?\s*(?:tables?|topics?|mart|models?|dataset|テーブル|トピック|マート|モデル|has no|have no|lacks|gets|does not have)/i;
/** Nothing before it but a mode or recipe: `contract user_events`. */
const opening =
  /^(?:\W*(?:design|review|operate|migrate|contract|etl|elt|stream|dbt|cdc|reverse|quality)(?!\w))*\W*$/i;
const notNames =
  /^(?:e\.g|i\.e|etc|vs|a\.m|p\.m|Node\.js|node\.js|[Vv]\d|www\.|is_incremental|dbt_)/;
const fileLike = /\.(?:csv|json|ya?ml|parquet|sql|py|txt|md|com|jp|net|org|io)$/i;
const capturedEn =
  /\b(?:cdc|capture|replicate|copy|load|sync|move|ingest|stream|export|import|pull|send|mirror)\s+(?:(?:the|our|all|only)\s+)*([a-z_][\w]*(?:\s*(?:,|and|&)\s*(?:the\s+)?[a-z_][\w]*){0,6})\s+(?:tables?\s+)?(?:changes\s+)?(?:from|out of|in|on)\s/gi;
const tableJa =
  /([\p{Script=Han}\p{Script=Katakana}ーA-Za-z_]{1,20}?) ?(?:テーブル|マスタ|マート)/gu;
const genitiveJa =
  /の\s*([\p{Script=Han}\p{Script=Katakana}ー]{2,10}(?:\s*(?:と|、|・)\s*[\p{Script=Han}\p{Script=Katakana}ー]{2,10}){0,4})\s*を/gu;
/** 対象は products と prices, telemetry という名前の Kafka トピック. */
const targetsJa =
  /対象(?:テーブル)?(?:は|:)\s*([A-Za-z_]\w*(?:\s*(?:と|、|,)\s*[A-Za-z_]\w*){0,6})|([A-Za-z_][\w.-]*)\s*という(?:名前の)?\s*(?:[A-Za-z]+\s*の?\s*)?(?:トピック|テーブル)/gu;
/** contract 在庫スナップショット: what stands after the mode. */
const contractJa =
  /^\s*(?:contract|コントラクト|データ契約)\s*[:：]?\s+([\p{Script=Han}\p{Script=Katakana}ー]{2,20})(?=[。、\s:：(]|$)/iu;
/** カード決済イベント, アクセスログ: what flows, named by a compound. */
const compoundJa = /([\p{Script=Han}\p{Script=Katakana}ー]{2,10}(?:イベント|ログ|履歴|明細))/gu;
const filler = new Set([
  "data",
  "events",
  "everything",
  "it",
  "them",
  "changes",
  "files",
  "records",
  "rows",
  "tables",
  "all",
  "データ",
  "ファイル",
  "情報",
  "変更",
  "費用データ",
  "モデル構成",
  "ファクト",
  "ディメンション",
  "マート",
  "設計",
  "運用",
  "件数",
]);

export function findNames(text: Text): Names {
  const { shown } = text;
  const objects: string[] = [];
  const columns: string[] = [];
  const listed = listedIn(shown);
  for (const match of shown.matchAll(identifier)) {
    const name = (match[1] ?? match[0]).trim();
    if (notNames.test(name) || fileLike.test(name) || name.length > 60) continue;
    if (listed.has(name)) continue;
    const before = shown.slice(Math.max(0, match.index - 16), match.index);
    const after = shown.slice(match.index + match[0].length, match.index + match[0].length + 24);
    const isFirst = opening.test(shown.slice(0, match.index));
    const isObject =
      isFirst || objectShape.test(name) || objectBefore.test(before) || objectAfter.test(after);
    (isObject ? objects : columns).push(name);
  }
  columns.push(...listed);
  for (const match of shown.matchAll(capturedEn))
    for (const name of (match[1] ?? "").split(/\s*(?:,|&|\band\b)\s*(?:the\s+)?/i)) {
      const index = columns.indexOf(name);
      if (name === "" || filler.has(name.toLowerCase()) || isSystemName(name)) continue;
      if (index >= 0 && !/\b(?:push|sync)\b/i.test(match[0])) columns.splice(index, 1);
      if (index < 0 || !/\b(?:push|sync)\b/i.test(match[0])) objects.push(name);
    }
  // 受注テーブル orders と order_items: the tables are named after the word, and it only says what they are.
  const tables = tablesAfter(shown);
  for (const { names } of tables)
    for (const name of names) {
      objects.push(name);
      if (columns.includes(name)) columns.splice(columns.indexOf(name), 1);
    }
  for (const match of shown.matchAll(tableJa))
    if (
      !filler.has(match[1] ?? "") &&
      !tables.some((one) => one.at === match.index + match[0].length)
    )
      objects.push(match[1] ?? "");
  for (const match of shown.matchAll(targetsJa))
    for (const name of (match[1] ?? match[2] ?? "").split(/\s*(?:と|、|,)\s*/)) {
      if (name === "" || isSystemName(name)) continue;
      objects.push(name);
      if (columns.includes(name)) columns.splice(columns.indexOf(name), 1);
    }
  const opened = contractJa.exec(shown)?.[1];
  if (opened && !filler.has(opened)) objects.push(opened);
  for (const match of shown.matchAll(compoundJa)) objects.push(match[1] ?? "");
  for (const match of shown.matchAll(genitiveJa))
    for (const name of (match[1] ?? "").split(/\s*(?:と|、|・)\s*/))
      if (!filler.has(name) && !neverJa.test(name.replace(/(?<=..)データ$/u, "")))
        objects.push(name);
  const plain = findObjects(text.flat).filter((one) => !columns.includes(one));
  objects.push(...plain.filter((one) => !objects.some((known) => covers(known, one))));
  const isObject = new Set(objects);
  const place = (name: string) => text.flat.indexOf(name.toLowerCase());
  return {
    objects: [...isObject].filter((one) => one !== "").toSorted((a, b) => place(a) - place(b)),
    columns: [...new Set(columns)]
      .filter((one) => !isObject.has(one))
      .map((name) => ({ name, sensitive: sensitiveKind(name) })),
    keyless: keylessIn(shown, [...isObject]),
  };
}

const identifiersAfter =
  /(?<=テーブル|トピック|表)\s*[:：]?\s*((?:[`"「]?[A-Za-z_][\w.]*[`"」]?)(?:\s*(?:と|、|,|・|および|及び|and)\s*[`"「]?[A-Za-z_][\w.]*[`"」]?){0,8})/gu;

function tablesAfter(shown: string): { readonly at: number; readonly names: readonly string[] }[] {
  return [...shown.matchAll(identifiersAfter)].flatMap((match) => {
    const names = (match[1] ?? "")
      .split(/\s*(?:と|、|,|・|および|及び|\sand\s)\s*/u)
      .map((one) => one.replace(/[`"「」]/g, "").trim())
      .filter((one) => one.length > 1 && !isSystemName(one));
    return names.length === 0 ? [] : [{ at: match.index, names }];
  });
}

const systemNames: ReadonlySet<string> = new Set(systemEntries.flatMap((one) => one.names));
const isSystemName = (name: string): boolean => systemNames.has(name.toLowerCase());

/** `public.orders` is said by `orders`, and 注文イベント by 注文. */
const covers = (known: string, one: string): boolean => {
  const [a, b] = [known.toLowerCase(), one.toLowerCase()];
  return a.includes(b) || b.split(" ").includes(a);
};

/** Items of a bracketed list of names, or after `columns:` and カラムは. */
function listedIn(shown: string): Set<string> {
  const found = new Set<string>();
  const lists = [
    ...shown.matchAll(/[([]([^()[\]]{3,300})[)\]]/g),
    ...shown.matchAll(
      /(?:columns?|fields?|カラム|列|項目)(?:\s+are|\s*[:：]|は|が)\s*([^。.\n;]{3,300})/gi,
    ),
  ];
  for (const match of lists) {
    const items = (match[1] ?? "")
      .split(/\s*[,、・]\s*|\s+and\s+/)
      .map((one) => one.replace(/[`"']/g, "").trim());
    if (
      items.length < 2 ||
      items.filter((one) =>
        /^[A-Za-z_][\w]{1,40}$|^[おご]?[\p{Script=Han}\p{Script=Katakana}ー]{1,12}$/u.test(one),
      ).length < items.length
    )
      continue;
    for (const item of items) found.add(item);
  }
  return found;
}

function keylessIn(shown: string, objects: readonly string[]): string[] {
  const found: string[] = [];
  const patterns = [
    /(?<![\w.])([A-Za-z_][\w.]*)\s+(?:table\s+)?(?:has|have|with|is|gets)?\s*(?:no|without a|without|lacks a|lacks)\s+(?:primary\s+)?(?:key|pk)\b/gi,
    /(?<![\w.])([A-Za-z_][\w.]*|[\p{Script=Han}\p{Script=Katakana}ー]{2,12}?)\s*(?:テーブル)?\s*(?:には|は|に|には、|の)\s*(?:主キー|pk|プライマリキー)(?:が|は|も)?(?:ない|無い|なし|ありません)/giu,
  ];
  for (const pattern of patterns)
    for (const match of shown.matchAll(pattern)) {
      const name = match[1] ?? "";
      if (/^(?:it|that|which|table|tables|and|has|have)$/i.test(name)) {
        const last = objects.at(-1);
        if (last) found.push(last);
      } else found.push(name);
    }
  return [...new Set(found)];
}
