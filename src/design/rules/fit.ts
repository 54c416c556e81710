// Whether a tool or a pattern fits: dbt Core or Cloud, the outbox, medallion layers, Tableflow, what newer releases of Airflow, dbt and
// Flink give to this request. Each leans on dated facts (../facts/), never on a version in a sentence.
import type { Case } from "../case.ts";
import { leaning } from "../facts/leaning.ts";
import { datasetName } from "../layout.ts";
import { bi, line, type Rule, type RuleSet } from "../rule.ts";
import { duration, name, sourceName } from "../words.ts";
import { isBelowMinute, livePath, movesToFlink } from "./evidence.ts";

const seed = "000 §モードの選択";
const design = (c: Case) => c.isDesign;
const isLive = (c: Case) => c.decided.mode === "STREAMING" || c.decided.mode === "HYBRID";
/** Checks beside a dbt project ask nothing of how its models are built. */
const usesDbt = (c: Case) =>
  (c.tool("dbt") !== null && c.decided.recipe !== "quality") || c.decided.recipe === "dbt";
const scheduler = (c: Case) => c.tool("airflow", "dagster", "prefect");
const readers = (c: Case) => Math.max(c.req.sinks.length, c.req.consumers.length);

/** Regions and systems that stand on Google's cloud: Tableflow is not there. */
const isOnGoogle = (c: Case): boolean =>
  c.system("bigquery", "gcs", "pubsub", "spanner") !== null ||
  c.reading.regions.some((one) => /^(?:asia|europe|us|australia|me)-[a-z]+\d$/.test(one));

