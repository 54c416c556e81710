// What every design says of its shape: the mode with reasons, direction, the six stages, how it scales, what is assumed.
import { liveTarget } from "./live-reader.ts";
import { stageLines } from "./stages.ts";
import { wayOf } from "../layout.ts";
import type { Case } from "../case.ts";
import type { Missing } from "../requirement.ts";
import type { Bi } from "../reading.ts";
import { bi, line, type Line, type Rule, type RuleSet } from "../rule.ts";
import { bytes, count, duration, list, name, names, rate, sinkName, sourceName } from "../words.ts";
import { isBelowMinute, isWeighingModes, historyPath, stated } from "./evidence.ts";

const design = (c: Case) => c.isDesign;

const missingWords: Readonly<Record<Missing, Bi>> = {
  source: bi("sources", "ソース"),
  sink: bi("sinks", "シンク"),
  latency: bi("latency", "レイテンシ"),
  volume: bi("volume", "データ量"),
  correctness: bi("correctness (loss, duplicates, order)", "正確性(欠落・重複・順序)"),
  consumers: bi("consumers", "利用者"),
  personal_data: bi("personal data", "個人情報の有無"),
  replay: bi("how far back a replay must reach", "リプレイに必要な遡り期間"),
  owner: bi("owner", "責任者"),
};

export function volumeWords(c: Case): Bi | null {
  const { eventsPerSecond, eventBytes, bytesPerDay, bytesTotal } = c.req;
  if (eventsPerSecond !== null && eventBytes !== null && bytesPerDay) {
    const r = rate(eventsPerSecond);
    return bi(
      `${r.en} x ${count(eventBytes)} B = ${bytes(bytesPerDay.value)} a day`,
      `${r.ja} × ${count(eventBytes)} B = 1 日 ${bytes(bytesPerDay.value)}`,
    );
  }
  if (eventsPerSecond !== null) return rate(eventsPerSecond);
  if (bytesPerDay)
    return bi(`${bytes(bytesPerDay.value)} a day`, `1 日 ${bytes(bytesPerDay.value)}`);
  return bytesTotal === null
    ? null
    : bi(`${bytes(bytesTotal)} at a time`, `1 回 ${bytes(bytesTotal)}`);
}

function modeLines(c: Case): Line[] {
  const { mode } = c.decided;
  if (mode === null) return [];
  if (mode === "UNDECIDED")
    return [
      line(
        "mode",
        "UNDECIDED: nothing in the request speaks for batch or for streaming. What follows holds for either.",
        "未決(UNDECIDED): バッチかストリーミングかの根拠が依頼にありません。以下はどちらでも成り立つ内容です。",
      ),
    ];
  const one = stated(c);
  const shown = one ? duration(one.value) : null;
  const volume = volumeWords(c);
  const byLatency = c.held("MODE-01")
    ? bi(
        "the source cannot give data faster than that",
        "ソースがそれより速くデータを提供できないため",
      )
    : one && shown
      ? isBelowMinute(one)
        ? bi(`${shown.en} is below 1 minute`, `${shown.ja}は 1 分未満のため`)
        : bi(
            one.value >= 86_400
              ? one.value === 86_400
                ? "the load is daily"
                : `data is read every ${shown.en}`
              : `${shown.en} is not below 1 minute`,
            one.value >= 86_400
              ? one.value === 86_400
                ? "ロードは日次で足りるため"
                : `${shown.ja}ごとの利用で足りるため`
              : `${shown.ja}は 1 分未満ではないため`,
          )
      : bi("no number is given, so this is provisional", "数値がないため暫定");
  const isCapture = mode === "BATCH" && c.decided.recipe === "cdc";
  const cost = isCapture
    ? bi(
        "one connector runs all day, everything after it only during its runs",
        "コネクター 1 つだけが常時稼働し、以降の計算資源は実行中だけ使う",
      )
    : mode === "BATCH"
      ? bi("compute runs only during the load", "計算資源はロード中だけ使う")
      : bi(
          "brokers and workers run all day, which the latency has to be worth",
          "ブローカーとワーカーが常時稼働するため、その費用に見合うレイテンシ要件であることが前提",
        );
  const complexity =
    mode === "HYBRID"
      ? bi(
          "two paths are kept in step by one contract and one raw log",
          "2 つの経路を 1 つのコントラクトと 1 つの生ログで揃える",
        )
      : isCapture
        ? bi(
            "the log is followed continuously, and its readers work in windows of log positions",
            "ログは常時追い、利用側はログ位置の範囲を単位に処理する",
          )
        : mode === "BATCH"
          ? bi(
              "one window, one checkpoint, one way to re-run",
              "ウィンドウ・チェックポイント・再実行の経路がそれぞれ 1 つで済む",
            )
          : bi(
              "order, late events and state have to be handled while running",
              "順序・遅延イベント・状態を稼働中に扱う必要がある",
            );
  return [
    line(
      "mode",
      `${mode}${c.decided.provisional && one === null ? " (provisional)" : ""}. Latency: ${byLatency.en}.`,
      `${mode}${c.decided.provisional && one === null ? "(暫定)" : ""}。レイテンシの観点: ${byLatency.ja}。`,
    ),
    line(
      "mode",
      `Volume: ${volume?.en ?? "not given"}. Complexity: ${complexity.en}. Cost: ${cost.en}.`,
      `データ量: ${volume?.ja ?? "指定なし"}。複雑さ: ${complexity.ja}。コスト: ${cost.ja}。`,
    ),
  ];
}

