// stream: events with a latency below a minute. Dead letters, the event contract, and applications that are written to.
import type { Case } from "../case.ts";
import { datasetName } from "../layout.ts";
import { bi, line, type Rule, type RuleSet } from "../rule.ts";
import { duration, sinkName, sourceName } from "../words.ts";

const isLive = (c: Case) =>
  c.isDesign &&
  (c.decided.mode === "STREAMING" || c.decided.mode === "HYBRID" || c.decided.recipe === "stream");

const rules: readonly Rule[] = [
  {
    id: "STREAM-01",
    stage: "say",
    seed: "000 §サブコマンドの振り分け (stream)",
    title: bi(
      "Dead letters have a topic, an owner and a way back",
      "DLQ にはトピック・担当・戻し方を定める",
    ),
    when: bi("events are processed as they come", "イベントを逐次処理するとき"),
    effect: bi(
      "a dead-letter queue with reason and position, replayed by key",
      "理由と位置を持つ DLQ と、キー単位の再投入",
    ),
    holds: isLive,
    says: (c) => [
      line(
        "dlq",
        `Events of ${datasetName(c).en} that fail after 3 tries go to a dead-letter topic with reason, original bytes, partition and offset; the stream goes on. Above 1 % in 5 min it pages the owner.`,
        `${datasetName(c).ja} のうち 3 回失敗したイベントは、理由・元のバイト列・パーティション・オフセットとともに DLQ トピックへ送り、ストリームは止めません。5 分間で 1% を超えたら所有者を呼び出します。`,
      ),
      line(
        "dlq",
        "They are replayed by key after a fix, from a consumer group of their own; kept for 14 days (proposed).",
        "修正後に、専用のコンシューマーグループからキー単位で再投入します。保持は 14 日間 (提案値) です。",
      ),
    ],
  },
  {
    id: "STREAM-02",
    stage: "say",
    seed: "000 §重要な制約",
    title: bi(
      "An event contract says order, retention and evolution",
      "イベントのコントラクトに順序・保持・進化を定める",
    ),
    when: bi("events cross a boundary", "イベントが境界を越えるとき"),
    effect: bi(
      "ordering key, retention window, replay and schema evolution are agreed",
      "順序のキー、保持期間、リプレイ、スキーマ進化を取り決める",
    ),
    holds: isLive,
    says: (c) => [
      line(
        "contract",
        `Event contract of ${datasetName(c).en}: order holds per key (partition key), not across keys; retention window 7 days (proposed) and at least as long as the longest outage to be survived; replay by offset or time; schema evolution backward compatible through a registry.`,
        `${datasetName(c).ja} のイベント契約: 順序はキー (パーティションキー) 単位でのみ保証。保持期間は 7 日 (提案値) とし、想定する最長の停止時間以上にします。リプレイはオフセットまたは時刻指定。スキーマはレジストリで後方互換を保ちます。`,
      ),
    ],
  },
  {
    id: "STREAM-03",
    stage: "say",
    seed: "000 §サブコマンドの振り分け (stream)",
    basis: ["K26"],
    title: bi(
      "A stream into an application is keyed and within its API budget",
      "アプリケーションへの配信はキー付きで API 予算内に収める",
    ),
    when: bi(
      "the sink of a stream is an application",
      "ストリームのシンクが業務アプリケーションのとき",
    ),
    effect: bi(
      "an external key per event, a token bucket, the source upstream of the warehouse",
      "イベントごとの外部キー、トークンバケット、ウェアハウスより上流のソース",
    ),
    holds: (c) => c.isDesign && c.decided.recipe === "stream" && c.sink("saas") !== null,
    says: (c) => [
      line(
        "source",
        `${c.source() ? sourceName(c.source()).en : "The events"}: taken where they arise, upstream of the warehouse.`,
        `${c.source() ? sourceName(c.source()).ja : "イベント"}は、ウェアハウスを経由せず発生元から直接受け取ります。`,
      ),
      line(
        "idempotency",
        `Each write to ${sinkName(c.sink("saas")).en} carries an external ID made of the subject and the triggering event: a replay updates the same record and creates nothing twice.`,
        `${sinkName(c.sink("saas")).ja} への書き込みには、対象と契機のイベントから作る外部 ID を付けます。再処理しても同じレコードの更新になり、二重には作られません。`,
      ),
      line(
        "rate_limit",
        `API budget of ${sinkName(c.sink("saas")).en}: one token bucket at 80 % of the limit (to be read from the contract); beyond it events wait in the topic, oldest first${c.req.latency ? `, and the ${duration(c.req.latency.value).en} target is reported as missed` : ""}.`,
        `${sinkName(c.sink("saas")).ja} の API 予算: 上限 (契約で要確認) の 80% で 1 つのトークンバケットを共有します。超過分はトピックで古い順に待たせ${c.req.latency ? `、${duration(c.req.latency.value).ja}の目標未達として報告し` : ""}ます。`,
      ),
    ],
  },
  {
    id: "STREAM-04",
    stage: "say",
    seed: "000 §サブコマンドの振り分け (stream)",
    basis: ["K33"],
    title: bi(
      "A database is streamed from its log, not by queries",
      "データベースは問い合わせではなくログから流す",
    ),
    when: bi(
      "events are processed as they come and their source is a database",
      "逐次処理のソースがデータベースのとき",
    ),
    effect: bi(
      "change capture or an outbox; what polling would miss",
      "変更データキャプチャまたはアウトボックス。ポーリングで取りこぼすものも示す",
    ),
    holds: (c) =>
      c.isDesign &&
      (c.decided.mode === "STREAMING" || c.decided.mode === "HYBRID") &&
      c.decided.recipe !== "cdc" &&
      c.decided.recipe !== "reverse" &&
      c.source("database") !== null &&
      c.source("broker") === null,
    says: (c) => {
      const from = sourceName(c.source("database"));
      const what = datasetName(c);
      const within = c.req.latency ? duration(c.req.latency.value) : null;
      const broker = c.excludes("kafka") ? bi("a broker", "ブローカー") : bi("Kafka", "Kafka");
      return [
        line(
          "source",
          `${from.en}: its change log (Debezium or the like into ${broker.en}), or an outbox table where an event is more than a changed row. A query that polls${within ? ` every few seconds for ${within.en}` : ""} misses deletes and what changed twice in between, and its load on ${from.en} grows with each reader.`,
          `${from.ja} からは変更ログ (Debezium などで ${broker.ja} へ) を読みます。行の変更より広い意味のイベントが必要なら outbox テーブルを使います。${within ? `${within.ja}のために数秒ごとに` : ""}問い合わせる方式は、削除や間に 2 回起きた変更を取りこぼし、利用者が増えるたびに ${from.ja} の負荷が増えます。`,
        ),
        line(
          "snapshot",
          `What ${what.en} holds already comes first, by one snapshot under a fixed log position; the log goes on from there. Slot, snapshot mode and log retention: revos design cdc "${what.en} from ${from.en} into ${broker.en}${within ? ` within ${within.en}` : ""}".`,
          `${what.ja} の既存データは、ログ位置を固定した 1 回のスナップショットで先に取り込み、そこからログを読み進めます。スロット、スナップショットモード、ログの保持は revos design cdc "${from.ja} の${what.ja}を ${broker.ja} へ${within ? `、${within.ja}以内` : ""}" で設計できます。`,
        ),
      ];
    },
  },
];

export const streamRecipe: RuleSet = { name: "stream", rank: 2, rules };
