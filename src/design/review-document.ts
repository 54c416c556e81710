// A design document under review: one the architect wrote, perhaps edited by hand since. Each failure mode that a design answers under
// some heading is open when no line is left under it, so a section that somebody took out is noticed.
import type { ReviewFinding } from "../model/answer.ts";
import { failureModes } from "../model/failure-modes.ts";
import { sectionKeys, type SectionKey } from "../model/section-key.ts";
import type { Lang } from "./reading.ts";
import { sectionTitles } from "./render/titles.ts";
import { unansweredBy } from "./rules/self-check.ts";

/** Written by the architect: the marks of its blocks, or its four phases as headings. */
export const isDesignDocument = (text: string): boolean =>
  /revos:begin layout\b/.test(text) ||
  ["FRAME", "LAYOUT", "OPTIMIZE", "WIRE"].every((phase) =>
    new RegExp(`^#+ ${phase}\\b`, "m").test(text),
  );

export function reviewDocument(text: string, path: string, lang: Lang): ReviewFinding[] {
  const lines = text.split(/\r?\n/);
  const said = new Set<SectionKey>();
  let current: SectionKey[] = [];
  for (const line of lines) {
    const title = /^(?:\*\*(.+?)\*\*|#{2,6} (.+?))\s*$/.exec(line);
    const name = title?.[1] ?? title?.[2];
    if (name !== undefined) current = sectionKeys.filter((key) => isTitle(key, name));
    else if (/^\s*(?:[-*]|\d+\.|\|)\s*\S/.test(line)) for (const key of current) said.add(key);
  }
  return unansweredBy(said).map(({ id, missing }) => {
    const titles = missing.map((key) => sectionTitles[key][lang]);
    return {
      rule: id,
      group: failureModes[id].group,
      severity: failureModes[id].severity,
      file: path,
      line: null,
      message: `${failureModes[id].title[lang]} (${lang === "ja" ? `記載なし: ${titles.join("、")}` : `nothing under ${titles.join(", ")}`})`,
      fix: failureModes[id].fix[lang],
    };
  });
}

const isTitle = (key: SectionKey, name: string): boolean => {
  const said = name.trim().toLowerCase();
  return (
    said === sectionTitles[key].en.toLowerCase() || said === sectionTitles[key].ja.toLowerCase()
  );
};
