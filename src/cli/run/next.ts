// "Next:" lines: commands that work when pasted, on stderr so that they never mix with the result.
import { asTyped, calledAs } from "../called.ts";
import { phrase } from "../text/phrases-ja.ts";
import type { Context } from "../context.ts";
import { cellWidth, padEnd } from "../view/width.ts";

/** Commands longer than this do not push the reasons of the others away. */
const widest = 60;

export type Next = { readonly command: string; readonly why: string };

export function printNext(
  ctx: Context,
  next: readonly Next[],
  title = ctx.say("next.title"),
): void {
  if (next.length === 0 || ctx.terminal.plain) return;
  const called = calledAs(ctx.host.env, ctx.host.argv);
  next = next.map((one) => ({ ...one, command: asTyped(one.command, called) }));
  const [only] = next;
  if (next.length === 1 && only)
    return ctx.notes.line(`${ctx.say("next.one")} ${ctx.notes.paint.name(only.command)}`);
  const measure = { ambiguousIsNarrow: ctx.terminal.lang !== "ja" };
  const { stderrTty, width } = ctx.terminal;
  const widths = next.map((one) => cellWidth(one.command, measure));
  const column = Math.max(0, ...widths.filter((one) => one <= widest));
  ctx.notes.line(title);
  for (const { command, why: reason } of next) {
    const why = phrase(reason, ctx.terminal.lang);
    const name = `  ${ctx.notes.paint.name(command)}`;
    const padded = `  ${ctx.notes.paint.name(padEnd(command, column, measure))}  ${why}`;
    // A reason that has no room beside its command stands below it.
    const fits =
      cellWidth(command, measure) <= column && (!stderrTty || cellWidth(padded, measure) <= width);
    ctx.notes.line(why === "" ? name : fits ? padded : `${name}\n      ${why}`);
  }
}
