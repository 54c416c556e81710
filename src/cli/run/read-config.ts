// --connector, --name, --config of `sources create` and `destinations create`.
import { statSync } from "node:fs";
import { resolve } from "node:path";
import { RevosError } from "../../kernel/error.ts";
import type { Context } from "../context.ts";
import { readYamlObject } from "../files.ts";

export type ConfigInput = {
  readonly connector: string;
  readonly name: string;
  readonly config: Record<string, unknown>;
};

export async function readConfig(ctx: Context, of: string): Promise<ConfigInput> {
  const path = required(ctx, "config", of);
  const connector = required(ctx, "connector", of);
  const name = required(ctx, "name", of);
  const config = await readYamlObject(ctx, path);
  if (path !== "-") warnWhenOpen(ctx, path, config);
  return { connector, name, config };
}

function required(ctx: Context, flag: string, of: string): string {
  const value = ctx.flags.text(flag);
  if (value !== undefined && value !== "") return value;
  throw new RevosError("usage.missing_argument", `revos ${of} needs --${flag}.`, {
    data: { command: of, argument: `--${flag}` },
    advice: `revos ${ctx.command.examples[0] ?? of}`,
  });
}

/** A file that holds a literal secret should be readable by its owner only. */
function warnWhenOpen(ctx: Context, path: string, config: Record<string, unknown>): void {
  const secret = Object.entries(config).some(
    ([key, value]) =>
      /password|secret|token|key$/i.test(key) &&
      typeof value === "string" &&
      !/^\$\{env\./.test(value) &&
      !value.includes("\n"),
  );
  if (!secret || process.platform === "win32") return;
  const mode = statSync(resolve(ctx.host.cwd, path)).mode & 0o077;
  if (mode !== 0)
    ctx.notes.warn(
      { code: "config.file_open", where: { file: path } },
      ctx.say("config.fileOpen", { file: path }),
    );
}
