// The state file of a design (`kind: Design`): what was asked and answered in it, so that the same design goes on.
import { z } from "zod";
import { Recipe, Route } from "../../model/answer.ts";

const State = z.object({
  kind: z.literal("Design"),
  lang: z.enum(["en", "ja"]).optional(),
  request: z.object({
    text: z.string().optional(),
    requirement: z.unknown().optional(),
    route: Route.exclude(["menu", "redirect"]).optional(),
    recipe: Recipe.optional(),
    asOf: z.iso.date().optional(),
  }),
  answers: z.record(z.string(), z.coerce.string()).optional(),
  decisions: z.record(z.string(), z.unknown()).optional(),
  rules: z.array(z.string()).optional(),
});
export type DesignState = z.infer<typeof State>;

export function parseDesignState(value: unknown): DesignState | null {
  const parsed = State.safeParse(value);
  return parsed.success ? parsed.data : null;
}

/** What to ask again of a stored design; null when the document is something else. */
export function asDesignState(value: unknown) {
  const state = parseDesignState(value);
  if (!state) return null;
  const { text, requirement, route, recipe, asOf } = state.request;
  return {
    ...(text === undefined ? {} : { text }),
    ...(requirement === undefined ? {} : { requirement }),
    ...(route === undefined ? {} : { route }),
    ...(recipe === undefined ? {} : { recipe }),
    ...(asOf === undefined ? {} : { asOf }),
    ...(state.answers ? { answers: state.answers } : {}),
    ...(state.lang ? { lang: state.lang } : {}),
  };
}
