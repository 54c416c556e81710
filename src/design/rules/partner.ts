// Handoffs beside a pipeline request: what is asked for as well, or later, and belongs to a partner (000 §コラボレーション, golden K13).
import type { Bi } from "../reading.ts";
import type { Case } from "../case.ts";
import { bi, line, type Rule, type RuleSet } from "../rule.ts";

const partners: readonly {
  readonly id: string;
  readonly to: string;
  readonly signals: readonly string[];
  readonly what: Bi;
  readonly also?: (c: Case) => boolean;
}[] = [
  {
    id: "HANDOFF-01",
    to: "Schema (database-architect)",
    signals: ["task.schema"],
    what: bi("table, star-schema and index design", "テーブル・スタースキーマ・インデックスの設計"),
  },
  {
    id: "HANDOFF-02",
    to: "Pulse",
    signals: ["task.kpi"],
    what: bi("KPI and data-mart requirements", "KPI・データマートの要件整理"),
  },
  {
    id: "HANDOFF-03",
    to: "data-wizard",
    signals: ["task.bi"],
    what: bi("analysis of the data once it is there", "取り込んだデータの分析"),
  },
  {
    id: "HANDOFF-04",
    to: "Gear (devops-engineer)",
    signals: ["task.cicd"],
    what: bi("CI/CD wiring", "CI/CD の配線"),
  },
  {
    id: "HANDOFF-05",
    to: "Scaffold (infrastructure-coder)",
    signals: ["task.infra"],
    what: bi(
      "provisioning of brokers, clusters and storage",
      "ブローカー・クラスター・ストレージの準備",
    ),
  },
  {
    id: "HANDOFF-06",
    to: "Beacon",
    signals: ["task.alert_config", "task.alert_tool"],
    what: bi(
      "configuring the alerts and dashboards in your tool",
      "アラートとダッシュボードのツール設定",
    ),
  },
  {
    id: "HANDOFF-07",
    to: "Radar",
    signals: ["task.pipeline_tests"],
    what: bi("the pipeline's test suite", "パイプラインのテスト実装"),
  },
  {
    id: "HANDOFF-08",
    to: "Builder",
    signals: ["task.connector_code"],
    what: bi("connector and business code", "コネクターと業務ロジックの実装"),
  },
  {
    id: "HANDOFF-09",
    to: "Canvas",
    signals: ["task.diagram"],
    what: bi("diagrams beyond the data flow", "データフロー以外の図"),
  },
  {
    id: "HANDOFF-10",
    to: "Sentinel",
    signals: ["task.security_review"],
    what: bi("the security review of personal data", "個人情報のセキュリティレビュー"),
  },
];

const active = (c: Case) =>
  c.decided.route !== "menu" && c.decided.route !== "redirect" && c.decided.refusal !== "full";
const isMentioned = (c: Case, ids: readonly string[]) => c.has(...ids) || c.defers(...ids);

export const partnerRules: RuleSet = {
  name: "partner",
  rank: 0,
  rules: partners.map((one): Rule => ({
    id: one.id,
    stage: "say",
    seed: "000 §コラボレーション",
    basis: ["K13"],
    title: bi(`${one.what.en} is handed to ${one.to}`, `${one.what.ja}は ${one.to} に引き継ぐ`),
    when: bi(
      "it is mentioned beside a pipeline request",
      "パイプラインの依頼に付随して触れられているとき",
    ),
    effect: bi("a handoff, not a redirect", "振り分けではなく引き継ぎとする"),
    holds: (c) =>
      active(c) &&
      isMentioned(c, one.signals) &&
      !(one.id === "HANDOFF-01" && c.decided.route === "contract"),
    says: () => [
      line(
        "handoff",
        `${one.to}: ${one.what.en}, after LAYOUT is agreed.`,
        `${one.to}: ${one.what.ja}。LAYOUT の合意後に引き継ぎます。`,
      ),
    ],
  })),
};
