// Consent: none, `--yes`, or the name typed (`--confirm`). `--yes` never covers the third. Where no question can be asked,
// a missing consent fails at once with exit 7 and names the flag. ux.md §0 D6.
import { Aborted, RevosError } from "../kernel/error.ts";
import type { Context } from "./context.ts";

/** Level 2. */
export async function requireYes(ctx: Context, question: string, withFlag: string): Promise<void> {
  if (ctx.flags.has("yes")) return;
  if (!ctx.prompt.possible) throw consentNeeded(question, withFlag);
  if (!(await ctx.prompt.yesNo(question, false))) throw declined(ctx);
}

/** Level 3: `text` itself must be typed, or given with --confirm. Returns it. */
export async function requireTyped(
  ctx: Context,
  question: string,
  text: string,
  withFlag: string,
): Promise<string> {
  const given = ctx.flags.text("confirm");
  if (given !== undefined) {
    if (given === text) return given;
    throw new RevosError("consent.needed", `--confirm does not name ${text}. Nothing was done.`, {
      data: { flag: "--confirm", name: text },
      advice: withFlag,
    });
  }
  if (!ctx.prompt.possible) throw consentNeeded(question, withFlag);
  const answer = await ctx.prompt.ask(`${question}\n${ctx.say("consent.type", { name: text })} `);
  if (answer !== text) throw declined(ctx);
  return answer;
}

export function consentNeeded(what: string, withFlag: string): RevosError {
  const sentence = /[.?。？]\s*$/.test(what) ? what.trim() : `${what}.`;
  return new RevosError(
    "consent.needed",
    `${sentence} There is no terminal to ask on, and no flag said yes. Nothing was done.`,
    {
      data: { what: sentence, flag: withFlag },
      advice: withFlag,
    },
  );
}

/** The person said no: nothing was done, and that is the end of it (exit 130 would claim an interrupt). */
export class Declined extends Aborted {}

function declined(ctx: Context): Declined {
  return new Declined(ctx.say("consent.declined"));
}
