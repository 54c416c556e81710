// The difference of two short texts, line by line, in the form people know: two blanks, minus, plus.

/** Lines that both have, with two of them around each change; longest common subsequence, fit for files of some hundred lines. */
export function diffLines(before: string, after: string): string {
  const a = before.replace(/\n$/, "").split("\n");
  const b = after.replace(/\n$/, "").split("\n");
  const common: number[][] = Array.from({ length: a.length + 1 }, () =>
    new Array<number>(b.length + 1).fill(0),
  );
  const at = (i: number, j: number): number => common[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const row = common[i];
      if (row) row[j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const lines: string[] = [];
  for (let i = 0, j = 0; i < a.length || j < b.length;) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      lines.push(`  ${a[i++]}`);
      j++;
    } else if (j >= b.length || (i < a.length && at(i + 1, j) >= at(i, j + 1)))
      lines.push(`- ${a[i++]}`);
    else lines.push(`+ ${b[j++]}`);
  }
  const around = 2;
  const near = lines.map((_, index) =>
    lines
      .slice(Math.max(0, index - around), index + around + 1)
      .some((line) => !line.startsWith("  ")),
  );
  return lines
    .flatMap((line, index) => (near[index] ? [line] : near[index - 1] ? ["  ..."] : []))
    .join("\n");
}
