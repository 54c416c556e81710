// Proposals: offline from files alone, and stored ones that a person answers step by step. seed 003, ux.md §4.3.
import { proposeOffline } from "../../connect/offline.ts";
import type { KnownFile } from "../../connect/propose/input.ts";
import { readYaml } from "../../connect/yaml/read.ts";
import { textOf, valueAt } from "../../connect/validate/raw.ts";
import { readConnectionFiles } from "../connection-files.ts";
import type { AppContext, HandlerTable } from "../context.ts";

export const handlers: HandlerTable = {
  "proposals.offline": async (ctx, input) => proposeOffline({ ...input, files: await knownFiles(ctx) }),
};

/** Files that stand in the way of a new one: by their own name and source. */
async function knownFiles(ctx: AppContext): Promise<KnownFile[]> {
  return (await readConnectionFiles(ctx.project)).map(({ path, text }) => {
    const { value } = readYaml(text);
    return { path, name: textOf(valueAt(value, ["metadata", "name"])), sourceId: textOf(valueAt(value, ["spec", "source", "id"])) };
  });
}
