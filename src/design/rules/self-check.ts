// A design is reviewed before it is shown, against the failure modes of `review` (000 §出力ルーティング: 検証フェーズでは、必ずアンチパターンのリファレンス
// を確認します). What its rules answer is counted; what the request leaves open, or makes impossible, is shown as a finding.
import {
  failureModes,
  failureIds,
  severityTitles,
  type FailureId,
} from "../../model/failure-modes.ts";
import type { SectionKey } from "../../model/section-key.ts";
import type { Case } from "../case.ts";
import type { Bi } from "../reading.ts";
import { bi, line, type RuleSet } from "../rule.ts";
import { duration, list } from "../words.ts";
import { personal } from "./ask-first.ts";

type Guard = {
  /** A design answers the failure mode with lines under all of these keys. */
  readonly by: readonly SectionKey[];
  /** What of this request leaves it open all the same. */
  readonly open?: (c: Case) => Bi | null;
};

/** Modes without an entry are of what runs already (a switched-off schedule, an appended table): nothing to ask of a design. */
const guards: Partial<Record<FailureId, Guard>> = {
  R01: { by: ["idempotency"] },
  R02: { by: ["replay"] },
  R03: { by: ["retry", "checkpoint"] },
  R04: { by: ["stages", "config"] },
  R05: { by: ["raw_retention"] },
  R06: { by: ["replay", "checkpoint"] },
  R07: {
    by: ["early_warning"],
    open: (c) => {
      const f = c.decided.freshness;
      if (!f?.conflict || f.slaSeconds === null) return null;
      const [warn, sla] = [duration(f.earlyWarningAfterSeconds), duration(f.slaSeconds)];
      return bi(`${warn.en} against ${sla.en}`, `警告 ${warn.ja}に対し SLA ${sla.ja}`);
    },
  },
  R08: { by: ["retry"] },
  Q01: { by: ["quality", "monitoring"] },
  Q02: { by: ["contract"] },
  Q03: { by: ["schema_drift", "quarantine"] },
  Q04: { by: ["quality"] },
  Q05: {
    by: [],
    open: (c) =>
      c.decided.asks.some((ask) => ask.code === "pii_or_sensitive")
        ? bi(list(personal(c)).en, personal(c).join("、"))
        : null,
  },
  Q06: { by: ["late_data"] },
  Q08: {
    by: ["quality"],
    open: (c) =>
      c.reading.keyless.length > 0
        ? bi(list(c.reading.keyless).en, c.reading.keyless.join("、"))
        : null,
  },
  C01: { by: ["cost"] },
  C03: { by: ["raw_retention"] },
  O01: {
    by: [],
    open: (c) =>
      c.tool("cron") && !c.tool("airflow", "dagster", "prefect") ? bi("cron", "cron") : null,
  },
  O02: {
    by: ["owner", "alerts"],
    open: (c) => (c.reading.owner === null ? bi("owner not given", "所有者が未提示") : null),
  },
  O03: { by: ["config"] },
  O04: { by: ["lineage"] },
  O05: {
    by: ["freshness"],
    open: (c) =>
      c.decided.freshness === null
        ? bi("it follows from the latency, which is not given", "レイテンシが未提示のため")
        : null,
  },
};

const checked = failureIds.filter((id) => guards[id]);

/** Failure modes against which nothing is said, with the keys that would hold it. */
export const unansweredBy = (
  said: ReadonlySet<SectionKey>,
): { readonly id: FailureId; readonly missing: readonly SectionKey[] }[] =>
  checked.flatMap((id) => {
    const missing = guards[id]?.by.filter((key) => !said.has(key)) ?? [];
    return missing.length > 0 ? [{ id, missing }] : [];
  });

type Open = { readonly id: FailureId; readonly what: Bi };

function openOf(c: Case): Open[] {
  const unanswered = new Map(unansweredBy(c.decided.said).map((one) => [one.id, one.missing]));
  return checked.flatMap((id) => {
    const missing = unanswered.get(id);
    const what = missing
      ? bi(`no ${list(missing).en}`, `${missing.join("、")} がない`)
      : (guards[id]?.open?.(c) ?? null);
    return what ? [{ id, what }] : [];
  });
}

export const selfCheckRules: RuleSet = {
  name: "self-check",
  rank: 0,
  rules: [
    {
      id: "CHECK-01",
      stage: "check",
      seed: "000 §出力ルーティング",
      title: bi(
        "A design is reviewed before it is shown",
        "設計は提示前に自らのアンチパターンで検査する",
      ),
      when: bi("a pipeline is designed", "パイプラインを設計するとき"),
      effect: bi(
        "checked against the failure modes of review; what stays open is a finding",
        "レビューの障害モードに照らし、残るものを指摘として示す",
      ),
      holds: (c) => c.isDesign,
      findings: (c, lang) =>
        openOf(c).map(({ id, what }) => ({
          rule: id,
          group: failureModes[id].group,
          severity: failureModes[id].severity,
          file: null,
          line: null,
          message: `${failureModes[id].title[lang]} (${what[lang]})`,
          fix: failureModes[id].fix[lang],
        })),
      says: (c) => {
        const open = openOf(c);
        const ids = open.map((one) => one.id);
        return [
          ...open.map(({ id, what }) => {
            const { severity, title, fix } = failureModes[id];
            return line(
              "finding",
              `${id} ${severity}: ${title.en} (${what.en}). Fix: ${fix.en}.`,
              `${id} ${severityTitles[severity].ja}: ${title.ja} (${what.ja})。対策: ${fix.ja}。`,
            );
          }),
          line(
            "checked",
            `Held against ${checked.length} failure modes before it was shown: ${checked.length - ids.length} are answered above${ids.length === 0 ? "" : `, ${ids.length} ${ids.length === 1 ? "is" : "are"} open (${list(ids).en})`}.`,
            `提示前に ${checked.length} 個の障害モードに照らし、${checked.length - ids.length} 個は上記で対処済みです${ids.length === 0 ? "" : `。未解決は ${ids.length} 個です (${ids.join("、")})`}。`,
          ),
        ];
      },
    },
  ],
};
