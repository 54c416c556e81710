// Who takes what is not ours (000 §コラボレーション): the paths each partner owns, and why this design needs it.
import type { Bi } from "../../reading.ts";
import { bi } from "../../rule.ts";
import type { Writing } from "../artefact.ts";
import { foreignSinks, readerOf } from "../runbooks/commands.ts";

export type Partner = {
  readonly name: string;
  /** What it alone changes; null for one that only answers. */
  readonly owns: string | null;
  readonly needs: readonly Bi[];
  /** Files of this design it starts from. */
  readonly reads: readonly string[];
};

const paths: Readonly<Record<string, string>> = {
  Builder: "src/pipelines/**",
  Radar: "tests/pipelines/**",
  Canvas: "docs/architecture/**",
  Scaffold: "infra/**",
  Gear: ".github/workflows/**",
  Beacon: "observability/**",
};
const reads: Readonly<Record<string, readonly string[]>> = {
  Builder: ["architecture.md", "contracts/"],
  Radar: ["tests/plan.md", "contracts/", "checks/"],
  Canvas: ["architecture.md"],
  Scaffold: ["architecture.md", "slo.yaml"],
  Gear: ["contracts/", "tests/plan.md"],
  Beacon: ["slo.yaml", "runbooks/on-call.md"],
  Sentinel: ["architecture.md", "contracts/"],
};

export function partnersOf(w: Writing): Partner[] {
  const { decided, req } = w.outcome.case;
  const needs = new Map<string, Bi[]>();
  const need = (who: string, why: Bi) => needs.set(who, [...(needs.get(who) ?? []), why]);
  for (const line of w.outcome.lines) {
    if (line.key !== "handoff") continue;
    const who =
      /^(Builder|Radar|Canvas|Scaffold|Gear|Beacon|Sentinel|Schema|Pulse|Mend|Triage|data-wizard)\b/.exec(
        line.en,
      )?.[1];
    if (who) need(who, { en: task(line.en), ja: task(line.ja) });
  }
  if (decided.route === "design") {
    const title = req.sources[0]?.title;
    // Checks and models move nothing; an activation or ingestion tool moves what it is named for.
    const isMoved =
      decided.recipe !== "quality" &&
      decided.recipe !== "dbt" &&
      !w.outcome.case.reading.systems.some(
        (one) => one.kind === "activation_tool" || one.kind === "ingest_tool",
      );
    if (isMoved && title && readerOf(w) === null)
      need(
        "Builder",
        bi(
          `a reader for ${title}: position, page and limits as the contract of its boundary says`,
          `${title} の読み込み処理: 位置・ページ・制限は境界のコントラクトに従う`,
        ),
      );
    const foreign = foreignSinks(w);
    if (isMoved && foreign.length > 0)
      need(
        "Builder",
        bi(
          `an idempotent writer for ${foreign.join(", ")}`,
          `${foreign.join("、")} への冪等な書き込み処理`,
        ),
      );
    const platform = w.outcome.case.reading.systems.filter(
      (one) => one.kind === "broker" || one.kind === "engine" || one.kind === "capture_tool",
    );
    if (platform.length > 0)
      need(
        "Scaffold",
        bi(
          `${platform.map((one) => one.title).join(", ")} with the capacity of OPTIMIZE`,
          `${platform.map((one) => one.title).join("、")} を OPTIMIZE の容量で準備`,
        ),
      );
    if (needs.has("Builder"))
      need(
        "Radar",
        bi("the pipeline's tests of tests/plan.md", "tests/plan.md のパイプラインテスト"),
      );
    if (
      decided.freshness?.slaSeconds &&
      !decided.freshness.proposed?.includes("sla") &&
      needs.size > 0
    )
      need(
        "Beacon",
        bi(
          "alerts and dashboards for the numbers of slo.yaml",
          "slo.yaml の値でアラートとダッシュボードを設定",
        ),
      );
    if (req.sensitive.length > 0 || decided.asks.some((ask) => ask.code === "pii_or_sensitive"))
      need(
        "Sentinel",
        bi(
          `the review of ${req.sensitive.map((one) => one.name).join(", ") || "personal data"}`,
          `${req.sensitive.map((one) => one.name).join("、") || "個人情報"} の取り扱いレビュー`,
        ),
      );
  }
  return [...needs]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, why]) => ({
      name,
      owns: paths[name] ?? null,
      needs: why,
      reads: reads[name] ?? ["architecture.md"],
    }));
}

/** LAYOUT is open: a packet is stamped, and withheld when not even the mode is decided. */
export type LayoutState = "agreed" | "provisional" | "withheld";
export function layoutState(w: Writing): LayoutState {
  const { decided } = w.outcome.case;
  if (decided.mode === "UNDECIDED") return "withheld";
  return decided.provisional || decided.asks.some((ask) => ask.blocking) ? "provisional" : "agreed";
}

/** `Gear (devops-engineer): CI/CD wiring, after LAYOUT is agreed.` is a packet to Gear: the task alone is left. */
const task = (text: string): string =>
  text
    .replace(/^[^:：]+[:：]\s*/, "")
    .replace(/, after LAYOUT is agreed\.$|。LAYOUT の合意後に引き継ぎます。$/, "");
