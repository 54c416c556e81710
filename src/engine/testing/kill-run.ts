// A run in a process of its own that kills itself before its n-th statement (kill-child.ts), for the tests that die everywhere.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { RunPlan } from "../plan.ts";
import type { TestStream } from "./world.ts";

const repository = fileURLToPath(new URL("../../../", import.meta.url));

/** The file to start. */
export async function bundleChild(folder: string): Promise<string> {
  const bundle = join(folder, "bundle");
  await mkdir(bundle);
  await symlink(join(repository, "node_modules"), join(bundle, "node_modules"));
  const outfile = join(bundle, "child.mjs");
  await build({
    entryPoints: [join(repository, "src/engine/testing/kill-child.ts")],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    external: ["@duckdb/node-api", "pg", "ssh2"],
    logLevel: "silent",
  });
  return outfile;
}

export type ChildEnd = { exit: number; statements: number } | "killed";

/** `dieBefore` 0: it is not killed. */
export async function runChild(
  child: string,
  world: { readonly folder: string; readonly streams: Record<string, TestStream> },
  plan: RunPlan,
  dieBefore: number,
): Promise<ChildEnd> {
  await writeFile(join(world.folder, "plan.json"), JSON.stringify(plan));
  await writeFile(join(world.folder, "streams.json"), JSON.stringify(world.streams));
  const running = spawn(
    process.execPath,
    [child, join(world.folder, "plan.json"), join(world.folder, "streams.json"), String(dieBefore)],
    { stdio: ["ignore", "pipe", "pipe"] },
  );
  let said = "";
  let wrong = "";
  running.stdout.on("data", (chunk: Buffer) => (said += chunk.toString()));
  running.stderr.on("data", (chunk: Buffer) => (wrong += chunk.toString()));
  const [code, signal] = (await once(running, "exit")) as [number | null, string | null];
  if (signal === "SIGKILL") return "killed";
  if (code !== 0) throw new Error(wrong);
  return JSON.parse(said.trim().split("\n").at(-1) ?? "{}") as { exit: number; statements: number };
}
