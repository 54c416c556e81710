// sources create in a terminal: connector, name and config are asked for, the connection is tested at once, and a failed
// test leads back to the field that it names. Nothing is kept before the test passed or the person says so. ux.md §2.1b.
import type { OperationOutput } from "../../api/operations.ts";
import { RevosError, toErrorDocument } from "../../kernel/error.ts";
import { Declined } from "../consent.ts";
import type { Context } from "../context.ts";
import { printErrorLine } from "../failure.ts";
import { suggest } from "../suggest.ts";
import { stepLine } from "./check-result.ts";
import {
  askAll,
  askField,
  fieldsOf,
  type Config,
  type ConfigField,
  type ConfigSchema,
} from "./config-form.ts";

type Created = OperationOutput<"sources.create">;

export async function createByForm(ctx: Context): Promise<Created> {
  ctx.notes.line(ctx.say("form.intro"));
  const kind = await askKind(ctx);
  const shown = await ctx.call("connectors.show", { kind });
  const source = shown.source as
    | { readonly config: ConfigSchema; readonly secrets: readonly string[] }
    | undefined;
  if (!source)
    throw new RevosError("connector.unknown", `${kind} is not a connector of a source.`, {
      data: { what: kind },
      advice: "revos connectors list",
    });
  const name = await askName(ctx, kind);
  const fields = fieldsOf(source.config, source.secrets);
  const config: Config = {};
  await askAll(ctx, fields, config);
  let skipTest = ctx.flags.has("skip-test");
  for (;;) {
    try {
      if (!skipTest) ctx.notes.line(`\n${ctx.say("form.testing", { name })}`);
      return await ctx.call(
        "sources.create",
        { connector: kind, name, config, ...(skipTest ? { skipTest: true } : {}) },
        (progress) => {
          if (progress.kind === "step")
            ctx.notes.line(stepLine(ctx, progress.step, ctx.notes.paint));
        },
      );
    } catch (thrown) {
      if (!(thrown instanceof RevosError) || !isMendable(thrown)) throw thrown;
      printErrorLine(ctx.host, ctx.terminal, toErrorDocument(thrown));
      skipTest = await askAgain(ctx, fieldOf(thrown, fields), fields, config);
    }
  }
}

/** The same form can mend what the source or its config said; a full disk or a bug it cannot. */
const isMendable = (error: RevosError): boolean => error.code.startsWith("source.");

function fieldOf(error: RevosError, fields: readonly ConfigField[]): ConfigField | undefined {
  const { field, fields: several } = error.data;
  const named = [field, ...(Array.isArray(several) ? (several as unknown[]) : [])];
  return fields.find((one) => named.includes(one.key));
}

/** What to do after a failed test; true: keep it unchecked. */
async function askAgain(
  ctx: Context,
  field: ConfigField | undefined,
  fields: readonly ConfigField[],
  config: Config,
): Promise<boolean> {
  for (;;) {
    const answer = (
      await ctx.prompt.ask(
        `\n${ctx.say(field ? "form.againField" : "form.again", { key: field?.key ?? "" })} `,
      )
    ).toLowerCase();
    if (answer === "q" || answer === "quit") throw new Declined(ctx.say("consent.declined"));
    if (answer === "s") return true;
    if (answer === "" && field) await askField(ctx, field, config);
    else if (answer === "" || answer === "a") await askAll(ctx, fields, config);
    else {
      const named = fields.find((one) => one.key.toLowerCase() === answer);
      if (!named) continue;
      await askField(ctx, named, config);
    }
    return false;
  }
}

async function askKind(ctx: Context): Promise<string> {
  const given = ctx.flags.text("connector");
  if (given !== undefined) return given;
  const kinds = (await ctx.call("connectors.list", {}))
    .filter((one) => one.roles.includes("source"))
    .map((one) => one.kind);
  const assumed = kinds.includes("postgres") ? "postgres" : (kinds[0] ?? "");
  for (;;) {
    const answer =
      (await ctx.prompt.ask(
        `  ${ctx.say("form.kind", { kinds: kinds.join(", ") })} [${assumed}]: `,
      )) || assumed;
    if (kinds.includes(answer)) return answer;
    const near = suggest(answer, kinds);
    ctx.notes.line(
      `  ${ctx.notes.paint.bad(ctx.say("form.wrong", { key: answer, wanted: near ?? kinds.join(", ") }))}`,
    );
  }
}

async function askName(ctx: Context, kind: string): Promise<string> {
  const given = ctx.flags.text("name");
  if (given !== undefined && given !== "") return given;
  const taken = new Set((await ctx.call("sources.list", {})).map((one) => one.name));
  let assumed = kind;
  for (let n = 2; taken.has(assumed); n++) assumed = `${kind}-${n}`;
  for (;;) {
    const answer = (await ctx.prompt.ask(`  ${ctx.say("form.name")} [${assumed}]: `)) || assumed;
    if (!taken.has(answer)) return answer;
    ctx.notes.line(`  ${ctx.notes.paint.bad(ctx.say("form.taken", { name: answer }))}`);
  }
}
