#!/usr/bin/env node
// The launcher. A clone needs no build step: the sources are bundled on first use and whenever one of them changed
// (about 0.2 s), and the bundle runs otherwise. A published package ships the bundle. docs/decisions/0003-launcher.md.
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = dirname(dirname(realpathSync(fileURLToPath(import.meta.url))));
const sources = join(root, "src");

/** A text that changes when any source file changes: newest time, number and total size of files. */
function fingerprint() {
  let newest = 0;
  let count = 0;
  let size = 0;
  const walk = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) walk(path);
      else if (/\.(ts|sql|json)$/.test(entry.name) && !/\.test(-d)?\.ts$/.test(entry.name)) {
        const { mtimeMs, size: bytes } = statSync(path);
        newest = Math.max(newest, mtimeMs);
        count++;
        size += bytes;
      }
    }
  };
  walk(sources);
  return `${Math.round(newest)}-${count}-${size}`;
}

/** Bundles into a folder of its own name, then renames: two processes that start together do not meet. */
async function bundle(folder, stamp) {
  const { build } = await import("esbuild");
  const aside = `${folder}.${process.pid}`;
  await build({
    entryPoints: { revos: join(sources, "app", "bin.ts"), worker: join(sources, "app", "worker.ts") },
    outdir: aside,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20",
    packages: "external",
    sourcemap: "linked",
    loader: { ".sql": "text" },
    logLevel: "error",
  });
  await writeFile(join(aside, "stamp"), stamp);
  await rm(folder, { recursive: true, force: true });
  try {
    await rename(aside, folder);
  } catch {
    await rm(aside, { recursive: true, force: true });
  }
}

function readStamp(folder) {
  try {
    return readFileSync(join(folder, "stamp"), "utf8");
  } catch {
    return "";
  }
}

async function findBundle() {
  const inClone = join(root, "dist");
  if (!existsSync(sources)) return inClone;
  const stamp = fingerprint();
  if (readStamp(inClone) === stamp) return inClone;
  try {
    await bundle(inClone, stamp);
    if (readStamp(inClone) === stamp) return inClone;
  } catch (error) {
    if (error.code !== "EACCES" && error.code !== "EROFS") throw error;
  }
  const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "revos", stamp);
  if (readStamp(cache) !== stamp) {
    await mkdir(dirname(cache), { recursive: true });
    await bundle(cache, stamp);
  }
  return cache;
}

const folder = await findBundle();
if (!process.argv.includes("--build")) await import(pathToFileURL(join(folder, "revos.js")).href);
