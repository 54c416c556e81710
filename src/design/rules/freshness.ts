// Freshness (000 §コアコントラクト): checked at least every half SLA; early warning when the time since the last update passes 1.5 x the update
// interval; a warning that would come after the breach is a conflict and is said. Golden K08, K09.
import type { Freshness } from "../../model/answer.ts";
import type { Case } from "../case.ts";
import { bi, line, type Line, type Rule, type RuleSet, type Threshold } from "../rule.ts";
import { duration } from "../words.ts";

const seed = "000 §コアコントラクト";
const active = (c: Case) =>
  c.decided.route !== "menu" && c.decided.route !== "redirect" && c.decided.refusal !== "full";

export const warningFactor = 1.5;

/** Intervals people set: the largest that is not above the wish. */
const usual = [
  0.1, 0.2, 0.25, 0.5, 1, 2, 5, 10, 15, 20, 30, 60, 120, 300, 600, 900, 1200, 1800, 2700, 3600,
  7200, 10_800, 14_400, 21_600, 43_200, 86_400,
];

const clean = (value: number): number => Number(value.toPrecision(12));

function compute(
  sla: number | null,
  interval: number | null,
  proposed: Freshness["proposed"],
): Freshness | null {
  if (sla === null && interval === null) return null;
  const half = sla === null ? null : sla / 2;
  const every = interval ?? half ?? 0;
  const limit = sla ?? every * 2;
  const warn = clean(every * warningFactor);
  return {
    slaSeconds: limit,
    checkEverySeconds: clean(Math.min(limit / 2, every)),
    updateIntervalSeconds: every,
    earlyWarningAfterSeconds: warn,
    conflict: warn >= limit,
    ...(proposed && proposed.length > 0 ? { proposed } : {}),
  };
}

/** The SLA that is stated, or follows from a latency the mode can meet. */
function slaOf(c: Case): number | null {
  if (c.req.freshnessSla) return c.req.freshnessSla.value;
  const latency = c.req.latency;
  if (!latency || c.held("MODE-01")) return null;
  return latency.value;
}

/** The update interval of the freshness target: that of the batch, never a slow reader's beside a fast one. */
function intervalOf(c: Case): number | null {
  const interval = c.req.updateInterval;
  if (!interval) return null;
  const sla = slaOf(c);
  if (c.decided.mode === "HYBRID" && sla !== null && interval.value > sla) return null;
  if (c.decided.mode === "STREAMING" && sla !== null && interval.value > sla) return null;
  return interval.value;
}

function tell(c: Case, f: Freshness): Line[] {
  const [sla, check, every, warn] = [
    f.slaSeconds ?? 0,
    f.checkEverySeconds,
    f.updateIntervalSeconds,
    f.earlyWarningAfterSeconds,
  ].map(duration);
  if (!sla || !check || !every || !warn) return [];
  const isProposed = (what: "sla" | "updateInterval") => f.proposed?.includes(what) ?? false;
  const lines = [
    line(
      "freshness",
      `Target: data never older than ${sla.en}${isProposed("sla") ? " (proposed: the request gives none)" : ""}; checked every ${check.en}, which is at most half of it.`,
      `鮮度目標は ${sla.ja}以内です${isProposed("sla") ? "(依頼に指定がないため提案値)" : ""}。監視は ${check.ja}ごと(目標の半分以下)に行います。`,
    ),
    line(
      "early_warning",
      `Early warning when the time since the last update (TSLU) passes ${warn.en} = 1.5 x the update interval of ${every.en}${isProposed("updateInterval") ? " (proposed)" : ""}${f.conflict ? "" : `, before the ${sla.en} breach`}.`,
      `最終更新からの経過時間(TSLU)が ${warn.ja}(更新間隔 ${every.ja}${isProposed("updateInterval") ? "・提案値" : ""}の 1.5 倍)を超えたら早期警告を出します${f.conflict ? "" : `。${sla.ja}の違反より前に気づけます`}。`,
    ),
  ];
  if (c.decided.tier === "Tier 1")
    lines.push(
      line(
        "freshness",
        "Tier 1: p99 latency is measured and used, not the average.",
        "Tier 1 のため、平均ではなく p99 レイテンシで判定します。",
      ),
    );
  if (f.conflict) {
    const need = duration(
      usual.filter((one) => one * warningFactor < (f.slaSeconds ?? 0)).at(-1) ??
        (f.slaSeconds ?? 0) / 2,
    );
    lines.push(
      line(
        "warning",
        `The early warning at ${warn.en} would come after the ${sla.en} breach: the update interval of ${every.en} is too long for this SLA.`,
        `早期警告(${warn.ja})が SLA 違反(${sla.ja})より後になってしまいます。更新間隔 ${every.ja}はこの SLA に対して長すぎます。`,
      ),
      line(
        "resolution",
        `Update at least every ${need.en}, or agree an SLA above ${warn.en}.`,
        `更新間隔を ${need.ja}以下に縮めるか、SLA を ${warn.ja}より長い値で合意します。`,
      ),
    );
  }
  return lines;
}

