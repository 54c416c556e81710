// runs logs: what a run did, line by line, also of one that died; with --follow until it ends. Literals only, so that a log
// is searched the same way in every language.
import type { OperationOutput } from "../../api/operations.ts";
import type { Context } from "../context.ts";
import type { Handler } from "../command.ts";
import { streamKey } from "../view/run-state.ts";
import { lineTime } from "../view/time.ts";

type Line = OperationOutput<"runs.logs">[number];

const levels = ["debug", "info", "warn", "error"];
const pollMs = 500;

export const runsLogs: Handler = async (ctx) => {
  const id = ctx.args[0] ?? "";
  const stream = ctx.flags.text("stream");
  const follows = ctx.flags.has("follow");
  const least = levels.indexOf(ctx.flags.text("level") ?? "info");
  const wanted = (line: Line): boolean =>
    typeof line.level !== "string" || levels.indexOf(line.level) >= least;
  const kept: Line[] = [];
  for (let after: number | undefined; ;) {
    const lines = await ctx.call("runs.logs", {
      id,
      ...(stream ? { stream } : {}),
      ...(after === undefined ? {} : { after }),
    });
    const shown = lines.filter(wanted);
    kept.push(...shown);
    if (!ctx.out.machine && shown.length > 0)
      await ctx.out.long(shown.map((line) => logLine(ctx, line)).join("\n"), { pages: !follows });
    if (!follows || lines.some((line) => line.event === "run.finished")) break;
    after = Math.max(after ?? 0, ...lines.map((line) => Number(line.seq ?? 0)));
    await pause(ctx, pollMs);
  }
  if (ctx.out.machine) ctx.out.json(kept);
  else if (kept.length === 0) ctx.out.text(ctx.say("runs.noLogs"));
  return 0;
};

/** Ends at once when the command is stopped. */
async function pause(ctx: Context, ms: number): Promise<void> {
  const { signal } = ctx.stop;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    const onAbort = () => {
      clearTimeout(timer);
      resolve();
    };
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
  });
  signal.throwIfAborted();
}

function logLine(ctx: Context, line: Line): string {
  const { t, level, event, run: _, seq: __, stream, namespace, ...fields } = line;
  const at = typeof t === "string" ? `${lineTime(Date.parse(t), ctx.terminal.zone)} ` : "";
  const sign = typeof level === "string" ? `${paintLevel(ctx, level)} ` : "";
  const name =
    typeof stream === "string"
      ? ` ${streamKey(typeof namespace === "string" ? namespace : null, stream)}`
      : "";
  // Sentences are for readers of their language; the code says the same to everyone.
  const rest = Object.entries(fields)
    .filter(([key]) => key !== "message" || ctx.terminal.lang === "en")
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([key, value]) => ` ${key}=${valueText(value)}`);
  return `${at}${sign}${String(event ?? "")}${name}${rest.join("")}`;
}

function paintLevel(ctx: Context, level: string): string {
  const word = level.padEnd(5);
  return level === "error" ? ctx.paint.bad(word) : level === "warn" ? ctx.paint.warn(word) : word;
}

function valueText(value: unknown): string {
  if (Array.isArray(value) && value.some((one) => typeof one === "object"))
    return String(value.length);
  if (typeof value === "object") return JSON.stringify(value);
  const text = String(value as string);
  return /\s/.test(text) ? JSON.stringify(text) : text;
}
