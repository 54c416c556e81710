// The ad hoc form of sync: `--mode`, `--cursor`, `--key`, `--as` bind to the `--stream` before them; before the first
// `--stream` they hold for all. interface.md §2.
import type { OperationInput } from "../../api/operations.ts";
import { RevosError } from "../../kernel/error.ts";
import type { Context } from "../context.ts";
import type { GivenFlag } from "../flags.ts";

type AdHocInput = OperationInput<"sync.adHoc">;
type Choice = AdHocInput["streams"][number];
const bound = ["mode", "cursor", "key", "as"] as const;
type Bound = (typeof bound)[number];

export function adHocInput(
  ctx: Context,
): Pick<AdHocInput, "source" | "into" | "streams" | "common" | "pii"> {
  const source = ctx.flags.text("source");
  const into = ctx.flags.text("into");
  if (!source || !into) {
    throw new RevosError(
      "usage.missing_argument",
      `The ad hoc form of sync needs --source and --into; ${source ? "--into" : "--source"} is missing.`,
      {
        data: { command: "sync", argument: source ? "--into" : "--source" },
        advice:
          "revos sync --source <uri> --into duckdb:warehouse.duckdb --stream <namespace.name>",
      },
    );
  }
  if (ctx.args.length > 0) {
    throw new RevosError(
      "usage.bad_value",
      "revos sync takes either the name of a connection or --source and --into, not both.",
      {
        data: { flag: "name", value: ctx.args[0] ?? "", wanted: "--source" },
      },
    );
  }
  const pii = ctx.flags.text("pii") as AdHocInput["pii"];
  const { ordered } = ctx.flags;
  return {
    source,
    into,
    streams: bindStreams(ordered),
    common: commonChoice(ordered),
    ...(pii ? { pii } : {}),
  };
}

/** What stands before the first `--stream`; of a source with one stream, which needs no `--stream`, that is all. */
function commonChoice(ordered: readonly GivenFlag[]): NonNullable<AdHocInput["common"]> {
  const common: Partial<Record<Bound, string>> = {};
  for (const { name, value } of ordered) {
    if (name === "stream") break;
    const key = bound.find((one) => one === name);
    if (key && value !== null) common[key] = value;
  }
  return common;
}

export function bindStreams(ordered: readonly GivenFlag[]): Choice[] {
  const forAll: Partial<Record<Bound, string>> = {};
  const streams: Choice[] = [];
  for (const { name, value } of ordered) {
    if (value === null) continue;
    if (name === "stream") streams.push({ ...forAll, stream: value });
    const key = bound.find((one) => one === name);
    if (!key) continue;
    const last = streams.at(-1);
    if (last) last[key] = value;
    else forAll[key] = value;
  }
  return streams;
}

/** The personal-data question, where the operation stopped for it and a person can answer; else null. */
export async function askPii(
  ctx: Context,
  thrown: unknown,
): Promise<"clear" | "hash" | "drop" | null> {
  if (
    !(thrown instanceof RevosError) ||
    thrown.code !== "consent.needed" ||
    !ctx.prompt.possible ||
    ctx.flags.has("pii")
  )
    return null;
  ctx.notes.line(thrown.message);
  for (;;) {
    const answer = (await ctx.prompt.ask(`${ctx.say("pii.askHow")} `)).toLowerCase();
    const chosen = (
      { h: "hash", hash: "hash", d: "drop", drop: "drop", c: "clear", clear: "clear" } as const
    )[answer];
    if (chosen) {
      ctx.prompt.close();
      return chosen;
    }
    if (answer === "" || answer === "q" || answer === "quit") return null;
  }
}
