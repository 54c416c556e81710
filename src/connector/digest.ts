// Digests of rows: what a source computes over its own rows so that two systems can be compared without moving them. Only
// counts and checksums cross the wire. The form below is the same in every system (digest form 1), so that equal rows give
// equal sums; rows behind unequal sums are then read and compared value by value, so a false alarm costs a read, no more.
//
//   cell     NULL is U+0001. `canonical`: the canonical text (canonical-text.ts), for kind `text` with its length in
//            bytes and a colon before it, for kind `float32` that of the same value as a float64 (the shortest text of a
//            single is more than some servers can write). `number`: plain digits without zeros at the end of the fraction, and without the
//            point where no fraction is left. `presence`: a plus sign.
//   row      the cells of `columns`, joined by U+001F
//   key      the cells of the key columns, joined by U+001F
//   sum      over the rows of a bucket, of the first 15 hexadecimal digits of md5(row) read as a number
//   bucket   the first 8 digits of md5(key), modulo the number of buckets; without a key digits 17 to 24 of md5(row)
import type { CatalogStream } from "../model/catalog.ts";
import type { CanonicalType } from "../model/types.ts";

export type DigestColumn = {
  /** The source's column. */
  readonly source: string;
  readonly type: CanonicalType;
  readonly text: "canonical" | "number" | "presence";
};

/** How rows are told apart and dealt into buckets. */
export type DigestForm = {
  readonly columns: readonly DigestColumn[];
  /** Places of the key among `columns`; empty: rows are dealt by their own digest. */
  readonly key: readonly number[];
  readonly buckets: number;
};

export type DigestRequest = {
  readonly stream: CatalogStream;
  readonly form: DigestForm;
  readonly where: string | null;
};

/** `sum` in decimal digits: it is larger than 64 bits. Buckets without rows are left out. */
export type DigestBucket = {
  readonly bucket: number;
  readonly rows: number;
  readonly sum: string;
};

/** Part of a stream's rows. */
export type RowPick =
  | {
      readonly kind: "keys";
      /** Columns of the source. */
      readonly columns: readonly string[];
      /** Canonical texts in the order of `columns`; null asks for NULL. */
      readonly keys: readonly (readonly (string | null)[])[];
    }
  | {
      readonly kind: "buckets";
      readonly form: DigestForm;
      readonly buckets: readonly number[];
    };

export const cellSeparator = "\u001f";
export const nullCell = "\u0001";