const both = (c: Case) => compute(slaOf(c), intervalOf(c), []);

function warnBeforeBreach(c: Case): Threshold[] {
  const f = c.decided.freshness;
  if (!f?.slaSeconds) return [];
  const border = f.slaSeconds / warningFactor;
  return [
    {
      quantity: bi("update interval", "更新間隔"),
      now: f.proposed?.includes("updateInterval")
        ? bi(
            `${duration(f.updateIntervalSeconds).en}, proposed`,
            `${duration(f.updateIntervalSeconds).ja}・提案値`,
          )
        : duration(f.updateIntervalSeconds),
      at: f.conflict
        ? bi(`below ${duration(border).en}`, `${duration(border).ja}未満`)
        : bi(`${duration(border).en} or more`, `${duration(border).ja}以上`),
      becomes: f.conflict
        ? bi("the warning comes before the breach", "警告が違反より前に出る")
        : bi("the warning would come after the breach", "警告が違反より後になる"),
      distance: Math.abs(Math.log(f.updateIntervalSeconds / border)),
    },
  ];
}

const rules: readonly Rule[] = [
  {
    id: "FRESH-01",
    stage: "freshness",
    seed,
    basis: ["K08", "K09"],
    title: bi("SLA and interval known: half, and 1.5 times", "SLA と更新間隔が既知: 半分と 1.5 倍"),
    when: bi(
      "both the freshness SLA (or a latency) and the update interval are stated",
      "鮮度 SLA(またはレイテンシ)と更新間隔の両方が示されているとき",
    ),
    effect: bi(
      "check at half the SLA or more often; warn at 1.5 x the interval; say a conflict",
      "SLA の半分以下の間隔で監視し、更新間隔の 1.5 倍で警告。矛盾は明示する",
    ),
    holds: (c) => active(c) && slaOf(c) !== null && intervalOf(c) !== null,
    gives: (c) => ({ freshness: both(c) }),
    says: (c) => (c.decided.freshness ? tell(c, c.decided.freshness) : []),
    thresholds: warnBeforeBreach,
  },
  {
    id: "FRESH-02",
    stage: "freshness",
    seed,
    basis: ["K09"],
    title: bi("Only the SLA known: an interval of half of it", "SLA のみ既知: 更新間隔はその半分"),
    when: bi(
      "an SLA or a latency is stated and no update interval",
      "SLA またはレイテンシが示され、更新間隔がないとき",
    ),
    effect: bi(
      "an interval below SLA / 1.5 is proposed, so that the warning comes before the breach",
      "違反より前に警告できるよう、SLA / 1.5 未満の更新間隔を提案する",
    ),
    holds: (c) => active(c) && slaOf(c) !== null,
    gives: (c) => ({ freshness: compute(slaOf(c), null, ["updateInterval"]) }),
    thresholds: warnBeforeBreach,
    says: (c) => {
      const f = c.decided.freshness;
      if (!f?.slaSeconds) return [];
      const border = duration(f.slaSeconds / warningFactor);
      return [
        ...tell(c, f),
        line(
          "early_warning",
          `The update interval must stay below ${border.en} (SLA / 1.5): only then does the warning come before the breach.`,
          `更新間隔は ${border.ja}(SLA ÷ 1.5)未満に保ちます。これを超えると、警告が違反より後になります。`,
        ),
      ];
    },
  },
  {
    id: "FRESH-03",
    stage: "freshness",
    seed,
    basis: ["K09"],
    title: bi("Only the interval known: an SLA of twice it", "更新間隔のみ既知: SLA はその 2 倍"),
    when: bi("an update interval is stated and no SLA", "更新間隔が示され、SLA がないとき"),
    effect: bi(
      "an SLA of 2 x the interval is proposed: one run may fail without a breach",
      "SLA として更新間隔の 2 倍を提案する(1 回の失敗では違反にならない)",
    ),
    holds: (c) => active(c) && intervalOf(c) !== null,
    gives: (c) => ({ freshness: compute(null, intervalOf(c), ["sla"]) }),
    says: (c) => (c.decided.freshness ? tell(c, c.decided.freshness) : []),
  },
  {
    id: "FRESH-04",
    stage: "freshness",
    seed,
    basis: ["K23"],
    title: bi(
      "Nothing known, streaming or hybrid: 60 s is proposed",
      "情報なし・STREAMING/HYBRID: 60 秒を提案",
    ),
    when: bi(
      "the mode is streaming or hybrid by words and no number is stated",
      "語を根拠に STREAMING・HYBRID とし、数値がないとき",
    ),
    effect: bi(
      "a target of 60 s is proposed, to be confirmed",
      "60 秒の目標を提案し、確認を求める",
    ),
    holds: (c) => active(c) && (c.decided.mode === "STREAMING" || c.decided.mode === "HYBRID"),
    gives: () => ({ freshness: compute(60, null, ["sla", "updateInterval"]) }),
    says: (c) => (c.decided.freshness ? tell(c, c.decided.freshness) : []),
  },
  {
    id: "FRESH-05",
    stage: "freshness",
    seed: "001 §重要なルール 4",
    basis: ["K23"],
    title: bi(
      "Nothing known, a batch design: 24 h is proposed",
      "情報なし・BATCH の設計: 24 時間を提案",
    ),
    when: bi(
      "a design is batch by words and no number is stated",
      "語を根拠に BATCH の設計とし、数値がないとき",
    ),
    effect: bi(
      "a daily update with a target of 48 h is proposed, to be confirmed: a target must be measurable",
      "日次更新と 48 時間の目標を提案し、確認を求める(目標は測定可能でなければならない)",
    ),
    holds: (c) => active(c) && c.decided.route === "design" && c.decided.mode !== "UNDECIDED",
    gives: () => ({ freshness: compute(null, 86_400, ["sla", "updateInterval"]) }),
    says: (c) => (c.decided.freshness ? tell(c, c.decided.freshness) : []),
  },
  {
    id: "FRESH-06",
    stage: "freshness",
    seed: "001 §重要なルール 4",
    basis: ["K07", "K23"],
    title: bi("No number: the rule instead of a figure", "数値なし: 数値の代わりに規則を示す"),
    when: bi(
      "the mode is undecided, or an agreement, an operation, a review or a migration has no number",
      "モードが未決のとき、または契約・運用・レビュー・移行で数値がないとき",
    ),
    effect: bi(
      "no figure is invented; the rule that will give it is stated",
      "数値は作らず、決まり方だけを示す",
    ),
    holds: active,
    gives: () => ({ freshness: null }),
    says: (c) => [
      c.decided.route === "design"
        ? line(
            "freshness",
            "No target can be set before the latency is known. Then: checked at least every half SLA.",
            "許容される遅れが分かるまで目標値は決められません。決まり次第、SLA の半分以下の間隔で監視します。",
          )
        : line(
            "freshness",
            "To be answered: how old may the newest row be when it is read, and how often is it updated? No figure is made up. Then: checked at least every half of that age.",
            "要回答: 読まれる時点で最新行はどこまで古くてよく、更新は何時間 (何分) ごとですか。数値は仮定しません。決まり次第、その半分以下の間隔で監視します。",
          ),
      line(
        "early_warning",
        "Then: early warning when the time since the last update (TSLU) passes 1.5 x the update interval, which must be below the SLA.",
        "決まり次第、最終更新からの経過時間(TSLU)が更新間隔の 1.5 倍を超えたら早期警告を出します。この値は SLA より短くします。",
      ),
    ],
  },
];

export const freshnessRules: RuleSet = { name: "freshness", rank: 0, rules };
