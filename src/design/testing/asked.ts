// The requests of asked.yaml and asked-again.yaml with what is expected of each, and the judge: on what was read, on decisions, and on the
// text of the answer.
import { readFileSync } from "node:fs";
import { parse } from "yaml";
import type { Answer, Recipe, Route } from "../../model/answer.ts";
import type { SectionKey } from "../../model/section-key.ts";
import type { Outcome } from "../decide.ts";
import type { Request } from "../understand/read-request.ts";

type Some<T> = T | readonly T[];

export type Want = {
  readonly route?: Some<string>;
  readonly recipe?: Some<string | null>;
  readonly mode?: Some<string | null>;
  readonly tier?: Some<string>;
  readonly refusal?: string;
  readonly ask?: readonly string[];
  readonly askNot?: readonly string[];
  readonly source?: readonly string[];
  readonly sink?: readonly string[];
  readonly notSource?: readonly string[];
  readonly notSink?: readonly string[];
  readonly objects?: readonly string[];
  readonly latency?: Some<number>;
  readonly rate?: number;
  readonly bytes?: number;
  readonly sla?: number;
  readonly update?: number;
  readonly early?: number;
  readonly conflict?: boolean;
  readonly redirect?: readonly string[];
  readonly keys?: readonly string[];
  readonly engine?: readonly string[];
  readonly findings?: readonly string[];
  readonly groups?: readonly string[];
  readonly noTool?: readonly string[];
  readonly has?: readonly string[];
  readonly not?: readonly string[];
  /** Patterns on the lines of a section; `never`: what none of them may hold. */
  readonly says?: Partial<Record<SectionKey, readonly string[]>>;
  readonly never?: Partial<Record<SectionKey, readonly string[]>>;
};

export type Asked = { readonly id: string; readonly request: Request; readonly want: Want };

type Row = {
  readonly id: string;
  readonly args?: readonly [Route, Recipe?];
  readonly answers?: Readonly<Record<string, string>>;
  readonly input: string;
  readonly repeat?: number;
  readonly want: Want;
};

/** A row as a request. A requirement file is YAML, as the command line reads it. */
export const requestOf = ({ args, answers, input, repeat = 1 }: Omit<Row, "want">): Request => ({
  ...(input.startsWith("kind:") ? { requirement: parse(input) } : { text: input.repeat(repeat) }),
  route: args?.[0],
  recipe: args?.[1],
  answers,
});

const fileOf = (name: string): readonly Asked[] =>
  (parse(readFileSync(new URL(name, import.meta.url), "utf8")) as readonly Row[]).map((row) => ({
    id: row.id,
    request: requestOf(row),
    want: row.want,
  }));

export const asked: readonly Asked[] = [
  "asked.yaml",
  "asked-again.yaml",
  "asked-third.yaml",
  "asked-fourth.yaml",
  "asked-fifth.yaml",
  "asked-loose.yaml",
  "asked-parties.yaml",
  "asked-answered.yaml",
].flatMap(fileOf);

const unseen = /[\u0000-\u0008\u000b-\u001f\u00ad\u200b-\u200f\u202a-\u202e\u2066-\u2069]/;

/** What differs, in words; empty when the answer is as expected. */
export function faults(want: Want, answer: Answer, outcome: Outcome): string[] {
  const bad: string[] = [];
  const { req, reading } = outcome.case;
  const one = (what: string, got: unknown, wanted: unknown) => {
    if (wanted === undefined) return;
    const isIn = Array.isArray(wanted) ? wanted.includes(got) : wanted === got;
    if (!isIn) bad.push(`${what} ${String(got)}, want ${String(wanted)}`);
  };
  const all = (what: string, got: string, patterns: readonly string[] = [], isWanted = true) => {
    for (const pattern of patterns)
      if (new RegExp(pattern, "i").test(got) !== isWanted)
        bad.push(`${what} ${isWanted ? "lacks" : "has"} ${pattern}: ${got.slice(0, 200)}`);
  };
  one("route", answer.route, want.route);
  one("recipe", answer.recipe, want.recipe);
  one("mode", answer.mode, want.mode);
  one("tier", answer.tier, want.tier);
  one("refusal", answer.refusal, want.refusal ?? "none");
  one("latency", req.latency?.value ?? req.updateInterval?.value, want.latency);
  one("rate", req.eventsPerSecond, want.rate);
  one("sla", answer.freshness?.slaSeconds, want.sla);
  one("update", answer.freshness?.updateIntervalSeconds, want.update);
  one("early", answer.freshness?.earlyWarningAfterSeconds, want.early);
  one("conflict", answer.freshness?.conflict, want.conflict);
  if (want.bytes !== undefined && Math.abs((req.bytesPerDay?.value ?? 0) / want.bytes - 1) > 1e-6)
    bad.push(`bytes a day ${req.bytesPerDay?.value}, want ${want.bytes}`);
  const codes = answer.questions.map((question) => question.code as string);
  for (const code of want.ask ?? []) if (!codes.includes(code)) bad.push(`does not ask ${code}`);
  for (const code of want.askNot ?? []) if (codes.includes(code)) bad.push(`asks ${code}`);
  const titles = (role: "sources" | "sinks") => req[role].map((system) => system.title).join(", ");
  all("source", titles("sources"), want.source);
  all("sink", titles("sinks"), want.sink);
  all("source", titles("sources"), want.notSource, false);
  all("sink", titles("sinks"), want.notSink, false);
  all("objects", reading.objects.join(", "), want.objects);
  all("text", answer.text, want.objects);
  all("engine", (answer.sections.engine ?? []).join(" "), want.engine);
  all(
    "findings",
    answer.findings.map((finding) => `${finding.message}: ${finding.fix}`).join("\n"),
    want.findings,
  );
  for (const group of want.groups ?? [])
    if (!answer.findings.some((finding) => finding.group === group))
      bad.push(`no finding of ${group}`);
  all("text", answer.text, want.has);
  all("text", answer.text, want.not, false);
  const offered = answer.text
    .split("\n")
    .filter((text) => !/Ruled out by the request|依頼により使用しません/.test(text));
  all("offers", offered.join("\n"), want.noTool, false);
  for (const [key, patterns] of Object.entries(want.says ?? {}))
    all(key, (answer.sections[key as SectionKey] ?? []).join("\n"), patterns);
  for (const [key, patterns] of Object.entries(want.never ?? {}))
    all(key, (answer.sections[key as SectionKey] ?? []).join("\n"), patterns, false);
  for (const key of want.keys ?? [])
    if (!answer.sections[key as keyof typeof answer.sections]?.length)
      bad.push(`section ${key} missing`);
  if (
    want.redirect &&
    !(
      answer.redirectTo.length > 0 &&
      answer.redirectTo.every((partner) => want.redirect?.includes(partner))
    )
  )
    bad.push(`redirectTo ${answer.redirectTo.join()}, want of ${want.redirect.join()}`);
  if (unseen.test(answer.text)) bad.push("the text holds characters nobody sees");
  return bad;
}
