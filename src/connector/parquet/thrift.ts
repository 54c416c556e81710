// Thrift's compact protocol, writing only: the form of every header and footer in a Parquet file. Written here because
// a segment needs eleven structs of it and no driver that npm carries writes Parquet without copying the column data.

/** Element types of the compact protocol that Parquet uses. */
export const thriftType = { bool: 1, i32: 5, i64: 6, binary: 8, list: 9, struct: 12 } as const;
export type ThriftType = (typeof thriftType)[keyof typeof thriftType];

const encoder = new TextEncoder();

/** Collects one struct. Fields must be written in rising order of their ids. */
export class ThriftWriter {
  readonly #bytes: number[] = [];
  readonly #lastIds: number[] = [0];

  i32(id: number, value: number): void {
    this.#field(id, thriftType.i32);
    this.#zigzag(value);
  }

  i64(id: number, value: number): void {
    this.#field(id, thriftType.i64);
    this.#zigzag(value);
  }

  bool(id: number, value: boolean): void {
    this.#field(id, value ? 1 : 2);
  }

  text(id: number, value: string): void {
    this.#field(id, thriftType.binary);
    this.element(value);
  }

  /** Opens a struct as field `id`; `end` closes it. */
  open(id: number): void {
    this.#field(id, thriftType.struct);
    this.#lastIds.push(0);
  }

  /** Opens a struct that is an element of a list. */
  openElement(): void {
    this.#lastIds.push(0);
  }

  end(): void {
    this.#bytes.push(0);
    this.#lastIds.pop();
  }

  /** A list of `count` elements, which follow. */
  list(id: number, of: ThriftType, count: number): void {
    this.#field(id, thriftType.list);
    if (count < 15) this.#bytes.push((count << 4) | of);
    else {
      this.#bytes.push(0xf0 | of);
      this.#varint(count);
    }
  }

  /** A text or a number as element of a list. */
  element(value: string | number): void {
    if (typeof value === "number") return this.#zigzag(value);
    const bytes = encoder.encode(value);
    this.#varint(bytes.length);
    for (const byte of bytes) this.#bytes.push(byte);
  }

  /** Ends the outermost struct and gives its bytes. */
  finish(): Uint8Array {
    this.#bytes.push(0);
    return Uint8Array.from(this.#bytes);
  }

  #field(id: number, type: number): void {
    const delta = id - (this.#lastIds.at(-1) ?? 0);
    if (delta > 0 && delta < 16) this.#bytes.push((delta << 4) | type);
    else {
      this.#bytes.push(type);
      this.#zigzag(id);
    }
    this.#lastIds[this.#lastIds.length - 1] = id;
  }

  #zigzag(value: number): void {
    this.#varint(value >= 0 ? value * 2 : -value * 2 - 1);
  }

  #varint(value: number): void {
    let rest = value;
    while (rest > 127) {
      this.#bytes.push((rest % 128) | 128);
      rest = Math.floor(rest / 128);
    }
    this.#bytes.push(rest);
  }
}
