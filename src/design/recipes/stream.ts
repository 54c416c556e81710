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
];

export const streamRecipe: RuleSet = { name: "stream", rank: 2, rules };
