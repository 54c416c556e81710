// The steps of a proposal: goal, confirmation point 1 (streams), 2 (modes), personal data. Each changes the stored
// proposal, so that a conversation may stop anywhere and go on with --resume.
import type { OperationInput, ProposalDocument } from "../../api/operations.ts";
import { RevosError } from "../../kernel/error.ts";
import { consentNeeded } from "../consent.ts";
import type { Context } from "../context.ts";
import { renderFailure } from "../failure.ts";
import { toErrorDocument } from "../../kernel/error.ts";
import { localizeError } from "../text/localize.ts";
import { parseModesReply, parseSetFlags, parseStreamsReply, type Change } from "./propose-reply.ts";
import { printPoint, sayMappers } from "./propose-show.ts";

type Input = Omit<OperationInput<"proposals.change">, "id">;

export const idOf = (proposal: ProposalDocument): string => {
  if (proposal.id) return proposal.id;
  throw new RevosError("bug.assertion", "A stored proposal has no id.");
};

const change = (ctx: Context, proposal: ProposalDocument, input: Input) =>
  ctx.call("proposals.change", { id: idOf(proposal), ...ctx.actor, ...input });

/** The missing answer: exit 7, the proposal's id and the flag that would answer. The proposal so far is the partial result. */
export function stopHere(
  ctx: Context,
  proposal: ProposalDocument,
  what: string,
  flag: string,
): RevosError {
  if (ctx.out.machine) ctx.out.json(proposal);
  return consentNeeded(what, `revos connections propose --resume ${idOf(proposal)} ${flag}`);
}

export async function askGoal(ctx: Context, proposal: ProposalDocument): Promise<ProposalDocument> {
  if (!ctx.prompt.possible) {
    if (ctx.out.machine) ctx.out.json(proposal);
    const id = idOf(proposal);
    throw new RevosError(
      "proposal.goal_needed",
      `${ctx.say("propose.needGoal", { id })}. Nothing was done.`,
      {
        data: { proposal: id, flag: "--goal" },
        advice: `revos connections propose --resume ${id} --goal "..."`,
      },
    );
  }
  ctx.notes.line(proposal.ask?.[ctx.terminal.lang] ?? ctx.say("propose.askGoal"));
  for (;;) {
    const goal = await ctx.prompt.ask("> ");
    if (goal !== "") return change(ctx, proposal, { goal });
  }
}

/** What flags say about streams and modes, before any point is asked. */
export async function changeByFlags(
  ctx: Context,
  given: ProposalDocument,
): Promise<ProposalDocument> {
  let proposal = given;
  const only = ctx.flags.list("streams");
  if (only.length > 0) proposal = await change(ctx, proposal, { only: [...only] });
  const reply = ctx.flags.text("reply");
  if (reply !== undefined && given.pull == null) proposal = await change(ctx, proposal, { reply });
  const set = parseSetFlags(ctx.flags.all("set"));
  if (set.length > 0) proposal = await change(ctx, proposal, { set });
  sayWarnings(ctx, proposal);
  return proposal;
}

export async function confirmStreams(
  ctx: Context,
  proposal: ProposalDocument,
): Promise<ProposalDocument> {
  printPoint(ctx, proposal, "streams");
  if (ctx.flags.has("accept-streams") || ctx.flags.has("streams")) {
    ctx.notes.line(ctx.say("propose.acceptedStreams", { streams: proposal.selected.length }));
    return change(ctx, proposal, { confirm: "streams" });
  }
  if (!ctx.prompt.possible)
    throw stopHere(
      ctx,
      proposal,
      ctx.say("propose.needStreams", { id: idOf(proposal) }),
      "--accept-streams",
    );
  return converse(ctx, proposal, "streams", ctx.say("propose.confirmStreams"), parseStreamsReply);
}

export async function confirmModes(
  ctx: Context,
  proposal: ProposalDocument,
): Promise<ProposalDocument> {
  printPoint(ctx, proposal, "modes");
  if (ctx.flags.has("accept-modes")) {
    ctx.notes.line(ctx.say("propose.acceptedModes", { streams: proposal.modes.length }));
    return change(ctx, proposal, { confirm: "modes" });
  }
  if (!ctx.prompt.possible)
    throw stopHere(
      ctx,
      proposal,
      ctx.say("propose.needModes", { id: idOf(proposal) }),
      "--accept-modes",
    );
  return converse(ctx, proposal, "modes", ctx.say("propose.confirmModes"), parseModesReply);
}

/** Said by the tables themselves, stream by stream. */
const inTheTables = [
  "uncertain_name",
  "no_primary_key",
  "no_sync_modes",
  "cursor_candidate_not_listed",
  "mapper_breaks_analysis",
];

/** What an answer brought up: a name nobody knows, a file that stands in the way. Each once. */
function sayWarnings(
  ctx: Context,
  proposal: ProposalDocument,
  before: ProposalDocument | null = null,
): void {
  const said = new Set((before?.warnings ?? []).map((warning) => JSON.stringify(warning)));
  for (const warning of proposal.warnings) {
    const { code, message } = warning;
    if (ctx.out.machine || typeof message !== "string" || said.has(JSON.stringify(warning)))
      continue;
    if (before !== null || !inTheTables.includes(code))
      ctx.notes.warn({ code }, `${message}   [${code}]`);
  }
}

