// Which of the five modes of seed 001 a request is for; the menu on empty input and on what is no matter of pipelines.
import type { Case } from "../case.ts";
import type { Route } from "../../model/answer.ts";
import type { SystemKind } from "../reading.ts";
import { bi, line, type Line, type Rule, type RuleSet } from "../rule.ts";
import { isAboutData, isPipelineTask } from "./tasks.ts";

const menuLines: readonly Line[] = [
  line(
    "menu",
    'design - a new pipeline: revos design "clickstream ingestion to warehouse and feature store"',
    '設計 (design): 例 revos design "クリックストリームをウェアハウスと特徴量ストアに取り込む"',
  ),
  line(
    "menu",
    'review - an existing pipeline: revos review "nightly billing ETL architecture"',
    'レビュー (review): 例 revos review "夜間の請求 ETL"',
  ),
  line(
    "menu",
    'operate - reliability, monitoring, recovery: revos operate "strategy for backfills and failed partitions"',
    '運用 (operate): 例 revos operate "バックフィルと失敗したパーティションの方針"',
  ),
  line(
    "menu",
    'migrate - a move to another platform: revos migrate "from cron scripts to an orchestrated pipeline"',
    '移行 (migrate): 例 revos migrate "cron スクリプトからオーケストレーターへ"',
  ),
  line(
    "menu",
    'contract - an agreement on a dataset: revos contract "orders fact table feed"',
    'コントラクト (contract): 例 revos contract "注文ファクトテーブルの連携"',
  ),
];

const route = (to: Route) => () => ({ route: to });

const nearStart = 16;

const says = (c: Case, ...ids: string[]) => c.has(...ids);

const rules: readonly Rule[] = [
  {
    id: "ROUTE-01",
    stage: "route",
    seed: "001 §振り分け",
    basis: ["K01"],
    title: bi("Empty input shows the menu", "入力が空ならメニューを表示"),
    when: bi("nothing is written", "入力が空のとき"),
    effect: bi(
      "the five modes with an example each; nothing is guessed",
      "5 つのモードを例とともに示し、推測しない",
    ),
    holds: (c) => c.reading.form === "empty" && c.reading.routeToken === null,
    gives: route("menu"),
    says: () => menuLines,
  },
  {
    id: "ROUTE-02",
    stage: "route",
    seed: "001 §振り分け",
    basis: ["K01"],
    title: bi("A mode without a subject shows the menu", "対象のないモードはメニューを表示"),
    when: bi(
      "only a mode word is given; a recipe word alone is a design with everything to be asked",
      "モードの語だけが与えられたとき。レシピの語だけなら、すべてを確認する設計とする",
    ),
    effect: bi("the menu", "メニューを表示"),
    holds: (c) =>
      c.reading.rest === "" && c.reading.recipeToken === null && c.reading.form !== "yaml",
    gives: route("menu"),
    says: () => menuLines,
  },
  {
    id: "ROUTE-03",
    stage: "route",
    seed: "001 §振り分け",
    basis: ["K04"],
    title: bi("A mode word at the start decides", "先頭のモード語で決まる"),
    when: bi(
      "the request begins with design, review, operate, migrate or contract",
      "design、review、operate、migrate、contract で始まるとき",
    ),
    effect: bi("that mode", "そのモードを使う"),
    holds: (c) => c.reading.routeToken !== null,
    because: (c) =>
      bi(
        `the request begins with ${c.reading.routeToken}`,
        `依頼が ${c.reading.routeToken} で始まるため`,
      ),
    gives: (c) => (c.reading.routeToken ? { route: c.reading.routeToken } : {}),
  },
  {
    id: "ROUTE-04",
    stage: "route",
    seed: "001 §モード：レビュー",
    title: bi("An existing pipeline to be judged is a review", "既存パイプラインの評価はレビュー"),
    when: bi(
      "the words ask to review, audit or find problems",
      "レビュー、監査、問題点の指摘を求めるとき",
    ),
    effect: bi("mode review", "レビューモード"),
    // What stands at the start is what is asked: the owner that is named after it is a part of what is there.
    holds: (c) =>
      says(c, "ask.review") &&
      (!c.has("ask.contract") || (c.find("ask.review")?.at ?? nearStart) < nearStart),
    gives: route("review"),
  },
  {
    id: "ROUTE-05",
    stage: "route",
    seed: "001 §モード：契約",
    title: bi("An agreement on a dataset is a contract", "データセットの取り決めはコントラクト"),
    when: bi(
      "owner, breaking changes and bad records are to be settled, or a data contract is asked for, and no data is to be moved",
      "責任者・破壊的変更・不正な行の扱いを決める、またはコントラクトを求め、データの移動を伴わないとき",
    ),
    effect: bi("mode contract", "コントラクトモード"),
    holds: (c) =>
      says(c, "ask.contract") &&
      !c.has("wish.no_contract") &&
      !(c.has("what.move") && c.req.sources.length > 0 && c.req.sinks.length > 0) &&
      !(c.has("ask.design") && c.has("what.pipeline") && !c.has("what.document", "what.bad_rows")),
    gives: route("contract"),
  },
  {
    id: "ROUTE-06",
    stage: "route",
    seed: "001 §モード：移行",
    title: bi("A change of platform is a migration", "基盤の変更は移行"),
    when: bi(
      "the words ask to migrate, replace or move off what runs today",
      "現行の仕組みの移行、置き換え、脱却を求めるとき",
    ),
    effect: bi("mode migrate", "移行モード"),
    holds: (c) =>
      (says(c, "ask.migrate") || leavesScripts(c) || leavesPlatform(c)) &&
      c.reading.recipeToken === null,
    gives: route("migrate"),
  },
  {
    id: "ROUTE-07",
    stage: "route",
    seed: "001 §モード：運用",
    title: bi(
      "Keeping a running pipeline reliable is operating it",
      "稼働中パイプラインの信頼性は運用",
    ),
    when: bi(
      "the words speak of recovery, backfill, retries or freshness of what exists, and nothing new is to be built",
      "既存の仕組みの復旧、バックフィル、再試行、鮮度を扱い、新規構築ではないとき",
    ),
    effect: bi("mode operate", "運用モード"),
    holds: (c) =>
      c.reading.recipeToken === null &&
      (says(
        c,
        "ask.operate",
        "wish.delete_quarantine",
        "wish.release_quarantine",
        "wish.delete_production",
      ) ||
        (says(c, "ask.backfill", "task.release") && !newPipeline(c)) ||
        (says(c, "topic.sla") &&
          c.req.freshnessSla !== null &&
          !newPipeline(c) &&
          !namesBothEnds(c) &&
          !says(c, "check.quality"))),
    gives: route("operate"),
  },
  {
    id: "ROUTE-08",
    stage: "route",
    seed: "001 §振り分け",
    title: bi(
      "Anything else about data pipelines is a design",
      "データパイプラインに関するその他の依頼は設計",
    ),
    when: bi(
      "the request speaks of systems, data or pipelines",
      "システム、データ、パイプラインに触れているとき",
    ),
    effect: bi("mode design", "設計モード"),
    holds: (c) => c.reading.form === "yaml" || isAboutData(c) || isPipelineTask(c),
    gives: route("design"),
  },
  {
    id: "ROUTE-09",
    stage: "route",
    seed: "001 §対象範囲の境界",
    title: bi(
      "What is no matter of data pipelines gets the menu",
      "データパイプライン以外の話題にはメニューを表示",
    ),
    when: bi(
      "nothing in the words has to do with data pipelines",
      "データパイプラインに関わる語がないとき",
    ),
    effect: bi(
      "the menu, with what was not understood; nothing is guessed",
      "理解できなかった旨とメニューを示し、推測しない",
    ),
    holds: () => true,
    gives: route("menu"),
    says: () => [
      line(
        "warning",
        "Nothing in the request was understood as a matter of data pipelines; nothing was designed.",
        "データパイプラインに関する依頼として読み取れる語がありませんでした。設計は行っていません。",
      ),
      ...menuLines,
    ],
  },
];

