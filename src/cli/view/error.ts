// One error for people, in the form of ux.md §2.5. The same words stand in JSON and in the run record.
import { asTyped } from "../called.ts";
import type { ErrorDocument } from "../../kernel/error.ts";
import type { Lang } from "../terminal.ts";
import { makeSay, type Say } from "../text/say.ts";
import type { Paint } from "./paint.ts";
import { showPlace, snippet } from "./snippet.ts";
import { cellWidth, padEnd, printable, wrap } from "./width.ts";

export type ErrorStyle = {
  readonly lang: Lang;
  readonly width: number;
  readonly paint: Paint;
  readonly cwd: string;
  /** How the reader calls revos. */
  readonly called: string;
};

export function renderErrorDocument(document: ErrorDocument, style: ErrorStyle): string {
  const say = makeSay(style.lang);
  const { line, column, file } = (document.where ?? {}) as {
    line?: number;
    column?: number;
    file?: string;
  };
  const place = file === undefined ? null : { file, line, column };
  const lines = [
    ...heading("error", document.code, document.message, style, say),
    ...(place
      ? [
          `  --> ${showPlace(place, style.cwd)}`,
          ...(isData(document.code) ? [] : snippet(place, style)),
        ]
      : []),
    ...facts(document, say),
    ...labelled(say("error.fix"), document.advice, style),
    ...labelled(say("error.more"), `revos help ${document.code}`, style),
    ...retryLine(document, say),
  ];
  return lines.join("\n");
}

/** A line of a source's file is a row: its place is said, its values are not (design.md §1, promise 10). */
const isData = (code: string): boolean => code.startsWith("source.");

/** `error[code]: sentence`, wrapped at the width with an indent of two. */
export function heading(
  severity: "error" | "warning",
  code: string,
  message: string,
  style: ErrorStyle,
  say: Say,
): string[] {
  const label = `${say(severity === "error" ? "error.error" : "error.warning")}[${code}]`;
  const [first = "", ...rest] = wrap(
    `${label}: ${printable(message)}`,
    style.width,
    "  ",
    measureOf(style),
  );
  const color = severity === "error" ? style.paint.bad : style.paint.warn;
  return [first.startsWith(label) ? color(label) + first.slice(label.length) : first, ...rest];
}

export const measureOf = (style: ErrorStyle) => ({ ambiguousIsNarrow: style.lang !== "ja" });

/** `  fix:  ...`: a command or a line of YAML is never wrapped, so that it can be pasted; a sentence is. */
export function labelled(label: string, text: string, style: ErrorStyle): string[] {
  // `fix:` and `more:` line up.
  text = asTyped(text, style.called);
  const lead = `  ${padEnd(`${label}:`, 5, measureOf(style))} `;
  const isSentence =
    /^[A-Z][a-z]+ |[。、:] ?.*[。、]|: .*, .*, /.test(text) && !/revos [a-z]/.test(text);
  if (isSentence && !text.includes("\n"))
    return wrap(
      lead + text,
      style.width,
      " ".repeat(cellWidth(lead, measureOf(style))),
      measureOf(style),
    );
  const [first = "", ...rest] = text.split("\n");
  return [`${lead}${first}`, ...rest.map((line) => " ".repeat(lead.length) + line)];
}

/** What the source or the operating system said, as a code; never its text, which may hold values. */
function facts(document: ErrorDocument, say: Say): string[] {
  const data = document.data ?? {};
  const said = [
    ["sqlState", "SQLSTATE"],
    ["errno", ""],
    ["said", ""],
    ["reason", ""],
  ].flatMap(([key = "", label = ""]) => {
    const value = data[key];
    return typeof value === "string" || typeof value === "number"
      ? [`${label} ${value}`.trim()]
      : [];
  });
  const lines =
    said.length > 0
      ? [
          `  ${say(document.blame === "destination" ? "error.destinationSaid" : "error.sourceSaid")}: ${said.join(", ")}`,
        ]
      : [];
  const notDone = data.notDone;
  if (typeof notDone === "string") lines.push(`  ${notDone}`);
  return lines;
}

function retryLine(document: ErrorDocument, say: Say): string[] {
  if (document.retry === "auto") return [`  ${say("error.safe", { exit: document.exit })}`];
  return [];
}
