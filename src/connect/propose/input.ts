// What a proposal is made from, and the small types its steps hand to each other.
import type { DiscoveredStream } from "../../model/discovery.ts";

export type Language = "en" | "ja";
export type SourceKind = "database" | "saas";

export type KnownSource = {
  readonly id: string;
  readonly name: string;
  readonly kind?: string | undefined;
};
export type KnownConnection = {
  readonly id: string;
  /** The slug, or what a server shows as its name. */
  readonly name: string;
  readonly label?: string | undefined;
  readonly sourceId?: string | undefined;
  readonly streams?: readonly string[] | undefined;
};
/** A file under `connections/`: its path and, where it could be read, the name and source in it. */
export type KnownFile = {
  readonly path: string;
  readonly name?: string | undefined;
  readonly sourceId?: string | undefined;
};

export type ProposeInput = {
  readonly discovery: readonly DiscoveredStream[];
  /** Row estimates by `streamKey`, where the source gave them. */
  readonly estimatedRows?: Readonly<Record<string, number>>;
  readonly sourceKind?: SourceKind | undefined;
  readonly connector?: string | undefined;
  readonly goal?: string | undefined;
  /** The source's id, or its name as the list shows it. */
  readonly source?: string | undefined;
  /** Null: not known, the id is taken as it is. */
  readonly sources: readonly KnownSource[] | null;
  readonly connections: readonly KnownConnection[];
  readonly files: readonly KnownFile[];
  /** The answer to confirmation point 1, in words. */
  readonly reply?: string | undefined;
  readonly language: Language;
};

/** A stream under consideration. */
export type Candidate = {
  readonly key: string;
  readonly stream: string;
  readonly namespace: string | null;
  readonly found: DiscoveredStream;
  readonly estimatedRows: number | null;
};

/** What was decided about a stream at confirmation point 1, and by which rule. */
export type Choice = {
  readonly candidate: Candidate;
  readonly kept: boolean;
  readonly rule: string;
  readonly reason: string | null;
  readonly unsure: boolean;
  /** Why it is in doubt: the name says nothing, it looks like a copy or a log, or the goal could not be matched. */
  readonly doubt?: "name" | "copy" | "goal";
  /** The user decided, not a rule. */
  readonly byReply?: boolean;
};

export type ProposalWarning = {
  readonly code: string;
  readonly message: string;
  readonly [fact: string]: unknown;
};

/** One key for a stream of a source; namespaces keep equal names apart. */
export function streamKey(stream: string, namespace: string | null | undefined): string {
  return JSON.stringify([namespace ?? null, stream]);
}

/** The streams of a discovery, in its order; one that is listed twice counts once. */
export function toCandidates(
  discovery: readonly DiscoveredStream[],
  estimatedRows: Readonly<Record<string, number>> = {},
): Candidate[] {
  const seen = new Set<string>();
  const candidates: Candidate[] = [];
  for (const found of discovery) {
    const key = streamKey(found.streamName, found.streamnamespace);
    if (seen.has(key)) continue;
    seen.add(key);
    candidates.push({
      key,
      stream: found.streamName,
      namespace: found.streamnamespace ?? null,
      found,
      estimatedRows: estimatedRows[key] ?? null,
    });
  }
  return candidates;
}

/** A sentence in the language of the reader. */
export function say(language: Language, en: string, ja: string): string {
  return language === "ja" ? ja : en;
}
