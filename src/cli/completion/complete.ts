// `revos __complete <words...>`: candidates for the last word, one per line, from the command table and remembered names.
// No network, no store, no DuckDB: it answers while a person waits for a key.
import { nameOf, type Command, type Completes, type Flag } from "../command.ts";
import { globalFlags } from "../global-flags.ts";
import type { Remembered } from "../remembered.ts";

/** `word` or `word<TAB>description`. An empty list leaves the shell's own file completion. */
export function complete(
  words: readonly string[],
  commands: readonly Command[],
  names: Remembered,
  topics: readonly string[],
): string[] {
  const typed = words.at(-1) ?? "";
  const before = words.slice(0, -1);
  const here = commands.filter((one) => one.load);
  const { command, path, args } = locatePartly(before, here);
  const flags = [...(command?.flags ?? []).filter((flag) => !flag.notYet), ...globalFlags];
  const previous = before.at(-1) ?? "";
  const waiting = flags.find(
    (flag) =>
      flag.value !== undefined &&
      !flag.optional &&
      (previous === `--${flag.name}` || (flag.short && previous === `-${flag.short}`)),
  );
  if (waiting) return starting(values(waiting, names, args, topics), typed);
  if (typed.startsWith("--") && typed.includes("=")) {
    const name = typed.slice(2, typed.indexOf("="));
    const flag = flags.find((one) => one.name === name);
    return flag
      ? starting(
          values(flag, names, args, topics).map((value) => `--${name}=${value}`),
          typed,
        )
      : [];
  }
  if (typed.startsWith("-"))
    return starting(
      flags.map((flag) => `--${flag.name}\t${flag.help[0]}`),
      typed,
    );
  if (!command) return starting(nextWords(path, here), typed);
  const argument = command.args[Math.min(args.length, command.args.length - 1)];
  if (!argument || (args.length >= command.args.length && !argument.many)) return [];
  // `backfill` takes a name and begins other commands.
  const longer = args.length === 0 && command.path.length === 1 ? nextWords(path, here) : [];
  return starting(
    [
      ...(argument.choices
        ? [...argument.choices]
        : values({ completes: argument.completes }, names, args, topics)),
      ...longer,
    ],
    typed,
  );
}

function locatePartly(
  before: readonly string[],
  commands: readonly Command[],
): { command: Command | null; path: string[]; args: string[] } {
  const path: string[] = [];
  const args: string[] = [];
  let command: Command | null = null;
  for (let i = 0; i < before.length; i++) {
    const word = before[i] ?? "";
    if (word.startsWith("-") && word !== "-") {
      const flag = [...globalFlags, ...(command?.flags ?? [])].find(
        (one) => word === `--${one.name}` || word === `-${one.short}`,
      );
      if (flag?.value !== undefined && !flag.optional) i++;
    } else if (command) {
      const longer =
        args.length === 0 && path.length === 1
          ? commands.find((one) => nameOf(one) === `${nameOf(command as Command)} ${word}`)
          : undefined;
      if (longer) command = longer;
      else args.push(word);
    } else {
      path.push(word);
      command = commands.find((one) => nameOf(one) === path.join(" ")) ?? null;
    }
  }
  return { command, path, args };
}

function nextWords(path: readonly string[], commands: readonly Command[]): string[] {
  if (path.length > 1) return [];
  const [first] = path;
  if (first !== undefined)
    return commands
      .filter((one) => one.path[0] === first && one.path[1])
      .map((one) => `${one.path[1]}\t${one.summary[0]}`);
  const seen = new Map<string, string>();
  for (const one of commands) {
    const word = one.path[0] ?? "";
    if (!seen.has(word))
      seen.set(
        word,
        one.path.length === 1
          ? one.summary[0]
          : commands
              .filter((other) => other.path[0] === word)
              .map((other) => other.path[1])
              .join(", "),
      );
  }
  return [...seen].map(([word, about]) => `${word}\t${about}`);
}

function values(
  of: Pick<Flag, "choices"> & { readonly completes?: Completes | undefined },
  names: Remembered,
  args: readonly string[],
  topics: readonly string[],
): string[] {
  if (of.choices) return [...of.choices];
  switch (of.completes) {
    case "connection":
      return [...(names.connections ?? [])];
    case "source":
      return (names.sources ?? []).map((source) => `${source.id}\t${source.name}`);
    case "destination":
      return [...(names.destinations ?? [])];
    case "run":
      return [...(names.runs ?? [])];
    case "group":
      return [...(names.groups ?? []), ...(names.connections ?? [])];
    case "stream":
      return [
        ...new Set(
          args[0] && names.streams?.[args[0]]
            ? names.streams[args[0]]
            : Object.values(names.streams ?? {}).flat(),
        ),
      ];
    case "topic":
      return [...topics];
    default:
      return [];
  }
}

const starting = (candidates: readonly string[], typed: string): string[] =>
  candidates.filter((one) => one.startsWith(typed));
