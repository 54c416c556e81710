// Notices that the store itself is used inside one of its transactions. On SQLite that would wait for ever for the
// transaction to end, on Postgres it would be another transaction; both are mistakes that are better told at once.
import { AsyncLocalStorage } from "node:async_hooks";
import { assert } from "../kernel/assert.ts";

export type Scope = {
  /** Runs the work of a transaction. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Throws `bug.assertion` when called from such work while it goes. */
  refuseInside(): void;
};

export function makeScope(): Scope {
  const current = new AsyncLocalStorage<{ open: boolean }>();
  return {
    async run(work) {
      const mark = { open: true };
      try {
        return await current.run(mark, work);
      } finally {
        // Timers that were started inside outlive the transaction, and then they may.
        mark.open = false;
      }
    },
    refuseInside() {
      assert(
        current.getStore()?.open !== true,
        () =>
          "Inside a transaction of the store only the families that were handed in may be used.",
      );
    },
  };
}
