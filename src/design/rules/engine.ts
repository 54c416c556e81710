// Which engine fits: by mode, and above 10,000 events a second at low latency by the rate (000 §モードの選択, golden K29, K32).
import type { Case } from "../case.ts";
import { leaning } from "../facts/leaning.ts";
import type { Bi } from "../reading.ts";
import { bi, line, type Line, type Rule, type RuleSet } from "../rule.ts";
import { systemById } from "../lexicon/systems.ts";
import { count, either, list, rate } from "../words.ts";

const design = (c: Case) => c.isDesign;

const rules: readonly Rule[] = [
  {
    id: "ENGINE-01",
    stage: "say",
    seed: "000 §モードの選択 (デフォルトの構成)",
    basis: ["K29"],
    title: bi("The engine follows mode and rate", "エンジンはモードと流量で決まる"),
    when: bi("a mode is chosen", "モードが決まったとき"),
    effect: bi(
      "batch: Airflow 3.x or Dagster with dbt/SQL; above 10,000 events/s at low latency: Kafka with Flink or Spark; else consumer apps remain a choice",
      "BATCH: Airflow 3.x/Dagster+dbt/SQL。低レイテンシで毎秒 10,000 件を超える場合は Kafka+Flink/Spark、それ以下ではコンシューマーアプリも選べる",
    ),
    holds: (c) => design(c) && c.decided.mode !== null && c.decided.mode !== "UNDECIDED",
    says: engineLines,
    thresholds: (c) => {
      const r = c.req.eventsPerSecond;
      if (c.decided.mode !== "STREAMING" && c.decided.mode !== "HYBRID") return [];
      const over = r !== null && r > 10_000;
      return [
        {
          quantity: bi("event rate", "イベント流量"),
          now: r === null ? null : rate(r),
          at: over
            ? bi("10,000/s or less", "毎秒 10,000 件以下")
            : bi("above 10,000/s", "毎秒 10,000 件超"),
          becomes: over
            ? bi("consumer apps become a choice", "コンシューマーアプリも選べる")
            : bi(
                `${namesOf(c).broker.en} with ${namesOf(c).state.en}`,
                `${namesOf(c).broker.ja}+${namesOf(c).state.ja} になる`,
              ),
          distance: r === null ? Number.MAX_VALUE : Math.abs(Math.log(Math.max(r, 0.01) / 10_000)),
        },
      ];
    },
  },
  {
    id: "ENGINE-02",
    stage: "say",
    seed: "000 §モードの選択 (Flink)",
    basis: ["K32"],
    title: bi("The DataSet API of Flink is gone", "Flink の DataSet API は使えない"),
    when: bi("the DataSet API is asked for", "DataSet API を使おうとしているとき"),
    effect: bi("a warning, and the two APIs that remain", "警告し、使用できる 2 つの API を示す"),
    holds: (c) => design(c) && c.has("topic.dataset_api"),
    says: (c) => [
      leaning(
        c,
        line(
          "warning",
          "The DataSet API was removed from Flink: a job written with it does not start. It is written with the DataStream API, or with the Table API where it is joins and aggregates",
          "DataSet API は Flink から削除されており、この API で書いたジョブは起動しません。DataStream API、または結合・集計が中心なら Table API で書きます",
        ),
        "flink_apis",
      ),
    ],
  },
];

/** What may be named of these, in order; none is left when the request rules all of them out. */
const allowed = (c: Case, ...ids: readonly string[]): string[] =>
  ids.filter((id) => !c.excludes(id)).map((id) => systemById.get(id)?.title ?? id);

/** The request rules something out that would else be named: said once, so that nobody wonders. */
function ruledOut(c: Case): Line[] {
  const out = c.reading.excluded.flatMap((id) =>
    ["kafka", "flink", "spark", "airflow", "dagster", "dbt"].includes(id)
      ? [systemById.get(id)?.title ?? id]
      : [],
  );
  return out.length === 0
    ? []
    : [
        line(
          "engine",
          `Ruled out by the request: ${list(out).en}.`,
          `依頼により使用しません: ${list(out).ja}。`,
        ),
      ];
}

