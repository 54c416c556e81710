// Which streams a request is about, where its words name some, and what is said when one of them is not selected.
import { formatStream } from "../../model/field-path.ts";
import { say, type Candidate, type Language, type ProposalWarning } from "./input.ts";
import { findNames } from "./reply-names.ts";

/** Streams named in pieces of text; a word that is a column's name is not taken for a stream. */
export function namedStreams(
  pieces: readonly string[],
  all: readonly Candidate[],
  fields: readonly string[],
): Candidate[] {
  const columns = new Set(fields.map((field) => field.toLowerCase()));
  const found = pieces
    .filter((piece) => piece !== "" && !columns.has(piece.toLowerCase()))
    .flatMap((piece) =>
      findNames(piece.toLowerCase(), all).names.flatMap((name) => name.candidates),
    );
  return [...new Set(found)];
}

export function notSelected(streams: readonly Candidate[], language: Language): ProposalWarning[] {
  return [...new Set(streams)].map((candidate) => ({
    code: "mapper_stream_not_selected",
    stream: candidate.stream,
    namespace: candidate.namespace,
    message: say(
      language,
      `${formatStream(candidate.stream, candidate.namespace)} is not selected, so no mapper was added for it. Add the stream first.`,
      `${candidate.stream} は選択されていないため、マッパーは追加していません。先にストリームを追加してください。`,
    ),
  }));
}
