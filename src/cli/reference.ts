// The command reference as Markdown, from the command table: docs/reference/cli.md cannot drift from the parser.
import { nameOf, type Command, type Flag } from "./command.ts";
import { commands } from "./commands/table.ts";
import { globalFlags } from "./global-flags.ts";
import { exitRows } from "./view/topics.ts";

const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("<", "&lt;");

export function renderReference(): string {
  const here = commands.filter((one) => one.load);
  const later = commands.filter((one) => !one.load);
  return [
    "# Commands",
    "",
    "stdout is the result, stderr everything else. Flags may stand before and after the command. `revos help <command>` prints the",
    "same text in a terminal, `--lang ja` in Japanese.",
    "",
    "## Global flags",
    "",
    ...flagTable(globalFlags),
    "",
    "## Exit codes",
    "",
    "| code | name | when | safe to retry |",
    "|---|---|---|---|",
    ...exitRows.map(
      ([code, name, when, , retry]) => `| ${code} | ${name} | ${cell(when)} | ${retry} |`,
    ),
    "",
    ...here.flatMap(section),
    "## Not in this version",
    "",
    "These are planned. Each says so and ends with exit 2: it never pretends to have done something.",
    "",
    later.map((one) => `\`${nameOf(one)}\``).join(", "),
    "",
  ].join("\n");
}

function section(command: Command): string[] {
  const args = command.args.map((argument) => {
    const name = `${argument.choices?.join("|") ?? argument.name}${argument.many ? "..." : ""}`;
    return argument.required ? ` <${name}>` : ` [${name}]`;
  });
  const flags = command.flags.filter((flag) => !flag.notYet);
  return [
    `## revos ${nameOf(command)}`,
    "",
    `${sentence(command.summary[0])}`,
    "",
    "```",
    `revos ${nameOf(command)}${args.join("")}${flags.length > 0 ? " [flags]" : ""}`,
    "```",
    "",
    ...(flags.length > 0 ? [...flagTable(flags), ""] : []),
    "```",
    ...command.examples.map((example) => `revos ${example}`),
    "```",
    "",
  ];
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

function flagTable(flags: readonly Flag[]): string[] {
  const rows = flags.map((flag) => {
    const value =
      flag.value === undefined ? "" : flag.optional ? `[=${flag.value}]` : ` <${flag.value}>`;
    return `| \`${flag.short ? `-${flag.short}, ` : ""}--${flag.name}${value.replaceAll("|", "\\|")}\` | ${cell(flag.help[0])} |`;
  });
  return ["| flag | meaning |", "|---|---|", ...rows];
}
