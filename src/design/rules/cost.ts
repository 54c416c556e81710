// What it costs a month, as a range with its assumptions and the date of its prices (000 §決して行わないこと: no budget is endless). Only what the
// request gives is multiplied; compute, which nobody can know beforehand, stays a formula with its variables named.
import type { Case } from "../case.ts";
import { prices } from "../facts/facts.ts";
import { leaning } from "../facts/leaning.ts";
import { bi, line, type Line, type Rule, type RuleSet } from "../rule.ts";
import { bytes, count, dollars, sinkName } from "../words.ts";
import { cloudWarehouses } from "../lexicon/systems.ts";
import { rawDays } from "./state.ts";

const seed = "000 §決して行わないこと";
const day = 86_400;
const month = 30;
const GB = 1e9;
const TiB = 2 ** 40;

const moves = (c: Case) =>
  c.isDesign && c.decided.recipe !== "quality" && c.decided.recipe !== "reverse";
const volumeOf = (c: Case) => c.req.bytesPerDay?.value ?? null;
const range = (low: number, high: number) => `${dollars(low)} to ${dollars(high)}`;
const rangeJa = (low: number, high: number) => `${dollars(low)} 〜 ${dollars(high)}`;

function rawCost(c: Case): Line[] {
  const { days } = rawDays(c);
  const { low, high } = prices.s3_storage;
  const volume = volumeOf(c);
  if (volume === null)
    return [
      leaning(
        c,
        line(
          "cost",
          `Raw storage a month = bytes a day (not given) x ${days} days x $${low} to $${high} per GB, if it lies in S3 (us-east-1)`,
          `生データの月額 = 1 日のデータ量(未提示)× ${days} 日 × 1 GB あたり $${low} 〜 $${high} (S3、us-east-1 に置く場合)`,
        ),
        "s3_storage",
      ),
    ];
  const kept = (volume * days) / GB;
  return [
    leaning(
      c,
      line(
        "cost",
        `Raw storage a month: ${bytes(volume * days)} x $${low} (Infrequent Access) to $${high} (Standard) per GB = ${range(kept * low, kept * high)}, if it lies in S3 (us-east-1), before compression`,
        `生データの月額: ${bytes(volume * days)} × 1 GB あたり $${low} (低頻度アクセス) 〜 $${high} (標準) = ${rangeJa(kept * low, kept * high)} (S3、us-east-1 に置く場合。圧縮前)`,
      ),
      "s3_storage",
    ),
  ];
}

function warehouseCost(c: Case): Line[] {
  const volume = volumeOf(c);
  const grown = volume === null ? null : (volume * month) / GB;
  const id = c.sink("warehouse")?.id;
  if (id === "bigquery") {
    const { low, high, perTiB } = prices.bigquery_price;
    return [
      leaning(
        c,
        grown === null
          ? line(
              "cost",
              `BigQuery: each month adds bytes a day (not given) x 30 x $${low} to $${high} per GB and month; each scan costs bytes read / 1 TiB x $${perTiB}`,
              `BigQuery: 毎月「1 日のデータ量(未提示)× 30 × 1 GB あたり $${low} 〜 $${high}」ずつ増えます。クエリは「読んだ量 ÷ 1 TiB × $${perTiB}」です`,
            )
          : line(
              "cost",
              `BigQuery: each month of data (${bytes((volume ?? 0) * month)}) adds ${range(grown * low, grown * high)} a month of storage; reading one such month in full costs ${dollars((grown * GB * perTiB) / TiB)} on demand, so tables are partitioned by day and queries must name the partition`,
              `BigQuery: 1 か月分のデータ (${bytes((volume ?? 0) * month)}) ごとにストレージの月額が ${rangeJa(grown * low, grown * high)} 増えます。1 か月分の全件読み取りはオンデマンドで ${dollars((grown * GB * perTiB) / TiB)} かかるため、日単位でパーティション化し、クエリでの指定を必須にします`,
            ),
        "bigquery_price",
      ),
    ];
  }
  if (id === "snowflake") {
    const { low, high } = prices.snowflake_price;
    return [
      leaning(
        c,
        grown === null
          ? line(
              "cost",
              `Snowflake: each month adds bytes a day (not given) x 30 x $${count(low * 1000)} to $${count(high * 1000)} per TB and month, after compression`,
              `Snowflake: 毎月「1 日のデータ量(未提示)× 30 × 1 TB あたり $${count(low * 1000)} 〜 $${count(high * 1000)}」(圧縮後) ずつ増えます`,
            )
          : line(
              "cost",
              `Snowflake: each month of data (${bytes((volume ?? 0) * month)}) adds at most ${range(grown * low, grown * high)} a month of storage (it is charged after compression)`,
              `Snowflake: 1 か月分のデータ (${bytes((volume ?? 0) * month)}) ごとにストレージの月額が最大 ${rangeJa(grown * low, grown * high)} 増えます (課金は圧縮後の量)`,
            ),
        "snowflake_price",
      ),
    ];
  }
  return [];
}

