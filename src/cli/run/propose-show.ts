// What a proposal shows: the two tables in the frozen layout of seed 003 (headings stay English), the list of what was
// left out. The tables go to stdout when they are the result, to stderr when stdout is piped and a question follows.
import type { ProposalDocument } from "../../api/operations.ts";
import type { Context } from "../context.ts";
import { cellWidth, padEnd } from "../view/width.ts";

export function showStreams(ctx: Context, proposal: ProposalDocument): string {
  const measure = { ambiguousIsNarrow: ctx.terminal.lang !== "ja" };
  const all = proposal.selected.length + proposal.dropped.length;
  const names = proposal.selected.map((one) => one.stream);
  const width = Math.max(0, ...names.map((name) => cellWidth(name, measure)));
  const lines = proposal.selected.map((one) => {
    const reason = one.reason ?? (one.unsure ? ctx.say("propose.unclear") : "");
    return `  ${padEnd(one.stream, width, measure)}  ${one.unsure ? "[unsure] " : ""}${reason}`.trimEnd();
  });
  return [
    `Proposed streams (${proposal.selected.length} of ${all}):`,
    "",
    ...lines,
    "",
    ...droppedGroups(proposal),
  ].join("\n");
}

function droppedGroups(proposal: ProposalDocument): string[] {
  if (proposal.dropped.length === 0) return [];
  const groups = new Map<string, string[]>();
  for (const one of proposal.dropped)
    groups.set(one.rule, [...(groups.get(one.rule) ?? []), one.stream]);
  const parts = [...groups].map(
    ([rule, streams]) =>
      `${rule} (${streams.length}): ${streams.slice(0, 3).join(", ")}${streams.length > 3 ? ", ..." : ""}`,
  );
  return [`Dropped (${proposal.dropped.length}):`, ...parts.map((part) => `  ${part}`)];
}

export function showModes(ctx: Context, proposal: ProposalDocument): string {
  const measure = { ambiguousIsNarrow: ctx.terminal.lang !== "ja" };
  const field = (path: readonly string[] | null, from: string | null) =>
    path === null || path.length === 0 ? "—" : `${path.join(".")}${from === "column" ? " *" : ""}`;
  const rows = proposal.modes.map((one) => [
    one.stream,
    one.syncMode,
    field(one.cursorField, one.cursorFrom),
    one.primaryKey === null || one.primaryKey.length === 0
      ? "—"
      : `${one.primaryKey.map((path) => path.join(".")).join(", ")}${one.keyFrom === "column" ? " *" : ""}`,
  ]);
  const table = [["Stream", "Sync mode", "Cursor", "Primary key"], ...rows];
  const widths = [17, 30, 12].map((least, i) =>
    Math.max(least, ...table.map((row) => cellWidth(row[i] ?? "", measure))),
  );
  const lines = table.map((row) =>
    row
      .map((cell, i) => padEnd(cell, widths[i] ?? 0, measure))
      .join("  ")
      .trimEnd(),
  );
  const notes = proposal.modes.flatMap((one) =>
    one.notes.map((note) => `! ${one.stream}: ${note}`),
  );
  const starred = proposal.modes.some(
    (one) => one.cursorFrom === "column" || one.keyFrom === "column",
  );
  return [
    ...lines,
    ...(starred || notes.length > 0 ? [""] : []),
    ...(starred ? [ctx.say("propose.star")] : []),
    ...notes,
  ].join("\n");
}

/** The proposal's own text where it has one; it holds the table of the point that is open. */
export function printPoint(
  ctx: Context,
  proposal: ProposalDocument,
  point: "streams" | "modes",
): void {
  if (ctx.out.machine) return;
  const open =
    proposal.state === "streams_open"
      ? "streams"
      : proposal.state === "modes_open"
        ? "modes"
        : null;
  const text =
    (open === point ? withoutQuestion(proposal) : null) ??
    (point === "streams" ? showStreams(ctx, proposal) : showModes(ctx, proposal));
  if (ctx.prompt.possible && !ctx.terminal.stdoutTty) ctx.notes.line(`\n${text}\n`);
  else ctx.out.text(`${text}\n`);
  sayMappers(ctx, proposal, null);
  if (point === "streams" && proposal.id && proposal.dropped.length > 0 && ctx.prompt.possible)
    ctx.notes.line(
      `  ${ctx.say("propose.everyDropped")}: revos connections propose --resume ${proposal.id} --dropped\n`,
    );
}

/** Mappers that words asked for: written with the file, so they are shown before the yes. `before`: only what is new since. */
export function sayMappers(
  ctx: Context,
  proposal: ProposalDocument,
  before: ProposalDocument | null,
): void {
  const shown = (one: ProposalDocument): string[] =>
    one.mappers
      .filter(({ origin }) => origin === "requested")
      .map(({ stream, field, mapper }) =>
        mapper.type === "row-filtering"
          ? `${stream} ${mapper.type}`
          : `${stream}.${field.join(".")} ${mapper.type}`,
      );
  const then = before === null ? [] : shown(before);
  const names = shown(proposal).filter((name) => !then.includes(name));
  if (names.length > 0)
    ctx.notes.line(ctx.say("propose.mappersAsked", { mappers: names.join(", ") }));
}

/** The proposal's text without its last question: the command asks in its own words, or a flag has answered. */
function withoutQuestion(proposal: ProposalDocument): string | null {
  const text = proposal.text?.trimEnd() ?? null;
  if (text === null) return null;
  for (const question of [proposal.ask?.en, proposal.ask?.ja]) {
    if (question && text.endsWith(question)) return text.slice(0, -question.length).trimEnd();
  }
  return text;
}

/** --dropped: every stream that was left out, with the rule. */
export function printDropped(ctx: Context, proposal: ProposalDocument): number {
  ctx.out.list(
    proposal.dropped,
    [
      { title: ctx.say("col.namespace"), value: (one) => one.namespace ?? "-", cut: true },
      { title: ctx.say("col.stream"), value: (one) => one.stream, cut: true },
      { title: ctx.say("col.rule"), value: (one) => one.rule },
    ],
    ctx.say("propose.noneDropped"),
  );
  return 0;
}
