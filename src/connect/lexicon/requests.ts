// Words that ask for a mapper, in both languages, and the words for kinds of personal data they speak of.
import type { SensitiveKind } from "./sensitive.ts";

export type RequestVerb = "hashing" | "encryption" | "drop" | "rename";

export const requestVerbs: readonly {
  readonly verb: RequestVerb;
  readonly english: RegExp;
  readonly japanese: RegExp;
}[] = [
  {
    verb: "hashing",
    english:
      /\b(?:hash(?:es|ed|ing)?|pseudonymi[sz](?:e|es|ed|ing)|anonymi[sz](?:e|es|ed|ing)|mask(?:s|ed|ing)?|redact(?:s|ed|ing)?|obfuscat(?:e|es|ed|ing)|scrambl(?:e|ed|ing)|tokeni[sz](?:e|es|ed|ing))\b/g,
    japanese: /ハッシュ化?|マスキング|マスク|仮名化|匿名化|伏せ字|伏せて|難読化/g,
  },
  { verb: "encryption", english: /\bencrypt(?:s|ed|ing|ion)?\b/g, japanese: /暗号化/g },
  {
    verb: "drop",
    english:
      /\b(?:drop(?:s|ped|ping)?|remov(?:e|es|ed|ing)|exclud(?:e|es|ed|ing)|delet(?:e|es|ed|ing)|omit(?:s|ted|ting)?|strip(?:s|ped|ping)?|discard(?:s|ed|ing)?|leav(?:e|ing) out|filter out|get rid of|without|(?:do not|don't|never) (?:load|sync|include|need|want|store|copy|import|bring|land)|no)\b/g,
    japanese:
      /(?:を|は)?(?:削除|除外|落と|取り除|除い|除く|外し|外す|含めない|取り込まない|ロードしない|同期しない|保存しない|不要|いらない|要らない|入れない)/g,
  },
  {
    verb: "rename",
    english: /\b(?:renam(?:e|es|ed|ing)|call(?:ed)?)\b/g,
    japanese: /リネーム|改名|名前を?変更|列名を?変更|名称を?変更/g,
  },
];

/** Words of a request for a kind of data: "hash all emails", "mask names". */
export const kindWords: readonly {
  readonly kind: SensitiveKind["id"] | "all";
  readonly english: RegExp;
  readonly japanese: RegExp;
  /** Only columns named so. */ readonly only?: RegExp;
}[] = [
  {
    kind: "email",
    english: /\b(?:e-?mails?(?:\s+address(?:es)?)?|mail\s+address(?:es)?)\b/g,
    japanese: /(?:e|電子)?メール(?:アドレス)?|メアド/g,
  },
  {
    kind: "phone",
    english: /\b(?:(?:tele)?phones?(?:\s+numbers?)?|mobile\s+numbers?)\b/g,
    japanese: /電話(?:番号)?|携帯(?:番号)?/g,
  },
  {
    kind: "national_id",
    english:
      /\b(?:ssns?|social\s+security\s+numbers?|national\s+ids?|passport\s+numbers?|passports?|tax\s+ids?|my\s+numbers?|id\s+numbers)\b/g,
    japanese: /マイナンバー|個人番号|パスポート(?:番号)?|免許証(?:番号)?/g,
  },
  { kind: "ip", english: /\bips?(?:\s+address(?:es)?)?\b/g, japanese: /ip\s?アドレス/g },
  {
    kind: "birth",
    english: /\b(?:birth\s?dates?|birth\s?days?|dates?\s+of\s+birth|dobs?)\b/g,
    japanese: /生年月日|誕生日/g,
  },
  {
    kind: "name",
    english:
      /\b(?:(?:first|last|full|family|given|personal|person|customer|people's|customers'|user|patient|employee|student)\s+(?:and\s+last\s+)?names?|names\s+of\s+(?:people|persons|customers|users)|names)\b/g,
    japanese: /氏名|お名前|個人名|姓名/g,
  },
  {
    kind: "kana",
    english: /\b(?:kana|furigana|readings?\s+of\s+names?)\b/g,
    japanese: /フリガナ|ふりがな|読み仮名|氏名カナ/g,
  },
  {
    kind: "payment",
    english: /\bpayment\s+(?:data|details|information|columns?)\b/g,
    japanese: /決済情報|支払情報/g,
  },
  {
    kind: "payment",
    english: /\b(?:credit\s+)?cards?(?:\s+(?:numbers?|data|details))?\b/g,
    japanese: /(?:クレジット)?カード(?:番号|情報)?/g,
    only: /card|^cc|pan$|cv[cv]|カード|securitycode/i,
  },
  {
    kind: "payment",
    english:
      /\b(?:bank\s+(?:account\s+)?(?:numbers?|details|accounts?)|account\s+numbers|ibans?)\b/g,
    japanese: /(?:銀行)?口座(?:番号|情報)?/g,
    only: /iban|account|acct|bic|swift|routing|sort|bank|口座/i,
  },
  {
    kind: "address",
    english: /\b(?:(?:postal|street|home|mailing)\s+address(?:es)?|streets?)\b/g,
    japanese: /住所/g,
  },
  {
    kind: "credential",
    english: /\b(?:passwords?|credentials?|secrets?|api\s+keys?)\b/g,
    japanese: /パスワード|認証情報|秘密鍵/g,
  },
  {
    kind: "all",
    english:
      /\b(?:pii|personal(?:ly\s+identifiable)?\s+(?:data|information|info|columns?|fields?|details?|identifiers?)|sensitive\s+(?:data|information|columns?|fields?|values?)|private\s+data|anything\s+(?:personal|sensitive)|everything\s+(?:personal|sensitive))\b/g,
    japanese:
      /個人情報|個人データ|機密(?:情報|データ|列|項目)?|センシティブ(?:情報|データ|な(?:列|項目|データ|情報))?|pii/g,
  },
];

/** Rows that people speak of without a condition, and the columns that would tell them. */
export const rowWords: readonly {
  readonly english: RegExp;
  readonly japanese: RegExp;
  readonly flags: readonly string[];
  readonly times: readonly string[];
}[] = [
  {
    english: /\b(?:test|testing|dummy|demo)\b/,
    japanese: /テスト|ダミー|試験用/,
    flags: [
      "is_test",
      "test",
      "is_dummy",
      "test_flag",
      "is_test_order",
      "is_test_account",
      "is_demo",
      "istest",
      "test_mode",
      "is_testing",
      "テストフラグ",
    ],
    times: [],
  },
  {
    english: /\b(?:soft[- ])?deleted\b/,
    japanese: /削除済み?|論理削除/,
    flags: [
      "is_deleted",
      "deleted",
      "isdeleted",
      "delete_flag",
      "deleted_flag",
      "del_flg",
      "is_removed",
      "削除フラグ",
    ],
    times: ["deleted_at", "deleted_on", "removed_at", "deletedat", "削除日時"],
  },
  {
    english: /\binternal\b/,
    japanese: /社内|内部/,
    flags: ["is_internal", "internal", "isinternal"],
    times: [],
  },
  {
    english: /\barchived\b/,
    japanese: /アーカイブ済み?/,
    flags: ["is_archived", "archived", "isarchived"],
    times: ["archived_at"],
  },
  {
    english: /\b(?:bots?|spam)\b/,
    japanese: /ボット|スパム/,
    flags: ["is_bot", "is_spam", "spam", "bot"],
    times: [],
  },
  {
    english: /\binactive\b/,
    japanese: /無効|非アクティブ/,
    flags: ["is_inactive", "inactive"],
    times: ["deactivated_at"],
  },
];
