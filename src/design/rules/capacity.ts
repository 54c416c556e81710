// Capacity with its arithmetic (000 §ワークフロー FRAME: ボリュームと速度を先に分析): throughput, partitions, bytes of a run, what is kept, what a replay
// needs. Every number comes from the request, a rule or a dated fact; what is not given stands in the formula by name.
import type { Case } from "../case.ts";
import { prices } from "../facts/facts.ts";
import { leaning } from "../facts/leaning.ts";
import type { Bi } from "../reading.ts";
import { bi, line, type Line, type Rule, type RuleSet } from "../rule.ts";
import { bytes, count, duration, name, rate, sourceName } from "../words.ts";
import { stated } from "./evidence.ts";
import { rawDays } from "./state.ts";
import { downtimeOf } from "./tier.ts";

const seed = "000 §ワークフロー (FRAME)";
const day = 86_400;
/** Warning at 80 % of capacity (000 §コアコントラクト): what is sized is used to four fifths at most. */
const headroom = 0.8;
const shard = prices.kinesis_shard;

const moves = (c: Case) =>
  c.isDesign && c.decided.recipe !== "quality" && c.req.sources.length + c.req.sinks.length > 0;
const isLive = (c: Case) => c.decided.mode === "STREAMING" || c.decided.mode === "HYBRID";
const perSecond = (c: Case) =>
  c.req.eventsPerSecond !== null && c.req.eventBytes !== null
    ? c.req.eventsPerSecond * c.req.eventBytes
    : null;
/** Each sink of a stream reads it once, as a consumer group of its own. */
const groups = (c: Case) => Math.max(c.req.consumers.length, c.req.sinks.length, 1);
const broker = (c: Case) => c.sink("broker") ?? c.source("broker");
/** As the tiers are printed: 7.2 h, not 432 min; minutes below an hour. */
const hours = (seconds: number) =>
  seconds < 3600
    ? bi(`${count(seconds / 60)} min`, `${count(seconds / 60)} 分`)
    : bi(`${count(seconds / 3600)} h`, `${count(seconds / 3600)} 時間`);
const brokerName = (c: Case) =>
  name(broker(c), c.excludes("kafka") ? bi("the broker", "ブローカー") : bi("Kafka", "Kafka"));

function shardsOf(c: Case): { byRecords: number; byBytes: number | null; total: number } | null {
  const r = c.req.eventsPerSecond;
  if (r === null) return null;
  const b = perSecond(c);
  const byRecords = r / shard.recordsPerSecond;
  const byBytes = b === null ? null : b / shard.bytesPerSecond;
  return {
    byRecords,
    byBytes,
    total: Math.max(1, Math.ceil(Math.max(byRecords, byBytes ?? 0) / headroom - 1e-9)),
  };
}

function throughput(c: Case): Line[] {
  const r = c.req.eventsPerSecond;
  const n = groups(c);
  if (r === null) return [];
  const b = perSecond(c);
  if (b === null)
    return [
      line(
        "volume",
        `Throughput = ${rate(r).en} x bytes an event (not given); it is read by ${n} consumer ${n === 1 ? "group" : "groups"}, so ${count(r * n)} events/s go out.`,
        `スループット = ${rate(r).ja} × 1 件のバイト数(未提示)。コンシューマーグループは ${n} 個のため、読み出しは毎秒 ${count(r * n)} 件です。`,
      ),
    ];
  return [
    line(
      "volume",
      `Throughput on average: ${count(r)}/s x ${count(c.req.eventBytes ?? 0)} B = ${bytes(b)}/s in; ${n} consumer ${n === 1 ? "group reads" : "groups read"} ${bytes(b * n)}/s. The peak is not given: what follows is multiplied by peak / average.`,
      `平均スループット: 毎秒 ${count(r)} 件 × ${count(c.req.eventBytes ?? 0)} B = 書き込み ${bytes(b)}/秒。コンシューマーグループ ${n} 個で読み出しは ${bytes(b * n)}/秒です。ピークは未提示のため、以下の値には「ピーク÷平均」を掛けます。`,
    ),
  ];
}

