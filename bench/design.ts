// CPU of an answer with all its files, inside the process after start-up: the ten worked examples in both languages and the reference
// requests. First: the first answer of a fresh process, which compiles what it touches; then: the median of the following.
// usage: npm run bench design [RUNS]
import { design, toAnswer } from "../src/design/answer.ts";
import { artefactsOf } from "../src/design/artefacts/artefacts.ts";
import { golden } from "../src/design/testing/golden.ts";
import type { Request } from "../src/design/understand/read-request.ts";
import { designExamples } from "../src/model/design-examples.ts";
import { machine, median } from "./support.ts";

const runs = Number(process.argv[2] ?? 7);

function cpu(request: Request, lang: "en" | "ja" | undefined): number {
  const before = process.cpuUsage();
  const outcome = design(request);
  const files = artefactsOf(outcome, request, { lang });
  toAnswer(outcome, { lang, artifacts: files.map(({ path, kind }) => ({ path, kind })) });
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

type Case = { readonly set: string; readonly request: Request; readonly lang?: "en" | "ja" };
const cases: Case[] = [
  ...(["en", "ja"] as const).flatMap((lang) =>
    designExamples.map((one) => ({
      set: `10 examples, ${lang}`,
      request: { text: one.words[lang], route: one.command },
      lang,
    })),
  ),
  ...golden.map(({ request }) => ({ set: "40 reference requests", request })),
];
const took: Record<string, { first: number[]; later: number[] }> = {};
for (let run = 0; run <= runs; run++)
  for (const { set, request, lang } of cases) {
    const own = (took[set] ??= { first: [], later: [] });
    (run === 0 ? own.first : own.later).push(cpu(request, lang));
  }
console.log(machine());
console.log(
  "| requests | very first, ms CPU | first pass, slowest | later, median | later, slowest |",
);
console.log("|---|---|---|---|---|");
const show = (value: number | undefined): string => (value ?? 0).toFixed(1);
for (const [set, { first, later }] of Object.entries(took))
  console.log(
    `| ${set} | ${set.endsWith("en") ? show(first[0]) : ""} | ${show(Math.max(...first))} | ${show(median(later))} | ${show(Math.max(...later))} |`,
  );
