// backfill, replay, backfill rollback: make the plan, show it, ask for the consent that fits, do exactly it. ux.md S13.
import type { OperationInput } from "../../api/operations.ts";
import { RevosError } from "../../kernel/error.ts";
import type { RewritePlan } from "../../model/rewrite-plan.ts";
import type { Run } from "../../model/run.ts";
import { requireTyped, requireYes } from "../consent.ts";
import type { Context } from "../context.ts";
import type { Handler } from "../command.ts";
import { badValue } from "../flags.ts";
import { readNames, rememberNames } from "../remembered.ts";
import { planQuestion, renderRewritePlan } from "../view/rewrite-plan.ts";
import { printWarnings } from "./findings.ts";
import { resolveNames, withSuggestion } from "./names.ts";
import { printRun, printRunErrors } from "./print-run.ts";
import { showProgress } from "./progress.ts";

export const backfill: Handler = async (ctx) => {
  const name = await oneName(ctx);
  const given = ctx.flags.text("plan");
  if (given !== undefined) return await doPlan(ctx, "backfill.run", given, null);
  const plan = await withSuggestion(ctx, name, ctx.call("backfill.plan", { name, ...asked(ctx) }));
  return await go(ctx, "backfill.run", plan);
};

export const replay: Handler = async (ctx) => {
  const name = await oneName(ctx);
  const given = ctx.flags.text("plan");
  if (given !== undefined) return await doPlan(ctx, "replay.run", given, null);
  const plan = await withSuggestion(
    ctx,
    name,
    ctx.call("replay.plan", {
      name,
      ...streamsOf(ctx),
      ...texts(ctx, ["run", "from", "to"]),
      ...timeOf(ctx),
      lang: ctx.terminal.lang,
    }),
  );
  return await go(ctx, "replay.run", plan);
};

export const rollback: Handler = async (ctx) => {
  const given = ctx.flags.text("plan");
  if (given !== undefined) return await doPlan(ctx, "backfill.rollback", given, null);
  const plan = await ctx.call("backfill.planRollback", {
    run: ctx.args[0] ?? "",
    ...timeOf(ctx),
    lang: ctx.terminal.lang,
  });
  return await go(ctx, "backfill.rollback", plan);
};

async function oneName(ctx: Context): Promise<string> {
  const names = await resolveNames(ctx, ctx.args);
  if (names.length === 1 && names[0] !== undefined) return names[0];
  throw new RevosError(
    "usage.bad_value",
    `revos ${ctx.command.path.join(" ")} takes one connection; ${ctx.args.join(" ")} names ${names.length}.`,
    { data: { flag: "name", value: ctx.args.join(" "), wanted: "1" } },
  );
}

type Asked = Omit<OperationInput<"backfill.plan">, "name">;

function asked(ctx: Context): Asked {
  const only = ctx.flags.list("only").map((word) => {
    if (word === "failed" || word === "missing") return word;
    throw badValue("only", word, "failed, missing or both", "--only failed,missing");
  });
  const zone = ctx.flags.text("timezone") ?? ctx.flags.text("tz");
  return {
    ...streamsOf(ctx),
    ...texts(ctx, ["from", "to", "where", "partitions", "window", "by"]),
    ...(only.length > 0 ? { only } : {}),
    ...(zone === undefined ? {} : { timezone: zone }),
    ...timeOf(ctx),
    lang: ctx.terminal.lang,
  };
}

const streamsOf = (ctx: Context): { streams?: string[] } => {
  const streams = ctx.flags.all("stream");
  return streams.length > 0 ? { streams: [...streams] } : {};
};

const timeOf = (ctx: Context): { timeoutMs?: number } => {
  const timeoutMs = ctx.flags.durationMs("timeout");
  return timeoutMs === undefined ? {} : { timeoutMs };
};

function texts<Name extends string>(
  ctx: Context,
  names: readonly Name[],
): { [N in Name]?: string } {
  const found: { [N in Name]?: string } = {};
  for (const name of names) {
    const text = ctx.flags.text(name);
    if (text !== undefined) found[name] = text;
  }
  return found;
}

type Doing = "backfill.run" | "replay.run" | "backfill.rollback";

async function go(ctx: Context, doing: Doing, plan: RewritePlan): Promise<number> {
  if (ctx.flags.has("dry-run")) {
    if (ctx.out.machine) ctx.out.json(plan);
    else show(ctx, plan, true);
    return 0;
  }
  if (plan.parts === 0) {
    if (ctx.out.machine) ctx.out.json(plan);
    else show(ctx, plan, true);
    return 0;
  }
  if (!ctx.out.machine && !ctx.flags.has("yes") && !ctx.flags.has("confirm"))
    show(ctx, plan, false);
  return await doPlan(ctx, doing, plan.id, plan);
}

function show(ctx: Context, plan: RewritePlan, isResult: boolean): void {
  printWarnings(ctx, plan.warnings);
  const text = renderRewritePlan(plan, { say: ctx.say, terminal: ctx.terminal, paint: ctx.paint });
  if (isResult) ctx.out.text(text);
  else ctx.notes.line(text);
}

/** `plan` null: it was shown before, and is named by its id; whether the consent fits is the operation's to say. */
async function doPlan(
  ctx: Context,
  doing: Doing,
  id: string,
  plan: RewritePlan | null,
): Promise<number> {
  const confirm = plan ? await askConsent(ctx, plan) : ctx.flags.text("confirm");
  ctx.prompt.close();
  const maxQuarantine =
    ctx.command.path[1] === "rollback" ? undefined : ctx.flags.text("max-quarantine");
  const shown = showProgress(ctx, plan?.connection ?? id, { next: 1 });
  let run: Run | null = null;
  try {
    run = await ctx.call(
      doing,
      {
        plan: id,
        ...(plan || ctx.flags.has("yes") ? { yes: true } : {}),
        ...(confirm === undefined ? {} : { confirm }),
        ...(maxQuarantine === undefined ? {} : { maxQuarantine }),
        ...timeOf(ctx),
        ...ctx.actor,
      },
      shown.onProgress,
    );
  } finally {
    shown.end(run);
  }
  rememberNames(ctx, {
    runs: [...new Set([run.id, ...(readNames(ctx.projectDir).runs ?? [])])].slice(0, 50),
  });
  if (ctx.terminal.json) ctx.out.json(run);
  if (ctx.out.machine) printRunErrors(ctx, run);
  else printRun(ctx, run);
  return ctx.stop.received ? ctx.stop.exit : run.exit;
}

async function askConsent(ctx: Context, plan: RewritePlan): Promise<string | undefined> {
  const question = planQuestion(plan, ctx.say);
  const command =
    plan.action === "rollback"
      ? `revos backfill rollback ${plan.run ?? ""} --plan ${plan.id}`
      : `revos ${plan.action} ${plan.connection} --plan ${plan.id}`;
  if (plan.consent === "typed") {
    const name = plan.confirm ?? plan.id;
    return await requireTyped(ctx, question, name, `${command} --confirm ${name}`);
  }
  if (plan.consent === "yes") await requireYes(ctx, question, `${command} --yes`);
  return undefined;
}
