// Discoveries for tests, one stream a line: `sales.orders: *id customer_id ^updated_at meta.at`. `*` marks the source's key,
// `^` its own cursor; a word in brackets narrows the modes: [F] overwrite, [D] deduped overwrite, [A] append, [I] history, [] none.
import type { DiscoveredStream } from "../../model/discovery.ts";
import { syncModes, type SyncMode } from "../../model/sync-mode.ts";
import { proposeOffline, type ProposeOfflineInput } from "../offline.ts";
import type { Proposal } from "../../model/proposal.ts";

const letters: Readonly<Record<string, SyncMode>> = {
  I: "incremental_deduped_history",
  A: "incremental_append",
  D: "full_refresh_overwrite_deduped",
  F: "full_refresh_overwrite",
};

/** Streams of a source. `namespace` null: the source has none. */
export function streams(namespace: string | null, text: string): DiscoveredStream[] {
  return text
    .trim()
    .split("\n")
    .map((line) => {
      const [head = "", rest = ""] = line.trim().split(/:\s*/, 2);
      const [place, name] = head.includes(".")
        ? [head.split(".")[0], head.split(".")[1] ?? ""]
        : [namespace, head];
      const words = rest.split(/\s+/).filter((word) => word !== "");
      const limit = words.find((word) => word.startsWith("["));
      const fields = words.filter((word) => !word.startsWith("["));
      const cursor = fields.find((field) => field.startsWith("^"));
      return {
        streamName: name,
        ...(place === null || place === undefined ? {} : { streamnamespace: place }),
        syncModes:
          limit === undefined
            ? [...syncModes]
            : [...limit.slice(1, -1)].flatMap((letter) => letters[letter] ?? []),
        defaultCursorField: cursor === undefined ? [] : cursor.slice(1).split("."),
        sourceDefinedCursorField: cursor !== undefined,
        sourceDefinedPrimaryKey: fields
          .filter((field) => field.startsWith("*"))
          .map((field) => [field.slice(1)]),
        propertyFields: fields.map((field) => field.replace(/^[*^]/, "").split(".")),
      };
    });
}

/** A proposal for a source named `name` (id src_1). */
export function proposal(
  input: Omit<ProposeOfflineInput, "source" | "sources"> & { readonly name?: string },
): Proposal {
  const { name = "Shop", ...rest } = input;
  return proposeOffline({ source: "src_1", sources: [{ id: "src_1", name }], ...rest });
}

export const kept = (document: Proposal): string[] =>
  document.selected.map((entry) => entry.stream);
export const dropped = (document: Proposal): Record<string, string> =>
  Object.fromEntries(document.dropped.map((entry) => [entry.stream, entry.rule]));
export const unsure = (document: Proposal): string[] =>
  document.selected.filter((entry) => entry.unsure).map((entry) => entry.stream);
export const codes = (document: Proposal): string[] =>
  document.warnings.map((warning) =>
    typeof warning["stream"] === "string" ? `${warning.code} ${warning["stream"]}` : warning.code,
  );

/** `orders I updated_at id`: mode letter, cursor, key; a dash for none. */
export function modes(document: Proposal): string[] {
  const letter = (mode: string) =>
    Object.entries(letters).find(([, name]) => name === mode)?.[0] ?? "?";
  return document.modes.map(
    (mode) =>
      `${mode.stream} ${letter(mode.syncMode)} ${mode.cursorField?.join(".") ?? "-"} ${mode.primaryKey?.map((path) => path.join(".")).join("+") ?? "-"}`,
  );
}
