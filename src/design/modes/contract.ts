// contract: owner, versioning, freshness, checks, breaking and non-breaking changes, invalid records, what a new version means for readers.
import type { Case } from "../case.ts";
import { datasetName } from "../layout.ts";
import type { Bi } from "../reading.ts";
import { deadlineOf, statedChecks } from "./stated.ts";
import { bi, line, type Rule, type RuleSet } from "../rule.ts";
import { duration, list } from "../words.ts";

const personalOf = (c: Case): Bi => {
  const named = [
    ...new Set([...c.req.sensitive.map((one) => one.name), ...c.reading.personalWords]),
  ];
  return list(named);
};

const active = (c: Case) => c.decided.route === "contract" && c.decided.refusal !== "full";

/** `a negative kWh is invalid and must not reach Billing`, 数量がマイナスの行は無効: as written. */
const invalidIn = (text: string): string[] =>
  [
    ...text.matchAll(
      /(?:^|[,.;:、。\n]\s*)([^,.;:、。\n]{2,80}?(?:\b(?:is|are|counts? as)\s+(?:invalid|garbage|not valid|rejected|junk|an error)(?![a-z])|(?:は|を)\s*(?:無効|不正|エラー))[^,.;:、。\n]{0,80})/giu,
    ),
  ].flatMap((match) => (match[1] ? [match[1].trim()] : []));

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
      const sla = f?.slaSeconds ? duration(f.slaSeconds) : null;
      const due = deadlineOf(c.reading.text);
      const checks = statedChecks(c.reading.text);
      // Who owns a dataset makes it, unless somebody else is named.
      const maker = c.reading.producer ?? c.reading.owner;
      const isProposed = f?.proposed?.includes("sla") ?? false;
      return [
        line(
          "contract",
          `Owner of ${what.en}: ${c.reading.owner ?? (c.reading.producer ? `to be named within ${c.reading.producer}, which produces it; one person or team, not a list` : "to be named by the producing team; one person or team, not a list")}.`,
          `${what.ja} の所有者: ${c.reading.owner ?? (c.reading.producer ? `データを出す${c.reading.producer}から 1 名または 1 チームを指名 (要回答)` : "生産側から 1 名または 1 チームを指名 (要回答)")}。責任者は変更の告知と違反時の対応を担います。`,
        ),
        ...(maker || c.req.consumers.length > 0
          ? [
              line(
                "contract",
                `Between ${maker ?? "the producer, to be named"} (producer) and ${list(c.req.consumers.map((one) => one.name)).en || "its readers, to be named"} (consumer): the first answers for the data, the second tells which columns and which freshness it relies on.`,
                `当事者: 生産者は ${maker ?? "未定 (要回答)"}、消費者は ${list(c.req.consumers.map((one) => one.name)).ja || "未定 (要回答)"} です。生産者がデータに責任を持ち、消費者は依存する列と鮮度を示します。`,
              ),
            ]
          : []),
        line(
          "contract",
          "Versioning: semantic. Major: breaking, 30 days' notice (proposed), both versions served meanwhile. Minor: additive. Patch: descriptions and stricter tests.",
          "バージョン: メジャーは破壊的変更 (30 日前に告知・提案値、その間は新旧併存)、マイナーは追加、パッチは説明の修正やテストの強化とします。",
        ),
        ...(due
          ? [
              line(
                "contract",
                `Delivery: ${due.en}; the producer tells the readers when it will be missed, before the time and not after it. Measured on the newest row at that time.`,
                `提供期限: ${due.ja}。間に合わない見込みなら、生産者が期限の前に利用者へ知らせます。期限の時点の最新行で測ります。`,
              ),
            ]
          : []),
        sla
          ? line(
              "contract",
              `Freshness: ${sla.en} at most${isProposed ? " (proposed: twice the interval)" : ""}, measured on the newest row.`,
              `鮮度: 最新行で測って ${sla.ja}以内${isProposed ? " (間隔の 2 倍・提案値)" : ""}。`,
            )
          : line(
              "contract",
              `Freshness: ${due ? "the delivery time above is the target" : "to be agreed: the readers say how old the newest row may be when they use it"}; measured on the newest row.`,
              `鮮度: ${due ? "上記の提供期限を目標とし" : "要合意。利用者が、使う時点で許容できる最新行の古さを示し"}、最新行で測ります。`,
            ),
        ...checks.map((rule) =>
          line(
            "contract",
            `Stated rule: "${rule}". It is a check on each row before publication; a row that fails is quarantined and never reaches the readers.`,
            `依頼に示された規則:「${rule}」。公開前に行単位で検査し、反する行は隔離して利用者に届けません。`,
          ),
        ),
        ...(c.reading.personalData === "some"
          ? [
              line(
                "contract",
                `Personal data: ${personalOf(c).en}. For each field the contract names handling (hashed, encrypted, left out, or in clear by a recorded approval), purpose, who may read it, and how long it is kept; a new personal field is a breaking change.`,
                `個人情報: ${personalOf(c).ja}。項目ごとに、扱い (ハッシュ化・暗号化・除外・承認記録のある平文)、目的、参照できる利用者、保持期間を定めます。個人情報の項目の追加は破壊的変更とします。`,
              ),
            ]
          : []),
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
        ...invalidIn(c.reading.text).map((one) =>
          line(
            "contract",
            `Invalid by the request: "${one}". It is a row rule of this contract, checked before publication; such a row goes to quarantine and reaches no reader.`,
            `依頼で無効とされている行: 「${one}」。このコントラクトの行規則とし、公開前に検査します。該当する行は隔離し、利用者には届けません。`,
          ),
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
    holds: (c) =>
      active(c) &&
      (c.has("who.teams") ||
        c.req.consumers.length > 1 ||
        (c.req.consumers.length > 0 && (c.reading.producer ?? c.reading.owner) !== null)),
    says: (c) => [
      line(
        "contract",
        `It crosses teams: the producer owns lineage up to ${datasetName(c).en} and its SLA; each reading team is registered as a consumer with a contact and owns what it derives.`,
        `チームをまたぐため、${datasetName(c).ja} までのリネージと SLA は生産側が、派生データは各利用チームが責任を持ちます。利用チームは連絡先とともに登録します。`,
      ),
    ],
  },
  {
    id: "CONTRACT-03",
    stage: "say",
    seed: "001 §モード：契約 2",
    title: bi("A change that is named is classed", "示された変更は分類する"),
    when: bi(
      "the request names a column that is renamed, removed, retyped or added",
      "列の改名・削除・型変更・追加が示されているとき",
    ),
    effect: bi(
      "breaking or not, the version it makes, and what readers get meanwhile",
      "破壊的かどうか、版番号、移行中に利用者へ提供するもの",
    ),
    holds: (c) => active(c) && changesIn(c.reading.text).length > 0,
    says: (c) => {
      const to = list(c.req.consumers.map((one) => one.name));
      return changesIn(c.reading.text).map(({ column, kind, next }) => {
        const what = {
          renamed: bi(
            `${column} is renamed${next ? ` to ${next}` : ""}`,
            `${column} の${next ? ` ${next} への` : ""}改名`,
          ),
          removed: bi(`${column} is removed`, `${column} の削除`),
          retyped: bi(`${column} changes its type`, `${column} の型変更`),
          added: bi(`${column} is added`, `${column} の追加`),
        }[kind];
        return kind === "added"
          ? line(
              "contract",
              `This change (${what.en}), if nullable, is not breaking: a minor version, no notice needed; required or with another grain it would be breaking.`,
              `今回の変更 (${what.ja}) は、NULL 許容であれば非破壊的なためマイナー版とし、事前告知は不要です。必須列、または粒度が変わる場合は破壊的変更になります。`,
            )
          : line(
              "contract",
              `This change (${what.en}) is breaking: the next major version. ${kind === "renamed" ? `Both columns are served with the same values for 30 days (proposed)` : "The old version is served beside the new one for 30 days (proposed)"}${to.en ? `; ${to.en} confirm the move before the old one goes` : "; each reader confirms the move before the old one goes"}.`,
              `今回の変更 (${what.ja}) は破壊的変更のため、次のメジャー版とします。${kind === "renamed" ? "30 日間 (提案値) は新旧両方の列に同じ値を入れて提供し" : "30 日間 (提案値) は旧版を併存させ"}、${to.ja ? `${to.ja} の移行完了を確認してから` : "各利用者の移行完了を確認してから"}旧側を廃止します。`,
            );
      });
    },
  },
];

