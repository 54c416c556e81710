// The operations of the architect, a part of the one table in operations.ts.
import { z } from "zod";
import { Recipe, Route } from "../model/answer.ts";

const lang = z.enum(["en", "ja"]).optional();

export const designOperations = {
  /** The architect. Free text or a requirement; the mode and recipe of a command stand before the words. Writes nothing. */
  "design.answer": {
    effect: "read",
    path: "POST /design",
    input: z.strictObject({
      text: z.string().optional(),
      /** Parsed PipelineRequirement. */
      requirement: z.unknown().optional(),
      route: Route.exclude(["menu", "redirect"]).optional(),
      recipe: Recipe.optional(),
      /** Answers to questions, by question code. */
      answers: z.record(z.string(), z.string()).optional(),
      explain: z.boolean().optional(),
      lang,
    }),
  },
  /** One rule of the architect by its id. */
  "design.rule": {
    effect: "read",
    path: "GET /design/rules/{id}",
    input: z.strictObject({ id: z.string(), lang }),
  },
} as const;
