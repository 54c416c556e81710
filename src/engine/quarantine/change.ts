// What people do with held rows besides replaying them: correct a cell, waive a group for a time, discard it. Each change
// is one entry of the quarantine's log.
import { RevosError } from "../../kernel/error.ts";
import type { Workbench } from "../../connector/workbench.ts";
import { toIso } from "../../kernel/clock.ts";
import { statusSql, writeLog } from "./log.ts";
import { hasQuarantine, notFound, showRow, type RowReason } from "./rows.ts";

type Who = { readonly actor?: string | null; readonly nowMs: number };

/**
 * Corrects cells of a held row: the texts stand in `original` from now on and are judged at the next replay; the texts
 * before them stay in the log. A cell that a privacy transform failed on can only be given in its stored form.
 * `changed` is false when nothing differs.
 */
export async function editRow(
  workbench: Workbench,
  id: string,
  set: Readonly<Record<string, string | null>>,
  who: Who,
): Promise<{ readonly changed: boolean; readonly audit: string | null }> {
  const row = await showRow(workbench, id, { reveal: true }, who.nowMs);
  if (row.status !== "held") {
    throw new RevosError(
      "usage.bad_value",
      `Row ${id} is ${row.status}: only a held row can be edited.`,
      { advice: "revos quarantine list --status held" },
    );
  }
  const unknown = Object.keys(set).find((column) => !(column in row.original));
  if (unknown !== undefined)
    throw new RevosError("usage.bad_value", `Row ${id} has no column ${unknown}.`, {
      advice: `It has: ${Object.keys(row.original).join(", ")}.`,
    });
  const changes = Object.entries(set).filter(
    ([column, text]) =>
      row.original[column] !== text ||
      row.reasons.some((reason) => reason.column === column && reason.edited === undefined),
  );
  if (changes.length === 0) return { changed: false, audit: null };
  const original = { ...row.original, ...Object.fromEntries(changes) };
  const edited = toIso(who.nowMs);
  const reasons = row.reasons.map((reason): RowReason =>
    changes.some(([column]) => column === reason.column) ? { ...reason, edited } : reason,
  );
  await workbench.run(
    "update _revos.quarantine set original = $2::json, reasons = $3::json where id = $1",
    [id, JSON.stringify(original), JSON.stringify(reasons)],
  );
  const change = Object.fromEntries(
    changes.map(([column, to]) => [column, { from: row.original[column] ?? null, to }]),
  );
  const audit = await writeLog(
    workbench,
    { action: "edit", target: id, rows: 1, actor: who.actor ?? null, change },
    who.nowMs,
  );
  return { changed: true, audit };
}

/**
 * Waives the held rows of a group (or one row): they stay out of the table and no longer count as open. With `until`
 * they are held again after that time.
 */
export async function waive(
  workbench: Workbench,
  target: string,
  options: { readonly reason: string; readonly until?: string | undefined } & Who,
): Promise<{ readonly rows: number; readonly audit: string }> {
  const until = options.until === undefined ? null : readTime(options.until, options.nowMs);
  const rows = await setStatus(workbench, target, ["held"], "waived", options.nowMs);
  const audit = await writeLog(
    workbench,
    { action: "waive", target, rows, reason: options.reason, until, actor: options.actor ?? null },
    options.nowMs,
  );
  return { rows, audit };
}

/** Gives up the held and waived rows of a group. They stay readable, and never reach the table. `confirm` must repeat the target. */
export async function discard(
  workbench: Workbench,
  target: string,
  options: { readonly reason: string; readonly confirm?: string | undefined } & Who,
): Promise<{ readonly rows: number; readonly audit: string }> {
  if (options.confirm !== target) {
    await mustExist(workbench, target);
    throw new RevosError("consent.needed", `Discarding ${target} gives up its rows for good.`, {
      advice: `Add --confirm ${target}.`,
      data: { target },
    });
  }
  const rows = await setStatus(workbench, target, ["held", "waived"], "discarded", options.nowMs);
  const audit = await writeLog(
    workbench,
    { action: "discard", target, rows, reason: options.reason, actor: options.actor ?? null },
    options.nowMs,
  );
  return { rows, audit };
}

async function mustExist(workbench: Workbench, target: string): Promise<void> {
  const rows = (await hasQuarantine(workbench))
    ? await workbench.all(
        "select count(*) as n from _revos.quarantine where group_id = $1 or id = $1",
        [target],
      )
    : [];
  if (Number(rows[0]?.n ?? 0) === 0) throw notFound(target);
}

async function setStatus(
  workbench: Workbench,
  target: string,
  from: readonly string[],
  to: string,
  nowMs: number,
): Promise<number> {
  await mustExist(workbench, target);
  const status = await statusSql(workbench, nowMs);
  const list = from.map((one) => `'${one}'`).join(", ");
  return await workbench.change(
    `update _revos.quarantine as q set status = $2 where (group_id = $1 or id = $1) and ${status} in (${list})`,
    [target, to],
  );
}

function readTime(text: string, nowMs: number): string {
  const ms = /^\d{4}-\d\d-\d\d(?:T.*)?$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(ms))
    throw new RevosError("usage.bad_value", "The end of the waiver is not a date.", {
      advice: "--until 2027-01-31",
    });
  if (ms <= nowMs)
    throw new RevosError("usage.bad_value", "The end of the waiver lies in the past.", {
      advice: "--until takes a date to come.",
    });
  return toIso(ms);
}
