// What is kept of ad hoc syncs so that their quarantined rows can be replayed later: how each stream was read and where it
// landed. No secret and no address with one: the source is named by its place, and its config is not kept.
import type { RunPlan, StreamPlan } from "../engine/plan.ts";
import type { Store } from "../store/store.ts";

/** Streams of ad hoc runs into one warehouse, newest last. */
type Kept = {
  readonly source: { readonly kind: string; readonly key: string };
  readonly stream: StreamPlan;
};

/** The oldest are forgotten beyond this: their rows may still be read, edited, waived and discarded. */
const mostStreams = 1_000;
const key = (place: string): string => `ad_hoc_streams:${place}`;

const nameOf = ({ source, stream }: Kept): string =>
  JSON.stringify([source.key, stream.stream.namespace ?? null, stream.stream.name, stream.target]);

async function read(store: Pick<Store, "meta">, place: string): Promise<Kept[]> {
  return JSON.parse((await store.meta.get(key(place))) ?? "[]") as Kept[];
}

/** Only for runs that quarantined something or may have before: the list stays as short as what can be replayed. */
export async function keepAdHoc(
  store: Pick<Store, "meta">,
  place: string,
  plan: Pick<RunPlan, "source" | "streams">,
): Promise<void> {
  const source = { kind: plan.source.kind, key: plan.source.key };
  const fresh = plan.streams.map((stream): Kept => ({ source, stream }));
  const names = new Set(fresh.map(nameOf));
  const others = (await read(store, place)).filter((kept) => !names.has(nameOf(kept)));
  await store.meta.set(key(place), JSON.stringify([...others, ...fresh].slice(-mostStreams)));
}

/** The kept streams by source, each with what a plan needs of it. */
export async function keptAdHoc(
  store: Pick<Store, "meta">,
  place: string,
): Promise<readonly Pick<RunPlan, "source" | "streams">[]> {
  const bySource = new Map<string, { source: RunPlan["source"]; streams: StreamPlan[] }>();
  for (const { source, stream } of await read(store, place)) {
    const entry = bySource.get(source.key) ?? { source: { ...source, config: {} }, streams: [] };
    entry.streams.push(stream);
    bySource.set(source.key, entry);
  }
  return [...bySource.values()];
}
