// Messages come out whole and in order however the bytes are cut, whatever their size, and wherever the sink says stop.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MessageReader } from "./message-reader.ts";

const toMessage = (type: number, body: Uint8Array): Uint8Array => {
  const bytes = new Uint8Array(5 + body.length);
  bytes[0] = type;
  new DataView(bytes.buffer).setInt32(1, body.length + 4);
  bytes.set(body, 5);
  return bytes;
};
const data = (size: number, fill: number): Uint8Array =>
  toMessage(100, new Uint8Array(size).fill(fill));

/** A sink that takes up to `atOnce` whole data messages in one batch, and says stop after every `stopEvery`. */
function collect(stopEvery: number, atOnce = 0) {
  const got: [string, number, number][] = [];
  let count = 0;
  let isFull = false;
  const reader = new MessageReader({
    batch: (bytes, start, end) => {
      const view = new DataView(bytes.buffer, bytes.byteOffset);
      let at = start;
      isFull = false;
      for (let taken = 0; taken < atOnce && !isFull && end - at >= 5; taken++) {
        const size = 1 + view.getInt32(at + 1);
        if (bytes[at] !== 100 || end - at < size) break;
        got.push(["data", size - 5, bytes[at + 5] ?? -1]);
        at += size;
        isFull = ++count % stopEvery === 0;
      }
      return at - start;
    },
    get isFull() {
      return isFull;
    },
    data: (bytes, start, end) => {
      got.push(["data", end - start, bytes[start] ?? -1]);
      return ++count % stopEvery !== 0;
    },
    other: (message) => void got.push(["other", message.length, message[0] ?? -1]),
  });
  return { got, reader };
}

/** As the plain socket does it: into the space the reader offers. */
function fill(reader: MessageReader, bytes: Uint8Array, step: number): void {
  for (let at = 0; at < bytes.length;) {
    const space = reader.space;
    const size = Math.min(step, space.length, bytes.length - at);
    space.set(bytes.subarray(at, at + size));
    at += size;
    let goesOn = reader.filled(size, space);
    while (!goesOn) goesOn = reader.pump();
  }
}
/** As TLS does it: chunks that are copied. */
function feed(reader: MessageReader, bytes: Uint8Array, step: number): void {
  for (let at = 0; at < bytes.length; at += step) {
    let goesOn = reader.feed(bytes.subarray(at, at + step));
    while (!goesOn) goesOn = reader.pump();
  }
}

describe("a message reader", () => {
  const sizes = fc.array(
    fc.oneof(
      { weight: 8, arbitrary: fc.nat(300) },
      { weight: 1, arbitrary: fc.integer({ min: 250_000, max: 270_000 }) },
      { weight: 1, arbitrary: fc.constant(700_000) },
    ),
    { minLength: 1, maxLength: 30 },
  );
  it("hands on every message whole, however bytes arrive and however often it is stopped", () => {
    fc.assert(
      fc.property(
        sizes,
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 1000, max: 250_000 }),
        fc.integer({ min: 0, max: 4 }),
        (all, stopEvery, step, atOnce) => {
          const messages = all.map((size, i) =>
            i % 7 === 3 ? toMessage(78, new Uint8Array(size)) : data(size, i & 255),
          );
          const bytes = Buffer.concat(messages);
          const expected = all.map((size, i) =>
            i % 7 === 3
              ? ["other", size + 5, 78]
              : ["data", size, size > 0 ? i & 255 : expect.any(Number)],
          );
          for (const way of [fill, feed]) {
            const { got, reader } = collect(stopEvery, atOnce);
            way(reader, bytes, step);
            expect(got).toEqual(expected);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it("copes with bytes that arrive one by one", () => {
    const { got, reader } = collect(1000);
    fill(reader, Buffer.concat([data(3, 1), toMessage(67, new Uint8Array(2)), data(0, 0)]), 1);
    expect(got.map(([kind, size]) => [kind, size])).toEqual([
      ["data", 3],
      ["other", 7],
      ["data", 0],
    ]);
  });
});
