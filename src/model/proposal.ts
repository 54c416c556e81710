// A proposal: the streams and modes suggested for a goal, interface.md §4; stored form with id and state, ux.md §4.3.
import { z } from "zod";
import { FieldPath } from "./discovery.ts";
import { Mapper } from "./mapper.ts";

const streamRef = { stream: z.string(), namespace: z.string().nullish() };

export const Proposal = z.object({
  apiVersion: z.literal("revos/v1"),
  kind: z.literal("Proposal"),
  id: z.string().optional(),
  state: z.enum(["streams_open", "modes_open", "pii_open", "ready", "written"]).optional(),
  action: z.enum(["propose", "offer_pull", "ask_source", "ask_use_case"]),
  source: z.object({ id: z.string(), name: z.string() }).nullish(),
  goal: z.string().nullish(),
  discoveredAt: z.string().nullish(),
  pull: z.array(z.object({ id: z.string(), name: z.string() })).nullish(),
  totals: z
    .object({ all: z.number(), selected: z.number(), dropped: z.number(), unsure: z.number() })
    .nullish(),
  selected: z.array(
    z.object({
      ...streamRef,
      reason: z.string().nullable(),
      unsure: z.boolean(),
      rule: z.string(),
      estimatedRows: z.number().nullish(),
    }),
  ),
  /** `by`: the user's reply took it out; the rule is then `use_case`. */
  dropped: z.array(z.object({ ...streamRef, rule: z.string(), by: z.literal("reply").optional() })),
  modes: z.array(
    z.object({
      ...streamRef,
      syncMode: z.string(),
      cursorField: FieldPath.nullable(),
      primaryKey: z.array(FieldPath).nullable(),
      cursorFrom: z.enum(["source", "column"]).nullable(),
      keyFrom: z.enum(["source", "column"]).nullable(),
      alternatives: z.array(z.string()).optional(),
      notes: z.array(z.string()),
    }),
  ),
  sensitive: z.array(
    z.object({ ...streamRef, field: FieldPath, suggest: z.array(z.string()), why: z.string() }),
  ),
  mappers: z.array(
    z.object({
      ...streamRef,
      field: FieldPath,
      origin: z.enum(["proposed", "requested"]),
      mapper: Mapper,
    }),
  ),
  warnings: z.array(z.looseObject({ code: z.string() })),
  name: z.string().nullish(),
  label: z.string().nullish(),
  confirmations: z
    .array(
      z.object({
        point: z.enum(["streams", "modes", "pii"]),
        answer: z.string(),
        actor: z.string(),
        at: z.string(),
      }),
    )
    .optional(),
  /** The proposal as text for people: the two tables of seed 003, the open question. */
  text: z.string().nullish(),
  ask: z.object({ point: z.string(), en: z.string(), ja: z.string() }).nullish(),
  next: z.array(z.object({ command: z.string(), why: z.string() })).optional(),
});
export type Proposal = z.infer<typeof Proposal>;
