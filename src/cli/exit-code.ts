// One exit code for several runs: 0 when all are fine, the common one when all failed alike, else 8 (partial).
export function exitOfAll(exits: readonly number[]): number {
  const [first = 0] = exits;
  if (exits.every((exit) => exit === first)) return first;
  const stopped = exits.find((exit) => exit === 130 || exit === 143);
  return stopped ?? 8;
}
