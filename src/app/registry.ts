// Connectors by kind and by URI scheme. The generated index knows what exists; drivers are imported when one is used.
import { connectorIndex } from "../connectors/index.gen.ts";
import type { DestinationDefinition } from "../connector/destination.ts";
import type { SourceDefinition } from "../connector/source.ts";
import { RevosError } from "../kernel/error.ts";

export { connectorIndex };

type Role = "source" | "destination";

/** What people can connect: those for tests only stand in no list, though they can be used by name. */
export const shownConnectors = connectorIndex.filter((entry) => !entry.forTests);

function unknown(what: string, role: Role, meant: string | null = null): RevosError {
  const kinds = shownConnectors.filter((entry) => entry[role]).map((entry) => entry.kind);
  return new RevosError("connector.unknown", `No ${role} connector serves ${what}.`, {
    advice: meant ? `Write ${meant}. Known: ${kinds.join(", ")}.` : `Known: ${kinds.join(", ")}.`,
    data: { what, role, known: kinds },
  });
}

export async function loadSource(kind: string): Promise<SourceDefinition> {
  const entry = connectorIndex.find((candidate) => candidate.kind === kind && candidate.source);
  if (!entry?.source) throw unknown(kind, "source");
  return (await entry.source()) as SourceDefinition;
}

export async function loadDestination(kind: string): Promise<DestinationDefinition> {
  const entry = connectorIndex.find(
    (candidate) => candidate.kind === kind && candidate.destination,
  );
  if (!entry?.destination) throw unknown(kind, "destination");
  return (await entry.destination()) as DestinationDefinition;
}

/** The scheme of a URI, or null when it has none. */
export function schemeOf(uri: string): string | null {
  return /^([a-z][a-z0-9+.-]*):/i.exec(uri)?.[1]?.toLowerCase() ?? null;
}

/** The connector kind that serves a URI in a role; `connector.unknown` when nobody does. */
export function kindOfUri(uri: string, role: Role): string {
  const scheme = schemeOf(uri);
  const entry = connectorIndex.find(
    (candidate) => candidate[role] && scheme !== null && candidate.schemes[role].includes(scheme),
  );
  if (entry) return entry.kind;
  if (scheme) throw unknown(`the scheme ${scheme}:`, role);
  throw unknown("a URI without a scheme", role, uri === "" ? null : `${pathScheme[role]}:${uri}`);
}

/** What a bare path was most likely meant to be. */
const pathScheme: Readonly<Record<Role, string>> = { source: "file", destination: "duckdb" };
