// Names of connections as people type them: a name, an id, or a glob in quotes that lists what it matched.
import { RevosError } from "../../kernel/error.ts";
import type { Context } from "../context.ts";
import { rememberNames } from "../remembered.ts";
import { suggest } from "../suggest.ts";

const isGlob = (text: string) => /[*?[\]]/.test(text);

export async function resolveNames(ctx: Context, given: readonly string[]): Promise<string[]> {
  if (!given.some((one) => isGlob(one) || one.startsWith("con_"))) return [...new Set(given)];
  const known = await ctx.call("connections.list", {});
  rememberNames(ctx, { connections: known.map((one) => one.name) });
  const found = given.flatMap((one) => {
    if (!isGlob(one)) return [known.find((connection) => connection.id === one)?.name ?? one];
    const matched = known
      .filter((connection) => globToPattern(one).test(connection.name))
      .map((connection) => connection.name);
    if (matched.length === 0) {
      throw new RevosError("connection.not_found", `No connection matches ${one}.`, {
        data: { connection: one },
      });
    }
    ctx.notes.line(ctx.say("names.matched", { glob: one, names: matched.join(", ") }));
    return matched;
  });
  return [...new Set(found)];
}

export function globToPattern(glob: string): RegExp {
  const body = glob
    .replace(/[.+^${}()|\\]/g, "\\$&")
    .replaceAll("*", ".*")
    .replaceAll("?", ".");
  return new RegExp(`^${body}$`);
}

/** Adds a suggestion to "no such connection", from the names that are known. */
export async function withSuggestion<T>(ctx: Context, name: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (thrown) {
    if (
      !(thrown instanceof RevosError) ||
      thrown.code !== "connection.not_found" ||
      thrown.data.suggestion
    )
      throw thrown;
    const known = await ctx.call("connections.list", {}).catch(() => []);
    const near = suggest(
      name,
      known.map((one) => one.name),
    );
    if (!near) throw thrown;
    throw new RevosError("connection.not_found", `${thrown.message} Did you mean ${near}?`, {
      data: { ...thrown.data, suggestion: near },
      advice: `revos ${ctx.command.path.join(" ")} ${near}`,
      cause: thrown,
    });
  }
}
