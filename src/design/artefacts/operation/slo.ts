// The SLO file: freshness, tier and thresholds as numbers, each with the rule or the words it comes from.
import { one, type Artefact, type Writing } from "../artefact.ts";
import { compact, toYaml } from "../yaml-text.ts";

const tiers = {
  "Tier 1": { name: "Critical", availability: 99.9, downtimePerMonth: "43.8 min" },
  "Tier 2": { name: "Important", availability: 99.5, downtimePerMonth: "3.6 h" },
  "Tier 3": { name: "Standard", availability: 99.0, downtimePerMonth: "7.2 h" },
} as const;

export function slo(w: Writing): Artefact | null {
  const { decided, reading, req } = w.outcome.case;
  const { freshness, tier } = decided;
  if (!freshness && !tier) return null;
  const because = (stage: string) => {
    const held = w.outcome.held.find(({ rule }) => rule.stage === stage);
    return held ? `${held.rule.id}: ${held.because[w.lang]}` : undefined;
  };
  const proposed = freshness?.proposed ?? [];
  const document = compact({
    apiVersion: "revos/v1",
    kind: "Slo",
    metadata: { name: w.layout.name },
    owner: reading.owner ?? w.say("TO BE NAMED", "未定"),
    provisional: decided.provisional || undefined,
    tier: tier ? { level: tier, ...tiers[tier], because: because("tier") } : undefined,
    freshness: freshness
      ? compact({
          slaSeconds: freshness.slaSeconds,
          checkEverySeconds: freshness.checkEverySeconds,
          updateIntervalSeconds: freshness.updateIntervalSeconds,
          earlyWarningAfterSeconds: freshness.earlyWarningAfterSeconds,
          measure: tier === "Tier 1" ? "p99" : undefined,
          proposed: [...proposed],
          conflict: freshness.conflict
            ? w.say(
                "the early warning comes after the breach; shorten the interval or agree a longer SLA",
                "早期警告が SLA 違反より後になります。間隔の短縮または SLA の緩和が必要です",
              )
            : undefined,
          because: because("freshness"),
        })
      : undefined,
    consumers: req.consumers.map((consumer) =>
      compact({
        name: consumer.name,
        reads: consumer.reads,
        latencySeconds: consumer.latencySeconds,
        updateEverySeconds: consumer.updateEverySeconds,
      }),
    ),
    resources: { warningPercent: 80, criticalPercent: 95, because: "AGREE-03" },
    alerts: w.outcome.lines
      .filter((line) => line.key === "alerts" || line.key === "notify")
      .map((line) => ({ says: line[w.lang], rule: line.rule })),
  });
  return { path: "slo.yaml", kind: "slo", comment: "yaml", blocks: [one("slo", toYaml(document))] };
}
