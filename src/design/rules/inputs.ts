// What partners handed in is decided by, and cited: keys and columns of Schema, freshness of Pulse's metrics, Sentinel's decisions on
// personal data (000 §コラボレーション 受け取るもの). A packet that contradicts another is said.
import type { Case } from "../case.ts";
import type { Bi, Handled, Packet, PacketField } from "../reading.ts";
import { isGenericPersonal } from "../understand/handling.ts";
import { bi, line, type Rule, type RuleSet } from "../rule.ts";
import { duration, list } from "../words.ts";

const seed = "000 §コラボレーション (受け取るもの)";
const active = (c: Case) =>
  c.decided.refusal !== "full" && c.decided.route !== "menu" && c.decided.route !== "redirect";
const of = (c: Case, from: Packet["from"]) => c.reading.packets.filter((one) => one.from === from);

/** `Schema v3`: how a packet is cited. */
const cited = (packet: Packet): string =>
  packet.version === null ? packet.from : `${packet.from} v${packet.version.replace(/^v/i, "")}`;

const models = (c: Case) =>
  of(c, "Schema").flatMap((packet) => packet.models.map((model) => ({ ...model, packet })));
const metrics = (c: Case) =>
  of(c, "Pulse").flatMap((packet) => packet.metrics.map((metric) => ({ ...metric, packet })));
const fields = (c: Case) =>
  of(c, "Sentinel").flatMap((packet) => packet.fields.map((field) => ({ ...field, packet })));

/** Everything that was taken for personal: columns by name, and the words. */
const allPersonal = (c: Case): readonly string[] => [
  ...c.req.sensitive.map((one) => one.name),
  ...c.reading.personalWords,
];

/** Fields on which Sentinel or the request itself has decided: neither asked nor proposed again. */
export const decidedFields = (c: Case): ReadonlySet<string> =>
  new Set([
    ...fields(c).map((field) => field.name),
    ...c.reading.handled.flatMap(({ name }) => (name === "*" ? allPersonal(c) : [name])),
  ]);

/** What the request decides, one entry per field; the general word only where no field is named. */
export function statedHandling(c: Case): readonly Handled[] {
  const whole = c.reading.handled.find((one) => one.name === "*");
  const named = c.reading.handled.filter((one) => one.name !== "*");
  if (!whole) return named;
  const rest = [...new Set(allPersonal(c))].filter(
    (name) => !isGenericPersonal(name) && !named.some((one) => one.name === name),
  );
  return [
    ...named,
    ...(rest.length + named.length === 0 ? allPersonal(c).slice(0, 1) : rest).map((name) => ({
      ...whole,
      name,
    })),
  ];
}

const handlings: Readonly<Record<PacketField["handling"] | Handled["handling"], Bi>> = {
  mask: bi("masked", "マスキング"),
  hash: bi("hashed with a key", "鍵付きハッシュ"),
  encrypt: bi("encrypted", "暗号化"),
  drop: bi("left out", "除外"),
  clear: bi("in clear", "平文"),
};

/** Columns that a key needs and Sentinel takes out. */
const lostKeys = (c: Case) =>
  models(c).flatMap((model) =>
    fields(c)
      .filter((field) => field.handling === "drop" && model.primaryKey?.includes(field.name))
      .map((field) => ({ model, field })),
  );

