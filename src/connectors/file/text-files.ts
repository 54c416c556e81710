// Streams of text files (CSV, TSV, JSON): discovery by reading every value, and reading as segments.
import type { ReadContext } from "../../connector/context.ts";
import type { Segment } from "../../connector/segment.ts";
import type { ReadRequest } from "../../connector/source.ts";
import { throwIfAborted } from "../../kernel/abort.ts";
import { RevosError } from "../../kernel/error.ts";
import type { CatalogColumn } from "../../model/catalog.ts";
import { basename } from "node:path";
import { BatchPace } from "./batch-pace.ts";
import { makeCsvBatch, type CsvBatch } from "./csv-batch.ts";
import type { FileOptions, Format } from "./config.ts";
import { openCsv } from "./csv-reader.ts";
import type { FoundStream } from "./glob.ts";
import { TypeJudge } from "./infer.ts";
import { openJson } from "./json-reader.ts";
import type { RecordReader } from "./reader.ts";
import { SegmentSink } from "./segment-sink.ts";

export type TextFormat = Exclude<Format, "parquet">;

/** Null when the file holds nothing at all. */
export async function openRecords(
  path: string,
  format: TextFormat,
  options: FileOptions,
  signal: AbortSignal,
): Promise<RecordReader | null> {
  return format === "csv" || format === "tsv"
    ? await openCsv(path, format, options, signal)
    : await openJson(path, format, options, signal);
}

export type TextShape = {
  readonly columns: readonly CatalogColumn[];
  readonly rows: number | null;
  readonly notes: readonly string[];
  /** The types are those of the beginning. */
  readonly isSampled?: boolean;
};

/** Records between two looks at the abort signal; scanning is synchronous between them. */
const recordsPerLook = 10_000;

export async function discoverText(
  stream: FoundStream,
  format: TextFormat,
  options: FileOptions,
  signal: AbortSignal,
  mayBeSampled = false,
): Promise<TextShape> {
  const isJson = format === "jsonl" || format === "json";
  const judge = new TypeJudge(options, isJson);
  // Every file gets its share, so that a late partition has its say about types as well.
  const share = Math.max(1024 * 1024, options.scanBytes / stream.files.length);
  const [first, ...more] = stream.files;
  const sampleBytes =
    mayBeSampled && more.length === 0 && first && first.sizeBytes >= leastSampledBytes
      ? firstSampleBytes
      : null;
  let isWhole = true;
  let isEmpty = true;
  for (const file of stream.files) {
    const reader = await openRecords(file.path, format, options, signal);
    if (!reader) continue;
    try {
      judge.begin(reader);
      const bad = judge.badRows + judge.rows;
      const judged = await judgeFile(judge, reader, { share, sampleBytes }, signal);
      if (judged === "sampled")
        return {
          columns: judge.columns().map((column) => ({ ...column, nullable: true })),
          rows: first && !isPacked.test(first.path) ? estimate(judge, reader, first) : null,
          notes: [],
          isSampled: true,
        };
      isWhole = judged === "whole" && isWhole;
      isEmpty &&= isJson ? judge.badRows + judge.rows === bad : false;
    } finally {
      await reader.close();
    }
  }
  if (isEmpty) throw emptyError(stream);
  const columns = judge.columns();
  if (columns.length === 0 && judge.rows === 0) throw noColumnsError(stream, judge.badRows);
  const notes: string[] = [];
  if (!isWhole) notes.push(`Types were judged from the first ${share} bytes of each file.`);
  if (judge.badRows > 0)
    notes.push(
      `${judge.badRows} lines cannot be split into the columns; they would go to quarantine.`,
    );
  return { columns, rows: isWhole ? judge.rows + judge.badRows : null, notes };
}

const isPacked = /\.(gz|zst)$/i;
const estimate = (judge: TypeJudge, reader: RecordReader, file: { sizeBytes: number }): number =>
  Math.round(((judge.rows + judge.badRows) * file.sizeBytes) / reader.bytesRead);

function emptyError(stream: FoundStream): RevosError {
  const [first] = stream.files;
  const what =
    stream.files.length === 1
      ? `The file ${first?.path} is empty`
      : `All ${stream.files.length} files of ${stream.name} are empty`;
  return new RevosError("source.file_unreadable", `${what}: there is neither a header nor a row.`, {
    where: { file: first?.path, stream: stream.name },
  });
}

