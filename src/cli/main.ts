// One call of the command line, from arguments to exit code. Everything that is the same for all commands is here:
// parsing, language, time-out, signals, the late App, the rendering of failures.
import type { App } from "../api/app.ts";
import { Aborted, RevosError } from "../kernel/error.ts";
import type { Command } from "./command.ts";
import { commands } from "./commands/table.ts";
import { Declined } from "./consent.ts";
import type { Context } from "./context.ts";
import { reportFailure } from "./failure.ts";
import { Flags, type GivenFlag } from "./flags.ts";
import type { Host } from "./host.ts";
import { locate } from "./locate.ts";
import { Notes } from "./notes.ts";
import { Output } from "./output.ts";
import { checkArguments, parse } from "./parse.ts";
import { findProject } from "./project.ts";
import { Prompt } from "./prompt.ts";
import { RunLog } from "./run-log.ts";
import { refuseSecrets } from "./secrets-in-argv.ts";
import { Stop } from "./stop.ts";
import { describeTerminal, type Terminal } from "./terminal.ts";
import { makeSay } from "./text/say.ts";
import { makePaint } from "./view/paint.ts";
import { isZone } from "./view/time.ts";
import { loadExactWidth } from "./view/width.ts";

/** Runs the command; never throws. The result is the exit code. */
export async function runCli(host: Host, now: () => number = Date.now): Promise<number> {
  // Until the arguments are parsed, failures follow what can be read from them at a glance.
  let flags = glance(host.argv);
  let terminal = describeTerminal(host, flags);
  let runLog: RunLog | null = null;
  let projectDir: string | null = null;
  let command: Command | null = null;
  const stop = new Stop(host, now);
  try {
    refuseSecrets(host.argv, mayHoldFreeText(host.argv));
    const located = locate(host.argv, commands);
    command = located.command;
    if (command && !command.load && !wantsHelp(located.rest)) throw notYet(command);
    const parsed = parse(
      command?.load ? command : null,
      command && !command.load ? [] : located.rest,
    );
    flags = parsed.flags;
    terminal = describeTerminal(host, flags);
    checkGlobals(terminal, flags, command);
    const say = makeSay(terminal.lang);
    if (flags.has("version")) {
      const out = new Output(host, terminal, flags);
      if (out.machine) out.json({ name: "revos", version: host.version });
      else out.text(`revos ${host.version}`);
      return 0;
    }
    if (!command || flags.has("help") || wantsHelp(located.rest)) {
      const { printHelp } = await import("./run/help.ts");
      return await printHelp(host, terminal, command, located.group, flags);
    }
    checkArguments(command, parsed.args);
    projectDir = findProject(host, flags);
    runLog = new RunLog(host, terminal, flags, now);
    return await runCommand({
      host,
      command,
      args: parsed.args,
      flags,
      terminal,
      say,
      stop,
      runLog,
      projectDir,
      now,
    });
  } catch (thrown) {
    if (thrown instanceof Declined) return declined(host, thrown);
    if (thrown instanceof Aborted) return stopped(host, terminal, stop);
    const about = { version: host.version, command: command?.path.join(" ") ?? "", projectDir };
    return await reportFailure(host, terminal, thrown, runLog, about);
  } finally {
    stop.close();
  }
}

/** What reached the top of the process outside a call: a fault of ours, told like any other bug. */
export async function reportCrash(host: Host, thrown: unknown): Promise<number> {
  const flags = glance(host.argv);
  const terminal = describeTerminal(host, flags);
  const log = new RunLog(host, terminal, flags, Date.now);
  const command = host.argv
    .filter((token) => /^[a-z-]+$/.test(token) && !token.startsWith("-"))
    .slice(0, 2);
  return reportFailure(host, terminal, thrown, log, {
    version: host.version,
    command: command.join(" "),
    projectDir: null,
  });
}

type Call = Pick<
  Context,
  "host" | "command" | "args" | "flags" | "terminal" | "say" | "stop" | "projectDir" | "now"
> & { readonly runLog: RunLog };

