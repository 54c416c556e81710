// Destinations: the built-in DuckDB warehouse and those that were made, with credentials sealed in the store.
import { RevosError } from "../../kernel/error.ts";
import { shortWork } from "../../kernel/memory-budget.ts";
import type { HandlerTable } from "../context.ts";
import { builtIn, findDestination } from "../destinations.ts";
import { loadDestination } from "../registry.ts";
import { issueWords } from "../../connect/text/issue-words.ts";
import { runCheck } from "../sources.ts";

export const handlers: HandlerTable = {
  "destinations.list": async (ctx) => {
    const stored = await (await ctx.store()).destinations.list();
    const all = stored.some((entry) => entry.name === builtIn)
      ? stored
      : [{ name: builtIn, kind: "duckdb", config: { path: ctx.project.warehouse } }, ...stored];
    return await Promise.all(
      all.map(async ({ name, kind, config }) => {
        const definition = await loadDestination(kind);
        const parsed = definition.config.safeParse(config);
        return {
          name,
          kind,
          place: parsed.success ? definition.describe(parsed.data) : "?",
          isDefault: name === ctx.project.settings.destination,
        };
      }),
    );
  },

  "destinations.show": async (ctx, { name }) => {
    const stored = await (await ctx.store()).destinations.describe(name);
    const found = stored ?? (await findDestination(ctx, name));
    return {
      apiVersion: "revos/v1",
      kind: "Destination",
      metadata: { name, createdAt: stored?.createdAt ?? null },
      spec: { connector: found.kind, config: { ...found.config } },
      status: { isDefault: name === ctx.project.settings.destination },
    };
  },

  "destinations.create": async (ctx, { connector, name, config }) => {
    const definition = await loadDestination(connector);
    const parsed = definition.config.safeParse(config);
    if (!parsed.success) {
      const issues = parsed.error.issues.map((issue) => issueWords(issue, definition.config));
      throw new RevosError(
        "usage.bad_value",
        `The config of ${name} is not valid: ${issues.join("; ")}.`,
        { advice: `revos connectors show ${connector} prints what is needed.` },
      );
    }
    await (
      await ctx.store()
    ).destinations.create({ name, kind: connector, config, secrets: definition.secrets });
    return { name, kind: connector };
  },

  "destinations.test": async (ctx, { name }, options) => {
    const found = await findDestination(ctx, name);
    const definition = await loadDestination(found.kind);
    const signal = options.signal ?? new AbortController().signal;
    await using open = await definition.open(definition.config.parse(found.config), {
      signal,
      log: ctx.log,
      ...shortWork.check,
    });
    return await runCheck(open.check(), options);
  },
};
