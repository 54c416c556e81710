// What the streams are and what follows from it: width, colour, glyphs, language, prompts, progress. ux.md §2.3.
// Each stream is judged alone; agents and CI change prompts and animation, never format or consent.
import type { Flags } from "./flags.ts";
import type { Env, Host } from "./host.ts";

export type Lang = "en" | "ja";
export type ProgressStyle = "live" | "lines" | "percent" | "none";

export type Terminal = {
  readonly lang: Lang;
  readonly ascii: boolean;
  readonly accessible: boolean;
  readonly json: boolean;
  readonly ndjson: boolean;
  readonly plain: boolean;
  readonly quiet: boolean;
  /** 0, 1 (-v), 2 (-vv). */
  readonly verbosity: number;
  readonly stdoutTty: boolean;
  readonly stderrTty: boolean;
  readonly width: number;
  readonly colorOut: boolean;
  readonly colorErr: boolean;
  /** Questions may be asked. */
  readonly interactive: boolean;
  readonly progress: ProgressStyle;
  /** Name of the coding assistant that runs us, for the audit record. */
  readonly agent: string | null;
  readonly zone: string;
};

const agentVariables: readonly (readonly [variable: string, name: string])[] = [
  ["CLAUDECODE", "claude-code"],
  ["CODEX_SANDBOX", "codex"],
  ["CURSOR_AGENT", "cursor"],
  ["GEMINI_CLI", "gemini-cli"],
  ["OPENCODE", "opencode"],
];

export function detectAgent(env: Env): string | null {
  for (const variable of ["AI_AGENT", "AGENT"]) {
    const value = env[variable];
    if (value && value !== "0" && value !== "false")
      return /^(1|true)$/.test(value) ? "unnamed" : value.slice(0, 40);
  }
  return agentVariables.find(([variable]) => env[variable])?.[1] ?? null;
}

const on = (value: string | undefined) =>
  value !== undefined && value !== "" && value !== "0" && value !== "false";

/** The language that the reader asked for, by flag, variable or a Japanese locale; null where nothing says one. */
export function saidLang(flag: string | undefined, env: Env): Lang | null {
  const said = flag ?? firstOf(env, ["REVOS_LANG"]);
  if (said !== undefined) return /^ja/i.test(said) ? "ja" : "en";
  // A locale of another language is the machine's more often than the reader's choice.
  return detectLang(undefined, env) === "ja" ? "ja" : null;
}

export function detectLang(flag: string | undefined, env: Env): Lang {
  const wanted = flag ?? firstOf(env, ["REVOS_LANG", "LC_ALL", "LC_MESSAGES", "LANG"]);
  return /^ja/i.test(wanted ?? "") ? "ja" : "en";
}

function firstOf(env: Env, names: readonly string[]): string | undefined {
  return names.map((name) => env[name]).find((value) => value !== undefined && value !== "");
}

/** ASCII glyphs: asked for, or a locale in which the other glyphs are two cells wide, or no UTF-8. */
export function detectAscii(flag: boolean, lang: Lang, env: Env): boolean {
  if (flag || env.REVOS_GLYPHS === "ascii") return true;
  if (env.REVOS_GLYPHS === "unicode") return false;
  if (lang === "ja") return true;
  const locale = firstOf(env, ["LC_ALL", "LC_CTYPE", "LANG"]);
  if (locale === undefined) return false;
  return /^(ja|zh|ko)/i.test(locale) || !/utf-?8/i.test(locale);
}

export function wantsColor(isTty: boolean, flags: Flags, env: Env): boolean {
  const flag = flags.has("no-color") ? "never" : flags.text("color");
  if (flag === "always") return true;
  if (flag === "never") return false;
  if (env.NO_COLOR) return false;
  if (on(env.FORCE_COLOR) || on(env.CLICOLOR_FORCE)) return true;
  if (env.FORCE_COLOR === "0" || env.TERM === "dumb") return false;
  return isTty;
}

export function describeTerminal(host: Host, flags: Flags): Terminal {
  const { env, stdout, stderr } = host;
  const lang = detectLang(flags.text("lang"), env);
  const json = flags.has("json");
  const ndjson = flags.has("ndjson");
  const agent = detectAgent(env);
  const ci = on(env.CI);
  const dumb = env.TERM === "dumb";
  const accessible = flags.has("accessible") || on(env.ACCESSIBLE);
  const stderrTty = stderr.isTTY === true;
  const verbosity =
    flags.count("verbose") > 0 ? flags.count("verbose") : env.REVOS_LOG === "debug" ? 2 : 0;
  const machine = json || ndjson;
  const quiet = flags.has("quiet");
  const zone = flags.text("tz") ?? (env.TZ || undefined);
  /** A person looks at the screen: colour says something. */
  const seen = !ci && agent === null && !accessible;
  let progress: ProgressStyle = "live";
  if (quiet || (machine && verbosity === 0)) progress = "none";
  else if (!stderrTty || ci || agent || machine) progress = "lines";
  else if (dumb || accessible) progress = "percent";
  return {
    lang,
    ascii: detectAscii(flags.has("ascii"), lang, env),
    accessible: accessible || dumb,
    json,
    ndjson,
    plain: flags.has("plain"),
    quiet,
    verbosity,
    stdoutTty: stdout.isTTY === true,
    stderrTty,
    width: stderr.columns || stdout.columns || Number(env.COLUMNS) || 100,
    colorOut: !machine && wantsColor(stdout.isTTY === true && seen, flags, env),
    colorErr: !machine && wantsColor(stderrTty && seen, flags, env),
    // The input is looked at last: to open it takes Node longer than all the rest.
    interactive:
      stderrTty &&
      !machine &&
      !ci &&
      agent === null &&
      !flags.has("no-input") &&
      host.stdin.isTTY === true,
    progress,
    agent,
    // Asked for late: the zone tables cost more than a short command.
    get zone() {
      return zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
    },
  };
}
