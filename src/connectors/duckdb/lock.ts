// Who has the warehouse open. DuckDB lets one process at a time into a file, and says which; a note in the system's
// temp folder tells whether that process is a run of revos, which is worth waiting for, or another program.
// DuckDB does not notice a second opening within one process (and the two would damage the file), so we do.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { RevosError } from "../../kernel/error.ts";
import { lockHolder } from "./errors.ts";

const openHere = new Set<string>();

/** One spelling per file, also when the file does not exist yet. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    try {
      return join(realpathSync(dirname(resolve(path))), basename(path));
    } catch {
      return resolve(path);
    }
  }
}

function noteFile(path: string): string {
  const name = createHash("sha256").update(realPath(path)).digest("hex").slice(0, 24);
  return join(tmpdir(), `revos-${userInfo().uid}`, `${name}.json`);
}

/** Marks the file as open in this process; refuses a second opening. Gives the function that takes the mark back. */
export function claim(path: string): () => void {
  if (path === ":memory:") return () => {};
  const real = realPath(path);
  if (openHere.has(real))
    throw lockedError(path, { pid: process.pid, program: "revos", isRevos: true });
  openHere.add(real);
  return () => openHere.delete(real);
}

/** Leaves the note that this process is a run. Failing to is no reason to fail: the note only improves a message. */
export function leaveNote(path: string): () => void {
  if (path === ":memory:") return () => {};
  const file = noteFile(path);
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, JSON.stringify({ pid: process.pid, since: new Date().toISOString() }));
  } catch {
    return () => {};
  }
  return () => rmSync(file, { force: true });
}

function noted(path: string): { pid: number; since: string } | null {
  try {
    const note: unknown = JSON.parse(readFileSync(noteFile(path), "utf8"));
    if (note && typeof note === "object" && "pid" in note && "since" in note)
      return { pid: Number(note.pid), since: String(note.since) };
  } catch {
    // No note, or one half written: then the holder is simply not known to be ours.
  }
  return null;
}

/** The coded error for a file that another process holds. `data.isRevos`: it is a run, waiting for it makes sense. */
export function toLockedError(path: string, cause: unknown): RevosError {
  const holder = lockHolder(cause);
  const note = noted(path);
  const isRevos = holder !== null && note?.pid === holder.pid;
  return lockedError(
    path,
    {
      ...(holder ?? { pid: null, program: null }),
      isRevos,
      ...(isRevos ? { since: note.since } : {}),
    },
    cause,
  );
}

type Holder = {
  readonly pid: number | null;
  readonly program: string | null;
  readonly isRevos: boolean;
  readonly since?: string;
};

function lockedError(path: string, holder: Holder, cause?: unknown): RevosError {
  const who =
    holder.pid === null
      ? "another process"
      : `process ${holder.pid}${holder.isRevos ? ", a run of revos" : ` (${holder.program})`}`;
  return new RevosError(
    "destination.locked",
    `Could not open the warehouse ${path}: ${who} has it open.`,
    {
      cause,
      data: { path, ...holder },
      ...(holder.isRevos
        ? { advice: "Wait for that run to end; --timeout says how long a sync waits." }
        : {}),
      ...(!holder.isRevos && holder.pid !== null
        ? { advice: `Close process ${holder.pid} (${holder.program}), then run it again.` }
        : {}),
    },
  );
}
