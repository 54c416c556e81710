// What is said beside a mode at confirmation point 2: what was guessed, what a cursor cannot see, what a full refresh costs.
import type { FieldPath } from "../../model/discovery.ts";
import { isIncremental, needsKey, type SyncMode } from "../../model/sync-mode.ts";
import { formatField, formatStream } from "../../model/field-path.ts";
import { say, type Language, type ProposalWarning } from "./input.ts";
import {
  findCursor,
  findCursorCandidates,
  findKey,
  offeredModes,
  type ModeChoice,
} from "./modes.ts";

/** Rows up to which the seed recommends full_refresh_overwrite (§フェーズ 5, table). */
export const smallTableRows = 10_000;

export type ModeRow = {
  readonly choice: ModeChoice;
  readonly alternatives: readonly SyncMode[];
  readonly notes: readonly string[];
};

/** Sees new rows only: a field that is set once, when the row is made. */
const isCreation = (field: FieldPath): boolean =>
  /^(?:.*_)?(?:created|inserted|creation|registered|received|ingested|logged|occurred|sent|started|signed_up)(?:_?(?:at|on|date|time|ts))?$|作成|登録|発生/i.test(
    field.at(-1) ?? "",
  );

export function formatCount(count: number, language: Language): string {
  if (language === "ja")
    return count >= 10_000
      ? `約 ${Math.round(count / 10_000).toLocaleString("en-US")} 万`
      : count.toLocaleString("en-US");
  if (count >= 1_000_000) return `about ${(count / 1_000_000).toFixed(1)} million`;
  return count.toLocaleString("en-US");
}

export function toModeRow(choice: ModeChoice, language: Language): ModeRow {
  const notes: string[] = [];
  const { candidate, syncMode, cursorField } = choice;
  if (choice.cursorFrom === "column" && cursorField)
    notes.push(
      say(
        language,
        `cursor ${formatField(cursorField)} is not set by the source; chosen from its columns`,
        `カーソル ${formatField(cursorField)} はソース設定ではなく、列から選びました`,
      ),
    );
  if (choice.keyFrom === "column" && choice.primaryKey)
    notes.push(
      say(
        language,
        `key ${choice.primaryKey.map(formatField).join(", ")} is not set by the source; chosen from its columns`,
        `主キー ${choice.primaryKey.map(formatField).join(", ")} はソース設定ではなく、列から選びました`,
      ),
    );
  if (isIncremental(syncMode) && cursorField && isCreation(cursorField))
    notes.push(
      say(
        language,
        `${formatField(cursorField)} finds new rows only; later edits of a row are not seen`,
        `${formatField(cursorField)} では新しい行しか検出できず、後からの更新は反映されません`,
      ),
    );
  if (syncMode === "full_refresh_overwrite" || syncMode === "full_refresh_overwrite_deduped") {
    const rows = candidate.estimatedRows;
    if (rows !== null && rows >= smallTableRows)
      notes.push(
        say(
          language,
          `full refresh reads ${formatCount(rows, language)} rows each time`,
          `フルリフレッシュのたびに ${formatCount(rows, language)}行を読み込みます`,
        ),
      );
  }
  return {
    choice,
    alternatives: offeredModes(candidate.found).filter((mode) => mode !== syncMode),
    notes,
  };
}

/** The warnings of seed 003 §フェーズ 5 for the chosen modes. */
export function modeWarnings(rows: readonly ModeRow[], language: Language): ProposalWarning[] {
  const warnings: ProposalWarning[] = [];
  for (const { choice } of rows) {
    const { candidate } = choice;
    const { stream, namespace } = candidate;
    const name = formatStream(stream, namespace);
    const offered = offeredModes(candidate.found);
    if (offered.some(needsKey) && findKey(candidate.found) === null)
      warnings.push({
        code: "no_primary_key",
        stream,
        namespace,
        message: say(
          language,
          `${name}: no primary key is known, so rows cannot be merged; foreign keys are not keys.`,
          `${name}：主キーが分からないため、行を統合できません（外部キーは主キーになりません）。`,
        ),
      });
    if (
      !isIncremental(choice.syncMode) &&
      offered.some(isIncremental) &&
      findCursor(candidate.found) === null
    ) {
      const fields = findCursorCandidates(candidate.found);
      const best = fields[0];
      if (best)
        warnings.push({
          code: "cursor_candidate_not_listed",
          stream,
          namespace,
          field: best,
          fields,
          message: say(
            language,
            `${name}: ${formatField(best)} could serve as a cursor field, but is not one of the names taken without asking. To use it: ${stream}.cursorField=${formatField(best)}`,
            `${name}：${formatField(best)} はカーソルとして使えそうですが、自動では選びません。使う場合：${stream}.cursorField=${formatField(best)}`,
          ),
        });
    }
  }
  return warnings;
}

/** The 10,000-row line of the seed's table, said whenever full_refresh_overwrite stands in it. */
export function smallTableLine(rows: readonly ModeRow[], language: Language): string | null {
  const overwritten = rows.filter((row) => row.choice.syncMode === "full_refresh_overwrite");
  if (overwritten.length === 0) return null;
  const name = (row: ModeRow) => row.choice.candidate.stream;
  const large = overwritten.filter(
    (row) => (row.choice.candidate.estimatedRows ?? 0) >= smallTableRows,
  );
  const unknown = overwritten.filter((row) => row.choice.candidate.estimatedRows === null);
  const parts = [
    say(
      language,
      "full_refresh_overwrite is meant for small tables (under 10,000 rows): everything is read and replaced each time.",
      "full_refresh_overwrite は小規模なテーブル（1 万行未満）向けで、毎回すべてを読み込んで置き換えます。",
    ),
  ];
  for (const row of large)
    parts.push(
      say(
        language,
        `${name(row)} has ${formatCount(row.choice.candidate.estimatedRows ?? 0, language)} rows.`,
        `${name(row)} は ${formatCount(row.choice.candidate.estimatedRows ?? 0, language)}行です。`,
      ),
    );
  if (unknown.length > 0)
    parts.push(
      say(
        language,
        `Row counts are not known for: ${unknown.map(name).join(", ")}.`,
        `行数が不明：${unknown.map(name).join("、")}。`,
      ),
    );
  return parts.join(" ");
}
