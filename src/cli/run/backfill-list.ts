// backfill list: what rewrote the past, how far it came, and whether it was taken back.
import type { Handler } from "../command.ts";
import { grouped } from "../view/number.ts";
import { statusKey } from "../view/live.ts";
import { timeOf } from "./columns.ts";
import { resolveNames } from "./names.ts";

export const backfillList: Handler = async (ctx) => {
  const [connection] = await resolveNames(ctx, ctx.args);
  const rows = await ctx.call("backfill.list", connection === undefined ? {} : { connection });
  ctx.out.list(
    rows,
    [
      { title: ctx.say("col.run"), value: (row) => row.run },
      { title: ctx.say("col.kind"), value: (row) => row.action },
      { title: ctx.say("col.connection"), value: (row) => row.connection, cut: true },
      { title: ctx.say("col.streams"), value: (row) => row.streams.join(", "), cut: true },
      {
        title: ctx.say("col.state"),
        value: (row) =>
          row.rolledBackBy === null
            ? ctx.say(statusKey(row.status))
            : ctx.say("backfill.takenBack"),
      },
      {
        title: ctx.say("col.parts"),
        value: (row) => (row.parts.all === 0 ? "-" : `${row.parts.done}/${row.parts.all}`),
        right: true,
      },
      { title: ctx.say("col.read"), value: (row) => grouped(row.read), right: true },
      { title: ctx.say("col.written"), value: (row) => grouped(row.written), right: true },
      { title: ctx.say("col.removed"), value: (row) => grouped(row.removed), right: true },
      { title: ctx.say("col.started"), value: (row) => timeOf(ctx, row.startedAt) },
    ],
    ctx.say("backfill.none"),
  );
  return 0;
};
