// When to try a batch: a file whose records are not plain must not pay for the attempts.

/** A batch of fewer records was hardly worth it. */
const fewRows = 16;
const longestPause = 1024;

export class BatchPace {
  #pause = 0;
  #left = 0;

  /** To be asked before each record. */
  isDue(): boolean {
    if (this.#left === 0) return true;
    this.#left--;
    return false;
  }

  /** How many records the attempt took. */
  tell(rows: number): void {
    this.#pause = rows >= fewRows ? 0 : Math.min(longestPause, this.#pause * 2 + 1);
    this.#left = this.#pause;
  }
}
