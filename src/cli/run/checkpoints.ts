// checkpoints list: stored progress per stream and lane, and which operations are safe from it.
import type { Handler } from "../command.ts";
import { columnsOf } from "./columns.ts";
import { resolveNames } from "./names.ts";

export const checkpointsList: Handler = async (ctx) => {
  const [connection] = await resolveNames(ctx, ctx.args);
  const rows = await ctx.call("checkpoints.list", connection === undefined ? {} : { connection });
  ctx.out.list(rows, columnsOf(rows), ctx.say("checkpoints.none"));
  return 0;
};
