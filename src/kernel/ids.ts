// Ids that a person can read aloud: a prefix that says what it is, then letters and digits that cannot be confused.

const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";

/** `prefix_` and `length` random characters (5 bits each), from the platform's random source. */
export function makeId(prefix: string, length = 10): string {
  const bytes = crypto.getRandomValues(new Uint8Array(length));
  let text = `${prefix}_`;
  for (const byte of bytes) text += alphabet[byte & 31];
  return text;
}

/** A run id: sorts by time as text (48-bit milliseconds in base 32), then random. */
export function makeRunId(nowMs: number): string {
  let time = "";
  for (let rest = nowMs, i = 0; i < 10; i++, rest = Math.floor(rest / 32))
    time = alphabet[rest % 32] + time;
  return `run_${time}${makeId("", 6).slice(1)}`;
}
