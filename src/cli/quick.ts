// What must answer at once: `--version`, `--help`, no arguments, `__complete`. Loads no parser, no store, no schema.
import { commands } from "./commands/table.ts";
import { complete } from "./completion/complete.ts";
import { Flags } from "./flags.ts";
import type { Host } from "./host.ts";
import { projectOrHere } from "./project.ts";
import { readNames } from "./remembered.ts";

/** The exit code, or null when the call is not one of these. */
export async function quickAnswer(host: Host): Promise<number | null> {
  const [first, ...rest] = host.argv;
  if (first === "__complete") {
    const words = rest[0] === "--" ? rest.slice(1) : rest;
    const names = readNames(projectOrHere(host, new Flags([])));
    const topics = [
      "exit-codes",
      "commands",
      "examples",
      ...new Set(commands.map((one) => one.path[0] ?? "")),
    ];
    const lines = complete(words, commands, names, topics);
    if (lines.length > 0) host.stdout.write(`${lines.join("\n")}\n`);
    return 0;
  }
  if (host.argv.some((token) => token === "--json" || token.startsWith("--json="))) return null;
  if (host.argv.length === 1 && first === "--version") {
    host.stdout.write(`revos ${host.version}\n`);
    return 0;
  }
  if (
    host.argv.length === 0 ||
    (host.argv.length === 1 && (first === "--help" || first === "-h"))
  ) {
    const { describeTerminal } = await import("./terminal.ts");
    const { printHelp } = await import("./run/help.ts");
    const flags = new Flags([]);
    return printHelp(host, describeTerminal(host, flags), null, null, flags);
  }
  return null;
}
