// A line of the user's own text with a caret under the place. Only for files the user wrote, read again at print time.
import { readFileSync } from "node:fs";
import { isAbsolute, relative, resolve } from "node:path";
import type { ErrorStyle } from "./error.ts";
import { cellWidth, cutMiddle, printable } from "./width.ts";

export type Place = {
  readonly file: string;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
};

/** `connections/a.yaml:14:17`, relative to the current folder where that is shorter. */
export function showPlace(place: Place, cwd: string): string {
  const near = isAbsolute(place.file) ? relative(cwd, place.file) : place.file;
  const file = near.startsWith("../../") || near === "" ? place.file : near;
  return `${file}${place.line === undefined ? "" : `:${place.line}${place.column === undefined ? "" : `:${place.column}`}`}`;
}

const secretLine = /(password|secret|token|private_?key|api_?key|passphrase)\s*["']?\s*:/i;

export function snippet(place: Place, style: ErrorStyle & { readonly note?: string }): string[] {
  if (place.line === undefined) return [];
  const text = lineOf(resolve(style.cwd, place.file), place.line);
  if (text === null || secretLine.test(text)) return [];
  const measure = { ambiguousIsNarrow: style.lang !== "ja" };
  const number = String(place.line);
  const gutter = " ".repeat(number.length);
  const room = Math.max(20, style.width - number.length - 3);
  const source = printable(text.replaceAll("\t", " "));
  const shown = cellWidth(source, measure) > room ? cutMiddle(source, room, measure) : source;
  const lines = [`${gutter} |`, `${number} | ${shown}`];
  if (place.column !== undefined && shown === source) {
    const before = source.slice(0, place.column - 1);
    const word =
      /^(?:"[^"]*"|'[^']*'|\[[^\]]*\]|[^\s,\]}:#]+)/.exec(source.slice(place.column - 1))?.[0] ??
      " ";
    const carets = "^".repeat(Math.max(1, cellWidth(word, measure)));
    lines.push(
      `${gutter} | ${" ".repeat(cellWidth(before, measure))}${style.paint.bad(carets)}${style.note ? ` ${style.note}` : ""}`,
    );
  }
  return lines;
}

function lineOf(file: string, line: number): string | null {
  try {
    return readFileSync(file, "utf8").split(/\r?\n/)[line - 1] ?? null;
  } catch {
    return null;
  }
}
