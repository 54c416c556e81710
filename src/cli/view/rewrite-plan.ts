// A plan that changes the past, for people: per stream how the rows go in and the parts with their rows at the source and in the
// table; then what it leads to. Long lists of parts are shown by their first and last.
import type { PlannedPart, PlannedStream, RewritePlan } from "../../model/rewrite-plan.ts";
import type { Say } from "../text/say.ts";
import type { Terminal } from "../terminal.ts";
import { bytes, grouped } from "./number.ts";
import type { Paint } from "./paint.ts";
import { cellWidth, padEnd, padStart } from "./width.ts";

export type RewriteStyle = {
  readonly say: Say;
  readonly terminal: Terminal;
  readonly paint: Paint;
};

const shownParts = 30;

export function renderRewritePlan(plan: RewritePlan, style: RewriteStyle): string {
  const { say, paint } = style;
  if (plan.parts === 0) return say("rewrite.nothing", { plan: plan.id });
  const lines = plan.streams
    .filter((stream) => stream.parts.length > 0)
    .flatMap((stream) => [...renderStream(plan, stream, style), ""]);
  const missing = plan.notKept.map(
    ({ run, stream, why }) =>
      `  ${paint.warn("!")} ${say("rewrite.notKept")}  ${run}  ${stream}  ${why}`,
  );
  const effects = plan.effects.map(
    (effect) => `  ${say("plan.effect")}  ${effect.text}   [${effect.code}]`,
  );
  return [...lines, ...missing, ...effects, planQuestion(plan, say)].join("\n");
}

/** One line: what is to be done, and how much it is. */
export function planQuestion(plan: RewritePlan, say: Say): string {
  const rows = plan.rows === null ? say("rewrite.unknown") : say("live.rows", { rows: plan.rows });
  const size = plan.bytes === null ? "" : `, ${bytes(plan.bytes)}`;
  return plan.action === "rollback"
    ? say("rewrite.askRollback", { plan: plan.id, run: plan.run ?? "", rows })
    : say(plan.action === "replay" ? "rewrite.askReplay" : "rewrite.ask", {
        plan: plan.id,
        parts: plan.parts,
        rows: `${rows}${size}`,
      });
}

function renderStream(plan: RewritePlan, stream: PlannedStream, style: RewriteStyle): string[] {
  const { say, paint, terminal } = style;
  const measure = { ambiguousIsNarrow: terminal.lang !== "ja" };
  const name = [stream.namespace, stream.stream].filter(Boolean).join(".");
  const facts = [
    `${name} -> ${stream.table}`,
    stream.syncMode,
    say(`rewrite.${stream.how}`),
    ...(stream.by === null ? [] : [say("rewrite.by", { column: stream.by })]),
    ...(stream.timezone === null ? [] : [stream.timezone]),
    ...(stream.where === null ? [] : [`where ${stream.where}`]),
  ];
  const parts = plan.action === "rollback" ? [] : stream.parts;
  const shown =
    parts.length <= shownParts
      ? parts
      : [...parts.slice(0, shownParts / 2), null, ...parts.slice(-shownParts / 2)];
  const heads = [say("col.part"), say("col.sourceRows"), say("col.tableRows")];
  const cells = shown.map((part) => (part === null ? ["...", "", ""] : cellsOf(part, say)));
  const widths = heads.map((head, column) =>
    Math.max(
      cellWidth(head, measure),
      ...cells.map((row) => cellWidth(row[column] ?? "", measure)),
    ),
  );
  const line = (row: readonly string[]): string =>
    `    ${row.map((cell, column) => (column === 0 ? padEnd(cell, widths[column] ?? 0, measure) : padStart(cell, widths[column] ?? 0, measure))).join("  ")}`.trimEnd();
  return [
    `  ${paint.warn("~")} ${facts.join("   ")}`,
    ...(parts.length === 0 ? [] : [line(heads), ...cells.map(line)]),
  ];
}

function cellsOf(part: PlannedPart, say: Say): string[] {
  const count = (rows: number | null): string => (rows === null ? "?" : grouped(rows));
  const name = part.why === "asked" ? part.part : `${part.part} (${say(`rewrite.${part.why}`)})`;
  return [name, count(part.sourceRows), count(part.tableRows)];
}
