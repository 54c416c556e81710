// What a broken-off read leaves for the next one: a file beside its raw segments that says which chunks of the stream are
// there as a whole, and at which moment of the source. It is gone as soon as the stream is published or held.
import { appendFileSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { fileSize, manifestName } from "../landing.ts";
import type { Landed } from "../land.ts";

/** One chunk that was read to its end. `rows`: as the source gave them, those that a filter dropped included. */
export type DoneChunk = {
  readonly chunk: string;
  readonly rows: number;
  readonly segments: readonly Landed[];
};

export type Manifest = {
  readonly file: string;
  readonly moment: string;
  readonly done: readonly DoneChunk[];
};

export type ManifestWriter = { readonly file: string; add(done: DoneChunk): void };

type Line = DoneChunk & { readonly sizes: readonly number[] };

/** `digest` names all that decides what is in a segment: a manifest of another one is of no use. */
export function openManifest(folder: string, digest: string, moment: string): ManifestWriter {
  const file = join(folder, manifestName);
  let isOpen = false;
  return {
    file,
    add(done) {
      // Most reads end well or are small: the file is made by the first chunk that is done.
      if (!isOpen) writeFileSync(file, `${JSON.stringify({ digest, moment })}\n`, { mode: 0o600 });
      isOpen = true;
      const sizes = done.segments.map((segment) => fileSize(segment.file));
      appendFileSync(file, `${JSON.stringify({ ...done, sizes } satisfies Line)}\n`);
    },
  };
}

export const hasManifest = (folder: string): boolean =>
  statSync(join(folder, manifestName), { throwIfNoEntry: false }) !== undefined;

export const dropManifest = (file: string): void => rmSync(file, { force: true });

/** The newest manifest of this digest below the landing folder, with those of its chunks whose segments are all there. */
export async function findManifest(landing: string, digest: string): Promise<Manifest | null> {
  const found: { readonly file: string; readonly at: number }[] = [];
  for (const run of await list(landing))
    for (const stream of await list(join(landing, run))) {
      const file = join(landing, run, stream, manifestName);
      const facts = statSync(file, { throwIfNoEntry: false });
      if (facts) found.push({ file, at: facts.mtimeMs });
    }
  found.sort((a, b) => b.at - a.at);
  for (const { file } of found) {
    const manifest = readManifest(file, digest);
    if (manifest && manifest.done.length > 0) return manifest;
  }
  return null;
}

function readManifest(file: string, digest: string): Manifest | null {
  const [head, ...lines] = readFileSync(file, "utf8").split("\n");
  const first = parse<{ digest: string; moment: string }>(head ?? "");
  if (first?.digest !== digest) return null;
  const done = lines.flatMap((line) => {
    const chunk = parse<Line>(line);
    return chunk && isWhole(chunk) ? [chunk] : [];
  });
  return { file, moment: first.moment, done };
}

/** The line of a process that was killed while it wrote may be cut off. */
function parse<T>(line: string): T | null {
  try {
    return line === "" ? null : (JSON.parse(line) as T);
  } catch {
    return null;
  }
}

const isWhole = ({ segments, sizes }: Line): boolean =>
  segments.every((segment, i) => sizes[i] !== 0 && fileSize(segment.file) === sizes[i]);

const list = async (folder: string): Promise<string[]> => await readdir(folder).catch(() => []);
