// A value of a backfill's flags that cannot be used: named with its flag and what was wanted.
import { RevosError } from "../../kernel/error.ts";

export const badBound = (
  flag: string,
  value: string,
  wanted: string,
  advice?: string,
): RevosError =>
  new RevosError(
    "usage.bad_value",
    `--${flag} was given ${JSON.stringify(value)}; it takes ${wanted}. Nothing was done.`,
    { data: { flag: `--${flag}`, value, wanted }, ...(advice ? { advice } : {}) },
  );
