// A unified difference, indented; added and removed lines are told by their sign as well as by colour.
import type { Paint } from "./paint.ts";

export function paintDifference(text: string, paint: Paint): string[] {
  return text
    .replace(/\n$/, "")
    .split("\n")
    .map(
      (line) =>
        `    ${line.startsWith("+") ? paint.good(line) : line.startsWith("-") ? paint.bad(line) : line}`,
    );
}
