// Requests that only weigh two things: a pair that no rule knows is not guessed, and a choice is answered as a choice, without the design that
// nobody asked for yet.
import type { Case } from "../case.ts";
import type { SystemKind } from "../reading.ts";
import { bi, line, type RuleSet } from "../rule.ts";
import { comparisons, isAnswered, weighs } from "./compare.ts";
import { weighed } from "./weigh.ts";

/** `Fivetran or Airbyte?`, Fivetran か Airbyte か: a question that ends in a choice. */
const isAsked = (c: Case): boolean =>
  /\bor\b[^.。?？]{0,40}[?？]|か[、,]?\s*[^。.?？、]{1,40}か(?=\s*(?:[?？。、]|$))/iu.test(
    c.reading.text.trim(),
  );

/** Two systems of one kind that are weighed, and nothing here knows the pair. */
const unknownPair = (c: Case): readonly string[] => {
  if (comparisons.some((one) => one.holds(c))) return [];
  // A warehouse, a broker or a database is a tool only where it is weighed against another.
  const isPlace = (kind: SystemKind) => ["warehouse", "broker", "database", "lake"].includes(kind);
  const tools = c.reading.systems.filter(
    (one) => one.role === "tool" && (weighs(c) || isPlace(one.kind) || isAsked(c)),
  );
  const pair = tools.find((one) => tools.some((other) => other !== one && other.kind === one.kind));
  return pair ? tools.filter((one) => one.kind === pair.kind).map((one) => one.title) : [];
};

/** Nothing but the choice is asked: no pipeline with two ends of its own, no design. */
export function isOnlyCompared(c: Case): boolean {
  const { form, routeToken, recipeToken } = c.reading;
  const isKnown = comparisons.some((one) => one.holds(c));
  const isSaid = (list: Case["req"]["sources"]) => list.some((one) => one.roleFrom === "words");
  return (
    c.decided.route === "design" &&
    form === "text" &&
    (routeToken === null || routeToken === "design") &&
    // `dbt Core or Cloud?`, `CDC or batch?`: the recipe's name is one of the two.
    (recipeToken === null || (isKnown && !c.has("topic.dbt_model"))) &&
    isAnswered(c) &&
    (isKnown || unknownPair(c).length > 1) &&
    !(isSaid(c.req.sources) && isSaid(c.req.sinks)) &&
    !(c.has("ask.design") && c.has("what.pipeline"))
  );
}

/** The mode is part of the choice, or decides it; for two schedulers it does not matter. */
export const turnsOnMode = (c: Case): boolean =>
  comparisons.some(
    (one) =>
      ["COMPARE-01", "COMPARE-03", "COMPARE-04", "COMPARE-07"].includes(one.id) && one.holds(c),
  );

export const choiceRules: RuleSet = {
  name: "choice",
  rank: 0,
  rules: [
    {
      id: "COMPARE-20",
      stage: "say",
      seed: "000 §重要な制約",
      title: bi(
        "A pair that no rule knows is weighed by what is asked of it",
        "ルールのない組み合わせは依頼の要求で比べる",
      ),
      when: bi(
        "two systems of one kind are weighed and no rule compares them",
        "同種の 2 つのシステムの比較で、該当するルールがないとき",
      ),
      effect: bi(
        "what this request asks of either, by five criteria with its own numbers, and which facts are not held",
        "依頼の数値による 5 つの観点での要求と、保持していない事実を示す",
      ),
      holds: (c) => isAnswered(c) && unknownPair(c).length > 1,
      says: (c) => weighed(c, unknownPair(c)),
    },
    {
      id: "COMPARE-21",
      stage: "say",
      seed: "001 §段階的な情報提示",
      title: bi("A choice is answered as a choice", "選択の相談には選択だけを答える"),
      when: bi(
        "only a comparison is asked for, without a pipeline of two ends",
        "比較だけを求められ、両端のあるパイプラインが示されていないとき",
      ),
      effect: bi(
        "the comparison alone, and how to go on to a design",
        "比較だけを示し、設計に進む方法を添える",
      ),
      holds: isOnlyCompared,
      says: (c) => [
        line(
          "steps",
          `This compares, it designs nothing. For the design, say where the data comes from and goes to, how late it may be and how much it is: revos design "${c.reading.objects[0] ?? "orders"} from <source> to <sink> within <time>, <n> events/s".`,
          `ここまでは比較のみです。設計に進むには、取得元・送信先・許容される遅れ・データ量を添えてください: revos design "<ソース> の${c.reading.objects[0] ?? "受注"}を <シンク> に <時間> 以内で反映、毎秒 <n> 件"`,
        ),
      ],
    },
  ],
};
