// Connections into files: what was applied or changed since, written as YAML. A file keeps its comments; one that differs
// is shown, and replaced only when that is said.
import { existsSync, readFileSync } from "node:fs";
import { compare } from "../../connect/plan/flatten.ts";
import { updateDocument } from "../../connect/yaml/edit.ts";
import { readYaml } from "../../connect/yaml/read.ts";
import { formatConnection } from "../../connect/yaml/write.ts";
import { Connection } from "../../model/connection.ts";
import type { OperationOutput } from "../../api/operations.ts";
import { resourceOf } from "../compare.ts";
import { pathOf, shown, writeConnectionFile } from "../connection-files.ts";
import type { HandlerTable } from "../context.ts";
import { diffLines } from "../line-diff.ts";
import { findConnection } from "../sync-connection.ts";

type Pulled = OperationOutput<"pull">["files"][number];

export const handlers: HandlerTable = {
  pull: async (ctx, { names, all, force, check, stdout }) => {
    const store = await ctx.store();
    const connections = all
      ? await store.connections.list()
      : await Promise.all(names.map((name) => findConnection(ctx, name)));
    const files: Pulled[] = [];
    for (const connection of connections) {
      const resource = resourceOf(connection);
      const path = pathOf(ctx.project, connection.slug);
      const before = existsSync(path) ? readFileSync(path, "utf8") : null;
      const isSame =
        before !== null && saysTheSame(before, resource, ctx.project.settings.destination);
      const yaml =
        before === null
          ? formatConnection(resource)
          : isSame
            ? before
            : updateDocument(before, resource);
      const base = {
        name: connection.slug,
        path: shown(ctx.project, path),
        ...(stdout ? { yaml } : {}),
      };
      if (before === yaml) files.push({ ...base, state: "unchanged", difference: null });
      else if (check || stdout || (before !== null && !force))
        files.push({
          ...base,
          state: "differs",
          difference: before === null ? null : diffLines(before, yaml),
        });
      else {
        await writeConnectionFile(path, yaml);
        // From here on the file decides: what is on the server now is what the file says.
        await store.connections.update(connection.id, connection.revision, { fileText: yaml });
        files.push({
          ...base,
          state: "written",
          difference: before === null ? null : diffLines(before, yaml),
        });
      }
    }
    return { changed: files.some((file) => file.state === "written"), files };
  },
};

/** A file that means what the server has is left alone, however it is written. */
function saysTheSame(text: string, resource: Connection, defaultDestination: string): boolean {
  const file = Connection.safeParse(readYaml(text).value);
  if (
    !file.success ||
    file.data.metadata.id !== resource.metadata.id ||
    file.data.spec.prefix !== resource.spec.prefix
  )
    return false;
  return compare(file.data, resource, defaultDestination).length === 0;
}
