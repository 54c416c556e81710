// The first word of a request as a command: a mode token first, then a recipe token from the rest (golden K04).
import { Recipe, type Route } from "../../model/answer.ts";
import type { Text } from "./normalize.ts";

const modes = ["design", "review", "operate", "migrate", "contract"] as const;

export type Tokens = {
  readonly route: Route | null;
  readonly recipe: Recipe | null;
  /** Where the words after the tokens begin. */
  readonly rest: number;
};

export function readTokens(text: Text): Tokens {
  let rest = 0;
  let route: Route | null = null;
  const first = wordAt(text.flat, rest);
  const mode = modes.find((one) => one === first.word);
  if (mode) {
    route = mode;
    rest = first.end;
  }
  const second = wordAt(text.flat, rest);
  // `quality of life`, `stream of consciousness`: the word of a sentence, not a command.
  const after = text.flat.slice(second.end);
  const isOf =
    /^of(?![a-z])/.test(after) ||
    /^(?:を|は|も)?\s*(?:使わ|使用せ|使用し(?:な|ま)|不要|なし|抜き|無し|要ら|いら)/.test(after);
  const recipe = isOf ? null : (Recipe.options.find((one) => one === second.word) ?? null);
  // `design stream processing` and `stream changes` use the word; only what stands as a command is one.
  if (recipe) rest = second.end;
  return { route, recipe, rest };
}

function wordAt(flat: string, from: number): { word: string; end: number } {
  const match = /^[\s:：、,-]*([a-z]+)(?![a-z0-9_'-])[\s:：、,]*/.exec(flat.slice(from));
  return match ? { word: match[1] ?? "", end: from + match[0].length } : { word: "", end: from };
}
