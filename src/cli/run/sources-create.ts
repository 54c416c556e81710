// sources create: from a config file, by questions in a terminal, or, where nobody can be asked, how to do it headless.
import { rememberMore } from "../remembered.ts";
import type { OperationOutput } from "../../api/operations.ts";
import { RevosError } from "../../kernel/error.ts";
import type { Context } from "../context.ts";
import type { Handler } from "../command.ts";
import { printCheck, stepProgress } from "./check-result.ts";
import { describeConnector } from "./connectors.ts";
import { printNext } from "./next.ts";
import { readConfig } from "./read-config.ts";
import { createByForm } from "./sources-form.ts";

export const sourcesCreate: Handler = async (ctx) => {
  if (ctx.flags.text("config") === undefined)
    return ctx.prompt.possible ? printMade(ctx, await createByForm(ctx)) : headlessForm(ctx);
  const input = await readConfig(ctx, "sources create");
  const made = await ctx.call(
    "sources.create",
    { ...input, ...(ctx.flags.has("skip-test") ? { skipTest: true } : {}) },
    stepProgress(ctx),
  );
  return printMade(ctx, made);
};

function printMade(ctx: Context, made: OperationOutput<"sources.create">): number {
  rememberMore(ctx, { sources: [{ id: made.id, name: made.name }] });
  if (ctx.out.machine) ctx.out.json(made);
  else {
    if (made.check && !made.check.ok) printCheck(ctx, made.check);
    ctx.out.text(ctx.say("sources.created", { id: made.id, name: made.name, kind: made.kind }));
    printNext(ctx, [{ command: `revos sources list-streams ${made.id}`, why: "" }]);
  }
  return 0;
}

async function headlessForm(ctx: Context): Promise<number> {
  const connector = ctx.flags.text("connector");
  if (!ctx.out.machine) {
    const kind = connector ?? "postgres";
    const shown = connector
      ? describeConnector(ctx, await ctx.call("connectors.show", { kind }))
      : "";
    ctx.out.text(`${ctx.say("sources.headless", { kind })}${shown === "" ? "" : `\n\n${shown}`}`);
  }
  throw new RevosError(
    "usage.missing_argument",
    "There is no terminal to ask on: sources create needs --config here. Nothing was created.",
    {
      data: { command: "sources create", argument: "--config" },
      advice: `revos sources create --connector ${connector ?? "postgres"} --name <name> --config <file|->`,
    },
  );
}
