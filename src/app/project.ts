// The project folder: where it is, what its `revos.yaml` says, and the paths of everything revos keeps. interface.md §1.
import { issueWords } from "../connect/text/issue-words.ts";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import { RevosError } from "../kernel/error.ts";
import { defaultBudgetMb } from "../kernel/memory-budget.ts";

export const projectFile = "revos.yaml";

const serverAddress = z
  .url({ protocol: /^https?$/ })
  .refine((text) => !URL.canParse(text) || new URL(text).password === "", "it holds a password");

/** What `revos.yaml` may say. Everything has a default, so the file may be absent. */
export const ProjectSettings = z.strictObject({
  name: z.string().optional(),
  /** The destination of connections that name none. */
  destination: z.string().default("warehouse"),
  /** Memory budget for all processes of a run, in MB. */
  memory: z.number().int().min(128).default(defaultBudgetMb),
  /** `strict`: a file whose streams and modes no person confirmed is marked by diff, and applied only by its name typed. */
  confirmations: z.enum(["relaxed", "strict"]).default("relaxed"),
  /** Servers that `--profile` may name. */
  profiles: z.record(z.string(), z.strictObject({ server: serverAddress })).default({}),
  apply: z
    .strictObject({ maxRereadRows: z.number().int().default(10_000_000) })
    .default({ maxRereadRows: 10_000_000 }),
});
export type ProjectSettings = z.infer<typeof ProjectSettings>;

export type Project = {
  /** Absolute path of the folder. */
  readonly dir: string;
  readonly name: string;
  /** A `revos.yaml` stands in the folder. */
  readonly exists: boolean;
  readonly settings: ProjectSettings;
  readonly state: string;
  readonly storeFile: string;
  readonly landing: string;
  readonly cache: string;
  readonly connections: string;
  readonly warehouse: string;
};

/** The folder that is asked for, else the nearest parent with a `revos.yaml`, else the current folder. */
export function findProject(asked: string | undefined, cwd: string): string {
  if (asked) return resolve(cwd, asked);
  for (let folder = cwd; ; folder = dirname(folder)) {
    if (existsSync(join(folder, projectFile))) return folder;
    if (dirname(folder) === folder) return cwd;
  }
}

/** Reads the settings; a missing file means defaults, a broken one is `config.invalid` with the key that is wrong. */
export function openProject(dir: string): Project {
  const file = join(dir, projectFile);
  const exists = existsSync(file);
  const settings = exists ? readSettings(file) : ProjectSettings.parse({});
  const state = join(dir, ".revos");
  return {
    dir,
    name: settings.name ?? basename(dir),
    exists,
    settings,
    state,
    storeFile: join(state, "store.db"),
    landing: join(state, "landing"),
    cache: join(state, "cache"),
    connections: join(dir, "connections"),
    warehouse: join(dir, "warehouse.duckdb"),
  };
}

function readSettings(file: string): ProjectSettings {
  let document: unknown;
  try {
    document = parse(readFileSync(file, "utf8")) ?? {};
  } catch (cause) {
    throw new RevosError("config.invalid", `${file} is not readable as YAML.`, {
      cause,
      where: { file },
    });
  }
  const parsed = ProjectSettings.safeParse(document);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new RevosError(
    "config.invalid",
    `The settings in ${file} are not valid: ${parsed.error.issues.map((one) => issueWords(one, ProjectSettings)).join("; ")}.`,
    {
      where: { file, path: issue?.path.join(".") ?? "" },
    },
  );
}

const gitignore = ".revos/\n*.duckdb\n*.duckdb.wal\n";

/** Makes the folder of our own state on the first write; nothing in it is ever for version control. */
export async function ensureState(project: Project): Promise<void> {
  if (existsSync(project.state)) return;
  await mkdir(project.state, { recursive: true, mode: 0o700 });
  await writeFile(join(project.state, ".gitignore"), "*\n");
}

/** Writes the files of a new project and refuses those that are there. Gives the paths written, relative to the folder. */
export async function initProject(dir: string, name: string): Promise<string[]> {
  const texts: Record<string, string> = {
    [projectFile]: `name: ${name}\ndestination: warehouse\n`,
    ".gitignore": gitignore,
  };
  const taken = [projectFile].filter((file) => existsSync(join(dir, file)));
  if (taken.length > 0) {
    throw new RevosError(
      "file.exists",
      `${join(dir, taken[0] ?? "")} is there already. Nothing was written.`,
      {
        advice: "This folder is a project already: revos status",
        where: { file: join(dir, taken[0] ?? "") },
      },
    );
  }
  await mkdir(join(dir, "connections"), { recursive: true });
  const written: string[] = [];
  for (const [file, text] of Object.entries(texts)) {
    const path = join(dir, file);
    if (existsSync(path)) continue;
    await writeFile(path, text);
    written.push(file);
  }
  written.push("connections/");
  return written;
}
