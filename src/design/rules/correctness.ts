// Idempotency, quality at three places, quarantine, retries, schema change, lineage: what no design goes without (000 §決して行わないこと).
import type { Case } from "../case.ts";
import { leaning } from "../facts/leaning.ts";
import { datasetName } from "../layout.ts";
import type { Bi } from "../reading.ts";
import { liveTarget } from "./live-reader.ts";
import { bi, line, type Line, type Rule, type RuleSet } from "../rule.ts";
import { sinkName, sourceName } from "../words.ts";

const design = (c: Case) => c.isDesign;
const isLive = (c: Case) => c.decided.mode === "STREAMING" || c.decided.mode === "HYBRID";

/** A stream holds nothing back before it is seen: its books are balanced by the minute, and a gap is an alert. */
const liveSink = (c: Case): Line => {
  const to = liveTarget(c);
  return line(
    "quality",
    `Sink (${to.en}): per partition and 5 min (proposed), events read = written + dead letters + duplicates; a gap alerts its owner, and the history side is compared with the source once a day.`,
    `シンク(${to.ja}): パーティションごとに 5 分単位 (提案値) で、読み取り=書き込み+DLQ+重複を照合し、差異があれば所有者に通知します。履歴側は 1 日 1 回ソースと照合します。`,
  );
};

/** What a row passes on its way, by recipe. */
const path = (c: Case): readonly Bi[] => {
  const [from, to] = [sourceName(c.source()), sinkName(c.req.sinks[0] ?? null)];
  const what = datasetName(c);
  switch (c.decided.recipe) {
    case "reverse":
      return [from, what, bi("mapping", "マッピング"), to];
    case "dbt":
      return [bi("raw tables", "生テーブル"), bi("staging", "staging"), what];
    case "cdc":
      return [from, bi("change topics", "変更トピック"), to];
    default:
      return [from, bi("raw", "生データ"), what, to];
  }
};

