// The one owner of memory: how the budget of a run is divided, and what short work outside of runs may take. Whoever opens a
// columnar engine or starts a process asks here. Imports nothing, because the executable reads it before anything else.

const mib = 1024 * 1024;
const mb = 1_000_000;

/** Of a run, all its processes together, where neither the project nor the connection says otherwise (design.md, promise 9). */
export const defaultBudgetMb = 512;

/**
 * Heap of a run's process. It is started before the arguments are read, so these are shares of the usual budget: what a
 * budget beyond it adds goes to the columnar engine, which is what needs it.
 */
export const runHeap = { oldMb: 160, youngMb: 8 } as const;

/** Segments on their way: one that is decoded, three that are loaded or wait for it; 24 MB each (connector/segment.ts). */
const segmentsOnTheWay = 4 * 24 * mib;
/** The parent and both programs as they are: Node twice, DuckDB's own code and tables. */
const programsBytes = 100 * mb;

const engineShare = 0.26;
/** Less, and DuckDB does not write a row group. */
const leastEngineBytes = 96 * mib;

export type MemoryShares = {
  readonly budgetBytes: number;
  /** Of the columnar engine while it publishes: nothing is read then, so the segments' share is free. */
  readonly publishBytes: number;
  /** `memory_limit` of the columnar engine to begin with. It keeps some of what it holds outside of it. */
  readonly engineBytes: number;
  readonly heapBytes: number;
  readonly segmentBytes: number;
  readonly programBytes: number;
  /** What the shares are above the budget: it was set lower than a run can keep. */
  readonly beyondBytes: number;
};

export function divideBudget(budgetBytes: number): MemoryShares {
  const engineBytes = Math.max(leastEngineBytes, Math.floor(budgetBytes * engineShare));
  const heapBytes = (runHeap.oldMb + runHeap.youngMb) * mib;
  const all = engineBytes + heapBytes + segmentsOnTheWay + programsBytes;
  return {
    budgetBytes,
    publishBytes: engineBytes + segmentsOnTheWay,
    engineBytes,
    heapBytes,
    segmentBytes: segmentsOnTheWay,
    programBytes: programsBytes,
    beyondBytes: Math.max(0, all - budgetBytes),
  };
}

/** Columnar engines that are opened outside of runs, each by a command that ends soon; never beside a run of its own. */
export const shortWork = {
  /** Quarantine, previews, plans of a backfill. */
  warehouse: { memoryBytes: 200 * mb, threads: 2 },
  /** Is it there, and may it be written. */
  check: { memoryBytes: 100 * mb, threads: 1 },
  /** Groups of the quarantine after a run, in its process. */
  mirror: { memoryBytes: 64 * mb, threads: 1 },
  /** A person's statement: it spills beside the file beyond this. */
  query: { memoryBytes: 400 * mb, threads: 2 },
  /** A look into files. */
  look: { memoryBytes: 128 * mib, threads: 1 },
} as const;
