// A command as a value. One table of them drives the parser, the help, the completion and the docs.
import type { Context } from "./context.ts";

/** English, Japanese. */
export type Words = readonly [en: string, ja: string];

/** What completion offers for a value. */
export type Completes =
  | "connection"
  | "source"
  | "destination"
  | "run"
  | "group"
  | "stream"
  | "file"
  | "dir"
  | "topic";

export type Flag = {
  readonly name: string;
  readonly short?: string;
  /** Name of the value in help; absent: the flag is a switch. */
  readonly value?: string;
  /** The value is optional and only accepted with `=`. */
  readonly optional?: boolean;
  /** May be given several times. */
  readonly many?: boolean;
  readonly choices?: readonly string[];
  readonly completes?: Completes;
  readonly help: Words;
  /** Known to the design, not to this version: said so, never ignored. */
  readonly notYet?: boolean;
};

export type Argument = {
  readonly name: string;
  readonly required?: boolean;
  readonly many?: boolean;
  readonly choices?: readonly string[];
  readonly completes?: Completes;
};

export type Handler = (ctx: Context) => Promise<number>;

export type Command = {
  /** `["sources", "list-streams"]`. */
  readonly path: readonly string[];
  readonly args: readonly Argument[];
  readonly flags: readonly Flag[];
  readonly summary: Words;
  /** At least two, each without the leading `revos`. */
  readonly examples: readonly string[];
  /** Milliseconds a command may take by default; null: no bound. */
  readonly timeoutMs: number | null;
  /** Takes `--ndjson`. */
  readonly events?: boolean;
  /** The first Ctrl-C asks the work to stop at its next safe point; otherwise it ends the command. */
  readonly stopsGently?: boolean;
  /** Free words may hold anything (SQL, a question): they are not searched for secrets. */
  readonly freeText?: boolean;
  /** Late import: help and completion load no handler. Absent: this version does not have the command yet. */
  readonly load?: () => Promise<Handler>;
};

type Partial_ = Omit<Command, "path" | "args" | "flags" | "timeoutMs"> & {
  readonly args?: readonly Argument[];
  readonly flags?: readonly Flag[];
  readonly timeoutMs?: number | null;
};

/** A command with the usual defaults: no arguments, no flags, 60 seconds. `path` is written with spaces. */
export function command(path: string, rest: Partial_): Command {
  return { args: [], flags: [], timeoutMs: 60_000, ...rest, path: path.split(" ") };
}

export const nameOf = (one: Command): string => one.path.join(" ");
