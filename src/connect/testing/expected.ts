// A discovery with what is expected of each stream on its own line, for tests:
//   visits: *id ward_id updated_at = I updated_at id     kept, with this mode, cursor and key, and sure of it
//   visits_bak: *id = ?                                  kept and flagged, or left out as out of scope: never kept silently
//   invoices: *id = drop use_case                        left out, for one of the rules
//   wards: *id = any                                     left to judgement
import { expect } from "vitest";
import type { Proposal } from "../../model/proposal.ts";
import { dropped, kept, modes, streams, unsure } from "./discovery.ts";

type Line = { readonly stream: string; readonly wanted: string };

function readLines(text: string): { discovery: string; lines: Line[] } {
  const parts = text
    .trim()
    .split("\n")
    .map((line) => line.trim().split(" = "));
  return {
    discovery: parts.map(([found]) => found).join("\n"),
    lines: parts.map(([found = "", wanted = "any"]) => ({
      stream: (found.split(":")[0] ?? "").split(".").at(-1) ?? "",
      wanted,
    })),
  };
}

export const discoveryOf = (namespace: string | null, text: string) =>
  streams(namespace, readLines(text).discovery);

/** Checks a proposal against the lines of its discovery. */
export function expectLines(document: Proposal, text: string): void {
  const names = kept(document);
  const flagged = unsure(document);
  const rules = dropped(document);
  const wrong: string[] = [];
  for (const { stream, wanted } of readLines(text).lines) {
    const [first = "", ...rest] = wanted.split(" ");
    const isKept = names.includes(stream);
    if (first === "drop") {
      if (isKept || !rest.includes(rules[stream] ?? ""))
        wrong.push(`${stream}: ${isKept ? "kept" : (rules[stream] ?? "")}, want ${wanted}`);
    } else if (first === "?") {
      if (isKept ? !flagged.includes(stream) : rules[stream] === undefined)
        wrong.push(`${stream}: kept silently`);
    } else if (first !== "any") {
      const mode = modes(document).find((line) => line.startsWith(`${stream} `));
      if (mode !== `${stream} ${wanted}` || flagged.includes(stream))
        wrong.push(`${mode ?? `${stream}: ${rules[stream] ?? "?"}`}, want ${wanted}`);
    }
  }
  expect(wrong).toEqual([]);
}
