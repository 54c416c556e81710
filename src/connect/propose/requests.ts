import type { FieldPath } from "../../model/discovery.ts";
import type { Mapper } from "../../model/mapper.ts";
import type { Candidate, Language, ProposalWarning } from "./input.ts";
import type { ModeRow } from "./notes.ts";

export type Request = { readonly candidate: Candidate; readonly path: FieldPath; readonly origin: "requested"; readonly mapper: Mapper };
export type Requests = { readonly mappers: readonly Request[]; readonly warnings: readonly ProposalWarning[]; readonly ranges: readonly (readonly [number, number])[] };

export function readRequests(_texts: readonly string[], _kept: readonly Candidate[], _modes: readonly ModeRow[], _language: Language): Requests {
  return { mappers: [], warnings: [], ranges: [] };
}
