// Start-up of commands as a multiple of an empty Node script, in one run: --version and --help at most 2 ×, lists at most 5 ×.
// usage: npm run bench startup [RUNS]
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { freshFolder, machine, measure, median, repository } from "./support.ts";

const runs = Number(process.argv[2] ?? 15);
const folder = await freshFolder("startup");
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
await writeFile(join(folder, "empty.mjs"), "");
const launcher = join(repository, "bin", "revos.mjs");
await measure(process.execPath, [launcher, "--build"]);
const commands: Record<string, readonly string[]> = {
  empty: [join(folder, "empty.mjs")],
  "--version": [launcher, "--version"],
  "--help": [launcher, "--help"],
  __complete: [launcher, "__complete", "so"],
  "sources list": [launcher, "sources", "list", "--json"],
  "connections list": [launcher, "connections", "list", "--json"],
  "quarantine list": [launcher, "quarantine", "list", "--json"],
  "runs list": [launcher, "runs", "list", "--json"],
  status: [launcher, "status", "--json"],
};
const seconds: Record<string, number[]> = {};
for (let run = 0; run <= runs; run++) {
  for (const [name, args] of Object.entries(commands)) {
    const { seconds: took } = await measure(process.execPath, args, {
      cwd: folder,
      env: { REVOS_KEY: "a".repeat(64) },
    });
    if (run > 0) (seconds[name] ??= []).push(took);
  }
}
const base = median(seconds.empty ?? []);
console.log(machine());
console.log("| command | median ms | × empty script |\n|---|---|---|");
for (const [name, values] of Object.entries(seconds))
  console.log(
    `| ${name} | ${(median(values) * 1000).toFixed(0)} | ${(median(values) / base).toFixed(2)} |`,
  );
