// Ed25519 signatures as MariaDB's client_ed25519 makes them: the secret is the SHA-512 of a password of any length, where
// the standard (and so Node's crypto) wants a key of 32 bytes. RFC 8032 §5.1 otherwise. One signature a sign-in; the
// arithmetic does not take constant time.
import { createHash } from "node:crypto";

const p = 2n ** 255n - 19n;
const order = 2n ** 252n + 27742317777372353535851937790883648493n;

const mod = (value: bigint): bigint => ((value % p) + p) % p;

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  for (let square = mod(base), rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % p;
    square = (square * square) % p;
  }
  return result;
}

const invert = (value: bigint): bigint => power(value, p - 2n);
const d = mod(-121665n * invert(121666n));

/** Extended coordinates: x = X/Z, y = Y/Z, x·y = T/Z. */
type Point = readonly [x: bigint, y: bigint, z: bigint, t: bigint];

function add(a: Point, b: Point): Point {
  const aa = mod((a[1] - a[0]) * (b[1] - b[0]));
  const bb = mod((a[1] + a[0]) * (b[1] + b[0]));
  const c = mod(2n * a[3] * b[3] * d);
  const dd = mod(2n * a[2] * b[2]);
  const [e, f, g, h] = [bb - aa, dd - c, dd + c, bb + aa];
  return [mod(e * f), mod(g * h), mod(f * g), mod(e * h)];
}

const baseY = mod(4n * invert(5n));
const baseX = 15112221349535400772501151409588531511454012693041857206046113283949847762202n;
const base: Point = [baseX, baseY, 1n, mod(baseX * baseY)];

function multiply(scalar: bigint): Point {
  let result: Point = [0n, 1n, 1n, 0n];
  for (let point = base, rest = scalar; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = add(result, point);
    point = add(point, point);
  }
  return result;
}

function encodeInteger(value: bigint): Buffer {
  return Buffer.from(value.toString(16).padStart(64, "0"), "hex").reverse();
}

function encodePoint([x, y, z]: Point): Buffer {
  const inverse = invert(z);
  return encodeInteger(mod(y * inverse) | ((mod(x * inverse) & 1n) << 255n));
}

const toInteger = (bytes: Buffer): bigint =>
  BigInt(`0x${Buffer.from(bytes).reverse().toString("hex")}`);
const sha512 = (...parts: readonly Uint8Array[]): Buffer => {
  const hash = createHash("sha512");
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** Signs `message` with the key that `password` stands for. 64 bytes. */
export function signWithPassword(password: Uint8Array, message: Uint8Array): Buffer {
  const secret = sha512(password);
  const clamped = Buffer.from(secret.subarray(0, 32));
  clamped[0] = (clamped[0] ?? 0) & 248;
  clamped[31] = ((clamped[31] ?? 0) & 63) | 64;
  const scalar = toInteger(clamped);
  const publicKey = encodePoint(multiply(scalar));
  const nonce = toInteger(sha512(secret.subarray(32), message)) % order;
  const commitment = encodePoint(multiply(nonce));
  const challenge = toInteger(sha512(commitment, publicKey, message)) % order;
  return Buffer.concat([commitment, encodeInteger((nonce + challenge * scalar) % order)]);
}
