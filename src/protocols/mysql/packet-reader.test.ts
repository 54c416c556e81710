// Packets out of bytes that arrive in any pieces, with stops in between; payloads of 16 MB and more in several packets.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PacketReader, toPackets } from "./packet-reader.ts";

/** Feeds `bytes` in pieces; the sink says stop after every packet for which `stops` is true. */
function readAll(
  bytes: Uint8Array,
  pieceBytes: number,
  stops: (packet: number) => boolean,
  batchOf = 0,
): Uint8Array[] {
  const found: Uint8Array[] = [];
  let isFull = false;
  const reader = new PacketReader({
    // Up to so many whole packets at once, none of them a part of a longer payload.
    batch(from, start, end) {
      let at = start;
      isFull = false;
      for (let count = 0; count < batchOf && end - at >= 4 && !isFull; count++) {
        const next = at + 4 + (from[at]! | (from[at + 1]! << 8) | (from[at + 2]! << 16));
        if (next > end || next - at - 4 === 0xff_ffff) break;
        found.push(from.slice(at + 4, next));
        isFull = stops(found.length);
        at = next;
      }
      return at - start;
    },
    get isFull() {
      return isFull;
    },
    packet(from, start, end) {
      found.push(from.slice(start, end));
      return !stops(found.length);
    },
  });
  for (let at = 0; at < bytes.length;) {
    const { space } = reader;
    const size = Math.min(pieceBytes, space.length, bytes.length - at);
    space.set(bytes.subarray(at, at + size));
    at += size;
    for (let goesOn = reader.filled(size, space); !goesOn;) goesOn = reader.pump();
  }
  return found;
}

describe("the packet reader", () => {
  it("gives every payload once, whatever the pieces and stops", () => {
    const payload = fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      fc
        .integer({ min: 250_000, max: 300_000 })
        .map((size) => new Uint8Array(size).fill(size & 255)),
    );
    fc.assert(
      fc.property(
        fc.array(payload, { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 1, max: 300_000 }),
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 0, max: 3 }),
        (payloads, piece, every, batchOf) => {
          const bytes = Buffer.concat(payloads.map((one, i) => toPackets(one, i)));
          const pieceBytes = bytes.length > 5000 ? Math.max(piece, 3000) : piece;
          const found = readAll(bytes, pieceBytes, (count) => count % every === 0, batchOf);
          expect(found.map((one) => Buffer.from(one).toString("base64"))).toEqual(
            payloads.map((one) => Buffer.from(one).toString("base64")),
          );
        },
      ),
      { numRuns: 40 },
    );
  });

  it.each([0xff_fffe, 0xff_ffff, 0x100_0000, 2 * 0xff_ffff])(
    "joins a payload of %i bytes",
    (size) => {
      const payload = new Uint8Array(size);
      payload[0] = 1;
      payload[size - 1] = 2;
      const bytes = Buffer.concat([toPackets(payload, 0), toPackets(Uint8Array.of(9), 7)]);
      const found = readAll(bytes, 65_536, () => false);
      expect(found.map(({ length }) => length)).toEqual([size, 1]);
      expect([found[0]?.[0], found[0]?.[size - 1], found[1]?.[0]]).toEqual([1, 2, 9]);
    },
  );
});
