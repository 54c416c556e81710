// The log of one command: what -v shows on stderr, what --log-file keeps in full, and the last lines for a bug report.
import { appendFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { makeLog, type Log, type LogLevel, type LogRecord } from "../kernel/log.ts";
import type { Flags } from "./flags.ts";
import type { Host } from "./host.ts";
import type { Terminal } from "./terminal.ts";
import { lineTime } from "./view/time.ts";

const keptRecords = 500;

export class RunLog {
  readonly log: Log;
  readonly #recent: string[] = [];
  readonly #file: string | null;

  constructor(host: Host, terminal: Terminal, flags: Flags, now: () => number) {
    const file = flags.text("log-file");
    this.#file = file === undefined ? null : resolve(host.cwd, file);
    const shown: LogLevel | null =
      terminal.verbosity >= 2 ? "debug" : terminal.verbosity === 1 ? "info" : null;
    this.log = makeLog((record) => this.#write(record, host, terminal, shown, now()), "debug");
  }

  #write(
    record: LogRecord,
    host: Host,
    terminal: Terminal,
    shown: LogLevel | null,
    now: number,
  ): void {
    const line = JSON.stringify({
      t: new Date(now).toISOString(),
      level: record.level,
      event: record.event,
      ...record.fields,
    });
    this.#recent.push(line);
    if (this.#recent.length > keptRecords) this.#recent.shift();
    if (this.#file) appendFileSync(this.#file, `${line}\n`);
    if (shown === null || (shown === "info" && record.level === "debug")) return;
    const fields = Object.entries(record.fields).map(
      ([key, value]) =>
        ` ${key}=${typeof value === "object" ? JSON.stringify(value) : String(value)}`,
    );
    host.stderr.write(
      `${lineTime(now, terminal.zone)} ${record.level} ${record.event}${fields.join("")}\n`,
    );
  }

  /** Writes what we know about a bug to a file and returns its path. Stack traces go there, never to the screen. */
  writeBugReport(
    thrown: unknown,
    version: string,
    command: string,
    projectDir: string | null,
  ): string | null {
    const folder =
      projectDir !== null && existsSync(join(projectDir, ".revos"))
        ? join(projectDir, ".revos", "logs")
        : join(tmpdir(), "revos-logs");
    const path = join(
      folder,
      `bug-${new Date().toISOString().replaceAll(/[:.]/g, "-")}-${process.pid}.log`,
    );
    const about = {
      version,
      node: process.version,
      platform: `${process.platform}-${process.arch}`,
      command,
    };
    try {
      mkdirSync(folder, { recursive: true });
      writeFileSync(
        path,
        [JSON.stringify(about), ...this.#recent, ...stackOf(thrown)].join("\n") + "\n",
        { mode: 0o600 },
      );
      return path;
    } catch {
      return null;
    }
  }
}

function stackOf(thrown: unknown): string[] {
  const lines: string[] = [];
  for (let at = thrown, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++)
    lines.push(at.stack ?? at.message);
  return lines.length > 0 ? lines : [`a thrown ${typeof thrown}`];
}
