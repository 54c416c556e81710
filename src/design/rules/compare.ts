// "Kafka or Kinesis?", "dbt Core か Cloud か", "CDC or batch?": both sides by the same criteria, and a verdict that follows from the numbers of
// the request; where a number is missing, the verdict says which one decides (000 §重要な制約: by latency, volume, complexity, cost, not by taste).
import type { Case } from "../case.ts";
import { prices, type FactId } from "../facts/facts.ts";
import { leaning } from "../facts/leaning.ts";
import type { Bi } from "../reading.ts";
import { bi, line, type Line, type Rule, type RuleSet } from "../rule.ts";
import { bytes, count, duration, name, rate, sinkName, sourceName } from "../words.ts";
import { cloudWarehouses } from "../lexicon/systems.ts";
import { isBelowMinute, isWeighingModes, stated } from "./evidence.ts";

export const isAnswered = (c: Case) =>
  c.decided.route !== "menu" && c.decided.route !== "redirect" && c.decided.refusal !== "full";
export const weighs = (c: Case) => c.has("ask.compare");
const both = (c: Case, a: string, b: string) => c.system(a) !== null && c.system(b) !== null;

const onAws = (c: Case) =>
  c.system("s3", "redshift", "dynamodb", "rds", "aurora", "sqs") !== null ||
  c.reading.regions.some((one) => /^(?:us|eu|ap|sa|ca|me|af)-[a-z]+-\d$/.test(one));
const elsewhere = (c: Case) =>
  c.reading.systems.find((one) =>
    ["bigquery", "gcs", "pubsub", "azureblob", "eventhubs", "synapse"].includes(one.id),
  ) ?? null;
const captured = (c: Case) =>
  c.reading.systems.find((one) => one.kind === "database" && one.id !== "dynamodb") ?? null;

type Side = { readonly fits: Bi; readonly costs: Bi; readonly facts?: readonly FactId[] };
type Comparison = {
  readonly id: string;
  readonly seed: string;
  readonly names: readonly [Bi, Bi];
  readonly holds: (c: Case) => boolean;
  readonly sides: (c: Case) => readonly [Side, Side];
  /** What the numbers of this request say; and what would have to be known. */
  readonly verdict: (c: Case) => Bi;
};

const same = (text: string): Bi => bi(text, text);

function kafkaOrKinesis(c: Case): Bi {
  const r = c.req.eventsPerSecond;
  const b = r !== null && c.req.eventBytes !== null ? r * c.req.eventBytes : null;
  const other = elsewhere(c);
  const db = captured(c);
  const shards =
    r === null
      ? null
      : Math.max(
          1,
          Math.ceil(
            Math.max(
              r / prices.kinesis_shard.recordsPerSecond,
              (b ?? 0) / prices.kinesis_shard.bytesPerSecond,
            ) /
              0.8 -
              1e-9,
          ),
        );
  const size =
    shards === null || r === null
      ? bi(
          "Rate and event size are not given; with them the number of shards follows.",
          "流量と 1 件のサイズが未提示です。分かればシャード数が決まります。",
        )
      : bi(
          `${rate(r).en}${b === null ? " (event size not given)" : `, ${bytes(b)}/s`} would be ${shards} ${shards === 1 ? "shard" : "shards"} used to four fifths, all day.`,
          `${rate(r).ja}${b === null ? "(1 件のサイズは未提示)" : `・${bytes(b)}/秒`}は、8 割使用で常時 ${shards} シャードに相当します。`,
        );
  if (other)
    return bi(
      `Kafka: ${name(other, same(other.title)).en} is outside AWS, and Kinesis is not. ${size.en}`,
      `Kafka とします。${name(other, same(other.title)).ja} が AWS の外にあるためです。${size.ja}`,
    );
  if (db)
    return bi(
      `Kafka, if the changes of ${name(db, same(db.title)).en} come through Debezium and Kafka Connect; Kinesis only if DMS writes it and everything stays on AWS. ${size.en}`,
      `${name(db, same(db.title)).ja} の変更を Debezium と Kafka Connect で取るなら Kafka とします。DMS で書き、すべて AWS 内に収まる場合に限り Kinesis も選べます。${size.ja}`,
    );
  if (onAws(c))
    return bi(
      `Kinesis, as long as all readers stay on AWS and nobody is there to run brokers; Kafka with the first reader outside or a replay beyond its retention. ${size.en}`,
      `利用側がすべて AWS 内で、ブローカーの運用担当がいないなら Kinesis とします。AWS 外の利用先、または保持期間を超えるリプレイが必要になれば Kafka です。${size.ja}`,
    );
  return bi(
    `Open until two things are said: whether every reader is on AWS, and who runs brokers. Both yes for AWS and nobody for brokers: Kinesis; else Kafka. ${size.en}`,
    `次の 2 点が分かるまで決めません: 利用側がすべて AWS 内か、ブローカーを運用する担当がいるか。AWS 内のみで担当がいなければ Kinesis、それ以外は Kafka です。${size.ja}`,
  );
}

