// connections propose: seed 003's phases as one command. Each confirmation point is asked at a terminal or answered by a
// flag; a missing answer stops there with exit 7 and the proposal's id. The offline form asks nothing.
import type { ProposalDocument } from "../../api/operations.ts";
import { RevosError } from "../../kernel/error.ts";
import type { Context } from "../context.ts";
import type { Handler } from "../command.ts";
import { rememberNames } from "../remembered.ts";
import {
  answerPii,
  askGoal,
  changeByFlags,
  confirmModes,
  confirmStreams,
  idOf,
  stopHere,
} from "./propose-steps.ts";
import { givenLang } from "./given-lang.ts";
import { proposeOffline } from "./propose-offline.ts";
import { printDropped } from "./propose-show.ts";
import { writeProposal } from "./propose-write.ts";
import { printNext } from "./next.ts";

export const propose: Handler = async (ctx) => {
  if (ctx.flags.text("discovery") !== undefined) return proposeOffline(ctx);
  let proposal = await startOrResume(ctx);
  if (proposal.action === "ask_source") return askedSource(ctx, proposal);
  if (proposal.action === "offer_pull") proposal = await offerPull(ctx, proposal);
  if (proposal.action === "offer_pull") return 0;
  if (ctx.flags.has("dropped")) return printDropped(ctx, proposal);
  if (proposal.action === "ask_use_case") proposal = await askGoal(ctx, proposal);
  proposal = await changeByFlags(ctx, proposal);
  // A change may open a point again that was confirmed: go by the state, not by a list of steps.
  for (let step = pointOf(proposal); step; step = pointOf(proposal))
    proposal = await step(ctx, proposal);
  return writeProposal(ctx, proposal);
};

function pointOf(
  proposal: ProposalDocument,
): ((ctx: Context, proposal: ProposalDocument) => Promise<ProposalDocument>) | null {
  switch (proposal.state) {
    case "streams_open":
      return confirmStreams;
    case "modes_open":
      return confirmModes;
    case "pii_open":
      return answerPii;
    default:
      return null;
  }
}

async function startOrResume(ctx: Context): Promise<ProposalDocument> {
  const goal = ctx.flags.text("goal")?.trim();
  const resume = ctx.flags.text("resume");
  if (resume !== undefined) {
    const found = await ctx.call("proposals.show", { id: resume });
    const lang = givenLang(ctx);
    return goal || lang.lang !== undefined
      ? ctx.call("proposals.change", {
          id: resume,
          ...(goal ? { goal } : {}),
          ...lang,
          ...ctx.actor,
        })
      : found;
  }
  const sourceId = ctx.args[0] ?? (await askSource(ctx));
  if (goal === "")
    throw new RevosError("usage.bad_value", "--goal is empty; one sentence is enough.", {
      data: { flag: "--goal", value: "", wanted: "a sentence" },
    });
  const made = await ctx.call("proposals.start", {
    sourceId,
    ...(goal ? { goal } : {}),
    ...givenLang(ctx),
  });
  if (ctx.prompt.possible && made.action !== "offer_pull" && made.action !== "ask_source")
    ctx.notes.line(
      ctx.say("propose.noneYet", { checked: (await ctx.call("connections.list", {})).length }),
    );
  return made;
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

/** A connection that fits is there: it is offered first, and a second one is made only when that is said. */
async function offerPull(ctx: Context, proposal: ProposalDocument): Promise<ProposalDocument> {
  const names = (proposal.pull ?? []).map((one) => one.name);
  const id = idOf(proposal);
  const anew = (reply: string) => ctx.call("proposals.change", { id, reply, ...ctx.actor });
  const given = ctx.flags.text("reply");
  if (given !== undefined) return anew(given);
  const offer = ctx.say("propose.offerPull", { names: names.join(", ") });
  if (!ctx.prompt.possible)
    throw stopHere(ctx, proposal, offer, "--reply new      or: revos pull " + names.join(" "));
  ctx.out.text(offer);
  for (;;) {
    const answer = await ctx.prompt.ask(`${ctx.say("propose.offerAsk")} `);
    if (/^(new|n|新規|新しい|別)/i.test(answer)) return anew("new");
    // Other words are no answer to this question, a goal least of all.
    if (/^(|y|yes|pull|ok|はい)$/i.test(answer)) break;
  }
  printNext(
    ctx,
    names.map((name) => ({ command: `revos pull ${name}`, why: "" })),
  );
  return proposal;
}

function askedSource(ctx: Context, proposal: ProposalDocument): number {
  if (ctx.out.machine) ctx.out.json(proposal);
  else {
    ctx.out.text(proposal.text ?? ctx.say("propose.askSource"));
    printNext(ctx, [{ command: "revos sources list", why: "" }]);
  }
  return 0;
}
