// Cited lines of an outcome for a file: the facts under some keys, each with the rule it rests on, in one language.
import type { SectionKey } from "../../model/section-key.ts";
import { sectionTitles } from "../render/titles.ts";
import type { Writing } from "./artefact.ts";

/** `- fact  [RULE]` for each line under the keys; nothing for a key without lines. */
export function bullets(w: Writing, ...keys: readonly SectionKey[]): string[] {
  const seen = new Set<string>();
  return keys.flatMap((key) =>
    w.outcome.lines
      .filter((line) => line.key === key && !seen.has(line[w.lang]) && seen.add(line[w.lang]))
      .map((line) => `- ${line[w.lang]} \`${line.rule}\``),
  );
}

/** Each key as a bold title with its bullets. */
export function titled(w: Writing, keys: readonly SectionKey[]): string[] {
  return keys.flatMap((key) => {
    const found = bullets(w, key);
    return found.length === 0 ? [] : [`**${sectionTitles[key][w.lang]}**`, "", ...found, ""];
  });
}

/** A Markdown section, or nothing when it has nothing to say. */
export function section(title: string, lines: readonly string[], level = 2): string[] {
  const body = lines.join("\n").trim();
  return body === "" ? [] : [`${"#".repeat(level)} ${title}`, "", body, ""];
}

/** Text in a table cell. */
export const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("\n", " ");

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  if (rows.length === 0) return [];
  const row = (cells: readonly string[]) => `| ${cells.map(cell).join(" | ")} |`;
  return [row(head), `|${head.map(() => "--").join("|")}|`, ...rows.map(row)];
}
