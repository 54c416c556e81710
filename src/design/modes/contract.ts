// contract: owner, versioning, freshness, checks, breaking and non-breaking changes, invalid records, what a new version means for readers.
import type { Case } from "../case.ts";
import { datasetName } from "../layout.ts";
import { bi, line, type Rule, type RuleSet } from "../rule.ts";
import { duration, list } from "../words.ts";

const active = (c: Case) => c.decided.route === "contract" && c.decided.refusal !== "full";

const rules: readonly Rule[] = [
  {
    id: "CONTRACT-01",
    stage: "say",
    seed: "001 §モード：契約",
    title: bi("What every contract says", "コントラクトの必須項目"),
    when: bi("the mode is contract", "コントラクトモードのとき"),
    effect: bi(
      "owner, versioning, freshness, checks, breaking changes, invalid records, replay",
      "所有者・バージョン・鮮度・検証・破壊的変更・無効レコード・リプレイ",
    ),
    holds: active,
    says: (c) => {
      const what = datasetName(c);
      const f = c.decided.freshness;
      const sla = duration(f?.slaSeconds ?? 172_800);
      const isProposed = f ? (f.proposed?.includes("sla") ?? false) : true;
      return [
        line(
          "contract",
          `Owner of ${what.en}: ${c.reading.owner ?? (c.reading.producer ? `to be named within ${c.reading.producer}, which produces it; one person or team, not a list` : "to be named by the producing team; one person or team, not a list")}.`,
          `${what.ja} の所有者: ${c.reading.owner ?? (c.reading.producer ? `データを出す${c.reading.producer}から 1 名または 1 チームを指名 (要回答)` : "生産側から 1 名または 1 チームを指名 (要回答)")}。責任者は変更の告知と違反時の対応を担います。`,
        ),
        ...(c.reading.producer || c.req.consumers.length > 0
          ? [
              line(
                "contract",
                `Between ${c.reading.producer ?? "the producer, to be named"} (producer) and ${list(c.req.consumers.map((one) => one.name)).en || "its readers, to be named"} (consumer): the first answers for the data, the second tells which columns and which freshness it relies on.`,
                `当事者: 生産者は${c.reading.producer ?? "未定 (要回答)"}、消費者は${list(c.req.consumers.map((one) => one.name)).ja || "未定 (要回答)"} です。生産者がデータに責任を持ち、消費者は依存する列と鮮度を示します。`,
              ),
            ]
          : []),
        line(
          "contract",
          "Versioning: semantic. Major: breaking, 30 days' notice (proposed), both versions served meanwhile. Minor: additive. Patch: descriptions and stricter tests.",
          "バージョン: メジャーは破壊的変更 (30 日前に告知・提案値、その間は新旧併存)、マイナーは追加、パッチは説明の修正やテストの強化とします。",
        ),
        line(
          "contract",
          `Freshness: ${sla.en} at most${isProposed ? " (proposed)" : ""}, measured on the newest row.`,
          `鮮度: 最新行で測って ${sla.ja}以内${isProposed ? " (提案値)" : ""}。`,
        ),
        line(
          "contract",
          "Required checks: key unique and not null, schema as agreed, references found, amounts within range, count within 20 % of the usual; run before publication.",
          "必須の検証: キーの一意性と非 NULL、スキーマの一致、参照の存在、金額の範囲、件数が通常の 20% 以内。公開前に実行します。",
        ),
        line(
          "contract",
          "Breaking changes: a column removed, renamed or retyped; a key or grain changed; an enum value removed or its meaning changed; nulls where there were none; freshness loosened.",
          "破壊的変更: 列の削除・改名・型変更、キーや粒度の変更、列挙値の削除や意味の変更、NULL の許容、鮮度の緩和。",
        ),
        line(
          "contract",
          "Non-breaking changes: a nullable column added, an enum value added that readers were told to expect, a check made stricter.",
          "非破壊的変更: NULL 許容列の追加、予告済みの列挙値の追加、検証の強化。",
        ),
        line(
          "contract",
          "Invalid record: fails a row rule (key missing, value out of its domain, reference not found). It is held in quarantine with reason, original and contract version; it never reaches readers; above 5 % the publication waits.",
          "無効なレコード: 行の規則に反するもの (キー欠落、定義域外、参照なし)。理由・元の値・コントラクトのバージョンとともに隔離し、利用者には届けません。5% を超えたら公開を保留します。",
        ),
        line(
          "contract",
          "New version: readers may expect a replay of the raw window (30 days, proposed) under the new version and a backfill of history before a major one becomes the only one; both into new tables, announced with dates.",
          "バージョン変更時: 生データの保持期間 (30 日・提案値) のリプレイと、旧版終了前の履歴のバックフィルを利用者に約束します。いずれも新しいテーブルに作り、日程を告知します。",
        ),
      ];
    },
  },
  {
    id: "CONTRACT-02",
    stage: "say",
    seed: "001 §モード：契約",
    title: bi(
      "Across teams: lineage and SLA have owners",
      "チームをまたぐ場合はリネージと SLA の担当を決める",
    ),
    when: bi("several teams read it", "複数のチームが利用するとき"),
    effect: bi(
      "lineage and SLA ownership are part of the contract",
      "リネージと SLA の担当をコントラクトに含める",
    ),
    holds: (c) => active(c) && (c.has("who.teams") || c.req.consumers.length > 1),
    says: (c) => [
      line(
        "contract",
        `It crosses teams: the producer owns lineage up to ${datasetName(c).en} and its SLA; each reading team is registered as a consumer with a contact and owns what it derives.`,
        `チームをまたぐため、${datasetName(c).ja} までのリネージと SLA は生産側が、派生データは各利用チームが責任を持ちます。利用チームは連絡先とともに登録します。`,
      ),
    ],
  },
];

export const contractMode: RuleSet = { name: "contract", rank: 1, rules };
