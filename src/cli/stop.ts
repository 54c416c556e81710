// Being interrupted. The first Ctrl-C asks the work to end at its next safe point and says what it waits for; the second
// ends at once with exit 130. Wrappers often deliver one Ctrl-C twice: signals within 500 ms count as one. ux.md §2.3.
import { Aborted } from "../kernel/error.ts";
import type { Host, SignalName } from "./host.ts";

const sameMs = 500;

export class Stop {
  readonly #controller = new AbortController();
  readonly #host: Host;
  readonly #now: () => number;
  readonly #unlisten: () => void;
  #gentle = false;
  #first: { at: number; name: SignalName } | null = null;
  /** Called once when the first signal arrives: says what is waited for. */
  onFirst: () => void = () => {};
  /** Called before a signal ends the process at once: what must be put right on the screen. */
  onSecond: () => void = () => {};

  constructor(host: Host, now: () => number) {
    this.#host = host;
    this.#now = now;
    this.#unlisten = host.onSignal((name) => this.#receive(name));
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The signal that stopped the command, or null. */
  get received(): SignalName | null {
    return this.#first?.name ?? null;
  }

  get exit(): 130 | 143 {
    return this.#first?.name === "SIGTERM" ? 143 : 130;
  }

  /** The work that starts now can end at a safe point: do not cut it off at the first signal. */
  gentle(): void {
    this.#gentle = true;
  }

  /** Stops for a reason of our own (the time-out). */
  abort(reason: Error): void {
    this.#controller.abort(reason);
  }

  close(): void {
    this.#unlisten();
  }

  #receive(name: SignalName): void {
    const now = this.#now();
    if (this.#first) {
      if (now - this.#first.at < sameMs) return;
      this.onSecond();
      this.#host.exitNow(130);
      return;
    }
    this.#first = { at: now, name };
    this.#controller.abort(new Aborted());
    if (this.#gentle) this.onFirst();
    else {
      this.onSecond();
      this.#host.exitNow(this.exit);
    }
  }
}
