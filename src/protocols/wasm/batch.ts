// What a decoder of many rows at once gives, whatever protocol they come by.

/** One decoded column of a batch, in the shapes of the kit's column buffers. Views: valid until the next batch. */
type BatchColumn = {
  readonly present: Uint8Array;
  readonly values: Int32Array | Uint8Array;
};

export type BatchDecoder = {
  readonly columns: readonly BatchColumn[];
  /** Entries of `values` that the last batch filled. */
  readonly filled: Int32Array;
  /**
   * Decodes up to `maxRows` whole rows that lie at `bytes[start..end)`; gives how many. `consumed` says how many bytes
   * they took. Nothing is decoded where the first message is no plain row.
   */
  decode(bytes: Uint8Array, start: number, end: number, maxRows: number): number;
  readonly consumed: number;
};
