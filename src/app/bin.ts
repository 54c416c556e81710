// The executable: hands the process to the command line. Everything heavy is imported when a command asks for it.
// The only place, with the rest of this room, that reads process.env.
import type { Host, SignalName } from "../cli/host.ts";
import { commands } from "../cli/commands/table.ts";
import { quickAnswer } from "../cli/quick.ts";
import { loadPart } from "./part.ts";
import manifest from "../../package.json" with { type: "json" };

const signals: readonly SignalName[] = ["SIGINT", "SIGTERM"];

/** Commands that end in a run, unless they end in an error: its process, made early, then goes with this one. */
const isRun = ([command = "", ...rest]: readonly string[]): boolean =>
  ["sync", "verify", "backfill", "replay"].includes(command) &&
  !rest.some((word) => word === "--help" || word === "-h");

type Main = typeof import("./main.ts");
let loaded: Main | null = null;
const main = (): Main => (loaded ??= loadPart<Main>("main", commandOf(process.argv[2])));

const commandOf = (word: string | undefined): string =>
  commands.find(({ path }) => path[0] === word)?.path[0] ?? "other";

const host: Host = {
  version: manifest.version,
  argv: process.argv.slice(2),
  env: process.env,
  cwd: process.cwd(),
  // Opened late: most commands never read it.
  get stdin() {
    return process.stdin;
  },
  stdout: process.stdout,
  stderr: process.stderr,
  openApp: (options) => main().openApp(options),
  runDemo: (options) => main().runDemo(options),
  onSignal: (listener) => {
    const off = signals.map((name) => {
      const on = () => listener(name);
      process.on(name, on);
      return () => void process.off(name, on);
    });
    return () => off.forEach((stop) => stop());
  },
  exitNow: (code) => process.exit(code),
};

// A reader that went away (`revos ... | head`) is no failure of ours: end without a word.
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(0);
    throw error;
  });
}

// An error that no call caught is our bug: a report line and a log, never a stack on the screen.
let crashed = false;
const onCrash = async (thrown: unknown): Promise<void> => {
  if (crashed) process.exit(70);
  crashed = true;
  process.exit(await main().reportCrash(host, thrown));
};
process.on("uncaughtException", (thrown) => void onCrash(thrown));
process.on("unhandledRejection", (thrown) => void onCrash(thrown));

if (isRun(host.argv)) (await import("./run-child.ts")).startEarly();
const code = (await quickAnswer(host)) ?? (await main().runCli(host));
// Wait until both pipes have taken everything, then end: an open handle somewhere must not keep the shell waiting.
await Promise.all(
  [process.stdout, process.stderr].map(
    (stream) => new Promise<void>((done) => void stream.write("", () => done())),
  ),
);
process.exit(code);