function captureOrBatch(c: Case): Bi {
  const one = stated(c);
  const deletes = c.has("capture.deletes");
  if (one && isBelowMinute(one))
    return bi(
      `Change capture: ${duration(one.value).en} cannot be reached by asking the tables again and again.`,
      `CDC とします。${duration(one.value).ja}は、テーブルへの繰り返しの問い合わせでは達成できません。`,
    );
  if (deletes)
    return bi(
      "Change capture, because deletions have to arrive: a query sees only rows that are still there. A daily comparison of keys would be the batch way to find them.",
      "CDC とします。削除を反映する必要があり、問い合わせでは残っている行しか見えないためです。バッチで行うなら、日次のキー照合で削除を検出します。",
    );
  if (one)
    return bi(
      `Batch with a cursor every ${duration(one.value).en}, as long as the change time is reliable and nobody needs deletions or the states between two reads; else change capture.`,
      `${duration(one.value).ja}ごとのカーソルによるバッチで足ります。ただし、更新日時が信頼でき、削除と途中の状態が不要な場合に限ります。必要なら CDC です。`,
    );
  return bi(
    `Open until the latency is known: below 60 s change capture, 60 s and more batch, unless deletions or the states between two reads are needed (change capture).`,
    `レイテンシが分かるまで決めません。60 秒未満なら CDC、60 秒以上ならバッチです。ただし、削除や途中の状態が必要なら CDC とします。`,
  );
}

function batchOrStream(c: Case): Bi {
  const one = stated(c);
  if (!one)
    return bi(
      "Open until the latency at the reader is a number: below 60 s streaming, 60 s and more batch, both kinds of reader hybrid.",
      "利用側のレイテンシが数値で示されるまで決めません。60 秒未満ならストリーミング、60 秒以上ならバッチ、両方の利用者がいればハイブリッドです。",
    );
  const shown = duration(one.value);
  return isBelowMinute(one)
    ? bi(
        `${c.decided.mode === "HYBRID" ? "Hybrid" : "Streaming"}: ${shown.en} is below 60 s. At 60 s or more it would be batch, without brokers that run all day.`,
        `${c.decided.mode === "HYBRID" ? "ハイブリッド" : "ストリーミング"}とします。${shown.ja}は 60 秒未満です。60 秒以上でよければバッチとなり、常時稼働のブローカーは不要です。`,
      )
    : bi(
        `Batch: ${shown.en} is not below 60 s. Below it, it would be streaming.`,
        `バッチとします。${shown.ja}は 60 秒未満ではありません。60 秒を下回る必要があればストリーミングになります。`,
      );
}

function etlOrElt(c: Case): Bi {
  const to = c.req.sinks.find((one) => cloudWarehouses.has(one.id)) ?? null;
  const isPersonal = c.reading.personalData === "some";
  if (isPersonal)
    return bi(
      "ETL for the personal fields, whatever the rest does: they are hashed or left out before they land. The other columns may go the ELT way.",
      "個人情報の項目は、ほかの列によらず ETL とし、着地前にハッシュ化または除外します。残りの列は ELT でも構いません。",
    );
  if (c.has("topic.transform_first"))
    return bi(
      "ETL: the request wants rows shaped before they are loaded.",
      "ETL とします。ロード前の整形が求められているためです。",
    );
  return to
    ? bi(
        `ELT: ${sinkName(to).en} has compute that grows on demand, and raw rows in it can be transformed again; ${sourceName(c.source()).en} is only read. It would be ETL if rows had to be masked or dropped before they land.`,
        `ELT とします。${sinkName(to).ja} は計算資源を伸縮でき、生の行から何度でも変換し直せます。${sourceName(c.source()).ja} は読み取りだけで済みます。着地前のマスクや除外が必要なら ETL です。`,
      )
    : bi(
        "Open until the sink is known: ELT into a cloud warehouse with elastic compute, ETL where the sink cannot transform or rows must be shaped before they land.",
        "シンクが分かるまで決めません。計算資源を伸縮できるクラウドウェアハウスなら ELT、シンク側で変換できない、または着地前の整形が必要なら ETL です。",
      );
}

