// Named steps of a connection check, shown in order; the first failed one says what to do.
import { adviceJa } from "../text/advice-ja.ts";
import { phrase } from "../text/phrases-ja.ts";
import type { CheckResult } from "../../api/documents.ts";
import type { Progress } from "../../api/app.ts";
import type { Context } from "../context.ts";
import { toErrorDocument, RevosError } from "../../kernel/error.ts";
import { errorCodes, type ErrorCode } from "../../kernel/errors/codes.ts";
import { printErrorLine } from "../failure.ts";
import { glyphs } from "../view/glyphs.ts";
import type { Paint } from "../view/paint.ts";
import { padEnd } from "../view/width.ts";

type Step = CheckResult["steps"][number];

/** Shows each step as it ends, on stderr. */
export function stepProgress(ctx: Context): (progress: Progress) => void {
  return (progress) => {
    if (progress.kind === "note" && ctx.terminal.progress !== "none") ctx.notes.line(progress.text);
  };
}

/** Prints the result; the exit code is the one the check gives. */
export function printCheck(
  ctx: Context,
  result: CheckResult,
  more: Readonly<Record<string, unknown>> = {},
): number {
  const failed = result.steps.find((step) => !step.ok && !step.warning);
  if (ctx.out.machine) ctx.out.json({ ...more, ...result });
  else ctx.out.text(result.steps.map((step) => stepLine(ctx, step)).join("\n"));
  if (failed && !result.ok)
    printErrorLine(ctx.host, ctx.terminal, toErrorDocument(stepError(ctx, failed)));
  return result.exit;
}

export function stepLine(ctx: Context, step: Step, paint: Paint = ctx.paint): string {
  const mark = glyphs(ctx.terminal.ascii);
  const sign = step.warning ? paint.warn("!") : step.ok ? paint.good(mark.ok) : paint.bad(mark.bad);
  const { lang } = ctx.terminal;
  const detail = phrase(step.detail ?? (step.warning ? (step.message ?? "") : ""), lang);
  const line =
    `  ${sign} ${padEnd(ctx.say(stepWord(step.name)), 14, { ambiguousIsNarrow: ctx.terminal.lang !== "ja" })} ${`${Math.round(step.ms)} ms`.padStart(8)}  ${detail}`.trimEnd();
  // What went well enough, but has a limit to know of.
  const words =
    step.warning && step.detail
      ? [
          phrase(step.message ?? "", lang),
          lang === "ja" ? adviceJa(step.advice ?? "") : step.advice,
        ]
      : [];
  return [line, ...words.filter((text) => text).map((text) => `      ${text}`)].join("\n");
}

const stepKeys = [
  "dns",
  "tcp",
  "tunnel",
  "tls",
  "sign_in",
  "database",
  "rights",
  "read_row",
  "path",
  "format",
  "snapshot",
] as const;

function stepWord(name: string) {
  const key = stepKeys.find((one) => one === name);
  return key ? (`step.${key}` as const) : "step.other";
}

function stepError(ctx: Context, step: Step): RevosError {
  const code: ErrorCode =
    step.code && step.code in errorCodes ? (step.code as ErrorCode) : "source.unknown";
  return new RevosError(code, step.message ?? ctx.say("check.failed", { step: step.name }), {
    data: { step: step.name, ...(step.field ? { field: step.field } : {}) },
    ...(step.advice ? { advice: step.advice } : {}),
  });
}
