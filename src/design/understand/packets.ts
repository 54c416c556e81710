// Packets that partners hand in with a requirement, as a reading keeps them: models with their keys, metrics with their freshness, and
// what was decided on personal data.
import type { PipelineRequirement } from "../../model/pipeline-requirement.ts";
import type { Packet } from "../reading.ts";
import { toSeconds, type Written } from "./amounts.ts";

type Given = NonNullable<PipelineRequirement["inputs"]>;
/** Reads an amount at a path; a value that is none is told by the caller. */
type Read = (
  path: string,
  written: Written | undefined,
  to: (w: Written) => number | null,
) => number | null;

const partners = { schema: "Schema", pulse: "Pulse", sentinel: "Sentinel" } as const;

export const readPackets = (inputs: Given, read: Read): Packet[] =>
  inputs.map((one, i) => ({
    from: partners[one.from.toLowerCase() as keyof typeof partners],
    version: one.version === undefined ? null : String(one.version),
    summary: one.summary ?? null,
    decisions: one.decisions ?? [],
    models: (one.models ?? []).map(({ object, primaryKey, columns }) => ({
      object,
      primaryKey:
        primaryKey === undefined
          ? null
          : primaryKey === null || primaryKey === "none"
            ? []
            : [primaryKey].flat(),
      columns: (columns ?? []).map((column) =>
        typeof column === "string"
          ? { name: column, type: null, nullable: null }
          : { name: column.name, type: column.type ?? null, nullable: column.nullable ?? null },
      ),
    })),
    metrics: (one.metrics ?? []).map((metric, k) => ({
      name: metric.name,
      from: metric.from ?? null,
      grain: metric.grain ?? null,
      freshnessSeconds: read(`inputs[${i}].metrics[${k}].freshness`, metric.freshness, toSeconds),
    })),
    fields: (one.fields ?? []).map((field) => ({
      name: field.name,
      handling: field.handling,
      approvedBy: field.approvedBy ?? null,
    })),
  }));

/** What a reading takes over from the packets of Schema. */
export const fromPackets = (packets: readonly Packet[]) => ({
  objects: packets.flatMap((one) => one.models.map((model) => model.object)),
  columns: packets.flatMap((one) =>
    one.models.flatMap((model) => model.columns.map((column) => column.name)),
  ),
  keyless: packets.flatMap((one) =>
    one.models.filter((model) => model.primaryKey?.length === 0).map((model) => model.object),
  ),
});
