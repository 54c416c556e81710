// config list, get, set, path: the project's own settings.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { RevosError } from "../../kernel/error.ts";
import type { Context } from "../context.ts";
import type { Handler } from "../command.ts";
import { short } from "../flags.ts";
import { suggest } from "../suggest.ts";
import { printDocument } from "./document.ts";

export const configList: Handler = async (ctx) => {
  printDocument(ctx, await ctx.call("config.list", {}));
  return 0;
};

export const configGet: Handler = async (ctx) => {
  const key = ctx.args[0] ?? "";
  const settings = await ctx.call("config.list", {});
  const value = reach(settings, key);
  if (value === undefined) throw unknownKey(key, Object.keys(settings));
  if (ctx.out.machine) ctx.out.json(value);
  else ctx.out.text(typeof value === "string" ? value : JSON.stringify(value));
  return 0;
};

function reach(settings: Readonly<Record<string, unknown>>, key: string): unknown {
  if (key in settings) return settings[key];
  return key
    .split(".")
    .reduce<unknown>(
      (at, part) =>
        typeof at === "object" && at !== null ? (at as Record<string, unknown>)[part] : undefined,
      settings,
    );
}

function unknownKey(key: string, known: readonly string[]): RevosError {
  const near = suggest(key, known);
  return new RevosError(
    "usage.bad_value",
    `${short(key)} is not a setting. There are ${known.join(", ")}.`,
    {
      data: { flag: "key", value: short(key), wanted: known.join(", ") },
      advice: near ? `revos config get ${near}` : "revos config list",
    },
  );
}

export const configSet: Handler = async (ctx) => {
  const [key = "", value = ""] = ctx.args;
  const done = await ctx.call("config.set", { key, value });
  if (ctx.out.machine) ctx.out.json({ ...done, key, exit: 0 });
  else ctx.out.text(done.changed ? `${key}: ${value}` : ctx.say("done.unchanged", { name: key }));
  return 0;
};

/** The keys come from the environment only: a key on the command line could be seen in ps. */
export const configRotateKey: Handler = async (ctx) => {
  const done = await ctx.call("config.rotateKey", {});
  if (ctx.out.machine) ctx.out.json({ ...done, exit: 0 });
  else
    ctx.out.text(
      done.sealed > 0
        ? ctx.say("config.rotated", { sealed: done.sealed, key: done.keyId })
        : ctx.say("config.keyKept", { already: done.already, key: done.keyId }),
    );
  return 0;
};

export const configPath: Handler = async (ctx: Context) => {
  const path = join(ctx.projectDir, "revos.yaml");
  if (ctx.out.machine) ctx.out.json({ path, exists: existsSync(path) });
  else ctx.out.text(path);
  return 0;
};
