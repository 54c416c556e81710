// The last step of a proposal: names, the file, the check of what was written, the seed's closing sentence. A file that
// stands there is never replaced without its difference shown and a yes.
import type { OperationOutput, ProposalDocument } from "../../api/operations.ts";
import { RevosError, toErrorDocument } from "../../kernel/error.ts";
import type { Context } from "../context.ts";
import { printErrorLine, renderFailure } from "../failure.ts";
import { paintDifference } from "../view/difference.ts";
import { invalid, printFindings, printWarnings } from "./findings.ts";
import { printNext } from "./next.ts";
import { idOf, stopHere } from "./propose-steps.ts";
import { relative } from "node:path";

type Written = OperationOutput<"proposals.write">;
type Names = { name?: string; label?: string };

export async function writeProposal(ctx: Context, proposal: ProposalDocument): Promise<number> {
  const asks = ctx.prompt.possible && !ctx.flags.has("write");
  if (!asks && !ctx.flags.has("write")) {
    if (proposal.state === "written")
      return report(ctx, proposal, await write(ctx, proposal, namesByFlag(ctx), false));
    throw stopHere(ctx, proposal, ctx.say("propose.needWrite", { id: idOf(proposal) }), "--write");
  }
  let names = asks ? await askNames(ctx, proposal, namesByFlag(ctx)) : namesByFlag(ctx);
  let written = await write(ctx, proposal, names, ctx.flags.has("overwrite"));
  while (!written.written && written.difference !== null) {
    if (!ctx.prompt.possible) throw exists(ctx, proposal, written);
    ctx.notes.line(
      `${ctx.say("propose.exists", { path: shown(ctx, written.path) })}\n${paintDifference(written.difference, ctx.notes.paint).join("\n")}`,
    );
    const answer = await ctx.prompt.ask(`${ctx.say("propose.existsAsk")} `);
    if (/^(o|overwrite|y|yes|はい|上書き)$/i.test(answer))
      written = await write(ctx, proposal, names, true);
    else if (answer === "" || /^(q|quit)$/i.test(answer)) throw exists(ctx, proposal, written);
    else {
      names = { ...names, name: answer };
      written = await write(ctx, proposal, names, false);
    }
  }
  return report(ctx, proposal, written);
}

function exists(ctx: Context, proposal: ProposalDocument, written: Written): RevosError {
  const path = shown(ctx, written.path);
  return new RevosError(
    "file.exists",
    `${path} stands there already, with other content. Nothing was written.`,
    {
      data: { file: path, difference: written.difference },
      advice: `revos connections propose --resume ${idOf(proposal)} --write --overwrite      or another --name`,
    },
  );
}

function namesByFlag(ctx: Context): Names {
  const name = ctx.flags.text("name");
  const label = ctx.flags.text("label");
  return { ...(name === undefined ? {} : { name }), ...(label === undefined ? {} : { label }) };
}

async function askNames(ctx: Context, proposal: ProposalDocument, given: Names): Promise<Names> {
  const name =
    given.name ??
    ((await ctx.prompt.ask(`${ctx.say("propose.fileName")}   [${proposal.name ?? ""}] `)) ||
      proposal.name ||
      undefined);
  const label =
    given.label ??
    ((await ctx.prompt.ask(`${ctx.say("propose.label")}   [${proposal.label ?? ""}] `)) ||
      proposal.label ||
      undefined);
  return { ...(name === undefined ? {} : { name }), ...(label === undefined ? {} : { label }) };
}

/** A slug that is refused is asked for again at a terminal. */
async function write(
  ctx: Context,
  proposal: ProposalDocument,
  names: Names,
  overwrite: boolean,
): Promise<Written> {
  const schedule = ctx.flags.text("schedule");
  const owner = ctx.flags.text("owner");
  try {
    return await ctx.call("proposals.write", {
      id: idOf(proposal),
      ...names,
      ...(schedule === undefined ? {} : { schedule }),
      ...(owner === undefined ? {} : { owner }),
      ...(overwrite ? { overwrite: true } : {}),
    });
  } catch (thrown) {
    if (
      !(thrown instanceof RevosError) ||
      !ctx.prompt.possible ||
      !["config.slug_invalid", "usage.bad_value"].includes(thrown.code)
    )
      throw thrown;
    ctx.notes.line(renderFailure(toErrorDocument(thrown), ctx.host, ctx.terminal));
    const name = await ctx.prompt.ask(`${ctx.say("propose.fileName")}   `);
    return write(ctx, proposal, { ...names, ...(name === "" ? {} : { name }) }, overwrite);
  }
}

const shown = (ctx: Context, path: string): string => {
  const near = relative(ctx.host.cwd, path);
  return near.startsWith("..") || near === "" ? path : near;
};

function report(ctx: Context, proposal: ProposalDocument, written: Written): number {
  const path = shown(ctx, written.path);
  const findings = written.findings.map((finding) => ({ ...finding, file: written.path }));
  const errors = findings.filter((finding) => finding.severity === "error").length;
  if (ctx.out.machine)
    ctx.out.json({
      ...proposal,
      state: "written",
      path,
      streams: written.streams,
      findings: written.findings,
      warnings: [...proposal.warnings, ...written.warnings],
      exit: errors > 0 ? 3 : 0,
    });
  if (errors > 0) {
    // Passed on as they are, and no word of success (seed 003, phase 7).
    printErrorLine(ctx.host, ctx.terminal, toErrorDocument(invalid(ctx, findings)));
    return 3;
  }
  if (ctx.out.machine) return 0;
  printFindings(ctx, findings);
  printWarnings(ctx, written.warnings);
  ctx.out.text(
    ctx.say("propose.wrote", {
      path,
      streams: written.streams,
      notes: findings.length + written.warnings.length,
    }),
  );
  ctx.out.text(ctx.say("propose.closing", { path }));
  printNext(ctx, [
    { command: "revos diff", why: "" },
    { command: "revos apply", why: "" },
  ]);
  return 0;
}