/** The pace is that of what arrives, not of who reads: `the data arrives once a day as a file drop`. */
const isSourcePace = (c: Case): boolean =>
  c.req.latency === null &&
  (c.req.updateInterval?.value ?? 0) >= 3600 &&
  /\b(?:arrives?|comes? in|is delivered|are delivered|delivers?|drops?|dropped|sends?|sent|exports?|exported|updated?|publishes|published|gives? us|we (?:get|receive))\b[^.;]{0,30}\b(?:once|only|daily|nightly|hourly|weekly|every|each|a day|at night)\b|(?:1 日|一日|日に|週に|毎[日晩週]|夜間)[^。]{0,10}(?:届|送られ|渡され|提供され|出力され|配信され|置かれ|受領)|(?:届く|送られる|提供される|出力される|置かれる|更新される)のは[^。]{0,10}(?:1 日|日に|毎|夜|週)/iu.test(
    c.reading.text,
  );

const wordClash = (c: Case): Line[] => {
  const one = stated(c);
  if (!one || isWeighingModes(c)) return [];
  const shown = duration(one.value);
  if (c.has("word.batch") && isBelowMinute(one) && c.decided.mode !== "BATCH")
    return [
      line(
        "warning",
        `It is called batch, but ${shown.en} is asked for: the number decides, not the name.`,
        `「バッチ」と呼ばれていますが、要件は ${shown.ja}です。名称ではなく数値で判断しました。`,
      ),
    ];
  if (c.has("word.realtime", "word.stream") && isSourcePace(c) && c.decided.mode === "BATCH")
    return [
      line(
        "limit",
        `Real time cannot be met: the source gives its data ${one.value === 86_400 ? "once a day" : `every ${shown.en}`}, so what is shown can be up to ${shown.en} old, plus the load, whatever stands behind it.`,
        `リアルタイムは満たせません。ソースがデータを渡すのは ${shown.ja}に 1 回のため、後段の構成にかかわらず、表示されるデータは最大 ${shown.ja} (+ロード時間) 古くなります。`,
      ),
      line(
        "alternative",
        `Either another way into the data of ${sourceName(c.source()).en} (change capture, an API, events, more frequent files), or a target of ${shown.en} plus the load with the time of the last file on the screen.`,
        `${sourceName(c.source()).ja} のデータを得る別の手段 (変更キャプチャ、API、イベント、ファイルの頻度を上げる) を用意するか、目標を「${shown.ja}+ロード時間」とし、画面に最終受領時刻を表示します。`,
      ),
    ];
  if (c.has("word.realtime", "word.stream") && !isBelowMinute(one) && c.decided.mode === "BATCH")
    return [
      line(
        "warning",
        `The words say real time or streaming, but ${shown.en} is asked for: the number decides.`,
        `「リアルタイム」「ストリーミング」という語がありますが、要件は ${shown.ja}です。数値で判断しました。`,
      ),
    ];
  return [];
};

