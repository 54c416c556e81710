// What is source and what is sink, from the words around a system's name: `from A into B`, `B from A`, A から B へ, A の受注を B に, arrows.
// The words decide; only a system without such words gets the role its kind usually has.
import type { Role } from "../reading.ts";

/** A word of the system's own after an article: `the shop Postgres`, `our new analytics Redshift`. */
const own = String.raw`\s+(?:our|the|a|an|their|its|my|this|one|each|every)(?:\s+(?!(?:to|into|and|or|in|on|for|of|with|from|via|through|by|at|then|is|are|as|per|onto|that|which|off|out)(?![a-z]))[a-z][a-z0-9-]*){1,2}\s+`;
const det = String.raw`(?:${own}|(?:\s+(?:our|the|a|an|their|its|my|this|that|existing|old|new|current|legacy|internal|main|company|production|prod|staging|raw|another|other|second|separate|different|second|remote|central|local|cloud|managed|regional|same|own|of|all|both|daily|nightly|hourly|oltp|dbt|one|single|shared|hosted|self-hosted|on-prem|postgres|mysql|aws|gcp|azure|amazon|google|apache|microsoft|confluent|[a-z]+'s?)){0,4}\s*)[\x60"'(]?\s*`;
const sourceBefore = new RegExp(
  String.raw`(?:^|[\s(])(?:from|out of|off|ingest|ingesting|pull|pulling|extract|extracting|capture|capturing|read|reads|reading|read from|export from|exported from|source is|sources are|source:|sources:|lives in|live in|sits in|stored in|held in|originates in|changes in|changes on|data in|upstream of|poll|polling|scrape|consume|consuming|consumes)${det}$`,
);
const sinkBefore = new RegExp(
  String.raw`(?:^|[\s(])(?:to|into|onto|towards|toward|in to|appear in|appears in|land in|lands in|show up in|visible in|written to|write to|writes to|load into|feed|feeds|feeding|feed into|target is|target:|targets:|sink is|sink:|sinks:|destination is|destination:|update|updates|updating|refresh|populate|populates|populating|fill|on top of|built on|stored into|for use in|available in|give|gives|giving|provide|notify|alert|inform|tell|show|reach|reaches|reaching|arrive in|arrives in|arriving in|available to|delivered to|serve)${det}$`,
);
/** The object of a verb of moving is what is moved, unless `from` follows: `load Stripe payments`, `load Redshift from S3`. */
const movedBefore = new RegExp(
  String.raw`(?:^|[\s(,])(?:load|loads|loading|move|moves|moving|copy|copies|copying|sync|syncs|syncing|replicate|replicates|replicating|transfer|bring|import|imports|importing|merge|merges|merging|combine|consolidate|unify|mirror|export|stream|streams|streaming|land|collect|fetch|get|send|push)${det}$`,
);
/** `load Redshift from S3`, but not `stream clickstream events from Kafka`: a thing between them is what is moved. */
const fromAfter =
  /^\s*(?:(?:warehouse|cluster|instance|database|db|tables?|dataset|again|daily|hourly|nightly|weekly|every\s+(?:\d+\s+)?[a-z]+)\s*){0,3}\bfrom\b/;
const sourceAfter =
  /^[\s"'`)]*(?:\s*(?:\d+(?:\.\d+)?|v\d+))?[\s"'`)]*(?:'s)?\s*(?:vendor|team|database|db|api|tables?|topics?|data|events?|logs?|orders|invoices|files?|objects|records)?\s*(?:gives|sends|provides|exports?|emits|produces|publishes|drops|delivers|writes out|ingestion|data\b(?!\s*(?:warehouse|lake|mart))|changes|change stream|events|logs|is the source|as (?:the )?source|export\b|feeds\b|extracts?\b|dumps?\b)/;
