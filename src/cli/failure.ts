// The end of a command that failed: the error as people or programs read it, and the exit code.
import { toErrorDocument, toRevosError, type ErrorDocument } from "../kernel/error.ts";
import { calledAs } from "./called.ts";
import { localizeCarried, localizeError } from "./text/localize.ts";
import type { Host } from "./host.ts";
import type { RunLog } from "./run-log.ts";
import type { Terminal } from "./terminal.ts";
import { makeSay } from "./text/say.ts";
import { renderErrorDocument } from "./view/error.ts";
import { findingsOf, renderFindings } from "./view/findings.ts";
import { toAscii } from "./view/glyphs.ts";
import { makePaint } from "./view/paint.ts";

export type About = {
  readonly version: string;
  readonly command: string;
  readonly projectDir: string | null;
};

/** Prints what was thrown and returns the exit code. Under --json the last line of stderr is one JSON object. */
export async function reportFailure(
  host: Host,
  terminal: Terminal,
  thrown: unknown,
  log: RunLog | null,
  about: About,
): Promise<number> {
  const error = toRevosError(thrown);
  const isBug = error.row.exit === 70;
  const report =
    isBug && log
      ? log.writeBugReport(thrown, about.version, about.command, about.projectDir)
      : null;
  const document = localizeError(toErrorDocument(error), terminal.lang);
  if (terminal.json || terminal.ndjson) {
    const said = localizeCarried(document, terminal.lang);
    host.stderr.write(`${JSON.stringify(report ? { ...said, log: report } : said)}\n`);
    return document.exit;
  }
  const say = makeSay(terminal.lang);
  const text = renderFailure(document, host, terminal);
  host.stderr.write(`${terminal.ascii ? toAscii(text) : text}\n`);
  if (isBug) {
    host.stderr.write(
      `  ${say("bug.report", { version: about.version, node: process.versions.node, command: about.command })}\n`,
    );
    if (report) host.stderr.write(`  ${say("bug.log", { path: report })}\n`);
  }
  return document.exit;
}

/** An error for people; findings it carries are shown one by one with their place in the text. */
export function renderFailure(document: ErrorDocument, host: Host, terminal: Terminal): string {
  const style = {
    lang: terminal.lang,
    width: terminal.stderrTty ? terminal.width : 100,
    paint: makePaint(terminal.colorErr),
    cwd: host.cwd,
    called: calledAs(host.env, host.argv),
  };
  const findings = findingsOf(document);
  return findings.length > 0
    ? renderFindings(findings, style)
    : renderErrorDocument(document, style);
}

/** Prints a failure that a result document carries, beside that result (exit 8, 9, or a failed stream). */
export function printErrorLine(host: Host, terminal: Terminal, document: ErrorDocument): void {
  const localized = localizeError(document, terminal.lang);
  if (terminal.json || terminal.ndjson)
    host.stderr.write(`${JSON.stringify(localizeCarried(localized, terminal.lang))}\n`);
  else {
    const text = renderFailure(localized, host, terminal);
    host.stderr.write(`${terminal.ascii ? toAscii(text) : text}\n`);
  }
}
