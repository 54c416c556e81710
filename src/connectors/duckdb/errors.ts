// What DuckDB says when a file cannot be opened or written: the code (shared with every workbench), and who holds the file.
import { classifyDuck } from "../../connector/duck/errors.ts";

export const classify = classifyDuck;

/** Who holds the file: DuckDB names the program and its process id. */
export function lockHolder(
  error: unknown,
): { readonly pid: number; readonly program: string } | null {
  const match = /lock is held in (.*?) \(PID (\d+)\)/.exec(
    error instanceof Error ? error.message : "",
  );
  return match ? { program: match[1] ?? "", pid: Number(match[2]) } : null;
}
