// Several pipelines in one request: one answer is one design, so the first is designed and the others are named with the command for each.
import type { Case } from "../case.ts";
import { bi, line, type Line, type RuleSet } from "../rule.ts";
import { count, duration, list, names, sinkName, sourceName } from "../words.ts";

const commandFor = (text: string): string => `revos design "${text.replaceAll('"', "'")}"`;

/** One of several in one line: its ends, what was decided for it, what is asked, and the command for the whole of it. */
export function briefOf(c: Case, at: number, all: number, text: string): Line {
  const { recipe, mode, asks, tier } = c.decided;
  const [from, to] = [names(c.req.sources, sourceName(null)), names(c.req.sinks, sinkName(null))];
  const what = list(c.reading.objects);
  const pace = c.req.latency ?? c.req.updateInterval;
  const shown = pace ? duration(pace.value) : null;
  const rhythm =
    !pace || !shown
      ? bi("no rhythm given", "頻度の指定なし")
      : c.req.latency
        ? bi(`within ${shown.en}`, `${shown.ja}以内`)
        : pace.value === 86_400
          ? bi("daily", "日次")
          : bi(`every ${shown.en}`, `${shown.ja}ごと`);
  const facts = [recipe, mode, tier].filter((one) => one !== null);
  const open = asks.map((one) => one.code);
  return line(
    "decision",
    `Pipeline ${at} of ${all}: ${what.en ? `${what.en}, ` : ""}${from.en} -> ${to.en}: ${[...facts, rhythm.en].join(", ")}${open.length > 0 ? `; to be answered first: ${open.join(", ")}` : ""}. Its whole design: ${commandFor(text)}`,
    `${all} 本中 ${at} 本目: ${what.ja ? `${what.ja}、` : ""}${from.ja} → ${to.ja}。${[...facts, rhythm.ja].join("、")}${open.length > 0 ? `。先に確認: ${open.join("、")}` : ""}。設計の全文: ${commandFor(text)}`,
  );
}

export const severalRules: RuleSet = {
  name: "several",
  rank: 0,
  rules: [
    {
      id: "SEVERAL-01",
      stage: "say",
      seed: "000 §決して行わないこと",
      title: bi(
        "Several pipelines are designed one by one",
        "複数のパイプラインは 1 本ずつ設計する",
      ),
      when: bi(
        "the request names pipelines with sources of their own, in a list or in sentences",
        "ソースの異なるパイプラインが、箇条書きまたは文中で複数示されているとき",
      ),
      effect: bi(
        "the first is designed; the others are named with the command for each",
        "最初の 1 本を設計し、残りはそれぞれのコマンドを示す",
      ),
      holds: (c) => c.reading.others.length > 0 && c.decided.route !== "menu",
      says: (c) => {
        const all = count(c.reading.others.length + 1);
        return [
          line(
            "warning",
            `The request names ${all} separate pipelines. Each is deployed, run and recovered by itself, so each gets a design of its own: the first one is below, what the others will be stands under Decision.`,
            `依頼には別々のパイプラインが ${all} 本あります。デプロイ・実行・復旧を独立させるため 1 本ずつ設計します。以下は 1 本目の設計で、残りの構成は「判断」に示します。`,
          ),
          ...c.reading.others.map((one) =>
            line("steps", `Next: ${commandFor(one)}`, `次の 1 本: ${commandFor(one)}`),
          ),
        ];
      },
    },
  ],
};
