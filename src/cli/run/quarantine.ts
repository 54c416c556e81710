// quarantine list and show: groups by reason first; rows on request, values masked unless revealed.
import { phrase } from "../text/phrases-ja.ts";
import type { QuarantineGroup } from "../../api/documents.ts";
import type { Context } from "../context.ts";
import type { Handler } from "../command.ts";
import { badValue } from "../flags.ts";
import { rememberNames } from "../remembered.ts";
import { grouped } from "../view/number.ts";
import type { Column } from "../view/table.ts";
import { columnsOf, timeOf } from "./columns.ts";
import { printDocument } from "./document.ts";
import { resolveNames, withSuggestion } from "./names.ts";
import { printNext } from "./next.ts";

export const quarantineList: Handler = async (ctx) => {
  const [connection] = await resolveNames(ctx, ctx.args);
  if (ctx.flags.has("rows") || ctx.flags.has("sample")) return listRows(ctx, connection);
  const stream = ctx.flags.text("stream");
  const status = ctx.flags.text("status") ?? "held";
  const listed = ctx.call("quarantine.list", {
    ...(connection ? { connection } : {}),
    ...(stream ? { stream } : {}),
    status,
  });
  const groups = (await (connection ? withSuggestion(ctx, connection, listed) : listed)).filter(
    (group) => wanted(ctx, group),
  );
  if (!connection && !stream) rememberNames(ctx, { groups: groups.map((group) => group.group) });
  if (!ctx.out.machine && !ctx.terminal.plain && groups.length > 0)
    ctx.out.text(
      `${heading(ctx, groups, connection)}\n${status === "held" ? `${ctx.say("quarantine.kept")}\n` : ""}`,
    );
  ctx.out.list(groups, columns(ctx, isOne(groups)), ctx.say("quarantine.none"));
  const [first] = groups;
  if (!ctx.out.machine && first?.status === "held") {
    printNext(
      ctx,
      [
        { command: `revos quarantine replay ${first.group} --dry-run`, why: "" },
        { command: `revos quarantine show ${first.group}`, why: "" },
        {
          command: `revos quarantine waive ${first.group} --until ${inAWeek(ctx)} --reason "..."`,
          why: "",
        },
      ],
      ctx.say("quarantine.next"),
    );
  }
  return 0;
};

function wanted(ctx: Context, group: QuarantineGroup): boolean {
  const reason = ctx.flags.text("reason");
  const since = ctx.flags.text("since");
  if (since !== undefined && Number.isNaN(Date.parse(since)))
    throw badValue("since", since, "a time such as 2026-11-30T14:00:00Z");
  return (
    (reason === undefined || group.rule === reason) &&
    (since === undefined || Date.parse(group.oldest) >= Date.parse(since))
  );
}

function heading(
  ctx: Context,
  groups: readonly QuarantineGroup[],
  connection: string | undefined,
): string {
  const rows = groups.reduce((sum, group) => sum + group.rows, 0);
  const oldest = groups.map((group) => group.oldest).sort()[0];
  return ctx.say("quarantine.heading", {
    of: connection ?? ctx.say("word.all"),
    rows,
    groups: groups.length,
    oldest: timeOf(ctx, oldest),
  });
}

/** All groups are of one connection, which the heading or any line may name. */
const isOne = (groups: readonly QuarantineGroup[]): boolean =>
  new Set(groups.map((group) => group.connection)).size <= 1;

function columns(ctx: Context, isOneConnection: boolean): Column<QuarantineGroup>[] {
  return [
    { title: ctx.say("col.group"), value: (group) => group.group, own: true },
    { title: ctx.say("col.rows"), value: (group) => grouped(group.rows), right: true },
    {
      title: ctx.say("col.stream"),
      value: (group) => (group.namespace ? `${group.namespace}.${group.stream}` : group.stream),
      cut: true,
    },
    { title: ctx.say("col.column"), value: (group) => group.column, cut: true },
    {
      title: ctx.say("col.reason"),
      value: (group) => phrase(group.rule, ctx.terminal.lang),
      cut: true,
    },
    { title: ctx.say("col.limit"), value: limitText, right: true, spare: 3 },
    {
      title: ctx.say("col.sample"),
      value: (group) => valueText(ctx, group.sample),
      cut: true,
      spare: 4,
    },
    {
      title: ctx.say("col.connection"),
      value: (group) => group.connection ?? "-",
      cut: true,
      ...(isOneConnection ? { spare: 1 } : {}),
    },
    { title: ctx.say("col.oldest"), value: (group) => timeOf(ctx, group.oldest), spare: 2 },
  ];
}

