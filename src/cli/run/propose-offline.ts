// The offline form: files in, one Proposal out, exit 0 whatever it asks. interface.md §4.
import type { Context } from "../context.ts";
import { readJson } from "../files.ts";
import { givenLang } from "./given-lang.ts";
import { showModes, showStreams } from "./propose-show.ts";

export async function proposeOffline(ctx: Context): Promise<number> {
  const text = (flag: string) => {
    const value = ctx.flags.text(flag);
    return value === undefined ? {} : { [flag]: value };
  };
  const json = async (flag: string) => {
    const path = ctx.flags.text(flag);
    return path === undefined ? {} : { [flag]: await readJson(ctx, path) };
  };
  const kind = ctx.flags.text("source-kind") as "database" | "saas" | undefined;
  const source = ctx.flags.text("source") ?? ctx.args[0];
  const proposal = await ctx.call("proposals.offline", {
    discovery: await readJson(ctx, ctx.flags.text("discovery") ?? ""),
    ...(kind ? { sourceKind: kind } : {}),
    ...(source === undefined ? {} : { source }),
    ...text("connector"),
    ...text("goal"),
    ...text("reply"),
    ...givenLang(ctx),
    ...(await json("sources")),
    ...(await json("connections")),
  });
  if (ctx.out.machine) ctx.out.json(proposal);
  else if (proposal.action !== "propose")
    ctx.out.text(proposal.text ?? proposal.ask?.[ctx.terminal.lang] ?? proposal.action);
  else {
    ctx.out.text(proposal.text ?? `${showStreams(ctx, proposal)}\n\n${showModes(ctx, proposal)}`);
    if (proposal.ask) ctx.notes.line(proposal.ask[ctx.terminal.lang]);
  }
  return 0;
}
