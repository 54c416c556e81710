// sources list, show, test, rename, delete.
import type { Handler } from "../command.ts";
import { requireYes } from "../consent.ts";
import { rememberNames } from "../remembered.ts";
import { printCheck, stepProgress } from "./check-result.ts";
import { printDocument } from "./document.ts";
import { printNext } from "./next.ts";

export const sourcesList: Handler = async (ctx) => {
  const kind = ctx.flags.text("kind");
  const state = ctx.flags.text("state");
  const rows = await ctx.call("sources.list", {
    ...(kind ? { kind } : {}),
    ...(state ? { state } : {}),
  });
  if (!kind && !state)
    rememberNames(ctx, { sources: rows.map((one) => ({ id: one.id, name: one.name })) });
  ctx.out.list(
    rows,
    [
      { title: "ID", value: (one) => one.id },
      { title: ctx.say("col.name"), value: (one) => one.name, cut: true },
      { title: ctx.say("col.kind"), value: (one) => one.kind },
      { title: ctx.say("col.state"), value: (one) => one.state },
    ],
    ctx.say("sources.none"),
  );
  const [first] = rows;
  if (!ctx.out.machine) {
    printNext(ctx, [
      first
        ? { command: `revos sources list-streams ${first.id}`, why: "" }
        : { command: "revos sources create", why: "" },
    ]);
  }
  return 0;
};

export const sourcesShow: Handler = async (ctx) => {
  printDocument(ctx, await ctx.call("sources.show", { id: ctx.args[0] ?? "" }));
  return 0;
};

export const sourcesTest: Handler = async (ctx) => {
  const id = ctx.args[0] ?? "";
  const step = ctx.flags.text("step");
  const result = await ctx.call(
    "sources.test",
    { id, ...(step ? { step } : {}) },
    stepProgress(ctx),
  );
  return printCheck(ctx, result);
};

export const sourcesRename: Handler = async (ctx) => {
  const [id = "", name = ""] = ctx.args;
  const done = await ctx.call("sources.rename", { id, name });
  if (ctx.out.machine) ctx.out.json({ ...done, id, name, exit: 0 });
  else ctx.out.text(ctx.say(done.changed ? "sources.renamed" : "done.unchanged", { id, name }));
  return 0;
};

export const sourcesDelete: Handler = async (ctx) => {
  const id = ctx.args[0] ?? "";
  const source = await ctx.call("sources.show", { id });
  await requireYes(
    ctx,
    ctx.say("sources.deleteAsk", { name: source.metadata.name, id: source.metadata.id }),
    `revos sources delete ${id} --yes`,
  );
  const done = await ctx.call("sources.delete", { id });
  if (ctx.out.machine) ctx.out.json({ ...done, id, exit: 0 });
  else
    ctx.out.text(
      ctx.say("sources.deleted", { name: source.metadata.name, id: source.metadata.id }),
    );
  return 0;
};
