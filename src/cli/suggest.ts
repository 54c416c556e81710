// "Did you mean": edit distance up to 2 and at most three candidates, else nothing (ux.md §2.5, rule 6).

/** Edits (insert, delete, replace, swap of neighbours) between two words, at most `bound` + 1. */
export function editDistance(a: string, b: string, bound = 2): number {
  if (Math.abs(a.length - b.length) > bound) return bound + 1;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let best = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (same ? 0 : 1),
      );
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, (before[j - 2] ?? 0) + 1);
      row.push(best);
    }
    before = last;
    last = row;
  }
  return last[b.length] ?? bound + 1;
}

/** The nearest of `known`, or null when nothing is near or too much is. */
export function suggest(word: string, known: Iterable<string>): string | null {
  const lower = word.toLowerCase();
  const bound = word.length <= 3 ? 1 : 2;
  let near: { name: string; distance: number }[] = [];
  for (const name of new Set(known)) {
    const distance = editDistance(lower, name.toLowerCase(), bound);
    if (distance <= bound) near.push({ name, distance });
  }
  const least = Math.min(...near.map((one) => one.distance));
  near = near.filter((one) => one.distance === least);
  if (near.length > 3) return null;
  return near.sort((a, b) => (a.name < b.name ? -1 : 1))[0]?.name ?? null;
}
