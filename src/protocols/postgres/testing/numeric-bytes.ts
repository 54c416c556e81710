// A numeric as Postgres sends it in binary, for the tests of decoders.

/** Postgres's binary numeric of `unscaled` × 10^-scale. */
export function numeric(unscaled: bigint, scale: number): Uint8Array {
  const size = unscaled < 0n ? -unscaled : unscaled;
  const text = size.toString().padStart(scale + 1, "0");
  const whole = text.slice(0, text.length - scale);
  const fraction = text.slice(text.length - scale);
  const groups =
    `${whole.padStart(Math.ceil(whole.length / 4) * 4, "0")}${fraction.padEnd(Math.ceil(fraction.length / 4) * 4, "0")}`
      .match(/.{4}/g)!
      .map(Number);
  let weight = Math.ceil(whole.length / 4) - 1;
  while (groups.length > 0 && groups[0] === 0) {
    groups.shift();
    weight--;
  }
  while (groups.length > 0 && groups.at(-1) === 0) groups.pop();
  const bytes = new Uint8Array(8 + groups.length * 2);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, groups.length);
  view.setInt16(2, groups.length === 0 ? 0 : weight);
  view.setUint16(4, unscaled < 0n ? 0x4000 : 0);
  view.setUint16(6, scale);
  groups.forEach((group, i) => view.setUint16(8 + i * 2, group));
  return bytes;
}
