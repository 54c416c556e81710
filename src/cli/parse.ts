// Arguments of one command, parsed by commander into flags in typed order. Mistakes are coded usage errors (exit 2).
import { Command as Parser, CommanderError, Option } from "commander";
import { RevosError } from "../kernel/error.ts";
import { nameOf, type Command, type Completes, type Flag } from "./command.ts";
import { commands } from "./commands/table.ts";
import { badValue, Flags, short, type GivenFlag } from "./flags.ts";
import { globalFlags } from "./global-flags.ts";
import { suggest } from "./suggest.ts";

export type Parsed = { readonly flags: Flags; readonly args: readonly string[] };

export function parse(command: Command | null, rest: readonly string[]): Parsed {
  const flags = [...(command?.flags ?? []), ...globalFlags];
  const parser = new Parser("revos").helpOption(false).helpCommand(false).exitOverride();
  parser.configureOutput({ writeErr: () => {}, writeOut: () => {} });
  parser.argument("[args...]").action(() => {});
  const ordered: GivenFlag[] = [];
  for (const flag of flags) {
    parser.addOption(new Option(spelling(flag)));
    parser.on(`option:${flag.name}`, (value: string | null | undefined) => {
      ordered.push({ name: flag.name, value: flag.value === undefined ? null : (value ?? null) });
    });
  }
  refuseFlagAsValue(rest, flags);
  try {
    parser.parse(
      rest.map((token) => asWord(bareOptional(token, flags))),
      { from: "user" },
    );
  } catch (thrown) {
    throw toUsageError(thrown, command, flags);
  }
  for (const given of ordered) checkValue(given, flags);
  return { flags: new Flags(ordered), args: parser.args };
}

/** `--timeout --json`: the value was forgotten; the next flag is not it. A value that looks so is written with `=`. */
function refuseFlagAsValue(rest: readonly string[], flags: readonly Flag[]): void {
  const end = rest.indexOf("--");
  const before = end < 0 ? rest : rest.slice(0, end);
  before.forEach((token, i) => {
    const flag = flags.find((one) => token === `--${one.name}` || token === `-${one.short}`);
    if (flag?.value === undefined || flag.optional) return;
    const next = before[i + 1]?.split("=")[0];
    if (next !== undefined && !flags.some((one) => next === `--${one.name}`)) return;
    throw needsValue(flag.name, flag.value);
  });
}

function needsValue(name: string, value: string): RevosError {
  return new RevosError("usage.bad_value", `--${name} needs a value: --${name} <${value}>.`, {
    data: { flag: `--${name}`, value: "", wanted: `<${value}>` },
  });
}

function spelling(flag: Flag): string {
  const value =
    flag.value === undefined ? "" : flag.optional ? ` [${flag.value}]` : ` <${flag.value}>`;
  return `${flag.short ? `-${flag.short}, ` : ""}--${flag.name}${value}`;
}

/** `--json` must not take the next word: an optional value comes only with `=`. */
function bareOptional(token: string, flags: readonly Flag[]): string {
  return flags.some((flag) => flag.optional && token === `--${flag.name}`) ? `${token}=` : token;
}

/** `- orders from Postgres …`, a list in one argument: no flag has a blank after its dash. */
const asWord = (token: string): string => (/^-\s/.test(token) ? ` ${token}` : token);

function checkValue(given: GivenFlag, flags: readonly Flag[]): void {
  const flag = flags.find((one) => one.name === given.name);
  if (flag?.notYet) {
    throw new RevosError(
      "usage.not_available_yet",
      `--${flag.name} is not part of this version; nothing was done.`,
      {
        data: { what: `--${flag.name}` },
      },
    );
  }
  if (!flag?.choices || given.value === null || flag.choices.includes(given.value)) return;
  const near = suggest(given.value, flag.choices);
  throw badValue(
    flag.name,
    given.value,
    `one of ${flag.choices.join(", ")}`,
    near ? `--${flag.name} ${near}` : undefined,
  );
}

function toUsageError(thrown: unknown, command: Command | null, flags: readonly Flag[]): unknown {
  if (!(thrown instanceof CommanderError)) return thrown;
  const named = /'(-{1,2}[^'\s]*)/.exec(thrown.message)?.[1] ?? "";
  const of = command ? ` of revos ${nameOf(command)}` : "";
  if (thrown.code === "commander.unknownOption") {
    const near = suggest(
      named,
      flags.map((flag) => `--${flag.name}`),
    );
    const typed = short(named.split("=")[0] ?? "");
    return new RevosError(
      "usage.unknown_flag",
      `${typed} is not a flag${of}.${near ? ` Did you mean ${near}?` : ""}`,
      {
        data: {
          flag: typed,
          command: command ? nameOf(command) : null,
          ...(near ? { suggestion: near } : {}),
        },
        advice: near
          ? `revos ${command ? `${nameOf(command)} ` : ""}${near}`
          : `revos ${command ? `${nameOf(command)} ` : ""}--help`,
      },
    );
  }
  if (thrown.code === "commander.optionMissingArgument") {
    const long = flags.find((flag) => named === `--${flag.name}` || named === `-${flag.short}`);
    return needsValue(long?.name ?? named, long?.value ?? "value");
  }
  return new RevosError("usage.bad_value", `The arguments${of} could not be read.`, {
    cause: thrown,
  });
}

/** Checks the words after the flags against what the command takes. */
export function checkArguments(command: Command, args: readonly string[]): void {
  command.args.forEach((argument, i) => {
    const value = args[i];
    if (value === undefined && argument.required) {
      throw new RevosError(
        "usage.missing_argument",
        `revos ${nameOf(command)} needs <${argument.name}>.`,
        {
          data: { command: nameOf(command), argument: argument.name },
          advice: `revos ${listFor(command, argument.completes) ?? command.examples[0] ?? nameOf(command)}`,
        },
      );
    }
    if (value !== undefined && argument.choices && !argument.choices.includes(value)) {
      const near = suggest(value, argument.choices);
      throw new RevosError(
        "usage.bad_value",
        `${JSON.stringify(short(value))} is not one of ${argument.choices.join(", ")}.`,
        {
          data: { flag: argument.name, value: short(value), wanted: argument.choices.join(", ") },
          ...(near ? { advice: `revos ${nameOf(command)} ${near}` } : {}),
        },
      );
    }
  });
  const open = command.args.some((argument) => argument.many);
  const extra = args[command.args.length];
  if (!open && extra !== undefined) {
    throw new RevosError(
      "usage.bad_value",
      `revos ${nameOf(command)} takes no argument ${JSON.stringify(short(extra))}.`,
      {
        data: {
          flag: nameOf(command),
          value: short(extra),
          wanted: command.args.length === 0 ? "nothing" : String(command.args.length),
        },
        advice: `revos ${nameOf(command)} --help`,
      },
    );
  }
}

/** The list that shows what could have been named; an example would name what is not there. */
function listFor(command: Command, completes: Completes | undefined): string | null {
  const groups = {
    source: "sources",
    connection: "connections",
    destination: "destinations",
    run: "runs",
    group: "quarantine",
  } as const;
  const other = completes && completes in groups ? groups[completes as keyof typeof groups] : null;
  const found = [command.path[0], other].find((group) =>
    commands.some((one) => one.path[0] === group && one.path[1] === "list" && one.load),
  );
  return found ? `${found} list` : null;
}