const rules: readonly Rule[] = [
  {
    id: "FIT-01",
    stage: "say",
    seed: `${seed} (dbt)`,
    title: bi("dbt Core or Cloud: weigh the lock-in", "dbt Core か Cloud か: ロックインを評価する"),
    when: bi("dbt is part of the design", "設計に dbt が含まれるとき"),
    effect: bi(
      "what stays portable, what ties to the vendor, and a verdict by who schedules the runs",
      "持ち運べるもの、ベンダーに縛られるもの、実行主体による結論",
    ),
    holds: (c) => design(c) && usesDbt(c) && !movesToFlink(c),
    says: (c) => {
      const runs = scheduler(c);
      return [
        leaning(
          c,
          line(
            "fit",
            "dbt Core or dbt Cloud: models, tests and macros move between the two, and Core stays open source; jobs, environments, hosted CI and the semantic layer of Cloud do not move",
            "dbt Core と Cloud: モデル・テスト・マクロは相互に移せ、Core はオープンソースのままです。Cloud のジョブ・環境設定・CI・セマンティックレイヤーは移せません",
          ),
          "dbt_licence",
        ),
        runs
          ? line(
              "fit",
              `dbt Core here: ${runs.title} already starts the runs, so Cloud would add a second scheduler and a tie. It would be Cloud only if nobody can run ${runs.title} for dbt.`,
              `今回は dbt Core とします。実行は ${runs.title} が起動するため、Cloud を足すとスケジューラーが二重になり、縛りだけが増えます。${runs.title} で dbt を動かす担当を置けない場合に限り Cloud を検討します。`,
            )
          : line(
              "fit",
              "No orchestrator is named. With one, dbt Core (no tie); without anybody to run one, dbt Cloud, with jobs kept as code and an exit rehearsed once (the same build with Core in CI).",
              "オーケストレーターの指定がありません。あるなら縛りのない dbt Core、運用担当を置けないなら dbt Cloud とし、ジョブ定義をコードで管理して、CI 上の Core で同じビルドが通ることを一度確認しておきます。",
            ),
        leaning(
          c,
          line(
            "fit",
            "The Fusion engine is a preview: for development, not for the scheduled production run",
            "Fusion エンジンはプレビュー段階のため、開発用に留め、本番の定期実行には使いません",
          ),
          "dbt_fusion",
        ),
      ];
    },
  },
  {
    id: "FIT-02",
    stage: "say",
    seed: `${seed} (dbt)`,
    title: bi(
      "Large incremental models run in microbatches",
      "大きな増分モデルはマイクロバッチにする",
    ),
    when: bi(
      "dbt loads incrementally by event time, or more than 100 GB a day",
      "dbt がイベント時刻による増分、または 1 日 100 GB を超えるとき",
    ),
    effect: bi(
      "microbatch by event time: each batch is re-run by itself",
      "イベント時刻によるマイクロバッチとし、1 区切りずつ再実行できるようにする",
    ),
    holds: (c) =>
      design(c) &&
      usesDbt(c) &&
      !c.has("topic.flink") &&
      (c.has("topic.incremental", "topic.event_time") || (c.req.bytesPerDay?.value ?? 0) > 100e9),
    says: (c) => [
      leaning(
        c,
        line(
          "materialization",
          `${datasetName(c).en}: incremental with the microbatch strategy on its event time, one batch a day: a failed or late day is built again alone (--event-time-start, --event-time-end), without is_incremental() logic of one's own`,
          `${datasetName(c).ja} は、イベント時刻による incremental の microbatch (1 日 1 区切り) とします。失敗や遅延のあった日だけを --event-time-start/--event-time-end で作り直せ、独自の is_incremental() 条件は不要です`,
        ),
        "dbt_1_9",
      ),
    ],
    thresholds: (c) =>
      c.req.bytesPerDay && !c.has("topic.incremental", "topic.event_time")
        ? [
            {
              quantity: bi("volume", "データ量"),
              now: null,
              at: bi("100 GB a day or less", "1 日 100 GB 以下"),
              becomes: bi("a full build each time", "毎回の全件構築になる"),
              distance: Math.abs(Math.log(c.req.bytesPerDay.value / 100e9)),
            },
          ]
        : [],
  },
  {
    id: "FIT-03",
    stage: "say",
    seed: `${seed} (dbt)`,
    title: bi("Deleted rows in dbt snapshots", "dbt スナップショットでの削除行の扱い"),
    when: bi(
      "dbt is used and deletions or history matter",
      "dbt を使い、削除や履歴が問題になるとき",
    ),
    effect: bi("hard_deletes of snapshots", "スナップショットの hard_deletes を設定する"),
    holds: (c) =>
      design(c) && usesDbt(c) && !movesToFlink(c) && c.has("capture.deletes", "use.history"),
    says: (c) => [
      leaning(
        c,
        line(
          "dbt",
          "Snapshots set hard_deletes: new_record, so that a row deleted in the source ends its validity instead of staying current for ever",
          "スナップショットには hard_deletes: new_record を設定します。ソースで削除された行の有効期間が閉じられ、現行として残り続けることがなくなります",
        ),
        "dbt_1_9",
      ),
    ],
  },
  {
    id: "FIT-04",
    stage: "say",
    seed: `${seed} (dbt)`,
    title: bi(
      "dbt on Iceberg tables of an outside catalog",
      "外部カタログの Iceberg を dbt で使う",
    ),
    when: bi("dbt works on Iceberg", "dbt で Iceberg を扱うとき"),
    effect: bi("the catalog is declared in catalogs.yml", "カタログを catalogs.yml で宣言する"),
    holds: (c) =>
      design(c) && usesDbt(c) && (c.has("topic.iceberg") || c.system("iceberg") !== null),
    says: (c) => [
      leaning(
        c,
        line(
          "dbt",
          "The Iceberg catalog is declared in catalogs.yml, one entry per environment, and is written by one engine only; --sample keeps development runs small",
          "Iceberg カタログは catalogs.yml に環境ごとに宣言し、書き込むエンジンは 1 つに限ります。開発時の実行は --sample で小さく保ちます",
        ),
        "dbt_1_10",
      ),
    ],
  },
  {
    id: "FIT-05",
    stage: "say",
    seed: "000 §参照マップ (アウトボックス)",
    title: bi("A dual write becomes an outbox", "二重書き込みはアウトボックスにする"),
    when: bi(
      "an application writes its database and a broker, or an outbox is spoken of",
      "アプリケーションが DB とブローカーの両方に書く、またはアウトボックスに触れているとき",
    ),
    effect: bi(
      "one transaction writes row and event; the log carries the event",
      "行とイベントを 1 つのトランザクションで書き、イベントはログから流す",
    ),
    holds: (c) => design(c) && c.has("topic.outbox"),
    says: (c) => {
      const db = name(
        c.req.sources.find((one) => one.kind === "database") ?? c.source(),
        bi("the database", "データベース"),
      );
      const to = name(
        c.req.sinks.find((one) => one.kind === "broker") ?? c.sink(),
        bi("the broker", "ブローカー"),
      );
      return [
        line(
          "source",
          `Outbox table in ${db.en}: (event id, aggregate type, aggregate id, payload, created at), written in the transaction that changes the business row; nothing writes to ${to.en} directly, so a crash between two writes cannot lose or invent an event.`,
          `${db.ja} に outbox テーブル (イベント ID、集約の種類、集約 ID、ペイロード、作成時刻) を置き、業務行を変更するトランザクション内で書きます。${to.ja} への直接の書き込みは行わないため、2 つの書き込みの間で停止してもイベントの欠落や幻のイベントは生じません。`,
        ),
        line(
          "key",
          `The aggregate id is the key in ${to.en} (order per aggregate); the event id is what consumers deduplicate by.`,
          `${to.ja} のキーは集約 ID (順序は集約単位)、利用者側の重複排除はイベント ID で行います。`,
        ),
        line(
          "retention",
          "Outbox rows are deleted after the change log has carried them: the log is the transport, the table stays small.",
          "outbox の行は変更ログに流れた後に削除します。運ぶのはログであり、テーブルは小さいまま保ちます。",
        ),
      ];
    },
  },
  {
    id: "FIT-06",
    stage: "say",
    seed: `${seed} (メダリオンアーキテクチャ)`,
    title: bi("Medallion layers where they earn their keep", "メダリオンは効果のある場合に採る"),
    when: bi("medallion layers are spoken of", "メダリオン構成に触れているとき"),
    effect: bi(
      "fit by sources, readers and latency; adoption by others is no reason",
      "ソース数・利用者・レイテンシで判断する。他社の採用率は理由にしない",
    ),
    holds: (c) => design(c) && c.has("topic.medallion"),
    says: (c) => {
      const latency = c.req.latency;
      const fast = latency !== null && isBelowMinute(latency);
      const sources = c.req.sources.length;
      const fits = sources > 1 || readers(c) > 1 || c.req.history !== null || c.has("topic.dbt");
      return [
        leaning(
          c,
          line(
            "fit",
            "That many others have medallion layers decides nothing here; sources, readers and latency do",
            "採用率の高さは今回の判断材料にせず、ソース・利用者・レイテンシで決めます",
          ),
          "medallion_use",
        ),
        fast && latency
          ? line(
              "fit",
              `Not on the ${duration(latency.value).en} path: three writes in a row do not fit into it. The layers stand on the history side.`,
              `${duration(latency.value).ja}の経路には置きません。3 段の書き込みは間に合わないため、層は履歴側に設けます。`,
            )
          : fits
            ? line(
                "fit",
                `They fit: ${sources > 1 ? `${sources} sources meet in Silver` : readers(c) > 1 ? `${readers(c)} readers share Silver` : "Silver can be rebuilt from Bronze when a rule changes"}; each layer is a boundary with a contract.`,
                `適合します。${sources > 1 ? `${sources} 個のソースを Silver で統合する` : readers(c) > 1 ? `${readers(c)} 個の利用先が Silver を共有する` : "ルールが変わっても Bronze から Silver を作り直せる"}ためです。各層をコントラクトのある境界とします。`,
              )
            : line(
                "fit",
                "All three are made as asked. With one source and one reader Silver is the one that could wait: it earns its keep with the second of either.",
                "依頼どおり 3 層とします。ただしソースも利用先も 1 つのため、Silver は後回しにできます。効果が出るのは 2 つ目のソースまたは利用先が現れてからです。",
              ),
      ];
    },
    thresholds: (c) =>
      c.req.latency === null && c.req.sources.length <= 1 && readers(c) <= 1
        ? [
            {
              quantity: bi("sources or readers", "ソース数・利用先数"),
              now: bi("1", "1"),
              at: bi("2 or more", "2 以上"),
              becomes: bi("a Silver layer of its own", "Silver 層を独立させる"),
              distance: Math.log(2),
            },
          ]
        : [],
  },
  {
    id: "FIT-07",
    stage: "say",
    seed: `${seed} (Tableflow)`,
    title: bi("Tableflow for the cold path", "コールドパスでの Tableflow の適合性"),
    when: bi(
      "Tableflow is spoken of, or a hybrid design writes Kafka topics into Iceberg or Delta Lake",
      "Tableflow に触れている、または HYBRID で Kafka のトピックを Iceberg・Delta Lake に書くとき",
    ),
    effect: bi(
      "fits topics with a schema on Confluent Cloud; else a sink connector",
      "Confluent Cloud 上のスキーマ付きトピックなら適合。それ以外はシンクコネクター",
    ),
    holds: (c) =>
      design(c) &&
      (c.has("topic.tableflow") ||
        (c.decided.mode === "HYBRID" &&
          c.system("kafka") !== null &&
          c.system("iceberg", "delta") !== null)),
    says: (c) => [
      isOnGoogle(c)
        ? leaning(
            c,
            line(
              "fit",
              "Tableflow does not fit as it stands: the request is on Google's cloud, where it is not generally available. A Kafka Connect Iceberg sink writes the same tables",
              "Tableflow は現時点では適合しません。依頼の環境は Google Cloud で、GA の対象外です。同じテーブルは Kafka Connect の Iceberg シンクで書けます",
            ),
            "tableflow",
          )
        : leaning(
            c,
            line(
              "fit",
              `Tableflow fits if ${c.system("kafka") ? "the topics of this Kafka" : "the topics"} are on Confluent Cloud with a registered schema: it writes them to ${name(c.system("iceberg", "delta") ?? c.sink("lake"), bi("Iceberg or Delta Lake", "Iceberg・Delta Lake")).en} without a job of one's own, and what cannot be written goes to its dead-letter queue. On a cluster of one's own: a Kafka Connect Iceberg sink`,
              `トピックが Confluent Cloud にありスキーマ登録済みなら Tableflow が適合します。独自のジョブなしで ${name(c.system("iceberg", "delta") ?? c.sink("lake"), bi("Iceberg or Delta Lake", "Iceberg・Delta Lake")).ja} に書き、失敗したレコードは DLQ に送れます。自前のクラスターなら Kafka Connect の Iceberg シンクを使います`,
            ),
            "tableflow",
          ),
      line(
        "fit",
        "It does not merge corrections by business key and builds no marts: those stay with the batch side.",
        "業務キーによる訂正のマージやマート作成は対象外のため、バッチ側に残します。",
      ),
    ],
  },
  {
    id: "FIT-08",
    stage: "say",
    seed: `${seed} (Airflow)`,
    title: bi(
      "A batch that begins when a message comes needs no polling",
      "メッセージ起点のバッチはポーリング不要",
    ),
    when: bi(
      "a batch reads from Kafka or SQS, or Airflow runs beside a stream",
      "バッチが Kafka・SQS を起点とするとき",
    ),
    effect: bi("event-driven scheduling with AssetWatcher", "AssetWatcher によるイベント駆動"),
    holds: (c) =>
      design(c) &&
      c.decided.mode === "BATCH" &&
      c.req.sources.some((one) => ["kafka", "sqs"].includes(one.id)),
    says: (c) => [
      leaning(
        c,
        line(
          "engine",
          `With Airflow 3 a message in ${sourceName(c.source("broker")).en} starts the run (AssetWatcher); no sensor waits in a worker slot`,
          `Airflow 3 なら ${sourceName(c.source("broker")).ja} のメッセージを起点に実行を開始でき (AssetWatcher)、センサーでワーカーを占有しません`,
        ),
        "airflow_3",
      ),
    ],
  },
  {
    id: "FIT-09",
    stage: "say",
    seed: `${seed} (Airflow)`,
    title: bi(
      "A run ends with the DAG version it began with",
      "実行は開始時の DAG バージョンで完了する",
    ),
    when: bi(
      "Airflow is named and history is rewritten, or a platform is changed",
      "Airflow を使い、履歴の書き換えや移行を行うとき",
    ),
    effect: bi(
      "a deployment during a backfill does not mix two logics; the swap waits for a person",
      "バックフィル中のデプロイでロジックが混ざらない。切り替えは人の承認を待つ",
    ),
    holds: (c) =>
      c.decided.refusal !== "full" &&
      ["design", "operate", "migrate"].includes(c.decided.route) &&
      c.tool("airflow") !== null &&
      (c.has("ask.backfill") || c.decided.route === "migrate"),
    says: (c) => [
      leaning(
        c,
        line(
          c.decided.route === "migrate" ? "validation" : "backfill",
          "In Airflow 3 a run ends with the DAG version it began with, so a deployment in the middle does not mix two logics; before the switch a human-in-the-loop task waits for the yes. Airflow 2 has neither: there the version is a parameter of the run",
          "Airflow 3 では実行が開始時の DAG バージョンで完了するため、途中でデプロイしてもロジックは混ざりません。切り替えの前には Human-in-the-Loop のタスクで承認を待ちます。Airflow 2 にはどちらもないため、バージョンを実行パラメーターとして渡します",
        ),
        "airflow_3",
      ),
    ],
  },
  {
    id: "FIT-10",
    stage: "say",
    seed: `${seed} (Flink)`,
    title: bi("Models in the stream", "ストリーム内でのモデル推論"),
    when: bi(
      "machine learning reads a stream that Flink processes",
      "Flink で処理するストリームを機械学習で使うとき",
    ),
    effect: bi(
      "inference in Flink SQL is weighed against a model service",
      "Flink SQL での推論をモデルサービスと比較する",
    ),
    holds: (c) => design(c) && isLive(c) && c.system("flink") !== null && c.has("use.ml"),
    says: (c) => [
      leaning(
        c,
        line(
          "fit",
          `Inference can run in Flink itself (ML_PREDICT, model.predict(), VECTOR_SEARCH) and then costs no hop before ${name(livePath(c) ?? c.sink(), bi("the sink", "シンク")).en}; a model service stays better where the model is released on its own schedule`,
          `推論は Flink 内でも実行でき (ML_PREDICT、model.predict()、VECTOR_SEARCH)、${name(livePath(c) ?? c.sink(), bi("the sink", "シンク")).ja} までの経路が 1 段減ります。モデルを独自の周期で更新する場合は、別のモデルサービスの方が適します`,
        ),
        "flink_models",
        "flink_search",
      ),
    ],
  },
];

export const fitRules: RuleSet = { name: "fit", rank: 0, rules };
