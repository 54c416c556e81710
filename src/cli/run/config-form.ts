// The questions of a connector's config in a terminal: made from its JSON Schema, so that a new connector needs no form of
// its own. What is needed or has a usual value is asked; the rest only on request. Secrets are not shown while typed.
import type { Context } from "../context.ts";

export type ConfigSchema = {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, ConfigSchema>>;
  readonly required?: readonly string[];
  readonly items?: ConfigSchema;
};

/** One question. `key` is the path in the config, joined with dots; `group` the nested part it belongs to. */
export type ConfigField = {
  readonly key: string;
  readonly group: string | null;
  readonly schema: ConfigSchema;
  readonly isNeeded: boolean;
  readonly isSecret: boolean;
  readonly isUsual: boolean;
};

export type Config = Record<string, unknown>;

export function fieldsOf(schema: ConfigSchema, secrets: readonly string[]): ConfigField[] {
  const walk = (at: ConfigSchema, group: string | null): ConfigField[] =>
    Object.entries(at.properties ?? {}).flatMap(([name, one]): ConfigField[] => {
      const key = group === null ? name : `${group}.${name}`;
      if (one.properties) return walk(one, key);
      const isSecret = secrets.includes(key);
      const hasDefault = one.default !== undefined;
      const isNeeded = at.required?.includes(name) === true && !hasDefault;
      const isPassword = isSecret && /password|token|secret/i.test(name);
      const isUsual = group === null && (isNeeded || hasDefault || isPassword);
      return [{ key, group, schema: one, isNeeded, isSecret, isUsual }];
    });
  return walk(schema, null);
}

/** Asks for what is usual, then, on request, for the rest; `config` holds earlier answers, which Enter keeps. */
export async function askAll(
  ctx: Context,
  fields: readonly ConfigField[],
  config: Config,
): Promise<void> {
  for (const field of fields) if (field.isUsual) await askField(ctx, field, config);
  const rest = fields.filter((field) => !field.isUsual);
  if (rest.length === 0) return;
  const names = [...new Set(rest.map((field) => field.group ?? field.key))].join(", ");
  if (!(await ctx.prompt.yesNo(ctx.say("form.more", { names }), false))) return;
  const refused = new Set<string>();
  for (const field of rest) {
    const { group } = field;
    if (group !== null && refused.has(group)) continue;
    const isFirst = rest.find((one) => one.group === group) === field;
    if (group !== null && isFirst) {
      if (!(await ctx.prompt.yesNo(ctx.say("form.group", { name: group }), false))) {
        refused.add(group);
        continue;
      }
    }
    await askField(ctx, field, config);
  }
}

/** Asks until the answer fits. Enter keeps the earlier answer, else the default, else leaves an optional one out. */
export async function askField(ctx: Context, field: ConfigField, config: Config): Promise<void> {
  for (;;) {
    const before = valueAt(config, field.key);
    const assumed = before ?? field.schema.default;
    const hint = hintOf(ctx, field, before, assumed);
    const question = `  ${field.key}${hint === "" ? "" : `  [${hint}]`}: `;
    const answer = field.isSecret
      ? await ctx.prompt.askHidden(question)
      : await ctx.prompt.ask(question);
    if (answer === "") {
      if (assumed !== undefined || !field.isNeeded) return;
      ctx.notes.line(`  ${ctx.notes.paint.bad(ctx.say("form.needed", { key: field.key }))}`);
      continue;
    }
    const read = readAnswer(ctx, field.schema, answer);
    if ("value" in read) return setAt(config, field.key, read.value);
    ctx.notes.line(
      `  ${ctx.notes.paint.bad(ctx.say("form.wrong", { key: field.key, wanted: read.wanted }))}`,
    );
  }
}

function hintOf(
  ctx: Context,
  { schema, isSecret, isNeeded }: ConfigField,
  before: unknown,
  assumed: unknown,
): string {
  if (isSecret) return ctx.say(before === undefined ? "form.hidden" : "form.hiddenKept");
  if (assumed !== undefined && assumed !== "")
    return Array.isArray(assumed) ? assumed.join(", ") : String(assumed as string);
  if (schema.enum) {
    const choices = schema.enum.map(String).join(" | ");
    return isNeeded ? choices : `${choices}; ${ctx.say("form.optional")}`;
  }
  if (schema.items) return ctx.say("form.list");
  return isNeeded ? "" : ctx.say("form.optional");
}

type Answer = { readonly value: unknown } | { readonly wanted: string };

function readAnswer(ctx: Context, schema: ConfigSchema, text: string): Answer {
  // Resolved when it is used; what it holds is judged then.
  if (/^\$\{env\.[^}]+\}$/.test(text)) return { value: text };
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (schema.enum) {
    const found = schema.enum.find((one) => String(one) === text);
    return found === undefined ? { wanted: schema.enum.map(String).join(", ") } : { value: found };
  }
  if (type === "array")
    return { value: text.split(",").flatMap((part) => (part.trim() === "" ? [] : [part.trim()])) };
  if (type === "integer" || type === "number") {
    const number = Number(text);
    const fits = Number.isFinite(number) && (type === "number" || Number.isInteger(number));
    return fits ? { value: number } : { wanted: ctx.say("form.number") };
  }
  if (type === "boolean") {
    if (/^(true|yes|y|はい)$/i.test(text)) return { value: true };
    if (/^(false|no|n|いいえ)$/i.test(text)) return { value: false };
    return { wanted: "true, false" };
  }
  return { value: text };
}

function valueAt(config: Config, key: string): unknown {
  let at: unknown = config;
  for (const part of key.split("."))
    at = typeof at === "object" && at !== null ? (at as Config)[part] : undefined;
  return at;
}

function setAt(config: Config, key: string, value: unknown): void {
  const parts = key.split(".");
  const last = parts.pop() ?? key;
  let at = config;
  for (const part of parts) at = (at[part] ??= {}) as Config;
  at[last] = value;
}
