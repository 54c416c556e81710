// Who makes and who reads a dataset, and who owns it, where a request names them.
import type { Consumer } from "../reading.ts";

export type Parties = {
  readonly producer: string | null;
  readonly consumers: readonly Consumer[];
  readonly owner: string | null;
};

const nameEn = String.raw`([\p{L}\d][\p{L}\d-]*(?:\s+(?!(?:and|or|to|for|from|with|is|are|as|on|in|every|of|the)(?![\p{L}]))[\p{L}\d][\p{L}\d-]*){0,2})`;
const nameJa = String.raw`([\p{Script=Han}\p{Script=Katakana}ーA-Za-z0-9_-]{1,20}(?:\s[A-Za-z][A-Za-z-]*)?)`;

const between = new RegExp(
  String.raw`\bbetween\s+(?![\d-])(?:the\s+)?${nameEn}\s+and\s+(?:the\s+)?${nameEn}`,
  "iu",
);
const producerJa = new RegExp(
  String.raw`(?:生産者|提供者|提供元|プロデューサー?)(?:は|が|:)\s*${nameJa}`,
  "u",
);
const consumerJa = new RegExp(
  String.raw`(?:消費者|利用者|利用側|利用部門|コンシューマー?)(?:は|が|:)\s*${nameJa}`,
  "u",
);
const producerEn = new RegExp(
  String.raw`\bproducers?(?:\s+is|\s+are|\s*:)\s+(?:the\s+)?${nameEn}`,
  "iu",
);
const consumerEn = new RegExp(
  String.raw`\bconsumers?(?:\s+is|\s+are|\s*:)\s+(?:the\s+)?${nameEn}`,
  "iu",
);
const makes = new RegExp(
  String.raw`\b(?:produced|published|emitted|written|provided|supplied|delivered|generated) by\s+(?:the\s+)?${nameEn}`,
  "iu",
);
/** `Field Ops publishes it hourly`. */
const makesEn = new RegExp(
  String.raw`(?:^|[,.;:]\s*|\band\s+|\bthe\s+)${nameEn}\s+(?:publish|produce|emit|write|deliver|provide|supply|drop|send|make|generate|fill)(?:s|es|ies)?\s+(?:it|this|them|the\s+(?:table|dataset|data|feed|topic|mart|file))(?![a-z])`,
  "iu",
);
/** `read by billing and the ML team`, `used by ops, finance and BI`. */
const readBy = new RegExp(
  String.raw`\b(?:read|consumed|used|queried|reported on) by\s+((?:(?:the|our)\s+)?${nameEn}(?:(?:\s*,\s*(?:and\s+)?|\s+and\s+|\s*&\s*)(?:(?:the|our)\s+)?${nameEn}){0,5})`,
  "iu",
);
/** `the stores team owns it`, `planning and finance read it`. */
const ownsEn = new RegExp(
  String.raw`(?:^|[,.;]\s*|\band\s+|\bthe\s+)${nameEn}\s+owns?\s+(?:it|this|the\s+(?:table|dataset|data|feed|topic|mart))`,
  "iu",
);
const readersEn = new RegExp(
  String.raw`(?:^|[,.;]\s*)((?:(?:the|our)\s+)?${nameEn}(?:(?:\s*,\s*(?:and\s+)?|\s+and\s+|\s*&\s*)(?:(?:the|our)\s+)?${nameEn}){0,5})\s+(?:read|reads|use|uses|consume|consumes|query|queries)\s+(?:it|this|them|from it|the\s+(?:table|dataset|data|feed|topic|mart))`,
  "iu",
);
/** 営業が出し, 決済チームが出している. */
const makesJa = new RegExp(
  String.raw`${nameJa}(?:が|側が)(?:出し|出す|作り|作って|作成し|発行し|提供し|生成し|公開し|配信し|入力し)`,
  "u",
);
/** 請求と CS が読む, 経理・不正検知・BI の 3 チームが読んでいる. */
const readByJa = new RegExp(
  String.raw`((?:${nameJa}\s*(?:と|、|・|や|および|及び)\s*){0,5}${nameJa})(?:\s*の\s*\d+\s*(?:チーム|部門|部署|社|者))?\s*(?:が|側が)(?:読む|読ん|読み|使う|使っ|使い|利用し|利用する|参照し|参照する|見る|見て|受け取)`,
  "u",
);
/** 出すのは製造部、使うのは原価管理と品質保証. */
const makesCleftJa = new RegExp(
  String.raw`(?:出す|作る|提供する|発行する|生成する|公開する)のは\s*${nameJa}`,
  "u",
);
const readsCleftJa =
  /(?:使う|読む|利用する|参照する|見る)のは\s*([^。\n(、]{1,50}(?:、[^。\n(、]{1,12}(?=、|。|と|です))*)/u;
const ownerEn = new RegExp(
  String.raw`(?:\bowner(?:\s+is|\s*:)|\bowned by)\s+(?:the\s+)?${nameEn}`,
  "iu",
);
const ownerJa = new RegExp(
  String.raw`(?:owner|担当|責任者|オーナー|所有者)(?:は|が|:)\s*${nameJa}`,
  "iu",
);
/** `…, owner data-platform`: named without a verb, between stops. */
const ownerBare =
  /(?:^|[,.;、。(]\s*)(?:owner|オーナー|所有者|責任者)\s+([\p{L}\d][\p{L}\d-]*(?:\s[\p{L}\d-]+)?)(?=\s*(?:[,.;、。)\n]|$))/iu;
/** Asked for, not named: `the owner is unknown`, 責任者は誰, 未定. */
const open =
  /^(?:unknown|nobody|no one|none|unclear|missing|who|tbd|not|誰|だれ|不明|未定|不在|なし|いな|\d)/i;

export function findParties(shown: string): Parties {
  const first = (...patterns: readonly RegExp[]) => {
    for (const pattern of patterns) {
      const name = pattern
        .exec(shown)?.[1]
        ?.trim()
        .replace(/^(?:the|our)\s+/i, "");
      if (name && !open.test(name)) return name;
    }
    return null;
  };
  const pair = between.exec(shown);
  const areParties = /contract|agreement|コントラクト|契約|feed/i.test(shown);
  const producer =
    first(producerEn, producerJa, makes, makesEn, makesJa, makesCleftJa) ??
    (areParties ? (pair?.[1] ?? null) : null);
  const reader = first(consumerEn, consumerJa) ?? (areParties ? (pair?.[2] ?? null) : null);
  const readers = [
    ...listIn(readBy.exec(shown)?.[1]),
    ...listIn(readersEn.exec(shown)?.[1]),
    ...listIn(readByJa.exec(shown)?.[1]),
    ...(areParties ? listIn(readsCleftJa.exec(shown)?.[1]?.replace(/です$|である$/u, "")) : []),
    ...listIn(readersAfterJa.exec(shown)?.[1]),
    ...listIn(readersAfterEn.exec(shown)?.[1]),
  ];
  const consumers = [...new Set([...(reader ? [reader] : []), ...readers])].filter(
    (one) => one !== producer,
  );
  return {
    producer,
    consumers: consumers.map((name) => ({
      name,
      use: null,
      reads: null,
      latencySeconds: null,
      updateEverySeconds: null,
    })),
    owner: first(ownerEn, ownerJa, ownsEn, ownerBare),
  };
}

/** 利用者は EC と経理, `consumers: billing, ops and BI`: all that are named, up to the stop. */
const readersAfterJa =
  /(?:消費者|利用者|利用側|利用部門|コンシューマー?)(?:は|が|:)\s*([^。\n(]{1,60}?)(?:です|である|だ(?![\p{L}])|が|。|\n|\(|$)/u;
const readersAfterEn = /\bconsumers?(?:\s+is|\s+are|\s*:)\s+([^.\n;(]{1,80})/iu;

/** Who people are, and no system or thing: 画面が使う names no party. */
const noParty =
  /^(?:it|them|nobody|everyone|everybody|all|others?|people|users?|we|us|who|which|that|誰か?|みんな|全員|これ|それ|他)$|(?:テーブル|マート|画面|^アプリ|^システム|^ダッシュボード|データ|ファイル|\d+)$/iu;

const listIn = (text: string | undefined): string[] =>
  (text ?? "")
    .split(
      /\s*(?:,|、|・|&)\s*(?:and\s+)?|\s+and\s+|(?<=[\p{L}\d])\s*(?:と|や|および|及び)\s*(?=[\p{L}\d])/u,
    )
    .map((one) => one.replace(/^(?:the|our|and)\s+/i, "").trim())
    .filter((one) => one !== "" && one.length <= 30 && !open.test(one) && !noParty.test(one));
