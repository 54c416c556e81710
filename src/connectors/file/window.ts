// A sliding window over a stream of bytes: scanners work on one array from `start` to `end`, and ask for more when a
// record does not end inside it.

export class Window {
  /** One byte behind `end` always exists and is a line feed, so that scanning loops need not test for the end. */
  bytes: Uint8Array = new Uint8Array(0);
  start = 0;
  end = 0;
  /** True once the stream has ended: what is in the window is all there is. */
  isLast = false;
  /** Bytes taken from the stream so far. */
  total = 0;
  readonly #chunks: AsyncIterator<Uint8Array>;
  #isOldMac = false;

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /**
   * Adds to the window at least as much as it holds, so that a long record costs a few scans, not one for every chunk. A
   * chunk is copied before the next one is asked for, which may stand in the same bytes.
   */
  async more(): Promise<void> {
    const kept = this.end - this.start;
    const want = Math.max(1, kept);
    let added = 0;
    while (added < want && !this.isLast) {
      const next = await this.#chunks.next();
      if (next.done) this.isLast = true;
      else {
        this.#append(next.value, want - added);
        added += next.value.length;
      }
    }
    if (added === 0) this.#append(new Uint8Array(0), 0);
    this.total += added;
  }

  /** `wanted`: bytes that are still to come, this chunk included. */
  #append(chunk: Uint8Array, wanted: number): void {
    const kept = this.end - this.start;
    const needed = kept + chunk.length + 1;
    const fits = needed <= this.bytes.length && needed > this.bytes.length / 8;
    const into = fits
      ? this.bytes
      : new Uint8Array(Math.max(needed + wanted, 1024 * 1024 + 65_536));
    if (!fits || this.start > 0) into.set(this.bytes.subarray(this.start, this.end), 0);
    into.set(chunk, kept);
    this.bytes = into;
    this.start = 0;
    this.end = kept + chunk.length;
    if (this.#isOldMac) toLineFeeds(into, kept, this.end);
    into[this.end] = 10;
  }

  /** A first window whose lines end with carriage returns alone: from here on they are line feeds. */
  adoptLineEnds(): void {
    const held = this.bytes.subarray(this.start, this.end);
    if (held.includes(10) || !held.includes(13)) return;
    this.#isOldMac = true;
    toLineFeeds(this.bytes, this.start, this.end);
  }

  async close(): Promise<void> {
    await this.#chunks.return?.();
  }
}

function toLineFeeds(bytes: Uint8Array, from: number, to: number): void {
  for (let i = from; i < to; i++) if (bytes[i] === 13) bytes[i] = 10;
}
