// The two tables of a proposal as text, in the frozen layout of seed 003 §フェーズ 4 and 5 (agents and documents quote them:
// headings stay English in every language), with the questions that follow them.
import { formatField, formatStream } from "../../model/field-path.ts";
import { say, type Choice, type Language } from "./input.ts";
import type { ModeRow } from "./notes.ts";

const lineWidth = 96;

/** The cells a text takes on a terminal: Japanese characters are two wide. */
export function cellWidth(text: string): number {
  let width = 0;
  for (const char of text)
    width +=
      /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/.test(
        char,
      )
        ? 2
        : 1;
  return width;
}

const pad = (text: string, width: number): string =>
  text + " ".repeat(Math.max(0, width - cellWidth(text)));

/** Names of streams; the namespace is shown only where two streams share a name. */
export function shownNames(choices: readonly Choice[]): Map<string, string> {
  const count = new Map<string, number>();
  for (const { candidate } of choices)
    count.set(candidate.stream.toLowerCase(), (count.get(candidate.stream.toLowerCase()) ?? 0) + 1);
  return new Map(
    choices.map(({ candidate }) => [
      candidate.key,
      (count.get(candidate.stream.toLowerCase()) ?? 0) > 1
        ? formatStream(candidate.stream, candidate.namespace)
        : candidate.stream,
    ]),
  );
}

export function unsureReason(choice: Choice, language: Language): string {
  if (choice.doubt === "goal")
    return say(
      language,
      "[unsure] it is not clear whether the goal needs it; kept",
      "[unsure] 目的に必要か判断できません（残しています）",
    );
  if (choice.doubt === "copy")
    return say(
      language,
      "[unsure] the name looks like a log, a history or a copy, and does not say more; kept",
      "[unsure] 名前からはログや履歴、控えのようですが、内容を判断できません（残しています）",
    );
  return say(
    language,
    "[unsure] the name does not say what it holds; kept",
    "[unsure] 名前からは内容を判断できません（残しています）",
  );
}

/** "Proposed streams (12 of 47):" with a reason each, then what was left out and why. */
export function streamsTable(
  choices: readonly Choice[],
  scope: string,
  language: Language,
): string {
  const names = shownNames(choices);
  const kept = choices.filter((choice) => choice.kept);
  const width =
    Math.max(0, ...kept.map(({ candidate }) => cellWidth(names.get(candidate.key) ?? ""))) + 2;
  const lines = [`Proposed streams (${kept.length} of ${choices.length}):`, ""];
  for (const choice of kept) {
    const reason = choice.reason ?? (choice.unsure ? unsureReason(choice, language) : "");
    lines.push(
      `  ${pad(names.get(choice.candidate.key) ?? "", width)}${choice.reason !== null && choice.unsure ? `[unsure] ${reason}` : reason}`.trimEnd(),
    );
  }
  const dropped = choices.filter((choice) => !choice.kept);
  if (dropped.length > 0)
    lines.push(
      "",
      ...wrap(`Dropped (${dropped.length}): `, droppedGroups(dropped, names, scope, language)),
    );
  return lines.join("\n");
}

function droppedGroups(
  dropped: readonly Choice[],
  names: ReadonlyMap<string, string>,
  scope: string,
  language: Language,
): string[] {
  const groups = new Map<string, Choice[]>();
  for (const choice of dropped) {
    const rule = choice.byReply ? "reply" : choice.rule;
    groups.set(rule, [...(groups.get(rule) ?? []), choice]);
  }
  const order = ([rule]: [string, Choice[]]) =>
    rule === "reply" ? 2 : rule === "use_case" ? 3 : rule === "no_sync_modes" ? 1 : 0;
  return [...groups]
    .sort((a, b) => order(a) - order(b))
    .map(([rule, members]) => {
      const first = members[0] ? (names.get(members[0].candidate.key) ?? "") : "";
      const listed =
        members
          .slice(0, 3)
          .map((member) => names.get(member.candidate.key))
          .join(", ") + (members.length > 3 ? ", ..." : "");
      if (rule === "use_case") {
        const why =
          scope === ""
            ? say(language, "not in scope", "対象外")
            : say(language, `not in scope for ${scope}`, `${scope}の対象外`);
        return members.length === 1 ? `${first} (${why})` : `${members.length} ${why} (${listed})`;
      }
      if (rule === "reply")
        return `${listed} (${say(language, "removed by you", "ご指示により除外")})`;
      if (rule === "no_sync_modes")
        return `${listed} (${say(language, "no sync mode can be used", "利用できる同期モードがありません")})`;
      if (members.length === 1) return first;
      const [kind, text = ""] = rule.split(":");
      const glob = kind === "prefix" ? `${text}*` : kind === "suffix" ? `*${text}` : text;
      return `${glob} (${members.length})`;
    });
}

/** A list after a heading, wrapped under its first entry. */
function wrap(heading: string, entries: readonly string[]): string[] {
  const indent = " ".repeat(heading.length);
  const lines: string[] = [];
  let line = heading;
  entries.forEach((entry, at) => {
    const text = entry + (at < entries.length - 1 ? "," : "");
    if (
      line !== heading &&
      line.trim() !== "" &&
      cellWidth(line) + cellWidth(text) + 1 > lineWidth
    ) {
      lines.push(line.trimEnd());
      line = indent + text;
    } else line += (line === heading || line === indent ? "" : " ") + text;
  });
  return [...lines, line.trimEnd()];
}

/** The table of confirmation point 2. A star marks what was chosen from columns, not set by the source. */
export function modesTable(rows: readonly ModeRow[], names: ReadonlyMap<string, string>): string {
  const cells = rows.map((row) => [
    names.get(row.choice.candidate.key) ?? row.choice.candidate.stream,
    row.choice.syncMode,
    row.choice.cursorField
      ? formatField(row.choice.cursorField) + (row.choice.cursorFrom === "column" ? " *" : "")
      : "—",
    row.choice.primaryKey
      ? row.choice.primaryKey.map(formatField).join(", ") +
        (row.choice.keyFrom === "column" ? " *" : "")
      : "—",
  ]);
  const all = [["Stream", "Sync mode", "Cursor", "Primary key"], ...cells];
  const widths = [0, 1, 2].map(
    (column) =>
      Math.max(
        column === 0 ? 17 : column === 1 ? 30 : 12,
        ...all.map((row) => cellWidth(row[column] ?? "")),
      ) + 2,
  );
  return all
    .map((row) =>
      row
        .map((cell, column) => (column < 3 ? pad(cell, widths[column] ?? 0) : cell))
        .join("")
        .trimEnd(),
    )
    .join("\n");
}

export const questions = {
  source: {
    en: "Which source should be used?",
    ja: "どのソースを使いますか？",
  },
  goal: {
    en: "What do you want to analyse with this connection? For example: revenue per customer, support ticket trends, a marketing funnel.",
    ja: "この接続で何を分析したいですか？ 例：顧客あたりの売上、サポートチケットの傾向、マーケティングファネル。",
  },
  streams: {
    en: "Does this look right? Anything to add or remove?",
    ja: "よさそうですか？ 追加または削除したいものはありますか？",
  },
  modes: {
    en: "Are the sync modes right? Any changes?",
    ja: "同期モードは適切ですか？変更はありますか？",
  },
} as const;

/** The seed's last sentence, said only after a clean diff. */
export function closingSentence(path: string): { readonly en: string; readonly ja: string } {
  return {
    en: `Wrote and validated ${path}. Run \`revos apply\` to create it on the server.`,
    ja: `接続 YAML を ${path} に書き込み、検証しました。revos apply を実行してサーバー上に作成してください。`,
  };
}
