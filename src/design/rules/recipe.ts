// Which of the seven recipes fits (000 §レシピ, §サブコマンドの振り分け): the first token when it does not contradict the request, else the recipe
// whose description fits, else etl. Golden K02, K03, K20, K22, K26, K33.
import type { Recipe } from "../../model/answer.ts";
import type { Case } from "../case.ts";
import { cloudWarehouses } from "../lexicon/systems.ts";
import { bi, line, type Line, type Rule, type RuleSet, type Threshold } from "../rule.ts";
import { duration, name, sinkName, sourceName } from "../words.ts";
import { isBelowMinute, isFast, isWeighingModes, stated } from "./evidence.ts";

const active = (c: Case) => c.decided.route !== "menu" && c.decided.route !== "redirect";
const give = (recipe: Recipe) => () => ({ recipe });

/** From a warehouse, lake or mart out to an application. */
export function leavesWarehouse(c: Case): boolean {
  const from = c.req.sources.some((one) => one.kind === "warehouse" || one.kind === "lake");
  const to = c.req.sinks.some((one) => one.kind === "saas");
  return from && to;
}

/** Faster than five minutes is no reverse ETL (golden K26). */
const isTooFastForReverse = (c: Case) => (stated(c)?.value ?? Number.MAX_VALUE) < 300;

const entersWarehouse = (c: Case) => c.sink("warehouse", "lake") !== null && !leavesWarehouse(c);

/** The recipe token as a plain word of the sentence: `reverse the order of`, `stream of consciousness`. */
const isVerbOnly = (c: Case): boolean =>
  c.reading.recipeToken === "reverse" &&
  !leavesWarehouse(c) &&
  c.sink("saas") === null &&
  c.tool("census", "hightouch", "workato") === null;

/** Change capture by its name, by its tool, or by what only a log can give: each update and delete, on a broker. */
const capturesDatabase = (c: Case) =>
  (c.source("database") !== null &&
    (c.has("capture.cdc") ||
      c.tool("debezium") !== null ||
      (c.has("capture.deletes") && c.sink("broker") !== null))) ||
  // `realtime CDC for our warehouse`: of which database is still to be said.
  (c.has("capture.cdc") && c.req.sources.every((one) => one.id === "app") && !isWeighingModes(c));

/** Checks are the subject. An anomaly in a stream of sensors is what its reader looks for, not a check of the data. */
const isChecking = (c: Case) =>
  c.has("check.quality") ||
  (c.has("check.anomaly") &&
    !isFast(c) &&
    c.req.eventsPerSecond === null &&
    !c.req.sources.some((one) => one.kind === "broker" || one.kind === "app"));

const isStreaming = (c: Case) =>
  isFast(c) ||
  c.has("word.stream") ||
  c.source("broker") !== null ||
  c.system("clickstream", "flink", "kafka", "kinesis") !== null;

/** Where reverse ETL ends and events begin (golden K26). */
function activationThreshold(c: Case): Threshold[] {
  const one = stated(c);
  const fast = isTooFastForReverse(c);
  return [
    {
      quantity: bi("sync interval", "同期間隔"),
      now: one ? duration(one.value) : null,
      at: fast ? bi("5 min or more", "5 分以上") : bi("below 5 min", "5 分未満"),
      becomes: fast
        ? bi("reverse, from the warehouse", "reverse (ウェアハウスから同期) になる")
        : bi(
            "stream, from the events upstream",
            "stream (ウェアハウスより上流のイベントから配信) になる",
          ),
      distance: one ? Math.abs(Math.log(Math.max(one.value, 0.001) / 300)) : Number.MAX_VALUE,
    },
  ];
}

/** Why ETL or ELT is said where something is designed; operating or moving what runs chooses neither. */
const hasEnds = (c: Case) => c.isDesign && (c.req.sinks.length > 0 || c.req.sources.length > 0);

