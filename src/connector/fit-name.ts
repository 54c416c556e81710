// Names for destinations with short ones (Postgres: 63 bytes). A longer name is cut and ends in a hash of the whole, so that
// the same name gives the same result in every run, whatever stands beside it, and two long names stay two.
import { fnv64 } from "./quarantine-id.ts";

/** The name itself where it fits. Applying it twice changes nothing. */
export function fitName(name: string, maxBytes: number): string {
  const encoder = new TextEncoder();
  if (encoder.encode(name).length <= maxBytes) return name;
  const tail = `_${fnv64(name).toString(16).padStart(16, "0").slice(0, 10)}`;
  let head = "";
  let room = maxBytes - tail.length;
  // By code points: half a character is none.
  for (const character of name) {
    room -= encoder.encode(character).length;
    if (room < 0) break;
    head += character;
  }
  return head + tail;
}
