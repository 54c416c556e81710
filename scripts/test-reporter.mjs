// Counts for scripts/test.mjs: what passed, failed and was skipped, and why. A skip with a note was meant (a capability
// that is not there, with its reason); one without, in a file whose suffix names a service, means that the service is missing.
import { writeFileSync } from "node:fs";
import { relative } from "node:path";

/** Suffix of test files → the service they need, as test/support/global-setup.ts starts it. */
const services = { ".pg.test.ts": "Postgres", ".mysql.test.ts": "MariaDB" };

export default class CountingReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const counts = {
      passed: 0,
      failed: 0,
      reasoned: [],
      missing: [],
      unreasoned: [],
      files: modules.length,
      errors: unhandledErrors.length,
    };
    for (const module of modules) {
      if (
        module.state() === "failed" &&
        [...module.children.allTests()].every((test) => test.result().state !== "failed")
      )
        counts.failed++;
      for (const test of module.children.allTests()) {
        const { state, note } = test.result();
        if (state === "passed") counts.passed++;
        else if (state === "failed") counts.failed++;
        else this.#addSkip(counts, relative(process.cwd(), module.moduleId), test.fullName, note);
      }
    }
    writeFileSync(process.env.REVOS_TEST_COUNTS, JSON.stringify(counts));
  }

  #addSkip(counts, file, name, note) {
    if (note) return counts.reasoned.push({ file, name, why: note });
    const suffix = Object.keys(services).find((one) => file.endsWith(one));
    if (suffix === ".mysql.test.ts" && (process.env.REVOS_TEST_MARIADB || "null") === "null")
      return counts.missing.push({
        file,
        name,
        why: "needs MariaDB; none runs (Debian: mariadb-server)",
      });
    const running = JSON.parse(process.env.REVOS_TEST_PG || "[]").map((cluster) => cluster.kind);
    if (suffix === ".pg.test.ts" && running.length < 2) {
      const has =
        running.length > 0 ? `only the one of kind ${running.join(", ")} runs` : "none runs";
      return counts.missing.push({ file, name, why: `needs ${services[suffix]}; ${has}` });
    }
    return counts.unreasoned.push({ file, name, why: "no reason given" });
  }
}
