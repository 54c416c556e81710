// The connection files of a project: found, read, written whole or not at all.
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join, relative, resolve } from "node:path";
import { RevosError } from "../kernel/error.ts";
import type { Project } from "./project.ts";

export type ConnectionFile = {
  /** As it is shown: relative to the project where it lies inside it. */
  readonly path: string;
  readonly absolute: string;
  readonly text: string;
};

/** All of `connections/`, or those that are named (files, or folders with files); sorted by path. */
export async function readConnectionFiles(
  project: Project,
  paths: readonly string[] = [],
): Promise<ConnectionFile[]> {
  const wanted =
    paths.length > 0
      ? paths.map((path) => resolve(project.dir, path))
      : existsSync(project.connections)
        ? [project.connections]
        : [];
  const files = (await Promise.all(wanted.map(expand))).flat();
  const unique = [...new Set(files)].sort();
  return await Promise.all(
    unique.map(async (absolute) => ({
      path: shown(project, absolute),
      absolute,
      text: await read(absolute),
    })),
  );
}

export function shown(project: Project, absolute: string): string {
  const path = relative(project.dir, absolute);
  return path.startsWith("..") ? absolute : path;
}

/** Where the connection of that name has its file. */
export const pathOf = (project: Project, slug: string): string =>
  join(project.connections, `${slug}.yaml`);

/** Written aside and renamed: a reader sees the old text or the new one. */
export async function writeConnectionFile(path: string, text: string): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true });
    const aside = join(dirname(path), `.${basename(path)}.${process.pid}`);
    await writeFile(aside, text);
    await rename(aside, path);
  } catch (cause) {
    throw new RevosError("file.unwritable", `Could not write ${path}. Nothing was changed.`, {
      cause,
      where: { file: path },
    });
  }
}

async function expand(path: string): Promise<string[]> {
  const found = await stat(path).catch(() => null);
  if (!found)
    throw new RevosError("file.not_found", `There is no file ${path}. Nothing was compared.`, {
      where: { file: path },
    });
  if (!found.isDirectory()) return [path];
  return (await readdir(path))
    .filter((file) => /\.ya?ml$/.test(file) && !file.startsWith("."))
    .map((file) => join(path, file));
}

async function read(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (cause) {
    throw new RevosError("file.not_found", `Could not read ${path}.`, {
      cause,
      where: { file: path },
    });
  }
}
