// sources create. The form in the browser comes with the web UI; until then the headless form is printed, and said so.
import { RevosError } from "../../kernel/error.ts";
import type { Context } from "../context.ts";
import type { Handler } from "../command.ts";
import { printCheck, stepProgress } from "./check-result.ts";
import { describeConnector } from "./connectors.ts";
import { printNext } from "./next.ts";
import { readConfig } from "./read-config.ts";

export const sourcesCreate: Handler = async (ctx) => {
  if (ctx.flags.text("config") === undefined) return headlessForm(ctx);
  const input = await readConfig(ctx, "sources create");
  const made = await ctx.call(
    "sources.create",
    { ...input, ...(ctx.flags.has("skip-test") ? { skipTest: true } : {}) },
    stepProgress(ctx),
  );
  if (ctx.out.machine) ctx.out.json(made);
  else {
    if (made.check && !made.check.ok) printCheck(ctx, made.check);
    ctx.out.text(ctx.say("sources.created", { id: made.id, name: made.name, kind: made.kind }));
    printNext(ctx, [{ command: `revos sources list-streams ${made.id}`, why: "" }]);
  }
  return 0;
};

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
    "The form in the browser is not part of this version: sources create needs --config. Nothing was created.",
    {
      data: { command: "sources create", argument: "--config" },
      advice: `revos sources create --connector ${connector ?? "postgres"} --name <name> --config <file|->`,
    },
  );
}
