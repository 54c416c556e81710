// Writes the events of a run into the store while it goes, so that `runs logs` tells what happened even of a run that died,
// and `runs watch` follows from another process. Written in bunches: a run never waits for its log.
import type { Clock } from "../kernel/clock.ts";
import { toIso } from "../kernel/clock.ts";
import { toErrorDocument } from "../kernel/error.ts";
import type { Log } from "../kernel/log.ts";
import type { RunEvent, TimedRunEvent } from "../model/run-event.ts";
import type { Store } from "../store/store.ts";

/** What a crash of this process may lose. */
const bunchMs = 400;

export type RunJournal = AsyncDisposable & { add(event: RunEvent): void };

export function openRunJournal(
  store: Pick<Store, "runEvents">,
  run: string,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): RunJournal {
  let seq = 0;
  let waiting: TimedRunEvent[] = [];
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();

  const flush = (): void => {
    timer = null;
    const bunch = waiting;
    waiting = [];
    if (bunch.length === 0) return;
    writing = writing.then(async () => {
      try {
        await store.runEvents.append(bunch);
      } catch (error) {
        // The run matters more than its log: the rows are safe, and the run's document tells the end.
        log.warn("run events not kept", { run, code: toErrorDocument(error).code });
      }
    });
  };

  return {
    add(event) {
      // The document of the whole run is kept by itself.
      if (event.event === "result") return;
      waiting.push({ ...event, t: toIso(clock.now()), run, seq: ++seq });
      timer ??= setTimeout(flush, bunchMs);
    },
    async [Symbol.asyncDispose]() {
      if (timer) clearTimeout(timer);
      flush();
      await writing;
    },
  };
}
