// Documents that tests store: small, whole and made up.
import type { CatalogStream } from "../../model/catalog.ts";
import type { Proposal } from "../../model/proposal.ts";
import type { Run, RunStream } from "../../model/run.ts";
import type { ConnectionValues } from "../connections.ts";

export function sampleRun(id: string, changes: Partial<Run> = {}): Run {
  return {
    apiVersion: "revos/v1",
    kind: "Run",
    id,
    connection: "shop-orders",
    lane: "live",
    status: "running",
    exit: 0,
    startedAt: "2026-11-30T05:06:11.000Z",
    durationMs: 0,
    peakMemoryBytes: 0,
    balanced: true,
    streams: [],
    warnings: [],
    next: [],
    ...changes,
  };
}

export function sampleRunStream(changes: Partial<RunStream> = {}): RunStream {
  return {
    stream: "orders",
    namespace: "public",
    table: "main.shop_orders",
    syncMode: "full_refresh_overwrite",
    status: "running",
    published: false,
    read: 10,
    written: 0,
    quarantined: 0,
    filtered: 0,
    deduplicated: 0,
    balanced: false,
    bytes: 100,
    durationMs: 5,
    position: null,
    gates: [],
    error: null,
    ...changes,
  };
}

export function sampleStream(name: string, namespace?: string): CatalogStream {
  return {
    name,
    ...(namespace === undefined ? {} : { namespace }),
    kind: "table",
    columns: [{ name: "id", type: { kind: "int64" }, sourceType: "bigint", nullable: false }],
    syncModes: ["full_refresh_overwrite"],
    defaultCursorField: [],
    sourceDefinedCursorField: false,
    sourceDefinedPrimaryKey: [["id"]],
  };
}

export function sampleConnection(
  sourceId: string,
  changes: Partial<ConnectionValues> = {},
): ConnectionValues {
  return {
    slug: "shop-orders",
    label: "Shop, orders",
    sourceId,
    destination: null,
    status: "active",
    prefix: "shop_orders_",
    owner: "ken@example.co.jp",
    spec: {
      name: "Shop, orders",
      status: "active",
      streams: [{ name: "orders", namespace: "public" }],
    },
    fileText: "# made by hand\napiVersion: revos/v1\n",
    ...changes,
  };
}

export function sampleProposal(changes: Partial<Proposal> = {}): Proposal {
  return {
    apiVersion: "revos/v1",
    kind: "Proposal",
    action: "propose",
    state: "streams_open",
    goal: "revenue per customer",
    selected: [
      { stream: "orders", namespace: "public", reason: null, unsure: false, rule: "kept.entity" },
    ],
    dropped: [],
    modes: [],
    sensitive: [],
    mappers: [],
    warnings: [],
    ...changes,
  };
}