const isPlainInsert = (text: string): boolean =>
  /\binsert\s+into\b[\s\S]{0,4000}?\bselect\b/i.test(text) &&
  !/\bon\s+conflict\b|\bon\s+duplicate\b|\boverwrite\b|\bmerge\s+into\b|\bdelete\s+from\b|\btruncate\b/i.test(
    text,
  );

/** By way of a warehouse: two pipelines that meet in it, the second starting where the first has published. */
function firstHalf(c: Case): Line[] {
  const [from, to, on] = [
    names(c.req.upstream, sourceName(null)),
    sourceName(c.source()),
    sinkName(c.sink()),
  ];
  return c.req.upstream.length === 0
    ? []
    : [
        line(
          "direction",
          `Two halves that meet in ${to.en}: ${from.en} is loaded into it first (elt: raw, then a tested mart), and the sync to ${on.en} starts when that mart has passed its tests. Each half has a contract and a checkpoint of its own.`,
          `${to.ja} を境に 2 本に分けます。前半は ${from.ja} を ${to.ja} に取り込み (elt: 生データ、続いてテスト済みのマート)、後半の ${on.ja} への同期はマートのテスト合格後に始めます。コントラクトとチェックポイントはそれぞれ別に持たせます。`,
        ),
      ];
}

const rules: readonly Rule[] = [
  {
    id: "SHAPE-01",
    stage: "say",
    seed: "000 §出力要件",
    title: bi("The mode is stated with its reasons", "モードは選定理由とともに示す"),
    when: bi("a pipeline is designed", "パイプラインを設計するとき"),
    effect: bi(
      "mode with reasons from latency, volume, complexity and cost",
      "レイテンシ・データ量・複雑さ・コストの観点からの理由を添える",
    ),
    holds: design,
    says: (c) => [...modeLines(c), ...wordClash(c)],
  },
  {
    id: "SHAPE-02",
    stage: "say",
    seed: "001 §モード：設計 4",
    title: bi("Six stages", "6 つのステージ"),
    when: bi("a pipeline is designed", "パイプラインを設計するとき"),
    effect: bi(
      "ingest, validate, normalize, transform, publish, monitor; deployed and re-run apart",
      "取り込み・検証・正規化・変換・公開・監視を、独立してデプロイ・再実行できるように分ける",
    ),
    holds: design,
    says: stageLines,
  },
  {
    id: "SHAPE-03",
    stage: "say",
    seed: "001 §モード：設計 1",
    title: bi("What is not said is listed, not invented", "示されていない事項は推測せず列挙する"),
    when: bi("something of the FRAME list is missing", "FRAME の必須項目に不足があるとき"),
    effect: bi("it is listed as missing", "不足として列挙する"),
    holds: (c) => design(c) && c.req.missing.length > 0,
    says: (c) => {
      const missing = list(c.req.missing.map((one) => missingWords[one].en)).en;
      return [
        line(
          "assumption",
          `Not given: ${missing}. Nothing is assumed for them beyond what is marked as proposed.`,
          `指定のない項目: ${c.req.missing.map((one) => missingWords[one].ja).join("、")}。提案値と明記したもの以外、仮定は置いていません。`,
        ),
      ];
    },
  },
  {
    id: "SHAPE-04",
    stage: "say",
    seed: "000 §サブコマンドの振り分け",
    title: bi("The direction of movement is stated", "データの向きを明示する"),
    when: bi("a source and a sink are known", "ソースとシンクが分かるとき"),
    effect: bi("direction", "向きを示す"),
    holds: (c) => design(c) && c.req.sources.length > 0 && c.req.sinks.length > 0,
    says: (c) => {
      const way = wayOf(c);
      const kind =
        c.decided.recipe === "reverse"
          ? bi("warehouse to application", "ウェアハウスから業務アプリケーションへ")
          : c.req.sinks.every((one) => one.kind === "warehouse" || one.kind === "lake")
            ? bi("source to warehouse", "ソースからウェアハウスへ")
            : c.req.sinks.length > 1
              ? bi("source to several sinks", "ソースから複数のシンクへ")
              : bi("source to sink", "ソースからシンクへ");
      return [
        line("direction", `${kind.en}: ${way.en}.`, `${kind.ja}: ${way.ja}。`),
        ...firstHalf(c),
      ];
    },
  },
  {
    id: "SHAPE-05",
    stage: "say",
    seed: "000 §モードの選択 (HYBRID)",
    title: bi("Two paths from one log", "1 つのログから 2 つの経路"),
    when: bi("the mode is hybrid", "モードが HYBRID のとき"),
    effect: bi(
      "a hot path and a cold path, apart in checkpoints and staging",
      "ホットパスとコールドパスを、チェックポイントとステージングを分けて構成する",
    ),
    holds: (c) => design(c) && c.decided.mode === "HYBRID",
    says: (c) => {
      const live = liveTarget(c);
      const past = name(historyPath(c), bi("the warehouse", "ウェアハウス"));
      const fast = c.req.latency ? duration(c.req.latency.value) : null;
      return [
        line(
          "hybrid_paths",
          `Hot path: ${sourceName(c.source()).en} -> stream -> ${live.en}${fast ? `, within ${fast.en}` : ""}.`,
          `ホットパス: ${sourceName(c.source()).ja} → ストリーム → ${live.ja}${fast ? `(${fast.ja}以内)` : ""}。`,
        ),
        line(
          "hybrid_paths",
          `Cold path: the same raw log -> batch / dbt -> ${past.en}; it is the history that corrections and backfills are made in.`,
          `コールドパス: 同じ生ログ → バッチ/dbt → ${past.ja}。訂正やバックフィルはこちらの履歴で行います。`,
        ),
      ];
    },
  },
  {
    id: "SHAPE-06",
    stage: "say",
    seed: "001 §重要なルール 1",
    title: bi("Two directions are two pipelines", "双方向は 2 本のパイプライン"),
    when: bi("data is to go both ways", "双方向の同期を求めるとき"),
    effect: bi(
      "a warning; one owner per field, or the two overwrite each other",
      "警告する。項目ごとに正となる側を決めないと、互いに上書きし合う",
    ),
    holds: (c) => design(c) && c.has("topic.bidirectional"),
    says: () => [
      line(
        "warning",
        "Both ways are two pipelines, each with its contract and checkpoint. For every field one side is the owner and the other only reads; a change that came from the other side is not sent back (origin and version on each row).",
        "双方向の同期は 2 本のパイプラインとして設計し、コントラクトとチェックポイントを別々に持たせます。項目ごとに正となる側を 1 つ決め、相手側から届いた変更は送り返さないよう、行に発生元とバージョンを持たせます。",
      ),
    ],
  },
  {
    id: "SHAPE-07",
    stage: "say",
    seed: "001 §モード：設計 1",
    title: bi("Readers are named as readers", "下流の利用者を示す"),
    when: bi("the request names who reads", "利用者が示されているとき"),
    effect: bi(
      "they read from the sink and are registered with its contract; none of them is a sink",
      "シンクから読む側としてコントラクトに登録し、シンクとは扱わない",
    ),
    holds: (c) => design(c) && c.req.consumers.length > 0,
    says: (c) => {
      const [who, to] = [
        list(c.req.consumers.map((one) => one.name)),
        names(c.req.sinks, sinkName(null)),
      ];
      return [
        line(
          "direction",
          `Read from ${to.en} by: ${who.en}. Each is registered as a consumer of its contract, with the columns and the freshness it relies on.`,
          `${to.ja} の利用者: ${who.ja}。依存する列と鮮度とともに、コントラクトの消費者として登録します。`,
        ),
      ];
    },
  },
  {
    id: "SHAPE-08",
    stage: "say",
    seed: "000 §決して行わないこと",
    title: bi("A plain INSERT is not safe to run again", "単純な INSERT は再実行に耐えない"),
    when: bi("the request shows an INSERT … SELECT", "依頼に INSERT … SELECT が含まれるとき"),
    effect: bi(
      "a warning: it writes its rows a second time when it is run again, and how it is written instead",
      "再実行で行が重複することと、代わりの書き方を示す",
    ),
    holds: (c) => design(c) && isPlainInsert(c.reading.text),
    says: () => [
      line(
        "warning",
        "The INSERT as it stands writes its rows a second time whenever it is run again. It is replaced by MERGE on the key of the result, or by delete-and-insert of the run's window in one transaction, so that a re-run leaves the same rows.",
        "この INSERT は、再実行のたびに同じ行をもう一度書き込み、重複します。結果のキーによる MERGE、または対象期間の削除と挿入を 1 つのトランザクションで行う形に置き換え、再実行しても同じ結果になるようにします。",
      ),
    ],
  },
  {
    id: "SHAPE-10",
    stage: "say",
    seed: "000 §ワークフロー (FRAME)",
    basis: ["K12"],
    title: bi("Volume is stated and computed", "データ量を示し、計算する"),
    when: bi(
      "a volume is given or follows from rate and size",
      "データ量が示されているか、流量とサイズから求まるとき",
    ),
    effect: bi("volume a day, with the arithmetic", "1 日あたりの量を計算とともに示す"),
    holds: (c) => design(c) && volumeWords(c) !== null,
    thresholds: (c) =>
      c.req.bytesPerDay && c.req.bytesPerDay.value <= 1e12
        ? [
            {
              quantity: bi("volume", "データ量"),
              now: bi(
                `${bytes(c.req.bytesPerDay.value)} a day`,
                `1 日 ${bytes(c.req.bytesPerDay.value)}`,
              ),
              at: bi("over 1 TB a day", "1 TB/日超"),
              becomes: c.req.retention
                ? bi("asked first", "事前確認が必要になる")
                : bi(
                    "asked first, raw kept for 7 days",
                    "事前確認が必要になり、生データの保持は 7 日になる",
                  ),
              distance: Math.abs(Math.log(c.req.bytesPerDay.value / 1e12)),
            },
          ]
        : [],
    says: (c) => {
      const volume = volumeWords(c);
      const over = (c.req.bytesPerDay?.value ?? 0) > 1e12;
      return volume
        ? [
            line(
              "volume",
              `${volume.en}${over ? ": above 1 TB a day" : ""}.`,
              `${volume.ja}${over ? "。1 TB/日を超えます" : ""}。`,
            ),
          ]
        : [];
    },
  },
  {
    id: "SHAPE-11",
    stage: "say",
    seed: "000 §ワークフロー (FRAME)",
    title: bi("The required latency is stated", "必要なレイテンシを示す"),
    when: bi("a latency is given", "レイテンシが示されているとき"),
    effect: bi("latency, with whose demand it is", "誰の要件かとともに示す"),
    holds: (c) => design(c) && c.req.latency !== null,
    says: (c) => {
      const one = c.req.latency;
      if (!one) return [];
      const shown = duration(one.value);
      const half = duration(one.value / 2);
      return [
        line(
          "latency",
          `Required: ${shown.en}${one.of ? ` (${one.of})` : ""}, measured from the event in ${sourceName(c.source()).en} to its visibility in ${liveTarget(c).en}, as p99.`,
          `要件は ${shown.ja}${one.of ? `(${one.of})` : ""}です。${sourceName(c.source()).ja} での発生から ${liveTarget(c).ja} で見えるまでを p99 で測ります。`,
        ),
        ...(isBelowMinute(one)
          ? [
              line(
                "latency",
                `Budget: half of it (${half.en}) for capture and transport, the rest for processing and the write.`,
                `配分: 半分(${half.ja})を取得と転送に、残りを処理と書き込みに充てます。`,
              ),
            ]
          : []),
      ];
    },
  },
];

export const shapeRules: RuleSet = { name: "shape", rank: 0, rules };
