// Seed 003 §フェーズ 1 and 3, before any stream is proposed (golden K60): a connection that already exists is offered,
// a missing source is asked for, and then the use case.
import { toSlug } from "./naming.ts";
import { readGoal, type Goal } from "./goal.ts";
import {
  toCandidates,
  type KnownConnection,
  type KnownSource,
  type ProposeInput,
} from "./input.ts";
import { readRequests } from "./requests.ts";
import { maskRanges } from "../text/mask.ts";
import { understandName } from "./understand.ts";

export type FirstStep =
  | {
      readonly action: "offer_pull";
      readonly pull: readonly KnownConnection[];
      readonly source: KnownSource | null;
    }
  | { readonly action: "ask_source"; readonly unknown: string | null }
  | { readonly action: "ask_use_case"; readonly source: KnownSource }
  | {
      readonly action: "go";
      readonly source: KnownSource;
      readonly goal: Goal;
      readonly alsoUsedBy: readonly KnownConnection[];
    };

/** The source that is meant, by id or by its exact name. Null: not among the known ones. */
export function findSource(
  given: string | undefined,
  sources: readonly KnownSource[] | null,
): KnownSource | null {
  const text = given?.trim();
  if (text === undefined || text === "") return null;
  if (sources === null) return { id: text, name: text.replace(/^src_/, "").replaceAll("_", " ") };
  const byId = sources.find((source) => source.id === text);
  if (byId) return byId;
  const byName = sources.filter(
    (source) => source.name.trim().toLowerCase() === text.toLowerCase(),
  );
  return byName.length === 1 ? (byName[0] ?? null) : null;
}

/** Words of an answer that decline a pull: the user wants a connection of its own. */
const wantsNew =
  /\b(?:new|another|separate|second|additional)\b|新規|新しい|新しく|別の|別に|追加で/i;

export function takeFirstSteps(input: ProposeInput): FirstStep {
  const source = findSource(input.source, input.sources);
  const goal = readGoal(subjectOfGoal(input));
  const ofSource =
    source === null
      ? []
      : input.connections.filter((connection) => connection.sourceId === source.id);
  const fits =
    source === null
      ? fittingByName(input.connections, goal)
      : ofSource.filter((connection) => fitsGoal(connection, goal));
  if (fits.length > 0 && !wantsNew.test(input.reply ?? ""))
    return { action: "offer_pull", pull: fits, source };
  if (source === null)
    return { action: "ask_source", unknown: input.source?.trim() ? input.source.trim() : null };
  if (!goal.saysSomething) return { action: "ask_use_case", source };
  return { action: "go", source, goal, alsoUsedBy: ofSource };
}

/** The goal without the mappers it asks for: "hash all emails" is no subject of an analysis. */
function subjectOfGoal(input: ProposeInput): string {
  const text = (input.goal ?? "").normalize("NFKC");
  if (text.trim() === "") return "";
  const all = toCandidates(input.discovery);
  return maskRanges(
    text,
    readRequests({ goal: text, said: [], kept: all, all, modes: [], language: input.language })
      .ranges,
  );
}

type Subject = { readonly topics: ReadonlySet<string>; readonly concepts: ReadonlySet<string> };

function subjectOf(connection: KnownConnection): Subject {
  const label = readGoal(`${connection.label ?? ""} ${connection.name.replaceAll("-", " ")}`);
  const streams = (connection.streams ?? []).map((stream) =>
    understandName(stream.split(".").at(-1) ?? stream),
  );
  return {
    topics: new Set(label.topics.map((topic) => topic.topic)),
    concepts: new Set([
      ...label.mentions.keys(),
      ...streams.flatMap((stream) => stream.concepts.map((concept) => concept.id)),
    ]),
  };
}

/**
 * A connection of the same source fits, unless its label and streams are plainly about something else than the goal:
 * both are understood and have nothing in common.
 */
function fitsGoal(connection: KnownConnection, goal: Goal): boolean {
  const subject = subjectOf(connection);
  const isGoalClear = goal.topics.length > 0 || goal.mentions.size > 0;
  if (!isGoalClear || (subject.topics.size === 0 && subject.concepts.size === 0)) return true;
  if (goal.topics.length > 0 && subject.topics.size > 0)
    return goal.topics.some((topic) => subject.topics.has(topic.topic));
  if ([...goal.mentions.keys()].some((id) => subject.concepts.has(id))) return true;
  const streams = (connection.streams ?? []).flatMap((stream) => understandName(stream).concepts);
  return streams.some((concept) => goal.topics.some((topic) => concept.topics[0] === topic.topic));
}

/** Without a source, a connection fits when the goal says its name. */
function fittingByName(connections: readonly KnownConnection[], goal: Goal): KnownConnection[] {
  if (!goal.saysSomething) return [];
  const text = ` ${toSlug(goal.text).replaceAll("-", " ")} `;
  return connections.filter((connection) =>
    [connection.name, connection.label ?? ""].some((name) => {
      const words = toSlug(name).replaceAll("-", " ");
      return words !== "" && (text.includes(` ${words} `) || ` ${words} `.includes(text));
    }),
  );
}