function partitions(c: Case): Line[] {
  const r = c.req.eventsPerSecond;
  const where = broker(c);
  if (where?.id === "kinesis") {
    const s = shardsOf(c);
    if (!s)
      return [
        leaning(
          c,
          line(
            "engine",
            "Shards = max(records/s / 1,000, MB/s / 1) / 0.8; rate and event size are not given",
            "シャード数 = max(毎秒の件数 ÷ 1,000、MB/秒 ÷ 1) ÷ 0.8。流量と 1 件のサイズは未提示です",
          ),
          "kinesis_shard",
        ),
      ];
    const [records, byBytes] = [
      count(Number(s.byRecords.toFixed(2))),
      s.byBytes === null ? null : count(Number(s.byBytes.toFixed(2))),
    ];
    return [
      leaning(
        c,
        line(
          "engine",
          `Shards: ${records} by records${byBytes === null ? " (by bytes: event size not given)" : `, ${byBytes} by bytes`}; the larger / 0.8, so that the 80 % alert is not its normal state = ${s.total}`,
          `シャード数: 件数からは ${records}${byBytes === null ? "(バイト数からは 1 件のサイズが未提示)" : `、バイト数からは ${byBytes}`}。大きい方を 0.8 で割り(平常時に 80% の警告に達しないため)、${s.total} とします`,
        ),
        "kinesis_shard",
      ),
    ];
  }
  if (c.source("broker"))
    return [
      line(
        "engine",
        `Parallelism: at most one consumer instance per partition of ${sourceName(c.source("broker")).en} (number not given); ${r === null ? "each takes rate (not given) / partitions" : `each takes ${count(r)}/s / partitions`}.`,
        `並列度: ${sourceName(c.source("broker")).ja} の 1 パーティションにつきコンシューマーは最大 1 つです(パーティション数は未提示)。1 つあたりの負荷は${r === null ? "流量(未提示)÷ パーティション数" : `毎秒 ${count(r)} 件 ÷ パーティション数`}です。`,
      ),
    ];
  const b = perSecond(c);
  const shown =
    b === null
      ? r === null
        ? bi("rate (not given)", "流量(未提示)")
        : bi(`${count(r)}/s`, `毎秒 ${count(r)} 件`)
      : bi(`${bytes(b)}/s`, `${bytes(b)}/秒`);
  return [
    line(
      "engine",
      `Partitions in ${brokerName(c).en} = max(${shown.en} / what one consumer instance handles (measured, not given), instances wanted) / 0.8; they are fixed before the first event, because a later change breaks the order per key.`,
      `${brokerName(c).ja} のパーティション数 = max(${shown.ja} ÷ コンシューマー 1 つの処理能力(要計測・未提示)、必要なインスタンス数) ÷ 0.8。後から変えるとキー単位の順序が崩れるため、最初のイベントの前に決めます。`,
    ),
  ];
}

function runSize(c: Case): Line[] {
  const every = c.req.updateInterval;
  if (!every || every.value < 60) return [];
  const shown = duration(every.value);
  const perDay = day / every.value;
  const volume = c.req.bytesPerDay?.value;
  const runs =
    perDay >= 1
      ? bi(`${count(perDay)} ${perDay === 1 ? "run" : "runs"} a day`, `1 日 ${count(perDay)} 回`)
      : bi(`A run every ${shown.en}`, `${shown.ja}に 1 回`);
  const rows = c.req.eventsPerSecond === null ? null : c.req.eventsPerSecond * day;
  const part = (show: (runs: number) => Bi): Bi => {
    const [whole, each] = [show(1), show(perDay)];
    if (perDay === 1) return bi(`${whole.en} each on average`, `1 回平均 ${whole.ja}`);
    const [en, ja] =
      perDay > 1
        ? [`/ ${count(perDay)}`, `÷ ${count(perDay)}`]
        : [`x ${count(1 / perDay)}`, `× ${count(1 / perDay)}`];
    return bi(
      `${whole.en} a day ${en} = ${each.en} each on average`,
      `1 日 ${whole.ja} ${ja} = 1 回平均 ${each.ja}`,
    );
  };
  const amount =
    volume !== undefined
      ? part((n) => bi(bytes(volume / n), bytes(volume / n)))
      : rows !== null
        ? part((n) => bi(`${count(rows / n)} rows`, `${count(rows / n)} 件`))
        : null;
  const sla = c.decided.freshness?.slaSeconds ?? null;
  const isSaid = c.decided.freshness?.proposed?.includes("sla") !== true;
  const left = sla !== null && isSaid ? sla - every.value : 0;
  const limit =
    left > 0 && sla !== null
      ? bi(
          ` It may take ${duration(sla).en} - ${shown.en} = ${duration(left).en} at most${volume === undefined ? "" : `, so at least ${bytes(volume / perDay / left)}/s`}.`,
          `1 回の所要時間の上限は ${duration(sla).ja} − ${shown.ja} = ${duration(left).ja}${volume === undefined ? "" : `で、${bytes(volume / perDay / left)}/秒以上が必要`}です。`,
        )
      : bi("", "");
  if (amount === null && limit.en === "") return [];
  return [
    line(
      "volume",
      amount === null ? `${runs.en}.${limit.en}` : `${runs.en}: ${amount.en}.${limit.en}`,
      amount === null ? `${runs.ja}実行。${limit.ja}` : `${runs.ja}実行: ${amount.ja}。${limit.ja}`,
    ),
  ];
}