/** Asks until Enter confirms. What cannot be done is said and changes nothing. */
async function converse(
  ctx: Context,
  given: ProposalDocument,
  point: "streams" | "modes",
  question: string,
  parseReply: (reply: string, proposal: ProposalDocument, ctx: Context) => Change,
): Promise<ProposalDocument> {
  let proposal = given;
  ctx.notes.line(question);
  for (;;) {
    const before = proposal;
    const reply = await ctx.prompt.ask("> ");
    const parsed = parseReply(reply, proposal, ctx);
    if (parsed.kind === "quit")
      throw stopHere(ctx, proposal, ctx.say("propose.quit", { id: idOf(proposal) }), "");
    if (parsed.kind === "say") {
      ctx.notes.line(parsed.text);
      continue;
    }
    try {
      if (parsed.kind === "confirm") return await change(ctx, proposal, { confirm: point });
      proposal = await change(ctx, proposal, parsed.input);
    } catch (thrown) {
      if (!(thrown instanceof RevosError) || ![2, 3, 5].includes(thrown.row.exit)) throw thrown;
      ctx.notes.line(
        renderFailure(
          localizeError(toErrorDocument(thrown), ctx.terminal.lang),
          ctx.host,
          ctx.terminal,
        ),
      );
      continue;
    }
    sayWarnings(ctx, proposal, before);
    // The answer confirmed this point in words, or opened an earlier one again.
    if (proposal.state !== `${point}_open`) return proposal;
    if (point === "streams") {
      sayCount(ctx, proposal, before);
      sayMappers(ctx, proposal, before);
    } else printPoint(ctx, proposal, "modes");
    ctx.notes.line(question);
  }
}

/** What the answer did to the selection: `13 of 47: + user_sessions`. */
function sayCount(ctx: Context, proposal: ProposalDocument, before: ProposalDocument): void {
  const names = (one: ProposalDocument) => new Set(one.selected.map((stream) => stream.stream));
  const [now, then] = [names(proposal), names(before)];
  const changes = [
    ...[...now].filter((name) => !then.has(name)).map((name) => `+ ${name}`),
    ...[...then].filter((name) => !now.has(name)).map((name) => `- ${name}`),
  ];
  const all = proposal.selected.length + proposal.dropped.length;
  const shown = changes.length > 8 ? [...changes.slice(0, 8), "..."] : changes;
  ctx.notes.line(
    ctx.say(changes.length > 0 ? "propose.nowStreams" : "propose.sameStreams", {
      selected: proposal.selected.length,
      all,
      changes: shown.join(", "),
    }),
  );
}

const piiFlags = [
  ["hash-pii", "hash"],
  ["pii-clear", "clear"],
  ["pii-drop", "drop"],
] as const;

/** One question for all personal fields; the answer is recorded in the proposal. Nothing is masked silently. */
/** The letters that the question names, and the words it uses, as people say them. */
const piiAnswers = [
  [
    /^(?:y|yes|はい|h|hash(?: (?:it|them|these|all))?|ハッシュ(?:化)?(?:で|して|する|します)?(?:ください)?)$/,
    "hash",
  ],
  [
    /^(?:n|no|いいえ|(?:load )?(?:in )?clear|平文(?:で|のまま)?|そのまま(?:で|読み込む)?)$/,
    "clear",
  ],
  [
    /^(?:d|drop(?: (?:it|them|these|all))?|除外(?:して|する|します)?(?:ください)?|読み込まない)$/,
    "drop",
  ],
] as const;

export async function answerPii(
  ctx: Context,
  proposal: ProposalDocument,
): Promise<ProposalDocument> {
  if (proposal.state !== "pii_open") return proposal;
  const fields = proposal.sensitive.map((one) => `${one.stream}.${one.field.join(".")}`);
  const given = piiFlags.filter(([flag]) => ctx.flags.has(flag));
  if (given.length > 1) {
    throw new RevosError(
      "usage.bad_value",
      "Only one of --hash-pii, --pii-clear and --pii-drop can be meant.",
      { data: { flag: "--hash-pii", value: "", wanted: "one of the three" } },
    );
  }
  const flagged = given[0]?.[1];
  if (flagged) return change(ctx, proposal, { pii: flagged });
  if (!ctx.prompt.possible)
    throw stopHere(
      ctx,
      proposal,
      ctx.say("propose.needPii", { fields: fields.join(", "), id: idOf(proposal) }),
      "--hash-pii",
    );
  ctx.notes.line(`\n${proposal.text ?? ctx.say("propose.pii", { fields: fields.join(", ") })}`);
  for (;;) {
    const answer = (
      await ctx.prompt.ask(
        `${ctx.say(fields.length === 1 ? "propose.piiAskOne" : "propose.piiAsk", { count: fields.length })} `,
      )
    ).toLowerCase();
    const pii = piiAnswers.find(([words]) => words.test(answer))?.[1] ?? null;
    if (pii === null) continue;
    if (pii === "clear") ctx.notes.line(ctx.say("propose.piiClear"));
    return change(ctx, proposal, { pii });
  }
}
