// Runs one call of the command line in a test: an App of plain functions, streams that say what they are, typed answers.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import type { App, CallOptions } from "../../api/app.ts";
import type { OperationInput, OperationName, OperationOutput } from "../../api/operations.ts";
import { RevosError } from "../../kernel/error.ts";
import type { DemoDocument, Env, Host, SignalName } from "../host.ts";
import { runCli } from "../main.ts";

export type Operations = {
  [N in OperationName]?: (
    input: OperationInput<N>,
    options: CallOptions,
  ) => OperationOutput<N> | Promise<OperationOutput<N>>;
};

export type CliOptions = {
  readonly operations?: Operations;
  readonly env?: Env;
  /** Text on stdin; a terminal when `tty` says so. */
  readonly input?: string;
  /** Answers typed one after the other, each when a question stands on stderr. */
  readonly typed?: readonly string[];
  readonly tty?: { readonly stdin?: boolean; readonly stdout?: boolean; readonly stderr?: boolean };
  readonly width?: number;
  readonly cwd?: string;
  readonly demo?: DemoDocument;
  readonly now?: () => number;
};

export type CliAnswer = {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly calls: readonly { readonly name: string; readonly input: unknown }[];
  readonly killedWith: number | null;
};

export type Running = {
  readonly answer: Promise<CliAnswer>;
  signal(name: SignalName): void;
  stderr(): string;
};

export function startCli(argv: readonly string[], options: CliOptions = {}): Running {
  const calls: { name: string; input: unknown }[] = [];
  const listeners = new Set<(name: SignalName) => void>();
  const stdout = makeStream(options.tty?.stdout === true, options.width);
  const stderr = makeStream(options.tty?.stderr === true, options.width);
  const stdin = Object.assign(new PassThrough(), {
    isTTY: options.tty?.stdin === true || options.typed !== undefined,
  });
  if (options.typed) typeAnswers(stdin, stderr, options.typed);
  else if (options.tty?.stdin !== true) stdin.end(options.input ?? "");
  let killedWith: number | null = null;
  let kill: (code: number) => void = () => {};
  const killed = new Promise<number>((resolve) => (kill = resolve));
  const app: App = {
    async call(name, input, callOptions = {}) {
      calls.push({ name, input });
      const operation = options.operations?.[name];
      if (!operation) throw new RevosError("bug.assertion", `The test has no ${name}.`);
      return operation(input, callOptions);
    },
    async [Symbol.asyncDispose]() {},
  };
  const host: Host = {
    version: "0.0.0-test",
    argv,
    env: options.env ?? {},
    cwd: options.cwd ?? tmpdir(),
    stdin,
    stdout: stdout.stream,
    stderr: stderr.stream,
    openApp: async () => app,
    runDemo: async () => {
      if (!options.demo) throw new RevosError("bug.assertion", "The test has no demo.");
      return options.demo;
    },
    onSignal: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    exitNow: (code) => {
      killedWith = code;
      kill(code);
    },
  };
  const answer = Promise.race([runCli(host, options.now), killed]).then((code) => ({
    code,
    stdout: stdout.text(),
    stderr: stderr.text(),
    calls,
    killedWith,
  }));
  return {
    answer,
    signal: (name) => listeners.forEach((listener) => listener(name)),
    stderr: stderr.text,
  };
}

export const runIn = (argv: readonly string[], options: CliOptions = {}): Promise<CliAnswer> =>
  startCli(argv, options).answer;

function makeStream(isTTY: boolean, width: number | undefined) {
  let text = "";
  const stream = Object.assign(new PassThrough(), {
    ...(isTTY ? { isTTY, columns: width ?? 100, rows: 40 } : {}),
  });
  stream.on("data", (chunk: Buffer) => (text += chunk.toString("utf8")));
  return { stream, text: () => text };
}

/** Types the next answer each time something was asked: output that does not end with a line end. */
function typeAnswers(
  stdin: PassThrough,
  stderr: ReturnType<typeof makeStream>,
  typed: readonly string[],
): void {
  const left = [...typed];
  stderr.stream.on("data", () => {
    if (!/[^\n]$/.test(stderr.text())) return;
    const next = left.shift();
    setImmediate(() => (next === undefined ? stdin.end() : stdin.write(`${next}\n`)));
  });
}

/** A folder of its own for a test, removed by `using`. */
export function makeFolder(): Disposable & { readonly dir: string } {
  const dir = mkdtempSync(join(tmpdir(), "revos-cli-"));
  return { dir, [Symbol.dispose]: () => rmSync(dir, { recursive: true, force: true }) };
}
