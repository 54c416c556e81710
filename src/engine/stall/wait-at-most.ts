// Waiting for something to end that may never do so.

/** Waits until `work` has ended, well or ill, and no longer than `ms`. */
export async function waitAtMost(
  work: PromiseLike<unknown> | undefined,
  ms: number,
): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
  const ended = Promise.resolve(work).then(
    () => {},
    () => {},
  );
  await Promise.race([ended, late]);
  clearTimeout(timer);
}
