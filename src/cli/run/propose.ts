// connections propose: seed 003's phases as one command. Each confirmation point is asked at a terminal or answered by a
// flag; a missing answer stops there with exit 7 and the proposal's id. The offline form asks nothing.
import type { ProposalDocument } from "../../api/operations.ts";
import { RevosError } from "../../kernel/error.ts";
import type { Context } from "../context.ts";
import type { Handler } from "../command.ts";
import { rememberNames } from "../remembered.ts";
import { askGoal, confirmModes, confirmStreams, answerPii } from "./propose-steps.ts";
import { proposeOffline } from "./propose-offline.ts";
import { printDropped } from "./propose-show.ts";
import { writeProposal } from "./propose-write.ts";
import { printNext } from "./next.ts";

export const propose: Handler = async (ctx) => {
  if (ctx.flags.text("discovery") !== undefined) return proposeOffline(ctx);
  let proposal = await startOrResume(ctx);
  if (proposal.action === "offer_pull" || proposal.action === "ask_source")
    return otherwise(ctx, proposal);
  if (ctx.flags.has("dropped")) return printDropped(ctx, proposal);
  if (proposal.action === "ask_use_case") proposal = await askGoal(ctx, proposal);
  proposal = await confirmStreams(ctx, proposal);
  proposal = await confirmModes(ctx, proposal);
  proposal = await answerPii(ctx, proposal);
  return writeProposal(ctx, proposal);
};

async function startOrResume(ctx: Context): Promise<ProposalDocument> {
  const goal = ctx.flags.text("goal")?.trim();
  const resume = ctx.flags.text("resume");
  if (resume !== undefined) {
    const found = await ctx.call("proposals.show", { id: resume });
    return goal ? ctx.call("proposals.change", { id: resume, goal, ...ctx.actor }) : found;
  }
  const sourceId = ctx.args[0] ?? (await askSource(ctx));
  if (goal === "")
    throw new RevosError("usage.bad_value", "--goal is empty; one sentence is enough.", {
      data: { flag: "--goal", value: "", wanted: "a sentence" },
    });
  return ctx.call("proposals.start", { sourceId, ...(goal ? { goal } : {}) });
}

/** No id, no step (seed 003): a person picks one, a program is told how to find one. */
async function askSource(ctx: Context): Promise<string> {
  const missing = () =>
    new RevosError(
      "usage.missing_argument",
      "revos connections propose needs the id of a source.",
      {
        data: { command: "connections propose", argument: "source-id" },
        advice: "revos sources list",
      },
    );
  if (!ctx.prompt.possible) throw missing();
  const sources = await ctx.call("sources.list", {});
  rememberNames(ctx, { sources: sources.map((one) => ({ id: one.id, name: one.name })) });
  if (sources.length === 0) throw missing();
  sources.forEach((source, i) =>
    ctx.notes.line(`  ${i + 1}  ${source.id}  ${source.name} (${source.kind})`),
  );
  for (;;) {
    const answer = await ctx.prompt.ask(`${ctx.say("propose.askSource")} `);
    const found = sources.find(
      (source, i) => source.id === answer || source.name === answer || String(i + 1) === answer,
    );
    if (found) return found.id;
    if (answer === "" || answer === "quit") throw missing();
  }
}

/** A connection that fits exists, or the source is not clear: offer what to do, write nothing. */
function otherwise(ctx: Context, proposal: ProposalDocument): number {
  const pull = proposal.pull ?? [];
  if (ctx.out.machine) ctx.out.json(proposal);
  else if (proposal.action === "offer_pull") {
    ctx.out.text(ctx.say("propose.offerPull", { names: pull.map((one) => one.name).join(", ") }));
    printNext(
      ctx,
      pull.map((one) => ({ command: `revos pull ${one.name}`, why: "" })),
    );
  } else {
    ctx.out.text(proposal.text ?? ctx.say("propose.askSource"));
    printNext(ctx, [{ command: "revos sources list", why: "" }]);
  }
  return 0;
}