const rules: readonly Rule[] = [
  {
    id: "INPUT-01",
    stage: "say",
    seed,
    title: bi("Models of Schema: keys and columns", "Schema のモデル: キーと列"),
    when: bi("Schema handed in models", "Schema からモデルを受け取ったとき"),
    effect: bi(
      "its keys and columns stand in the contracts; they are not guessed",
      "キーと列をコントラクトに採用し、推測しない",
    ),
    holds: (c) => active(c) && models(c).length > 0,
    because: (c) => {
      const names = list(models(c).map((one) => one.object));
      return bi(`Schema handed in ${names.en}`, `Schema から ${names.ja} のモデルを受け取ったため`);
    },
    says: (c) =>
      models(c).flatMap((model) => [
        model.primaryKey === null
          ? line(
              "key",
              `${model.object}: ${cited(model.packet)} names no key; it is asked back before LAYOUT is agreed.`,
              `${model.object}: ${cited(model.packet)} にキーの記載がありません。LAYOUT の合意前に Schema に確認します。`,
            )
          : model.primaryKey.length === 0
            ? line(
                "key",
                `${model.object} has no primary key (${cited(model.packet)}): rows are told apart by all columns, and a true duplicate cannot be found.`,
                `${model.object} に主キーはありません (${cited(model.packet)})。行の識別は全列で行い、真の重複は検出できません。`,
              )
            : line(
                "key",
                `${model.object}: ${list(model.primaryKey).en} (${cited(model.packet)}); deduplication, upsert and the uniqueness check use it.`,
                `${model.object} のキーは ${model.primaryKey.join("、")} です (${cited(model.packet)})。重複排除・upsert・一意性チェックに用います。`,
              ),
        ...(model.columns.length > 0
          ? [
              line(
                "contract",
                `${model.object}: ${model.columns.length} columns as ${cited(model.packet)} hands them over; a difference from what is read is drift.`,
                `${model.object}: ${cited(model.packet)} の ${model.columns.length} 列をそのまま採用し、読み取り時の差異はドリフトとして扱います。`,
              ),
            ]
          : []),
      ]),
  },
  {
    id: "INPUT-02",
    stage: "say",
    seed,
    title: bi("Metrics of Pulse: freshness and grain", "Pulse の指標: 鮮度と粒度"),
    when: bi("Pulse handed in metrics", "Pulse から指標を受け取ったとき"),
    effect: bi(
      "the strictest freshness is the SLA; the grain is that of the mart",
      "最も厳しい鮮度を SLA とし、粒度をマートの粒度とする",
    ),
    holds: (c) => active(c) && metrics(c).length > 0,
    because: (c) => {
      const names = list(metrics(c).map((one) => one.name));
      return bi(`Pulse handed in ${names.en}`, `Pulse から ${names.ja} を受け取ったため`);
    },
    says: (c) =>
      metrics(c).map((metric) => {
        const fresh = metric.freshnessSeconds === null ? null : duration(metric.freshnessSeconds);
        const where = metric.from
          ? bi(` from ${metric.from}`, `${metric.from} から算出`)
          : bi("", "");
        const grain = metric.grain
          ? bi(`, one row per ${metric.grain}`, `、粒度は ${metric.grain}`)
          : bi("", "");
        return line(
          "slo",
          `${metric.name}${where.en}${grain.en}: ${fresh ? `fresh within ${fresh.en}` : "freshness not given, asked back from Pulse"} (${cited(metric.packet)}).`,
          `${metric.name}: ${where.ja}${grain.ja}${where.ja || grain.ja ? "。" : ""}${fresh ? `鮮度は ${fresh.ja}以内` : "鮮度の指定がないため Pulse に確認"} (${cited(metric.packet)})。`,
        );
      }),
  },
  {
    id: "INPUT-03",
    stage: "say",
    seed,
    title: bi("Decisions of Sentinel on personal data", "Sentinel による個人情報の決定"),
    when: bi("Sentinel decided on fields", "Sentinel が項目の扱いを決めているとき"),
    effect: bi(
      "they are applied before landing and not asked again",
      "着地前に適用し、改めて確認しない",
    ),
    holds: (c) => active(c) && fields(c).length > 0,
    because: (c) => {
      const names = list(fields(c).map((one) => `${one.name}: ${one.handling}`));
      return bi(`Sentinel decided ${names.en}`, `Sentinel が ${names.ja} と決定しているため`);
    },
    says: (c) =>
      fields(c).map((field) => {
        const how = handlings[field.handling];
        const by = field.approvedBy;
        return line(
          "pii",
          `${field.name}: ${how.en}, before it lands, as ${cited(field.packet)} decided${by ? `, approved by ${by}` : ""}.`,
          `${field.name}: ${cited(field.packet)} の決定により、着地前に${how.ja}とします${by ? ` (承認: ${by})` : ""}。`,
        );
      }),
  },
  {
    id: "INPUT-05",
    stage: "say",
    seed: "000 §決して行わないこと",
    title: bi(
      "A handling that the request states is the decision",
      "依頼に示された個人情報の扱いを決定とする",
    ),
    when: bi(
      "the request says which personal fields are hashed, encrypted, masked or left out",
      "個人情報のハッシュ化・暗号化・マスキング・除外が依頼に示されているとき",
    ),
    effect: bi(
      "it is applied before landing, not asked again; who decided is recorded",
      "着地前に適用し、改めて確認しない。判断者を記録する",
    ),
    holds: (c) => active(c) && c.reading.handled.length > 0,
    says: (c) => [
      ...statedHandling(c).map((one) => {
        const how = handlings[one.handling];
        return one.atSource
          ? line(
              "pii",
              `${one.name}: ${how.en} at the source, as stated. The ingest checks it: a value that still looks like the clear one is quarantined.`,
              `${one.name}: 依頼のとおりソース側で${how.ja}済みとして扱います。取り込み時に検査し、平文とみられる値は隔離します。`,
            )
          : line(
              "pii",
              `${one.name}: ${how.en} before it lands, as the request decides${one.handling === "hash" ? "; the key lives in the secret store, so that joins stay possible and the value does not" : one.handling === "encrypt" ? "; who may decrypt it is named, and each use is on record" : ""}.`,
              `${one.name}: 依頼の決定どおり、着地前に${how.ja}とします${one.handling === "hash" ? "。鍵はシークレットストアに置き、値を隠したまま結合できます" : one.handling === "encrypt" ? "。復号できる人を定め、参照を記録します" : ""}。`,
            );
      }),
      line(
        "pii",
        "Who took this decision is recorded in the contract, with its date.",
        "この決定の判断者と日付は、コントラクトに記録します。",
      ),
    ],
  },
  {
    id: "INPUT-04",
    stage: "say",
    seed,
    title: bi("Two packets contradict each other", "受け取ったパケット同士の矛盾"),
    when: bi(
      "Sentinel leaves out a column that Schema names as a key",
      "Schema がキーとする列を Sentinel が除外としているとき",
    ),
    effect: bi("a warning; a keyed hash keeps the key", "警告する。鍵付きハッシュならキーを保てる"),
    holds: (c) => active(c) && lostKeys(c).length > 0,
    says: (c) =>
      lostKeys(c).map(({ model, field }) =>
        line(
          "warning",
          `${field.name} is the key of ${model.object} (${cited(model.packet)}) and is left out by ${cited(field.packet)}: without it rows cannot be told apart. A keyed hash keeps the key and hides the value; the two have to agree.`,
          `${field.name} は ${model.object} のキーですが (${cited(model.packet)})、${cited(field.packet)} では除外とされています。除外すると行を識別できません。鍵付きハッシュなら値を隠したままキーとして使えるため、両者での合意が必要です。`,
        ),
      ),
  },
];

export const inputRules: RuleSet = { name: "inputs", rank: 0, rules };
