// The privacy mappers as transforms of a cell: hashing, and encryption with the key that its reference names.
import type { PrivacyTransform } from "../../connector/source.ts";
import { RevosError } from "../../kernel/error.ts";
import type { Mapper } from "../../model/mapper.ts";
import { makeAesEncryption, makeRsaEncryption, parseAesKey, resolvePadding } from "./encrypt.ts";
import { makeHash } from "./hash.ts";
import { invalid } from "./track.ts";

/** Resolved keys by reference text (`${env.AES_KEY}`) or by the name in it (`AES_KEY`). */
export type MapperKeys = Readonly<Record<string, string>>;

export type CellMapper = Extract<Mapper, { type: "hashing" | "encryption" }>;

export type CellTransform = {
  readonly transform: PrivacyTransform;
  /** What was done, for the digest: methods and references, never a key. */
  readonly label: string;
  /** Same text in, same text out: a key may go through it. */
  readonly repeatable: boolean;
};

/** Worth saying, not worth refusing. */
export type MapperWarning = {
  readonly code: "mapper.ecb" | "mapper.weak_hash";
  readonly field: string;
  readonly message: string;
};

const reference = /^\$\{(?:env\.)?([^{}]+)\}$/;

/** `mapper.key_missing` when the reference has no value, `config.mapper_invalid` when it is not a reference at all. */
function resolveKey(index: number, mapper: Mapper, written: string, keys: MapperKeys): string {
  const name = reference.exec(written.trim())?.[1];
  if (name === undefined) {
    throw invalid(
      index,
      mapper,
      "holds a key in plain text.",
      "Put the key in an environment variable and write ${env.NAME}.",
    );
  }
  const value = keys[written] ?? keys[written.trim()] ?? keys[name];
  if (value === undefined || value === "") {
    throw new RevosError(
      "mapper.key_missing",
      `Mapper ${index + 1} (${mapper.type}) needs the key ${written}, which is not set.`,
      {
        advice: `Set ${name} and run it again; nothing was read.`,
        data: { reference: written },
      },
    );
  }
  return value;
}

/** `keys` null: nothing will be transformed (a replay from quarantine), so no key is asked for. */
export function makeCellTransform(
  index: number,
  mapper: CellMapper,
  keys: MapperKeys | null,
): CellTransform {
  if (keys === null) return unused(mapper);
  if (mapper.type === "hashing") {
    const { method, hmacKey } = mapper.mapperConfiguration;
    const key = hmacKey === undefined ? undefined : resolveKey(index, mapper, hmacKey, keys);
    return {
      transform: makeHash(method, key),
      label: `hash:${method}:${hmacKey ?? ""}`,
      repeatable: true,
    };
  }
  const { algorithm, mode = "GCM", padding, key: written } = mapper.mapperConfiguration;
  if (algorithm === "RSA") {
    if (mapper.mapperConfiguration.mode !== undefined || padding !== undefined) {
      throw invalid(
        index,
        mapper,
        "gives RSA a mode or padding.",
        "Leave both out: RSA is always OAEP with SHA-256.",
      );
    }
    const transform = makeRsaEncryption(resolveKey(index, mapper, written, keys), written);
    return { transform, label: `rsa:${written}`, repeatable: false };
  }
  const padded = resolvePadding(mode, padding);
  const key = parseAesKey(resolveKey(index, mapper, written, keys), written);
  return {
    transform: makeAesEncryption(key, mode, padded),
    label: `aes:${mode}:${written}`,
    repeatable: mode === "ECB",
  };
}

/** The same label and repeatability as with the key, without a transform. */
function unused(mapper: CellMapper): CellTransform {
  const transform: PrivacyTransform = () => {
    throw new RevosError("bug.assertion", "A privacy mapper ran in a place that has no keys.");
  };
  if (mapper.type === "hashing") {
    const { method, hmacKey } = mapper.mapperConfiguration;
    return { transform, label: `hash:${method}:${hmacKey ?? ""}`, repeatable: true };
  }
  const { algorithm, mode = "GCM", key } = mapper.mapperConfiguration;
  return algorithm === "RSA"
    ? { transform, label: `rsa:${key}`, repeatable: false }
    : { transform, label: `aes:${mode}:${key}`, repeatable: mode === "ECB" };
}
