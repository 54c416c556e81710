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

/** Packets from others: Schema (models), Pulse (metrics), Sentinel (personal data). */
const InputPacket = z.strictObject({
  from: words,
  summary: words.optional(),
  columns: z.array(words).optional(),
  decisions: z.array(words).optional(),
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
