// What the files of one stream hold: their format, columns, types and rows.
import type { CatalogColumn } from "../../model/catalog.ts";
import { RevosError } from "../../kernel/error.ts";
import { formatType, isSameType } from "../../model/types.ts";
import { mustFormatOf, type FileConfig, type Format } from "./config.ts";
import type { FoundStream } from "./glob.ts";
import { keepApart } from "./names.ts";
import { describeParquet, type Query } from "./parquet.ts";
import type { Scratch } from "./scratch.ts";
import { discoverText, type TextShape } from "./text-files.ts";

/** The one format of all files of a stream. */
export function formatOfStream(stream: FoundStream, config: FileConfig): Format {
  const formats = new Set(stream.files.map((file) => mustFormatOf(file.path, config)));
  const [format] = formats;
  if (format && formats.size === 1) return format;
  throw new RevosError(
    "source.file_unreadable",
    `The files of ${stream.name} have several formats: ${[...formats].sort().join(", ")}.`,
    {
      advice: "Write a glob that names the files of one format, such as *.csv, or set format.",
      where: { stream: stream.name },
    },
  );
}

/** `scratch` is asked only for Parquet. */
export async function discoverStream(
  stream: FoundStream,
  config: FileConfig,
  signal: AbortSignal,
  scratch: () => Promise<Scratch>,
  mayBeSampled = false,
): Promise<TextShape> {
  const format = formatOfStream(stream, config);
  return format === "parquet"
    ? await discoverParquet(stream, (await scratch()).query)
    : await discoverText(stream, format, config.options, signal, mayBeSampled);
}

/** Columns of all files by name; where files disagree on a type, text holds both. */
async function discoverParquet(stream: FoundStream, query: Query): Promise<TextShape> {
  const columns = new Map<string, CatalogColumn>();
  const notes = new Set<string>();
  let rows = 0;
  for (const file of stream.files) {
    const shape = await describeParquet(query, file.path);
    rows += shape.rows;
    for (const column of shape.columns) {
      const known = columns.get(column.name);
      const isSame = !known || isSameType(known.type, column.type);
      if (!isSame)
        notes.add(
          `${column.name} is ${formatType(known.type)} in some files and ${formatType(column.type)} in others: read as text.`,
        );
      const type = column.unreadable
        ? ({ kind: "number" } as const)
        : isSame
          ? column.type
          : ({ kind: "text" } as const);
      columns.set(column.name, {
        name: column.name,
        type,
        sourceType: column.duckType,
        nullable: true,
        ...(column.isCut || known?.cut ? { cut: true } : {}),
        ...nestedOf(column.duckType),
      });
      if (column.isCut) notes.add(`${column.name}: times are cut to microseconds`);
      if (column.unreadable) notes.add(`${column.unreadable}: leave it out.`);
    }
  }
  const names = keepApart([...columns.keys()]);
  return {
    columns: [...columns.values()].map((column) => ({
      ...column,
      name: names.get(column.name) ?? column.name,
    })),
    rows,
    notes: [...notes],
  };
}

/** Paths below a struct, from its type as DuckDB prints it: `STRUCT(a INTEGER, "b c" STRUCT(d DATE))`. */
function nestedOf(duckType: string): { readonly nested?: readonly string[][] } {
  const paths: string[][] = [];
  const collect = (type: string, above: readonly string[]): void => {
    if (!/^STRUCT\(.*\)$/s.test(type)) return;
    for (const member of splitMembers(type.slice(7, -1))) {
      const match = /^(?:"((?:[^"]|"")*)"|(\S+)) (.*)$/s.exec(member);
      if (!match) continue;
      const path = [...above, (match[1] ?? match[2] ?? "").replaceAll('""', '"')];
      paths.push(path);
      collect(match[3] ?? "", path);
    }
  };
  collect(duckType, []);
  return paths.length > 0 ? { nested: paths.slice(0, 200) } : {};
}

function splitMembers(text: string): string[] {
  const members: string[] = [];
  let depth = 0;
  let isQuoted = false;
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    if (char === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (char === "(") depth++;
    else if (char === ")") depth--;
    else if (char === "," && depth === 0) {
      members.push(text.slice(start, i).trim());
      start = i + 1;
    }
  }
  return [...members, text.slice(start).trim()];
}
