// Changes to a file that a person wrote: comments, order, quotes and layout stay; only the named values change.
import { isMap, isScalar, parseDocument, Scalar, visit, type Document, type Node } from "yaml";
import { RevosError } from "../../kernel/error.ts";
import { tightenLists } from "./write.ts";

const unchanged = { lineWidth: 0, flowCollectionPadding: true, indentSeq: true } as const;

/**
 * Puts `metadata.id` and `spec.prefix` into the file: the write-back of the first apply. Values that stand there already
 * stay. Done on the text itself, so that every other byte is untouched. Errors: `config.invalid` when there is no place.
 */
export function writeBack(
  text: string,
  values: { readonly id?: string; readonly prefix?: string },
): string {
  let next = text;
  if (values.id !== undefined) next = insertAfter(next, ["metadata"], "name", "id", values.id);
  if (values.prefix !== undefined)
    next = insertAfter(next, ["spec"], "source", "prefix", values.prefix);
  return next;
}

function insertAfter(
  text: string,
  path: readonly string[],
  after: string,
  key: string,
  value: string,
): string {
  const document = read(text);
  const holder = document.getIn(path, true);
  if (!isMap(holder))
    throw new RevosError(
      "config.invalid",
      `Could not write ${key} into the file: it has no ${path.join(".")}.`,
    );
  if (holder.has(key)) return text;
  const written =
    /^[A-Za-z_][A-Za-z0-9_-]*$/.test(value) && !/^(?:true|false|null|yes|no|on|off)$/i.test(value)
      ? value
      : JSON.stringify(value);
  const pair =
    holder.items.find((item) => isScalar(item.key) && item.key.value === after) ?? holder.items[0];
  const keyNode = pair?.key;
  const start = isScalar(keyNode) ? keyNode.range?.[0] : undefined;
  const valueNode = pair?.value;
  const range =
    typeof valueNode === "object" &&
    valueNode !== null &&
    "range" in valueNode &&
    Array.isArray(valueNode.range)
      ? (valueNode.range as number[])
      : undefined;
  const end = range?.[1];
  if (start === undefined || end === undefined)
    throw new RevosError(
      "config.invalid",
      `Could not write ${key} into the file: ${path.join(".")} is empty.`,
    );
  if (holder.flow) return `${text.slice(0, end)}, ${key}: ${written}${text.slice(end)}`;
  const lineStart = text.lastIndexOf("\n", start - 1) + 1;
  const indent = text.slice(lineStart, start).replace(/[^\s]/g, " ");
  const breakAt = text.indexOf("\n", end);
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  if (breakAt < 0) return `${text}${newline}${indent}${key}: ${written}${newline}`;
  return `${text.slice(0, breakAt + 1)}${indent}${key}: ${written}${newline}${text.slice(breakAt + 1)}`;
}

function read(text: string): Document {
  const document = parseDocument(text, { keepSourceTokens: true, uniqueKeys: false, merge: true });
  if (document.errors.length > 0)
    throw new RevosError("config.invalid", "Could not change the file: its YAML cannot be read.");
  return document;
}

/**
 * Sets values in a file, keeping comments and order: what `pull` does to a file whose connection changed on the server.
 * A value of undefined removes its key. Lists of streams are matched by name and namespace, so that comments stay with theirs.
 */
export function updateDocument(text: string, target: Readonly<Record<string, unknown>>): string {
  const document = read(text);
  if (!isMap(document.contents))
    throw new RevosError("config.invalid", "Could not change the file: it is not a mapping.");
  const before = flowValues(document);
  mergeMap(document, [], target);
  const kept = holdPlaces(document, before, text);
  const written = document.toString({
    ...unchanged,
    indentSeq: !/^(\s*)[\w-]+:[^\n]*\n\1- /m.test(text),
  });
  return keepSpacing(text, kept(text.includes("[ ") ? written : tightenLists(written)));
}