/** From scripts to an orchestrator, or two sides that run in parallel for a while: a migration, whatever the verb. */
const leavesScripts = (c: Case): boolean =>
  c.has("topic.dual_run") ||
  (c.has("topic.cron", "topic.script") && c.tool("airflow", "dagster", "prefect") !== null);

const platforms: ReadonlySet<SystemKind> = new Set([
  "warehouse",
  "lake",
  "orchestrator",
  "ingest_tool",
  "transform_tool",
  "engine",
  "broker",
  "activation_tool",
  "database",
]);
const left =
  /\b(?:leav(?:e|es|ing)|abandon\w*|ditch\w*|retir\w+|sunset\w*|decommission\w*|phas\w+ out|rid of|(?:get|getting|move|moving|come|coming|take|taking)\s+(?:[a-z]+\s+){0,4}off(?: of)?|shut\w*\s+down|replac\w+|goodbye to)\s+(?:of\s+)?(?:our|the|this|old)?\s*$/;
const leftJa =
  /^[^、。]{0,16}?(?:で(?:動|稼働|運用|回|走|実行|組|作ら)[^。]{0,40}?(?:に|へ)\s*(?:移|載|乗|切|寄せ|置|引っ越)|を(?:やめ|廃止|捨て|卒業|畳)|から(?:卒業|脱却|撤退|乗り換え|乗換|引っ越))/u;

/** `leaving Redshift for BigQuery`, `off ADF and onto Airflow`, Talend で動いている … を Airflow に移したい: two platforms, one of them left. */
function leavesPlatform(c: Case): boolean {
  const text = c.reading.text.toLowerCase();
  const of = c.reading.systems.filter((one) => platforms.has(one.kind) && one.at !== undefined);
  return (
    of.length > 1 &&
    of.some(({ at = 0, title }) => {
      const after = text.slice(at, at + 80);
      return (
        left.test(text.slice(Math.max(0, at - 60), at)) ||
        leftJa.test(after.slice(Math.min(title.length, 4)))
      );
    })
  );
}

/** Something is to be made: two ends, and a verb of making or moving that is not about the past. */
function newPipeline(c: Case): boolean {
  return (
    c.reading.form === "yaml" ||
    (c.has("ask.design") && c.has("what.pipeline")) ||
    (c.has("what.move") && namesBothEnds(c))
  );
}

/** `Postgres to Redshift`: where from and where to, in words. */
const namesBothEnds = (c: Case): boolean =>
  c.req.sources.some((one) => one.roleFrom === "words") &&
  c.req.sinks.some((one) => one.roleFrom === "words");

export const routeRules: RuleSet = { name: "route", rank: 0, rules };