function computeCost(c: Case): Line[] {
  const { mode } = c.decided;
  const every = c.req.updateInterval?.value ?? null;
  const lines: Line[] = [];
  const sink = c.sink("warehouse");
  // Only a cloud warehouse is charged by the minute; else it is the machine that the load runs on.
  const where =
    sink && cloudWarehouses.has(sink.id)
      ? bi(sinkName(sink).en, `${sinkName(sink).ja} `)
      : bi("the machine it runs on", "実行マシン");
  if (mode === "STREAMING" || mode === "HYBRID")
    lines.push(
      line(
        "cost",
        "Compute of the streaming path = brokers and workers (from the partitions) x 730 h a month x price an hour (yours, not given): it runs whether or not events come.",
        "ストリーミング経路の計算費 = ブローカーとワーカーの台数(パーティション数から決定)× 月 730 時間 × 時間単価(契約による・未提示)。イベントの有無によらず発生します。",
      ),
    );
  if ((mode === "BATCH" || mode === "HYBRID") && every !== null && every >= 60)
    lines.push(
      line(
        "cost",
        `Compute of the loads = ${count((day / every) * month)} runs a month x minutes a run (measured in the first week, not given) x price a minute of ${where.en} (yours, not given).`,
        `ロードの計算費 = 月 ${count((day / every) * month)} 回 × 1 回の所要分数(最初の 1 週間で計測・未提示)× ${where.ja}の分単価(契約による・未提示)。`,
      ),
    );
  return lines;
}

const rules: readonly Rule[] = [
  {
    id: "COST-01",
    stage: "say",
    seed,
    title: bi(
      "Storage as a range, with the date of its price",
      "ストレージ費は範囲と単価の日付で示す",
    ),
    when: bi("raw data is kept", "生データを保持するとき"),
    effect: bi(
      "volume x days x list price from the cheap to the usual class, or the formula",
      "データ量 × 日数 × 定価 (低頻度〜標準)、または計算式",
    ),
    holds: (c) => moves(c) && c.req.sources.length > 0,
    says: rawCost,
  },
  {
    id: "COST-02",
    stage: "say",
    seed,
    title: bi("What a warehouse adds each month", "ウェアハウスの月ごとの増分"),
    when: bi("the sink is BigQuery or Snowflake", "シンクが BigQuery または Snowflake のとき"),
    effect: bi(
      "storage and scan by list price, or the formula",
      "定価によるストレージ費とスキャン費、または計算式",
    ),
    holds: (c) => moves(c) && ["bigquery", "snowflake"].includes(c.sink("warehouse")?.id ?? ""),
    says: warehouseCost,
  },
  {
    id: "COST-03",
    stage: "say",
    seed,
    title: bi("Compute is a formula until it is measured", "計算費は計測まで式で示す"),
    when: bi("the mode is known", "モードが決まっているとき"),
    effect: bi(
      "what it is made of, with what is not given by name",
      "構成要素を示し、未提示の変数を明記する",
    ),
    holds: (c) => moves(c) && c.decided.mode !== null && c.decided.mode !== "UNDECIDED",
    says: computeCost,
  },
  {
    id: "COST-04",
    stage: "say",
    seed: "000 §事前に確認すること",
    title: bi("Between regions the bytes are paid for", "リージョン間の転送は有料"),
    when: bi("data crosses regions", "リージョンをまたぐとき"),
    effect: bi(
      "the transfer a month by list price, or the formula",
      "定価による月間転送費、または計算式",
    ),
    // Between two clouds the price is that of the open internet, for which no list price is at hand.
    holds: (c) =>
      moves(c) &&
      c.req.crossesRegions &&
      new Set(c.reading.regions.flatMap((one) => /\(([^)]+)\)$/.exec(one)?.[1] ?? [])).size < 2,
    says: (c) => {
      const volume = volumeOf(c);
      const unit = prices.region_transfer;
      return [
        leaning(
          c,
          volume === null
            ? line(
                "cost",
                `Between regions: bytes a day (not given) x 30 x about $${unit} per GB (on AWS; more between some regions)`,
                `リージョン間転送: 1 日のデータ量(未提示)× 30 × 1 GB あたり約 $${unit} (AWS の場合。区間によりそれ以上)`,
              )
            : line(
                "cost",
                `Between regions: ${bytes(volume)} a day x 30 x about $${unit} per GB = ${dollars(((volume * month) / GB) * unit)} a month at least (on AWS, uncompressed; more between some regions)`,
                `リージョン間転送: 1 日 ${bytes(volume)} × 30 × 1 GB あたり約 $${unit} = 月 ${dollars(((volume * month) / GB) * unit)} 以上 (AWS の場合。無圧縮、区間によりそれ以上)`,
              ),
          "region_transfer",
        ),
      ];
    },
  },
  {
    id: "COST-05",
    stage: "say",
    seed,
    title: bi("A stated budget is watched", "示された予算を監視する"),
    when: bi("the request gives a budget", "予算が示されているとき"),
    effect: bi("80 % and 95 % of it as amounts", "80% と 95% を金額で示す"),
    holds: (c) => c.isDesign && c.req.money.length > 0,
    says: (c) => {
      const budget = c.req.money[0];
      if (!budget) return [];
      const said = budget.text.replace(/\s+an?$/, "");
      return [
        line(
          "cost",
          `Budget given: ${said}. Warning at ${count(budget.value * 0.8)}, critical at ${count(budget.value * 0.95)}; what stands here as a formula has to be filled in before it can be said to fit.`,
          `提示された予算: ${said}。${count(budget.value * 0.8)} で警告、${count(budget.value * 0.95)} で重大アラートとします。収まるかどうかは、式で示した項目の値が揃ってから判断します。`,
        ),
      ];
    },
  },
];

export const costRules: RuleSet = { name: "cost", rank: 0, rules };
