// verify: compare, and with --repair show what would be done, ask, do it and compare again. Exit 0 equal, 10 different, 8
// when some streams could not be compared.
import { RevosError, toErrorDocument, type ErrorDocument } from "../../kernel/error.ts";
import type { Verification } from "../../model/verification.ts";
import type { Context } from "../context.ts";
import type { Handler } from "../command.ts";
import { requireTyped, requireYes } from "../consent.ts";
import { printErrorLine } from "../failure.ts";
import { renderRepair, renderVerification } from "../view/verification.ts";
import { printWarnings } from "./findings.ts";
import { resolveNames, withSuggestion } from "./names.ts";
import { printNext } from "./next.ts";
import { showProgress } from "./progress.ts";

export const verify: Handler = async (ctx) => {
  const [name = ""] = await resolveNames(ctx, ctx.args);
  const isRepair = ctx.flags.has("repair");
  const hasConsent = ctx.flags.has("yes") || ctx.flags.text("confirm") !== undefined;
  if (!isRepair) return finish(ctx, name, await compare(ctx, name, {}));
  if (hasConsent) {
    const confirm = ctx.flags.text("confirm");
    return finish(
      ctx,
      name,
      await compare(ctx, name, {
        repair: true,
        yes: true,
        ...(confirm === undefined ? {} : { confirm }),
      }),
    );
  }
  const before = await compare(ctx, name, {});
  if (!before.repair) return finish(ctx, name, before);
  if (!ctx.out.machine) ctx.notes.line(text(ctx, before));
  const plan = renderRepair(before, ctx.say);
  ctx.notes.line(plan);
  const ask = ctx.say("verify.repairAsk", { name });
  const line = `revos verify ${name} --repair`;
  const confirm =
    before.repair.consent === "typed"
      ? await requireTyped(ctx, ask, name, `${line} --confirm ${name}`)
      : undefined;
  if (confirm === undefined) await requireYes(ctx, ask, `${line} --yes`);
  ctx.prompt.close();
  const after = await compare(ctx, name, {
    repair: true,
    yes: true,
    plan: before.repair.id,
    ...(confirm === undefined ? {} : { confirm }),
  });
  return finish(ctx, name, after);
};

type Asked = {
  readonly repair?: boolean;
  readonly yes?: boolean;
  readonly confirm?: string;
  readonly plan?: string;
};

async function compare(ctx: Context, name: string, asked: Asked): Promise<Verification> {
  const streams = ctx.flags.all("stream");
  const samples = ctx.flags.number("samples");
  const settleMs = ctx.flags.durationMs("settle");
  const timeoutMs = ctx.flags.durationMs("timeout");
  const shown = showProgress(ctx, name, { next: 1 });
  try {
    return await withSuggestion(
      ctx,
      name,
      ctx.call(
        "verify",
        {
          name,
          ...(streams.length > 0 ? { streams: [...streams] } : {}),
          ...(samples === undefined ? {} : { samples }),
          ...(settleMs === undefined ? {} : { settleMs }),
          ...(timeoutMs === undefined ? {} : { timeoutMs }),
          ...(ctx.flags.has("reveal") ? { reveal: true } : {}),
          ...asked,
        },
        shown.onProgress,
      ),
    );
  } finally {
    shown.end(null);
  }
}

const text = (ctx: Context, document: Verification): string =>
  renderVerification(document, {
    say: ctx.say,
    paint: ctx.paint,
    terminal: ctx.terminal,
    now: ctx.now(),
  });

function finish(ctx: Context, name: string, document: Verification): number {
  if (ctx.out.machine) ctx.out.json(document);
  else if (ctx.terminal.plain) ctx.out.text(plain(document));
  else {
    printWarnings(ctx, document.warnings);
    ctx.out.text(text(ctx, document));
    if (document.repair) ctx.out.text(renderRepair(document, ctx.say));
  }
  const failed = document.streams.flatMap((stream) => (stream.error ? [stream.error] : []));
  if (!ctx.out.machine)
    for (const error of failed) printErrorLine(ctx.host, ctx.terminal, error as ErrorDocument);
  const why = whyOf(ctx, name, document);
  if (why && (ctx.out.machine || failed.length === 0)) printErrorLine(ctx.host, ctx.terminal, why);
  if (!ctx.out.machine) printNext(ctx, document.next);
  return ctx.stop.received ? ctx.stop.exit : document.exit;
}

/** The error of the exit; null for 0 and 10, which are answers. */
function whyOf(ctx: Context, name: string, document: Verification): ErrorDocument | null {
  const { streams, repaired, exit } = document;
  if (exit === 0 || exit === 10) return null;
  const failed = streams.filter((stream) => stream.error !== null);
  const same = failed.find((stream) => stream.error?.exit === exit)?.error;
  if (same) return same as ErrorDocument;
  const facts = { failed: failed.length, all: streams.length, name, run: repaired?.run ?? "" };
  const error =
    failed.length > 0
      ? new RevosError("run.partial", ctx.say("verify.partialWhy", facts), { data: facts })
      : new RevosError("gate.held", ctx.say("verify.heldWhy", facts), { data: facts });
  return { ...toErrorDocument(error), exit };
}

const plain = (document: Verification): string =>
  document.streams
    .map((one) =>
      [
        one.stream,
        one.status,
        one.differences.changed,
        one.differences.missing,
        one.differences.extra,
        one.differences.duplicate,
        one.explained.inFlight,
        one.explained.quarantined,
      ].join("\t"),
    )
    .join("\n");
