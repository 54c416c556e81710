// Rows of a binary result in the form the kit reads them in (connector/segment-rows.ts): where fields lie, what they say, and
// which generated decoder takes them.
import { isUtf8 } from "node:buffer";
import {
  isPlain,
  SegmentRows,
  type RowField as KitField,
  type SegmentRowsOptions,
} from "../../connector/segment-rows.ts";
import type { PrivacyTransform } from "../../connector/source.ts";
import type { CanonicalType } from "../../model/types.ts";
import { makeBatchDecoder } from "../../protocols/mysql/batch-decoder.ts";
import { makeRowDecoder } from "../../protocols/mysql/row-decoder.ts";
import { layoutOf, type WireColumn } from "../../protocols/mysql/wire-column.ts";
import { cellProblem, cellText } from "./cell-text.ts";

/** A field of a row. The first fields are the segment's columns, in order; fields for the filter alone come last. */
export type RowField = {
  /** The segment's column, or null for a field that only the filter reads. */
  readonly name: string | null;
  /** The source's own type, which says how the field reads as text. */
  readonly type: CanonicalType;
  readonly wire: WireColumn;
  /**
   * `decoded`: straight into its column. `written`: as its canonical text, cell by cell. A field with a privacy transform is
   * always written.
   */
  readonly how: "decoded" | "written";
  /** The form it is decoded as where that is not its own: digits as they stand. */
  readonly as?: WireColumn;
  readonly privacy: PrivacyTransform | null;
};

/** Length and number of a packet. */
const headerBytes = 4;

export function resultRows(
  options: Omit<SegmentRowsOptions<Buffer>, "fields" | "form"> & {
    readonly fields: readonly RowField[];
  },
): SegmentRows<Buffer> {
  const { fields, writer, filter } = options;
  const columns = fields.map((field) =>
    field.name === null || field.how === "written" || field.privacy !== null
      ? { wire: field.wire, isSkipped: true }
      : { wire: field.as ?? field.wire, isSkipped: false },
  );
  const planned = fields.map((field): KitField => ({
    name: field.name,
    privacy: field.privacy,
    isWritten: field.how === "written",
    isBytes: (field.as ?? field.wire).kind === "bytes",
    isUnchecked: false,
  }));
  return new SegmentRows<Buffer>({
    ...options,
    fields: planned,
    form: {
      batch: isPlain(planned, filter) ? makeBatchDecoder(columns) : null,
      headerBytes,
      isWhole: (bytes, start, end) =>
        start +
          headerBytes +
          ((bytes[start] ?? 0) |
            ((bytes[start + 1] ?? 0) << 8) |
            ((bytes[start + 2] ?? 0) << 16)) <=
        end,
      makeDecoder: () => makeRowDecoder(columns, writer.columns.length),
      find: finder(fields),
      view: viewOf,
      text(i, cell) {
        const field = fields[i];
        return field ? cellText(field.wire, field.type, cell) : "";
      },
      problem(i, cell) {
        const field = fields[i];
        return field ? cellProblem(field.wire, field.type, cell) : null;
      },
      isUtf8,
    },
  });
}

type Find = (
  bytes: Uint8Array,
  start: number,
  end: number,
  starts: Int32Array,
  lengths: Int32Array,
) => boolean;

function finder(fields: readonly RowField[]): Find {
  const layouts = fields.map((field) => layoutOf(field.wire));
  const fieldsAt = 1 + ((fields.length + 9) >> 3);
  return (bytes, start, end, starts, lengths) => {
    let at = start + fieldsAt;
    for (let i = 0; i < layouts.length; i++) {
      const bit = i + 2;
      if (((bytes[start + 1 + (bit >> 3)] ?? 0) >> (bit & 7)) & 1) {
        starts[i] = at;
        lengths[i] = -1;
        continue;
      }
      const layout = layouts[i] ?? 0;
      let length = typeof layout === "number" ? layout : (bytes[at] ?? 0);
      if (typeof layout !== "number") {
        at++;
        if (layout === "string" && length > 250) {
          const width = length === 252 ? 2 : length === 253 ? 3 : 8;
          length =
            (bytes[at] ?? 0) |
            ((bytes[at + 1] ?? 0) << 8) |
            (width > 2 ? (bytes[at + 2] ?? 0) << 16 : 0) |
            (width > 3 ? (bytes[at + 3] ?? 0) << 24 : 0);
          at += width;
        }
      }
      starts[i] = at;
      lengths[i] = length;
      at += length;
      if (at > end) return false;
    }
    return true;
  };
}

const viewOf = (bytes: Uint8Array): Buffer =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
