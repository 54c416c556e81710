// Zstandard decompression: the blocks by `fzstd`, because Node 20 has no decoder and files come packed this way; the frames
// here, because that library checks no checksum, and a file that is damaged must not be read. Frames one after another,
// skippable frames between them; memory is the frame's window.
import { Decompress } from "fzstd";
import { zstdDamaged } from "./damaged.ts";
import { Xxh64 } from "./xxh64.ts";

/** Larger windows than this (`zstd --long=28` and up) would not fit the memory a run may use. */
const maxWindow = 128 * 1024 * 1024;
const maxBlock = 128 * 1024;
const frameMagic = Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd);

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
  const { bytes, hasChecksum } = await readFrameHeader(input);
  const made: Uint8Array[] = [];
  const frame = new Decompress((part) => made.push(part));
  const hash = hasChecksum ? new Xxh64() : null;
  push(frame, [frameMagic, bytes], false);
  for (let isLast = false; !isLast;) {
    await input.need(3);
    const head = input.take(3);
    const word = toNumber(head);
    isLast = (word & 1) === 1;
    const type = (word >> 1) & 3;
    const size = word >> 3;
    if (size > maxBlock || type === 3) throw zstdDamaged("an unknown block");
    const length = type === 1 ? 1 : size;
    await input.need(length);
    const body = input.take(length);
    const tail = isLast && hasChecksum ? 4 : 0;
    await input.need(tail);
    const checksum = input.take(tail);
    push(frame, [head, body, checksum], isLast);
    for (const part of made.splice(0)) {
      if (part.length === 0) continue;
      hash?.update(part);
      yield part;
    }
    if (hash && isLast && toNumber(checksum) !== hash.low32())
      throw zstdDamaged("its checksum does not agree");
  }
}

/** What the library throws for damaged bytes is of many kinds: range errors among them. */
function push(frame: Decompress, parts: readonly Uint8Array[], isLast: boolean): void {
  try {
    frame.push(Buffer.concat(parts), isLast);
  } catch {
    throw zstdDamaged("a block cannot be decoded");
  }
}

/** A little-endian number; exact up to 53 bits, and no file is larger. */
function toNumber(bytes: Uint8Array): number {
  return bytes.reduceRight((value, byte) => value * 256 + byte, 0);
}

/** The header as it stands; refused when the frame needs what is not there or too much memory. */
async function readFrameHeader(
  input: Input,
): Promise<{ readonly bytes: Uint8Array; readonly hasChecksum: boolean }> {
  await input.need(1);
  const descriptor = input.peek();
  const isSingle = (descriptor & 32) !== 0;
  if (descriptor & 8) throw zstdDamaged("a reserved bit is set");
  const dictionaryBytes = [0, 1, 2, 4][descriptor & 3] ?? 0;
  const sizeFlag = descriptor >> 6;
  const sizeBytes = sizeFlag === 0 ? (isSingle ? 1 : 0) : 1 << sizeFlag;
  const dictionaryAt = isSingle ? 1 : 2;
  const sizeAt = dictionaryAt + dictionaryBytes;
  await input.need(sizeAt + sizeBytes);
  const bytes = input.take(sizeAt + sizeBytes);
  if (toNumber(bytes.subarray(dictionaryAt, sizeAt)) !== 0)
    throw zstdDamaged("it needs a dictionary, which is not supported");
  const windowByte = bytes[1] ?? 0;
  const base = 2 ** (10 + (windowByte >> 3));
  const window = isSingle
    ? toNumber(bytes.subarray(sizeAt)) + (sizeBytes === 2 ? 256 : 0)
    : base + (base / 8) * (windowByte & 7);
  if (window > maxWindow)
    throw zstdDamaged(`its window of ${window} bytes is larger than ${maxWindow}`);
  return { bytes, hasChecksum: (descriptor & 4) !== 0 };
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

  peek(): number {
    return this.#bytes[this.#at] ?? 0;
  }

  number(count: number): number {
    return toNumber(this.take(count));
  }

  async close(): Promise<void> {
    await this.#chunks.return?.();
  }
}
