// The landing folder: raw segments, kept until they are safely loaded and then for a bounded time, so that a wrong
// transform can be replayed without the source (design.md §1, promise 7).
import {
  closeSync,
  existsSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writevSync,
} from "node:fs";
import { readdir, rm, rmdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { RevosError } from "../kernel/error.ts";

export type LandingPolicy = {
  readonly folder: string;
  readonly keepMs: number;
  readonly maxBytes: number;
};

/** The file by which a read that broke off tells what it has landed (chunks/manifest.ts). */
export const manifestName = "chunks.ndjson";

/** The folder of one stream in one run: `<run>/<index>-<namespace>.<stream>` with what a file name cannot hold replaced. */
export function streamFolder(
  policy: LandingPolicy,
  runId: string,
  index: number,
  stream: string,
  namespace: string | undefined,
): { readonly path: string; readonly label: string } {
  const name = [namespace, stream]
    .filter(Boolean)
    .join(".")
    .replaceAll(/[^\p{L}\p{N}._-]/gu, "_")
    .slice(0, 80);
  // An earlier attempt may have left chunks that this one goes on from.
  let own = `${index}-${name}`;
  for (let again = 2; existsSync(join(policy.folder, runId, own, manifestName)); again++)
    own = `${index}-${name}.${again}`;
  const label = `${runId}/${own}`;
  const path = join(policy.folder, runId, own);
  try {
    rmSync(path, { recursive: true, force: true });
    mkdirSync(path, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw writeError(path, cause);
  }
  return { path, label };
}

/**
 * Writes encoded Parquet as one file, at once: the buffers are the source's and are reused for its next segment. `spare`
 * is a file nobody needs, whose pages are written over: fresh ones cost the kernel several times what the copy does.
 */
export function writeParts(
  file: string,
  parts: readonly Uint8Array[],
  spare: string | null = null,
): void {
  try {
    const isReused = spare !== null && takeOver(spare, file);
    const descriptor = openSync(file, isReused ? "r+" : "w", 0o600);
    try {
      writeAll(descriptor, parts);
      if (isReused)
        ftruncateSync(
          descriptor,
          parts.reduce((sum, part) => sum + part.byteLength, 0),
        );
    } finally {
      closeSync(descriptor);
    }
  } catch (cause) {
    throw writeError(file, cause);
  }
}

/** False when somebody else has deleted the file meanwhile. */
function takeOver(spare: string, file: string): boolean {
  try {
    renameSync(spare, file);
    return true;
  } catch {
    return false;
  }
}

/** One system call takes at most 1024 buffers, and may write less than it was given. */
function writeAll(descriptor: number, parts: readonly Uint8Array[]): void {
  let rest = parts.filter((part) => part.byteLength > 0);
  while (rest.length > 0) {
    let written = writevSync(descriptor, rest.slice(0, 1000));
    let whole = 0;
    while (whole < rest.length && written >= (rest[whole]?.byteLength ?? 0))
      written -= rest[whole++]?.byteLength ?? 0;
    rest = rest.slice(whole);
    if (written > 0 && rest[0]) rest = [rest[0].subarray(written), ...rest.slice(1)];
  }
}

function writeError(file: string, cause: unknown): RevosError {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  if (code === "ENOSPC" || code === "EDQUOT")
    return new RevosError("destination.full", `Could not write ${file}: no space is left.`, {
      cause,
      data: { path: file },
    });
  return new RevosError(
    "file.unwritable",
    `Could not write ${file} (${code || "unknown reason"}).`,
    { cause, data: { path: file } },
  );
}

export const fileSize = (file: string): number =>
  statSync(file, { throwIfNoEntry: false })?.size ?? 0;

export type Retention = AsyncDisposable & {
  loaded(file: string): void;
  /** A file that was kept and is not needed any more, for the next segment to be written into; null: none yet. */
  spare(): string | null;
};

export type RetentionBounds = {
  /** Raw of a whole stream that is larger is not kept. */
  readonly maxBytes: number;
  /** How large the source says the stream is; it is taken at its word. */
  readonly expectedBytes: number | null;
  /** What the next attempt may take over from a read that breaks off; null: nothing. */
  readonly unfinished: {
    /** A read that lasted less is sooner read again than kept. */
    readonly afterMs: number;
    readonly maxBytes: number;
  } | null;
  readonly now: () => number;
};

/**
 * Keeps the raw of one stream within bounds while it loads. Raw is kept whole or not at all, for a part of it cannot be
 * replayed: a stream that outgrows the bound, or will, leaves only the few files that are written over again and again (the
 * kernel takes ten times as long for fresh ones). Only what a long read has finished is kept until it is published.
 */
export function makeRetention(bounds: RetentionBounds): Retention {
  const { maxBytes, unfinished, now } = bounds;
  const kept: string[] = [];
  const spares: string[] = [];
  const begun = now();
  let total = 0;
  let isWhole = (bounds.expectedBytes ?? 0) <= maxBytes;
  let heldBytes = 0;
  const release = (file: string): void => {
    // One that waits is enough: a segment comes for each that goes.
    if (spares.length < 2) spares.push(file);
    else rmSync(file, { force: true });
  };
  const isHeld = (bytes: number): boolean =>
    unfinished !== null &&
    now() - begun >= unfinished.afterMs &&
    heldBytes + bytes <= unfinished.maxBytes;
  return {
    loaded(file) {
      const bytes = fileSize(file);
      if (isWhole) {
        kept.push(file);
        total += bytes;
        isWhole = total <= maxBytes;
        if (!isWhole) for (const one of kept.splice(0)) release(one);
      } else if (isHeld(bytes)) heldBytes += bytes;
      else release(file);
    },
    spare: () => spares.shift() ?? null,
    async [Symbol.asyncDispose]() {
      for (const file of spares.splice(0)) await rm(file, { force: true }).catch(() => {});
    },
  };
}

type Kept = { readonly path: string; readonly bytes: number; readonly at: number };

/**
 * Deletes raw that is too old, then the oldest until all of it fits. Called after commits; `busy` are folders of streams
 * that are not published yet. Deleting is never a reason for a run to fail.
 */
export async function pruneLanding(
  policy: LandingPolicy,
  nowMs: number,
  busy: readonly string[] = [],
): Promise<void> {
  const kept: Kept[] = [];
  for (const run of await list(policy.folder)) {
    for (const stream of await list(join(policy.folder, run))) {
      const path = join(policy.folder, run, stream);
      if (busy.includes(path)) continue;
      const sizes = await Promise.all(
        (await list(path)).map(async (file) => await stat(join(path, file)).catch(() => null)),
      );
      const files = sizes.filter((size) => size !== null);
      kept.push({
        path,
        bytes: files.reduce((sum, file) => sum + file.size, 0),
        at: Math.max(0, ...files.map((file) => file.mtimeMs)),
      });
    }
  }
  kept.sort((a, b) => b.at - a.at);
  let total = 0;
  for (const { path, bytes, at } of kept) {
    total += bytes;
    if (nowMs - at > policy.keepMs || total > policy.maxBytes)
      await rm(path, { recursive: true, force: true }).catch(() => {});
  }
  // A run's folder goes with its last stream; one that is not empty refuses, which is right.
  for (const run of await list(policy.folder))
    await rmdir(join(policy.folder, run)).catch(() => {});
}

const list = async (folder: string): Promise<string[]> => await readdir(folder).catch(() => []);
