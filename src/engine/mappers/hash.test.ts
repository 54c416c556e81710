// Hashes against the openssl command line; MD2, which it no longer has, against the vectors of RFC 1319.
import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { makeHash, type HashMethod } from "./hash.ts";
import { md2 } from "./md2.ts";

const hex = (method: HashMethod, text: string, key?: string) =>
  (makeHash(method, key)(text) as { text: string }).text;

const inOpenssl = {
  MD5: "-md5",
  "SHA-1": "-sha1",
  "SHA-224": "-sha224",
  "SHA-256": "-sha256",
  "SHA-384": "-sha384",
  "SHA-512": "-sha512",
} as const;
const texts = [
  "",
  "a",
  "mika@shop.example",
  "日本語 и emoji 🦆",
  "NULL",
  " padded ",
  "12.50",
  "x".repeat(100_000),
];

const openssl = (args: readonly string[], input: string) =>
  execFileSync("openssl", ["dgst", "-r", ...args], { input: Buffer.from(input, "utf8") })
    .toString()
    .split(" ")[0];

describe("hashes", () => {
  for (const [method, flag] of Object.entries(inOpenssl)) {
    it(`${method} and its HMAC equal those of openssl`, () => {
      for (const text of texts) {
        expect(hex(method as HashMethod, text)).toBe(openssl([flag], text));
        for (const key of ["k3y-mädè-up", "k".repeat(64), "k".repeat(128), "long".repeat(50)]) {
          expect(hex(method as HashMethod, text, key)).toBe(openssl([flag, "-hmac", key], text));
        }
      }
    });
  }

  it("MD2 equals the test suite of RFC 1319", () => {
    const vectors: readonly (readonly [string, string])[] = [
      ["", "8350e5a3e24c153df2275c9f80692773"],
      ["a", "32ec01ec4a6dac72c0ab96fb34c0b5d1"],
      ["abc", "da853b0d3f88d99b30283a69e6ded6bb"],
      ["message digest", "ab4f496bfb2a530b219ff33031fe06b0"],
      ["abcdefghijklmnopqrstuvwxyz", "4e8ddff3650292ab5a4108c3aa47940b"],
      [
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
        "da33def2a42df13975352846c30338cd",
      ],
      [
        "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
        "d5976f79d83d3a0dc9806c3c66f3efd8",
      ],
    ];
    for (const [text, digest] of vectors) expect(hex("MD2", text)).toBe(digest);
  });

  it("an HMAC over MD2 is the construction of RFC 2104, for short and long keys", () => {
    const digest = (...parts: readonly Buffer[]) => Buffer.from(md2(Buffer.concat(parts)));
    for (const key of ["key", "k".repeat(16), "k".repeat(40)]) {
      const block = Buffer.concat([
        key.length > 16 ? digest(Buffer.from(key)) : Buffer.from(key),
        Buffer.alloc(16),
      ]).subarray(0, 16);
      const inner = digest(Buffer.from(block.map((byte) => byte ^ 0x36)), Buffer.from("abc"));
      expect(hex("MD2", "abc", key)).toBe(
        digest(Buffer.from(block.map((byte) => byte ^ 0x5c)), inner).toString("hex"),
      );
    }
  });

  it("joins: the same text gives the same hash, another text another", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (a, b) => {
        expect(hex("SHA-256", a)).toBe(hex("SHA-256", a));
        if (Buffer.from(a).compare(Buffer.from(b)) !== 0)
          expect(hex("SHA-256", a)).not.toBe(hex("SHA-256", b));
      }),
      { numRuns: 200 },
    );
  });

  it("an empty text has a real hash, and the number 1 hashes as the text 1", () => {
    expect(hex("MD5", "")).toBe("d41d8cd98f00b204e9800998ecf8427e");
    expect(hex("MD5", "1")).toBe("c4ca4238a0b923820dcc509a6f75849b");
  });
});
