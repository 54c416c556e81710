// Contracts at every boundary, owner, alerts and monitoring: what every design must agree (000 §コアコントラクト, 001 §重要なルール).
import type { Case } from "../case.ts";
import { layoutOf } from "../layout.ts";
import type { Bi } from "../reading.ts";
import { bi, line, type Rule, type RuleSet } from "../rule.ts";
import { duration } from "../words.ts";

const design = (c: Case) => c.isDesign;

/** `#payments-data`: where alerts go, when the request names it. */
export const channelOf = (c: Case): string | null =>
  /(?<![\w&/])#[a-z][\w-]{1,40}/i.exec(c.reading.text)?.[0] ??
  c.tool("slack", "jira", "servicenow")?.title ??
  null;

function liveTarget(c: Case): Bi {
  const sla = c.decided.freshness?.slaSeconds;
  if (!sla) return bi("to be set with the latency", "はレイテンシの確定後に設定");
  const shown = duration(sla);
  return bi(shown.en, ` ${shown.ja}以内`);
}

/** The cold path has its own target: twice its interval, or a day where none is given. */
function historyTarget(c: Case): Bi {
  const slow = [...c.reading.systems, ...c.reading.consumers]
    .map((one) => one.updateEverySeconds ?? 0)
    .concat(c.req.updateInterval?.value ?? 0)
    .filter((one) => one >= 60);
  const shown = duration(slow.length > 0 ? Math.min(...slow) * 2 : 86_400);
  return slow.length > 0
    ? bi(shown.en, ` ${shown.ja}以内`)
    : bi(`${shown.en} (proposed)`, ` ${shown.ja}以内 (提案値)`);
}

const rules: readonly Rule[] = [
  {
    id: "AGREE-01",
    stage: "say",
    seed: "001 §重要なルール 1",
    title: bi("A contract at every boundary", "すべての境界にコントラクト"),
    when: bi("a pipeline is designed", "パイプラインを設計するとき"),
    effect: bi(
      "schema, quality checks, freshness target and owner at each boundary, with a version",
      "境界ごとにスキーマ、品質チェック、鮮度目標、所有者、バージョンを定める",
    ),
    holds: design,
    says: (c) => {
      const owner = c.reading.owner;
      return layoutOf(c).boundaries.map((one) => {
        const target = one.lane === "history" ? historyTarget(c) : liveTarget(c);
        return line(
          "contract",
          `${one.fromName.en} -> ${one.toName.en} (${one.datasets.join(", ")}): schema v1.0.0, checks on count, keys and values, freshness ${target.en}, owner ${owner ?? "to be named"}.`,
          `${one.fromName.ja} → ${one.toName.ja} (${one.datasets.join("、")}): スキーマ v1.0.0、件数・キー・値のチェック、鮮度${target.ja}、所有者は${owner ? ` ${owner} ` : "要指名"}。`,
        );
      });
    },
  },
  {
    id: "AGREE-02",
    stage: "say",
    seed: "000 §常に行うこと",
    title: bi("An owner is named", "所有者を明記する"),
    when: bi("a pipeline is designed", "パイプラインを設計するとき"),
    effect: bi("owner, or the gap", "所有者、または未定である旨"),
    holds: design,
    says: (c) => [
      c.reading.owner
        ? line(
            "owner",
            `${c.reading.owner} owns the pipeline and receives its alerts.`,
            `${c.reading.owner} が所有者となり、アラートを受け取ります。`,
          )
        : line(
            "owner",
            "No owner is given: one person or team must be named before the first run; alerts go there.",
            "所有者の指定がありません。初回実行までに担当者またはチームを決め、アラートの宛先とします。",
          ),
    ],
  },
  {
    id: "AGREE-03",
    stage: "say",
    seed: "000 §コアコントラクト",
    title: bi("Resource alerts at 80 % and 95 %", "リソースのアラートは 80% と 95%"),
    when: bi("a pipeline is designed or operated", "パイプラインを設計・運用するとき"),
    effect: bi(
      "warning at 80 % of capacity, critical at 95 %",
      "容量の 80% で警告、95% で重大アラート",
    ),
    holds: (c) => design(c) || c.decided.route === "operate",
    says: () => [
      line(
        "alerts",
        "Resources (storage, memory, connections, consumer capacity): warning at 80 % of capacity, critical at 95 %.",
        "リソース(ストレージ、メモリ、接続数、処理能力)は、容量の 80% で警告、95% で重大アラートとします。",
      ),
    ],
  },
  {
    id: "AGREE-04",
    stage: "say",
    seed: "000 §常に行うこと",
    title: bi("Monitoring and alert hooks", "監視とアラート用フック"),
    when: bi("a pipeline is designed", "パイプラインを設計するとき"),
    effect: bi("what is watched, and what alerts", "監視対象とアラート条件を示す"),
    holds: design,
    says: (c) => {
      const warn = c.decided.freshness
        ? duration(c.decided.freshness.earlyWarningAfterSeconds)
        : null;
      return [
        line(
          "monitoring",
          `Watched: age of the newest row in the sink (not task success), rows read = written + quarantined + filtered + deduplicated, quarantine rate, run time, cost per run${c.decided.mode === "BATCH" ? "" : ", consumer lag"}.`,
          `監視対象: シンクの最新行の経過時間(ジョブの成否ではない)、件数の照合(読み取り=書き込み+隔離+除外+重複排除)、隔離率、実行時間、実行あたりのコスト${c.decided.mode === "BATCH" ? "" : "、コンシューマーラグ"}。`,
        ),
        line(
          "alerts",
          `Freshness: early warning${warn ? ` after ${warn.en} without an update` : " at 1.5 x the update interval"} to the owner${channelOf(c) ? ` (${channelOf(c)})` : ""}; a breach of the SLA pages${c.decided.tier === "Tier 3" ? " in office hours" : ""}.`,
          `鮮度: ${warn ? `${warn.ja}更新がなければ` : "更新間隔の 1.5 倍を超えたら"}所有者${channelOf(c) ? ` (${channelOf(c)}) ` : ""}に早期警告を送り、SLA 違反時は${c.decided.tier === "Tier 3" ? "営業時間内に" : ""}呼び出します。`,
        ),
      ];
    },
  },
];

export const agreementRules: RuleSet = { name: "agreement", rank: 0, rules };
