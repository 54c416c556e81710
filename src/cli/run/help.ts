// help: a command, a topic (`exit-codes`, `commands`), an error code, or a rule of the architect.
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { RevosError } from "../../kernel/error.ts";
import { designExamples, exampleCommand } from "../../model/design-examples.ts";
import type { FailureMode } from "../../model/failure-mode.ts";
import { failureOf, severityTitles } from "../../model/failure-modes.ts";
import type { Context } from "../context.ts";
import type { Handler, Command } from "../command.ts";
import { nameOf } from "../command.ts";
import { commands } from "../commands/table.ts";
import { short, type Flags } from "../flags.ts";
import type { Host } from "../host.ts";
import { Output } from "../output.ts";
import { projectOrHere } from "../project.ts";
import { readNames } from "../remembered.ts";
import { suggest } from "../suggest.ts";
import type { Terminal } from "../terminal.ts";
import { allCommands, commandHelp, groupHelp, shortHelp } from "../view/help.ts";
import { errorCodeNames, errorHelp, exitCodesHelp } from "../view/topics.ts";

const topics = ["exit-codes", "commands", "examples"];

export const help: Handler = async (ctx) => {
  const words = ctx.args;
  if (words.length === 1 && /^[a-z]{2,}-\d\d$/i.test(words[0] ?? ""))
    return ruleHelp(ctx, words[0] ?? "");
  const failure = words.length === 1 ? failureOf((words[0] ?? "").toUpperCase()) : null;
  if (failure) return failureHelp(ctx, (words[0] ?? "").toUpperCase(), failure);
  const text =
    words.length === 0
      ? shortHelp(commands, ctx.terminal.lang, ctx.host.version, nextStep(ctx.projectDir))
      : topic(words, ctx.terminal, ctx.flags.has("all"));
  await print(ctx.out, text);
  return 0;
};

/** One rule of the architect, as its answers cite it: `revos help MODE-03`. */
async function ruleHelp(ctx: Context, id: string): Promise<number> {
  const rule = await ctx.call("design.rule", { id, lang: ctx.terminal.lang });
  const ja = ctx.terminal.lang === "ja";
  const rows = [
    [ja ? "条件" : "when", rule.when],
    [ja ? "結論" : "then", rule.effect],
    [ja ? "根拠" : "seed", [rule.seed, ...rule.basis].join(", ")],
  ];
  if (ctx.out.machine) ctx.out.json(rule);
  else
    ctx.out.text(
      [`${rule.id}: ${rule.title}`, "", ...rows.map(([name, text]) => `  ${name}: ${text}`)].join(
        "\n",
      ),
    );
  return 0;
}

/** One failure mode, as findings of a review name it: `revos help R07`. */
function failureHelp(ctx: Context, id: string, failure: FailureMode): number {
  const { lang } = ctx.terminal;
  const ja = lang === "ja";
  if (ctx.out.machine) ctx.out.json({ id, ...failure });
  else
    ctx.out.text(
      [
        `${id}: ${failure.title[lang]}`,
        "",
        `  ${ja ? "重大度" : "severity"}: ${severityTitles[failure.severity][lang]}`,
        `  ${ja ? "対策" : "fix"}: ${failure.fix[lang]}`,
      ].join("\n"),
    );
  return 0;
}

async function print(out: Output, text: string): Promise<void> {
  if (out.machine) out.json({ text });
  else await out.long(text);
}

/** `--help` anywhere, and words that only group commands. */
export async function printHelp(
  host: Host,
  terminal: Terminal,
  command: Command | null,
  group: string | null,
  flags: Flags,
): Promise<number> {
  const out = new Output(host, terminal, flags);
  if (command) await print(out, commandHelp(command, terminal.lang, false));
  else if (group) await print(out, groupHelp(commands, group, terminal.lang));
  else
    await print(
      out,
      shortHelp(commands, terminal.lang, host.version, nextStep(projectOrHere(host, flags))),
    );
  return 0;
}

function topic(words: readonly string[], terminal: Terminal, all: boolean): string {
  const name = words.join(" ");
  const command = commands.find((one) => nameOf(one) === name);
  if (command) return commandHelp(command, terminal.lang, all);
  if (commands.some((one) => one.path[0] === name)) return groupHelp(commands, name, terminal.lang);
  if (name === "exit-codes") return exitCodesHelp(terminal.lang);
  if (name === "commands") return allCommands(commands, terminal.lang);
  if (name === "examples") return examplesHelp(terminal.lang);
  const error = errorHelp(name, terminal.lang);
  if (error) return error;
  const near = suggest(name, [
    ...topics,
    ...commands.map(nameOf),
    ...commands.map((one) => one.path[0] ?? ""),
    ...errorCodeNames(),
  ]);
  throw new RevosError(
    "usage.bad_value",
    `There is no help for ${short(name)}.${near ? ` Did you mean ${near}?` : ""}`,
    {
      data: { flag: "topic", value: short(name), wanted: "a command, exit-codes or an error code" },
      advice: near ? `revos help ${near}` : "revos help commands",
    },
  );
}

/** Requests to the architect that are worked out in docs/examples. */
function examplesHelp(lang: "en" | "ja"): string {
  return designExamples
    .flatMap((one) => [`${one.shows[lang]}:`, `  ${exampleCommand(one, lang)}`, ""])
    .join("\n")
    .trimEnd();
}

/** What makes sense here, from files alone: help opens no store. */
export function nextStep(projectDir: string): string {
  if (!existsSync(join(projectDir, "revos.yaml"))) return "revos demo";
  const names = readNames(projectDir);
  const [run] = names.runs ?? [];
  const [source] = names.sources ?? [];
  if (run) return "revos status";
  if (hasFiles(join(projectDir, "connections")))
    return names.connections?.[0] ? `revos sync ${names.connections[0]}` : "revos diff";
  return source ? `revos connections propose ${source.id}` : "revos sources create";
}

function hasFiles(folder: string): boolean {
  try {
    return readdirSync(folder).some((name) => /\.ya?ml$/.test(name));
  } catch {
    return false;
  }
}
