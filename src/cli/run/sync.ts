// sync: connections by name or glob, or the ad hoc form. Runs now, waits, closes the books on screen.
import { RevosError } from "../../kernel/error.ts";
import type { Run } from "../../model/run.ts";
import type { Context } from "../context.ts";
import type { Handler } from "../command.ts";
import { exitOfAll } from "../exit-code.ts";
import { rememberMore } from "../remembered.ts";
import { adHocInput, askPii } from "./ad-hoc.ts";
import { resolveNames, withSuggestion } from "./names.ts";
import { printRun, printRunErrors } from "./print-run.ts";
import { showProgress, type Sequence } from "./progress.ts";

export const sync: Handler = async (ctx) => {
  const adHoc = ctx.flags.has("source") || ctx.flags.has("into");
  if (!adHoc && ctx.args.length === 0) {
    throw new RevosError(
      "usage.missing_argument",
      "revos sync needs the name of a connection, or --source and --into.",
      {
        data: { command: "sync", argument: "name" },
        advice: "revos connections list",
      },
    );
  }
  const sequence: Sequence = { next: 1 };
  const runs: Run[] = [];
  if (adHoc) runs.push(await syncAdHoc(ctx, sequence));
  else {
    for (const name of await resolveNames(ctx, ctx.args)) {
      runs.push(await syncOne(ctx, name, sequence));
      if (ctx.stop.signal.aborted) break;
    }
  }
  rememberMore(ctx, { runs: runs.map((run) => run.id) });
  if (ctx.terminal.json) ctx.out.json(runs.length === 1 ? runs[0] : runs);
  if (ctx.out.machine) for (const run of runs) printRunErrors(ctx, run);
  const exit = exitOfAll(runs.map((run) => run.exit));
  return ctx.stop.received ? ctx.stop.exit : exit;
};

function common(ctx: Context) {
  const maxQuarantine = ctx.flags.text("max-quarantine");
  if (maxQuarantine !== undefined && !/^\d+(\.\d+)?%?$/.test(maxQuarantine)) {
    throw new RevosError(
      "usage.bad_value",
      `--max-quarantine was given ${JSON.stringify(maxQuarantine)}; it takes a number of rows or a share such as 5%.`,
      {
        data: { flag: "--max-quarantine", value: maxQuarantine, wanted: "100, 5%" },
      },
    );
  }
  const timeoutMs = ctx.flags.durationMs("timeout");
  return {
    ...(ctx.flags.has("dry-run") ? { dryRun: true } : {}),
    ...(ctx.flags.has("strict") ? { strict: true } : {}),
    ...(maxQuarantine === undefined ? {} : { maxQuarantine }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  };
}

async function syncOne(ctx: Context, name: string, sequence: Sequence): Promise<Run> {
  for (const flag of ["mode", "cursor", "key", "as", "pii"]) {
    if (!ctx.flags.has(flag)) continue;
    throw new RevosError(
      "usage.bad_value",
      `--${flag} belongs to the ad hoc form (--source, --into); a connection says it in its file.`,
      {
        data: { flag: `--${flag}`, value: "", wanted: "--source" },
        advice: `connections/${name}.yaml`,
      },
    );
  }
  const streams = ctx.flags.all("stream");
  const shown = showProgress(ctx, name, sequence);
  let run: Run | null = null;
  try {
    const input = {
      name,
      ...(streams.length > 0 ? { streams: [...streams] } : {}),
      ...common(ctx),
    };
    run = await withSuggestion(ctx, name, ctx.call("sync", input, shown.onProgress));
  } finally {
    shown.end(run);
  }
  show(ctx, run);
  return run;
}

async function syncAdHoc(ctx: Context, sequence: Sequence): Promise<Run> {
  const input = { ...adHocInput(ctx), ...common(ctx) };
  const once = async (pii?: "clear" | "hash" | "drop"): Promise<Run> => {
    const shown = showProgress(ctx, input.streams.map((one) => one.stream).join(", "), sequence);
    let run: Run | null = null;
    try {
      run = await ctx.call("sync.adHoc", { ...input, ...(pii ? { pii } : {}) }, shown.onProgress);
    } finally {
      shown.end(run);
    }
    return run;
  };
  let run: Run;
  try {
    run = await once();
  } catch (thrown) {
    const pii = await askPii(ctx, thrown);
    if (pii === null) throw thrown;
    run = await once(pii);
  }
  show(ctx, run);
  return run;
}

function show(ctx: Context, run: Run): void {
  if (ctx.out.machine) return;
  if (ctx.terminal.plain)
    return ctx.out.text(
      run.streams
        .map((one) =>
          [
            one.stream,
            one.status,
            one.read,
            one.written,
            one.quarantined,
            one.filtered,
            one.deduplicated,
          ].join("\t"),
        )
        .join("\n"),
    );
  if (ctx.flags.has("dry-run")) {
    ctx.out.text(ctx.say("sync.dry", { streams: run.streams.length }));
    ctx.out.text(
      run.streams
        .map(
          (one) =>
            `  ${one.namespace ? `${one.namespace}.` : ""}${one.stream}  ${one.syncMode}  ${one.table}`,
        )
        .join("\n"),
    );
    return;
  }
  printRun(ctx, run);
}