/** A change that its readers are not to hear of. */
const silently =
  /\bwithout\s+(?:telling|notifying|informing|warning|announcing|notice|asking)\b|\b(?:quietly|silently)\s+(?:renam|chang|drop|remov|add)\w*|(?:知らせ|通知せ|告知せ|伝え|連絡せ)ずに|黙って|無断で|(?:通知|告知|連絡|予告)なし(?:に|で)/iu;

const silentRule: Rule = {
  id: "CONTRACT-04",
  stage: "say",
  seed: "001 §モード：契約 2",
  title: bi("A change is not made behind its readers", "利用者に知らせない変更は行わない"),
  when: bi(
    "a change is to be made without telling the readers",
    "利用者に知らせずに変更しようとしているとき",
  ),
  effect: bi(
    "no; what it takes, and the way that readers do not notice",
    "不可とし、必要な手順と、利用者に影響しない方法を示す",
  ),
  holds: (c) => active(c) && silently.test(c.reading.text),
  says: () => [
    line(
      "decision",
      "No: a column that is renamed, removed or retyped is a breaking change, and under a contract no breaking change is made without telling the readers. It takes a major version, a notice with a date (30 days, proposed) and both forms side by side until each reader has confirmed.",
      "いいえ、できません。列の改名・削除・型変更は破壊的変更であり、コントラクト上、利用者への告知なしには行えません。メジャー版とし、期日を告知し (30 日前・提案値)、各利用者の移行が確認できるまで新旧を併存させます。",
    ),
    line(
      "alternative",
      "What needs no notice: rename it inside the producer and keep the published name by a view, or add the new column beside the old one as a minor version.",
      "告知が不要な方法: 内部の列名だけを変え、公開名はビューで維持するか、旧列を残したまま新しい列をマイナー版として追加します。",
    ),
  ],
};

