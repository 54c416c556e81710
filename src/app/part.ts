// Parts of the executable: large files in the old module format, loaded when they are needed. What V8 has compiled of one is
// kept beside it, so that the next process of its kind need not compile it again (a third of the start of a short command).
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Script } from "node:vm";

type Module = { exports: unknown };
type Run = (
  exports: unknown,
  require: NodeJS.Require,
  module: Module,
  __filename: string,
  __dirname: string,
) => void;

const folder = fileURLToPath(new URL(".", import.meta.url));

/** `use` names the kind of process: each compiles other functions. What is kept of another version of Node is of no use. */
export function loadPart<Exports>(name: string, use: string): Exports {
  const file = join(folder, `${name}.cjs`);
  const kept = join(folder, "compiled", `${name}-${use}-${process.version}`);
  const cachedData = readKept(kept);
  // The bundle is written in ASCII, patterns included (bin/revos.mjs): a text of one byte a character is read and compiled in half the time.
  const script = new Script(
    `(function (exports, require, module, __filename, __dirname) {${readFileSync(file, "latin1")}\n})`,
    { filename: file, ...(cachedData ? { cachedData } : {}) },
  );
  const module: Module = { exports: {} };
  const run = script.runInThisContext() as Run;
  run(module.exports, createRequire(file), module, file, folder);
  // At the end, when it is known which functions are called.
  if (cachedData === null || script.cachedDataRejected)
    process.once("exit", (code) => {
      if (code === 0) keep(kept, script.createCachedData());
    });
  return module.exports as Exports;
}

function readKept(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch {
    return null;
  }
}

/** Aside, then renamed: two processes that end together do not meet. Where it cannot be written it is not. */
function keep(file: string, data: Buffer): void {
  const aside = `${file}.${process.pid}`;
  try {
    mkdirSync(join(folder, "compiled"), { recursive: true });
    writeFileSync(aside, data);
    renameSync(aside, file);
  } catch {
    // A folder that is not ours, or a full disk: the next start takes a moment longer, that is all.
  }
}
