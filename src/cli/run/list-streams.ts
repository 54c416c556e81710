// sources list-streams: the frozen bare array of seed 003, or a table for people.
import type { StreamList } from "../../api/documents.ts";
import type { Context } from "../context.ts";
import type { Handler } from "../command.ts";
import { grouped } from "../view/number.ts";
import { cellWidth, padEnd } from "../view/width.ts";
import { age } from "../view/number.ts";
import { timeOf } from "./columns.ts";
import { printNext } from "./next.ts";

type Row = {
  readonly stream: StreamList["streams"][number];
  readonly facts: StreamList["facts"][number] | undefined;
};

const letters: readonly (readonly [mode: string, letter: string])[] = [
  ["incremental_deduped_history", "I"],
  ["incremental_append", "A"],
  ["full_refresh_overwrite_deduped", "D"],
  ["full_refresh_overwrite", "F"],
];
const shownAtMost = 40;

export const listStreams: Handler = async (ctx) => {
  const id = ctx.args[0] ?? "";
  const maxAgeMs = ctx.flags.durationMs("max-age");
  const list = await ctx.call("sources.listStreams", {
    id,
    ...(ctx.flags.has("refresh") ? { refresh: true } : {}),
    ...(maxAgeMs === undefined ? {} : { maxAgeMs }),
  });
  const rows = chosen(ctx, list);
  if (ctx.out.machine) {
    ctx.out.json(
      rows.map((row) => row.stream),
      rows.map((row) => ({ ...row.stream, ...row.facts })),
    );
    return 0;
  }
  if (ctx.terminal.plain) {
    ctx.out.list(rows, columns(ctx, false), "");
    return 0;
  }
  printTable(ctx, list, rows);
  return 0;
};

function chosen(ctx: Context, list: StreamList): Row[] {
  const search = ctx.flags.text("search")?.toLowerCase();
  const namespace = ctx.flags.text("namespace");
  const mode = ctx.flags.text("mode");
  return list.streams
    .map((stream, i) => ({ stream, facts: list.facts[i] }))
    .filter(
      ({ stream }) =>
        search === undefined ||
        `${stream.streamnamespace ?? ""}.${stream.streamName}`.toLowerCase().includes(search),
    )
    .filter(({ stream }) => namespace === undefined || stream.streamnamespace === namespace)
    .filter(({ stream }) => mode === undefined || stream.syncModes.includes(mode));
}

function printTable(ctx: Context, list: StreamList, rows: readonly Row[]): void {
  const namespaces = new Set(list.streams.map((stream) => stream.streamnamespace ?? "")).size;
  const seconds = Math.max(0, (ctx.now() - Date.parse(list.discoveredAt)) / 1000);
  const { source } = list;
  const heading = ctx.say("streams.heading", {
    name: source.name,
    kind: source.kind,
    streams: list.streams.length,
    namespaces,
    at: timeOf(ctx, list.discoveredAt),
    age: age(seconds, ctx.terminal.lang),
  });
  ctx.out.text(`${fitted(ctx, heading)}\n`);
  const cutting = ctx.terminal.stdoutTty && !ctx.flags.has("all") && rows.length > shownAtMost;
  const shown = cutting ? rows.slice(0, shownAtMost) : rows;
  const hasNamespace = shown.some((row) => row.stream.streamnamespace);
  const table =
    shown.length === 0 ? ctx.say("streams.none") : ctx.out.table(shown, columns(ctx, hasNamespace));
  ctx.out.text(table);
  if (shown.length > 0 && !table.includes(ctx.say("col.notes"))) printNotes(ctx, shown);
  if (cutting) ctx.out.text(ctx.say("streams.more", { left: rows.length - shownAtMost }));
  ctx.out.text(`\n${ctx.say("streams.legend")}`);
  printNext(ctx, [{ command: `revos connections propose ${source.id}`, why: "" }]);
}

/** The notes on lines of their own, where the table has no room for them. */
function printNotes(ctx: Context, rows: readonly Row[]): void {
  const noted = rows.filter((row) => notes(ctx, row) !== "");
  if (noted.length === 0) return;
  const lines = noted.map((row) => {
    const { streamnamespace, streamName } = row.stream;
    return `  ${streamnamespace ? `${streamnamespace}.` : ""}${streamName}: ${notes(ctx, row)}`;
  });
  ctx.out.text(`\n${ctx.say("col.notes")}\n${lines.join("\n")}`);
}

/** Where the line is too long for the terminal, its last part gets a line of its own. */
function fitted(ctx: Context, heading: string): string {
  const measure = { ambiguousIsNarrow: ctx.terminal.lang !== "ja" };
  const isWide = ctx.terminal.stdoutTty && cellWidth(heading, measure) > ctx.terminal.width;
  const at = heading.lastIndexOf("  ");
  return isWide && at > 0
    ? `${heading.slice(0, at).trimEnd()}\n${heading.slice(at).trimStart()}`
    : heading;
}

function columns(ctx: Context, withNamespace: boolean) {
  const measure = { ambiguousIsNarrow: ctx.terminal.lang !== "ja" };
  const path = (fields: readonly string[]) => fields.join(".");
  const all = [
    {
      title: ctx.say("col.namespace"),
      value: (row: Row) => row.stream.streamnamespace ?? "-",
      cut: true,
    },
    { title: ctx.say("col.stream"), value: (row: Row) => row.stream.streamName, cut: true },
    {
      title: ctx.say("col.rowsEstimated"),
      value: (row: Row) =>
        row.facts?.estimatedRows == null ? "-" : grouped(row.facts.estimatedRows),
      right: true,
    },
    {
      title: ctx.say("col.modes"),
      value: (row: Row) =>
        padEnd(
          letters
            .filter(([mode]) => row.stream.syncModes.includes(mode))
            .map(([, letter]) => letter)
            .join(" "),
          7,
          measure,
        ),
    },
    {
      title: ctx.say("col.cursor"),
      value: (row: Row) =>
        row.stream.defaultCursorField.length === 0 ? "-" : path(row.stream.defaultCursorField),
      cut: true,
    },
    {
      title: ctx.say("col.key"),
      value: (row: Row) =>
        row.stream.sourceDefinedPrimaryKey.length === 0
          ? "-"
          : row.stream.sourceDefinedPrimaryKey.map(path).join(", "),
      cut: true,
    },
    { title: ctx.say("col.notes"), value: (row: Row) => notes(ctx, row), cut: true, spare: 1 },
  ];
  return withNamespace || ctx.terminal.plain ? all : all.slice(1);
}

function notes(ctx: Context, row: Row): string {
  const fields = (row.facts?.sensitive ?? []).map((field) => field.join("."));
  const key = fields.length === 1 ? "streams.personalOne" : "streams.personal";
  const personal = fields.length === 0 ? [] : [ctx.say(key, { fields: fields.join(", ") })];
  return [...personal, ...(row.facts?.notes ?? [])].join("; ");
}
