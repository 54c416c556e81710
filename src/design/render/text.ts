// An answer as Markdown: a headline, the questions, then the chapters with their lines, each line with the rule it rests on.
import type { Answer } from "../../model/answer.ts";
import { sectionChapters, type Chapter, type SectionKey } from "../../model/section-key.ts";
import type { Outcome } from "../decide.ts";
import type { Lang } from "../reading.ts";
import { chapterTitles, sectionTitles } from "./titles.ts";

type Wordless = Omit<Answer, "text">;

export function renderText(answer: Wordless, outcome: Outcome): string {
  const { lang } = answer;
  const ja = lang === "ja";
  const out: string[] = [`# ${headline(answer, lang, outcome.isComparison)}`, ""];
  if (answer.questions.length > 0) {
    out.push(ja ? "## 先に確認したいこと" : "## To be answered first", "");
    answer.questions.forEach((one, i) =>
      out.push(
        `${i + 1}. ${one.text}${one.default ? (ja ? ` (未回答時: ${one.default})` : ` (until then: ${one.default})`) : ""}  \`${one.code}\``,
      ),
    );
    out.push("");
  }
  const ruleOf = new Map(outcome.lines.map((one) => [`${one.key} ${one[lang]}`, one.rule]));
  for (const [chapter, keys] of Object.entries(sectionChapters) as [
    Chapter,
    readonly SectionKey[],
  ][]) {
    const shown = keys.filter((key) => answer.sections[key]);
    if (shown.length === 0) continue;
    out.push(`## ${chapterTitles[chapter][lang]}`, "");
    for (const key of shown) {
      out.push(`**${sectionTitles[key][lang]}**`, "");
      for (const text of answer.sections[key] ?? [])
        out.push(`- ${text}  \`${ruleOf.get(`${key} ${text}`) ?? ""}\``);
      out.push("");
    }
  }
  if (answer.turnings.length > 0) {
    out.push(ja ? "## 判断が変わる条件" : "## What would change this", "");
    for (const one of answer.turnings)
      out.push(
        ja
          ? `- ${one.quantity}が ${one.at}なら(現在: ${one.now ?? "未提示"}): ${one.becomes}  \`${one.rule}\``
          : `- ${one.quantity} ${one.at} (now ${one.now ?? "not given"}): ${one.becomes}  \`${one.rule}\``,
      );
    out.push("");
  }
  if (answer.facts.length > 0) {
    out.push(ja ? "## 根拠とした事実と日付" : "## Facts it leans on, with their dates", "");
    for (const one of answer.facts)
      out.push(
        ja
          ? `- ${one.asOf}: ${one.claim} (${one.source})${one.tooOld ? "。要確認: 期限切れ" : ""}`
          : `- ${one.asOf}: ${one.claim} (${one.source})${one.tooOld ? "; too old, look it up" : ""}`,
      );
    out.push("");
  }
  if (answer.notUnderstood.length > 0) {
    out.push(ja ? "## 読み取れなかった部分" : "## Not understood", "");
    for (const one of answer.notUnderstood) out.push(`- ${one}`);
    out.push("");
  }
  return `${out.join("\n").trimEnd()}\n`;
}

function headline(answer: Wordless, lang: Lang, isComparison: boolean): string {
  const ja = lang === "ja";
  if (answer.route === "menu")
    return ja ? "データパイプラインの設計と運用" : "Data pipelines: design and operation";
  if (answer.route === "redirect")
    return ja
      ? `担当: ${answer.redirectTo.join("、")}`
      : `This belongs to ${answer.redirectTo.join(" or ")}`;
  const parts = [
    ja
      ? {
          design: "設計",
          review: "レビュー",
          operate: "運用",
          migrate: "移行",
          contract: "コントラクト",
        }[answer.route]
      : answer.route,
    isComparison ? (ja ? "比較" : "comparison") : answer.recipe,
    answer.mode,
    answer.tier,
  ].filter(Boolean);
  return `${parts.join(" / ")}${answer.provisional ? (ja ? " (暫定)" : " (provisional)") : ""}`;
}
