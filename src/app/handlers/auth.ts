// Who is signed in. Embedded mode has no server and no sign-in: the person who may read the folder is the user.
import { userInfo } from "node:os";
import type { HandlerTable } from "../context.ts";

export const handlers: HandlerTable = {
  "auth.status": async (ctx) => ({
    mode: "embedded",
    signedIn: true,
    user: userInfo().username,
    project: ctx.project.dir,
  }),
};
