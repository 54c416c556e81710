// The operations of the architect, a part of the one table in operations.ts.
import { z } from "zod";
import { Recipe, Route } from "../model/answer.ts";

const lang = z.enum(["en", "ja"]).optional();

const request = z.strictObject({
  text: z.string().optional(),
  /** Parsed PipelineRequirement. */
  requirement: z.unknown().optional(),
  route: Route.exclude(["menu", "redirect"]).optional(),
  recipe: Recipe.optional(),
  /** Answers to questions, by question code. */
  answers: z.record(z.string(), z.string()).optional(),
  explain: z.boolean().optional(),
  /** The day by which the age of facts is judged. */
  asOf: z.iso.date().optional(),
  lang,
});
const folder = request.extend({
  /** Absolute. */
  dir: z.string().min(1),
  /** Also replace blocks edited by hand, and files no design wrote. */
  overwrite: z.boolean().optional(),
});

export const designOperations = {
  /** The architect. Free text or a requirement; the mode and recipe of a command stand before the words. Writes nothing. */
  "design.answer": { effect: "read", path: "POST /design", input: request },
  /** The files of a design and what would become of each in that folder. Writes nothing. */
  "design.files": { effect: "read", path: "POST /design:files", input: folder },
  /** Writes them, all or none. Errors: `file.exists`, `file.unwritable`. */
  "design.write": { effect: "act", path: "POST /design:write", input: folder },
  /** Files against the failure modes of a review: connections, contracts, stored designs, descriptions. Writes nothing. */
  "design.review": {
    effect: "read",
    path: "POST /design:review",
    input: z.strictObject({
      files: z.array(z.strictObject({ path: z.string().min(1), text: z.string() })).min(1),
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
