// What only shows when all connections are seen together: one id in two files, one table of two connections.
import type { Connection } from "../../model/connection.ts";
import { defaultPrefix, tableName } from "../../model/connection.ts";
import type { Finding } from "../../model/diagnostic.ts";

import { type AppliedConnection, type PlanInput } from "./input.ts";

export function findServer(
  connection: Connection,
  applied: readonly AppliedConnection[],
): AppliedConnection | undefined {
  const { id, name } = connection.metadata;
  return (
    (id === undefined ? undefined : applied.find((entry) => entry.id === id)) ??
    applied.find((entry) => entry.name === name)
  );
}

/** Two files of one connection, or two connections that would write one table. */
export function crossFindings(input: PlanInput): (Finding & { file: string })[] {
  const found: (Finding & { file: string })[] = [];
  const ids = new Map<string, string>();
  const tables = new Map<
    string,
    { readonly connection: string; readonly id: string | undefined }
  >();
  const put = (file: string, finding: Omit<Finding, "severity">) =>
    found.push({ severity: "error", ...finding, file });
  const others = input.applied.filter(
    (entry) =>
      !input.files.some((file) => file.connection && findServer(file.connection, [entry])) &&
      (entry.applied === null || !input.isWhole),
  );
  const claim = (connection: Connection, file: string | null) => {
    const prefix = connection.spec.prefix ?? defaultPrefix(connection.metadata.name);
    connection.spec.streams.forEach((stream, at) => {
      const table = tableName(stream, prefix);
      const key = `${connection.spec.destination ?? input.defaultDestination}\u0000${table.toLowerCase()}`;
      const other = tables.get(key);
      if (other && other.connection !== connection.metadata.name && file !== null)
        put(file, {
          code: "name_clash",
          path: `spec.streams[${at}].${stream.as === undefined ? "name" : "as"}`,
          message: `${connection.metadata.name} and ${other.connection} would both write the table ${table}.`,
          advice: `Set as: on stream ${stream.name}, or another prefix.`,
          data: { table, connections: [other.connection, connection.metadata.name] },
        });
      if (!other)
        tables.set(key, { connection: connection.metadata.name, id: connection.metadata.id });
    });
  };
  for (const entry of others) claim(entry.current, null);
  for (const { file, connection } of input.files) {
    if (!connection) continue;
    const { id } = connection.metadata;
    const first = id === undefined ? undefined : ids.get(id);
    if (id !== undefined && first !== undefined)
      put(file, {
        code: "value_invalid",
        path: "metadata.id",
        message: `${file} and ${first} carry the same id ${id}.`,
        advice: "Remove metadata.id from the copy: apply writes a new one.",
        data: { id, files: [first, file] },
      });
    else if (id !== undefined) ids.set(id, file);
    claim(connection, file);
  }
  return found;
}
