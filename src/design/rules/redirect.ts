// Requests whose primary task belongs to somebody else (000 §トリガーの指針, 001 §分類ロジック; partner names: golden K15). Asked before any
// mode: a design token does not keep a star schema in scope. A mention beside a pipeline request is a handoff (rules/partner.ts).
import type { Case } from "../case.ts";
import { isContractTask, isPipelineTask, isPrimary, isStatedFlow } from "./tasks.ts";
import { bi, line, type Rule, type RuleSet } from "../rule.ts";
import type { Bi } from "../reading.ts";

type Partner = {
  readonly id: string;
  readonly seed: string;
  readonly basis?: readonly string[];
  readonly to: readonly string[];
  readonly task: Bi;
  readonly holds: (c: Case) => boolean;
};

/** Telemetry that is to be kept somewhere: with a demand on time, and a lake, a warehouse or a broker in it. */
const isKept = (c: Case): boolean =>
  (c.req.latency ?? c.req.updateInterval ?? c.req.history) !== null &&
  [...c.req.sources, ...c.req.sinks].some((one) =>
    ["warehouse", "lake", "broker", "database", "files"].includes(one.kind),
  );

const partners: readonly Partner[] = [
  {
    id: "REDIRECT-01",
    seed: "001 §分類ロジック 4",
    to: ["incident-response-engineer"],
    task: bi("commanding an incident", "インシデントの指揮"),
    holds: (c) => c.has("task.incident") && !c.has("ask.design"),
  },
  {
    id: "REDIRECT-02",
    seed: "000 §サブコマンドの振り分け (quality)",
    basis: ["K16"],
    to: ["Mend", "Triage"],
    task: bi(
      "a quality check that has just fired in production",
      "本番で失敗した品質チェックへの対応",
    ),
    holds: (c) => c.has("task.check_fired") && c.has("when.now") && !c.has("ask.design"),
  },
  {
    id: "REDIRECT-03",
    seed: "001 §分類ロジック 5",
    basis: ["K14"],
    to: ["observability-advisor"],
    task: bi("telemetry of all services", "サービス全体のテレメトリ設計"),
    // The telemetry of a game or a turbine, and a topic of that name, is data like any other.
    holds: (c) =>
      c.has("task.telemetry") &&
      (c.has("what.all_services") || (!isPipelineTask(c) && !isStatedFlow(c) && !isKept(c))),
  },
  {
    id: "REDIRECT-04",
    seed: "000 §トリガーの指針 (Pulse)",
    to: ["Pulse"],
    task: bi("finding out KPIs and data-mart requirements", "KPI・データマート要件の把握"),
    holds: (c) => isPrimary(c, "task.kpi"),
  },
  {
    id: "REDIRECT-05",
    seed: "001 §分類ロジック 2",
    to: ["data-wizard"],
    task: bi("analysing data that exists", "生成されたデータの分析・解釈"),
    holds: (c) => isPrimary(c, "task.bi"),
  },
  {
    id: "REDIRECT-06",
    seed: "001 §分類ロジック 1",
    basis: ["K13"],
    to: ["Schema"],
    task: bi("schema, table or index design", "スキーマ・テーブル・インデックスの設計"),
    holds: (c) => isPrimary(c, "task.schema") && !isContractTask(c),
  },
  {
    id: "REDIRECT-07",
    seed: "000 §トリガーの指針 (Gear)",
    basis: ["K17"],
    to: ["Gear"],
    task: bi("CI/CD and deployment wiring", "CI/CD とデプロイの配線"),
    holds: (c) => isPrimary(c, "task.cicd"),
  },
  {
    id: "REDIRECT-08",
    seed: "001 §分類ロジック 3",
    to: ["Scaffold"],
    task: bi("provisioning infrastructure and clusters", "インフラ・クラスターのプロビジョニング"),
    holds: (c) => isPrimary(c, "task.infra"),
  },
  {
    id: "REDIRECT-09",
    seed: "000 §コラボレーション (Beacon)",
    basis: ["K14"],
    to: ["Beacon"],
    task: bi("configuring alerts and dashboards in a tool", "アラートとダッシュボードの設定"),
    // `Grafana` alone names a place; the task is to set something up in it.
    holds: (c) =>
      isPrimary(c, "task.alert_config") || (isPrimary(c, "task.alert_tool") && !isStatedFlow(c)),
  },
  {
    id: "REDIRECT-10",
    seed: "000 §トリガーの指針 (Sentinel)",
    to: ["Sentinel"],
    task: bi(
      "a security review of personal data",
      "個人情報の取り扱いに関するセキュリティレビュー",
    ),
    holds: (c) => isPrimary(c, "task.security_review"),
  },
  {
    id: "REDIRECT-11",
    seed: "000 §トリガーの指針 (Radar)",
    to: ["Radar"],
    task: bi("implementing pipeline tests", "パイプラインテストの実装"),
    holds: (c) => isPrimary(c, "task.pipeline_tests"),
  },
  {
    id: "REDIRECT-12",
    seed: "000 §サブコマンドの振り分け (quality)",
    to: ["Siege"],
    task: bi("load testing", "負荷テスト"),
    holds: (c) => isPrimary(c, "task.load_test"),
  },
  {
    id: "REDIRECT-13",
    seed: "000 §トリガーの指針 (Canvas)",
    to: ["Canvas"],
    task: bi("drawing diagrams", "図の作成"),
    holds: (c) => isPrimary(c, "task.diagram"),
  },
  {
    id: "REDIRECT-14",
    seed: "000 §トリガーの指針 (Builder)",
    to: ["Builder"],
    task: bi("implementing connector or business code", "コネクターや業務ロジックの実装"),
    holds: (c) => isPrimary(c, "task.connector_code") && !c.has("ask.review"),
  },
];

const toRule = (one: Partner): Rule => ({
  id: one.id,
  stage: "route",
  seed: one.seed,
  ...(one.basis ? { basis: one.basis } : {}),
  title: bi(
    `${one.task.en} goes to ${one.to.join(" or ")}`,
    `${one.task.ja}は ${one.to.join("、")} の担当`,
  ),
  when: bi(`the primary task is ${one.task.en}`, `主なタスクが${one.task.ja}のとき`),
  effect: bi(
    `redirect to ${one.to.join(" or ")}; nothing is designed`,
    `${one.to.join("、")} に振り分け、設計はしない`,
  ),
  holds: (c) => c.reading.form !== "empty" && one.holds(c),
  because: () => bi(`the primary task is ${one.task.en}`, `主なタスクが${one.task.ja}であるため`),
  gives: () => ({ route: "redirect", redirectTo: one.to }),
  says: () => [
    line(
      "partner",
      `${one.to.join(" or ")} takes ${one.task.en}. revos designs how data moves; bring the pipeline part here when there is one.`,
      `${one.task.ja}は ${one.to.join(" または ")} が担当します。revos の担当はデータの流れの設計です。パイプラインの部分が出てきたら改めてご相談ください。`,
    ),
  ],
});

export const redirectRules: RuleSet = { name: "redirect", rank: 0, rules: partners.map(toRule) };