type Change = {
  readonly column: string;
  readonly kind: "renamed" | "removed" | "retyped" | "added";
  readonly next: string | null;
};

const name = String.raw`[\x60"「]?([A-Za-z_]\w*|[\p{Script=Han}\p{Script=Katakana}ー]{1,12})[\x60"」]?`;
const changePatterns: readonly (readonly [Change["kind"], RegExp])[] = [
  [
    "renamed",
    new RegExp(
      String.raw`(?:columns?|fields?)\s+${name}\s+(?:is|was|will be|gets|becomes)\s+(?:renamed|called)(?:\s+(?:to|into|as))?\s*${name}`,
      "giu",
    ),
  ],
  [
    "renamed",
    new RegExp(
      String.raw`(?:rename|renaming)\s+(?:the\s+)?(?:columns?\s+|fields?\s+)?${name}\s+(?:to|into|as)\s+${name}`,
      "giu",
    ),
  ],
  [
    "renamed",
    new RegExp(
      String.raw`${name}\s*(?:列|カラム|項目)?\s*(?:を|の名前を|の名称を)\s*${name}\s*に(?:改名|変更|リネーム)`,
      "gu",
    ),
  ],
  [
    "removed",
    new RegExp(
      String.raw`(?:columns?|fields?)\s+${name}\s+(?:is|was|will be|gets)\s+(?:removed|dropped|deleted|retired)`,
      "giu",
    ),
  ],
  [
    "removed",
    new RegExp(
      String.raw`(?:drop|remove|retire)\s+(?:the\s+)?(?:columns?|fields?)\s+${name}`,
      "giu",
    ),
  ],
  ["removed", new RegExp(String.raw`${name}\s*(?:列|カラム|項目)\s*を(?:削除|廃止|なくす)`, "gu")],
  [
    "retyped",
    new RegExp(
      String.raw`(?:columns?|fields?)\s+${name}\s+(?:changes?|becomes|is changed)\s+(?:its type|type|from|to an?\s+(?:int|string|text|decimal|date|timestamp))`,
      "giu",
    ),
  ],
  ["retyped", new RegExp(String.raw`${name}\s*(?:列|カラム|項目)?\s*の型を`, "gu")],
  [
    "added",
    new RegExp(
      String.raw`(?:add|adding)\s+(?:a\s+|the\s+)?(?:new\s+)?(?:nullable\s+)?(?:columns?|fields?)\s+${name}`,
      "giu",
    ),
  ],
  ["added", new RegExp(String.raw`${name}\s*(?:列|カラム|項目)\s*を追加`, "gu")],
];

function changesIn(text: string): Change[] {
  const found = changePatterns.flatMap(([kind, pattern]) =>
    [...text.matchAll(pattern)].map((match) => ({
      column: match[1] ?? "",
      kind,
      next: match[2] ?? null,
    })),
  );
  return found.filter((one, i) => found.findIndex((other) => other.column === one.column) === i);
}

export const contractMode: RuleSet = { name: "contract", rank: 1, rules: [...rules, silentRule] };
