// Sizes, durations and limits as people write them, in the one place where the app reads them.
import { RevosError } from "../kernel/error.ts";

export type QuarantineLimit = { readonly rows: number; readonly percent: number };

/** `100`: more than so many rows hold the stream. `5%`: more than this share does. */
export function parseQuarantineLimit(text: string): QuarantineLimit {
  const match = /^(\d+(?:\.\d+)?)(%?)$/.exec(text.trim());
  if (!match || (match[2] === "" && match[1]?.includes("."))) {
    throw new RevosError("usage.bad_value", `${text} is no limit for quarantine.`, { advice: "Write a number of rows (100) or a share (5%).", data: { value: text } });
  }
  const number = Number(match[1]);
  return match[2] === "%" ? { rows: 0, percent: number } : { rows: number, percent: 0 };
}
