// Ids of quarantine rows. An id starts with the scope of its stream's target, so that "all quarantined rows of this
// stream into this table" can be said with the frozen columns of `_revos.quarantine`, and ends with the row's content, so
// that reading the same row again gives the same id.
import type { MarkerKey } from "./destination.ts";

const prime = 0x100000001b3n;
const mask = 0xffffffffffffffffn;

/** FNV-1a, 64 bits: this room may not import a hash, and a scope needs no secrecy. */
export function fnv64(text: string): bigint {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) hash = ((hash ^ BigInt(byte)) * prime) & mask;
  return hash;
}

/** `q_` and 16 hex digits that all quarantine ids of this source, stream and target start with, in every lane. */
export function quarantineScope(key: Omit<MarkerKey, "lane">): string {
  const text = [key.sourceKey, key.namespace, key.stream, key.target]
    .map((part) => `${part.length}:${part}`)
    .join("|");
  return `q_${fnv64(text).toString(16).padStart(16, "0")}`;
}
