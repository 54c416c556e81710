// Rows of a binary COPY in the form the kit reads them in (connector/segment-rows.ts): where fields lie, what they say, and which
// generated decoder takes them.
import { isUtf8 } from "node:buffer";
import {
  isPlain,
  SegmentRows,
  type RowField as KitField,
  type SegmentRowsOptions,
} from "../../connector/segment-rows.ts";
import type { PrivacyTransform } from "../../connector/source.ts";
import type { CanonicalType } from "../../model/types.ts";
import { makeBatchDecoder } from "../../protocols/postgres/batch-decoder.ts";
import { makeRowDecoder, type WireColumn } from "../../protocols/postgres/row-decoder.ts";
import { cellProblem, cellText, widthOf } from "./cell-text.ts";
import type { CopyRows } from "./copy-run.ts";

/** A field of the COPY. The first fields are the segment's columns, in order; fields for the filter alone come last. */
export type RowField = {
  /** The segment's column, or null for a field that only the filter reads. */
  readonly name: string | null;
  readonly type: CanonicalType;
  readonly wire: WireColumn;
  readonly privacy: PrivacyTransform | null;
  /** Text of a server that does not check its encoding (SQL_ASCII): it is checked here. */
  readonly isUnchecked: boolean;
};

const headerBytes = 19;
const trailer = 0xffff;

const int32 = (bytes: Uint8Array, at: number): number =>
  ((bytes[at] ?? 0) << 24) |
  ((bytes[at + 1] ?? 0) << 16) |
  ((bytes[at + 2] ?? 0) << 8) |
  (bytes[at + 3] ?? 0);

export function copyRows(
  options: Omit<SegmentRowsOptions<Buffer>, "fields" | "form"> & {
    readonly fields: readonly RowField[];
  },
): CopyRows {
  const { fields, writer, filter } = options;
  const wires = fields.map((field): WireColumn =>
    field.name === null || field.privacy ? { kind: "skip" } : field.wire,
  );
  const planned = fields.map((field): KitField => ({
    ...field,
    isWritten: false,
    isBytes: field.wire.kind === "bytes",
  }));
  const rows: SegmentRows<Buffer> = new SegmentRows<Buffer>({
    ...options,
    fields: planned,
    form: {
      batch: isPlain(planned, filter) ? makeBatchDecoder(wires) : null,
      headerBytes: 7, // type, length, field count
      isWhole: (bytes, start, end) => start + 1 + int32(bytes, start + 1) <= end,
      makeDecoder: () => makeRowDecoder(wires, writer.columns.length),
      find(bytes, start, end, starts, lengths) {
        let at = start;
        for (let i = 0; i < fields.length; i++) {
          const length = int32(bytes, at);
          starts[i] = at + 4;
          lengths[i] = length;
          at += 4 + Math.max(length, 0);
          if (at > end) return false;
        }
        return true;
      },
      view: viewOf,
      text(i, cell) {
        const field = fields[i];
        return field ? cellText(field.wire, field.type, cell) : "";
      },
      problem(i, cell) {
        const field = fields[i];
        if (!field) return null;
        const width = widthOf(field.wire);
        if (width !== null && cell.length !== width)
          throw rows.unexpected(`column "${field.name ?? ""}" arrives in another form`);
        return cellProblem(field.wire, field.type, cell);
      },
      isUtf8,
    },
  });
  let hasHeader = false;
  const skipHeader = (bytes: Uint8Array, start: number): number => {
    hasHeader = true;
    return start + headerBytes + int32(bytes, start + 15);
  };
  return {
    get isFull() {
      return rows.isFull;
    },
    batch: (bytes, start, end) => (hasHeader ? rows.batch(bytes, start, end) : 0),
    data(bytes, start, end) {
      const at = hasHeader ? start : skipHeader(bytes, start);
      if (end - at < 2) return true;
      const count = ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
      if (count === trailer) return true;
      if (count !== fields.length) throw rows.unexpected("a row has another number of fields");
      return rows.row(bytes, at + 2, end);
    },
  };
}

const viewOf = (bytes: Uint8Array): Buffer =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
