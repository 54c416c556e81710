// How the reader calls revos: through npx, and in which folder. Commands that are shown work when they are pasted as they stand.
import type { Env } from "./host.ts";

/** npx passes what it runs to all below it. */
export function nameOfRevos(env: Env): string {
  const isNpx = env.npm_command === "exec" && /^['"]?revos\b/.test(env.npm_lifecycle_script ?? "");
  return isNpx ? "npx revos" : "revos";
}

/** A word of a POSIX shell. */
export const shellWord = (text: string): string =>
  /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;

/** `npx revos -C shop`: with the project folder where one was given. */
export function calledAs(env: Env, argv: readonly string[]): string {
  const at = argv.findIndex((word) => /^(?:-C|--project)$/.test(word));
  const joined = argv.map((word) => /^(?:--project=|-C=?)(.+)$/s.exec(word)?.[1]).find(Boolean);
  const folder = at >= 0 ? argv[at + 1] : joined;
  return `${nameOfRevos(env)}${folder === undefined ? "" : ` -C ${shellWord(folder)}`}`;
}

/** A command, or a sentence with commands in it, as the reader would type it. */
export const asTyped = (text: string, called: string): string =>
  called === "revos"
    ? text
    : text.replaceAll(/(?<![\w/.-])(?<!npx )revos (?=[a-z])/g, `${called} `);
