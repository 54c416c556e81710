// The check of a file source in three steps: are there files, is their format what it seems, can a row be read.
import { throwIfAborted } from "../../kernel/abort.ts";
import { RevosError, toRevosError } from "../../kernel/error.ts";
import type { CheckStep } from "../../model/check.ts";
import type { FileConfig } from "./config.ts";
import { formatOfStream } from "./discover.ts";
import { findStreams, type FoundStream } from "./glob.ts";
import { describeParquet } from "./parquet.ts";
import { openScratch } from "./scratch.ts";
import { openRecords } from "./text-files.ts";

type Outcome = { readonly detail: string; readonly streams?: readonly FoundStream[] };

export async function* checkFiles(
  config: FileConfig,
  signal: AbortSignal,
): AsyncIterable<CheckStep> {
  const path = yield* step("path", "path", async () => {
    const streams = await findStreams(config);
    const files = streams.reduce((sum, stream) => sum + stream.files.length, 0);
    const detail =
      streams.length === 1
        ? `${files} ${files === 1 ? "file" : "files"}, stream ${streams[0]?.name}`
        : `${files} files, ${streams.length} streams`;
    return { detail, streams };
  });
  if (!path?.streams) return;
  const streams = path.streams;
  const format = yield* step("format", "format", async () => {
    const formats = new Set(streams.map((stream) => formatOfStream(stream, config)));
    return { detail: [...formats].sort().join(", ") };
  });
  if (!format) return;
  yield* step("read_row", "options", async () => {
    let columns = 0;
    for (const stream of streams) {
      throwIfAborted(signal);
      columns = await readOne(stream, config, signal);
    }
    return {
      detail:
        streams.length === 1 ? `${columns} columns` : `first rows of ${streams.length} streams`,
    };
  });
}

/** Yields the step; gives its outcome, or undefined when it failed. */
async function* step(
  name: CheckStep["name"],
  field: string,
  run: () => Promise<Outcome>,
): AsyncGenerator<CheckStep, Outcome | undefined> {
  const startedAt = performance.now();
  try {
    const outcome = await run();
    yield { name, ok: true, ms: performance.now() - startedAt, detail: outcome.detail };
    return outcome;
  } catch (thrown) {
    if (!(thrown instanceof RevosError)) throw thrown;
    const { code, message, advice } = toRevosError(thrown);
    yield { name, ok: false, ms: performance.now() - startedAt, code, message, advice, field };
    return undefined;
  }
}

/** Reads the first record of the stream's first file that has one; gives the number of columns. */
async function readOne(
  stream: FoundStream,
  config: FileConfig,
  signal: AbortSignal,
): Promise<number> {
  const format = formatOfStream(stream, config);
  const [first] = stream.files;
  if (format === "parquet") {
    await using scratch = await openScratch();
    return first ? (await describeParquet(scratch.query, first.path)).columns.length : 0;
  }
  for (const file of stream.files) {
    const reader = await openRecords(file.path, format, config.options, signal);
    if (!reader) continue;
    try {
      let next = reader.next();
      while (next === "more") {
        await reader.fill();
        next = reader.next();
      }
      if (next !== "end" || reader.names.length > 0) return reader.names.length;
    } finally {
      await reader.close();
    }
  }
  throw new RevosError(
    "source.file_unreadable",
    `${first?.path ?? stream.name} is empty: there is neither a header nor a row.`,
    {
      where: { file: first?.path, stream: stream.name },
    },
  );
}