/** Lines that are no objects show no columns. */
function noColumnsError(stream: FoundStream, lines: number): RevosError {
  const [first] = stream.files;
  return new RevosError(
    "source.file_unreadable",
    `None of the ${lines} lines of ${first?.path ?? stream.name} is a row: they show no columns.`,
    { where: { file: first?.path, stream: stream.name } },
  );
}

/** `sampleBytes`: from here on it ends when every column has a type that the read can hold it to. */
async function judgeFile(
  judge: TypeJudge,
  reader: RecordReader,
  { share, sampleBytes }: { readonly share: number; readonly sampleBytes: number | null },
  signal: AbortSignal,
): Promise<"whole" | "share" | "sampled"> {
  let nextLook = sampleBytes ?? Number.POSITIVE_INFINITY;
  const pace = new BatchPace();
  let known = "";
  let made = 0;
  let nextMade = 0;
  let batch: CsvBatch | null = null;
  for (let records = 0; ;) {
    if (reader.batches && reader.bytesRead >= leastBytes && pace.isDue()) {
      const fields = judge.knownFields();
      // What was made for less knowledge stays right, and takes fewer records: it is made anew ever more rarely.
      const isDue = judge.rows >= nextMade;
      const now = isDue ? JSON.stringify(fields) : known;
      if (fields && now !== known) {
        batch = makeCsvBatch(reader.batches.dialect, fields, 0);
        nextMade = judge.rows + ++made * recordsPerMade;
        known = now;
      }
      const taken = fields && batch ? reader.batches.take(batch, maxBatchRows) : 0;
      judge.addKnown(taken);
      pace.tell(taken);
    }
    const step = reader.next();
    if (step === "end") return "whole";
    if (step === "more") {
      throwIfAborted(signal);
      if (reader.bytesRead >= nextLook) {
        if (judge.isSettled()) return "sampled";
        nextLook = reader.bytesRead * 2;
      }
      if (reader.bytesRead >= share) return "share";
      await reader.fill();
    } else if (step === "record") judge.add(reader.record);
    else judge.badRows++;
    if (++records % recordsPerLook === 0) throwIfAborted(signal);
  }
}

/** Of a smaller file the records are scanned in less time than the code for them is made. */
const leastBytes = 512 * 1024;
const recordsPerMade = 256;
/** A beginning of this many bytes tells the types of most files; it is worth it in files several times as large. */
const firstSampleBytes = 4 * 1024 * 1024;
const leastSampledBytes = 4 * firstSampleBytes;
const maxBatchRows = 1 << 20;

/** The rows of all files of a stream, in file order. Small files share segments. */
export async function* readText(
  stream: FoundStream,
  format: TextFormat,
  options: FileOptions,
  request: ReadRequest,
  ctx: ReadContext,
): AsyncIterable<Segment> {
  const sink = new SegmentSink(request, options, format === "jsonl" || format === "json");
  for (const file of stream.files) {
    const reader = await openRecords(file.path, format, options, ctx.signal);
    if (!reader) continue;
    try {
      sink.begin(reader, basename(file.path));
      const pace = new BatchPace();
      let batch: CsvBatch | null | undefined;
      for (;;) {
        if (batch === undefined && reader.bytesRead >= leastBytes) batch = sink.makeBatch(reader);
        if (batch && reader.batches && pace.isDue()) {
          const taken = reader.batches.take(batch, sink.room);
          if (taken > 0) sink.addBatch(batch, taken);
          pace.tell(taken);
          if (sink.isFull) {
            yield sink.take();
            sink.clear();
          }
        }
        const step = reader.next();
        if (step === "end") break;
        if (step === "more") {
          throwIfAborted(ctx.signal);
          await reader.fill();
          continue;
        }
        if (step === "record") sink.add(reader.record);
        else sink.addBad(reader.record, reader.reason);
        if (!sink.isFull) continue;
        yield sink.take();
        sink.clear();
      }
    } finally {
      await reader.close();
    }
  }
  if (!sink.isEmpty) yield sink.take();
}
