// The availability tier (000 §コアコントラクト): a named one, else the lowest whose promise covers what is stated, else chosen with a reason.
// Golden K10, K11.
import type { Tier } from "../../model/answer.ts";
import type { Case } from "../case.ts";
import type { Bi } from "../reading.ts";
import { bi, line, type Line, type Rule, type RuleSet, type Threshold } from "../rule.ts";
import { duration } from "../words.ts";
import { isFast } from "./evidence.ts";

const seed = "000 §コアコントラクト";
const active = (c: Case) =>
  c.decided.route !== "menu" && c.decided.route !== "redirect" && c.decided.refusal !== "full";

const promises: readonly {
  readonly tier: Tier;
  readonly percent: number;
  readonly seconds: number;
  readonly figure: Bi;
}[] = [
  {
    tier: "Tier 3",
    percent: 99,
    seconds: 7.2 * 3600,
    figure: bi(
      "Tier 3 Standard: 99.0 %, at most 7.2 h down a month",
      "Tier 3 Standard(99.0%、月間ダウンタイム最大 7.2 時間)",
    ),
  },
  {
    tier: "Tier 2",
    percent: 99.5,
    seconds: 3.6 * 3600,
    figure: bi(
      "Tier 2 Important: 99.5 %, at most 3.6 h down a month",
      "Tier 2 Important(99.5%、月間ダウンタイム最大 3.6 時間)",
    ),
  },
  {
    tier: "Tier 1",
    percent: 99.9,
    seconds: 43.8 * 60,
    figure: bi(
      "Tier 1 Critical: 99.9 %, at most 43.8 min down a month",
      "Tier 1 Critical(99.9%、月間ダウンタイム最大 43.8 分)",
    ),
  },
];

export const figureOf = (tier: Tier): Bi =>
  promises.find((one) => one.tier === tier)?.figure ?? bi(tier, tier);

/** Seconds a month that the tier's promise allows to be down. */
export const downtimeOf = (tier: Tier): number | null =>
  promises.find((one) => one.tier === tier)?.seconds ?? null;

const tell = (tier: Tier, why: Bi): Line[] => [
  line(
    "tier",
    `${figureOf(tier).en}, because ${why.en}.`,
    `${figureOf(tier).ja}とします。${why.ja}です。`,
  ),
];

function covering(c: Case): { tier: Tier; isBeyond: boolean; why: Bi } | null {
  const percent = c.req.availabilityPercent;
  if (percent !== null) {
    const found = promises.find((one) => percent <= one.percent);
    return {
      tier: found?.tier ?? "Tier 1",
      isBeyond: !found,
      why: bi(`${percent} % is asked for`, `可用性 ${percent}% が求められているため`),
    };
  }
  const down = c.req.downtimePerMonthSeconds;
  if (down === null) return null;
  const found = promises.find((one) => down >= one.seconds - 1e-6);
  const shown = duration(down);
  const limit = promises.find((one) => Math.abs(down - one.seconds) < 1e-6);
  return {
    tier: found?.tier ?? "Tier 1",
    isBeyond: !found,
    why: limit
      ? bi(
          `${shown.en} a month is exactly its limit`,
          `許容される停止の月 ${shown.ja}がちょうどその上限にあたるため`,
        )
      : bi(
          `${shown.en} a month may be down at most`,
          `許容される停止が月 ${shown.ja}までであるため`,
        ),
  };
}

const isCritical = (c: Case) => c.has("use.critical") || (isFast(c) && c.has("use.operational"));
const isLight = (c: Case) =>
  c.has("use.internal") ||
  (c.decided.mode === "BATCH" &&
    (c.req.updateInterval?.value ?? 0) >= 86_400 &&
    !c.has("use.compliance", "use.operational"));