const rules: readonly Rule[] = [
  {
    id: "CAP-01",
    stage: "say",
    seed,
    title: bi("Throughput from rate and size", "流量とサイズからスループットを求める"),
    when: bi("a streaming path has a stated rate", "ストリーミング経路で流量が示されているとき"),
    effect: bi(
      "bytes a second in and out, or the formula",
      "書き込みと読み出しの毎秒バイト数、または計算式",
    ),
    holds: (c) => moves(c) && isLive(c) && c.req.eventsPerSecond !== null,
    says: throughput,
  },
  {
    id: "CAP-02",
    stage: "say",
    seed: "000 §ワークフロー (LAYOUT)",
    title: bi("Partitions from throughput", "スループットからパーティション数を求める"),
    when: bi("events go through a broker", "イベントがブローカーを通るとき"),
    effect: bi(
      "shards by the vendor's limits; partitions by what one consumer handles; a fifth stays free",
      "シャードはベンダーの上限、パーティションはコンシューマーの処理能力から求め、2 割の余裕を残す",
    ),
    holds: (c) => moves(c) && isLive(c),
    says: partitions,
    thresholds: (c) => {
      const s = broker(c)?.id === "kinesis" ? shardsOf(c) : null;
      const r = c.req.eventsPerSecond;
      if (!s || r === null) return [];
      const most = Math.max(s.byRecords, s.byBytes ?? 0);
      const border = (r / most) * s.total * headroom;
      return [
        {
          quantity: bi("event rate", "イベント流量"),
          now: rate(r),
          at: bi(`above ${count(border)}/s`, `毎秒 ${count(border)} 件超`),
          becomes: bi(`${s.total + 1} shards`, `${s.total + 1} シャードになる`),
          distance: Math.abs(Math.log(border / r)),
        },
      ];
    },
  },
  {
    id: "CAP-03",
    stage: "say",
    seed: "000 §ワークフロー (LAYOUT)",
    title: bi("What the broker keeps", "ブローカーの保持容量"),
    when: bi(
      "a path of ours streams through Kafka and the volume a day is known",
      "Kafka を経由し、1 日のデータ量が分かるとき",
    ),
    effect: bi("retention x copies, in bytes", "保持期間 × 複製数の容量"),
    holds: (c) =>
      moves(c) && isLive(c) && c.req.bytesPerDay !== null && (broker(c)?.id ?? "kafka") === "kafka",
    says: (c) => {
      const volume = c.req.bytesPerDay?.value ?? 0;
      return [
        line(
          "retention",
          `${brokerName(c).en}: ${bytes(volume)} a day x 7 days (proposed) x 3 copies (proposed) = ${bytes(volume * 21)} of broker disk, ${bytes((volume * 21) / headroom)} with a fifth free.`,
          `${brokerName(c).ja}: 1 日 ${bytes(volume)} × 7 日(提案値)× 複製 3(提案値)= ディスク ${bytes(volume * 21)}。2 割の余裕を見て ${bytes((volume * 21) / headroom)} とします。`,
        ),
      ];
    },
  },
  {
    id: "CAP-04",
    stage: "say",
    seed,
    title: bi("The size of a run, and its time", "1 回の実行の量と時間"),
    when: bi("data is loaded at an interval", "一定間隔でロードするとき"),
    effect: bi(
      "runs a day, bytes a run, the time a run may take",
      "1 日の回数、1 回の量、許される所要時間",
    ),
    holds: (c) =>
      moves(c) &&
      c.decided.recipe !== "reverse" &&
      (c.decided.mode === "BATCH" || c.decided.mode === "HYBRID") &&
      (c.req.updateInterval?.value ?? 0) >= 60,
    says: runSize,
  },
  {
    id: "CAP-05",
    stage: "say",
    seed: "000 §ワークフロー (OPTIMIZE)",
    title: bi("Raw storage, and the speed of a replay", "生データの容量とリプレイの速度"),
    when: bi("raw data is kept", "生データを保持するとき"),
    effect: bi(
      "bytes kept; the speed at which all of it is replayed within a month's downtime of the tier",
      "保持容量と、ティアの月間停止許容内に全量をリプレイする速度",
    ),
    holds: (c) => moves(c) && c.req.sources.length > 0 && c.req.bytesPerDay !== null,
    says: (c) => {
      const { days, isStated } = rawDays(c);
      const volume = c.req.bytesPerDay?.value ?? 0;
      const kept = bi(isStated ? "" : " (proposed)", isStated ? "" : "(提案値)");
      const total = volume * days;
      const tier = c.decided.tier;
      const down = tier ? downtimeOf(tier) : null;
      return [
        line(
          "raw_retention",
          `Raw storage: ${bytes(volume)} a day x ${days} days${kept.en} = ${bytes(total)} before compression.`,
          `生データの容量: 1 日 ${bytes(volume)} × ${days} 日${kept.ja} = ${bytes(total)}(圧縮前)。`,
        ),
        ...(tier && down
          ? [
              line(
                "recovery",
                `If all ${bytes(total)} had to be replayed within the ${hours(down).en} a month that ${tier} allows, it would take ${bytes(total / down)}/s; at a quarter of that speed it takes ${hours(down * 4).en}, and readers stay on the old output meanwhile.`,
                `全量 ${bytes(total)} を ${tier} の月間停止許容 ${hours(down).ja}以内にリプレイするには ${bytes(total / down)}/秒が必要です。その 1/4 の速度なら ${hours(down * 4).ja}かかり、その間は旧出力を公開し続けます。`,
              ),
            ]
          : []),
      ];
    },
  },
  {
    id: "CAP-06",
    stage: "say",
    seed: "000 §ワークフロー (WIRE)",
    title: bi("The size of the history", "履歴の量"),
    when: bi("a history of stated length is loaded or kept", "長さの示された履歴を扱うとき"),
    effect: bi("its bytes at today's rate", "現在の流量での容量"),
    holds: (c) => moves(c) && c.req.history !== null && c.req.bytesPerDay !== null,
    says: (c) => {
      const span = c.req.history;
      const volume = c.req.bytesPerDay?.value ?? 0;
      if (!span) return [];
      const days = span.value / day;
      return [
        line(
          "backfill",
          `History: ${duration(span.value).en} = ${count(days)} days x ${bytes(volume)} = ${bytes(days * volume)} at today's volume; it is an upper bound if the volume has grown.`,
          `履歴の量: ${duration(span.value).ja} = ${count(days)} 日 × ${bytes(volume)} = ${bytes(days * volume)}(現在の流量で計算。過去ほど少なければ上限値)。`,
        ),
      ];
    },
  },
  {
    id: "CAP-07",
    stage: "say",
    seed: "000 §サブコマンドの振り分け (reverse)",
    title: bi("Calls a day of an activation", "アクティベーションの 1 日の呼び出し数"),
    when: bi(
      "a warehouse feeds an application at an interval",
      "ウェアハウスからアプリケーションへ一定間隔で同期するとき",
    ),
    effect: bi("rows a day at most, against the limit", "1 日の最大行数と上限の比較"),
    holds: (c) =>
      c.isDesign && c.decided.recipe === "reverse" && (c.req.updateInterval?.value ?? 0) >= 60,
    says: (c) => {
      const rows = c.req.counts.toSorted((a, b) => b.value - a.value)[0];
      const runs = day / (c.req.updateInterval?.value ?? day);
      return rows
        ? [
            line(
              "rate_limit",
              `${count(rows.value)} rows x ${count(runs)} syncs a day = ${count(rows.value * runs)} row writes a day if every row changed each time; divided by rows a call (the API's, not given) it must stay below 80 % of the daily limit (not given).`,
              `${count(rows.value)} 行 × 1 日 ${count(runs)} 回 = 最大 ${count(rows.value * runs)} 行/日(毎回全行が変わった場合)。1 回の呼び出しで送れる行数(API による・未提示)で割った値を、日次上限(未提示)の 80% 未満に収めます。`,
            ),
          ]
        : [
            line(
              "rate_limit",
              `Calls a day = changed rows (not given) x ${count(runs)} syncs / rows a call (the API's, not given).`,
              `1 日の呼び出し数 = 変更行数(未提示)× ${count(runs)} 回 ÷ 1 回の呼び出しの行数(API による・未提示)。`,
            ),
          ];
    },
  },
  {
    id: "CAP-08",
    stage: "say",
    seed: "000 §サブコマンドの振り分け (cdc)",
    title: bi("How much log an outage piles up", "停止中に溜まるログの量"),
    when: bi("Postgres is captured through a slot", "Postgres をスロット経由で取得するとき"),
    effect: bi(
      "max_slot_wal_keep_size from change rate, row size and tolerated outage",
      "変更量・行サイズ・許容停止時間から max_slot_wal_keep_size を求める",
    ),
    holds: (c) =>
      c.isDesign && c.decided.recipe === "cdc" && c.source("database")?.id === "postgres",
    says: (c) => {
      const r = c.req.eventsPerSecond;
      const b = perSecond(c);
      const known = b === null ? (r === null ? null : `${count(r)}/s`) : null;
      const outage = c.req.outage?.value ?? null;
      const down =
        outage === null
          ? bi("tolerated outage of the connector (not given)", "コネクターの許容停止時間(未提示)")
          : bi(
              `the ${duration(outage).en} that the connector may be down`,
              `コネクターの許容停止時間 ${duration(outage).ja}`,
            );
      if (b !== null && outage !== null)
        return [
          line(
            "retention",
            `max_slot_wal_keep_size = ${bytes(b)}/s of changes x ${down.en} / 0.8 = ${bytes((b * outage) / 0.8)}: without it a stopped connector fills the disk of the source.`,
            `max_slot_wal_keep_size = 変更 ${bytes(b)}/秒 × ${down.ja} ÷ 0.8 = ${bytes((b * outage) / 0.8)}。設定しないと、コネクター停止中にソースのディスクが埋まります。`,
          ),
        ];
      return [
        line(
          "retention",
          b === null
            ? `max_slot_wal_keep_size = ${known ?? "changes a second (not given)"} x WAL bytes a change (not given) x ${down.en} / 0.8: without it a stopped connector fills the disk of the source.`
            : `max_slot_wal_keep_size = ${bytes(b)}/s of changes x tolerated outage of the connector (not given; ${bytes(b * 3600)} an hour) / 0.8: without it a stopped connector fills the disk of the source.`,
          b === null
            ? `max_slot_wal_keep_size = ${r === null ? "毎秒の変更数(未提示)" : `毎秒 ${count(r)} 件`} × 変更 1 件の WAL バイト数(未提示)× ${down.ja}÷ 0.8。設定しないと、コネクター停止中にソースのディスクが埋まります。`
            : `max_slot_wal_keep_size = 変更 ${bytes(b)}/秒 × コネクターの許容停止時間(未提示。1 時間あたり ${bytes(b * 3600)})÷ 0.8。設定しないと、コネクター停止中にソースのディスクが埋まります。`,
        ),
      ];
    },
  },
  {
    id: "CAP-09",
    stage: "say",
    seed: "001 §スケーリング戦略",
    title: bi("Events held open by the watermark", "ウォーターマークで待つイベント数"),
    when: bi("a streaming path has a stated rate", "ストリーミング経路で流量が示されているとき"),
    effect: bi("rate x wait", "流量 × 待ち時間"),
    holds: (c) => moves(c) && isLive(c) && c.req.eventsPerSecond !== null,
    says: (c) => {
      const wait = Math.max(60, (stated(c)?.value ?? 60) * 2);
      const held = (c.req.eventsPerSecond ?? 0) * wait;
      const b = perSecond(c);
      return [
        line(
          "state",
          `Held open behind the watermark: ${rate(c.req.eventsPerSecond ?? 0).en} x ${duration(wait).en} (proposed) = ${count(held)} events${b === null ? "" : `, ${bytes(b * wait)}`}; that much state is checkpointed.`,
          `ウォーターマークの待ち分: ${rate(c.req.eventsPerSecond ?? 0).ja} × ${duration(wait).ja}(提案値)= ${count(held)} 件${b === null ? "" : `(${bytes(b * wait)})`}。この量の状態をチェックポイントに含めます。`,
        ),
      ];
    },
  },
];

export const capacityRules: RuleSet = { name: "capacity", rank: 0, rules };
