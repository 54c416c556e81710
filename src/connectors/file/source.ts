// Files as a source: CSV, TSV, JSON lines and Parquet, one path, folder or glob, packed or not. Text files are read by our
// own readers, because no line may vanish and no value may change; Parquet is read by DuckDB.
import { fileURLToPath } from "node:url";
import { resolve } from "node:path";
import { cursorPosition } from "../../connector/cursor-position.ts";
import { defineSource, type OpenSource } from "../../connector/source.ts";
import { RevosError, toRevosError } from "../../kernel/error.ts";
import type { ErrorCode } from "../../kernel/errors/codes.ts";
import type { CatalogStream } from "../../model/catalog.ts";
import { syncModes } from "../../model/sync-mode.ts";
import { checkFiles } from "./check.ts";
import { FileConfig } from "./config.ts";
import { discoverStream, formatOfStream } from "./discover.ts";
import { findStreams, type FoundStream } from "./glob.ts";
import { readParquet } from "./parquet.ts";
import { openScratch, type Scratch } from "./scratch.ts";
import { readText, type TextShape } from "./text-files.ts";

export const source = defineSource<FileConfig>({
  kind: "file",
  title: "Files: CSV, JSON lines, Parquet",
  config: FileConfig,
  secrets: [],
  capabilities: {
    namespaces: false,
    incremental: true,
    where: false,
    privacy: true,
    oneSnapshot: false,
    network: false,
    typesInferred: true,
  },
  dependencies: ["@duckdb/node-api", "fzstd", "iconv-lite"],
  schemes: ["file"],
  fromUri: (uri) => ({ path: uriToPath(uri) }),
  describe: (config) => config.path,
  classify(error): ErrorCode | undefined {
    const code = (error as NodeJS.ErrnoException | null)?.code;
    if (code === "ENOENT") return "file.not_found";
    if (code === "EACCES" || code === "EPERM") return "source.permission_denied";
    return code?.startsWith("Z_") ? "source.file_unreadable" : undefined;
  },
  open: async (config, ctx) => openFiles(config, ctx.signal),
});

/** `file:` with a path as it stands, relative ones to the current folder; `file://` as URLs are written. */
function uriToPath(uri: string): string {
  const rest = uri.replace(/^file:/i, "");
  if (!rest.startsWith("//")) return resolve(rest);
  try {
    return fileURLToPath(
      `file:${rest
        .replaceAll("?", "%3F")
        .replaceAll("#", "%23")
        .replace(/%(?![0-9a-f]{2})/gi, "%25")}`,
    );
  } catch (error) {
    throw new RevosError("usage.bad_value", `${uri} names no file on this machine.`, {
      cause: error,
      advice: "Write file:<path or glob>.",
    });
  }
}

function openFiles(config: FileConfig, signal: AbortSignal): OpenSource {
  let opened: Promise<Scratch> | null = null;
  const scratch = (): Promise<Scratch> => (opened ??= openScratch());
  return {
    check: () => checkFiles(config, signal),
    async discover({ search, streams: wanted, mayBeSampled } = {}) {
      const found = (await findStreams(config)).filter(
        ({ name }) =>
          (search === undefined || name.includes(search)) &&
          (wanted === undefined || wanted.some((other) => other.name === name)),
      );
      const streams: CatalogStream[] = [];
      for (const stream of found)
        streams.push(
          await discoverOrNote(stream, found.length === 1, () =>
            discoverStream(stream, config, signal, scratch, mayBeSampled),
          ),
        );
      return { streams };
    },
    streamNames: async () => (await findStreams(config)).map(({ name }) => ({ name })),
    async *read(request, ctx) {
      const stream = (await findStreams(config)).find(({ name }) => name === request.stream.name);
      if (!stream) {
        throw new RevosError(
          "source.stream_not_found",
          `No file of the stream ${request.stream.name} is left at ${config.path}.`,
          {
            where: { stream: request.stream.name },
          },
        );
      }
      const format = formatOfStream(stream, config);
      if (format !== "parquet") yield* readText(stream, format, config.options, request, ctx);
      else
        for (const file of stream.files)
          yield await readParquet(request, file.path, file.sizeBytes, ctx.workbench);
    },
    toPosition: cursorPosition,
    async [Symbol.asyncDispose]() {
      const held = opened;
      opened = null;
      await (await held)?.[Symbol.asyncDispose]();
    },
  };
}

/** Of many streams one that cannot be read is listed with the reason, and the others go on; alone, it is the error. */
async function discoverOrNote(
  stream: FoundStream,
  isOnly: boolean,
  discover: () => Promise<TextShape>,
): Promise<CatalogStream> {
  const facts = {
    name: stream.name,
    kind: "file" as const,
    defaultCursorField: [],
    sourceDefinedCursorField: false,
    sourceDefinedPrimaryKey: [],
    estimatedBytes: stream.files.reduce((sum, file) => sum + file.sizeBytes, 0),
  };
  try {
    const { columns, rows, notes, isSampled } = await discover();
    return {
      ...facts,
      columns,
      syncModes,
      ...(rows === null ? {} : { estimatedRows: rows }),
      ...(isSampled ? { sampled: true } : {}),
      ...(notes.length > 0 ? { notes } : {}),
    };
  } catch (error) {
    if (isOnly || !(error instanceof RevosError)) throw error;
    return { ...facts, columns: [], syncModes: [], notes: [toRevosError(error).message] };
  }
}
