// Columns that several lists share.
import type { Context } from "../context.ts";
import type { Column } from "../view/table.ts";
import { shortTime } from "../view/time.ts";

/** The text of a field, `-` where there is none. */
export const orNone = (value: unknown): string => {
  if (value === null || value === undefined || value === "") return "-";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
};

export function timeOf(ctx: Context, iso: string | null | undefined): string {
  return iso ? shortTime(iso, ctx.terminal.zone, ctx.now()) : "-";
}

/** Columns for plain objects whose shape an operation leaves open: every key that any row has. */
export function columnsOf(
  rows: readonly Readonly<Record<string, unknown>>[],
  leaveOut: readonly string[] = [],
): Column<Readonly<Record<string, unknown>>>[] {
  const keys = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter(
    (key) => !leaveOut.includes(key),
  );
  return keys.map((key) => ({
    title: key,
    value: (row) => orNone(row[key]),
    right: rows.every(
      (row) => typeof row[key] === "number" || row[key] === null || row[key] === undefined,
    ),
    cut: !rows.every((row) => typeof row[key] === "number"),
  }));
}
