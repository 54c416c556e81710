// What the architect writes: files made of managed blocks, and the ground in the project they are drawn on. Pure data.
import type { Bi, Lang } from "../reading.ts";
import type { Outcome } from "../decide.ts";
import type { Layout } from "../layout.ts";

export type ArtefactKind =
  | "design_document"
  | "contract"
  | "connection"
  | "connection_stub"
  | "checks"
  | "slo"
  | "decision_record"
  | "runbook"
  | "test_plan"
  | "handoff"
  | "state";

/** A part of a file that revos writes again; what stands around it belongs to the reader. Text without a final newline. */
export type Block = { readonly id: string; readonly text: string };

export type Artefact = {
  /** Relative to the folder of `--out`, with forward slashes. */
  readonly path: string;
  readonly kind: ArtefactKind;
  /** How a marker is written as a comment: of Markdown or of YAML. */
  readonly comment: "markdown" | "yaml" | "none";
  readonly blocks: readonly Block[];
};

/** A stream that the project has discovered and the design reads, with what the proposal engine chose for it. */
export type KnownStream = {
  readonly name: string;
  readonly namespace: string | null;
  /** Its table in the warehouse. */
  readonly table: string;
  readonly syncMode: string;
  readonly cursor: string | null;
  readonly key: readonly string[];
  readonly columns: readonly {
    readonly name: string;
    /** Canonical type (`decimal`, `timestamptz`). */
    readonly type: string;
    readonly sourceType: string;
    readonly nullable: boolean;
  }[];
  /** Columns that a mapper hashes or drops. */
  readonly protected: readonly string[];
};

/** What the project has for this design. */
export type Ground = {
  /** Kinds of source and destination this version of revos can open. */
  readonly sourceKinds: readonly string[];
  readonly destinationKinds: readonly string[];
  readonly source: { readonly id: string; readonly name: string; readonly kind: string } | null;
  /** Why there is no connection, when the source is known but cannot be used as it is. */
  readonly gap: Bi | null;
  readonly streams: readonly KnownStream[];
  /** The text of the connection file, from the proposal engine; null without a source. */
  readonly connection: string | null;
  readonly destination: string;
};

export const bareGround: Ground = {
  sourceKinds: ["file", "mysql", "postgres"],
  destinationKinds: ["duckdb", "postgres"],
  source: null,
  gap: null,
  streams: [],
  connection: null,
  destination: "warehouse",
};

/** What every writer is handed. */
export type Writing = {
  readonly outcome: Outcome;
  readonly layout: Layout;
  readonly lang: Lang;
  readonly ground: Ground;
  /** The folder as the commands in the texts name it; `.` for the project's own. */
  readonly out: string;
  say(en: string, ja: string): string;
};

export const one = (id: string, text: string): Block => ({ id, text: text.trimEnd() });
