// Secrets at rest: AES-256-GCM under a key derived per value, bound to its place, so that a sealed value can neither be
// read without the key nor be moved to another row. The envelope names its key, which is what makes rotation possible.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { RevosError } from "../kernel/error.ts";

/** Where a sealed value stands: it is part of what is authenticated. */
export type SealPlace = { readonly table: string; readonly id: string; readonly column: string };

/** 32 random bytes, or the way to them, which is gone only when a secret is sealed or opened. */
export type KeySource = Uint8Array | (() => Uint8Array | Promise<Uint8Array>);

export type Sealer = {
  keyId(): Promise<string>;
  seal(place: SealPlace, text: string): Promise<string>;
  /** `store.key_missing` names the key that is needed; a value that was altered or moved is `store.unreadable`. */
  unseal(place: SealPlace, envelope: string): Promise<string>;
};

const version = "rv1";
const pattern =
  /^rv1\.([0-9a-f]{12})\.([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{16})\.([A-Za-z0-9_-]{22,})$/;

export function makeSealer(source: KeySource): Sealer {
  let key: Promise<Uint8Array> | undefined;
  const read = () =>
    (key ??= Promise.resolve(typeof source === "function" ? source() : source).then(checkKey));
  return {
    keyId: async () => keyIdOf(await read()),
    seal: async (place, text) => seal(await read(), place, text),
    unseal: async (place, envelope) => unseal(await read(), place, envelope),
  };
}

/** Twelve hex digits that name a key without telling anything of it. */
export function keyIdOf(key: Uint8Array): string {
  return Buffer.from(hkdfSync("sha256", checkKey(key), "", "revos key id v1", 6)).toString("hex");
}

/** The id of the key that an envelope was sealed with. */
export function envelopeKeyId(envelope: string): string | null {
  return pattern.exec(envelope)?.[1] ?? null;
}

export function seal(key: Uint8Array, place: SealPlace, text: string): string {
  const id = keyIdOf(key);
  const salt = randomBytes(16);
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", deriveKey(key, salt), iv);
  cipher.setAAD(boundTo(id, place));
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return [
    version,
    id,
    salt.toString("base64url"),
    iv.toString("base64url"),
    sealed.toString("base64url"),
  ].join(".");
}

export function unseal(key: Uint8Array, place: SealPlace, envelope: string): string {
  const [, id, salt, iv, body] = pattern.exec(envelope) ?? [];
  if (!id || !salt || !iv || !body) throw damaged(place);
  const given = keyIdOf(key);
  if (id !== given) throw keyMissing(id, given, `${place.column} of ${place.table} ${place.id}`);
  const bytes = Buffer.from(body, "base64url");
  const decipher = createDecipheriv(
    "aes-256-gcm",
    deriveKey(key, Buffer.from(salt, "base64url")),
    Buffer.from(iv, "base64url"),
  );
  decipher.setAAD(boundTo(id, place));
  decipher.setAuthTag(bytes.subarray(-16));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]).toString(
      "utf8",
    );
  } catch {
    throw damaged(place);
  }
}

export function keyMissing(needed: string, given: string, what: string): RevosError {
  return new RevosError(
    "store.key_missing",
    `Could not open ${what}: it is sealed with key ${needed}, and the key at hand is ${given}.`,
    {
      data: { needed, given },
    },
  );
}

function damaged(place: SealPlace): RevosError {
  return new RevosError(
    "store.unreadable",
    `The sealed ${place.column} of ${place.table} ${place.id} was altered, or moved from another place.`,
    {
      advice: "Set the secret again, or restore the store from a backup.",
      data: { ...place },
    },
  );
}

function checkKey(key: Uint8Array): Uint8Array {
  if (key.length === 32) return key;
  throw new RevosError(
    "store.key_missing",
    `The key for secrets must be 32 bytes long and is ${key.length}.`,
  );
}

function deriveKey(key: Uint8Array, salt: Uint8Array): Buffer {
  return Buffer.from(hkdfSync("sha256", key, salt, "revos sealed value v1", 32));
}

/** JSON, so that no two different places give the same bytes. */
function boundTo(keyId: string, place: SealPlace): Buffer {
  return Buffer.from(JSON.stringify([version, keyId, place.table, place.id, place.column]));
}
