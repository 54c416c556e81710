// Makes a Parquet file of column buffers without copying them: one row group, one PLAIN uncompressed page a column.
// The large parts of the result are the buffers themselves; only headers and levels are new.
import { ThriftWriter, thriftType } from "./thrift.ts";
import { encodeLevels } from "./levels.ts";
import type { Logical, Storage } from "./storage.ts";

/** A column ready to be written: values without gaps (NULL takes no space in `data`). */
export type FileColumn = {
  readonly name: string;
  readonly storage: Storage;
  readonly data: Uint8Array;
  /** One byte a row: 1 for a value, 0 for NULL. */
  readonly present: Uint8Array;
  readonly hasNull: boolean;
};

type Chunk = { readonly offset: number; readonly size: number };

const magic = Uint8Array.of(0x50, 0x41, 0x52, 0x31);
const plain = 0;
const rle = 3;
const optional = 1;

/** The file as parts in order; their total length is the file's. */
export function encodeParquet(columns: readonly FileColumn[], rows: number): Uint8Array[] {
  const parts: Uint8Array[] = [magic];
  const chunks: Chunk[] = [];
  let offset = magic.length;
  for (const column of rows === 0 ? [] : columns) {
    const levels = encodeLevels(column.present, rows, column.hasNull);
    const header = encodePageHeader(rows, levels.length + column.data.byteLength);
    const size = header.length + levels.length + column.data.byteLength;
    parts.push(header, levels, column.data);
    chunks.push({ offset, size });
    offset += size;
  }
  const footer = encodeFooter(columns, chunks, rows);
  const tail = new Uint8Array(8);
  new DataView(tail.buffer).setUint32(0, footer.length, true);
  tail.set(magic, 4);
  parts.push(footer, tail);
  return parts;
}

function encodePageHeader(rows: number, sizeBytes: number): Uint8Array {
  const header = new ThriftWriter();
  header.i32(1, 0); // data page, version 1
  header.i32(2, sizeBytes);
  header.i32(3, sizeBytes);
  header.open(5);
  header.i32(1, rows);
  header.i32(2, plain);
  header.i32(3, rle);
  header.i32(4, rle);
  header.end();
  return header.finish();
}

function encodeFooter(
  columns: readonly FileColumn[],
  chunks: readonly Chunk[],
  rows: number,
): Uint8Array {
  const footer = new ThriftWriter();
  footer.i32(1, 1);
  footer.list(2, thriftType.struct, columns.length + 1);
  footer.openElement();
  footer.text(4, "schema");
  footer.i32(5, columns.length);
  footer.end();
  for (const column of columns) writeSchemaElement(footer, column);
  footer.i64(3, rows);
  footer.list(4, thriftType.struct, rows === 0 ? 0 : 1);
  if (rows > 0) {
    footer.openElement();
    footer.list(1, thriftType.struct, columns.length);
    let total = 0;
    columns.forEach((column, i) => {
      const chunk = chunks[i] ?? { offset: 0, size: 0 };
      total += chunk.size;
      writeColumnChunk(footer, column, chunk, rows);
    });
    footer.i64(2, total);
    footer.i64(3, rows);
    footer.end();
  }
  footer.text(6, "revos");
  return footer.finish();
}

function writeSchemaElement(footer: ThriftWriter, { name, storage }: FileColumn): void {
  footer.openElement();
  footer.i32(1, storage.physical);
  if (storage.shape === "quad") footer.i32(2, 16);
  footer.i32(3, optional);
  footer.text(4, name);
  writeLogical(footer, storage.logical);
  footer.end();
}

/** The old (`converted_type`, field 6) and the new form (`logicalType`, field 10), as readers want one or the other. */
function writeLogical(footer: ThriftWriter, logical: Logical): void {
  const converted = convertedType(logical);
  if (converted !== null) footer.i32(6, converted);
  if (logical.kind === "decimal") {
    footer.i32(7, logical.scale);
    footer.i32(8, logical.precision);
  }
  if (logical.kind !== "timestamp" && logical.kind !== "time" && logical.kind !== "uuid") return;
  footer.open(10);
  if (logical.kind === "uuid") {
    footer.open(14);
    footer.end();
  } else {
    footer.open(logical.kind === "time" ? 7 : 8);
    footer.bool(1, logical.kind === "timestamp" && logical.utc);
    footer.open(2); // unit
    footer.open(2); // microseconds
    footer.end();
    footer.end();
    footer.end();
  }
  footer.end();
}

function convertedType(logical: Logical): number | null {
  switch (logical.kind) {
    case "string":
      return 0;
    case "decimal":
      return 5;
    case "date":
      return 6;
    case "integer":
      return (logical.signed ? 15 : 11) + Math.log2(logical.bits / 8);
    default:
      return null;
  }
}

function writeColumnChunk(
  footer: ThriftWriter,
  column: FileColumn,
  chunk: Chunk,
  rows: number,
): void {
  footer.openElement();
  footer.i64(2, chunk.offset);
  footer.open(3);
  footer.i32(1, column.storage.physical);
  footer.list(2, thriftType.i32, 2);
  footer.element(plain);
  footer.element(rle);
  footer.list(3, thriftType.binary, 1);
  footer.element(column.name);
  footer.i32(4, 0); // uncompressed
  footer.i64(5, rows);
  footer.i64(6, chunk.size);
  footer.i64(7, chunk.size);
  footer.i64(9, chunk.offset);
  footer.end();
  footer.end();
}
