// Starts real processes on a store: bundled once, because Node 20 cannot run TypeScript.
import { spawn, type ChildProcess } from "node:child_process";
import { rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { StorePlace } from "../store.ts";

const here = dirname(fileURLToPath(import.meta.url));
const folder = join(here, "../../../node_modules/.cache", `revos-store-test-${process.pid}`);
let bundled: Promise<string> | undefined;

async function bundle(): Promise<string> {
  const outfile = join(folder, "child.mjs");
  await build({
    entryPoints: [join(here, "child.ts")],
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    splitting: true,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    packages: "external",
    logLevel: "error",
  });
  return outfile;
}

export type Child = {
  readonly process: ChildProcess;
  /** Words that it said so far. */
  readonly words: string[];
  /** Resolves with the exit code, or null when it was killed. */
  readonly ended: Promise<number | null>;
  readonly errors: () => string;
};

export async function startChild(job: string, place: StorePlace, extra = ""): Promise<Child> {
  const script = await (bundled ??= bundle());
  const child = spawn(process.execPath, [script, job, JSON.stringify(place), extra], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  let errors = "";
  const words: string[] = [];
  child.stdout.on("data", (chunk: Buffer) => {
    const lines = (said + chunk.toString()).split("\n");
    said = lines.pop() ?? "";
    words.push(...lines);
  });
  child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  const ended = new Promise<number | null>((resolve) =>
    child.once("close", (code) => resolve(code)),
  );
  return { process: child, words, ended, errors: () => errors };
}

export async function removeBundle(): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}