const rules: readonly Rule[] = [
  {
    id: "TIER-01",
    stage: "tier",
    seed,
    basis: ["K10"],
    title: bi("A named tier is taken", "指定されたティアを採用"),
    when: bi("the request names a tier", "ティアが指定されているとき"),
    effect: bi("that tier", "そのティア"),
    holds: (c) => active(c) && c.reading.tier !== null,
    because: (c) =>
      bi(`the request names ${c.reading.tier}`, `${c.reading.tier} が指定されているため`),
    gives: (c) => (c.reading.tier ? { tier: c.reading.tier } : {}),
    says: (c) =>
      c.reading.tier
        ? tell(c.reading.tier, bi("the request names it", "依頼で指定されているため"))
        : [],
  },
  {
    id: "TIER-02",
    stage: "tier",
    seed,
    basis: ["K10", "K11"],
    title: bi(
      "The lowest tier that covers the stated availability",
      "求められる可用性を満たす最も低いティア",
    ),
    when: bi(
      "an availability or a monthly downtime is stated",
      "可用性または月間の停止許容が示されているとき",
    ),
    effect: bi(
      "the lowest tier whose promise covers it; beyond Tier 1, Tier 1 with a warning",
      "それを満たす最も低いティア。Tier 1 を超える要求は Tier 1 とし、警告する",
    ),
    holds: (c) => active(c) && covering(c) !== null,
    because: (c) => covering(c)?.why ?? bi("", ""),
    gives: (c) => {
      const found = covering(c);
      return found ? { tier: found.tier } : {};
    },
    says: (c) => {
      const found = covering(c);
      if (!found) return [];
      return [
        ...tell(found.tier, found.why),
        ...(found.isBeyond
          ? [
              line(
                "warning",
                `What is asked${c.req.availabilityPercent === null ? "" : ` (${c.req.availabilityPercent} %)`} is stricter than Tier 1 promises (99.9 %): it needs an agreement of its own with whoever runs the platform.`,
                `Tier 1 の保証(99.9%)を超える要求${c.req.availabilityPercent === null ? "" : `(${c.req.availabilityPercent}%)`}です。基盤の運用者との個別の合意が必要です。`,
              ),
            ]
          : []),
      ];
    },
    thresholds: (c) => {
      const percent = c.req.availabilityPercent;
      if (percent !== null) {
        const tier = c.decided.tier;
        const own = promises.findIndex((one) => one.tier === tier);
        const [looser, kept, stricter] = [promises[own - 1], promises[own], promises[own + 1]];
        const turn = (border: number, at: Bi, to: Tier): Threshold => ({
          quantity: bi("availability", "可用性"),
          now: bi(`${percent} %`, `${percent}%`),
          at,
          becomes: bi(to, `${to} になる`),
          distance: Math.abs(Math.log((100.0001 - percent) / (100.0001 - border))),
        });
        return [
          ...(looser
            ? [
                turn(
                  looser.percent,
                  bi(`${looser.percent} % or less`, `${looser.percent}% 以下`),
                  looser.tier,
                ),
              ]
            : []),
          ...(stricter && kept
            ? [
                turn(
                  kept.percent,
                  bi(`above ${kept.percent} %`, `${kept.percent}% 超`),
                  stricter.tier,
                ),
              ]
            : []),
        ]
          .toSorted((a, b) => a.distance - b.distance)
          .slice(0, 1);
      }
      const down = c.req.downtimePerMonthSeconds;
      if (down === null) return [];
      return promises
        .filter((one) => Math.abs(one.seconds - down) > 1e-6)
        .map((one) => ({
          quantity: bi("downtime a month", "月間の停止許容"),
          now: duration(down),
          at: duration(one.seconds),
          becomes: bi(one.tier, `${one.tier} になる`),
          distance: Math.abs(Math.log(down / one.seconds)),
        }))
        .slice(0, 1);
    },
  },
  {
    id: "TIER-03",
    stage: "tier",
    seed,
    basis: ["K10"],
    title: bi("Critical or customer-facing: Tier 1", "基幹・顧客向けは Tier 1"),
    when: bi(
      "the words call it critical, or an operational reader needs it below a minute",
      "重要と述べられている、または 1 分未満で業務に使われるとき",
    ),
    effect: bi("Tier 1", "Tier 1"),
    holds: (c) => active(c) && isCritical(c),
    gives: () => ({ tier: "Tier 1" }),
    says: (c) =>
      tell(
        "Tier 1",
        c.has("use.critical")
          ? bi("the request calls it critical", "依頼で重要とされているため")
          : bi(
              "an operational reader acts on it within a minute; no availability is stated",
              "1 分以内に業務で使われ、可用性の指定がないため",
            ),
      ),
  },
  {
    id: "TIER-04",
    stage: "tier",
    seed,
    basis: ["K10"],
    title: bi("Reports that can wait: Tier 3", "待てるレポートは Tier 3"),
    when: bi(
      "it is read daily or less often, or called best effort, and nothing else is stated",
      "日次以下の利用、またはベストエフォートとされ、ほかに指定がないとき",
    ),
    effect: bi("Tier 3", "Tier 3"),
    holds: (c) => active(c) && isLight(c) && c.decided.route !== "contract",
    gives: () => ({ tier: "Tier 3" }),
    says: (c) =>
      tell(
        "Tier 3",
        c.has("use.internal")
          ? bi(
              "it is for internal use at best effort; no availability is stated",
              "社内向けのベストエフォート利用で、可用性の指定がないため",
            )
          : bi(
              "it is read once a day or less, so a failed run can be repeated within hours; no availability is stated",
              "利用が日次以下で、失敗しても数時間以内に再実行すれば足り、可用性の指定がないため",
            ),
      ),
  },
  {
    id: "TIER-05",
    stage: "tier",
    seed,
    basis: ["K10"],
    title: bi("Nothing stated: Tier 2", "指定がなければ Tier 2"),
    when: bi(
      "neither a tier nor an availability nor a use that decides is stated",
      "ティア、可用性、判断材料となる用途が示されていないとき",
    ),
    effect: bi("Tier 2", "Tier 2"),
    holds: active,
    gives: () => ({ tier: "Tier 2" }),
    says: () =>
      tell(
        "Tier 2",
        bi(
          "no availability is stated and others read it during the day; to be confirmed with its owner",
          "可用性の指定がなく、日中に利用されると見込まれるため (責任者に要確認)",
        ),
      ),
  },
];

export const tierRules: RuleSet = { name: "tier", rank: 0, rules };
