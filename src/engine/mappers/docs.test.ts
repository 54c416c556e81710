// The commands of docs/reference/mappers.md are run as they stand there: what the page says must open what revos stores.
import { execFileSync } from "node:child_process";
import { generateKeyPairSync, randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { scalarKinds } from "../../model/types.ts";
import { makeAesEncryption, makeRsaEncryption, type AesMode } from "./encrypt.ts";
import { makeHash } from "./hash.ts";

const page = readFileSync(join(import.meta.dirname, "../../../docs/reference/mappers.md"), "utf8");
const blocks = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].map((match) => match[1] ?? "");
const block = (mark: string): string => {
  const found = blocks.filter((text) => text.includes(mark));
  if (found.length !== 1) throw new Error(`${found.length} blocks of the page hold ${mark}`);
  return found[0]!;
};

const value = "mika@shop.example 日本 🦆";
const text = (result: { text: string } | { failed: string }) =>
  "text" in result ? result.text : `failed: ${result.failed}`;

function shell(
  script: string,
  env: Record<string, string>,
  files: Record<string, string> = {},
): string {
  const folder = mkdtempSync(join(tmpdir(), "revos-docs-"));
  try {
    for (const [name, body] of Object.entries(files)) writeFileSync(join(folder, name), body);
    return execFileSync("sh", ["-e", "-c", script], {
      cwd: folder,
      env: { PATH: process.env.PATH ?? "", ...env },
    }).toString("utf8");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe("docs/reference/mappers.md", () => {
  it("hashes as revos does", () => {
    const [plain, keyed] = shell(block("dgst"), { VALUE: value, HASH_KEY: "pepper" })
      .split("\n")
      .map((line) => line.split(" ")[0]);
    expect(plain).toBe(text(makeHash("SHA-256")(value)));
    expect(keyed).toBe(text(makeHash("SHA-256", "pepper")(value)));
  });

  const open = (
    mode: AesMode,
    padding: "NoPadding" | "PKCS5Padding",
    script: string,
    size = 32,
  ) => {
    const key = randomBytes(size);
    const stored = text(makeAesEncryption(key, mode, padding)(value));
    return shell(block("> stored.bin") + script, { STORED: stored, KEY: key.toString("hex") });
  };

  it("opens CBC, and CFB, OFB, CTR and shorter keys by the same lines", () => {
    expect(open("CBC", "PKCS5Padding", block("aes-256-cbc"))).toBe(value);
    for (const mode of ["CFB", "OFB", "CTR"] as const)
      expect(open(mode, "NoPadding", block("aes-256-cbc").replace("cbc", mode.toLowerCase()))).toBe(
        value,
      );
    expect(open("CBC", "PKCS5Padding", block("aes-256-cbc").replace("256", "192"), 24)).toBe(value);
  });

  it("opens ECB and both ways GCM", () => {
    expect(open("ECB", "PKCS5Padding", block("aes-256-ecb"))).toBe(value);
    expect(open("GCM", "NoPadding", block("setAuthTag"))).toBe(value);
    expect(open("GCM", "NoPadding", block("setAuthTag"), 16)).toBe(value);
    expect(open("GCM", "NoPadding", block("00000002"))).toBe(value);
  });

  it("opens RSA", () => {
    const pair = generateKeyPairSync("rsa", {
      modulusLength: 2048,
      publicKeyEncoding: { type: "spki", format: "pem" },
      privateKeyEncoding: { type: "pkcs8", format: "pem" },
    });
    const stored = text(makeRsaEncryption(pair.publicKey, "${env.R}")(value));
    expect(
      shell(
        block("> stored.bin") + block("pkeyutl"),
        { STORED: stored },
        { "private.pem": pair.privateKey },
      ),
    ).toBe(value);
  });

  it("names the canonical text of every type", () => {
    const table = page.slice(page.indexOf("## Canonical text"), page.indexOf("## Hashing"));
    const named = table.replace("`int16` to `uint64`", "`int16` `int32` `int64` `uint64`");
    for (const name of [...scalarKinds, "decimal", "list"]) expect(named).toContain(`\`${name}\``);
  });
});
