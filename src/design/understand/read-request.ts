// A request of any form to a reading: words, or the value of a YAML document. A mode or recipe given by the command counts as its
// first token; answers to questions of an earlier round are read into it.
import type { Recipe, Route } from "../../model/answer.ts";
import type { Reading } from "../reading.ts";
import { withAnswers } from "./answers.ts";
import { readText } from "./read-text.ts";
import { readYamlRequirement } from "./read-yaml.ts";

export type Request = {
  readonly text?: string | undefined;
  /** Parsed YAML or JSON of a PipelineRequirement. */
  readonly requirement?: unknown;
  readonly route?: Route | undefined;
  readonly recipe?: Recipe | undefined;
  /** Answers by question code, from flags, a file or a prompt. */
  readonly answers?: Readonly<Record<string, string>> | undefined;
  /** The day (2026-11-30) by which the age of facts is judged; default: the day their table was last read through. */
  readonly asOf?: string | undefined;
};

export function readRequest(request: Request): Reading {
  const reading =
    request.requirement === undefined
      ? readText(request.text ?? "")
      : readYamlRequirement(request.requirement);
  return withAnswers({
    ...reading,
    routeToken: request.route ?? reading.routeToken,
    recipeToken: request.recipe ?? reading.recipeToken,
    answers: { ...reading.answers, ...request.answers },
  });
}
