// Help as text, from the command table. The short help is eight commands and three examples; a command's help starts
// with two examples and the five most used flags.
import { mainCommands } from "../commands/table.ts";
import { nameOf, type Command, type Flag, type Words } from "../command.ts";
import { globalFlags } from "../global-flags.ts";
import type { Lang } from "../terminal.ts";
import { cellWidth, padEnd } from "./width.ts";

const pick = (words: Words, lang: Lang) => words[lang === "ja" ? 1 : 0];

const t = (lang: Lang, en: string, ja: string) => (lang === "ja" ? ja : en);

export function shortHelp(
  commands: readonly Command[],
  lang: Lang,
  version: string,
  next: string,
): string {
  const main = mainCommands.flatMap((name) => commands.filter((one) => nameOf(one) === name));
  return [
    t(
      lang,
      `revos ${version}  design, connect, sync, trust and run data pipelines`,
      `revos ${version}  データパイプラインの設計、接続、同期、検証、運用`,
    ),
    "",
    t(lang, "Commands", "コマンド"),
    ...pairs(
      main.map((one) => [nameOf(one), pick(one.summary, lang)]),
      lang,
    ),
    "",
    t(lang, "Examples", "例"),
    '  revos connections propose src_7kq2m9 --goal "revenue per customer"',
    "  revos sync postgres-prod-revenue",
    '  revos query "select count(*) from main.demo_shop_orders"',
    "",
    `${t(lang, "Next here", "次の一歩")}: ${next}`,
    t(
      lang,
      "All commands: revos help commands    One command: revos <command> --help",
      "全コマンド: revos help commands    個別: revos <コマンド> --help",
    ),
  ].join("\n");
}

export function allCommands(commands: readonly Command[], lang: Lang): string {
  const here = commands.filter((one) => one.load);
  return [
    t(lang, "Commands", "コマンド"),
    ...pairs(
      here.map((one) => [nameOf(one), pick(one.summary, lang)]),
      lang,
    ),
    "",
    t(lang, "Global flags", "共通フラグ"),
    ...flagLines(globalFlags, lang),
  ].join("\n");
}

export function groupHelp(commands: readonly Command[], group: string, lang: Lang): string {
  const inGroup = commands.filter((one) => one.path[0] === group && one.load);
  return [
    t(lang, `revos ${group} <command>`, `revos ${group} <コマンド>`),
    "",
    ...pairs(
      inGroup.map((one) => [nameOf(one), pick(one.summary, lang)]),
      lang,
    ),
    "",
    t(lang, "Examples", "例"),
    ...inGroup.slice(0, 3).map((one) => `  revos ${one.examples[0] ?? nameOf(one)}`),
  ].join("\n");
}

const mostUsed = 5;

export function commandHelp(command: Command, lang: Lang, all: boolean): string {
  const name = nameOf(command);
  const flags = command.flags.filter((flag) => !flag.notYet);
  const shown = all ? flags : flags.slice(0, mostUsed);
  const common = globalFlags.filter(
    (flag) => all || ["json", "lang", "project"].includes(flag.name),
  );
  const about = both(name, lang);
  return [
    ...(about ? [about, ""] : []),
    pick(command.summary, lang),
    ...(command.load
      ? []
      : [t(lang, "Not part of this version.", "このバージョンにはまだありません。")]),
    "",
    ...(command.load
      ? [
          t(lang, "Examples", "例"),
          ...command.examples.slice(0, 2).map((example) => `  revos ${example}`),
          "",
        ]
      : []),
    `${t(lang, "Usage", "使い方")}: revos ${[name, ...command.args.map(argumentText), ...(flags.length > 0 ? ["[flags]"] : [])].join(" ")}`,
    ...(shown.length > 0 ? ["", t(lang, "Flags", "フラグ"), ...flagLines(shown, lang)] : []),
    ...(flags.length > shown.length
      ? [
          `  ${t(lang, `${flags.length - shown.length} more: revos help ${name} --all`, `ほか ${flags.length - shown.length} 個: revos help ${name} --all`)}`,
        ]
      : []),
    "",
    t(lang, "Global flags", "共通フラグ"),
    ...flagLines(common, lang),
    ...(all
      ? []
      : [`  ${t(lang, `all: revos help ${name} --all`, `すべて: revos help ${name} --all`)}`]),
  ].join("\n");
}

/** Two names that differ by a letter are explained together. */
function both(name: string, lang: Lang): string | null {
  if (name !== "contract" && !name.startsWith("contracts")) return null;
  return t(
    lang,
    "contract drafts one data contract; contracts manages those there are.",
    "contract は 1 つの契約案を作り、contracts は既存の契約を管理します。",
  );
}

const argumentText = (argument: Command["args"][number]) => {
  const name = argument.choices ? argument.choices.join("|") : argument.name;
  const many = argument.many ? "..." : "";
  return argument.required ? `<${name}${many}>` : `[${name}${many}]`;
};

function flagLines(flags: readonly Flag[], lang: Lang): string[] {
  return pairs(
    flags.map((flag) => {
      const value =
        flag.value === undefined ? "" : flag.optional ? `[=${flag.value}]` : ` <${flag.value}>`;
      return [
        `${flag.short ? `-${flag.short}, ` : ""}--${flag.name}${value}`,
        pick(flag.help, lang),
      ];
    }),
    lang,
  );
}

function pairs(rows: readonly (readonly [string, string])[], lang: Lang): string[] {
  const measure = { ambiguousIsNarrow: lang !== "ja" };
  const width = Math.max(0, ...rows.map(([left]) => cellWidth(left, measure)));
  return rows.map(([left, right]) => `  ${padEnd(left, width, measure)}  ${right}`.trimEnd());
}