const eltReason = (c: Case): Line => {
  const [from, to] = [sourceName(c.source()), sinkName(c.sink("warehouse", "lake"))];
  return line(
    "reason",
    `ELT: rows land raw in ${to.en} and are transformed there, where compute grows on demand; the load on ${from.en} stays a plain read.`,
    `ELT を採用します。生データのまま ${to.ja} に着地させ、計算資源を伸縮できるウェアハウス内で変換します。${from.ja} への負荷は読み取りだけで済みます。`,
  );
};

const etlReason = (c: Case): Line => {
  const [from, to] = [sourceName(c.source()), sinkName(c.sink())];
  return line(
    "reason",
    `ETL: rows are checked and shaped before they enter ${to.en}, so that ${from.en} is read once per window and readers only see finished data.`,
    `ETL を採用します。${to.ja} に入れる前に検査・整形し、${from.ja} の読み取りは対象期間ごとに 1 回で済ませます。利用者には完成したデータだけを公開します。`,
  );
};

const rules: readonly Rule[] = [
  {
    id: "RECIPE-01",
    stage: "recipe",
    seed: "000 §サブコマンドの振り分け (reverse)",
    basis: ["K03"],
    title: bi(
      "reverse for data that enters a warehouse is etl or elt",
      "ウェアハウスに入る向きの reverse は etl または elt",
    ),
    when: bi(
      "the token is reverse, but data goes into the warehouse",
      "トークンが reverse でも、データがウェアハウスに入る向きのとき",
    ),
    effect: bi(
      "elt for a cloud warehouse, else etl; with a warning",
      "クラウドウェアハウスなら elt、ほかは etl とし、警告する",
    ),
    holds: (c) =>
      active(c) &&
      c.reading.recipeToken === "reverse" &&
      !leavesWarehouse(c) &&
      (entersWarehouse(c) || isVerbOnly(c)),
    gives: (c) => ({
      recipe: c.req.sinks.some((one) => cloudWarehouses.has(one.id)) ? "elt" : "etl",
    }),
    says: (c) =>
      entersWarehouse(c)
        ? [
            line(
              "warning",
              `reverse moves data out of a warehouse; here it goes into ${sinkName(c.sink()).en}, so it is designed as ingestion.`,
              `reverse はウェアハウスから外へ出すレシピです。今回は ${sinkName(c.sink()).ja} に入る向きのため、取り込みとして設計します。`,
            ),
          ]
        : [],
  },
  {
    id: "RECIPE-02",
    stage: "recipe",
    seed: "000 §サブコマンドの振り分け",
    basis: ["K02", "K04"],
    title: bi("A recipe named first is taken", "先頭のレシピ名を採用"),
    when: bi(
      "the first word (after a mode word) is a recipe",
      "先頭(モード語の後)の語がレシピ名のとき",
    ),
    effect: bi("that recipe", "そのレシピ"),
    holds: (c) =>
      active(c) &&
      c.reading.recipeToken !== null &&
      !c.has("topic.etl_or_elt") &&
      !(c.reading.recipeToken === "reverse" && isTooFastForReverse(c)),
    because: (c) =>
      bi(
        `the request names the recipe ${c.reading.recipeToken}`,
        `依頼がレシピ ${c.reading.recipeToken} を指定しているため`,
      ),
    gives: (c) => (c.reading.recipeToken ? { recipe: c.reading.recipeToken } : {}),
    says: (c) =>
      !hasEnds(c)
        ? []
        : c.reading.recipeToken === "etl"
          ? [etlReason(c)]
          : c.reading.recipeToken === "elt" && c.sink("warehouse", "lake") !== null
            ? [eltReason(c)]
            : [],
  },
  {
    id: "RECIPE-03",
    stage: "recipe",
    seed: "000 §サブコマンドの振り分け (reverse)",
    basis: ["K26"],
    title: bi(
      "Activation faster than 5 minutes streams",
      "5 分より速いアクティベーションはストリーミング",
    ),
    when: bi(
      "an application must be reached faster than every 5 minutes",
      "アプリケーションへの反映が 5 分より速く必要なとき",
    ),
    effect: bi(
      "stream, from the events upstream of the warehouse",
      "stream。ウェアハウスの手前のイベントから流す",
    ),
    holds: (c) =>
      active(c) &&
      (leavesWarehouse(c) ||
        c.reading.recipeToken === "reverse" ||
        c.tool("census", "hightouch", "workato") !== null) &&
      isTooFastForReverse(c),
    gives: give("stream"),
    thresholds: activationThreshold,
    says: (c) => [
      line(
        "reason",
        `A scheduled warehouse sync${c.tool("census", "hightouch", "workato") ? ` (${c.tool("census", "hightouch", "workato")?.title})` : ""} first waits for the load into the warehouse and then for its own interval: it cannot give what is asked, and is the wrong tool for anything faster than 5 minutes.`,
        `ウェアハウスからの定期同期${c.tool("census", "hightouch", "workato") ? `(${c.tool("census", "hightouch", "workato")?.title})` : ""}は、ロード完了と同期間隔の両方を待つため要件を満たせません。5 分より速い反映には適さない手段です。`,
      ),
    ],
  },
  {
    id: "RECIPE-04",
    stage: "recipe",
    seed: "000 §レシピ (reverse)",
    basis: ["K02"],
    title: bi(
      "From a warehouse to an application is reverse ETL",
      "ウェアハウスから SaaS へはリバース ETL",
    ),
    when: bi(
      "the source is a warehouse or mart and the sink an application",
      "ソースがウェアハウスやマートで、シンクが業務アプリケーションのとき",
    ),
    effect: bi("reverse", "reverse"),
    holds: (c) => active(c) && leavesWarehouse(c),
    because: (c) =>
      bi(
        `data goes from ${sourceName(c.source("warehouse", "lake")).en} to ${sinkName(c.sink("saas")).en}`,
        `${sourceName(c.source("warehouse", "lake")).ja} から ${sinkName(c.sink("saas")).ja} へデータを出すため`,
      ),
    gives: give("reverse"),
    thresholds: activationThreshold,
  },
  {
    id: "RECIPE-05",
    stage: "recipe",
    seed: "000 §レシピ (quality)",
    title: bi(
      "Checks on data that is already loaded are the quality recipe",
      "ロード済みデータのチェックは quality",
    ),
    when: bi(
      "checks are asked for and no data is to be moved",
      "チェックが主題で、データの移動を伴わないとき",
    ),
    effect: bi("quality", "quality"),
    holds: (c) =>
      active(c) &&
      isChecking(c) &&
      !(
        c.req.sources.some((one) => one.roleFrom !== "kind") &&
        c.req.sinks.some((one) => one.roleFrom !== "kind")
      ) &&
      // `it loads every 20 minutes` tells how often the dataset changes, and asks for no movement.
      !(c.has("what.move") && (c.req.sources.length > 0 || c.req.sinks.length > 0)),
    gives: give("quality"),
  },
  {
    id: "RECIPE-06",
    stage: "recipe",
    seed: "000 §レシピ (cdc)",
    basis: ["K33"],
    title: bi("Changes of a database are the cdc recipe", "データベースの変更の取得は cdc"),
    when: bi(
      "change capture is asked for and the source is a database",
      "変更データキャプチャが主題で、ソースがデータベースのとき",
    ),
    effect: bi("cdc", "cdc"),
    holds: (c) => active(c) && capturesDatabase(c),
    because: (c) =>
      bi(
        `the changes of ${sourceName(c.source("database")).en} are captured`,
        `${sourceName(c.source("database")).ja} の変更を取得するため`,
      ),
    gives: give("cdc"),
  },
  {
    id: "RECIPE-07",
    stage: "recipe",
    seed: "000 §レシピ (dbt)",
    title: bi(
      "Models in a warehouse without movement are the dbt recipe",
      "データ移動を伴わないモデル設計は dbt",
    ),
    when: bi(
      "dbt models, layers or materializations are the subject",
      "dbt のモデル、層、マテリアライゼーションが主題のとき",
    ),
    effect: bi("dbt", "dbt"),
    holds: (c) =>
      active(c) &&
      (c.has("topic.dbt_model") || (c.has("topic.dbt") && c.isDesign && !isStreaming(c))) &&
      !(c.req.sources.length > 0 && c.req.sinks.length > 0),
    gives: give("dbt"),
  },
  {
    id: "RECIPE-08",
    stage: "recipe",
    seed: "000 §レシピ (stream)",
    basis: ["K33"],
    title: bi(
      "Events and latencies below a minute are the stream recipe",
      "イベントや 1 分未満の反映は stream",
    ),
    when: bi(
      "the latency is below 1 minute, or a broker, a stream engine or event tracking is in it",
      "1 分未満、またはブローカー・ストリーム処理・行動ログを伴うとき",
    ),
    effect: bi("stream", "stream"),
    holds: (c) => active(c) && isStreaming(c) && !isSlow(c) && !c.has("access.export_only"),
    gives: give("stream"),
    thresholds: (c) => {
      const one = stated(c);
      if (!one || !isFast(c)) return [];
      return [
        {
          quantity: bi("latency", "レイテンシ"),
          now: duration(one.value),
          at: bi("60 s or more", "60 秒以上"),
          becomes: bi("etl or elt", "etl または elt になる"),
          distance: Math.abs(Math.log(Math.max(one.value, 0.001) / 60)),
        },
      ];
    },
  },
  {
    id: "RECIPE-09",
    stage: "recipe",
    seed: "000 §モードの選択 (クラウドデータウェアハウス)",
    basis: ["K22"],
    title: bi(
      "Into an elastic cloud warehouse, ELT usually fits",
      "クラウドウェアハウスへは ELT が適する",
    ),
    when: bi(
      "the sink is a cloud warehouse and nothing asks for transformation before the load",
      "シンクがクラウドウェアハウスで、ロード前の変換を求めていないとき",
    ),
    effect: bi("elt", "elt"),
    holds: (c) =>
      active(c) &&
      c.req.sinks.some((one) => cloudWarehouses.has(one.id)) &&
      !c.has("topic.transform_first"),
    because: (c) =>
      bi(
        `${name(c.sink("warehouse"), sinkName(null)).en} has compute of its own to transform in`,
        `${name(c.sink("warehouse"), sinkName(null)).ja} 側に変換を行える計算資源があるため`,
      ),
    gives: give("elt"),
    says: (c) => (hasEnds(c) ? [eltReason(c)] : []),
  },
  {
    id: "RECIPE-10",
    stage: "recipe",
    seed: "000 §レシピ (elt)",
    title: bi("Medallion layers are the elt recipe", "メダリオン構成は elt"),
    when: bi(
      "bronze, silver and gold layers are asked for",
      "Bronze・Silver・Gold の層を求めるとき",
    ),
    effect: bi("elt", "elt"),
    holds: (c) => active(c) && c.has("topic.medallion"),
    gives: give("elt"),
  },
  {
    id: "RECIPE-11",
    stage: "recipe",
    seed: "000 §サブコマンドの振り分け",
    basis: ["K02"],
    title: bi("Otherwise etl", "それ以外は etl"),
    when: bi("no other recipe fits", "ほかに当てはまるレシピがないとき"),
    effect: bi("etl, the default", "既定の etl"),
    holds: (c) => active(c) && c.decided.route === "design",
    gives: give("etl"),
    says: (c) => (hasEnds(c) ? [etlReason(c)] : []),
  },
];

/** A stated interval of a minute or more speaks against the stream recipe, whatever the words. */
const isSlow = (c: Case): boolean => {
  const one = stated(c);
  return (
    one !== null &&
    !isBelowMinute(one) &&
    !c.req.sinks.some((sink) => sink.kind === "broker" || sink.kind === "online_store")
  );
};

export const recipeRules: RuleSet = { name: "recipe", rank: 0, rules };
