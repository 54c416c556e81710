// checkpoints list: stored progress per stream and lane, and which operations are safe from it.
import { phrase } from "../text/phrases-ja.ts";
import type { Handler } from "../command.ts";
import { orNone, timeOf } from "./columns.ts";
import { resolveNames } from "./names.ts";

export const checkpointsList: Handler = async (ctx) => {
  const [connection] = await resolveNames(ctx, ctx.args);
  const rows = await ctx.call("checkpoints.list", connection === undefined ? {} : { connection });
  const name = (row: { readonly namespace: string | null; readonly stream: string }) =>
    [row.namespace, row.stream].filter(Boolean).join(".");
  ctx.out.list(
    rows,
    [
      { title: ctx.say("col.connection"), value: (row) => orNone(row.connection), cut: true },
      { title: ctx.say("col.stream"), value: name, cut: true },
      { title: ctx.say("col.lane"), value: (row) => orNone(row.lane) },
      { title: ctx.say("col.position"), value: (row) => orNone(row.position), cut: true },
      {
        title: ctx.say("col.watermark"),
        value: (row) => timeOf(ctx, row.watermark),
      },
      {
        title: ctx.say("col.window"),
        value: (row) =>
          row.windowStart === null && row.windowEnd === null
            ? "-"
            : `${timeOf(ctx, row.windowStart)} .. ${timeOf(ctx, row.windowEnd)}`,
      },
      { title: ctx.say("col.late"), value: (row) => orNone(row.late), right: true },
      { title: ctx.say("col.safeTo"), value: (row) => orNone(row.safeTo) },
      {
        title: ctx.say("col.why"),
        value: (row) => phrase(orNone(row.why), ctx.terminal.lang),
        cut: true,
      },
    ],
    ctx.say("checkpoints.none"),
  );
  return 0;
};
