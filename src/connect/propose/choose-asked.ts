// A goal that says what is to become of a column ("drop the national id", "rename cust_nm") wants the stream that has it: where no stream that
// was chosen has such a column, those come in that were left out only because nothing else in the goal spoke of them.
import { keep } from "./choice.ts";
import { say, type Candidate, type Choice, type Language } from "./input.ts";
import { readRequests, type Request } from "./requests.ts";
import { findSensitive } from "./sensitive.ts";

const ofColumns = new Set<string>(["hashing", "encryption", "field-filtering", "field-renaming"]);

/** What kind of thing is asked for: personal data of one kind, or the column of that name. */
function subjectOf({ path, mapper }: Request): string {
  const kind = findSensitive([path])[0]?.kind ?? (path.at(-1) ?? "").toLowerCase();
  return `${mapper.type} ${kind}`;
}

export function bringInAsked(
  choices: readonly Choice[],
  goal: string,
  candidates: readonly Candidate[],
  language: Language,
): Choice[] {
  const open = choices.filter((choice) => !choice.kept && choice.rule === "use_case");
  if (goal.trim() === "" || open.length === 0) return [...choices];
  const asked = readRequests({
    goal,
    said: [],
    kept: candidates,
    all: candidates,
    modes: [],
    language,
  }).mappers.filter(({ mapper }) => ofColumns.has(mapper.type));
  const kept = new Set(choices.filter((one) => one.kept).map((one) => one.candidate.key));
  const served = new Set(asked.filter((one) => kept.has(one.candidate.key)).map(subjectOf));
  const wanted = new Set(
    asked.filter((one) => !served.has(subjectOf(one))).map((one) => one.candidate.key),
  );
  return choices.map((choice) =>
    open.includes(choice) && wanted.has(choice.candidate.key)
      ? keep(
          choice.candidate,
          "kept.goal",
          say(language, "the goal speaks of a column of it", "目的に列の指定があります"),
        )
      : choice,
  );
}
