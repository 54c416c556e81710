// Runs now and waits: a connection by name, or source and destination by URI.
import { syncAdHoc } from "../ad-hoc.ts";
import type { HandlerTable } from "../context.ts";
import { syncConnection } from "../sync-connection.ts";

export const handlers: HandlerTable = {
  sync: (ctx, input, options) => syncConnection(ctx, { ...input, trigger: "manual" }, options),
  "sync.adHoc": syncAdHoc,
};
