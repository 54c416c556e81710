// What revos itself can run of a design, and the names its commands take.
import { toSlug } from "../../layout.ts";
import type { Writing } from "../artefact.ts";

export const connectionName = (w: Writing): string => toSlug(w.layout.name);

const fileSystems = new Set([
  "csv",
  "parquet",
  "files",
  "json",
  "spreadsheet",
  "ndjson",
  "s3",
  "sftp",
]);

/** The connector of revos that reads this source, or null. */
export function readerOf(w: Writing): string | null {
  const source = w.outcome.case.req.sources[0];
  if (!source) return null;
  const kind = fileSystems.has(source.id) || source.kind === "files" ? "file" : source.id;
  return w.ground.sourceKinds.includes(kind) ? kind : null;
}

/** revos reads the source and the pipeline loads a table: its commands apply to this design. */
export function isRunnable(w: Writing): boolean {
  const { decided } = w.outcome.case;
  if (w.ground.connection !== null) return true;
  return readerOf(w) !== null && decided.mode !== "STREAMING" && decided.recipe !== "reverse";
}

/** Sinks of the design that this version of revos does not write to. */
export function foreignSinks(w: Writing): readonly string[] {
  return w.outcome.case.req.sinks
    .filter((sink) => !w.ground.destinationKinds.includes(sink.id))
    .map((sink) => sink.title);
}

export const streamNames = (w: Writing): string[] =>
  w.ground.streams.map((stream) =>
    stream.namespace ? `${stream.namespace}.${stream.name}` : stream.name,
  );

/** One fence of shell commands. */
export const shell = (...lines: readonly string[]): string[] => ["```sh", ...lines, "```"];

/** What the reader must know before the commands: where they apply, and what they do not reach. */
export function reach(w: Writing): string[] {
  const out: string[] = [];
  const foreign = foreignSinks(w);
  if (isRunnable(w) && foreign.length > 0)
    out.push(
      w.say(
        `The commands act on the copy in the project's destination \`${w.ground.destination}\`; ${foreign.join(", ")} is not written by this version of revos, and is reloaded from that copy by its own loader.`,
        `以下のコマンドはプロジェクトの送信先 \`${w.ground.destination}\` に対するものです。${foreign.join("、")} へはこの版の revos から書き込まないため、そのコピーから各ローダーで再ロードします。`,
      ),
      "",
    );
  return out;
}
