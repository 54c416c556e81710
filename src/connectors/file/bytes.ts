// A file's bytes as UTF-8 without byte order mark, whatever its compression and encoding, in pieces. One place decides what
// a file is: by its first bytes, or by what the options say; never by a guess over its content.
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { isAbort, throwIfAborted } from "../../kernel/abort.ts";
import { RevosError } from "../../kernel/error.ts";
import { readZstd } from "./zstd/stream.ts";

export type Bytes = {
  /** A chunk may be overwritten when the next one is asked for. */
  readonly chunks: AsyncIterable<Uint8Array>;
  /** True: the text was decoded from another encoding; U+FFFD in it marks bytes that this encoding does not know. */
  readonly decoded: boolean;
};

const chunkBytes = 512 * 1024;

/** Bytes that are read lazily; the file is closed when the iteration ends, early or not. */
export async function openBytes(
  path: string,
  encoding: string | undefined,
  signal: AbortSignal,
): Promise<Bytes> {
  const head = await readHead(path);
  const packed =
    head[0] === 0x1f && head[1] === 0x8b
      ? "gzip"
      : head.readUInt32LE(0) === 0xfd2fb528
        ? "zstd"
        : "none";
  const raw = named(path, unpack(path, packed, signal));
  const first = await peek(raw);
  const found = encoding ?? markedEncoding(first.head);
  if (!found || /^utf-?8$/i.test(found)) return { chunks: withoutMark(first.all), decoded: false };
  // Its tables are half a megabyte that hardly a file needs.
  const { default: iconv } = await import("iconv-lite");
  if (!iconv.encodingExists(found)) {
    throw new RevosError("source.file_unreadable", `No such encoding: ${found}.`, {
      advice:
        "Use a name such as latin1, windows-1252, shift_jis, euc-jp or utf-16le in options.encoding.",
    });
  }
  return { chunks: decode(first.all, iconv.getDecoder(found)), decoded: true };
}

async function readHead(path: string): Promise<Buffer> {
  const head = Buffer.alloc(4);
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw fileError(path, error);
  });
  try {
    await file.read(head, 0, 4, 0);
    return head;
  } catch (error) {
    throw fileError(path, error as NodeJS.ErrnoException);
  } finally {
    await file.close();
  }
}

function unpack(
  path: string,
  packed: "gzip" | "zstd" | "none",
  signal: AbortSignal,
): AsyncIterable<Uint8Array> {
  if (packed === "none") return readPieces(path, signal);
  const file = createReadStream(path, { highWaterMark: chunkBytes, signal });
  if (packed === "zstd") return readZstd(file);
  // The callback form of pipeline: errors reach the reader of the last stream, which is where they are named.
  return pipeline(file, createGunzip({ chunkSize: 256 * 1024 }), () => {});
}

/** Each piece stands in the bytes of the one before: fresh ones would be the collector's for every megabyte. */
async function* readPieces(path: string, signal: AbortSignal): AsyncIterable<Uint8Array> {
  const file = await open(path);
  try {
    const piece = Buffer.allocUnsafe(chunkBytes);
    for (;;) {
      throwIfAborted(signal);
      const { bytesRead } = await file.read(piece, 0, chunkBytes, null);
      if (bytesRead === 0) return;
      yield piece.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

/** Errors of the file system and of decompression as coded errors that name the file. */
async function* named(path: string, chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  try {
    yield* chunks;
  } catch (error) {
    throw fileError(path, error as NodeJS.ErrnoException);
  }
}

export function fileError(path: string, error: NodeJS.ErrnoException): Error {
  if (error instanceof RevosError || isAbort(error)) return error;
  const where = { file: path };
  if (error.code === "ENOENT")
    return new RevosError("file.not_found", `The file ${path} is not there.`, {
      cause: error,
      where,
    });
  if (error.code === "EACCES" || error.code === "EPERM") {
    return new RevosError(
      "source.permission_denied",
      `The file ${path} may not be read by this user.`,
      { cause: error, where, advice: `chmod +r ${path}` },
    );
  }
  const what = error.code?.startsWith("Z_")
    ? "its compression is damaged or cut short"
    : `reading it failed (${error.code ?? error.name})`;
  return new RevosError("source.file_unreadable", `The file ${path} cannot be read: ${what}.`, {
    cause: error,
    where,
  });
}

/** The first bytes, and everything again from the start. */
async function peek(
  chunks: AsyncIterable<Uint8Array>,
): Promise<{ head: Uint8Array; all: AsyncIterable<Uint8Array> }> {
  const iterator = chunks[Symbol.asyncIterator]();
  let head: Uint8Array = new Uint8Array(0);
  let ended = false;
  while (head.length < 4 && !ended) {
    // What comes next may stand in the same bytes.
    head = Buffer.from(head);
    const next = await iterator.next();
    if (next.done) ended = true;
    else head = head.length === 0 ? next.value : Buffer.concat([head, next.value]);
  }
  const all = async function* () {
    try {
      if (head.length > 0) yield head;
      if (!ended) yield* { [Symbol.asyncIterator]: () => iterator };
    } finally {
      await iterator.return?.();
    }
  };
  return { head, all: all() };
}

function markedEncoding(head: Uint8Array): string | undefined {
  if (head[0] === 0xff && head[1] === 0xfe)
    return head[2] === 0 && head[3] === 0 ? "utf-32le" : "utf-16le";
  if (head[0] === 0xfe && head[1] === 0xff) return "utf-16be";
  return undefined;
}

async function* withoutMark(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  let first = true;
  for await (const chunk of chunks) {
    yield first && chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf
      ? chunk.subarray(3)
      : chunk;
    first = false;
  }
}

async function* decode(
  chunks: AsyncIterable<Uint8Array>,
  decoder: { write(bytes: Buffer): string; end(): string | undefined },
): AsyncIterable<Uint8Array> {
  for await (const chunk of chunks) {
    const text = decoder.write(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
    if (text.length > 0) yield Buffer.from(text, "utf8");
  }
  const rest = decoder.end();
  if (rest) yield Buffer.from(rest, "utf8");
}
