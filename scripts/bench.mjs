// Runs one bench by name: npm run bench NAME [ARG ...]. Results go by hand into bench/RESULTS.md, with machine and date.
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";

const folder = join(import.meta.dirname, "..", "bench");
const names = readdirSync(folder)
  .filter((file) => file.endsWith(".ts") && file !== "support.ts")
  .map((file) => file.replace(/\.ts$/, ""));
const [name, ...args] = process.argv.slice(2);
if (!name || !names.includes(name)) {
  process.stderr.write(`usage: npm run bench NAME [ARG ...]\nnames: ${names.join(", ")}\n`);
  process.exit(2);
}
process.exit(
  spawnSync(
    process.execPath,
    [join(import.meta.dirname, "run-ts.mjs"), join(folder, `${name}.ts`), ...args],
    { stdio: "inherit" },
  ).status ?? 1,
);
