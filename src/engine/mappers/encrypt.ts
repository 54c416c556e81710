// Encryption of a cell: canonical text (UTF-8) in, base64 out, in the layouts of mappers.md so that any language can
// decrypt. What cannot work (key, mode and padding that do not fit) is refused here, before the run.
import * as crypto from "node:crypto";
import type { PrivacyTransform } from "../../connector/source.ts";
import { RevosError } from "../../kernel/error.ts";
import type { aesModes } from "../../model/mapper.ts";

export type AesMode = (typeof aesModes)[number];
export type Padding = "NoPadding" | "PKCS5Padding";

const blockModes: readonly AesMode[] = ["CBC", "ECB"];
const gcmNonceBytes = 12;
const ivBytes = 16;
const keyBytes: readonly number[] = [16, 24, 32];

/** The padding that holds, or config.mapper_invalid where mode and padding do not go together. */
export function resolvePadding(mode: AesMode, padding: Padding | undefined): Padding {
  const needed: Padding = blockModes.includes(mode) ? "PKCS5Padding" : "NoPadding";
  if (padding === undefined || padding === needed) return needed;
  throw new RevosError(
    "config.mapper_invalid",
    `AES in mode ${mode} was asked to use ${padding}, which does not go together.`,
    { advice: `Write padding: ${needed} for ${mode}, or leave padding out.` },
  );
}

/** AES key from hex, or base64, of 16, 24 or 32 bytes. `reference` names the key in the error; the value is never shown. */
export function parseAesKey(value: string, reference: string): Buffer {
  const text = value.trim();
  if (/^(?:[0-9a-fA-F]{2})+$/.test(text) && keyBytes.includes(text.length / 2))
    return Buffer.from(text, "hex");
  if (/^[A-Za-z0-9+/_-]+={0,2}$/.test(text)) {
    const bytes = Buffer.from(text, "base64");
    if (keyBytes.includes(bytes.length)) return bytes;
  }
  throw new RevosError(
    "config.mapper_invalid",
    `The AES key ${reference} is not 16, 24 or 32 bytes of hex or base64.`,
    {
      advice: "openssl rand -hex 32 makes a key of 32 bytes.",
      data: { reference },
    },
  );
}

/** Stored bytes: iv(16) ‖ ciphertext; GCM nonce(12) ‖ ciphertext ‖ tag(16); ECB ciphertext alone. */
export function makeAesEncryption(key: Buffer, mode: AesMode, padding: Padding): PrivacyTransform {
  const cipherName = `aes-${key.length * 8}-${mode.toLowerCase()}`;
  const secret = crypto.createSecretKey(key);
  const random = makeRandomBytes();
  if (mode === "GCM") {
    return (canonical) => {
      const nonce = random(gcmNonceBytes);
      const cipher = crypto.createCipheriv(cipherName as crypto.CipherGCMTypes, secret, nonce);
      const body = cipher.update(canonical, "utf8");
      const end = cipher.final();
      return { text: Buffer.concat([nonce, body, end, cipher.getAuthTag()]).toString("base64") };
    };
  }
  return (canonical) => {
    const iv = mode === "ECB" ? null : random(ivBytes);
    const cipher = crypto
      .createCipheriv(cipherName, secret, iv)
      .setAutoPadding(padding === "PKCS5Padding");
    const body = cipher.update(canonical, "utf8");
    const end = cipher.final();
    return { text: Buffer.concat(iv ? [iv, body, end] : [body, end]).toString("base64") };
  };
}

/** RSA with OAEP, SHA-256 for the hash and for MGF1. A value too long for the key is a failed cell. */
export function makeRsaEncryption(value: string, reference: string): PrivacyTransform {
  const key = parseRsaKey(value, reference);
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  const mostBytes = Math.floor((bits + 7) / 8) - 2 * 32 - 2;
  const options = { key, padding: crypto.constants.RSA_PKCS1_OAEP_PADDING, oaepHash: "sha256" };
  return (canonical) => {
    const bytes = Buffer.from(canonical, "utf8");
    if (bytes.length > mostBytes)
      return { failed: `too long for the RSA key (at most ${mostBytes} bytes)` };
    return { text: crypto.publicEncrypt(options, bytes).toString("base64") };
  };
}

function parseRsaKey(value: string, reference: string): crypto.KeyObject {
  // An environment variable often carries a PEM on one line, with \n written out.
  const text = value.trim().replaceAll("\\n", "\n");
  const forms: (() => crypto.KeyObject)[] = text.includes("-----BEGIN")
    ? [() => crypto.createPublicKey(text)]
    : (["spki", "pkcs1"] as const).map(
        (type) => () =>
          crypto.createPublicKey({ key: Buffer.from(text, "base64"), format: "der", type }),
      );
  for (const form of forms) {
    try {
      const key = form();
      if (key.asymmetricKeyType === "rsa" && (key.asymmetricKeyDetails?.modulusLength ?? 0) >= 1024)
        return key;
    } catch {
      // Not of this form: the next one is tried, and the error below names the key without its text.
    }
  }
  throw new RevosError(
    "config.mapper_invalid",
    `The RSA key ${reference} is not a public key of at least 1024 bits in PEM or base64 DER.`,
    {
      advice: "openssl rsa -in private.pem -pubout prints the public key as PEM.",
      data: { reference },
    },
  );
}

/** Random bytes from a pool: one call to the system for about a thousand cells. Bytes are used once. */
function makeRandomBytes(): (count: number) => Buffer {
  let pool = Buffer.alloc(0);
  let at = 0;
  return (count) => {
    if (at + count > pool.length) {
      pool = crypto.randomBytes(16_384);
      at = 0;
    }
    return pool.subarray(at, (at += count));
  };
}