/** `100, 5%`: the stream is held back above both. */
function limitText({ limit: { rows, percent } }: QuarantineGroup): string {
  const share = `${percent}%`;
  if (percent === 0) return grouped(rows);
  return rows === 0 ? share : `${grouped(rows)}, ${share}`;
}

async function listRows(ctx: Context, connection: string | undefined): Promise<number> {
  const limit = ctx.flags.number("sample");
  const rows = await ctx.call("quarantine.rows", {
    ...(connection ? { connection } : {}),
    ...(limit === undefined ? {} : { limit }),
    ...(ctx.flags.has("reveal") ? { reveal: true } : {}),
  });
  const stream = ctx.flags.text("stream");
  const shown = rows.filter((row) => stream === undefined || row.stream === stream);
  ctx.out.list(
    shown,
    ctx.terminal.plain ? columnsOf(shown, []) : rowColumns(ctx),
    ctx.say("quarantine.none"),
  );
  if (!ctx.out.machine && shown[0])
    printNext(ctx, [
      { command: `revos quarantine show ${String(shown[0].id)}`, why: ctx.say("next.wholeRow") },
    ]);
  return 0;
}

/** A date that the line can be pasted with. */
const inAWeek = (ctx: Context): string =>
  new Date(ctx.now() + 7 * 86_400_000).toISOString().slice(0, 10);

type Row = Readonly<Record<string, unknown>>;
type Reason = { readonly column: string; readonly value?: string | null; readonly rule: string };

/** Of a row with several bad cells the first is shown, and how many more there are. */
function rowColumns(ctx: Context): Column<Row>[] {
  const reasons = (row: Row): readonly Reason[] =>
    Array.isArray(row.reasons) ? (row.reasons as Reason[]) : [];
  const first = (row: Row): Reason | undefined => reasons(row)[0];
  const more = (row: Row): string =>
    reasons(row).length > 1 ? ` (+${reasons(row).length - 1})` : "";
  const name = (row: Row): string =>
    row.namespace ? `${String(row.namespace)}.${String(row.stream)}` : String(row.stream);
  return [
    { title: ctx.say("col.row"), value: (row) => String(row.id) },
    { title: ctx.say("col.stream"), value: name, cut: true },
    { title: ctx.say("col.column"), value: (row) => first(row)?.column ?? "-", cut: true },
    { title: ctx.say("col.value"), value: (row) => valueText(ctx, first(row)?.value), cut: true },
    {
      title: ctx.say("col.reason"),
      value: (row) => `${phrase(first(row)?.rule ?? "-", ctx.terminal.lang)}${more(row)}`,
      cut: true,
    },
    { title: ctx.say("col.state"), value: (row) => ctx.say(statusText(row.status)) },
    { title: ctx.say("col.since"), value: (row) => timeOf(ctx, String(row.quarantinedAt)) },
  ];
}

const statusText = (status: unknown) =>
  status === "replayed"
    ? "quarantine.isReplayed"
    : status === "waived"
      ? "quarantine.isWaived"
      : status === "discarded"
        ? "quarantine.isDiscarded"
        : "quarantine.isHeld";

/** A value in quotes, so that blanks and the empty text are seen; `-` where none is known. */
const valueText = (ctx: Context, value: string | null | undefined): string =>
  value === undefined
    ? "-"
    : value === null
      ? "NULL"
      : value === ""
        ? ctx.say("quarantine.empty")
        : value === "***"
          ? value
          : JSON.stringify(value);

export const quarantineShow: Handler = async (ctx) => {
  const id = ctx.args[0] ?? "";
  printDocument(
    ctx,
    await ctx.call("quarantine.show", { id, ...(ctx.flags.has("reveal") ? { reveal: true } : {}) }),
  );
  return 0;
};
