// YAML to plain values with the place of every key and value, every syntax problem and every doubled key at once.
// Aliases and merge keys are followed within bounds: a loop or an alias bomb is a finding, never a hang.
import {
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  parseAllDocuments,
  type Document,
  type Node,
} from "yaml";

export type Place = {
  readonly line: number;
  readonly column: number;
  readonly offset: number;
  readonly length: number;
};

export type YamlProblem = {
  readonly code: "yaml_invalid" | "duplicate_key";
  readonly path: string;
  readonly message: string;
  readonly place: Place;
  readonly data?: Readonly<Record<string, unknown>>;
};

export type YamlText = {
  /** Plain value of the document; undefined when it could not be read. */
  readonly value: unknown;
  readonly problems: readonly YamlProblem[];
  /** The place of a path's value or key; of the nearest thing above it when the path itself is not written. */
  locate(path: string, what?: "key" | "value"): Place;
};

type Spot = { readonly key?: readonly [number, number]; readonly value: readonly [number, number] };

/** Values visited at most: far above any real file, far below what hurts. */
const visitLimit = 200_000;

const plainKey = /^[\p{L}_$][\p{L}\p{N}_$-]*$/u;

/** `spec.streams[0].name`; a key that holds a dot or bracket is quoted. */
export function joinPath(parent: string, part: string | number): string {
  if (typeof part === "number") return `${parent}[${part}]`;
  const text = plainKey.test(part) ? part : JSON.stringify(part);
  return parent === "" ? text : `${parent}.${text}`;
}

/** The path above a path: `spec.streams[0]` of `spec.streams[0].name`. */
export function parentPath(path: string): string {
  return path.replace(/(?:\.?(?:"(?:[^"\\]|\\.)*"|[^.[\]"]+)|\[\d+\])$/u, "");
}

export function readYaml(text: string): YamlText {
  const counter = new LineCounter();
  const problems: YamlProblem[] = [];
  const spots = new Map<string, Spot>();
  const place = (from: number, to = from): Place => {
    const { line, col } = counter.linePos(Math.min(from, text.length));
    const end = text.indexOf("\n", from);
    return {
      line: Math.max(1, line),
      column: Math.max(1, col),
      offset: from,
      length: Math.max(1, Math.min(to, end < 0 ? text.length : end) - from),
    };
  };
  const locate = (path: string, what: "key" | "value" = "value"): Place => {
    for (let at = path; ; at = parentPath(at)) {
      const spot = spots.get(at);
      const range = spot && (what === "key" || at !== path ? (spot.key ?? spot.value) : spot.value);
      if (range) return place(range[0], range[1]);
      if (at === "") return place(0);
    }
  };
  const documents = parseAllDocuments(text, {
    lineCounter: counter,
    uniqueKeys: false,
    merge: true,
    strict: true,
    prettyErrors: false,
    logLevel: "silent",
  });
  const list: Document[] = "empty" in documents ? [] : documents;
  const first = list[0];
  for (const document of list)
    for (const error of document.errors)
      problems.push({
        code: "yaml_invalid",
        path: "",
        message: sentence(error.message),
        place: place(error.pos[0], error.pos[1]),
      });
  const second = list[1];
  if (second)
    problems.push({
      code: "yaml_invalid",
      path: "",
      message: "The file holds more than one YAML document; one connection is one file.",
      place: place(second.range?.[0] ?? 0),
    });
  if (!first || problems.length > 0) return { value: undefined, problems, locate };
  const reader = makeReader(first, { problems, spots, place });
  const value = reader(first.contents);
  return { value, problems, locate };
}

const sentence = (message: string): string => {
  const line = (message.split("\n")[0] ?? "").replace(/\s+at line \d+.*$/, "").trim();
  return /[.!?]$/.test(line) ? line : `${line}.`;
};

type Sink = {
  readonly problems: YamlProblem[];
  readonly spots: Map<string, Spot>;
  readonly place: (from: number, to?: number) => Place;
};

