// schema: the JSON Schema of a kind, always JSON.
import type { Handler } from "../command.ts";

export const schema: Handler = async (ctx) => {
  ctx.out.json(await ctx.call("schema", { kind: ctx.args[0] ?? "" }));
  return 0;
};