function coreOrCloud(c: Case): Bi {
  const runs = c.tool("airflow", "dagster", "prefect");
  return runs
    ? bi(
        `dbt Core: ${runs.title} is there to start it, so Cloud would add a tie and a second scheduler.`,
        `dbt Core とします。実行は ${runs.title} が担えるため、Cloud では縛りとスケジューラーの二重化が増えます。`,
      )
    : bi(
        "Open until it is said who starts the runs: with an orchestrator, Core; with nobody to run one, Cloud, and its price by developer seats and models built (not given) beside the cost of one person's hours.",
        "実行を誰が起動するかが分かるまで決めません。オーケストレーターがあれば Core、運用担当を置けなければ Cloud とし、開発者数・ビルド数に応じた料金(未提示)を担当者の工数と比べます。",
      );
}

function flinkOr(c: Case, other: "spark" | "apps"): Bi {
  const r = c.req.eventsPerSecond;
  const one = stated(c);
  if (other === "apps" && r !== null && r <= 10_000)
    return bi(
      `Consumer apps: ${count(r)} events/s is not above 10,000; Flink only when joins, windows or large state come.`,
      `コンシューマーアプリで足ります。毎秒 ${count(r)} 件は 10,000 件を超えません。結合・ウィンドウ・大きな状態が必要になれば Flink です。`,
    );
  if (one && one.value < 1)
    return bi(
      `Flink: ${duration(one.value).en} leaves no room for micro-batches.`,
      `Flink とします。${duration(one.value).ja}ではマイクロバッチの余地がありません。`,
    );
  return other === "spark"
    ? bi(
        `Either holds${one ? ` ${duration(one.value).en}` : ""}: Spark where the team already runs it for batch (one engine, one set of skills), Flink where event time, large keyed state or results below a second decide.`,
        `${one ? `${duration(one.value).ja}なら` : ""}どちらでも成り立ちます。すでにバッチで Spark を運用しているなら Spark(エンジンと技能を一本化)、イベント時刻・キー単位の大きな状態・1 秒未満の結果が要なら Flink です。`,
      )
    : bi(
        "Open until the rate is known: above 10,000 events/s at low latency, or with joins and windows, Flink; else consumer apps.",
        "流量が分かるまで決めません。低レイテンシで毎秒 10,000 件を超える、または結合・ウィンドウがあれば Flink、それ以外はコンシューマーアプリです。",
      );
}

