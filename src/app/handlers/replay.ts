// Replays of kept raw: planned and run like backfills, without the source.
import type { HandlerTable } from "../context.ts";
import { planReplay } from "../rewrite/plan-replay.ts";
import { runRewrite } from "../rewrite/run-parts.ts";
import { findPlan, requireConsent } from "../rewrite/stored-plan.ts";

export const handlers: HandlerTable = {
  "replay.plan": planReplay,

  "replay.run": async (ctx, input, options) => {
    const found = await findPlan(ctx, input.plan, "replay");
    requireConsent(found.plan, input);
    return await runRewrite(ctx, found, { ...input, trigger: "manual" }, options);
  },
};
