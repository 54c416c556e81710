// The window over chunks that all stand in the same bytes, as those of a plain file do.
import { describe, expect, it } from "vitest";
import { Window } from "./window.ts";

async function* pieces(text: string, size: number): AsyncIterable<Uint8Array> {
  const piece = Buffer.alloc(size);
  for (let at = 0; at < text.length; at += size) {
    const length = piece.write(text.slice(at, at + size), "latin1");
    yield piece.subarray(0, length);
    piece.fill(0);
  }
}

const held = (window: Window): string =>
  Buffer.from(window.bytes.subarray(window.start, window.end)).toString("latin1");

describe("a window", () => {
  it.each([1, 3, 7, 64])(
    "holds all that came, in pieces of %i, and a line feed behind it",
    async (size) => {
      const text = Array.from({ length: 300 }, (_, i) => `line ${i}`).join("\n");
      const window = new Window(pieces(text, size));
      let seen = "";
      for (let round = 0; !window.isLast; round++) {
        await window.more();
        expect(window.bytes[window.end]).toBe(10);
        // Some of it is used, some stays.
        const used = Math.floor((window.end - window.start) * (round % 3) * 0.4);
        seen += held(window).slice(0, used);
        window.start += used;
      }
      expect(seen + held(window)).toBe(text);
      expect(window.total).toBe(text.length);
    },
  );

  it("turns lone carriage returns into line feeds once they are the ends of lines", async () => {
    const window = new Window(pieces("a\rb\rc\rd\r", 4));
    await window.more();
    window.adoptLineEnds();
    await window.more();
    await window.more();
    expect(held(window)).toBe("a\nb\nc\nd\n");
  });
});
