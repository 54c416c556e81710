// Encryption against the openssl command line: what revos stores, openssl (or any library) must open by the documented layouts.
import { execFileSync } from "node:child_process";
import * as crypto from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { RevosError } from "../../kernel/error.ts";
import { aesModes } from "../../model/mapper.ts";
import { makeAesEncryption, makeRsaEncryption, parseAesKey, resolvePadding } from "./encrypt.ts";

const texts = ["", "4", "4000 0000 0000 0002", "exactly 16 bytes", "日本語 🦆", "y".repeat(5000)];
const folder = mkdtempSync(join(tmpdir(), "revos-encrypt-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const stored = (result: ReturnType<ReturnType<typeof makeAesEncryption>>): Buffer => {
  if ("failed" in result) throw new Error(result.failed);
  expect(result.text).toMatch(/^[A-Za-z0-9+/]*={0,2}$/);
  return Buffer.from(result.text, "base64");
};

function refusal(call: () => unknown): RevosError {
  try {
    call();
  } catch (error) {
    if (error instanceof RevosError) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

describe("AES", () => {
  for (const mode of aesModes) {
    for (const size of [16, 24, 32]) {
      it(`${mode} with a key of ${size} bytes opens by its layout`, () => {
        const key = crypto.randomBytes(size);
        const encrypt = makeAesEncryption(key, mode, resolvePadding(mode, undefined));
        for (const text of texts) {
          const bytes = stored(encrypt(text));
          if (mode === "GCM") {
            // The openssl command has no GCM; the library underneath is the same, taken apart by the documented layout.
            const opener = crypto.createDecipheriv(
              `aes-${size * 8}-gcm` as crypto.CipherGCMTypes,
              key,
              bytes.subarray(0, 12),
            );
            opener.setAuthTag(bytes.subarray(-16));
            expect(
              opener.update(bytes.subarray(12, -16), undefined, "utf8") + opener.final("utf8"),
            ).toBe(text);
            continue;
          }
          const iv = mode === "ECB" ? [] : ["-iv", bytes.subarray(0, 16).toString("hex")];
          const body = mode === "ECB" ? bytes : bytes.subarray(16);
          const opened = execFileSync(
            "openssl",
            [
              "enc",
              "-d",
              `-aes-${size * 8}-${mode.toLowerCase()}`,
              "-K",
              key.toString("hex"),
              ...iv,
            ],
            { input: body },
          );
          expect(opened.toString("utf8")).toBe(text);
        }
      });
    }
  }

  it("gives another ciphertext for the same text each time, but for ECB", () => {
    const key = crypto.randomBytes(32);
    for (const mode of aesModes) {
      const encrypt = makeAesEncryption(key, mode, resolvePadding(mode, undefined));
      const seen = new Set(
        Array.from({ length: 3000 }, () => stored(encrypt("same")).toString("hex")),
      );
      expect([mode, seen.size]).toEqual([mode, mode === "ECB" ? 1 : 3000]);
    }
  });

  it("reads keys as hex or base64 and refuses other sizes without showing them", () => {
    const key = crypto.randomBytes(24);
    expect(parseAesKey(key.toString("hex"), "${env.K}")).toEqual(key);
    expect(parseAesKey(key.toString("hex").toUpperCase() + "\n", "${env.K}")).toEqual(key);
    expect(parseAesKey(key.toString("base64"), "${env.K}")).toEqual(key);
    expect(parseAesKey(key.toString("base64url"), "${env.K}")).toEqual(key);
    const error = refusal(() => parseAesKey("planted-key-text", "${env.K}"));
    expect([error.code, error.message.includes("${env.K}")]).toEqual([
      "config.mapper_invalid",
      true,
    ]);
    expect(JSON.stringify([error.message, error.advice, error.data])).not.toContain("planted");
  });

  it("refuses padding that does not go with the mode, before the run", () => {
    for (const mode of ["CBC", "ECB"] as const) {
      expect(refusal(() => resolvePadding(mode, "NoPadding")).code).toBe("config.mapper_invalid");
      expect(resolvePadding(mode, "PKCS5Padding")).toBe("PKCS5Padding");
    }
    for (const mode of ["CFB", "OFB", "CTR", "GCM"] as const) {
      expect(refusal(() => resolvePadding(mode, "PKCS5Padding")).code).toBe(
        "config.mapper_invalid",
      );
      expect(resolvePadding(mode, "NoPadding")).toBe("NoPadding");
    }
  });
});

describe("RSA", () => {
  const pair = crypto.generateKeyPairSync("rsa", { modulusLength: 2048 });
  const pem = pair.publicKey.export({ type: "spki", format: "pem" }) as string;
  const forms: readonly (readonly [string, string])[] = [
    ["PEM", pem],
    ["PEM on one line", pem.replaceAll("\n", "\\n")],
    [
      "base64 SPKI",
      (pair.publicKey.export({ type: "spki", format: "der" }) as Buffer).toString("base64"),
    ],
    [
      "base64 PKCS1",
      (pair.publicKey.export({ type: "pkcs1", format: "der" }) as Buffer).toString("base64"),
    ],
  ];
  const file = join(folder, "private.pem");
  writeFileSync(file, pair.privateKey.export({ type: "pkcs8", format: "pem" }), { mode: 0o600 });

  for (const [name, key] of forms) {
    it(`opens with openssl, key given as ${name}`, () => {
      const bytes = stored(makeRsaEncryption(key, "${env.R}")("4000 0000 日本"));
      const options = ["rsa_padding_mode:oaep", "rsa_oaep_md:sha256", "rsa_mgf1_md:sha256"].flatMap(
        (option) => ["-pkeyopt", option],
      );
      const opened = execFileSync("openssl", ["pkeyutl", "-decrypt", "-inkey", file, ...options], {
        input: bytes,
      });
      expect(opened.toString("utf8")).toBe("4000 0000 日本");
    });
  }

  it("fails the cell of a value that is too long for the key, by bytes and not by characters", () => {
    const encrypt = makeRsaEncryption(pem, "${env.R}");
    expect("text" in encrypt("x".repeat(190))).toBe(true);
    expect(encrypt("x".repeat(191))).toEqual({
      failed: "too long for the RSA key (at most 190 bytes)",
    });
    expect("failed" in encrypt("日".repeat(64))).toBe(true);
  });

  it("refuses what is no RSA public key, without showing it", () => {
    const other = crypto
      .generateKeyPairSync("ed25519")
      .publicKey.export({ type: "spki", format: "pem" }) as string;
    for (const bad of [
      "planted-key-text",
      other,
      "-----BEGIN PUBLIC KEY-----\nplanted\n-----END PUBLIC KEY-----",
    ]) {
      const error = refusal(() => makeRsaEncryption(bad, "${env.R}"));
      expect(error.code).toBe("config.mapper_invalid");
      expect(error.message + error.advice).not.toContain("planted");
    }
  });
});
