// BATCH, STREAMING or HYBRID, by the order of evidence that golden K06 settles: what the source can give, both needs at once, a
// number, a daily or weekly reading, who reads it, words, and else nothing firm. Words never outweigh numbers.
import type { Case } from "../case.ts";
import {
  exportOnly,
  historyPath,
  isContinuous,
  isFast,
  isWeighingModes,
  latencyBorder,
  limitedSource,
  stated,
  wantsBoth,
  isHistorySink,
} from "./evidence.ts";
import { bi, line, type Rule, type RuleSet, type Threshold } from "../rule.ts";
import { duration, name, names, sourceName } from "../words.ts";

const onlyWhere = (c: Case) =>
  c.decided.route !== "menu" && c.decided.route !== "redirect" && c.decided.refusal !== "full";

/** A pipeline is to be designed; checks on data that is there have no mode of their own. */
const isDesigned = (c: Case) => c.decided.route === "design" && c.decided.recipe !== "quality";

function latencyThreshold(c: Case): Threshold[] {
  const one = stated(c);
  const fast = isFast(c);
  return [
    {
      quantity: bi("latency", "レイテンシ"),
      now: one ? duration(one.value) : null,
      at: fast ? bi("60 s or more", "60 秒以上") : bi("below 60 s", "60 秒未満"),
      becomes: fast ? bi("BATCH", "BATCH になる") : bi("STREAMING", "STREAMING になる"),
      distance: one
        ? Math.abs(Math.log(Math.max(one.value, 0.001) / latencyBorder))
        : Number.MAX_VALUE,
    },
  ];
}

