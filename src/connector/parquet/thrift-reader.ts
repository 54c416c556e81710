// Thrift's compact protocol, reading: headers and footers of Parquet files that DuckDB has written, for those who take the
// pages as they lie. A struct becomes a map of its fields by id; what nobody asks for costs nothing but its bytes.
import { RevosError } from "../../kernel/error.ts";

export type ThriftValue = boolean | number | Uint8Array | readonly ThriftValue[] | ThriftStruct;
export type ThriftStruct = ReadonlyMap<number, ThriftValue>;

export class ThriftReader {
  readonly #bytes: Uint8Array;
  /** The place behind what was read. */
  at: number;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.at = at;
  }

  struct(): ThriftStruct {
    const fields = new Map<number, ThriftValue>();
    for (let id = 0; ;) {
      const head = this.#byte();
      if (head === 0) return fields;
      id = head >> 4 === 0 ? this.#zigzag() : id + (head >> 4);
      fields.set(id, this.#value(head & 15));
    }
  }

  #value(type: number): ThriftValue {
    switch (type) {
      case 1:
        return true;
      case 2:
        return false;
      case 3:
        return this.#byte();
      case 4:
      case 5:
      case 6:
        return this.#zigzag();
      case 7:
        return this.#take(8);
      case 8:
        return this.#take(this.#varint());
      case 9:
      case 10:
        return this.#list();
      case 12:
        return this.struct();
      default:
        throw malformed();
    }
  }

  #list(): readonly ThriftValue[] {
    const head = this.#byte();
    const count = head >> 4 === 15 ? this.#varint() : head >> 4;
    const type = head & 15;
    // Inside a list a boolean is a byte of its own.
    const isBoolean = type === 1 || type === 2;
    return Array.from({ length: count }, () =>
      isBoolean ? this.#byte() === 1 : this.#value(type),
    );
  }

  #take(size: number): Uint8Array {
    if (this.at + size > this.#bytes.length) throw malformed();
    this.at += size;
    return this.#bytes.subarray(this.at - size, this.at);
  }

  #byte(): number {
    const byte = this.#bytes[this.at++];
    if (byte === undefined) throw malformed();
    return byte;
  }

  /** Places and counts stay far below 2^53, which a double holds. */
  #varint(): number {
    let value = 0;
    for (let unit = 1; ; unit *= 128) {
      const byte = this.#byte();
      value += (byte & 127) * unit;
      if (byte < 128) return value;
    }
  }

  #zigzag(): number {
    const value = this.#varint();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }
}

const malformed = (): RevosError =>
  new RevosError("bug.assertion", "A Parquet file of our own could not be read.");
