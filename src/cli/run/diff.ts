// diff: check the files, compare, show what apply would do. Exit 0; 3 for errors in files; 10 with --exit-code and changes.
import { resolve } from "node:path";
import type { PlanDocument } from "../../api/operations.ts";
import { RevosError, toErrorDocument } from "../../kernel/error.ts";
import type { Context } from "../context.ts";
import type { Handler } from "../command.ts";
import { renderFailure, printErrorLine } from "../failure.ts";
import { shortTime } from "../view/time.ts";
import { planLine, renderPlan } from "../view/plan.ts";
import { diffOffline } from "./diff-offline.ts";
import { givenLang } from "./given-lang.ts";
import { invalid, inWords, printFindings, printPlanWarnings } from "./findings.ts";
import { printNext } from "./next.ts";
import { planInput } from "./plan-input.ts";

export const diff: Handler = async (ctx) => {
  if (ctx.flags.has("offline") || ctx.flags.text("discovery") !== undefined)
    return diffOffline(ctx);
  const input = await planInput(ctx);
  try {
    const out = ctx.flags.text("out");
    const plan = await compare(ctx, {
      ...(input.paths.length > 0 ? { paths: [...input.paths] } : {}),
      ...(out === undefined ? {} : { out: resolve(ctx.host.cwd, out) }),
      ...(ctx.flags.has("no-estimate") ? { estimate: false } : {}),
      ...(ctx.flags.has("full") ? { full: true } : {}),
    });
    return await printPlan(ctx, plan);
  } finally {
    input.close();
  }
};

type DiffInput = {
  paths?: string[];
  out?: string;
  estimate?: boolean;
  full?: boolean;
  only?: string;
};

/** The comparison; a comparison that failed says so and never reads "no changes". */
export async function compare(ctx: Context, input: DiffInput): Promise<PlanDocument> {
  try {
    return await ctx.call("diff", { ...input, ...givenLang(ctx) });
  } catch (thrown) {
    if (
      thrown instanceof RevosError &&
      (thrown.row.exit === 11 || thrown.row.exit === 1) &&
      !ctx.out.machine
    )
      ctx.notes.line(ctx.say("diff.couldNot"));
    throw thrown;
  }
}

async function printPlan(ctx: Context, plan: PlanDocument): Promise<number> {
  const errors = plan.findings.filter((finding) => finding.severity === "error");
  if (ctx.out.machine) ctx.out.json({ ...plan, findings: inWords(ctx, plan.findings) });
  if (errors.length > 0 || !plan.ok) {
    const failed = invalid(ctx, plan.findings);
    if (ctx.out.machine) printErrorLine(ctx.host, ctx.terminal, toErrorDocument(failed));
    else ctx.notes.always(renderFailure(toErrorDocument(failed), ctx.host, ctx.terminal));
    return 3;
  }
  const changes = plan.items.length > 0;
  if (!ctx.out.machine) await printForPeople(ctx, plan);
  return changes && ctx.flags.has("exit-code") ? 10 : 0;
}

async function printForPeople(ctx: Context, plan: PlanDocument): Promise<void> {
  if (plan.findings.length > 0) printFindings(ctx, plan.findings);
  printPlanWarnings(ctx, plan.warnings);
  const { connections, streams } = plan.compared;
  if (plan.items.length === 0) {
    ctx.out.text(
      ctx.say("diff.none", {
        connections,
        streams,
        at: shortTime(new Date(ctx.now()).toISOString(), ctx.terminal.zone, ctx.now()),
      }),
    );
    return;
  }
  const full = ctx.flags.has("full");
  await ctx.out.long(
    [
      ctx.say("diff.compared", { connections, streams }),
      renderPlan(plan, { say: ctx.say, paint: ctx.paint, terminal: ctx.terminal, full }),
      planLine(plan, ctx.say),
    ].join("\n\n"),
    { pages: full },
  );
  printNext(ctx, [{ command: "revos apply", why: "" }]);
}