/** The default engines, without those that the request rules out. */
function namesOf(c: Case): {
  readonly starters: readonly string[];
  readonly transformers: readonly string[];
  readonly broker: Bi;
  readonly state: Bi;
} {
  const workers = allowed(c, "flink", "spark");
  return {
    starters: allowed(c, "airflow", "dagster").map((one) =>
      one === "Airflow" ? "Airflow 3.x" : one,
    ),
    transformers: [...allowed(c, "dbt"), "SQL"],
    broker: c.excludes("kafka")
      ? bi("a broker or queue", "ブローカーまたはキュー")
      : bi("Kafka", "Kafka"),
    state:
      workers.length === 0
        ? bi("another stream processor", "別のストリーム処理基盤")
        : either(workers),
  };
}

function engineLines(c: Case): Line[] {
  const { mode } = c.decided;
  const r = c.req.eventsPerSecond;
  const lines: Line[] = [...ruledOut(c)];
  const { starters, transformers, broker, state } = namesOf(c);
  if (mode === "BATCH" || mode === "HYBRID") {
    const start =
      starters.length === 0
        ? bi("revos itself, by its schedule,", "revos 自身のスケジュール")
        : either(starters);
    const en = `${mode === "HYBRID" ? "Cold path: " : ""}${start.en} starts the runs; ${either(transformers).en} transforms. revos can run the load itself (revos sync)`;
    const ja = `${mode === "HYBRID" ? "コールドパス: " : ""}実行の起動は ${start.ja}、変換は ${either(transformers).ja} で行います。ロード自体は revos でも実行できます(revos sync)。`;
    lines.push(
      c.excludes("airflow")
        ? line("engine", `${en}.`, ja)
        : leaning(
            c,
            line(
              "engine",
              `${en}; the newest Airflow this leans on is 3.1.x`,
              `${ja}Airflow は 3.1.x を最新として扱っています`,
            ),
            "airflow_latest",
          ),
    );
  }
  if (mode !== "STREAMING" && mode !== "HYBRID") return lines;
  const hot = mode === "HYBRID" ? bi("Hot path: ", "ホットパス: ") : bi("", "");
  if (r !== null && r > 10_000)
    lines.push(
      line(
        "engine",
        `${hot.en}${broker.en} with ${state.en}, because ${count(r)} events/s at low latency is above 10,000/s.`,
        `${hot.ja}${broker.ja}+${state.ja} を使います。低レイテンシで毎秒 ${count(r)} 件は、基準の毎秒 10,000 件を超えるためです。`,
      ),
      ...(c.excludes("flink")
        ? []
        : [
            leaning(
              c,
              line(
                "engine",
                "With Flink 2.x: Table API or DataStream API only, and 2.2 for a new job",
                "Flink 2.x を使う場合は Table API または DataStream API のみを使用し、新規のジョブは 2.2 で始めます",
              ),
              "flink_apis",
              "flink_latest",
            ),
          ]),
    );
  else if (r !== null)
    lines.push(
      line(
        "engine",
        `${hot.en}${broker.en} with consumer apps is enough; ${state.en} only for joins, windows or large state: ${count(r)} events/s ${r === 10_000 ? "is exactly 10,000/s and not above it" : "is below 10,000/s"}, so the over-10,000 rule does not apply.`,
        `${hot.ja}${broker.ja}+コンシューマーアプリで足ります。毎秒 ${count(r)} 件は${r === 10_000 ? "ちょうど 10,000 件で、これを超えていない" : " 10,000 件未満である"}ため、${state.ja} を必須とする基準には該当しません。結合・ウィンドウ・大きな状態が必要な場合に検討します。`,
      ),
    );
  else
    lines.push(
      line(
        "engine",
        `${hot.en}${broker.en} with consumer apps; ${state.en} when the rate, which is not given, is above 10,000 events/s or joins and windows need state.`,
        `${hot.ja}${broker.ja}+コンシューマーアプリを基本とします。流量(未提示)が毎秒 10,000 件を超える場合、または結合・ウィンドウに状態が必要な場合は ${state.ja} を使います。`,
      ),
    );
  return lines;
}

export const engineRules: RuleSet = { name: "engine", rank: 0, rules };
