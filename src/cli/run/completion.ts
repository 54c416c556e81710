// completion: the script of a shell.
import type { Handler } from "../command.ts";
import { scriptFor } from "../completion/scripts.ts";

export const completion: Handler = async (ctx) => {
  const shell = ctx.args[0] ?? "";
  const script = scriptFor(shell);
  if (ctx.out.machine) ctx.out.json({ shell, script });
  else ctx.out.raw(script);
  return 0;
};
