// A time of day by which data has to be there (`by 7:00 every morning`, 毎朝7時までに): a freshness target that is measurable, judged at the
// clock and warned of while there is still time for one more run (001 §重要なルール 4, 001 §モード：運用 1).
import type { Case } from "../case.ts";
import { datasetName } from "../layout.ts";
import { bi, line, type Line, type RuleSet } from "../rule.ts";
import { duration } from "../words.ts";

const day = 86_400;

export const clock = (seconds: number): string => {
  const minutes = Math.round((((seconds % day) + day) % day) / 60);
  return `${Math.floor(minutes / 60) % 24}:${String(minutes % 60).padStart(2, "0")}`;
};

function startLine(c: Case, at: number): Line {
  const run = c.req.runTime;
  if (!run)
    return line(
      "early_warning",
      `How long a run takes is not given. Start = ${clock(at)} minus twice the p95 run time (one run and one retry); not published at ${clock(at)} minus one run time: warned while a retry still fits.`,
      `1 回の実行時間が未提示です。開始時刻は「${clock(at)} - p95 の実行時間 × 2」(実行 1 回+再試行 1 回)とし、「${clock(at)} - 実行時間」の時点で未公開なら、再試行が間に合ううちに警告します。`,
    );
  const took = duration(run.value);
  return line(
    "early_warning",
    `Start no later than ${clock(at - 2 * run.value)} = ${clock(at)} - 2 x ${took.en} (one run and one retry); not published at ${clock(at - run.value)}: warned while a retry still fits.`,
    `開始は遅くとも ${clock(at - 2 * run.value)} (${clock(at)} - ${took.ja} × 2: 実行 1 回+再試行 1 回)とし、${clock(at - run.value)} に未公開なら、再試行が間に合ううちに警告します。`,
  );
}

export const deadlineRules: RuleSet = {
  name: "deadline",
  rank: 0,
  rules: [
    {
      id: "DEADLINE-01",
      stage: "say",
      seed: "001 §重要なルール 4",
      title: bi("A time of day is a freshness target", "時刻の指定は鮮度目標"),
      when: bi(
        "data has to be there by a time of day",
        "ある時刻までにデータが揃うことを求めるとき",
      ),
      effect: bi(
        "completeness is judged at that time, and the warning leaves room for one more run",
        "その時刻に完了を判定し、再実行が間に合ううちに警告する",
      ),
      holds: (c) =>
        c.req.deadline !== null &&
        c.decided.route !== "menu" &&
        c.decided.route !== "redirect" &&
        c.decided.refusal !== "full",
      says: (c) => {
        const at = c.req.deadline?.value ?? 0;
        const what = datasetName(c);
        const f = c.decided.freshness;
        const limit = f?.slaSeconds ? duration(f.slaSeconds) : null;
        return [
          line(
            c.decided.route === "operate" ? "slo" : "freshness",
            `Deadline: the window of ${what.en} is complete and published by ${clock(at)} in 99 % of runs (proposed share), checked at ${clock(at)} by its counts${limit ? `; it is breached then, whatever the age limit of ${limit.en} says` : ""}.`,
            `期限: ${what.ja} の対象期間が ${clock(at)} までに完了・公開済みであること (99% の回、提案値)。${clock(at)} に件数で判定し${limit ? `、経過時間の上限 (${limit.ja}) を待たずに違反とし` : ""}ます。`,
          ),
          startLine(c, at),
        ];
      },
    },
  ],
};