async function runCommand(call: Call): Promise<number> {
  const { host, command, flags, terminal, stop, runLog, projectDir } = call;
  let opened: Promise<App> | null = null;
  const app = () =>
    (opened ??= host.openApp({
      projectDir,
      profile: flags.text("profile") ?? (host.env.REVOS_PROFILE || null),
      log: runLog.log,
      env: host.env,
    }));
  const prompt = new Prompt(host, terminal);
  const ctx: Context = {
    ...call,
    log: runLog.log,
    out: new Output(host, terminal, flags),
    notes: new Notes(host, terminal),
    paint: makePaint(terminal.colorOut),
    prompt,
    actor: terminal.agent ? { actor: `agent/${terminal.agent}` } : {},
    app,
    call: async (name, input, onProgress) =>
      (await app()).call(name, input, {
        signal: stop.signal,
        ...(onProgress ? { onProgress } : {}),
      }),
  };
  if (command.stopsGently) stop.gentle();
  const timeoutMs = flags.durationMs("timeout") ?? envTimeout(host) ?? command.timeoutMs;
  const timer =
    timeoutMs === null
      ? null
      : setTimeout(() => stop.abort(timedOut(command, timeoutMs)), timeoutMs);
  const handler = await command.load?.();
  if (!terminal.json && !terminal.ndjson) await loadExactWidth();
  if (!handler) throw notYet(command);
  try {
    return await withTimeout(handler(ctx), stop, command);
  } finally {
    if (timer) clearTimeout(timer);
    prompt.close();
    if (opened) await closeQuietly(opened);
  }
}

/** A command that is bounded ends when its time is over, even when the work does not hear the signal. */
async function withTimeout(work: Promise<number>, stop: Stop, command: Command): Promise<number> {
  const over = new Promise<never>((_, reject) => {
    const onAbort = () => {
      const reason: unknown = stop.signal.reason;
      if (!(reason instanceof RevosError)) return;
      // Gentle work gets ten seconds to reach its checkpoint and to tell its own result.
      setTimeout(() => reject(reason), command.stopsGently ? 10_000 : 100);
    };
    // The time may have been over before the work began.
    if (stop.signal.aborted) onAbort();
    else stop.signal.addEventListener("abort", onAbort);
  });
  over.catch(() => {});
  return Promise.race([work, over]);
}

function timedOut(command: Command, timeoutMs: number): RevosError {
  return new RevosError(
    "command.timed_out",
    `revos ${command.path.join(" ")} did not end within ${timeoutMs / 1000} s.`,
    {
      data: { command: command.path.join(" "), seconds: timeoutMs / 1000 },
    },
  );
}

async function closeQuietly(opened: Promise<App>): Promise<void> {
  try {
    await (await opened)[Symbol.asyncDispose]();
  } catch {
    // The failure that matters was thrown where the App was used.
  }
}

function envTimeout(host: Host): number | undefined {
  const text = host.env.REVOS_TIMEOUT;
  return text ? new Flags([{ name: "timeout", value: text }]).durationMs("timeout") : undefined;
}

function notYet(command: Command): RevosError {
  const what = `revos ${command.path.join(" ")}`;
  return new RevosError(
    "usage.not_available_yet",
    `${what} is not part of this version; nothing was done.`,
    { data: { what } },
  );
}

function checkGlobals(terminal: Terminal, flags: Flags, command: Command | null): void {
  if (flags.has("tz") && !isZone(terminal.zone)) {
    throw new RevosError(
      "usage.bad_value",
      `--tz ${terminal.zone} is not a time zone; write one such as Asia/Tokyo.`,
      {
        data: { flag: "--tz", value: terminal.zone, wanted: "Asia/Tokyo" },
      },
    );
  }
  if (terminal.ndjson && command && !command.events) {
    throw new RevosError(
      "usage.bad_value",
      `revos ${command.path.join(" ")} has no events; --ndjson is for sync, apply and runs watch.`,
      {
        data: { flag: "--ndjson", value: "", wanted: "--json" },
        advice: `revos ${command.path.join(" ")} --json`,
      },
    );
  }
}

const wantsHelp = (rest: readonly string[]): boolean => {
  const end = rest.indexOf("--");
  return (end < 0 ? rest : rest.slice(0, end)).some(
    (token) => token === "--help" || token === "-h",
  );
};

function mayHoldFreeText(argv: readonly string[]): boolean {
  return argv.some((token) => commands.some((one) => one.freeText && one.path[0] === token));
}

function glance(argv: readonly string[]): Flags {
  const given = argv.flatMap((token, i): GivenFlag[] => {
    const name = /^--(json|ndjson|quiet|ascii|no-color|no-input)(?:=|$)/.exec(token)?.[1];
    if (name) return [{ name, value: null }];
    const valued = /^--(lang|color)(?:=(.*))?$/.exec(token);
    return valued ? [{ name: valued[1] ?? "", value: valued[2] ?? argv[i + 1] ?? "" }] : [];
  });
  return new Flags(given);
}

/** A person answered no: exit 7, as where nobody could be asked. */
function declined(host: Host, thrown: Declined): number {
  host.stderr.write(`${thrown.message}\n`);
  return 7;
}

function stopped(host: Host, terminal: Terminal, stop: Stop): number {
  if (!terminal.json && !terminal.ndjson && !terminal.quiet)
    host.stderr.write(`${makeSay(terminal.lang)("stop.done")}\n`);
  return stop.exit;
}
