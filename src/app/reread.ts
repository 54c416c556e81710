// Streams that must be read again from the start, because what was applied changed what their rows are. Asked for by
// apply, kept until a run has published them anew. Readers keep the old rows until then.
import type { StoreFamilies } from "../store/store.ts";

const key = (connection: string): string => `reread:${connection}`;

/** Names as `formatStream` of connect writes them. */
export async function rereadOf(
  store: Pick<StoreFamilies, "meta">,
  connection: string,
): Promise<string[]> {
  return JSON.parse((await store.meta.get(key(connection))) ?? "[]") as string[];
}

export async function askReread(
  store: Pick<StoreFamilies, "meta">,
  connection: string,
  streams: readonly string[],
): Promise<void> {
  if (streams.length === 0) return;
  await store.meta.set(
    key(connection),
    JSON.stringify([...new Set([...(await rereadOf(store, connection)), ...streams])]),
  );
}

export async function rereadDone(
  store: Pick<StoreFamilies, "meta">,
  connection: string,
  streams: readonly string[],
): Promise<void> {
  const open = await rereadOf(store, connection);
  const left = open.filter((stream) => !streams.includes(stream));
  if (left.length !== open.length) await store.meta.set(key(connection), JSON.stringify(left));
}
