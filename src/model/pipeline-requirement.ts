// What a person may write instead of free text: `kind: PipelineRequirement`, our own small shape of what seed 000 FRAME and
// seed 001 design step 1 ask for. Values are written as people write them (`60s`, `5 GB`, `daily 03:00`) and read later.
import { z } from "zod";
import { Recipe, Route, Tier } from "./answer.ts";

const words = z.string().min(1);
const amount = z.union([z.string().min(1), z.number().nonnegative()]);

const Endpoint = z.strictObject({
  system: words,
  object: words.optional(),
  version: amount.optional(),
  region: words.optional(),
  columns: z.array(words).optional(),
  primaryKey: z.union([words, z.array(words), z.null()]).optional(),
  latency: amount.optional(),
  updateEvery: amount.optional(),
  /** How the system can be read: `export`, `api`, `log`, or in words. */
  access: words.optional(),
  /** Requests the system allows, such as `60 per minute`. */
  rateLimit: words.optional(),
});

const Consumer = z.strictObject({
  name: words,
  use: words.optional(),
  reads: words.optional(),
  latency: amount.optional(),
  updateEvery: amount.optional(),
  freshnessSla: amount.optional(),
});

const SchemaModel = z.strictObject({
  object: words,
  /** `none`: it has none, and that is known. */
  primaryKey: z.union([words, z.array(words).min(1), z.null()]).optional(),
  columns: z
    .array(
      z.union([
        words,
        z.strictObject({ name: words, type: words.optional(), nullable: z.boolean().optional() }),
      ]),
    )
    .optional(),
});

const PulseMetric = z.strictObject({
  name: words,
  /** The mart or model it is read from. */
  from: words.optional(),
  grain: words.optional(),
  freshness: amount.optional(),
});

const SentinelField = z
  .strictObject({
    name: words,
    handling: z.enum(["hash", "encrypt", "drop", "clear"]),
    approvedBy: words.optional(),
  })
  .refine((field) => field.handling !== "clear" || field.approvedBy !== undefined, {
    message: "handling clear needs approvedBy: who said yes",
    path: ["approvedBy"],
  });

/** What only one partner hands in. */
const contentOf = { models: "schema", metrics: "pulse", fields: "sentinel" } as const;

/**
 * Packets from others (seed 000 §コラボレーション): Schema (models of source and target), Pulse (metrics and marts), Sentinel (what was
 * decided on personal data). `summary` and `decisions` are words for people; the rest is decided by.
 */
const InputPacket = z
  .strictObject({
    from: words.refine((name) => /^(?:schema|pulse|sentinel)$/i.test(name), {
      message: "packets are taken from Schema, Pulse or Sentinel",
    }),
    /** Of the packet, as its author counts: cited with what it decides. */
    version: amount.optional(),
    summary: words.optional(),
    decisions: z.array(words).optional(),
    models: z.array(SchemaModel).min(1).optional(),
    metrics: z.array(PulseMetric).min(1).optional(),
    fields: z.array(SentinelField).min(1).optional(),
    /** Columns found to be personal, with nothing decided yet (Sentinel). */
    columns: z.array(words).optional(),
  })
  .superRefine((packet, ctx) => {
    for (const [key, partner] of Object.entries(contentOf))
      if (
        packet[key as keyof typeof contentOf] !== undefined &&
        packet.from.toLowerCase() !== partner
      )
        ctx.addIssue({
          code: "custom",
          path: [key],
          message: `only ${partner[0]?.toUpperCase()}${partner.slice(1)} hands in ${key}`,
        });
  });

export const PipelineRequirement = z.strictObject({
  apiVersion: z.literal("revos/v1").optional(),
  kind: z.literal("PipelineRequirement"),
  name: words.optional(),
  /** The request in words, read like free text. */
  request: words.optional(),
  route: Route.exclude(["menu", "redirect"]).optional(),
  recipe: Recipe.optional(),
  sources: z.array(Endpoint).optional(),
  sinks: z.array(Endpoint).optional(),
  latency: amount.optional(),
  schedule: words.optional(),
  updateEvery: amount.optional(),
  freshnessSla: amount.optional(),
  availability: amount.optional(),
  downtimePerMonth: amount.optional(),
  tier: z.union([Tier, z.literal(1), z.literal(2), z.literal(3)]).optional(),
  volume: z
    .strictObject({
      bytesPerDay: amount.optional(),
      bytesPerMonth: amount.optional(),
      eventsPerSecond: amount.optional(),
      eventsPerDay: amount.optional(),
      eventBytes: amount.optional(),
    })
    .optional(),
  /** `none`, `unknown`, or the columns and kinds that are personal. */
  personalData: z.union([words, z.array(words)]).optional(),
  correctness: z.union([words, z.array(words)]).optional(),
  retention: amount.optional(),
  budget: amount.optional(),
  owner: words.optional(),
  environment: words.optional(),
  consumers: z.array(Consumer).optional(),
  inputs: z.array(InputPacket).optional(),
  /** Answers to questions of an earlier round, by question code. */
  answers: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
});
export type PipelineRequirement = z.infer<typeof PipelineRequirement>;