export const comparisons: readonly Comparison[] = [
  {
    id: "COMPARE-01",
    seed: "000 §レシピ (stream)",
    names: [same("Kafka"), same("Kinesis")],
    holds: (c) => weighs(c) && both(c, "kafka", "kinesis"),
    sides: () => [
      {
        fits: bi(
          "readers in any cloud, Kafka Connect and Debezium, Flink, long retention and compacted topics",
          "任意のクラウドの利用先、Kafka Connect・Debezium・Flink、長期保持、コンパクション",
        ),
        costs: bi(
          "brokers that somebody sizes, upgrades and pays for all day, or a managed service",
          "ブローカーの設計・更新・常時の費用(またはマネージドサービスの料金)",
        ),
      },
      {
        fits: bi(
          "AWS alone, capacity by shard, no broker to run",
          "AWS 内で完結し、容量をシャード単位で増減。ブローカー運用が不要",
        ),
        costs: bi(
          "a ceiling per shard that all readers share, and a tie to AWS",
          "シャードごとの上限を利用側で分け合う。AWS への依存",
        ),
        facts: ["kinesis_shard"],
      },
    ],
    verdict: kafkaOrKinesis,
  },
  {
    id: "COMPARE-02",
    seed: "000 §モードの選択 (dbt)",
    names: [same("dbt Core"), same("dbt Cloud")],
    holds: (c) => c.has("topic.dbt_core") && c.has("topic.dbt_cloud"),
    sides: () => [
      {
        fits: bi(
          "an orchestrator that is there already; models, tests and runs in one repository",
          "既存のオーケストレーターがあり、モデル・テスト・実行定義を 1 つのリポジトリで管理できる",
        ),
        costs: bi(
          "scheduling, CI, docs and access are one's own work",
          "スケジュール、CI、ドキュメント、権限管理は自前",
        ),
        facts: ["dbt_licence"],
      },
      {
        fits: bi(
          "no orchestrator and nobody to run one; hosted IDE, CI and semantic layer",
          "オーケストレーターも運用担当もない。IDE・CI・セマンティックレイヤーが付属",
        ),
        costs: bi(
          "lock-in: jobs, environments and the semantic layer do not move out",
          "ロックイン: ジョブ・環境・セマンティックレイヤーは移せない",
        ),
      },
    ],
    verdict: coreOrCloud,
  },
  {
    id: "COMPARE-03",
    seed: "000 §レシピ (cdc)",
    names: [bi("Change capture", "CDC"), bi("Batch reads", "バッチ読み取り")],
    holds: (c) => isWeighingModes(c) && c.has("capture.cdc"),
    sides: () => [
      {
        fits: bi(
          "seconds, deletions, and every state between two reads",
          "秒単位の反映、削除、途中の状態の取得",
        ),
        costs: bi(
          "log access, a slot or binlog that must outlive an outage, a connector and a broker that run all day",
          "ログの参照権限、停止に耐えるスロット/binlog の保持、常時稼働のコネクターとブローカー",
        ),
      },
      {
        fits: bi(
          "minutes and more, one connection to the source, nothing that runs between two loads",
          "分単位以上の反映。接続 1 本で、ロードの合間は何も動かない",
        ),
        costs: bi(
          "deletions and states in between are not seen; a reliable change time is needed",
          "削除と途中の状態は見えない。信頼できる更新日時が必要",
        ),
      },
    ],
    verdict: captureOrBatch,
  },
  {
    id: "COMPARE-04",
    seed: "000 §モードの選択",
    names: [bi("Streaming", "ストリーミング"), bi("Batch", "バッチ")],
    holds: (c) => isWeighingModes(c) && !c.has("capture.cdc"),
    sides: () => [
      {
        fits: bi("readers that act within a minute", "1 分以内に判断・動作する利用先"),
        costs: bi(
          "order, late events and state are handled while running, and it runs all day",
          "順序・遅延・状態を稼働中に扱い、常時稼働の費用がかかる",
        ),
      },
      {
        fits: bi(
          "reports, models and everything read a minute later or more",
          "レポートや分析モデルなど、1 分以上遅れてよい利用",
        ),
        costs: bi("age of up to an interval plus the load", "更新間隔+ロード時間までの遅れ"),
      },
    ],
    verdict: batchOrStream,
  },
  {
    id: "COMPARE-05",
    seed: "000 §モードの選択 (ELT・ETL)",
    names: [same("ELT"), same("ETL")],
    holds: (c) => c.has("topic.etl_or_elt"),
    sides: (c) => [
      {
        fits: bi(
          "a cloud warehouse with elastic compute; raw rows can be transformed again",
          "計算資源を伸縮できるクラウドウェアハウス。生の行から再変換できる",
        ),
        costs: bi(
          "raw rows, personal ones included, stand in the warehouse; transformations are paid there",
          "個人情報を含む生の行がウェアハウスに残り、変換費用もそこで発生する",
        ),
      },
      {
        fits: bi(
          `a constrained or transactional source${c.source("database") ? ` such as ${sourceName(c.source("database")).en}` : ""}, masking before the load, sinks without compute`,
          `制約のある、またはトランザクション系のソース${c.source("database") ? `(${sourceName(c.source("database")).ja} など)` : ""}、ロード前のマスク、計算資源のないシンク`,
        ),
        costs: bi(
          "an engine of one's own between the two; a change of rule needs the raw copy beside it",
          "間に専用の処理基盤が必要。ルール変更時は別途残した生データから作り直す",
        ),
      },
    ],
    verdict: etlOrElt,
  },
  {
    id: "COMPARE-06",
    seed: "000 §モードの選択 (デフォルトの構成)",
    names: [same("Airflow"), same("Dagster")],
    holds: (c) => weighs(c) && both(c, "airflow", "dagster"),
    sides: () => [
      {
        fits: bi(
          "many operators, teams that know it, runs started by Kafka or SQS messages, a pause for a person",
          "豊富なオペレーター、習熟したチーム、Kafka・SQS 起点の実行、人による承認待ち",
        ),
        costs: bi(
          "tasks are what it knows; what data they made has to be said",
          "タスク中心のため、どのデータを作ったかは別途宣言が必要",
        ),
        facts: ["airflow_3"],
      },
      {
        fits: bi(
          "assets and partitions as what is scheduled: backfills by partition, dbt models one by one",
          "アセットとパーティション中心。パーティション単位のバックフィル、dbt モデル単位の管理",
        ),
        costs: bi(
          "fewer ready operators; another way to think for teams from Airflow",
          "既成のオペレーターは少なめ。Airflow からは考え方の切り替えが必要",
        ),
      },
    ],
    verdict: (c) =>
      c.has("ask.backfill") || c.tool("dbt")
        ? bi(
            "Dagster has the edge here, because partitions and models are re-run one by one; Airflow if the team already runs it, since both do what the design needs.",
            "パーティションやモデル単位の再実行が要件のため、Dagster がやや適します。すでに Airflow を運用しているなら Airflow のままで要件は満たせます。",
          )
        : bi(
            "Either does what this design needs; the one the team already runs wins. Not given: which that is.",
            "今回の設計にはどちらも適合します。チームがすでに運用している方を選びます(どちらかは未提示)。",
          ),
  },
  {
    id: "COMPARE-07",
    seed: "000 §モードの選択 (volume > 10K events/sec)",
    names: [same("Flink"), same("Spark")],
    holds: (c) => weighs(c) && both(c, "flink", "spark"),
    sides: () => [
      {
        fits: bi(
          "event by event: results below a second, event time, large keyed state",
          "1 件ずつの処理。1 秒未満の結果、イベント時刻、キー単位の大きな状態",
        ),
        costs: bi("a second engine beside batch", "バッチとは別のエンジンを運用"),
        facts: ["flink_latest"],
      },
      {
        fits: bi(
          "micro-batches of seconds, one engine for batch and stream",
          "秒単位のマイクロバッチ。バッチと同じエンジンで処理",
        ),
        costs: bi(
          "each trigger adds to the latency; state is heavier to keep",
          "トリガー間隔がレイテンシに加わり、状態の保持は重い",
        ),
      },
    ],
    verdict: (c) => flinkOr(c, "spark"),
  },
];

