// quarantine edit, waive, discard. All are recorded; discard gives rows up and needs the group's name typed.
import { RevosError } from "../../kernel/error.ts";
import type { Context } from "../context.ts";
import type { Handler } from "../command.ts";
import { requireTyped } from "../consent.ts";
import { badValue } from "../flags.ts";
import { readFix } from "./fix.ts";
import { printNext } from "./next.ts";

export const quarantineEdit: Handler = async (ctx) => {
  const id = ctx.args[0] ?? "";
  const fix = ctx.flags.text("fix");
  const set: Record<string, string | null> =
    fix === undefined ? {} : { ...(await readFix(ctx, fix)).set };
  for (const text of ctx.flags.all("set")) {
    const equals = text.indexOf("=");
    if (equals < 1) throw badValue("set", text, "column=value");
    const value = text.slice(equals + 1);
    set[text.slice(0, equals)] = value === "@null" ? null : value;
  }
  if (Object.keys(set).length === 0) {
    throw new RevosError(
      "usage.missing_argument",
      "revos quarantine edit needs --set column=value or --fix <file>.",
      {
        data: { command: "quarantine edit", argument: "--set" },
        advice: `revos quarantine edit ${id} --set <column>=<value>`,
      },
    );
  }
  const done = await ctx.call("quarantine.edit", { id, set });
  if (ctx.out.machine) ctx.out.json({ ...done, id, exit: 0 });
  else {
    ctx.out.text(
      ctx.say(done.changed ? "quarantine.edited" : "done.unchanged", {
        id,
        name: id,
        columns: Object.keys(set).join(", "),
      }),
    );
    printNext(ctx, [{ command: `revos quarantine replay ${id}`, why: "" }]);
  }
  return 0;
};

export const quarantineWaive: Handler = async (ctx) => {
  const group = ctx.args[0] ?? "";
  const until = ctx.flags.text("until");
  if (until !== undefined && Number.isNaN(Date.parse(until)))
    throw badValue("until", until, "a date such as 2026-12-31");
  const done = await ctx.call("quarantine.waive", {
    group,
    reason: reasonOf(ctx, "waive"),
    ...(until === undefined ? {} : { until }),
  });
  if (ctx.out.machine) ctx.out.json({ ...done, group, exit: 0 });
  else ctx.out.text(ctx.say("quarantine.waived", { rows: done.rows, audit: done.audit }));
  return 0;
};

export const quarantineDiscard: Handler = async (ctx) => {
  const group = ctx.args[0] ?? "";
  const reason = reasonOf(ctx, "discard");
  const withFlag = `revos quarantine discard ${group} --reason ${JSON.stringify(reason)} --confirm ${group}`;
  const confirm = await requireTyped(
    ctx,
    ctx.say("quarantine.discardAsk", { group }),
    group,
    withFlag,
  );
  const done = await ctx.call("quarantine.discard", { group, reason, confirm });
  if (ctx.out.machine) ctx.out.json({ ...done, group, exit: 0 });
  else ctx.out.text(ctx.say("quarantine.discarded", { rows: done.rows, audit: done.audit }));
  return 0;
};

function reasonOf(ctx: Context, verb: string): string {
  const reason = ctx.flags.text("reason")?.trim();
  if (reason) return reason;
  throw new RevosError(
    "usage.missing_argument",
    `revos quarantine ${verb} needs --reason: it is recorded with your name.`,
    {
      data: { command: `quarantine ${verb}`, argument: "--reason" },
      advice: `revos quarantine ${verb} ${ctx.args[0] ?? "<group>"} --reason "..."`,
    },
  );
}
