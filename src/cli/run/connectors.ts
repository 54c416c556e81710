// connectors list, show.
import type { Handler } from "../command.ts";
import { printDocument } from "./document.ts";
import { printNext } from "./next.ts";

export const connectorsList: Handler = async (ctx) => {
  const rows = await ctx.call("connectors.list", {});
  ctx.out.list(
    rows,
    [
      { title: ctx.say("col.kind"), value: (one) => one.kind, cut: true },
      { title: ctx.say("col.title"), value: (one) => one.title, cut: true },
      { title: ctx.say("col.roles"), value: (one) => one.roles.join(", ") },
    ],
    "-",
  );
  if (!ctx.out.machine) printNext(ctx, [{ command: "revos connectors show <kind>", why: "" }]);
  return 0;
};

export const connectorsShow: Handler = async (ctx) => {
  printDocument(ctx, await ctx.call("connectors.show", { kind: ctx.args[0] ?? "" }));
  return 0;
};
