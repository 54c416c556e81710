// Zstandard decompression (RFC 8878) in plain TypeScript, because Node 20 has none and files come packed this way. Frames
// one after another, skippable frames between them, checksums verified; memory is the frame's window.
import { BlockDecoder, type Output } from "./block.ts";
import { zstdDamaged } from "./damaged.ts";
import { Xxh64 } from "./xxh64.ts";

/** Larger windows than this (`zstd --long=28` and up) would not fit the memory a run may use. */
const maxWindow = 128 * 1024 * 1024;
const maxBlock = 128 * 1024;

export async function* readZstd(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const input = new Input(chunks);
  try {
    let frames = 0;
    while (await input.has(4)) {
      const magic = input.number(4);
      if (magic >>> 4 === 0x184d2a5) {
        await input.need(4);
        await input.skip(input.number(4));
      } else if (magic === 0xfd2fb528) yield* readFrame(input);
      else
        throw zstdDamaged(frames === 0 ? "it is not Zstandard" : "something else follows a frame");
      frames++;
    }
    if (!(await input.isAtEnd())) throw zstdDamaged("something else follows a frame");
  } finally {
    await input.close();
  }
}

async function* readFrame(input: Input): AsyncIterable<Uint8Array> {
  const { window, hasChecksum } = await readFrameHeader(input);
  const output: Output = {
    bytes: new Uint8Array(Math.min(window, 1 << 20) + 4 * maxBlock),
    end: 0,
    reach: 0,
  };
  const decoder = new BlockDecoder();
  const hash = hasChecksum ? new Xxh64() : null;
  for (let isLast = false; !isLast;) {
    await input.need(3);
    const head = input.number(3);
    isLast = (head & 1) === 1;
    const type = (head >> 1) & 3;
    const size = head >> 3;
    if (size > maxBlock || type === 3) throw zstdDamaged("an unknown block");
    makeRoom(output, window);
    const from = output.end;
    await input.need(type === 1 ? 1 : size);
    if (type === 2) decoder.decode(input.take(size), output);
    else {
      if (type === 1) output.bytes.fill(input.number(1), from, from + size);
      else output.bytes.set(input.take(size), from);
      output.end += size;
      output.reach += size;
    }
    output.reach = Math.min(output.reach, window);
    if (output.end === from) continue;
    const made = output.bytes.slice(from, output.end);
    hash?.update(made);
    yield made;
  }
  if (!hash) return;
  await input.need(4);
  if (input.number(4) >>> 0 !== hash.low32()) throw zstdDamaged("its checksum does not agree");
}

/** Frees a block's length behind `end`, keeping the window. The buffer grows to the window only when it is used. */
function makeRoom(output: Output, window: number): void {
  if (output.end + maxBlock <= output.bytes.length) return;
  const keep = Math.min(output.end, window);
  const wanted = Math.min(window, output.end) * 2 + 4 * maxBlock;
  const into =
    output.bytes.length >= Math.min(wanted, window * 2)
      ? output.bytes
      : new Uint8Array(Math.min(wanted, window * 2 + 4 * maxBlock));
  into.set(output.bytes.subarray(output.end - keep, output.end), 0);
  output.bytes = into;
  output.end = keep;
}

async function readFrameHeader(
  input: Input,
): Promise<{ readonly window: number; readonly hasChecksum: boolean }> {
  await input.need(1);
  const descriptor = input.number(1);
  const isSingle = (descriptor & 32) !== 0;
  if (descriptor & 8) throw zstdDamaged("a reserved bit is set");
  const dictionaryBytes = [0, 1, 2, 4][descriptor & 3] ?? 0;
  const sizeFlag = descriptor >> 6;
  const sizeBytes = sizeFlag === 0 ? (isSingle ? 1 : 0) : 1 << sizeFlag;
  await input.need((isSingle ? 0 : 1) + dictionaryBytes + sizeBytes);
  let window = 0;
  if (!isSingle) {
    const byte = input.number(1);
    const base = 2 ** (10 + (byte >> 3));
    window = base + (base / 8) * (byte & 7);
  }
  if (dictionaryBytes > 0 && input.number(dictionaryBytes) !== 0)
    throw zstdDamaged("it needs a dictionary, which is not supported");
  const content = sizeBytes === 0 ? 0 : input.number(sizeBytes) + (sizeBytes === 2 ? 256 : 0);
  if (isSingle) window = content;
  if (window > maxWindow)
    throw zstdDamaged(`its window of ${window} bytes is larger than ${maxWindow}`);
  return { window: Math.max(window, 1024), hasChecksum: (descriptor & 4) !== 0 };
}

/** The compressed bytes, a few at a time. */
class Input {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #bytes: Uint8Array = new Uint8Array(0);
  #at = 0;

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** True when `count` bytes are there; false when the stream ends before. */
  async has(count: number): Promise<boolean> {
    while (this.#bytes.length - this.#at < count) {
      const next = await this.#chunks.next();
      if (next.done) return false;
      this.#bytes =
        this.#at === this.#bytes.length
          ? next.value
          : Buffer.concat([this.#bytes.subarray(this.#at), next.value]);
      this.#at = 0;
    }
    return true;
  }

  async need(count: number): Promise<void> {
    if (!(await this.has(count))) throw zstdDamaged("it ends too early");
  }

  async isAtEnd(): Promise<boolean> {
    return !(await this.has(1));
  }

  async skip(count: number): Promise<void> {
    for (let left = count; left > 0;) {
      await this.need(1);
      const step = Math.min(left, this.#bytes.length - this.#at);
      this.#at += step;
      left -= step;
    }
  }

  take(count: number): Uint8Array {
    this.#at += count;
    return this.#bytes.subarray(this.#at - count, this.#at);
  }

  /** A little-endian number; exact up to 53 bits, and no file is larger. */
  number(count: number): number {
    let value = 0;
    for (let i = count - 1; i >= 0; i--) value = value * 256 + (this.#bytes[this.#at + i] ?? 0);
    this.#at += count;
    return value;
  }

  async close(): Promise<void> {
    await this.#chunks.return?.();
  }
}
