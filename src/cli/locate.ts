// Finds the command in an argument list. Flags may stand anywhere, so words are told from flag values first.
import { RevosError } from "../kernel/error.ts";
import type { Command, Flag } from "./command.ts";
import { short } from "./flags.ts";
import { globalFlags } from "./global-flags.ts";
import { suggest } from "./suggest.ts";

export type Located = {
  /** Null: no word was given. */
  readonly command: Command | null;
  /** A first word that only groups commands (`sources`), with no second one. */
  readonly group: string | null;
  /** The arguments without the words of the command's path. */
  readonly rest: readonly string[];
};

export function locate(argv: readonly string[], commands: readonly Command[]): Located {
  const rest: string[] = [];
  const words: string[] = [];
  let command: Command | null = null;
  for (let i = 0; i < argv.length; i++) {
    const token = argv[i] ?? "";
    if (token === "--") {
      rest.push(...argv.slice(i));
      break;
    }
    if (token.startsWith("-") && token !== "-") {
      rest.push(token);
      if (takesNext(token, command, commands) && i + 1 < argv.length) rest.push(argv[++i] ?? "");
      continue;
    }
    if (command) {
      const longer = words.length === 1 ? secondWord(words[0] ?? "", token, commands) : null;
      words.push(token);
      if (longer) command = longer;
      else rest.push(token);
      continue;
    }
    words.push(token);
    command = leafOf(words, commands);
  }
  if (words.length === 0) return { command: null, group: null, rest };
  if (!command) return { command: null, group: words[0] ?? null, rest };
  return { command, group: null, rest };
}

/** `backfill` is a command and begins others: `backfill rollback`. */
function secondWord(first: string, second: string, commands: readonly Command[]): Command | null {
  return commands.find((one) => one.path[0] === first && one.path[1] === second) ?? null;
}

/** The command that the words name; null while a group waits for its second word. Throws for words nobody knows. */
function leafOf(words: readonly string[], commands: readonly Command[]): Command | null {
  const [first = "", second] = words;
  const single = commands.find((one) => one.path.length === 1 && one.path[0] === first);
  if (single) return single;
  const inGroup = commands.filter((one) => one.path[0] === first);
  if (inGroup.length === 0)
    throw unknownCommand(
      first,
      commands.map((one) => one.path[0] ?? ""),
      "",
    );
  if (second === undefined) return null;
  const found = inGroup.find((one) => one.path[1] === second);
  if (!found)
    throw unknownCommand(
      second,
      inGroup.map((one) => one.path[1] ?? ""),
      `${first} `,
    );
  return found;
}

function unknownCommand(word: string, known: readonly string[], before: string): RevosError {
  const near = suggest(word, known);
  const typed = short(word);
  const message = near
    ? `Unknown command ${before}${typed}. Did you mean ${before}${near}?`
    : `Unknown command ${before}${typed}.`;
  return new RevosError("usage.unknown_command", message, {
    data: { command: `${before}${typed}`, ...(near ? { suggestion: `${before}${near}` } : {}) },
    advice: near
      ? `revos ${before}${near}`
      : before
        ? `revos ${before.trim()} --help`
        : "revos --help",
  });
}

function takesNext(token: string, command: Command | null, commands: readonly Command[]): boolean {
  if (token.includes("=")) return false;
  const known = (flags: readonly Flag[]) =>
    token.startsWith("--")
      ? flags.find((flag) => `--${flag.name}` === token)
      : flags.find((flag) => flag.short !== undefined && token === `-${flag.short}`);
  const flag =
    known(globalFlags) ??
    (command
      ? known(command.flags)
      : commands.map((one) => known(one.flags)).find((one) => one?.value !== undefined));
  return flag?.value !== undefined && !flag.optional;
}
