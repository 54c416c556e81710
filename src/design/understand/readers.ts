// Who reads what is delivered, where the words tell it in passing: `analysts refresh their dashboards`, 見るのは朝会だけ, `for the capacity planners`.
// A dashboard beside a sink that is named reads from that sink.
import { peopleEn, peopleJa, purposeEn } from "../lexicon/people.ts";
import type { Mention } from "./systems.ts";

const word = String.raw`(?!(?:the|our|a|an|and|or|so|that|for|when|while|if|but|because|where|which|who|only|then|as|from|to|into|in|by|of|on|at|with|is|are|each|every|all|no|not|both|whom|since|until|before|after|me|us|we|you|they|it)(?![a-z]))[a-z][\w'&-]*`;
const who = String.raw`((?:${word}\s+){0,2}${peopleEn})`;
const reads = String.raw`(?:can\s+|will\s+|then\s+|only\s+|just\s+|must\s+|should\s+|to\s+)*(?:reads?|refresh(?:es)?|looks?\s+at|opens?|checks?|sees?|watch(?:es)?|quer(?:y|ies)|uses?|consumes?|views?|reviews?|wants?|needs?|works?\s+(?:from|with|on|off))(?![a-z])`;
const subject = new RegExp(String.raw`(?<![\w-])${who}\s+${reads}`, "gi");
/** `surge pricing needs them within 3 seconds`: whoever needs what is moved. */
const needs = new RegExp(
  String.raw`(?:^|[:;,.]\s*|\band\s+|\bbut\s+|\bwhile\s+)(?:the\s+|our\s+)?((?:${word}\s+){0,2}${word})\s+(?:needs?|wants?)\s+(?:it|them|this|these)(?![a-z])`,
  "gi",
);
/** `…to S3 for the capacity planners`, `for bed planning`: at the end of what is said. */
const purpose = new RegExp(
  String.raw`\b(?:for|read by|used by|so that)\s+(?:the\s+|our\s+)?((?:${word}\s+){0,2}(?:${peopleEn}|${purposeEn}))(?=\s*(?:$|[,.;:)\n]|every|within|each|hourly|daily|at\s|by\s|in\s|to\s|and\s|is\s|are\s|can\s|sees?\s))`,
  "gi",
);

const whoJa = String.raw`((?:[\p{Script=Han}\p{Script=Katakana}ーA-Za-z0-9]{0,10}?)${peopleJa})`;
const readsJa = String.raw`(?:見る|見て|見ま|見た|見ら|読む|読ん|読み(?!込|取)|使う|使い|使っ|利用|参照|確認|チェック|眺め|開く|閲覧|必要)`;
const subjectJa = new RegExp(
  String.raw`(?<![\p{Script=Han}\p{Script=Katakana}ー])${whoJa}(?:が|は|も|で(?:は)?|では)[^。\n]{0,24}?${readsJa}`,
  "gu",
);
const cleftJa = new RegExp(
  String.raw`(?:見る|使う|読む|参照する|確認する|利用する|必要な)のは\s*(?:毎[日朝週月]の?)?${whoJa}`,
  "gu",
);
const forJa = new RegExp(String.raw`${whoJa}(?:向け|に見せ|に渡|が使える|へ提示|のため)`, "gu");

const noReader =
  /^(?:in|per|once|daily|my|please|customer support|lead|leads|near|real-time|sub-second|quality|data quality)$/i;

export function readersIn(shown: string): string[] {
  const found = [subject, needs, purpose, subjectJa, cleftJa, forJa].flatMap((pattern) =>
    [...shown.matchAll(pattern)].map((match) => ({
      at: match.index,
      name: (match[1] ?? "").trim(),
    })),
  );
  const names = found.toSorted((a, b) => a.at - b.at).map((one) => one.name);
  return [...new Set(names)].filter(
    (one, i, all) =>
      one.length > 1 &&
      one.length <= 30 &&
      !noReader.test(one) &&
      !all.some((other, k) => k !== i && other.length > one.length && other.endsWith(one)),
  );
}

/** Data is sent there, and not only shown: `to the live dashboard`, ダッシュボードへ. */
const sentEn =
  /(?:\b(?:to|into|onto|towards|feeds?|feeding)|→)\s+(?:(?:the|our|a|an|live|new|own)\s+)*(?:[\w-]+\s+)?$/;
const sentJa = /^\s*(?:へ|に\s*(?:送|流|反映|配信|連携|push))/u;
const downstream =
  /(?:downstream(?: is| are|:)?|下流|利用側|後段|その後|後続)\s*(?:は|が|:|では?)?\s*[^。、.;,\n]{0,8}$/;

/** Names of those that read from a sink beside them; they are taken out of the list. */
export function takeReaders(flat: string, shown: string, mentions: Mention[]): string[] {
  const readers: string[] = [];
  for (const one of [...mentions]) {
    if (one.role !== "sink") continue;
    const before = flat.slice(Math.max(0, one.at - 40), one.at);
    const reads =
      one.kind === "dashboard"
        ? !sentEn.test(before) && !sentJa.test(flat.slice(one.end, one.end + 8))
        : one.because === "" && downstream.test(before);
    const hasOther = mentions.some(
      (other) =>
        other !== one && other.role === "sink" && other.kind !== "dashboard" && other.id !== one.id,
    );
    if (!reads || !hasOther) continue;
    mentions.splice(mentions.indexOf(one), 1);
    readers.push(nameOf(shown, one));
  }
  return readers;
}

/** With the words of its own: `live-ops dashboard`, 在庫ダッシュボード. */
function nameOf(shown: string, one: Mention): string {
  const before = shown.slice(Math.max(0, one.at - 24), one.at);
  const own =
    /(?<![\w-])((?!(?:the|our|a|an|their|its|this|that|to|in|on|for|of|and|or|refresh|show|shows|his|her|my|with|from|via|real-time|live|is|see|use|have|like)\s)[A-Za-z][\w-]*\s)$/i.exec(
      before,
    )?.[1] ??
    /([\p{Script=Han}\p{Script=Katakana}ー]{1,8})(?:の|用)?$/u.exec(before)?.[0] ??
    "";
  return `${own}${shown.slice(one.at, one.end)}`.trim();
}
