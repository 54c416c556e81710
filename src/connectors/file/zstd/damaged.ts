// The one error of the Zstandard reader; the caller adds the file's name.
import { RevosError } from "../../../kernel/error.ts";

export function zstdDamaged(what: string): RevosError {
  return new RevosError(
    "source.file_unreadable",
    `The Zstandard data is damaged or cut short: ${what}.`,
  );
}
