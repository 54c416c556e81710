#!/usr/bin/env node
// Writes the generated files, or with --check says which are not current. Every scripts/gen-<name>.ts exports
// `generate({ root, importTs })`, which gives the files as [{ path, text }]. Names on the command line choose among them.
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const cache = join(root, "node_modules", ".cache", `revos-gen-${process.pid}`);
let bundles = 0;

/** Imports a TypeScript file of the repository: Node 20 cannot, so it is bundled first, packages left outside. */
async function importTs(path) {
  const outfile = join(cache, `${bundles++}.mjs`);
  await build({
    entryPoints: [join(root, path)],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    logLevel: "silent",
    target: "node20",
  });
  return await import(pathToFileURL(outfile).href);
}

const flags = process.argv.slice(2);
const check = flags.includes("--check");
const chosen = flags.filter((flag) => !flag.startsWith("--"));
const generators = (await readdir(join(root, "scripts")))
  .filter((name) => /^gen-.*\.ts$/.test(name))
  .sort();
const stale = [];
let written = 0;
try {
  await mkdir(cache, { recursive: true });
  for (const name of generators) {
    if (chosen.length > 0 && !chosen.includes(name.slice(4, -3))) continue;
    const { generate } = await importTs(`scripts/${name}`);
    for (const { path, text } of await generate({ root, importTs })) {
      const now = await readFile(join(root, path), "utf8").catch(() => null);
      if (now === text) continue;
      if (check) stale.push(path);
      else {
        await mkdir(dirname(join(root, path)), { recursive: true });
        await writeFile(join(root, path), text);
        console.log(`wrote ${path}`);
        written++;
      }
    }
  }
} finally {
  await rm(cache, { recursive: true, force: true });
}
if (stale.length > 0) {
  console.error(`Not current: ${stale.join(", ")}. Run npm run gen and commit the result.`);
  process.exit(1);
}
if (!check && written === 0) console.log("All generated files are current.");
