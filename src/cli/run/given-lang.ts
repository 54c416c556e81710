// The language of sentences that an operation makes (reasons, notes, effects), where the reader said one. A proposal
// without it speaks the language of its goal.
import type { Context } from "../context.ts";
import { saidLang } from "../terminal.ts";

export function givenLang(ctx: Context): { readonly lang?: "en" | "ja" } {
  const lang = saidLang(ctx.flags.text("lang"), ctx.host.env);
  return lang === null ? {} : { lang };
}
