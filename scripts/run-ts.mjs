// Runs a TypeScript file of this repository: bundles it aside with esbuild and imports the bundle. For benches and scripts.
// usage: node scripts/run-ts.mjs FILE.ts [ARG ...]
import { mkdtemp, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";

const [file, ...args] = process.argv.slice(2);
if (!file) {
  process.stderr.write("usage: node scripts/run-ts.mjs FILE.ts [ARG ...]\n");
  process.exit(2);
}
// Inside the repository, so that the packages of node_modules are found from there.
const folder = await mkdtemp(join(import.meta.dirname, "..", "node_modules", ".run-ts-"));
const outfile = join(folder, "main.mjs");
try {
  await build({
    entryPoints: [resolve(file)],
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    packages: "external",
    sourcemap: "inline",
    logLevel: "error",
  });
  process.argv = [process.argv[0], resolve(file), ...args];
  await import(pathToFileURL(outfile).href);
} finally {
  await rm(folder, { recursive: true, force: true });
}