const rules: readonly Rule[] = [
  {
    id: "MODE-01",
    stage: "mode",
    seed: "000 §モードの選択",
    basis: ["K06"],
    title: bi(
      "A source that only exports, or that limits requests, is read in batches",
      "エクスポートのみ・呼び出し制限のあるソースはバッチで読む",
    ),
    when: bi(
      "the source is available by export only or limits its requests",
      "ソースがエクスポートのみ、または呼び出し回数に制限があるとき",
    ),
    effect: bi(
      "BATCH; a stricter target is named as one that cannot be met",
      "BATCH。それより厳しい目標は満たせないと明示する",
    ),
    holds: (c) => onlyWhere(c) && (exportOnly(c) || limitedSource(c)),
    because: (c) =>
      exportOnly(c)
        ? bi("the source is available by export only", "ソースがエクスポートでしか提供されないため")
        : bi(
            `the source limits its requests${c.req.updateInterval ? ` and is read every ${duration(c.req.updateInterval.value).en}` : ""}`,
            `ソースに呼び出し制限が${c.req.updateInterval ? `あり、${duration(c.req.updateInterval.value).ja}ごとに読むため` : "あるため"}`,
          ),
    gives: () => ({ mode: "BATCH" }),
    says: (c) => {
      const latency = c.req.latency;
      const every = c.req.updateInterval;
      if (!latency || !every || latency.value >= every.value) return [];
      const [want, can] = [duration(latency.value), duration(every.value)];
      return [
        line(
          "limit",
          `${want.en} cannot be met: the source gives data every ${can.en}, so what is shown can be up to ${can.en} old, plus the load.`,
          `${want.ja}以内は満たせません。ソースの提供が ${can.ja}ごとのため、表示されるデータは最大 ${can.ja}(+ロード時間)古くなります。`,
        ),
        line(
          "alternative",
          `Another way into ${sourceName(c.source()).en} (change capture, an API, events), or a target of ${can.en} plus the load.`,
          `${sourceName(c.source()).ja} への別の接続手段(変更キャプチャ、API、イベント)を用意するか、目標を「${can.ja}+ロード時間」に緩和します。`,
        ),
      ];
    },
  },
  {
    id: "MODE-02",
    stage: "mode",
    seed: "000 §モードの選択",
    basis: ["K06"],
    title: bi(
      "Real-time output and warehouse history together are hybrid",
      "リアルタイム出力とウェアハウスの履歴の両方は HYBRID",
    ),
    when: bi(
      "one reader needs data below 1 minute (or an online store is fed) and another needs history of warehouse quality",
      "1 分未満で必要な利用先(またはオンラインストア)と、ウェアハウス品質の履歴が必要な利用先の両方があるとき",
    ),
    effect: bi(
      "HYBRID: a hot path and a cold path, with checkpoints apart",
      "HYBRID。ホットパスとコールドパスに分け、チェックポイントも分離する",
    ),
    holds: (c) => onlyWhere(c) && wantsBoth(c),
    because: (c) => {
      const fast = c.req.latency;
      const live = names(
        c.req.sinks.filter((one) => !isHistorySink(one)),
        bi("the live reader", "リアルタイムの利用先"),
      );
      const past = name(historyPath(c), bi("the warehouse", "ウェアハウス"));
      const speed = fast ? duration(fast.value) : null;
      return bi(
        `${live.en} needs ${speed ? `data within ${speed.en}` : "fresh data"} and ${past.en} needs history of warehouse quality`,
        `${live.ja}には${speed ? `${speed.ja}以内の反映` : "新しいデータ"}が、${past.ja}にはウェアハウス品質の履歴が必要なため`,
      );
    },
    gives: (c) => ({ mode: "HYBRID", provisional: stated(c) === null }),
    thresholds: latencyThreshold,
  },
  {
    id: "MODE-03",
    stage: "mode",
    seed: "000 §モードの選択",
    basis: ["K05"],
    title: bi("Below 60 s streams", "60 秒未満は STREAMING"),
    when: bi(
      "the stated latency, freshness or interval is below 60 s",
      "示されたレイテンシ・鮮度・間隔が 60 秒未満のとき",
    ),
    effect: bi("STREAMING", "STREAMING"),
    holds: (c) => onlyWhere(c) && isFast(c),
    because: (c) => {
      const shown = duration(stated(c)?.value ?? 0);
      return bi(
        `the stated ${shown.en} is below 1 minute`,
        `示された ${shown.ja}は 1 分未満のため`,
      );
    },
    gives: () => ({ mode: "STREAMING" }),
    thresholds: latencyThreshold,
  },
  {
    id: "MODE-04",
    stage: "mode",
    seed: "000 §モードの選択",
    basis: ["K05"],
    title: bi("60 s and more is batch", "60 秒以上は BATCH"),
    when: bi(
      "the stated latency, freshness or interval is 60 s or more",
      "示されたレイテンシ・鮮度・間隔が 60 秒以上のとき",
    ),
    effect: bi("BATCH", "BATCH"),
    holds: (c) =>
      onlyWhere(c) && stated(c) !== null && (stated(c)?.value ?? 0) < 86_400 && !isContinuous(c),
    because: (c) => {
      const shown = duration(stated(c)?.value ?? 0);
      return bi(
        `the stated ${shown.en} is not below 1 minute`,
        `示された ${shown.ja}は 1 分未満ではないため`,
      );
    },
    gives: () => ({ mode: "BATCH" }),
    thresholds: latencyThreshold,
  },
  {
    id: "MODE-05",
    stage: "mode",
    seed: "000 §モードの選択 (日次または週次のレポート)",
    basis: ["K06"],
    title: bi("Daily or weekly reading is batch", "日次・週次の利用は BATCH"),
    when: bi(
      "data is read or loaded daily, weekly or monthly",
      "日次・週次・月次で読む、またはロードするとき",
    ),
    effect: bi("BATCH", "BATCH"),
    holds: (c) => onlyWhere(c) && stated(c) !== null && (stated(c)?.value ?? 0) >= 86_400,
    because: (c) => {
      const shown = duration(stated(c)?.value ?? 0);
      return bi(
        c.req.updateInterval?.value === 86_400
          ? "the load is daily"
          : `data is needed every ${shown.en}`,
        c.req.updateInterval?.value === 86_400
          ? "ロードが日次であるため"
          : `${shown.ja}ごとに必要なデータであるため`,
      );
    },
    gives: () => ({ mode: "BATCH" }),
    thresholds: latencyThreshold,
  },
  {
    id: "MODE-06",
    stage: "mode",
    seed: "000 §モードの選択",
    basis: ["K21"],
    title: bi(
      "A model that moves to Flink runs continuously",
      "Flink に移すモデルは連続実行になる",
    ),
    when: bi(
      "dbt models are to run on Flink and no latency is given",
      "dbt モデルを Flink で動かし、レイテンシの指定がないとき",
    ),
    effect: bi("STREAMING, provisional", "STREAMING(暫定)"),
    holds: (c) => onlyWhere(c) && isContinuous(c),
    because: () =>
      bi(
        "Flink runs a model continuously, whatever it was before",
        "Flink 上のモデルは連続実行になるため",
      ),
    gives: () => ({ mode: "STREAMING", provisional: true }),
    thresholds: latencyThreshold,
  },
  {
    id: "MODE-07",
    stage: "mode",
    seed: "000 §モードの選択",
    basis: ["K06"],
    title: bi(
      "Compliance and finance readers without a number are batch",
      "数値のない監査・財務向けは BATCH",
    ),
    when: bi(
      "finance, audit or regulators read it and no number is given",
      "財務・監査・規制当局が読み、数値がないとき",
    ),
    effect: bi("BATCH, provisional; the mode is asked", "BATCH(暫定)。モードを確認する"),
    holds: (c) => onlyWhere(c) && c.has("use.compliance") && isDesigned(c),
    because: () =>
      bi(
        "finance or compliance reads it: completeness counts before speed",
        "財務・コンプライアンスの利用では、速さより完全性が優先されるため",
      ),
    gives: () => ({ mode: "BATCH", provisional: true }),
    thresholds: latencyThreshold,
  },
  {
    id: "MODE-08",
    stage: "mode",
    seed: "000 §モードの選択",
    basis: ["K06", "K07"],
    title: bi(
      "Scheduled analytics in words alone is batch, provisionally",
      "定期的な分析という語だけなら BATCH(暫定)",
    ),
    when: bi(
      "no number, and the words speak of scheduled analytics, reports or complex warehouse transformation",
      "数値がなく、定期的な分析・レポート・複雑なウェアハウス変換に触れているとき",
    ),
    effect: bi("BATCH, provisional; the mode is asked", "BATCH(暫定)。モードを確認する"),
    holds: (c) =>
      onlyWhere(c) &&
      isDesigned(c) &&
      c.has("word.scheduled", "word.complex_transform", "word.batch") &&
      !c.has("word.realtime", "word.continuous", "use.operational") &&
      !isWeighingModes(c),
    because: () =>
      bi(
        "the words describe scheduled analytics; no number is given",
        "定期的な分析を述べているが、数値が示されていないため",
      ),
    gives: () => ({ mode: "BATCH", provisional: true }),
    thresholds: latencyThreshold,
  },
  {
    id: "MODE-09",
    stage: "mode",
    seed: "000 §モードの選択",
    basis: ["K06", "K07"],
    title: bi(
      "Continuous events in words alone stream, provisionally",
      "連続イベントという語だけなら STREAMING(暫定)",
    ),
    when: bi(
      "no number, and the words speak of continuous events or an operational projection",
      "数値がなく、継続的なイベントや業務用の投影に触れているとき",
    ),
    effect: bi("STREAMING, provisional; the mode is asked", "STREAMING(暫定)。モードを確認する"),
    holds: (c) =>
      onlyWhere(c) &&
      isDesigned(c) &&
      (c.has("word.continuous", "use.operational", "capture.cdc") ||
        (c.source("broker") !== null && c.has("word.events", "word.stream"))) &&
      !c.has("word.scheduled", "word.batch") &&
      !isWeighingModes(c),
    because: () =>
      bi(
        "the words describe continuous events; no number is given",
        "継続的なイベントを述べているが、数値が示されていないため",
      ),
    gives: () => ({ mode: "STREAMING", provisional: true }),
    thresholds: latencyThreshold,
  },
  {
    id: "MODE-10",
    stage: "mode",
    seed: "000 §事前に確認すること",
    basis: ["K06", "K07", "K23"],
    title: bi("Without evidence the mode stays undecided", "根拠がなければモードは決めない"),
    when: bi(
      "nothing in the request speaks for batch or streaming",
      "バッチとストリーミングのどちらの根拠もないとき",
    ),
    effect: bi(
      "UNDECIDED; the mode is asked and nothing firm is said",
      "UNDECIDED。確認するまで断定しない",
    ),
    holds: (c) => onlyWhere(c) && isDesigned(c),
    because: () =>
      bi(
        "no latency, schedule or use is given that would decide it",
        "決め手となるレイテンシ、スケジュール、用途が示されていないため",
      ),
    gives: () => ({ mode: "UNDECIDED", provisional: true }),
    thresholds: latencyThreshold,
  },
];

export const modeRules: RuleSet = { name: "mode", rank: 0, rules };
