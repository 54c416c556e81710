// auth status, login, logout. Embedded mode has nobody to sign in.
import type { Handler } from "../command.ts";
import { RevosError } from "../../kernel/error.ts";

export const authStatus: Handler = async (ctx) => {
  const status = await ctx.call("auth.status", {});
  const exit = status.signedIn ? 0 : 4;
  if (ctx.out.machine) ctx.out.json({ ...status, exit });
  else if (!ctx.flags.has("check")) {
    const key =
      status.mode === "embedded"
        ? "auth.embedded"
        : status.signedIn
          ? "auth.signedIn"
          : "auth.signedOut";
    ctx.out.text(ctx.say(key, { project: status.project, user: status.user ?? "-" }));
  }
  return exit;
};

export const authLogin: Handler = async (ctx) => {
  const server = ctx.flags.text("server");
  if (server !== undefined) {
    throw new RevosError(
      "usage.not_available_yet",
      "Team servers are not part of this version; nothing was done.",
      { data: { what: "--server" } },
    );
  }
  const status = await ctx.call("auth.status", {});
  if (ctx.out.machine) ctx.out.json({ ...status, changed: false, exit: 0 });
  else ctx.out.text(ctx.say("auth.notNeeded", { project: status.project }));
  return 0;
};

export const authLogout: Handler = async (ctx) => {
  const status = await ctx.call("auth.status", {});
  if (ctx.out.machine) ctx.out.json({ ...status, changed: false, exit: 0 });
  else ctx.out.text(ctx.say("auth.notNeeded", { project: status.project }));
  return 0;
};
