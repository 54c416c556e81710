// DuckDB's failures as codes, for every destination whose workbench it is. DuckDB has no error numbers, so the words of its
// messages are matched; a test provokes each of them on the real library so that a new version that words one differently
// is noticed.
import type { ErrorCode } from "../../kernel/errors/codes.ts";

const patterns: readonly (readonly [RegExp, ErrorCode])[] = [
  [/Conflicting lock is held|Could not set lock on file/i, "destination.locked"],
  [
    /No space left on device|disk is full|ENOSPC|failed to offload data block|max_temp_directory_size/i,
    "destination.full",
  ],
  [
    /Out of Memory|failed to (pin|allocate) block|could not allocate block/i,
    "destination.out_of_memory",
  ],
  [
    /Permission denied|Read-only file system|EACCES|EROFS|attached in read-only mode/i,
    "file.unwritable",
  ],
  // An SQLite file makes DuckDB look for its extension; a folder cannot be read at all.
  [/not a valid DuckDB database file|sqlite_scanner|Is a directory/i, "destination.not_duckdb"],
  [/Cannot open file .* No such file or directory/i, "file.unwritable"],
];

/** The code of a DuckDB failure; undefined when it is none we know. */
export function classifyDuck(error: unknown): ErrorCode | undefined {
  const text = error instanceof Error ? error.message : "";
  return patterns.find(([pattern]) => pattern.test(text))?.[1];
}
