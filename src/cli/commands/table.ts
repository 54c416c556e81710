// The one table of commands: parser, help, completion and docs read it.
import type { Command } from "../command.ts";
import { accessCommands } from "./access.ts";
import { connectionCommands } from "./connections.ts";
import { dailyCommands } from "./daily.ts";
import { designCommands } from "./design.ts";
import { laterCommands } from "./later.ts";
import { projectCommands } from "./project.ts";
import { quarantineCommands } from "./quarantine.ts";
import { schemaChangeCommands } from "./schema-changes.ts";
import { rewriteCommands } from "./rewrite.ts";
import { runCommands } from "./runs.ts";
import { verifyCommands } from "./verify.ts";

export const commands: readonly Command[] = [
  ...projectCommands,
  ...accessCommands,
  ...connectionCommands,
  ...dailyCommands,
  ...verifyCommands,
  ...runCommands,
  ...quarantineCommands,
  ...designCommands,
  ...schemaChangeCommands,
  ...rewriteCommands,
  ...laterCommands,
];

/** The eight of the short help, in the order of a first day. */
export const mainCommands: readonly string[] = [
  "demo",
  "sources create",
  "connections propose",
  "diff",
  "apply",
  "sync",
  "status",
  "quarantine list",
];

/** First words that lead to more than one command: `sources`, `runs`. */
export function commandsUnder(word: string): readonly Command[] {
  return commands.filter((one) => one.path[0] === word && one.path.length > 1);
}
