// The files of a design against the folder they go to: listed with what would happen to each, then written, whole or not at all.
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import type { OperationInput, OperationOutput } from "../../api/operations.ts";
import { design, toAnswer } from "../../design/answer.ts";
import type { Artefact } from "../../design/artefacts/artefact.ts";
import { artefactsOf, hubText } from "../../design/artefacts/artefacts.ts";
import { isUntouched, merge, type Merged } from "../../design/artefacts/blocks.ts";
import { connectionName } from "../../design/artefacts/runbooks/commands.ts";
import { writingOf } from "../../design/artefacts/artefacts.ts";
import { RevosError } from "../../kernel/error.ts";
import { writeConnectionFile } from "../connection-files.ts";
import type { AppContext } from "../context.ts";
import { diffLines } from "../line-diff.ts";
import { groundOf } from "./ground.ts";

type Input = OperationInput<"design.files">;
type Output = OperationOutput<"design.files">;

type Planned = Merged & { readonly artefact: Artefact; readonly before: string | null };

export async function designFiles(
  ctx: AppContext,
  { dir, overwrite = false, lang, explain, ...request }: Input,
  writes: boolean,
): Promise<Output> {
  const outcome = design(request);
  const used = lang ?? outcome.case.reading.lang;
  const ground = await groundOf(ctx, outcome, used);
  const out = relative(ctx.project.dir, dir).replaceAll("\\", "/") || ".";
  const artefacts = artefactsOf(outcome, request, { lang: used, ground, out });
  const plan = artefacts.map((artefact) => planned(dir, artefact, overwrite));
  const name = connectionName(writingOf(outcome, { ground }));
  const gone = stale(dir, name, new Set(artefacts.map((one) => one.path)));
  const conflicts = plan.filter((one) => one.state === "conflict");
  if (writes && conflicts.length > 0) throw taken(dir, conflicts);
  if (writes) {
    for (const one of plan)
      if (one.text !== one.before && one.state !== "same")
        await writeConnectionFile(join(dir, one.artefact.path), one.text);
    for (const path of gone) rmSync(join(dir, path));
  }
  const answer = toAnswer(outcome, {
    lang: used,
    explain,
    artifacts: plan.map(({ artefact, state }) => ({
      path: artefact.path,
      kind: artefact.kind,
      state,
    })),
  });
  const hub = hubText(
    outcome,
    request,
    artefacts.map((one) => one.path),
    { lang: used, ground, out },
  );
  const connection = artefacts.find((one) => one.kind === "connection");
  return {
    answer: hub === null ? answer : { ...answer, text: `${answer.text}\n${hub}\n` },
    dir,
    files: [
      ...plan.map(({ artefact, state, kept, before, text }) => ({
        path: artefact.path,
        kind: artefact.kind,
        state,
        kept: [...kept],
        difference: state === "changed" && before !== null ? diffLines(before, text) : null,
      })),
      ...gone.map((path) => ({
        path,
        kind: path.startsWith("handoff/") ? "handoff" : "connection_stub",
        state: "removed" as const,
        kept: [],
        difference: null,
      })),
    ],
    written: writes,
    next: connection
      ? [
          `revos diff ${join(out, connection.path)}`,
          `revos apply ${join(out, connection.path)}`,
          `revos sync ${name}`,
        ]
      : [],
  };
}

function planned(dir: string, artefact: Artefact, overwrite: boolean): Planned {
  const before = read(join(dir, artefact.path));
  const merged = merge(before, artefact, overwrite);
  // A connection belongs to the project once it is there: apply writes its id into it, and people go on from it.
  if (
    artefact.kind === "connection" &&
    merged.state !== "new" &&
    merged.state !== "same" &&
    before !== null
  ) {
    const isApplied = /^\s+id: conn?_/m.test(before) || /^\s+prefix:/m.test(before);
    if (isApplied || !overwrite)
      return { state: "kept", text: before, kept: ["connection"], artefact, before };
  }
  return { ...merged, artefact, before };
}

function read(path: string): string | null {
  if (!existsSync(path)) return null;
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    throw new RevosError(
      "file.unwritable",
      `${path} cannot be read as a file. Nothing was written.`,
      {
        cause,
        where: { file: path },
      },
    );
  }
}

/** What an earlier state of this design wrote and this one no longer has; left alone when somebody wrote into it. */
function stale(dir: string, name: string, now: ReadonlySet<string>): string[] {
  const packets = existsSync(join(dir, "handoff"))
    ? readdirSync(join(dir, "handoff")).map((file) => `handoff/${file}`)
    : [];
  return [`connections/${name}.todo.md`, ...packets.filter((path) => path.endsWith(".md"))].filter(
    (path) => {
      if (now.has(path)) return false;
      const text = read(join(dir, path));
      if (text === null || !isUntouched(text)) return false;
      return !path.startsWith("handoff/") || text.includes(`: ${name} → `);
    },
  );
}

function taken(dir: string, conflicts: readonly Planned[]): RevosError {
  const paths = conflicts.map((one) => join(dir, one.artefact.path));
  return new RevosError(
    "file.exists",
    `${paths.join(", ")} ${paths.length === 1 ? "stands" : "stand"} there already and ${paths.length === 1 ? "was" : "were"} not written by a design. Nothing was written.`,
    {
      advice: "Choose another folder for --out, or say --overwrite.",
      data: { file: paths.join(", "), files: paths },
    },
  );
}
