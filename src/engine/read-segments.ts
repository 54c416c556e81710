// The heart of the pipeline: while segments are being loaded the next is decoded by the source, and at most three are ahead.
// Chunks of a stream may be read by several readers at once; their segments go to the one loader in turn.
import type { OpenSource, ReadRequest } from "../connector/source.ts";
import { throwIfAborted } from "../kernel/abort.ts";
import { readersOf, type Cut } from "./chunks/cut.ts";
import { dropManifest, type DoneChunk } from "./chunks/manifest.ts";
import type { Landed, Lander } from "./land.ts";
import { waitAtMost } from "./stall/wait-at-most.ts";
import type { Work } from "./work.ts";

/** Segments that are loaded or wait for it while the next is decoded: the whole backpressure (design.md §3). */
const segmentsAhead = 3;
/** A source has this long to leave a read that ended early. */
const leaveMs = 15_000;

export type SegmentFlow = {
  readonly open: OpenSource;
  readonly request: ReadRequest;
  readonly cut: Cut;
  readonly lander: Lander;
  readonly label: string;
  /** Loads one landed segment; called in the order of the rows, without waiting for the one before. */
  readonly load: (landed: Landed) => Promise<void>;
  /** Called when all segments have been given to `load`. */
  readonly last: () => void;
};

/** Everything of the stream is loaded when it returns. The source is told to clean up however this ends. */
export async function readSegments(work: Work, flow: SegmentFlow): Promise<void> {
  const { ctx } = work;
  const { cut } = flow;
  const loads = followLoads();
  const follow = (landed: Landed): Promise<void> => loads.follow(flow.load(landed));
  const queue = [...cut.read];
  let isBroken = false;
  const reader = async (): Promise<void> => {
    for (let chunk = queue.shift(); chunk !== undefined && !isBroken; chunk = queue.shift()) {
      const done = await readPart(work, flow, chunk, follow);
      if (done) cut.manifest?.add(done);
    }
  };
  try {
    await reload(cut, follow, loads.end);
    const readers = Math.max(1, Math.min(readersOf(ctx.run.limits), queue.length));
    const reading = Array.from({ length: readers }, reader);
    try {
      await Promise.all(reading);
    } finally {
      isBroken = true;
      await Promise.allSettled(reading);
    }
    flow.last();
    await loads.end();
  } finally {
    await loads.end().catch(() => {});
  }
}

/** Whichever ends first makes room: with two lanes the older need not be the faster. */
function followLoads(): {
  follow(load: Promise<void>): Promise<void>;
  end(): Promise<void>;
} {
  const open = new Set<Promise<unknown>>();
  let failed: { readonly error: unknown } | null = null;
  const untilLeft = async (most: number): Promise<void> => {
    while (open.size > most) await Promise.race(open);
    if (failed) throw failed.error;
  };
  return {
    async follow(load) {
      const one: Promise<unknown> = load
        .catch((error: unknown) => (failed ??= { error }))
        .finally(() => open.delete(one));
      open.add(one);
      await untilLeft(segmentsAhead);
    },
    end: () => untilLeft(0),
  };
}

/** Chunks of the read that broke off. A segment that cannot be loaded makes all of them worthless. */
async function reload(
  cut: Cut,
  follow: (landed: Landed) => Promise<void>,
  end: () => Promise<void>,
): Promise<void> {
  if (cut.landed.length === 0) return;
  try {
    for (const chunk of cut.landed) for (const landed of chunk.segments) await follow(landed);
    await end();
  } catch (error) {
    if (cut.from !== null) dropManifest(cut.from);
    throw error;
  }
  for (const chunk of cut.landed) cut.manifest?.add(chunk);
}

async function readPart(
  work: Work,
  { open, request, lander, label }: SegmentFlow,
  chunk: string | null,
  follow: (landed: Landed) => Promise<void>,
): Promise<DoneChunk | null> {
  const { ctx } = work;
  const segments: Landed[] = [];
  const iterator = open
    .read(chunk === null ? request : { ...request, chunk }, {
      signal: ctx.source.signal(),
      log: ctx.log,
      workbench: ctx.destination.workbench,
    })
    [Symbol.asyncIterator]();
  try {
    for (;;) {
      throwIfAborted(ctx.signal);
      const next = await ctx.border.source(`read stream ${label}`, () => iterator.next());
      if (next.done) break;
      const landed = await ctx.border.between(`land a segment of ${label}`, () =>
        lander.land(next.value, ctx.clock.now()),
      );
      segments.push(landed);
      await follow(landed);
    }
  } finally {
    // A source that does not even stop when it is told to keeps nobody waiting.
    await waitAtMost(iterator.return?.(), leaveMs);
  }
  if (chunk === null) return null;
  const rows = segments.reduce((sum, segment) => sum + segment.rows + segment.filtered, 0);
  return { chunk, rows, segments };
}
