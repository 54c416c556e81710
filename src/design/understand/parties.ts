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
  String.raw`\bbetween\s+(?:the\s+)?${nameEn}\s+and\s+(?:the\s+)?${nameEn}`,
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
const ownerEn = new RegExp(
  String.raw`(?:\bowner(?:\s+is|\s*:)|\bowned by)\s+(?:the\s+)?${nameEn}`,
  "iu",
);
const ownerJa = new RegExp(
  String.raw`(?:owner|担当|責任者|オーナー|所有者)(?:は|が|:)\s*${nameJa}`,
  "iu",
);
/** Asked for, not named: `the owner is unknown`, 責任者は誰, 未定. */
const open =
  /^(?:unknown|nobody|no one|none|unclear|missing|who|tbd|not|誰|だれ|不明|未定|不在|なし|いな)/i;

export function findParties(shown: string): Parties {
  const first = (...patterns: readonly RegExp[]) => {
    for (const pattern of patterns) {
      const name = pattern.exec(shown)?.[1]?.trim();
      if (name && !open.test(name)) return name;
    }
    return null;
  };
  const pair = between.exec(shown);
  const areParties = /contract|agreement|コントラクト|契約|feed/i.test(shown);
  const producer = first(producerEn, producerJa) ?? (areParties ? (pair?.[1] ?? null) : null);
  const reader = first(consumerEn, consumerJa) ?? (areParties ? (pair?.[2] ?? null) : null);
  return {
    producer,
    consumers: reader
      ? [{ name: reader, use: null, reads: null, latencySeconds: null, updateEverySeconds: null }]
      : [],
    owner: first(ownerEn, ownerJa),
  };
}
