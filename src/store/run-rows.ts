// A run's row and its document, one made from the other.
import type { z } from "zod";
import { Run } from "../model/run.ts";
import { columnsOf, parseRow } from "./handle.ts";
import { RunRow } from "./tables.ts";

export type RunRowRead = z.infer<typeof RunRow>;
export type RunStatus = Run["status"];

/** What the store knows of a run beside its document. */
export type StoredRun = Omit<RunRowRead, "document" | "machine" | "processStart"> & {
  readonly document: Run;
};

export const runColumns = columnsOf(RunRow);
export const unfinished: readonly RunStatus[] = ["queued", "running"];

export function documentColumns(
  document: Run,
): Pick<z.input<typeof RunRow>, "status" | "exitCode" | "document"> {
  return { status: document.status, exitCode: document.exit, document: JSON.stringify(document) };
}

export function toStored(row: unknown): StoredRun {
  const {
    document,
    machine: _machine,
    processStart: _start,
    ...rest
  } = parseRow(RunRow, "runs", row);
  return { ...rest, document: parseRow(Run, "runs", document) };
}