/** Lists and mappings that stand on a line, with what they hold now. */
function flowValues(document: Document): ReadonlyMap<Node, string> {
  const found = new Map<Node, string>();
  visit(document, {
    Collection(_, node) {
      if (!node.flow) return undefined;
      found.set(node, JSON.stringify(node.toJSON()));
      return visit.SKIP;
    },
  });
  return found;
}

/**
 * Puts a word in the place of every such value that did not change, because the writer of YAML has spaces and line breaks
 * of its own for them. The answer puts them back as they were written.
 */
function holdPlaces(
  document: Document,
  before: ReadonlyMap<Node, string>,
  text: string,
): (written: string) => string {
  const held: string[] = [];
  visit(document, {
    Collection(_, node) {
      const range = node.range;
      if (!range || before.get(node) !== JSON.stringify(node.toJSON()) || node.anchor !== undefined)
        return undefined;
      const place = new Scalar(`revos-place-${held.length}-`);
      held.push(text.slice(range[0], range[1]));
      for (const key of ["comment", "commentBefore", "spaceBefore"] as const)
        Object.assign(place, { [key]: node[key] });
      return place;
    },
  });
  return (written) =>
    written.replace(/revos-place-(\d+)-/g, (word, at) => held[Number(at)] ?? word);
}

/** Lines that differ only in the space before their comment stay as they were. */
function keepSpacing(before: string, after: string): string {
  const fold = (line: string) => line.replace(/\s+#/, " #").trimEnd();
  const known = new Map(before.split("\n").map((line) => [fold(line), line]));
  return after
    .split("\n")
    .map((line) => known.get(fold(line)) ?? line)
    .join("\n");
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function mergeMap(
  document: Document,
  path: readonly (string | number)[],
  target: Readonly<Record<string, unknown>>,
): void {
  const current =
    path.length === 0
      ? document.toJS()
      : (document.getIn(path, true) as { toJSON?: () => unknown } | undefined)?.toJSON?.();
  for (const key of Object.keys(isPlain(current) ? current : {}))
    if (!(key in target) || target[key] === undefined) document.deleteIn([...path, key]);
  for (const [key, value] of Object.entries(target)) {
    if (value === undefined) continue;
    const at = [...path, key];
    const before: unknown = isPlain(current) ? current[key] : undefined;
    if (JSON.stringify(before) === JSON.stringify(value)) continue;
    if (isPlain(value) && isPlain(before)) mergeMap(document, at, value);
    else if (key === "streams" && Array.isArray(value) && Array.isArray(before))
      mergeStreams(document, at, value, before);
    else if (before !== undefined || !insertBeforeStreams(document, path, key, value))
      document.setIn(at, document.createNode(value, { flow: isShort(value) }));
  }
}

/** A new key of spec stands before the long list of streams. */
function insertBeforeStreams(
  document: Document,
  path: readonly (string | number)[],
  key: string,
  value: unknown,
): boolean {
  const holder = document.getIn(path, true);
  if (!isMap(holder)) return false;
  const at = holder.items.findIndex((pair) => isScalar(pair.key) && pair.key.value === "streams");
  if (at < 0) return false;
  holder.items.splice(
    at,
    0,
    document.createPair(key, document.createNode(value, { flow: isShort(value) })),
  );
  return true;
}

const isShort = (value: unknown): boolean =>
  typeof value !== "object" || JSON.stringify(value).length < 60;

function mergeStreams(
  document: Document,
  path: readonly (string | number)[],
  target: readonly unknown[],
  before: readonly unknown[],
): void {
  const name = (stream: unknown) =>
    isPlain(stream) ? JSON.stringify([stream["namespace"] ?? null, stream["name"]]) : "";
  for (let at = before.length - 1; at >= 0; at--)
    if (!target.some((stream) => name(stream) === name(before[at])))
      document.deleteIn([...path, at]);
  const left = before.filter((stream) => target.some((other) => name(other) === name(stream)));
  for (const stream of target) {
    const at = left.findIndex((other) => name(other) === name(stream));
    if (at >= 0 && isPlain(stream)) mergeMap(document, [...path, at], stream);
    else document.addIn(path, document.createNode(stream));
  }
}
