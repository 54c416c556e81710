// MD2 (RFC 1319), which no crypto library of today carries, because connection-platform files may still name it.
// Broken as a hash: the documentation says so. The substitution table is made from the digits of pi, as the RFC tells.

/** Made at the first use: 256 bytes. */
let table: Uint8Array | undefined;

/** 16 bytes of digest. */
export function md2(message: Uint8Array): Uint8Array {
  table ??= makeSubstitution(spigot(730));
  const substitution = table;
  const pad = 16 - (message.length % 16);
  const padded = new Uint8Array(message.length + pad + 16);
  padded.set(message);
  padded.fill(pad, message.length, message.length + pad);
  const checksumAt = message.length + pad;
  const checksum = padded.subarray(checksumAt);
  let last = 0;
  for (let at = 0; at < checksumAt; at += 16) {
    for (let j = 0; j < 16; j++) {
      checksum[j] = (checksum[j] ?? 0) ^ (substitution[(padded[at + j] ?? 0) ^ last] ?? 0);
      last = checksum[j] ?? 0;
    }
  }
  const state = new Uint8Array(48);
  for (let at = 0; at < padded.length; at += 16) {
    for (let j = 0; j < 16; j++) {
      state[16 + j] = padded[at + j] ?? 0;
      state[32 + j] = (state[16 + j] ?? 0) ^ (state[j] ?? 0);
    }
    let t = 0;
    for (let round = 0; round < 18; round++) {
      for (let k = 0; k < 48; k++) {
        state[k] = (state[k] ?? 0) ^ (substitution[t] ?? 0);
        t = state[k] ?? 0;
      }
      t = (t + round) & 255;
    }
  }
  return state.slice(0, 16);
}

/** A shuffle of 0..255 that draws its random numbers from pi (RFC 1319 §3.2); 722 digits of it. */
function makeSubstitution(piDigits: readonly number[]): Uint8Array {
  const bytes = Uint8Array.from({ length: 256 }, (_, i) => i);
  let at = 0;
  const draw = (below: number): number => {
    const digits = below > 100 ? 3 : below > 10 ? 2 : 1;
    const range = 10 ** digits;
    for (;;) {
      let number = 0;
      for (let i = 0; i < digits; i++) number = number * 10 + (piDigits[at++] ?? 0);
      if (number < below * Math.floor(range / below)) return number % below;
    }
  };
  for (let i = 1; i < 256; i++) {
    const j = draw(i + 1);
    const kept = bytes[j] ?? 0;
    bytes[j] = bytes[i] ?? 0;
    bytes[i] = kept;
  }
  return bytes;
}

/** Digits of pi, 3 first (Gibbons' streaming algorithm). */
function spigot(count: number): number[] {
  const digits: number[] = [];
  let [q, r, t, k, n, l] = [1n, 0n, 1n, 1n, 3n, 3n];
  while (digits.length < count) {
    if (4n * q + r - t < n * t) {
      digits.push(Number(n));
      [q, r, n] = [10n * q, 10n * (r - n * t), (10n * (3n * q + r)) / t - 10n * n];
    } else {
      [q, r, t, k, n, l] = [
        q * k,
        (2n * q + r) * l,
        t * l,
        k + 1n,
        (q * (7n * k + 2n) + r * l) / (t * l),
        l + 2n,
      ];
    }
  }
  return digits;
}
