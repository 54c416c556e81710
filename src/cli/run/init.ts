// init: a project folder. Refuses only files that it would overwrite (the operation's rule).
import { relative, resolve } from "node:path";
import type { Handler } from "../command.ts";
import { printNext } from "./next.ts";

export const init: Handler = async (ctx) => {
  const dir = resolve(ctx.host.cwd, ctx.flags.text("project") ?? "", ctx.args[0] ?? ".");
  const name = ctx.flags.text("name");
  const made = await ctx.call("init", { dir, ...(name ? { name } : {}) });
  if (ctx.out.machine) {
    ctx.out.json({ ...made, exit: 0 });
    return 0;
  }
  const shown = relative(ctx.host.cwd, made.dir) || ".";
  ctx.out.text(
    `${ctx.say("init.created", { dir: shown })}\n${made.files.map((file) => `  ${file}`).join("\n")}`,
  );
  printNext(ctx, [
    ...(shown === "." ? [] : [{ command: `cd ${shown}`, why: "" }]),
    { command: "revos sources create", why: ctx.say("next.source") },
    { command: "revos connectors list", why: ctx.say("next.connectors") },
  ]);
  return 0;
};
