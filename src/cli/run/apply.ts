// apply: compute the plan, ask for the consent that fits, do exactly that plan, report each item. ux.md §2.4 (5).
// Order: arguments, files, findings, consent. A plan that changed meanwhile is refused by the operation (exit 6).
import { rememberMore } from "../remembered.ts";
import type { ApplyDocument, PlanDocument } from "../../api/operations.ts";
import { RevosError, toErrorDocument } from "../../kernel/error.ts";
import { consentNeeded, Declined } from "../consent.ts";
import type { Context } from "../context.ts";
import type { Handler } from "../command.ts";
import { printErrorLine } from "../failure.ts";
import { duration } from "../view/number.ts";
import { glyphs } from "../view/glyphs.ts";
import { planLine, renderPlan } from "../view/plan.ts";
import { shortTime } from "../view/time.ts";
import { compare } from "./diff.ts";
import { givenLang } from "./given-lang.ts";
import { invalid, printFindings, printPlanWarnings } from "./findings.ts";
import { printNext } from "./next.ts";
import { planInput, type PlanInput } from "./plan-input.ts";

export const apply: Handler = async (ctx) => {
  const input = await planInput(ctx);
  try {
    const paths = input.paths.length > 0 ? { paths: [...input.paths] } : {};
    const only = ctx.flags.text("only");
    const narrowed = only === undefined ? {} : { only };
    const plan = await compare(ctx, { ...paths, ...narrowed, estimate: true });
    if (plan.findings.some((finding) => finding.severity === "error"))
      throw invalid(ctx, plan.findings);
    if (!ctx.out.machine) {
      printFindings(ctx, plan.findings);
      printPlanWarnings(ctx, plan.warnings);
    }
    const wanted = ctx.flags.text("plan") ?? input.plan;
    // Of a whole plan that is done in part, the consent is asked for that part.
    const isOther = only === undefined && wanted !== null && wanted !== plan.id;
    const consent = isOther ? {} : await askConsent(ctx, plan);
    ctx.prompt.close();
    const result = await ctx.call("apply", {
      ...paths,
      ...consent,
      plan: wanted ?? plan.id,
      ...narrowed,
      ...(ctx.flags.has("no-write-back") || input.fromStdin ? { writeBack: false } : {}),
      ...ctx.actor,
      ...givenLang(ctx),
    });
    return printResult(ctx, plan, result, input);
  } finally {
    input.close();
  }
};

async function askConsent(
  ctx: Context,
  plan: PlanDocument,
): Promise<{ yes?: boolean; confirm?: string }> {
  if (plan.consent === "none" || plan.items.length === 0) return {};
  if (!ctx.out.machine) ctx.out.text(summary(ctx, plan));
  return plan.consent === "typed" ? askTyped(ctx, plan) : askYes(ctx, plan);
}

/** The id of a narrowed plan is known only beside the flag that narrowed it. */
function onlyFlag(ctx: Context): string {
  const only = ctx.flags.text("only");
  return only === undefined ? "" : ` --only ${only}`;
}

function summary(ctx: Context, plan: PlanDocument): string {
  const items = plan.items.map((item) => {
    const sign = { create: "+", update: "~", delete: "-", drift: "!", adopt: "~" }[item.action];
    return `  ${sign} ${item.name}   ${item.effects.map((effect) => effect.text).join("; ")}`.trimEnd();
  });
  return [planLine(plan, ctx.say), ...items].join("\n");
}

async function askYes(ctx: Context, plan: PlanDocument): Promise<{ yes: true }> {
  if (ctx.flags.has("yes")) return { yes: true };
  const question = ctx.say("apply.ask", { plan: plan.id });
  if (!ctx.prompt.possible)
    throw consentNeeded(
      planLine(plan, ctx.say),
      `revos apply --plan ${plan.id}${onlyFlag(ctx)} --yes`,
    );
  for (;;) {
    const answer = (await ctx.prompt.ask(`${question} `)).toLowerCase();
    if (/^(y|yes|はい)$/.test(answer)) return { yes: true };
    if (/^(d|diff)$/.test(answer))
      ctx.notes.line(
        renderPlan(plan, {
          say: ctx.say,
          paint: ctx.notes.paint,
          terminal: ctx.terminal,
          full: true,
        }),
      );
    else if (/^(|n|no|いいえ)$/.test(answer)) throw new Declined(ctx.say("consent.declined"));
  }
}

/** Level 3: the plan says which name must be typed. `--yes` is not enough. */
async function askTyped(ctx: Context, plan: PlanDocument): Promise<{ confirm: string }> {
  const name = plan.confirm ?? plan.id;
  const given = ctx.flags.text("confirm");
  if (given !== undefined) return { confirm: given };
  const withFlag = `revos apply --plan ${plan.id}${onlyFlag(ctx)} --confirm ${name}`;
  if (!ctx.prompt.possible) throw consentNeeded(planLine(plan, ctx.say), withFlag);
  const answer = await ctx.prompt.ask(ctx.say("consent.type", { name }) + " ");
  if (answer !== name) throw new Declined(ctx.say("consent.declined"));
  return { confirm: answer };
}

function printResult(
  ctx: Context,
  plan: PlanDocument,
  result: ApplyDocument,
  input: PlanInput,
): number {
  const named = result.items.filter((item) => item.status === "ok" && item.action !== "delete");
  rememberMore(ctx, { connections: named.map((item) => item.name) });
  if (ctx.terminal.ndjson)
    ctx.out.event({
      t: new Date(ctx.now()).toISOString(),
      event: "result",
      run: null,
      seq: 1,
      result,
    });
  else if (ctx.out.machine) ctx.out.json(result);
  else if (!result.changed && result.ok) {
    const at = shortTime(new Date(ctx.now()).toISOString(), ctx.terminal.zone, ctx.now());
    ctx.out.text(ctx.say("diff.none", { ...plan.compared, at }));
  } else ctx.out.text(lines(ctx, result).join("\n"));
  for (const item of result.items)
    if (item.error) printErrorLine(ctx.host, ctx.terminal, item.error);
  if (!result.ok && !result.items.some((item) => item.error)) {
    printErrorLine(
      ctx.host,
      ctx.terminal,
      toErrorDocument(new RevosError("run.partial", ctx.say("apply.partial"))),
    );
  }
  if (!ctx.out.machine && !input.fromStdin) printNext(ctx, result.next);
  return result.exit;
}

function lines(ctx: Context, result: ApplyDocument): string[] {
  const mark = glyphs(ctx.terminal.ascii);
  const items = result.items.map((item) => {
    const sign = item.status === "ok" ? ctx.paint.good(mark.ok) : ctx.paint.bad(mark.bad);
    const word = `apply.${item.status === "ok" ? actionWord(item.action) : "failed"}` as const;
    return `  ${sign} ${ctx.say(word)}  ${item.name}   ${item.id}`;
  });
  const files = result.filesWritten.map((file) => `      ${ctx.say("apply.wrote", { file })}`);
  const done = ctx.say("apply.done", {
    plan: result.plan,
    seconds: duration(result.durationMs),
    files: result.filesWritten.length,
  });
  return [...items, ...files, "", done];
}

function actionWord(action: string): "created" | "updated" | "deleted" | "resumed" | "adopted" {
  const words = {
    create: "created",
    update: "updated",
    delete: "deleted",
    drift: "resumed",
    adopt: "adopted",
  } as const;
  return words[action as keyof typeof words] ?? "updated";
}