const rules: readonly Rule[] = [
  {
    id: "CORRECT-01",
    stage: "say",
    seed: "000 §重要な制約",
    title: bi(
      "Effectively once: at-least-once with an idempotent sink",
      "実質的に一度: at-least-once+冪等なシンク",
    ),
    when: bi("a pipeline is designed", "パイプラインを設計するとき"),
    effect: bi(
      "re-runs change nothing; end-to-end transactions only where justified",
      "再実行しても結果が変わらない。エンドツーエンドのトランザクションは正当な理由がある場合のみ",
    ),
    holds: design,
    says: (c) => [
      isLive(c)
        ? line(
            "idempotency",
            `At-least-once delivery with an idempotent sink: ${liveTarget(c).en} is written by key, so an event that comes twice leaves the same state.`,
            `配信は at-least-once とし、シンクを冪等にします。${liveTarget(c).ja} にはキー指定で書き込むため、同じイベントが 2 回届いても状態は変わりません。`,
          )
        : line(
            "idempotency",
            "Each run replaces its own window (partition overwrite) or upserts by key: the same window run twice gives the same rows. At-least-once delivery with an idempotent sink.",
            "各実行は担当ウィンドウのパーティション上書き、またはキーでの upsert とし、同じウィンドウを 2 回実行しても同じ結果になります(at-least-once+冪等なシンク)。",
          ),
      ...(c.has("topic.exactly_once")
        ? [
            line(
              "idempotency",
              "Exactly once was asked for: end-to-end transactions cost throughput and tie the systems together; effectively once gives the same rows and is preferred unless a reader acts on each delivery.",
              "厳密に一度(exactly-once)の要望については、エンドツーエンドのトランザクションはスループットを下げ、システム間の結合も強めます。配信のたびに外部へ作用する利用者がいない限り、同じ結果になる「実質的に一度」を推奨します。",
            ),
          ]
        : []),
    ],
  },
  {
    id: "CORRECT-02",
    stage: "say",
    seed: "000 §コアコントラクト",
    title: bi("Checks at source, transform and sink", "ソース・変換・シンクでの品質チェック"),
    when: bi("a pipeline is designed", "パイプラインを設計するとき"),
    effect: bi("quality checks at the three boundaries", "3 つの境界で品質チェックを行う"),
    holds: design,
    says: (c) => [
      line(
        "quality",
        `Source${c.source() ? ` (${sourceName(c.source()).en})` : ""}: schema as in the contract, rows within the usual range, newest row fresh.`,
        `ソース${c.source() ? `(${sourceName(c.source()).ja})` : ""}: スキーマがコントラクトどおりか、件数が通常の範囲か、最新行が新しいか。`,
      ),
      line(
        "quality",
        "Transform: keys not null and unique, values within their domain, references found, rows in = rows out + those accounted for.",
        "変換: キーが非 NULL かつ一意か、値が定義域内か、参照先が存在するか、入出力の件数が説明できるか。",
      ),
      isLive(c)
        ? liveSink(c)
        : line(
            "quality",
            `Sink${c.sink() ? ` (${sinkName(c.sink()).en})` : ""}: counts and sums agree with the source before readers see the new data.`,
            `シンク${c.sink() ? `(${sinkName(c.sink()).ja})` : ""}: 利用者に公開する前に、件数と合計がソースと一致するか。`,
          ),
    ],
  },
  {
    id: "CORRECT-03",
    stage: "say",
    seed: "001 §重要なルール 2",
    title: bi("Invalid records are isolated", "無効なレコードは隔離する"),
    when: bi("a pipeline is designed", "パイプラインを設計するとき"),
    effect: bi(
      "quarantine with reason, original, contract version and lineage reference",
      "理由・元の値・コントラクトのバージョン・リネージ参照とともに隔離する",
    ),
    holds: design,
    says: (c) => [
      line(
        "quarantine",
        `An invalid record of ${datasetName(c).en} is held apart with its reason, its original, the contract version and its lineage reference; ${isLive(c) ? "above 5 % within 5 min (proposed) the write to the sink stops with its offsets kept, because then the producer has changed and not a row" : "above 5 % of a run nothing is published"}.`,
        `${datasetName(c).ja} の無効なレコードは、理由・元の値・コントラクトのバージョン・リネージ参照とともに隔離します。${isLive(c) ? "5 分間 (提案値) で 5% を超えたら、個々の行ではなく生産側の変更とみなし、オフセットを保持したままシンクへの書き込みを止めます" : "1 回の実行で 5% を超えたら公開を保留します"}。`,
      ),
      line(
        "quarantine",
        "It is replayed after a fix, or waived by name with a date; nobody deletes it unseen.",
        "修正後にリプレイするか、期限を定めて記名で例外とします。無審査で削除はしません。",
      ),
    ],
  },
  {
    id: "CORRECT-04",
    stage: "say",
    seed: "000 §決して行わないこと",
    title: bi("Retries are bounded", "再試行には上限がある"),
    when: bi("a pipeline is designed", "パイプラインを設計するとき"),
    effect: bi(
      "bounded backoff per stage, from the last checkpoint",
      "ステージ単位で、最後のチェックポイントから上限付きで再試行する",
    ),
    holds: design,
    says: () => [
      line(
        "retry",
        "Per stage, from its last checkpoint: up to 5 tries with doubling waits (10 s to 5 min), temporary errors only; then the run fails and the owner is told.",
        "ステージ単位で最後のチェックポイントから、一時的なエラーに限り待ち時間を倍々に(10 秒〜5 分)延ばして最大 5 回再試行します。その後は失敗とし、所有者に通知します。",
      ),
    ],
  },
  {
    id: "CORRECT-05",
    stage: "say",
    seed: "000 §重要な制約",
    title: bi("Schema evolution by versions", "スキーマ進化はバージョンで管理する"),
    when: bi("a pipeline is designed", "パイプラインを設計するとき"),
    effect: bi(
      "additive is minor, everything else major and announced",
      "追加はマイナー、それ以外はメジャーとし告知する",
    ),
    holds: design,
    says: () => [
      line(
        "schema_evolution",
        "Contracts are versioned: a new nullable column is a minor version and flows; a removed, renamed or retyped column is a major one, announced, with both versions served until readers have moved.",
        "コントラクトをバージョン管理します。NULL 許容列の追加はマイナー変更として通し、削除・改名・型変更はメジャー変更として事前に告知し、利用者の移行が済むまで新旧を併存させます。",
      ),
    ],
  },
  {
    id: "CORRECT-06",
    stage: "say",
    seed: "000 §コアコントラクト",
    title: bi("Schema drift is detected", "スキーマドリフトを検出する"),
    when: bi("a pipeline is designed", "パイプラインを設計するとき"),
    effect: bi(
      "each read is compared with the contract; drift frequency is measured",
      "読み取りのたびにコントラクトと比べ、発生頻度を測る",
    ),
    holds: design,
    says: (c) => [
      leaning(
        c,
        line(
          "schema_drift",
          `Each read compares ${sourceName(c.source()).en} with the contract: drift holds the load of that dataset and tells the owner. Its frequency is a metric, because each point more brings 27 % more incidents`,
          `読み取りのたびに ${sourceName(c.source()).ja} のスキーマをコントラクトと比較し、差異があれば該当データセットのロードを保留して所有者に知らせます。頻度が 1 ポイント上がるごとにインシデントが 27% 増えるとされるため、発生頻度も指標とします`,
        ),
        "drift_incidents",
      ),
      ...(c.reading.personalData === "none"
        ? []
        : [
            line(
              "schema_drift",
              "A new column is checked for personal data before it flows.",
              "新しい列は、流す前に個人情報かどうかを確認します。",
            ),
          ]),
    ],
  },
  {
    id: "CORRECT-07",
    stage: "say",
    seed: "000 §常に行うこと",
    title: bi("Lineage is recorded", "リネージを記録する"),
    when: bi("a pipeline is designed", "パイプラインを設計するとき"),
    effect: bi(
      "from source record through transformation to output",
      "ソースのレコードから変換、出力まで追跡できるようにする",
    ),
    holds: design,
    says: (c) => [
      line(
        "lineage",
        `Each row carries run and source position; each run emits OpenLineage events (${path(c)
          .map((one) => one.en)
          .join(" -> ")}).`,
        `各行に実行 ID とソースの位置を持たせ、実行ごとに OpenLineage イベントを送ります(${path(c)
          .map((one) => one.ja)
          .join(" → ")})。`,
      ),
    ],
  },
];

export const correctnessRules: RuleSet = { name: "correctness", rank: 0, rules };
