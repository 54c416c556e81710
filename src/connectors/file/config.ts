// What a user may write to describe files: path, format, options (interface.md §2), and the form that is resolved from it.
import { extname } from "node:path";
import { z } from "zod";
import { RevosError } from "../../kernel/error.ts";

export const formats = ["csv", "tsv", "jsonl", "json", "parquet"] as const;
export type Format = (typeof formats)[number];

const oneByte = z
  .string()
  .refine(
    (text) => /^[\x01-\x7f]$/.test(text) && !/[\r\n]/.test(text),
    "Must be one ASCII character",
  );

export const FileOptions = z.strictObject({
  /** Between fields; default: judged from the header line among comma, semicolon, tab and bar. */
  delimiter: oneByte.optional(),
  /** Around fields that hold a delimiter, a quote or a line break; "" for none. */
  quote: z.union([oneByte, z.literal("")]).default('"'),
  /** Before a quote inside a quoted field; default: the quote itself, doubled (RFC 4180). */
  escape: oneByte.optional(),
  /** False: the first line is data already; columns are `columns` or column_1, column_2, ... */
  header: z.boolean().default(true),
  columns: z.array(z.string().min(1)).min(1).optional(),
  /** Any name iconv-lite knows: latin1, windows-1252, shift_jis, euc-jp, utf-16le, ... Default: UTF-8, or what the byte order mark says. */
  encoding: z.string().min(1).optional(),
  /** Unquoted words that mean NULL beside the empty field: `NULL`, `\N`, `NA`. */
  nullText: z
    .union([z.string(), z.array(z.string())])
    .transform((value) => (typeof value === "string" ? [value] : value))
    .default([]),
  /** Lines before the header. */
  skipRows: z.number().int().min(0).default(0),
  /** The decimal mark of numbers; with "," a point is a thousands mark. */
  decimal: z.enum([".", ","]).default("."),
  /** Types are judged from all values up to this many bytes a stream. */
  scanBytes: z
    .number()
    .int()
    .positive()
    .default(256 * 1024 * 1024),
});
export type FileOptions = z.infer<typeof FileOptions>;

export const FileConfig = z.strictObject({
  /** A file, a folder, a glob; `{stream}` in it names the streams. */
  path: z.string().min(1),
  format: z.enum(formats).optional(),
  options: FileOptions.default(FileOptions.parse({})),
});
export type FileConfig = z.infer<typeof FileConfig>;

const byExtension: Readonly<Record<string, Format>> = {
  ".csv": "csv",
  ".txt": "csv",
  ".tsv": "tsv",
  ".tab": "tsv",
  ".jsonl": "jsonl",
  ".ndjson": "jsonl",
  ".json": "json",
  ".parquet": "parquet",
  ".pq": "parquet",
};
const packed = [".gz", ".zst"];

/** The format of a file by its config or its name; compression endings are passed over. Null: not said. */
export function formatOf(path: string, config: Pick<FileConfig, "format">): Format | null {
  if (config.format) return config.format;
  const bare = packed.includes(extname(path).toLowerCase())
    ? path.slice(0, -extname(path).length)
    : path;
  return byExtension[extname(bare).toLowerCase()] ?? null;
}

export function mustFormatOf(path: string, config: Pick<FileConfig, "format">): Format {
  const format = formatOf(path, config);
  if (format) return format;
  throw new RevosError("source.file_unreadable", `The name of ${path} does not say its format.`, {
    advice: `Set format to one of ${formats.join(", ")}.`,
    where: { file: path },
  });
}

/** `orders.csv.gz` is the stream orders. */
export function baseNameOf(fileName: string): string {
  let name = fileName;
  if (packed.includes(extname(name).toLowerCase())) name = name.slice(0, -extname(name).length);
  if (extname(name).toLowerCase() in byExtension) name = name.slice(0, -extname(name).length);
  return name || fileName;
}
