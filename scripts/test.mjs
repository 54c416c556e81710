#!/usr/bin/env node
// `npm test`: everything that this machine can run, then what it could not and why. `--fast` leaves the services away.
// REVOS_TEST_STRICT=1 makes a missing service a failure. Other arguments go to vitest (a path, -t "name").
// Ends with the plain line "N passed, N failed, N skipped"; zero tests are a failure.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const fast = process.argv.includes("--fast");
const strict = !!process.env.REVOS_TEST_STRICT;
const rest = process.argv.slice(2).filter((argument) => argument !== "--fast");
const folder = mkdtempSync(join(tmpdir(), "revos-test-"));
const countsFile = join(folder, "counts.json");

const vitest = [
  join(root, "node_modules", "vitest", "vitest.mjs"),
  "run",
  "--reporter=default",
  `--reporter=${join(root, "scripts", "test-reporter.mjs")}`,
  ...(fast
    ? ["--exclude=**/*.pg.test.ts", "--exclude=**/*.mysql.test.ts", "--exclude=**/e2e/**"]
    : []),
  ...rest,
];
const child = spawn(process.execPath, vitest, {
  cwd: root,
  stdio: "inherit",
  env: {
    ...process.env,
    REVOS_TEST_COUNTS: countsFile,
    ...(fast ? { REVOS_TEST_NO_SERVICES: "1" } : {}),
  },
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
const exit = await new Promise((resolve) => {
  child.on("error", () => resolve(1));
  child.on("exit", (code, signal) => resolve(signal ? 1 : code));
});

let counts = null;
try {
  counts = JSON.parse(readFileSync(countsFile, "utf8"));
} catch {
  // vitest ended before its report: said below.
}
rmSync(folder, { recursive: true, force: true });

/** One line per file and reason, with the number of tests, so that a missing service is one line. */
function list(title, skips) {
  if (skips.length === 0) return;
  console.log(`\n${title}`);
  const groups = new Map();
  for (const { file, name, why } of skips) {
    const key = `${file}\n${why}`;
    groups.set(key, [...(groups.get(key) ?? []), name]);
  }
  for (const [key, names] of groups) {
    const [file, why] = key.split("\n");
    console.log(`  ${file}: ${names.length === 1 ? names[0] : `${names.length} tests`}: ${why}`);
  }
}

if (!counts) {
  console.log("\nThe tests ended before they were counted.");
  console.log("0 passed, 1 failed, 0 skipped");
  process.exit(exit || 1);
}
const { passed, failed, reasoned, missing, unreasoned, errors } = counts;
if (fast)
  console.log(
    "\nFast: the tests that need a service (*.pg.test.ts, *.mysql.test.ts, test/e2e) were left out. npm test runs them.",
  );
list("Skipped on purpose (a capability that is not there):", reasoned);
list("Skipped because a service is missing on this machine:", missing);
list("Skipped without a reason:", unreasoned);
const problems = [];
if (passed + failed === 0) problems.push("no test ran");
if (errors > 0) problems.push(`${errors} errors outside of tests`);
if (strict && missing.length > 0)
  problems.push(`strict: ${missing.length} tests did not run for want of a service`);
if (strict && unreasoned.length > 0)
  problems.push(`strict: ${unreasoned.length} tests were skipped without a reason`);
if (problems.length > 0) console.log(`\nFailed: ${problems.join("; ")}.`);
console.log(
  `\n${passed} passed, ${failed} failed, ${reasoned.length + missing.length + unreasoned.length} skipped`,
);
process.exitCode = exit || failed > 0 || problems.length > 0 ? 1 : 0;
