// The decision record: what was decided by which rule, what would change it, and what was refused or left open.
import { factsOf } from "../../facts/shown.ts";
import { turningsOf } from "../../turnings.ts";
import type { Bi } from "../../reading.ts";
import { duration } from "../../words.ts";
import { one, type Artefact, type Writing } from "../artefact.ts";
import { bullets, section, table } from "../lines.ts";

export function decisionRecord(w: Writing): Artefact {
  const { decided } = w.outcome.case;
  const rows = w.outcome.held
    .filter(({ rule }) => !["say", "ask", "facts", "check"].includes(rule.stage))
    .map(({ rule, because }) => [
      titles[rule.stage]?.[w.lang] ?? rule.stage,
      valueOf(w, rule.stage) ?? rule.title[w.lang],
      because[w.lang],
      `${rule.id} (${rule.seed})`,
    ]);
  const turns = turningsOf(w.outcome, w.lang).map((turn) => [
    turn.quantity,
    turn.now ?? w.say("not given", "未提示"),
    turn.at,
    turn.becomes,
    turn.rule,
  ]);
  const status = decided.provisional
    ? w.say("provisional", "暫定 (PROVISIONAL)")
    : w.say("proposed", "提案");
  const text = [
    `# ${w.say("Decision record", "設計判断の記録")}: ${w.layout.name}`,
    "",
    w.say(`Status: ${status}.`, `状態: ${status}。`),
    "",
    ...section(
      w.say("Decided", "決定"),
      table(
        [
          w.say("Question", "論点"),
          w.say("Decision", "決定"),
          w.say("Because", "理由"),
          w.say("Rule", "ルール"),
        ],
        rows,
      ),
    ),
    ...section(w.say("Alternatives", "代替案"), bullets(w, "alternative", "resolution")),
    ...section(w.say("Not done", "行わないこと"), bullets(w, "refusal", "limit")),
    ...section(
      w.say("What would change this", "判断が変わる条件"),
      table(
        [
          w.say("Quantity", "項目"),
          w.say("Now", "現在"),
          w.say("At", "しきい値"),
          w.say("Becomes", "変化"),
          w.say("Rule", "ルール"),
        ],
        turns,
      ),
    ),
    ...section(
      w.say(
        `Facts it leans on (judged on ${w.outcome.case.today})`,
        `根拠とした事実 (判定日 ${w.outcome.case.today})`,
      ),
      table(
        [
          w.say("As of", "時点"),
          w.say("Fact", "事実"),
          w.say("Source", "出典"),
          w.say("Still good", "有効か"),
        ],
        factsOf(w.outcome, w.lang).map((fact) => [
          fact.asOf,
          fact.claim,
          fact.source,
          fact.tooOld ? w.say("too old, look it up", "期限切れ、要確認") : w.say("yes", "有効"),
        ]),
      ),
    ),
    ...section(
      w.say("Open", "未決"),
      decided.asks.map(
        (ask) =>
          `- ${ask.text[w.lang]} \`${ask.code}\`${ask.default ? w.say(` until then: ${ask.default.en}`, ` 未回答時: ${ask.default.ja}`) : ""}`,
      ),
    ),
  ];
  return {
    path: "decisions.md",
    kind: "decision_record",
    comment: "markdown",
    blocks: [one("decisions", text.join("\n"))],
  };
}

const titles: Readonly<Record<string, Bi>> = {
  route: { en: "Kind of task", ja: "依頼の種類" },
  refusal: { en: "Refused", ja: "行わないこと" },
  recipe: { en: "Recipe", ja: "レシピ" },
  mode: { en: "Processing mode", ja: "処理モード" },
  tier: { en: "Tier", ja: "ティア" },
  freshness: { en: "Freshness", ja: "鮮度" },
  document: { en: "Document", ja: "成果物" },
};

function valueOf(w: Writing, stage: string): string | null {
  const { decided } = w.outcome.case;
  if (stage === "route") return decided.route;
  if (stage === "recipe") return decided.recipe;
  if (stage === "mode") return decided.mode;
  if (stage === "tier") return decided.tier;
  if (stage === "document") return w.outcome.document;
  const fresh = decided.freshness;
  if (stage !== "freshness" || !fresh) return null;
  const every = duration(fresh.updateIntervalSeconds)[w.lang];
  const check = duration(fresh.checkEverySeconds)[w.lang];
  return w.say(
    `update every ${every}, checked every ${check}`,
    `${every}ごとに更新、${check}ごとに監視`,
  );
}