function makeReader(
  document: Document,
  { problems, spots, place }: Sink,
): (node: unknown) => unknown {
  let visited = 0;
  let stopped = false;
  const targets = new Map<Node, Node>();
  const stop = (node: Node, path: string, message: string): undefined => {
    if (!stopped)
      problems.push({
        code: "yaml_invalid",
        path,
        message,
        place: place(node.range?.[0] ?? 0, node.range?.[1]),
      });
    stopped = true;
    return undefined;
  };
  const read = (
    node: unknown,
    path: string,
    open: readonly unknown[],
    inAlias: boolean,
  ): unknown => {
    if (!isNode(node) || stopped) return null;
    if (++visited > visitLimit)
      return stop(node, path, "The file repeats itself too often through aliases.");
    if (isAlias(node)) {
      // The parser looks through the whole document each time.
      const target = targets.get(node) ?? node.resolve(document);
      if (target) targets.set(node, target);
      if (!target) return stop(node, path, `The alias *${node.source} has no anchor.`);
      if (open.includes(target))
        return stop(node, path, `The alias *${node.source} contains itself.`);
      return read(target, path, [...open, target], true);
    }
    if (isScalar(node)) return node.value;
    const inside = [...open, node];
    if (isSeq(node))
      return node.items.map((item, at) => {
        const below = joinPath(path, at);
        if (!inAlias && isNode(item) && item.range)
          spots.set(below, { value: [item.range[0], item.range[1]] });
        return read(item, below, inside, inAlias);
      });
    if (isMap(node)) return readMap(node, path, inside, inAlias);
    return null;
  };
  const readMap = (
    node: Extract<Node, { items: unknown[] }>,
    path: string,
    open: readonly unknown[],
    inAlias: boolean,
  ): Record<string, unknown> => {
    const own: Record<string, unknown> = {};
    const merged: Record<string, unknown>[] = [];
    const seen = new Map<string, number>();
    for (const pair of isMap(node) ? node.items : []) {
      const keyNode = pair.key;
      // The merge key `<<` is a symbol in the parser.
      const key = isScalar(keyNode)
        ? typeof keyNode.value === "symbol"
          ? "<<"
          : String(keyNode.value ?? "")
        : String(keyNode);
      const start = isNode(keyNode) ? (keyNode.range?.[0] ?? 0) : 0;
      const end = isNode(keyNode) ? (keyNode.range?.[1] ?? start) : start;
      if (key === "<<" && isNode(pair.value)) {
        const value = read(pair.value, path, open, true);
        merged.push(
          ...(Array.isArray(value) ? value : [value]).filter(
            (entry): entry is Record<string, unknown> =>
              typeof entry === "object" && entry !== null,
          ),
        );
        continue;
      }
      const below = joinPath(path, key);
      const before = seen.get(key);
      if (before !== undefined && !inAlias) {
        const at = place(before);
        problems.push({
          code: "duplicate_key",
          path: below,
          message: `${key} appears twice; the second would silently win.`,
          place: place(start, end),
          data: { key, firstLine: at.line, firstColumn: at.column },
        });
        continue;
      }
      seen.set(key, start);
      const range = isNode(pair.value) && pair.value.range ? pair.value.range : null;
      if (!inAlias)
        spots.set(below, { key: [start, end], value: range ? [range[0], range[1]] : [start, end] });
      Object.defineProperty(own, key, {
        value: read(pair.value, below, open, inAlias),
        enumerable: true,
        configurable: true,
        writable: true,
      });
    }
    for (const other of merged)
      for (const [key, value] of Object.entries(other))
        if (!Object.hasOwn(own, key)) own[key] = value;
    return own;
  };
  return (node) => {
    if (isNode(node) && node.range) spots.set("", { value: [node.range[0], node.range[0]] });
    return read(node, "", [], false);
  };
}
