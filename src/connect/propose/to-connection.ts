// A decided proposal as a Connection document: seed 003 §フェーズ 6. Fields that the mode does not use are left out.
import type { Connection, Schedule } from "../../model/connection.ts";
import type { Mapper } from "../../model/mapper.ts";
import type { Proposal } from "../../model/proposal.ts";
import { SyncMode } from "../../model/sync-mode.ts";
import { streamKey } from "./input.ts";

export type ConnectionOptions = {
  readonly name?: string | undefined;
  readonly label?: string | undefined;
  readonly schedule?: Schedule | undefined;
  readonly owner?: string | undefined;
  readonly destination?: string | undefined;
};

/** The connection a proposal stands for, with the mappers that were asked for or accepted. */
export function toConnection(proposal: Proposal, options: ConnectionOptions = {}): Connection {
  const mappers = new Map<string, Mapper[]>();
  for (const entry of proposal.mappers) {
    const key = streamKey(entry.stream, entry.namespace);
    mappers.set(key, [...(mappers.get(key) ?? []), entry.mapper]);
  }
  return {
    apiVersion: "revos/v1",
    kind: "Connection",
    metadata: { name: options.name ?? proposal.name ?? "connection" },
    spec: {
      name: options.label ?? proposal.label ?? "Connection",
      source: { id: proposal.source?.id ?? "" },
      schedule: options.schedule ?? { units: 24, timeUnit: "hours" },
      status: "active",
      ...(options.destination === undefined ? {} : { destination: options.destination }),
      ...(options.owner === undefined ? {} : { owner: options.owner }),
      streams: proposal.modes.map((mode) => ({
        name: mode.stream,
        ...(mode.namespace === null || mode.namespace === undefined
          ? {}
          : { namespace: mode.namespace }),
        syncMode: SyncMode.parse(mode.syncMode),
        ...(mode.cursorField ? { cursorField: mode.cursorField } : {}),
        ...(mode.primaryKey ? { primaryKey: mode.primaryKey } : {}),
        ...(mappers.has(streamKey(mode.stream, mode.namespace))
          ? { mappers: mappers.get(streamKey(mode.stream, mode.namespace)) }
          : {}),
      })),
    },
  };
}
