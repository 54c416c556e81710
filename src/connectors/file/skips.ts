// What the conformance suite does not ask of files, and why.
import type { Skip } from "../../connector/testing/skip.ts";

export type FormatSkip = Skip & {
  /** Only for these formats; all when absent. */ readonly formats?: readonly string[];
};

export const skips: readonly FormatSkip[] = [
  {
    test: "reading: an empty stream",
    reason: "a file of JSON lines without a line has no columns and is refused by name",
    formats: ["jsonl"],
  },
];
