// Names for completion: what the last lists showed, in `.revos/cache/complete.json`. Best effort; never makes `.revos`.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export type Remembered = {
  readonly sources?: readonly { readonly id: string; readonly name: string }[];
  readonly connections?: readonly string[];
  readonly destinations?: readonly string[];
  readonly runs?: readonly string[];
  readonly groups?: readonly string[];
  /** By connection. */
  readonly streams?: Readonly<Record<string, readonly string[]>>;
};

const pathIn = (projectDir: string) => join(projectDir, ".revos", "cache", "complete.json");

export function readNames(projectDir: string): Remembered {
  try {
    const value: unknown = JSON.parse(readFileSync(pathIn(projectDir), "utf8"));
    return typeof value === "object" && value !== null ? (value as Remembered) : {};
  } catch {
    return {};
  }
}

export function rememberNames(ctx: { readonly projectDir: string }, names: Remembered): void {
  if (!existsSync(join(ctx.projectDir, ".revos"))) return;
  const path = pathIn(ctx.projectDir);
  const before = readNames(ctx.projectDir);
  const after = {
    ...before,
    ...names,
    ...(names.streams ? { streams: { ...before.streams, ...names.streams } } : {}),
  };
  if (JSON.stringify(before) === JSON.stringify(after)) return;
  try {
    mkdirSync(join(ctx.projectDir, ".revos", "cache"), { recursive: true });
    writeFileSync(`${path}.${process.pid}`, JSON.stringify(after));
    renameSync(`${path}.${process.pid}`, path);
  } catch {
    // A read-only folder completes fewer names; nothing else.
  }
}

/** Adds to what is known; the newest stands first. */
export function rememberMore(
  ctx: { readonly projectDir: string },
  {
    sources = [],
    connections = [],
    runs = [],
  }: Pick<Remembered, "sources" | "connections" | "runs">,
): void {
  const before = readNames(ctx.projectDir);
  const known = new Set(sources.map((one) => one.id));
  rememberNames(ctx, {
    sources: [...sources, ...(before.sources ?? []).filter((one) => !known.has(one.id))],
    connections: [...new Set([...connections, ...(before.connections ?? [])])],
    runs: [...new Set([...runs, ...(before.runs ?? [])])].slice(0, 50),
  });
}
