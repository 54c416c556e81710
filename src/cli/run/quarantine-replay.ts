// quarantine replay: held rows again through mappers and checks. Doing it twice changes nothing.
import type { ReplayResult } from "../../api/documents.ts";
import { RevosError, toErrorDocument } from "../../kernel/error.ts";
import type { Context } from "../context.ts";
import type { Handler } from "../command.ts";
import { requireYes } from "../consent.ts";
import { printErrorLine } from "../failure.ts";
import { phrase } from "../text/phrases-ja.ts";
import { glyphs } from "../view/glyphs.ts";
import { readFix } from "./fix.ts";

export const quarantineReplay: Handler = async (ctx) => {
  const target = ctx.args[0] ?? "";
  const dryRun = ctx.flags.has("dry-run");
  const fixPath = ctx.flags.text("fix");
  const fix = fixPath === undefined ? undefined : await readFix(ctx, fixPath);
  const limit = ctx.flags.number("limit");
  const input = {
    target,
    ...(fix
      ? { fix: { set: { ...fix.set }, ...(fix.where === undefined ? {} : { where: fix.where }) } }
      : {}),
    ...(limit === undefined ? {} : { limit }),
  };
  if (!dryRun && !ctx.flags.has("yes")) {
    // Show what would happen before asking. With nothing to do nothing needs a yes.
    const preview = await ctx.call("quarantine.replay", { ...input, dryRun: true });
    if (preview.tried > 0) {
      ctx.notes.line(describe(ctx, preview).join("\n"));
      await requireYes(
        ctx,
        ctx.say("quarantine.replayAsk", { rows: preview.tried }),
        `revos quarantine replay ${target}${fixPath === undefined ? "" : ` --fix ${fixPath}`} --yes`,
      );
      ctx.prompt.close();
    }
  }
  const result = await ctx.call("quarantine.replay", {
    ...input,
    ...(dryRun ? { dryRun: true } : { yes: true }),
  });
  if (ctx.out.machine) ctx.out.json(result);
  else ctx.out.text(describe(ctx, result).join("\n"));
  if (result.exit !== 0) {
    const why = ctx.say("quarantine.stayWhy", { rows: result.stays });
    printErrorLine(ctx.host, ctx.terminal, {
      ...toErrorDocument(
        new RevosError("quarantine.rows_stay", why, { data: { rows: result.stays } }),
      ),
      exit: result.exit,
    });
  }
  return result.exit;
};

function describe(ctx: Context, result: ReplayResult): string[] {
  if (result.tried === 0) return [ctx.say("quarantine.nothing", { stays: result.stays })];
  const mark = glyphs(ctx.terminal.ascii);
  const reasons = result.reasons.map(
    (reason) => `    ${reason.rows}  ${reason.column}  ${phrase(reason.rule, ctx.terminal.lang)}`,
  );
  if (result.dryRun) {
    return [
      ctx.say("quarantine.dry", {
        tried: result.tried,
        replayed: result.replayed,
        stays: result.stays,
      }),
      ...reasons,
      ctx.say("quarantine.dryNothing"),
    ];
  }
  return [
    `${ctx.paint.good(mark.ok)} ${ctx.say("quarantine.replayed", { replayed: result.replayed, stays: result.stays })}`,
    ...reasons,
  ];
}
