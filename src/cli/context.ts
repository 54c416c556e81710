// What a handler is given: the parsed call, the terminal, words, output, an App on demand, a way to be stopped.
import type { App, Progress } from "../api/app.ts";
import type { OperationInput, OperationName, OperationOutput } from "../api/operations.ts";
import type { Log } from "../kernel/log.ts";
import type { Command } from "./command.ts";
import type { Flags } from "./flags.ts";
import type { Host } from "./host.ts";
import type { Notes } from "./notes.ts";
import type { Output } from "./output.ts";
import type { Prompt } from "./prompt.ts";
import type { Stop } from "./stop.ts";
import type { Terminal } from "./terminal.ts";
import type { Say } from "./text/say.ts";
import type { Paint } from "./view/paint.ts";

export type Context = {
  readonly host: Host;
  readonly command: Command;
  readonly args: readonly string[];
  readonly flags: Flags;
  readonly terminal: Terminal;
  readonly say: Say;
  /** stdout: the result. */
  readonly out: Output;
  /** stderr: everything else. */
  readonly notes: Notes;
  /** Colours of stdout; those of stderr are in `notes.paint`. */
  readonly paint: Paint;
  readonly prompt: Prompt;
  readonly stop: Stop;
  readonly log: Log;
  readonly projectDir: string;
  /** Who acts, for audit records, where it is not the signed-in person: `{actor: "agent/<name>"}`. */
  readonly actor: { readonly actor?: string };
  now(): number;
  /** Opened at the first call, closed by `main`. */
  app(): Promise<App>;
  call<N extends OperationName>(
    name: N,
    input: OperationInput<N>,
    onProgress?: (progress: Progress) => void,
  ): Promise<OperationOutput<N>>;
};
