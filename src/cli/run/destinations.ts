// destinations list, show, create, test.
import type { Handler } from "../command.ts";
import { rememberNames } from "../remembered.ts";
import { printCheck, stepProgress } from "./check-result.ts";
import { printDocument } from "./document.ts";
import { readConfig } from "./read-config.ts";

export const destinationsList: Handler = async (ctx) => {
  const rows = await ctx.call("destinations.list", {});
  rememberNames(ctx, { destinations: rows.map((one) => one.name) });
  ctx.out.list(
    rows,
    [
      { title: ctx.say("col.name"), value: (one) => one.name, cut: true },
      { title: ctx.say("col.kind"), value: (one) => one.kind },
      { title: ctx.say("col.place"), value: (one) => one.place, cut: true },
      { title: ctx.say("col.default"), value: (one) => (one.isDefault ? ctx.say("word.yes") : "") },
    ],
    "-",
  );
  return 0;
};

export const destinationsShow: Handler = async (ctx) => {
  printDocument(ctx, await ctx.call("destinations.show", { name: ctx.args[0] ?? "" }));
  return 0;
};

export const destinationsCreate: Handler = async (ctx) => {
  const input = await readConfig(ctx, "destinations create");
  const made = await ctx.call("destinations.create", input);
  if (ctx.out.machine) ctx.out.json(made);
  else ctx.out.text(ctx.say("destinations.created", { name: made.name, kind: made.kind }));
  return 0;
};

export const destinationsTest: Handler = async (ctx) => {
  const result = await ctx.call(
    "destinations.test",
    { name: ctx.args[0] ?? "" },
    stepProgress(ctx),
  );
  return printCheck(ctx, result);
};
