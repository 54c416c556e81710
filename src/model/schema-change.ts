// Changes of a source's schema: their kinds, what a policy makes of each, and what taking one does to the accepted shape of
// a stream. Pure, so that the run that finds a change and the command that accepts it cannot disagree. docs/schema-changes.md.
import { z } from "zod";
import type { CatalogColumn, CatalogStream } from "./catalog.ts";
import { schemaPolicies, type SchemaPolicy } from "./connection.ts";
import type { FieldPath } from "./discovery.ts";

export const changeKinds = [
  "add",
  "drop",
  "widen",
  "narrow",
  "rename",
  "key",
  "cursor",
  "newStream",
  "streamGone",
] as const;
export type ChangeKind = (typeof changeKinds)[number];
export type PolicyWord = (typeof schemaPolicies)[number];

/** One word for each kind. */
export type PolicyTable = Readonly<Record<ChangeKind, PolicyWord>>;

/**
 * What happens to a change nobody said anything about. What could break a reader or needs rows to be read again pauses the
 * stream; what loses nothing is followed or waits beside the run.
 */
export const defaultPolicies: PolicyTable = {
  add: "ask",
  drop: "ask",
  widen: "apply",
  narrow: "pause",
  rename: "pause",
  key: "pause",
  cursor: "pause",
  newStream: "ask",
  streamGone: "pause",
};

/** Types that a source only guesses (files) may be guessed otherwise tomorrow: the accepted type is kept, and it is said. */
export const inferredPolicies: PolicyTable = { ...defaultPolicies, narrow: "ask" };

/** The stream's own word first, then the connection's, then the default; a single word holds for every kind. */
export function resolvePolicies(
  defaults: PolicyTable,
  ...written: readonly (SchemaPolicy | null | undefined)[]
): PolicyTable {
  const wordFor = (kind: ChangeKind): PolicyWord => {
    for (const policy of written) {
      if (policy === null || policy === undefined) continue;
      if (typeof policy === "string") return policy;
      const own = policy[kind];
      if (own !== undefined) return own;
      if ((kind === "widen" || kind === "narrow") && policy.type !== undefined) return policy.type;
    }
    return defaults[kind];
  };
  return Object.fromEntries(changeKinds.map((kind) => [kind, wordFor(kind)])) as PolicyTable;
}

/** What became of a change in a run. `kept`: the stream went on by its accepted shape, and the change waits. */
export const changeOutcomes = ["applied", "kept", "ignored", "paused", "failed"] as const;
export type ChangeOutcome = (typeof changeOutcomes)[number];

/** A change as a run reports it. No row values: names, types and counts. */
export const FoundChange = z.object({
  id: z.string(),
  kind: z.enum(changeKinds),
  stream: z.string(),
  namespace: z.string().nullable(),
  /** As the accepted shape names it; null where the change is not of one column. */
  column: z.string().nullable(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  /** For a rename: `same_mark`, `same_position`, `same_type`, `same_values`. Certain only by mark or values. */
  evidence: z.array(z.string()),
  certain: z.boolean(),
  policy: z.enum(schemaPolicies),
  outcome: z.enum(changeOutcomes),
  /** Rows that were loaded before may hold old values of this column, or none. */
  oldRows: z.enum(["none", "null", "stale"]),
  /** The column as the source shows it now. */
  shape: z.record(z.string(), z.unknown()).nullable(),
  /** The key as the source names it now; for `key` only. */
  key: z.array(z.array(z.string())).nullable(),
});
export type FoundChange = z.infer<typeof FoundChange>;

/** What a person decided about a change of a stream; a run goes by it. */
export type Decision = {
  readonly kind: ChangeKind;
  readonly column: string | null;
  readonly after: string | null;
  readonly decision: "accepted" | "ignored";
};

type Taken = Pick<FoundChange, "kind" | "column" | "after" | "shape" | "key">;

/** The accepted shape after a change was taken. */
export function takeChange(stream: CatalogStream, change: Taken): CatalogStream {
  const shape = change.shape as CatalogColumn | null;
  const others = stream.columns.filter((column) => column.name !== change.column);
  switch (change.kind) {
    case "add":
      return shape && !stream.columns.some((column) => column.name === shape.name)
        ? { ...stream, columns: [...stream.columns, shape] }
        : stream;
    case "drop":
      return { ...stream, columns: others };
    case "widen":
    case "narrow":
    case "cursor":
      return shape
        ? {
            ...stream,
            columns: stream.columns.map((column) =>
              column.name === change.column ? shape : column,
            ),
          }
        : { ...stream, columns: others };
    case "rename":
      return shape && change.column !== null
        ? renameColumn(stream, change.column, { ...shape, renamedFrom: change.column })
        : stream;
    case "key":
      return { ...stream, sourceDefinedPrimaryKey: change.key ?? [] };
    case "newStream":
    case "streamGone":
      return stream;
  }
}

function renameColumn(stream: CatalogStream, from: string, to: CatalogColumn): CatalogStream {
  const path = ([first, ...rest]: FieldPath): FieldPath =>
    first === from ? [to.name, ...rest] : [first ?? "", ...rest];
  return {
    ...stream,
    columns: stream.columns.map((column) => (column.name === from ? to : column)),
    defaultCursorField: stream.defaultCursorField.length > 0 ? path(stream.defaultCursorField) : [],
    sourceDefinedPrimaryKey: stream.sourceDefinedPrimaryKey.map(path),
  };
}
