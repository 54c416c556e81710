// Small files written, and loaded through the source, for its tests.
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import {
  readStream,
  type ReadOptions,
  type StreamRows,
} from "../../../connector/testing/read-stream.ts";
import type { CatalogStream } from "../../../model/catalog.ts";
import { formatType } from "../../../model/types.ts";
import { source } from "../source.ts";

/** A folder for the tests of one file, removed behind them. */
export function useFolder() {
  let folder = "";
  beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), "revos-files-"))));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return {
    path: (name: string): string => join(folder, name),
    async write(name: string, content: string | Uint8Array): Promise<string> {
      const path = join(folder, name);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, content);
      return path;
    },
  };
}

/** The first stream at a path, read whole. */
export const load = (
  path: string,
  options: object = {},
  read: ReadOptions = {},
): Promise<StreamRows> => readStream(source, { path, options }, read);

export const typesOf = (stream: CatalogStream): Record<string, string> =>
  Object.fromEntries(stream.columns.map((column) => [column.name, formatType(column.type)]));

export const cells = ({ good }: StreamRows, column: string): (string | null | undefined)[] =>
  good.map((row) => row[column]);
