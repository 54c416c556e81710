// connectors list, show. For people the config is a table of keys; with --json the whole schema.
import type { Context } from "../context.ts";
import type { Handler } from "../command.ts";
import { indented, printDocument } from "./document.ts";
import { printNext } from "./next.ts";

export const connectorsList: Handler = async (ctx) => {
  const rows = await ctx.call("connectors.list", {});
  ctx.out.list(
    rows,
    [
      { title: ctx.say("col.kind"), value: (one) => one.kind, cut: true },
      { title: ctx.say("col.title"), value: (one) => one.title, cut: true },
      {
        title: ctx.say("col.roles"),
        value: (one) => one.roles.map((role) => ctx.say(`role.${role}`)).join(", "),
      },
    ],
    "-",
  );
  const shown = rows.find((one) => one.kind === "postgres") ?? rows[0];
  if (!ctx.out.machine && shown)
    printNext(ctx, [{ command: `revos connectors show ${shown.kind}`, why: "" }]);
  return 0;
};

export const connectorsShow: Handler = async (ctx) => {
  const document = await ctx.call("connectors.show", { kind: ctx.args[0] ?? "" });
  if (ctx.out.machine || ctx.terminal.plain) printDocument(ctx, document);
  else ctx.out.text(describeConnector(ctx, document));
  return 0;
};

type Schema = {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
};

/** The facts of a connector, then each role's config as a table. */
export function describeConnector(
  ctx: Context,
  document: Readonly<Record<string, unknown>>,
): string {
  const parts: string[] = [];
  const facts: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(document)) {
    const config = isObject(value) && isObject(value.config) ? (value.config as Schema) : null;
    if (!config?.properties) facts[key] = value;
    else {
      const rest = Object.fromEntries(
        Object.entries(value as object).filter(([name]) => name !== "config"),
      );
      parts.push([`${key}:`, ...indented(rest, 1), "", configTable(ctx, config)].join("\n"));
    }
  }
  return [indented(facts, 0).join("\n"), ...parts].join("\n\n");
}

function configTable(ctx: Context, config: Schema): string {
  const rows = keysOf(config, "");
  return ctx.out.table(rows, [
    { title: ctx.say("col.key.config"), value: (row) => row.key },
    { title: ctx.say("col.value"), value: (row) => row.value, cut: true },
    { title: ctx.say("col.default"), value: (row) => row.assumed, cut: true },
  ]);
}

type Row = { readonly key: string; readonly value: string; readonly assumed: string };

function keysOf(schema: Schema, before: string): Row[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, one]) => {
    const key = `${before}${name}`;
    if (one.properties) return keysOf(one, `${key}.`);
    const needed = one.default === undefined && schema.required?.includes(name);
    return [
      {
        key: `${key}${needed ? " *" : ""}`,
        value: valueOf(one),
        assumed: one.default === undefined ? "" : JSON.stringify(one.default),
      },
    ];
  });
}

function valueOf(schema: Schema): string {
  if (schema.enum) return schema.enum.map(String).join(" | ");
  if (schema.items) return `${valueOf(schema.items)}[]`;
  return Array.isArray(schema.type) ? schema.type.join(" | ") : String(schema.type ?? "");
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
