// The CODE_QUALITY_GATE block: seven axes with the evidence of this design. A security risk blocks completion (000 §コアコントラクト).
import type { Writing } from "../artefact.ts";
import type { SectionKey } from "../../../model/section-key.ts";

export type Axis = {
  readonly axis: string;
  readonly status: "ok" | "risk" | "n/a";
  readonly because: string;
};

export function qualityGate(w: Writing): {
  readonly axes: readonly Axis[];
  readonly status: "PASS" | "BLOCKED";
} {
  const { decided, req } = w.outcome.case;
  const rulesOf = (...keys: readonly SectionKey[]) => [
    ...new Set(w.outcome.lines.filter((line) => keys.includes(line.key)).map((line) => line.rule)),
  ];
  const hasRules = (name: string, rules: readonly string[], missing: string): Axis =>
    rules.length > 0
      ? { axis: name, status: "ok", because: rules.join(", ") }
      : { axis: name, status: "n/a", because: missing };
  const personalOpen = decided.asks.some((ask) => ask.code === "pii_or_sensitive");
  const regionOpen = decided.asks.some((ask) => ask.code === "cross_region");
  const handled = rulesOf("pii");
  const security: Axis =
    personalOpen || regionOpen || (req.sensitive.length > 0 && handled.length === 0)
      ? {
          axis: "SEC",
          status: "risk",
          because: [
            personalOpen
              ? w.say(
                  "the handling of personal data is not confirmed (pii_or_sensitive)",
                  "個人情報の取り扱いが未確認 (pii_or_sensitive)",
                )
              : "",
            regionOpen
              ? w.say(
                  "data may cross a region (cross_region)",
                  "リージョンをまたぐ可能性が未確認 (cross_region)",
                )
              : "",
            !personalOpen && req.sensitive.length > 0
              ? req.sensitive.map((one) => one.name).join(", ")
              : "",
          ]
            .filter(Boolean)
            .join("; "),
        }
      : handled.length > 0
        ? { axis: "SEC", status: "ok", because: handled.join(", ") }
        : {
            axis: "SEC",
            status: "ok",
            because: w.say("no personal data, one region", "個人情報なし、リージョンは 1 つ"),
          };
  const axes: Axis[] = [
    hasRules(
      "SLD",
      rulesOf("idempotency", "checkpoint", "recovery"),
      w.say("no load is designed", "ロードの設計を含まない"),
    ),
    security,
    hasRules("RDB", rulesOf("contract", "naming"), w.say("no boundary", "境界なし")),
    hasRules(
      "MNT",
      rulesOf("owner", "lineage", "config"),
      w.say("nothing to maintain", "対象なし"),
    ),
    hasRules(
      "TST",
      rulesOf("quality", "validation"),
      w.say("no check asked for", "チェックの要求なし"),
    ),
    req.missing.includes("volume") && req.missing.includes("latency")
      ? {
          axis: "PRF",
          status: "risk",
          because: w.say("neither volume nor latency is given", "データ量もレイテンシも未提示"),
        }
      : hasRules("PRF", rulesOf("volume", "latency", "cost"), w.say("no figure", "数値なし")),
    hasRules("SCL", rulesOf("isolation", "stages"), w.say("one stage", "単一ステージ")),
  ];
  return { axes, status: security.status === "risk" ? "BLOCKED" : "PASS" };
}

export function gateText(w: Writing): string {
  const { axes, status } = qualityGate(w);
  return [
    "CODE_QUALITY_GATE:",
    ...axes.map(({ axis, status: one, because }) => `  ${axis}: ${one}  # ${because}`),
    `  status: ${status}${status === "BLOCKED" ? "  # SEC: risk" : ""}`,
  ].join("\n");
}
