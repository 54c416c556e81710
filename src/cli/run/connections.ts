// connections list, show, pause, resume, delete.
import type { Context } from "../context.ts";
import type { Handler } from "../command.ts";
import { requireTyped } from "../consent.ts";
import { rememberNames } from "../remembered.ts";
import { orNone } from "./columns.ts";
import { printDocument } from "./document.ts";
import { resolveNames, withSuggestion } from "./names.ts";
import { printNext } from "./next.ts";

export const connectionsList: Handler = async (ctx) => {
  const source = ctx.flags.text("source");
  const state = ctx.flags.text("state");
  const rows = await ctx.call("connections.list", {
    ...(source ? { source } : {}),
    ...(state ? { state } : {}),
  });
  if (!source && !state) {
    rememberNames(ctx, {
      connections: rows.map((one) => one.name),
      streams: Object.fromEntries(rows.map((one) => [one.name, one.streams])),
    });
  }
  ctx.out.list(
    rows,
    [
      { title: ctx.say("col.name"), value: (one) => one.name, cut: true },
      { title: ctx.say("col.label"), value: (one) => one.label, cut: true },
      { title: ctx.say("col.source"), value: (one) => one.sourceId },
      { title: ctx.say("col.streams"), value: (one) => String(one.streams.length), right: true },
      { title: ctx.say("col.state"), value: (one) => one.state },
      { title: ctx.say("col.destination"), value: (one) => one.destination, cut: true },
      { title: ctx.say("col.owner"), value: (one) => orNone(one.owner), cut: true },
    ],
    ctx.say("connections.none"),
  );
  if (!ctx.out.machine && rows.length === 0)
    printNext(ctx, [{ command: "revos sources list", why: "" }]);
  return 0;
};

export const connectionsShow: Handler = async (ctx) => {
  const [name = ""] = await resolveNames(ctx, ctx.args);
  printDocument(ctx, await withSuggestion(ctx, name, ctx.call("connections.show", { name })));
  return 0;
};

export const connectionsPause: Handler = (ctx) =>
  change(ctx, "connections.pause", "connections.paused");
export const connectionsResume: Handler = (ctx) =>
  change(ctx, "connections.resume", "connections.resumed");

async function change(
  ctx: Context,
  operation: "connections.pause" | "connections.resume",
  done: "connections.paused" | "connections.resumed",
): Promise<number> {
  const names = await resolveNames(ctx, ctx.args);
  const results = [];
  for (const name of names)
    results.push({
      name,
      ...(await withSuggestion(ctx, name, ctx.call(operation, { name }))),
      exit: 0,
    });
  if (ctx.out.machine) ctx.out.json(results.length === 1 ? results[0] : results);
  else
    ctx.out.text(
      results
        .map((one) => ctx.say(one.changed ? done : "done.unchanged", { name: one.name }))
        .join("\n"),
    );
  return 0;
}

export const connectionsDelete: Handler = async (ctx) => {
  const [name = ""] = await resolveNames(ctx, ctx.args);
  await withSuggestion(ctx, name, ctx.call("connections.show", { name }));
  const confirm = await requireTyped(
    ctx,
    ctx.say("connections.deleteAsk", { name }),
    name,
    `revos connections delete ${name} --confirm ${name}`,
  );
  const done = await ctx.call("connections.delete", { name, confirm });
  if (ctx.out.machine) ctx.out.json({ ...done, name, exit: 0 });
  else ctx.out.text(ctx.say("connections.deleted", { name }));
  return 0;
};
