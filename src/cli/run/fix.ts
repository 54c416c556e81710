// A fix file: `set: {column: value}`, `where: condition`. Values are text or null; numbers and booleans are taken as written.
import { RevosError } from "../../kernel/error.ts";
import type { Context } from "../context.ts";
import { readYamlObject } from "../files.ts";
import { suggest } from "../suggest.ts";

export type Fix = {
  readonly set: Readonly<Record<string, string | null>>;
  readonly where?: string;
};

export async function readFix(ctx: Context, path: string): Promise<Fix> {
  const { set, where, ...rest } = await readYamlObject(ctx, path);
  const [unknown] = Object.keys(rest);
  if (unknown !== undefined) {
    const near = suggest(unknown, ["set", "where"]);
    throw wrong(
      path,
      "config.unknown_key",
      `${unknown} is not a key of a fix; there are set and where.`,
      near ? `did you mean ${near}?` : undefined,
    );
  }
  if (typeof set !== "object" || set === null || Array.isArray(set))
    throw wrong(path, "config.value_invalid", "A fix needs set: {column: value}.");
  if (where !== undefined && typeof where !== "string")
    throw wrong(path, "config.value_invalid", "where of a fix is a condition in one text.");
  const values = Object.fromEntries(
    Object.entries(set as Record<string, unknown>).map(([column, value]) => {
      if (value === null) return [column, null];
      if (typeof value === "object")
        throw wrong(
          path,
          "config.value_invalid",
          `The new value of ${column} must be text, a number, true, false or null.`,
        );
      return [column, String(value)];
    }),
  );
  return { set: values, ...(where === undefined ? {} : { where }) };
}

function wrong(
  path: string,
  code: "config.unknown_key" | "config.value_invalid",
  message: string,
  advice?: string,
): RevosError {
  return new RevosError(code, message, {
    data: { file: path },
    where: { file: path === "-" ? "stdin" : path },
    ...(advice ? { advice } : {}),
  });
}
