// Findings and warnings of files, on stderr, and the error that stands for them all.
import { RevosError } from "../../kernel/error.ts";
import { calledAs } from "../called.ts";
import { messageJaByForm } from "../text/sentences-ja.ts";
import { warningWords } from "../text/warnings.ts";
import type { Context } from "../context.ts";
import { localizeFinding } from "../text/localize.ts";
import { renderFindings, type FiledFinding } from "../view/findings.ts";

export function printFindings(ctx: Context, findings: readonly FiledFinding[]): void {
  if (findings.length === 0 || ctx.terminal.quiet) return;
  const style = {
    lang: ctx.terminal.lang,
    width: ctx.terminal.stderrTty ? ctx.terminal.width : 100,
    paint: ctx.notes.paint,
    cwd: ctx.host.cwd,
    called: calledAs(ctx.host.env, ctx.host.argv),
  };
  ctx.notes.line(renderFindings(findings, style));
}

/** The same findings with their sentences in the reader's language: for documents, whose words follow it too. */
export const inWords = <F extends FiledFinding>(ctx: Context, findings: readonly F[]): F[] =>
  findings.map((finding) => localizeFinding(finding, ctx.terminal.lang));

/** `config.invalid`, with the findings in its data. */
export function invalid(ctx: Context, findings: readonly FiledFinding[]): RevosError {
  const errors = findings.filter((one) => one.severity === "error").length;
  const files = new Set(findings.map((one) => one.file ?? "")).size;
  return new RevosError("config.invalid", ctx.say("findings.invalid", { errors, files }), {
    data: { findings, errors, files },
  });
}

/** Warnings that are not findings: personal data in clear, costs. */
export function printWarnings(
  ctx: Context,
  warnings: readonly Readonly<Record<string, unknown>>[],
): void {
  for (const warning of warnings) {
    const code = typeof warning.code === "string" ? warning.code : "warning";
    const words = warningWords(warning, ctx.terminal.lang);
    const text =
      words ??
      (typeof warning.text === "string"
        ? warning.text
        : typeof warning.message === "string"
          ? warning.message
          : factsOf(warning));
    const shown = ctx.terminal.lang === "ja" ? (messageJaByForm(text) ?? text) : text;
    if (!ctx.out.machine) ctx.notes.warn({ ...warning, code }, `${shown}   [${code}]`);
  }
}

/** Of a plan: what its effects say already, or a consent covers that was given with an earlier one, is not said again. */
export function printPlanWarnings(
  ctx: Context,
  warnings: readonly Readonly<Record<string, unknown>>[],
): void {
  printWarnings(
    ctx,
    warnings.filter((warning) => warning.code !== "mapper.pii_in_clear"),
  );
}

function factsOf(warning: Readonly<Record<string, unknown>>): string {
  return Object.entries(warning)
    .filter(([key]) => key !== "code")
    .map(([key, value]) => `${key}: ${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join(", ");
}
