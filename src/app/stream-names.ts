// Names of streams as people type them: `ns.name`, `name`, with parts that hold a dot in double quotes. interface.md §2.
import type { CatalogStream } from "../model/catalog.ts";
import { suggest } from "../connect/text/suggest.ts";
import { RevosError } from "../kernel/error.ts";

/** The parts of a dotted name: `sales."Order.Items"` is two. `usage.bad_value` for an open quote or an empty part. */
export function splitName(text: string): string[] {
  const parts: string[] = [];
  let rest = text.trim();
  const bad = () =>
    new RevosError(
      "usage.bad_value",
      `${text} is not a name: parts are joined with dots, and a part that holds a dot stands in double quotes.`,
      { data: { value: text } },
    );
  for (;;) {
    const part = /^"((?:[^"]|"")*)"(?=\.|$)/.exec(rest) ?? /^([^."]+)(?=\.|$)/.exec(rest);
    if (!part) throw bad();
    parts.push((part[1] ?? "").replaceAll('""', '"'));
    rest = rest.slice(part[0].length);
    if (rest === "") return parts;
    rest = rest.slice(1);
  }
}

/** `public.orders`, with quotes where they are needed to read it back. */
export function formatStream(stream: {
  readonly name: string;
  readonly namespace?: string | null | undefined;
}): string {
  const quote = (part: string) => (/[."\s]/.test(part) ? `"${part.replaceAll('"', '""')}"` : part);
  return stream.namespace ? `${quote(stream.namespace)}.${quote(stream.name)}` : quote(stream.name);
}

/** The stream that a text names; `source.stream_not_found` with a suggestion, or `usage.bad_value` when it names several. */
export function findStream<S extends Pick<CatalogStream, "name" | "namespace">>(
  streams: readonly S[],
  text: string,
): S {
  const whole = streams.filter((stream) => stream.name === text);
  if (whole.length === 1 && whole[0]) return whole[0];
  const parts = splitName(text);
  const name = parts.at(-1) ?? "";
  const namespace = parts.length > 1 ? parts.slice(0, -1).join(".") : null;
  const found = streams.filter(
    (stream) => stream.name === name && (namespace === null || stream.namespace === namespace),
  );
  if (found.length === 1 && found[0]) return found[0];
  if (found.length > 1) {
    throw new RevosError(
      "usage.bad_value",
      `${text} names ${found.length} streams: ${found.map(formatStream).join(", ")}.`,
      { advice: "Write the namespace as well.", data: { value: text } },
    );
  }
  const near = suggest(text, streams.map(formatStream));
  throw new RevosError(
    "source.stream_not_found",
    `The source has no stream ${text} that this user may see. Nothing was read.`,
    {
      ...(near.length > 0
        ? { advice: `Did you mean ${near.join(" or ")}?` }
        : { advice: "Check the name and the schema; names are case-sensitive." }),
      data: { stream: text },
    },
  );
}

/** A field path as typed: an exact column name first, then dots as nesting. Null when the stream has no such field. */
export function findField(stream: CatalogStream, text: string): string[] | null {
  if (stream.columns.some((column) => column.name === text)) return [text];
  const path = splitName(text);
  const [first = "", ...below] = path;
  const column = stream.columns.find((candidate) => candidate.name === first);
  if (!column) return null;
  return below.length === 0 || column.type.kind === "json" ? path : null;
}

/** The streams that the texts name among names alone; null where one is not found, or is not clear: then all are looked at. */
export function findNamed<S extends Pick<CatalogStream, "name" | "namespace">>(
  names: readonly S[],
  texts: readonly string[],
): S[] | null {
  try {
    return texts.map((text) => findStream(names, text));
  } catch {
    return null;
  }
}
