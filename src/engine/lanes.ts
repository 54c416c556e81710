// Lanes: connections to the workbench that load segments side by side. DuckDB loads a segment with one thread; a statement of
// two threads only takes turns (its threads spin while they wait), and one lane alone leaves a processor idle whenever the
// source is ahead. Measured with two processors: 5 M rows of 16 columns in 5.1 instead of 5.6 s, for the same processor time.
import { availableParallelism } from "node:os";
import type { Lane, Workbench } from "../connector/workbench.ts";

const mostLanes = Math.min(2, availableParallelism());

export type Lanes = {
  /**
   * Runs `work` on a free lane, in the transaction that all of that lane share; loads begin in the order they come.
   * `room`: how many lanes it may be one of. Alone it has no company, no transaction, and finds all others committed.
   */
  load<T>(room: "alone" | "one" | "all", work: (lane: Lane) => Promise<T>): Promise<T>;
  /**
   * All loads have been asked for: a lane commits when it is free and `isMore` is false, while the other may still load. What
   * is left of a row group is compressed by the commit, which takes as long as the load of a segment.
   */
  last(isMore: () => boolean): void;
  commit(): Promise<void>;
  /** Closes the lanes; what was not committed is rolled back by it. */
  close(): Promise<void>;
};

type OpenLane = { readonly lane: Lane; isInTransaction: boolean };

/**
 * Segments share a transaction. One of its own for a segment that is smaller than a row group makes DuckDB write it to the
 * log, read it from there and compress its row group again with every segment that adds to it (measured: twice the processor
 * time of the load). Segments that fill a row group by their bytes are better off alone (wide-rows.ts).
 */
export function makeLanes(workbench: Workbench, most: number = mostLanes): Lanes {
  const free: OpenLane[] = [];
  const busy = new Set<Promise<unknown>>();
  let before: Promise<void> = Promise.resolve();
  let broken: { readonly error: unknown } | null = null;
  let isMore = (): boolean => true;

  const commitLane = async (open: OpenLane): Promise<void> => {
    if (open.isInTransaction) await open.lane.run("commit");
    open.isInTransaction = false;
  };
  const commit = async (): Promise<void> => {
    await Promise.all(busy);
    if (broken) throw broken.error;
    // None is left running when one fails.
    const ends = await Promise.allSettled(free.map(commitLane));
    for (const one of ends) if (one.status === "rejected") throw one.reason;
  };
  const keepBusy = <T>(done: Promise<T>): Promise<unknown> => {
    const settled: Promise<unknown> = done.then(
      () => busy.delete(settled),
      () => busy.delete(settled),
    );
    busy.add(settled);
    return settled;
  };
  /** The lane is free; with nothing more to load it commits first. */
  const leave = async (open: OpenLane): Promise<void> => {
    try {
      if (!isMore() && broken === null) await commitLane(open);
    } catch (error) {
      broken ??= { error };
      throw error;
    } finally {
      free.push(open);
    }
  };
  /** Ends when the lane is free again; a failure is kept, and ends every load that waits. */
  const occupy = async <T>(
    open: OpenLane,
    isAlone: boolean,
    work: (lane: Lane) => Promise<T>,
  ): Promise<T> => {
    try {
      if (!isAlone && !open.isInTransaction) {
        await open.lane.run("begin transaction");
        open.isInTransaction = true;
      }
      return await work(open.lane);
    } catch (error) {
      broken ??= { error };
      throw error;
    } finally {
      await leave(open);
    }
  };
  return {
    async load(room, work) {
      const turn = before;
      let pass = (): void => {};
      before = new Promise((resolve) => (pass = resolve));
      await turn;
      try {
        const isAlone = room === "alone";
        while (busy.size >= (room === "all" ? most : 1)) await Promise.race(busy);
        if (broken) throw broken.error;
        if (isAlone) await commit();
        const open = free.pop() ?? { lane: await workbench.lane(), isInTransaction: false };
        const done = occupy(open, isAlone, work);
        const settled = keepBusy(done);
        if (isAlone) await settled;
        else pass();
        return await done;
      } finally {
        pass();
      }
    },
    last(isMoreNow) {
      isMore = isMoreNow;
      if (!isMore()) for (const open of free.splice(0)) void keepBusy(leave(open));
    },
    commit,
    async close() {
      await Promise.all(busy);
      for (const { lane } of free.splice(0)) lane.close();
    },
  };
}
