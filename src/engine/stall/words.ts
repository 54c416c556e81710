// A stall in words, for the event, the run's warnings and the error.
import type { Diagnosis } from "../../connector/stall-probe.ts";
import type { Blocker, Guilty, StallCause } from "../../model/run-event.ts";

const sides: Readonly<Record<Guilty, string>> = {
  source: "the source",
  convert: "our own processor",
  write: "the warehouse",
};

/** `the source: its statement waits for a lock on public.orders held by pid 4211 (ALTER)`. */
export const sayStall = (guilty: Guilty, found: Diagnosis): string =>
  guilty === "convert" ? said(found) : `${sides[guilty]}: ${said(found)}`;

function said(found: Diagnosis): string {
  const says = found.says === undefined ? "" : ` (${found.says})`;
  const texts: Readonly<Record<StallCause, string>> = {
    query: `the server is still at work on the statement${says}`,
    lock: `the statement waits for a lock${found.table === undefined ? "" : ` on ${found.table}`}${holders(found.blockers ?? []) || says}`,
    sending: `the server sends, and nothing arrives here${says}`,
    idle: `the server has answered and waits for us; its answer was lost on the way${says}`,
    gone: "the server no longer knows our session",
    unreachable: "no answer, and a second connection gets none either",
    processor: "our own processor is at work on the rows (conversion, mappers, doubles)",
    disk: "no answer from its disk or its file; our own processor is idle",
    silent: "no answer, and nobody can be asked why",
    hidden: `what it does with the statement cannot be seen${says}`,
  };
  return texts[found.cause];
}

const holders = (blockers: readonly Blocker[]): string =>
  blockers.length === 0
    ? ""
    : ` held by ${blockers.map(({ pid, doing }) => `pid ${pid}${doing === null ? "" : ` (${doing})`}`).join(", ")}`;

/** What the reader can do about it. */
export function adviseStall(guilty: Guilty, { cause }: Diagnosis): string {
  const again = "Running it again is safe: it goes on from the last checkpoint.";
  if (cause === "lock")
    return `Wait for the session that is named, or end it at the ${guilty === "write" ? "destination" : "source"}. ${again}`;
  if (cause === "query")
    return `If the statement is known to take so long, raise limits.stallFail of the connection. ${again}`;
  if (guilty === "source" || cause === "unreachable" || cause === "idle" || cause === "sending")
    return `Look at the network and the server between. ${again}`;
  if (guilty === "write") return `Look at the disk of the warehouse. ${again}`;
  return `Raise limits.stallFail of the connection if the rows need so long. ${again}`;
}
