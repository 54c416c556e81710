// All that is wrong in the user's files at once: grouped by file, at most twenty shown, the total last. ux.md §2.5.
import type { ErrorDocument } from "../../kernel/error.ts";
import type { Finding } from "../../model/diagnostic.ts";
import { localizeFinding } from "../text/localize.ts";
import { makeSay } from "../text/say.ts";
import { heading, labelled, measureOf, type ErrorStyle } from "./error.ts";
import { showPlace, snippet } from "./snippet.ts";
import { cellWidth, wrap } from "./width.ts";

export type FiledFinding = Finding & { readonly file?: string | null };

const shownAtMost = 20;

export function renderFindings(findings: readonly FiledFinding[], style: ErrorStyle): string {
  const say = makeSay(style.lang);
  const byFile = [...findings].sort((a, b) => order(a, b));
  const blocks = byFile.slice(0, shownAtMost).map((finding) => renderFinding(finding, style));
  const left = byFile.length - shownAtMost;
  if (left > 0) blocks.push(say("findings.more", { left }));
  const errors = findings.filter((one) => one.severity === "error").length;
  const files = new Set(findings.map((one) => one.file ?? "")).size;
  blocks.push(say("findings.total", { errors, notes: findings.length - errors, files }));
  return blocks.join("\n\n");
}

function order(a: FiledFinding, b: FiledFinding): number {
  const fileA = a.file ?? "";
  const fileB = b.file ?? "";
  if (fileA !== fileB) return fileA < fileB ? -1 : 1;
  if (a.severity !== b.severity) return a.severity === "error" ? -1 : 1;
  return (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0);
}

function renderFinding(given: FiledFinding, style: ErrorStyle): string {
  const finding = localizeFinding(given, style.lang);
  const say = makeSay(style.lang);
  const place = { file: given.file ?? "", line: finding.line, column: finding.column };
  const offered = finding.data?.offered ?? finding.data?.modes;
  return [
    ...heading(finding.severity, `config.${finding.code}`, finding.message, style, say),
    ...(given.file
      ? [`  --> ${showPlace(place, style.cwd)}`, ...snippet(place, style)]
      : finding.path
        ? [`  --> ${finding.path}`]
        : []),
    ...(Array.isArray(offered) && offered.length > 0
      ? offeredLines(say("findings.offered"), offered.join(", "), style)
      : []),
    ...labelled(say("error.fix"), finding.advice, style),
    ...(finding.severity === "error"
      ? labelled(say("error.more"), `revos help config.${finding.code}`, style)
      : []),
  ].join("\n");
}

/** Lines under each other, each beginning where the first word does. */
function offeredLines(label: string, words: string, style: ErrorStyle): string[] {
  const lead = `  ${label}: `;
  const indent = " ".repeat(cellWidth(lead, measureOf(style)));
  return wrap(`${lead}${words}`, style.width, indent, measureOf(style));
}

/** Findings that an error carries in its data. */
export function findingsOf(document: ErrorDocument): readonly FiledFinding[] {
  const carried = document.data?.findings;
  if (!Array.isArray(carried)) return [];
  const where = document.where as { file?: string } | null;
  return (carried as FiledFinding[]).map((one) => ({
    ...one,
    ...(one.file === undefined && where?.file ? { file: where.file } : {}),
  }));
}
