// "Did you mean": the nearest of a list of names, by edit distance up to 2 (ux.md §2.5 rule 6).

/** Edits (insert, delete, replace, swap of neighbours) between two texts, or `limit + 1` when there are more. */
export function editDistance(a: string, b: string, limit = 2): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, (before[j - 2] ?? 0) + 1);
      row.push(best);
    }
    if (Math.min(...row) > limit) return limit + 1;
    before = last;
    last = row;
  }
  return last[b.length] ?? 0;
}

/**
 * The candidates nearest to `word`, nearest first. More than three are none: a long list helps nobody.
 * Short words allow one edit only, so that `id` does not suggest `to`.
 */
export function suggest(word: string, candidates: Iterable<string>): string[] {
  const text = word.toLowerCase();
  const limit = text.length <= 3 ? 1 : 2;
  const found: { name: string; distance: number }[] = [];
  for (const name of new Set(candidates)) {
    const distance = editDistance(text, name.toLowerCase(), limit);
    if (distance <= limit) found.push({ name, distance });
  }
  found.sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1));
  const nearest = found[0]?.distance ?? 0;
  const best = found.filter((entry) => entry.distance === nearest);
  return best.length > 3 ? [] : best.map((entry) => entry.name);
}
