// Which folder is the project: -C or REVOS_PROJECT, else the nearest parent with a revos.yaml, else the current folder.
import { existsSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { RevosError } from "../kernel/error.ts";
import type { Flags } from "./flags.ts";
import type { Host } from "./host.ts";

export function findProject(host: Host, flags: Flags): string {
  const named = flags.text("project") ?? (host.env.REVOS_PROJECT || undefined);
  if (named !== undefined) {
    const folder = resolve(host.cwd, named);
    if (!existsSync(folder) || !statSync(folder).isDirectory()) {
      throw new RevosError("file.not_found", `The project folder ${named} does not exist.`, {
        data: { file: named },
      });
    }
    return folder;
  }
  for (let folder = resolve(host.cwd); ; folder = dirname(folder)) {
    if (existsSync(join(folder, "revos.yaml"))) return folder;
    if (dirname(folder) === folder) return resolve(host.cwd);
  }
}

/** For help and completion, which never fail: a folder that does not exist is the current one. */
export function projectOrHere(host: Host, flags: Flags): string {
  try {
    return findProject(host, flags);
  } catch {
    return host.cwd;
  }
}
