// "Next:" lines: commands that work when pasted, on stderr so that they never mix with the result.
import type { Context } from "../context.ts";
import { cellWidth, padEnd } from "../view/width.ts";

export type Next = { readonly command: string; readonly why: string };

export function printNext(
  ctx: Context,
  next: readonly Next[],
  title = ctx.say("next.title"),
): void {
  if (next.length === 0 || ctx.terminal.plain) return;
  const [only] = next;
  if (next.length === 1 && only)
    return ctx.notes.line(`${ctx.say("next.one")} ${ctx.notes.paint.name(only.command)}`);
  const measure = { ambiguousIsNarrow: ctx.terminal.lang !== "ja" };
  const width = Math.min(60, Math.max(...next.map((one) => cellWidth(one.command, measure))));
  ctx.notes.line(title);
  for (const { command, why } of next) {
    const padded = padEnd(command, width, measure);
    ctx.notes.line(
      why === ""
        ? `  ${ctx.notes.paint.name(command)}`
        : `  ${ctx.notes.paint.name(padded)}  ${why}`,
    );
  }
}
