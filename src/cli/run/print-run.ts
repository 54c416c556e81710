// A finished run on stdout, its failures on stderr, next commands: the same after `sync`, `runs retry` and `runs watch`.
import { RevosError, toErrorDocument, type ErrorDocument } from "../../kernel/error.ts";
import type { Run } from "../../model/run.ts";
import type { Context } from "../context.ts";
import { printErrorLine } from "../failure.ts";
import { renderRun } from "../view/run-summary.ts";
import { printWarnings } from "./findings.ts";
import { printNext } from "./next.ts";

/** For people; JSON is the caller's, who knows whether one run or several are the document. */
export function printRun(ctx: Context, run: Run): void {
  printWarnings(ctx, run.warnings);
  ctx.out.text(renderRun(run, { say: ctx.say, terminal: ctx.terminal, paint: ctx.paint }));
  printRunErrors(ctx, run);
  printNext(ctx, run.next);
}

/** What went wrong, once more and last: failures must not scroll away. Under --json only one, the one that decides the exit. */
export function printRunErrors(ctx: Context, run: Run): void {
  if (run.exit === 0) return;
  if (ctx.out.machine) return printErrorLine(ctx.host, ctx.terminal, deciding(ctx, run));
  if (run.exit === 130 || run.exit === 143)
    return ctx.notes.line(`\n${deciding(ctx, run).message}`);
  const errors = [
    ...(run.error ? [run.error] : []),
    ...run.streams.flatMap((stream) => (stream.error ? [named(stream.stream, stream.error)] : [])),
  ];
  const shown = new Set<string>();
  for (const error of errors.length > 0 ? errors : [deciding(ctx, run)]) {
    const key = `${error.code} ${error.message}`;
    if (!shown.has(key)) printErrorLine(ctx.host, ctx.terminal, error as ErrorDocument);
    shown.add(key);
  }
}

const named = <E extends { readonly where: Record<string, unknown> | null }>(
  stream: string,
  error: E,
): E => ({ ...error, where: { stream, ...error.where } });

/** The error whose exit is the run's; where the streams' errors differ from it, one that says what happened as a whole. */
function deciding(ctx: Context, run: Run): ErrorDocument {
  const candidates = [run.error ?? null, ...run.streams.map((stream) => stream.error)].filter(
    (error) => error !== null,
  );
  const done = run.streams.filter((stream) => stream.published).length;
  const facts = { run: run.id, published: done, all: run.streams.length };
  const isStopped = run.exit === 130 || run.exit === 143;
  const same = candidates.find((error) => error.exit === run.exit);
  if (same && !isStopped) return same as ErrorDocument;
  if (run.exit === 9)
    return toErrorDocument(
      new RevosError("gate.held", ctx.say("run.heldWhy", facts), { data: facts }),
    );
  if (run.exit === 8)
    return toErrorDocument(
      new RevosError("run.partial", ctx.say("run.partialWhy", facts), { data: facts }),
    );
  if (isStopped)
    return {
      ...toErrorDocument(
        new RevosError("run.stopped", ctx.say("run.stoppedWhy", facts), { data: facts }),
      ),
      exit: run.exit,
    };
  const [first] = candidates;
  if (first) return { ...(first as ErrorDocument), exit: run.exit };
  return {
    ...toErrorDocument(
      new RevosError("run.partial", ctx.say("run.partialWhy", facts), { data: facts }),
    ),
    exit: run.exit,
  };
}
