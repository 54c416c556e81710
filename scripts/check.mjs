#!/usr/bin/env node
// `npm run check`: what a machine can hold without running the tests: types, format, lint, generated files. All of them
// run, then the failed ones are named; CI runs this before the tests.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const folders = ["src", "test", "scripts", "bench", "bin"].filter((name) =>
  existsSync(join(root, name)),
);
const bin = (name) => join(root, "node_modules", ".bin", name);
const steps = [
  { name: "types", command: bin("tsc"), arguments: ["--noEmit"], remedy: "npm run types" },
  {
    name: "format",
    command: bin("oxfmt"),
    arguments: ["--check", ...folders],
    remedy: `npx oxfmt ${folders.join(" ")}`,
  },
  {
    name: "lint",
    command: bin("oxlint"),
    arguments: ["--type-aware", ...folders],
    remedy: "npx oxlint --type-aware",
  },
  {
    name: "generated files",
    command: process.execPath,
    arguments: [join(root, "scripts", "gen.mjs"), "--check"],
    remedy: "npm run gen",
  },
];

const failed = [];
for (const step of steps) {
  const startedAt = performance.now();
  const { status, stdout, stderr } = spawnSync(step.command, step.arguments, {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 1e8,
    shell: process.platform === "win32",
  });
  const ok = status === 0;
  console.log(
    `${ok ? "ok    " : "FAILED"} ${step.name} (${Math.round(performance.now() - startedAt)} ms)`,
  );
  if (!ok) {
    failed.push(step);
    console.log(`${stdout}${stderr}`.trimEnd());
  }
}
for (const step of failed) console.log(`${step.name}: ${step.remedy}`);
process.exitCode = failed.length > 0 ? 1 : 0;
