// Finds phrases in normalised text: Latin phrases at word borders, Japanese ones anywhere, the longest at each place.
// Long text stays cheap: one pass per set of phrases, whatever their number.

export type Found = {
  readonly id: string;
  readonly text: string;
  readonly at: number;
  readonly end: number;
};

const special = /[.*+?^${}()|[\]\\/]/g;

/** `data warehouse` also matches `data-warehouse` and `data  warehouse`; a plural `s` is optional where `plural` is set. */
function toPattern(phrase: string): string {
  const isLatin = /^[\x20-\x7e]+$/.test(phrase);
  const body = phrase.replace(special, "\\$&").replace(/[ -]+/g, isLatin ? "[\\s-]+" : "\\s*");
  if (!isLatin) return body;
  const left = /^[a-z0-9]/.test(phrase) ? "(?<![a-z0-9_])" : "";
  const right = /[a-z0-9]$/.test(phrase) ? "(?![a-z0-9_])" : "";
  return `${left}${body}${right}`;
}

export class Matcher {
  readonly #pattern: RegExp | null;
  readonly #ids: ReadonlyMap<string, string>;

  /** `phrases`: id → phrases, all lower case and NFKC. */
  constructor(phrases: Iterable<readonly [id: string, phrase: string]>) {
    const ids = new Map<string, string>();
    const all: string[] = [];
    for (const [id, raw] of phrases) {
      const phrase = raw.normalize("NFKC").toLowerCase();
      const key = flat(phrase);
      const known = ids.get(key);
      if (known !== undefined && known !== id) continue;
      ids.set(key, id);
      // `email` and `e-mail` are one thing and two patterns.
      if (!all.includes(phrase)) all.push(phrase);
    }
    all.sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
    this.#ids = ids;
    this.#pattern = all.length === 0 ? null : new RegExp(all.map(toPattern).join("|"), "gu");
  }

  find(text: string): Found[] {
    if (!this.#pattern) return [];
    return [...text.matchAll(this.#pattern)].flatMap((match) => {
      const id = this.#ids.get(flat(match[0]));
      return id === undefined
        ? []
        : [{ id, text: match[0], at: match.index, end: match.index + match[0].length }];
    });
  }
}

const flat = (text: string): string => text.replace(/[\s-]+/g, "");