const sinkAfter =
  /^[\s"'`)]*(?:is (?:the )?(?:destination|target|sink)|as (?:the |a )?(?:destination|target|sink)|receives|needs? (?:it|them|the|to|each|every|data|new)|must (?:see|show|have)|shows?\b|displays?\b|gets (?:it|its|the|data)|is fed (?:by|from)|consumes|loads from|pulls from|reads from kafka)/;

/** A noun phrase after the name, up to the particle that ends it: `の受注テーブルの変更を`, `の company に`. */
const phrase = String.raw`^[\s"'\x60)]*(?:\d+(?:\.\d+)?)?(?:\s*\([^)]{0,40}\))?(?:\s*(?:テーブル|データベース|db|クラスター|クラスタ|基盤|環境|側|バケット|トピック|イベント|データ|上))?(?:\s*(?:の|にある|上の|側の|内の)\s*[^、。,\nは]{1,28}?)??\s*`;
const exists = String.raw`に(?:ある|入って|入る(?:データ|ログ)|溜ま|たま|貯ま|蓄積され|保存され|格納され|置かれ|置いてある|配置され|アップロードされ|出力され|届く|届い|存在)`;
/** Who reads there is served from it: it is the sink, though `from` stands before it. */
const readsThere =
  /(?:analysts?|teams?|folks|users?|people|readers?|finance|marketing|sales|managers?|dashboards?|reports?|scientists?|operators?|they|everyone|everybody|bi|controllers?|planners?)\s+(?:can\s+|will\s+|then\s+|only\s+)?(?:read|reads|query|queries|use|uses|see|sees|look at)\b[^,.;]{0,40}?\b(?:from|in|on|off)\s+(?:the\s+|our\s+)?$/;
const readsThereJa =
  /(?:分析|アナリスト|担当者?|部門|部署|チーム|利用者|経営|マーケ(?:ティング)?|営業)[^、。]{0,8}(?:は|が|も)[^、。]{0,16}$/u;
const sourceJa = new RegExp(
  `${phrase}(?:から|より(?!も)|${exists}|を(?!更新|使|用|利用|構築|導入|参照|設計|作|組))`,
);
const sinkJa = new RegExp(
  `${phrase}(?:に(?!ある|入って|置かれ|置いてある|配置され|アップロードされ|出力され|溜ま|たま|貯ま|蓄積され|保存され|格納され|よる|よって|ついて|関|対|おける|負荷|影響|迷惑|触れ|手を入れ|アクセス|は\\s*(?:ない|無い)|つない|つなが|直接)|へ|まで|の上で|上で(?!動)|の上に|上に|向け|宛)`,
);
/** Salesforce の商談は毎日 Redshift へ入れる: what is spoken of is what is moved. */
const topicJa =
  /^[\s"'\x60)]*の\s*[^、。,\nはを]{1,20}は[^、。\n]{0,40}?(?:へ|に)\s*[^。\n]{0,12}(?:入れ|送|流|ロード|取り込|取込|連携|転送|コピー|反映|届け|集約|同期|投入|書き|移)/u;
const beforeJa =
  /(?:元データ|ソース|データ元|取得元|連携元|移行元|送信元|元)(?:は|が|:|として)[^。、]{0,24}$/;
const beforeSinkJa =
  /(?:シンク|送信先|宛先|連携先|移行先|格納先|ターゲット|出力先|送り先|保存先|書き込み先)(?:は|が|:|として)[^。、]{0,24}$/;
const arrow = /^[^、。,\n]{0,30}?(?:->|→|=>|⇒|➜)/;
const arrowBefore = /(?:->|→|=>|⇒|➜)\s*[^、。,\n>→]{0,20}$/;

/** `the finance folks pull monthly figures out of Redshift`: a reader's doing, unless it goes on into another place. */
const pullsThere =
  /(?:analysts?|teams?|folks|finance|marketing|sales|managers?|scientists?|operators?|controllers?|planners?)\s+(?:can\s+|will\s+|then\s+)?(?:pulls?|takes?|gets?|draws?)\s+[^,.;]{0,40}?\b(?:from|out of)\s+(?:the\s+|our\s+)?$/;

export type RoleFound = { readonly role: Role; readonly because: string };

/** `before` and `after`: the text of the sentence around the mention. */
export function roleByWords(before: string, after: string, isJapanese: boolean): RoleFound | null {
  if (arrowBefore.test(before)) return { role: "sink", because: "after an arrow" };
  if (arrow.test(after)) return { role: "source", because: "before an arrow" };
  if (pullsThere.test(before) && !/^[^.;]{0,60}\b(?:into|to|→)\b/.test(after))
    return { role: "sink", because: "who reads there" };
  if (readsThere.test(before)) return { role: "sink", because: "who reads there" };
  if (
    isJapanese &&
    readsThereJa.test(before) &&
    /^\s*(?:から|で|を)\s*(?:読む|読み(?!込|取)|読んで|参照|見る|見て|使う|使って)/u.test(after)
  )
    return { role: "sink", because: "が…から読む" };
  if (sourceBefore.test(before)) return { role: "source", because: "from" };
  if (sinkBefore.test(before)) return { role: "sink", because: "to" };
  if (movedBefore.test(before))
    return fromAfter.test(after)
      ? { role: "sink", because: "loaded from" }
      : { role: "source", because: "what is moved" };
  if (isJapanese) {
    const source = sourceJa.exec(after);
    const sink = sinkJa.exec(after);
    // The particle that comes first ends the phrase; the other belongs to the next one.
    if (source && (!sink || source[0].length <= sink[0].length))
      return { role: "source", because: "から・の…を" };
    if (sink) return { role: "sink", because: "に・へ" };
    if (topicJa.test(after)) return { role: "source", because: "の…は" };
    if (beforeJa.test(before)) return { role: "source", because: "元データは" };
    if (beforeSinkJa.test(before)) return { role: "sink", because: "送信先は" };
  }
  if (sinkAfter.test(after)) return { role: "sink", because: "receives" };
  if (sourceAfter.test(after)) return { role: "source", because: "gives" };
  return null;
}
