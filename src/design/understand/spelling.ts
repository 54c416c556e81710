// Mistyped words set right before anything is read (lexicon/spelling.ts), each told in the trace.
import { misspelt, slippable } from "../lexicon/spelling.ts";

export type Slip = { readonly wrote: string; readonly read: string };

const known: ReadonlySet<string> = new Set(slippable);

export function setRight(shown: string): {
  readonly shown: string;
  readonly slips: readonly Slip[];
} {
  const slips = new Map<string, string>();
  const text = shown.replace(/(?<![\w.`/@-])[A-Za-z]+(?:-[a-z]+)?(?![\w`/@])/g, (wrote) => {
    const low = wrote.toLowerCase();
    const read = misspelt.get(low) ?? nearName(low);
    if (read === null) return wrote;
    slips.set(wrote, read);
    return read;
  });
  return { shown: text, slips: [...slips].map(([wrote, read]) => ({ wrote, read })) };
}

function nearName(word: string): string | null {
  if (word.length < 5 || known.has(word)) return null;
  return slippable.find((name) => name[0] === word[0] && isOneSlip(word, name)) ?? null;
}

/** One letter added, left out or changed, or two neighbours exchanged. A plural is no slip. */
export function isOneSlip(word: string, name: string): boolean {
  if (word === name || word === `${name}s`) return false;
  const shorter = Math.min(word.length, name.length);
  if (Math.abs(word.length - name.length) > 1) return false;
  let start = 0;
  while (start < shorter && word[start] === name[start]) start += 1;
  let end = 0;
  while (end < shorter - start && word.at(-1 - end) === name.at(-1 - end)) end += 1;
  const [left, right] = [
    word.slice(start, word.length - end),
    name.slice(start, name.length - end),
  ];
  if (left.length <= 1 && right.length <= 1) return true;
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
}
