// schema-changes list, accept, ignore. A decision is shown as a plan first and done only with the consent that fits.
import type { SchemaChangeDecision, SchemaChangeSummary } from "../../api/documents.ts";
import type { Handler } from "../command.ts";
import { requireTyped, requireYes } from "../consent.ts";
import type { Context } from "../context.ts";
import type { Column } from "../view/table.ts";
import { timeOf } from "./columns.ts";
import { resolveNames, withSuggestion } from "./names.ts";
import { printNext } from "./next.ts";

export const schemaChangesList: Handler = async (ctx) => {
  const [connection] = await resolveNames(ctx, ctx.args);
  const stream = ctx.flags.text("stream");
  const state = ctx.flags.text("state") as SchemaChangeSummary["state"] | "all" | undefined;
  const listed = ctx.call("schemaChanges.list", {
    ...(connection ? { connection } : {}),
    ...(stream ? { stream } : {}),
    ...(state ? { state } : {}),
  });
  const changes = await (connection ? withSuggestion(ctx, connection, listed) : listed);
  ctx.out.list(changes, columns(ctx), ctx.say("schemaChanges.none"));
  const first = changes.find((change) => change.state === "open");
  if (!ctx.out.machine && first)
    printNext(ctx, [
      {
        command: `revos schema-changes accept ${first.id} --dry-run`,
        why: ctx.say("schemaChanges.nextAccept"),
      },
      {
        command: `revos schema-changes ignore ${first.id}`,
        why: ctx.say("schemaChanges.nextIgnore"),
      },
    ]);
  return 0;
};

function columns(ctx: Context): Column<SchemaChangeSummary>[] {
  return [
    { title: ctx.say("col.id"), value: (change) => change.id },
    { title: ctx.say("col.connection"), value: (change) => change.connection, cut: true },
    {
      title: ctx.say("col.stream"),
      value: (change) => [change.namespace, change.stream].filter(Boolean).join("."),
      cut: true,
    },
    { title: ctx.say("col.change"), value: (change) => inWords(ctx, change), cut: true },
    { title: ctx.say("col.state"), value: (change) => stateOf(ctx, change) },
    { title: ctx.say("col.since"), value: (change) => timeOf(ctx, change.since.at) },
  ];
}

/** An open change either holds its stream or waits beside it: the two are not the same news. */
const stateOf = (ctx: Context, change: SchemaChangeSummary): string =>
  change.state !== "open"
    ? ctx.say(`schemaChanges.state.${change.state}`)
    : ctx.say(change.holds ? "schemaChanges.state.holds" : "schemaChanges.state.waits");

/** What changed, in one line: `amount: int64 -> text (narrow)`. */
export function inWords(ctx: Context, change: SchemaChangeSummary): string {
  const { kind } = change;
  const facts = {
    column: change.column ?? "",
    before: change.before ?? "",
    after: change.after ?? ctx.say("word.none"),
  };
  if (kind === "rename" && !change.certain) return ctx.say("schemaChanges.kind.renameMaybe", facts);
  if (kind === "cursor" && change.after === null)
    return ctx.say("schemaChanges.kind.cursorGone", facts);
  return ctx.say(`schemaChanges.kind.${kind}`, facts);
}

export const schemaChangesAccept: Handler = (ctx) => decide(ctx, "accept");
export const schemaChangesIgnore: Handler = (ctx) => decide(ctx, "ignore");

async function decide(ctx: Context, choice: "accept" | "ignore"): Promise<number> {
  const id = ctx.args[0] ?? "";
  const pii = ctx.flags.text("pii") as "hash" | "drop" | "clear" | undefined;
  const wanted = ctx.flags.text("plan");
  const input = {
    id,
    lang: ctx.terminal.lang,
    ...(ctx.flags.text("policy") === undefined ? {} : { remember: true }),
    ...ctx.actor,
  };
  const call = (more: {
    dryRun?: true;
    plan?: string;
    yes?: true;
    confirm?: string;
  }): Promise<SchemaChangeDecision> => {
    const { confirm, ...rest } = more;
    return choice === "ignore"
      ? ctx.call("schemaChanges.ignore", { ...input, ...rest })
      : ctx.call("schemaChanges.accept", {
          ...input,
          ...rest,
          ...(confirm === undefined ? {} : { confirm }),
          ...(ctx.flags.has("fill") ? { fill: true } : {}),
          ...(pii ? { pii } : {}),
        });
  };
  const plan = await call({ dryRun: true, ...(wanted === undefined ? {} : { plan: wanted }) });
  if (!ctx.out.machine) ctx.out.text(lines(ctx, plan).join("\n"));
  if (ctx.flags.has("dry-run")) {
    if (ctx.out.machine) ctx.out.json(plan);
    else ctx.out.text(ctx.say("schemaChanges.dry"));
    return 0;
  }
  const consent = await askConsent(ctx, choice, plan);
  const done = await call({ plan: plan.plan, ...consent });
  if (ctx.out.machine) ctx.out.json(done);
  else {
    ctx.out.text(
      ctx.say(choice === "accept" ? "schemaChanges.accepted" : "schemaChanges.ignored", { id }),
    );
    printNext(
      ctx,
      done.next.map((step) => ({
        ...step,
        why: ctx.say(
          step.command.startsWith("revos pull") ? "schemaChanges.whyPull" : "schemaChanges.whySync",
        ),
      })),
    );
  }
  return done.exit;
}

function lines(ctx: Context, plan: SchemaChangeDecision): string[] {
  const { change } = plan;
  const stream = [change.namespace, change.stream].filter(Boolean).join(".");
  return [
    `${change.connection}  ${stream}: ${inWords(ctx, change)}`,
    ...(change.evidence.length > 0
      ? [
          `  ${ctx.say("schemaChanges.evidence", {
            list: change.evidence
              .map((word) => {
                const [name = word, number] = word.split(":");
                const known = evidenceWords[name];
                return known ? ctx.say(known) + (number ? ` ${number}` : "") : word;
              })
              .join(", "),
          })}`,
        ]
      : []),
    ...plan.effects.map((effect) => `  ${effect.text}`),
    ctx.say("schemaChanges.plan", { plan: plan.plan }),
  ];
}

const evidenceWords: Readonly<
  Record<string, `schemaChanges.evidence.${"mark" | "position" | "type" | "values"}`>
> = {
  same_mark: "schemaChanges.evidence.mark",
  same_position: "schemaChanges.evidence.position",
  same_type: "schemaChanges.evidence.type",
  same_values: "schemaChanges.evidence.values",
};

async function askConsent(
  ctx: Context,
  choice: "accept" | "ignore",
  plan: SchemaChangeDecision,
): Promise<{ yes?: true; confirm?: string }> {
  const { id } = plan.change;
  const flags = ["fill"].filter((name) => ctx.flags.has(name)).map((name) => ` --${name}`);
  const command = `revos schema-changes ${choice} ${id}${flags.join("")} --plan ${plan.plan}`;
  const question = ctx.say(
    choice === "accept" ? "schemaChanges.acceptAsk" : "schemaChanges.ignoreAsk",
    { id },
  );
  if (plan.consent === "typed") {
    const name = plan.confirm ?? "";
    return { confirm: await requireTyped(ctx, question, name, `${command} --confirm ${name}`) };
  }
  await requireYes(ctx, question, `${command} --yes`);
  return { yes: true };
}
