// What can be connected: kinds, roles, capabilities, the JSON Schema of each config.
import { z } from "zod";
import type { HandlerTable } from "../context.ts";
import { connectorIndex, loadDestination, loadSource, shownConnectors } from "../registry.ts";
import { RevosError } from "../../kernel/error.ts";

export const handlers: HandlerTable = {
  "connectors.list": async () =>
    shownConnectors.map((entry) => ({
      kind: entry.kind,
      title: entry.title,
      roles: [
        ...(entry.source ? (["source"] as const) : []),
        ...(entry.destination ? (["destination"] as const) : []),
      ],
    })),
  "connectors.show": async (_, { kind }) => {
    const entry = connectorIndex.find((candidate) => candidate.kind === kind);
    if (!entry) {
      throw new RevosError("connector.unknown", `No connector is named ${kind}.`, {
        advice: `Known: ${shownConnectors.map((candidate) => candidate.kind).join(", ")}.`,
        data: { what: kind },
      });
    }
    const describe = (part: {
      config: z.ZodType;
      secrets: readonly string[];
      schemes: readonly string[];
      capabilities: object;
      dependencies: readonly string[];
    }) => ({
      config: z.toJSONSchema(part.config, { io: "input", unrepresentable: "any" }),
      secrets: part.secrets,
      schemes: part.schemes,
      capabilities: part.capabilities,
      dependencies: part.dependencies,
    });
    return {
      kind: entry.kind,
      title: entry.title,
      ...(entry.source ? { source: describe(await loadSource(kind)) } : {}),
      ...(entry.destination ? { destination: describe(await loadDestination(kind)) } : {}),
    };
  },
};