const say = (c: Case, one: Comparison): Line[] => [
  ...one.sides(c).map((side, i) => {
    const of = one.names[i] ?? same("");
    const facts = side.facts ?? [];
    const stop = facts.length > 0 ? bi("", "") : bi(".", "。");
    const text = line(
      "alternative",
      `${of.en}. For it: ${side.fits.en}. Against it: ${side.costs.en}${stop.en}`,
      `${of.ja}。長所: ${side.fits.ja}。短所: ${side.costs.ja}${stop.ja}`,
    );
    return facts.length > 0 ? leaning(c, text, ...facts) : text;
  }),
  line("decision", one.verdict(c).en, one.verdict(c).ja),
];

export const compareRules: RuleSet = {
  name: "compare",
  rank: 0,
  rules: [
    ...comparisons.map((one): Rule => ({
      id: one.id,
      stage: "say",
      seed: one.seed,
      title: bi(
        `${one.names[0].en} or ${one.names[1].en}`,
        `${one.names[0].ja}か${one.names[1].ja}か`,
      ),
      when: bi("the two are weighed against each other", "両者の比較を求めるとき"),
      effect: bi(
        "both sides by the same criteria, and a verdict by the numbers of the request",
        "同じ観点で両方を示し、依頼の数値から結論を出す",
      ),
      holds: (c) => isAnswered(c) && one.holds(c),
      says: (c) => say(c, one),
    })),
  ],
};
