// What a stream's raw is made of, written beside its segments when the stream is settled, so that a later replay can read
// them without the source: columns, places, ids, and which transforms they went through before the disk.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { SegmentColumn } from "../../connector/segment.ts";
import { formatType, parseType } from "../../model/types.ts";
import type { RawPart } from "./part.ts";

const manifestFile = "raw.json";
const knownFile = "known.parquet";
export const knownPath = (folder: string): string => join(folder, knownFile);

const Manifest = z.object({
  version: z.literal(1),
  run: z.string(),
  connection: z.string().nullable(),
  sourceKey: z.string(),
  namespace: z.string(),
  stream: z.string(),
  target: z.string(),
  syncMode: z.string(),
  outcome: z.enum(["published", "held"]),
  /** The first half of the mappers' digest: what was done before the disk. */
  privacy: z.string(),
  readAt: z.number(),
  segments: z.array(
    z.object({
      file: z.string(),
      rows: z.number(),
      filtered: z.number(),
      bytes: z.number(),
      hasBad: z.boolean(),
      readAt: z.number(),
      offset: z.string(),
      columns: z.array(
        z.object({ name: z.string(), type: z.string(), wire: z.enum(["native", "text"]) }),
      ),
    }),
  ),
});
export type Manifest = z.infer<typeof Manifest>;

export type ManifestSegment = {
  readonly label: string;
  readonly rows: number;
  readonly filtered: number;
  readonly bytes: number;
  readonly hasBad: boolean;
  readonly readAt: number;
  readonly offset: bigint;
  readonly columns: readonly SegmentColumn[];
};

export async function writeManifest(
  folder: string,
  facts: Omit<Manifest, "version" | "segments">,
  segments: readonly ManifestSegment[],
): Promise<void> {
  const manifest: Manifest = {
    version: 1,
    ...facts,
    segments: segments.map(({ label, offset, columns, rows, filtered, bytes, hasBad, readAt }) => ({
      // Below the landing folder: a read that was resumed has segments in the folder of the run before.
      file: label,
      rows,
      filtered,
      bytes,
      hasBad,
      readAt,
      offset: String(offset),
      columns: columns.map(({ name, type, wire }) => ({ name, type: formatType(type), wire })),
    })),
  };
  await writeFile(join(folder, manifestFile), JSON.stringify(manifest), { mode: 0o600 });
}

export type KeptRaw = {
  readonly manifest: Manifest;
  readonly folder: string;
  /** Segments whose file is gone: retention took them. */
  readonly missing: number;
  readonly bytes: number;
  readonly rows: number;
  readonly part: RawPart;
};

/** All raw in the landing folder that is described, oldest run first. What cannot be read as a manifest is not kept raw. */
export function listKeptRaw(landing: string): KeptRaw[] {
  const found: KeptRaw[] = [];
  for (const run of list(landing))
    for (const stream of list(join(landing, run))) {
      const folder = join(landing, run, stream);
      const manifest = readManifest(join(folder, manifestFile));
      if (manifest) found.push(toKept(landing, folder, manifest));
    }
  return found.sort((a, b) => (a.manifest.run < b.manifest.run ? -1 : 1));
}

function readManifest(file: string): Manifest | null {
  try {
    const parsed = Manifest.safeParse(JSON.parse(readFileSync(file, "utf8")));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

function toKept(landing: string, folder: string, manifest: Manifest): KeptRaw {
  const segments = manifest.segments.map(({ file, columns, ...rest }) => ({
    ...rest,
    file: join(landing, file),
    label: file,
    columns: columns.map((column) => ({
      ...column,
      type: parseType(column.type) ?? ({ kind: "text" } as const),
    })),
  }));
  const known = join(folder, knownFile);
  return {
    manifest,
    folder,
    missing: segments.filter((segment) => !existsSync(segment.file)).length,
    bytes: segments.reduce((sum, segment) => sum + segment.bytes, 0),
    rows: segments.reduce((sum, segment) => sum + segment.rows, 0),
    part: { run: manifest.run, segments, known: existsSync(known) ? known : null },
  };
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}
