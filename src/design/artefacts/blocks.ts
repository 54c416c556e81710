// Managed blocks: what revos writes stands between two comments with a digest, so that a second run renews it, keeps what
// people wrote around it byte for byte, and sees when somebody changed the block itself.
import type { Artefact, Block } from "./artefact.ts";

export type MergeState =
  | "new"
  /** Nothing to write. */
  | "same"
  | "changed"
  /** Written, but blocks that were edited by hand stay as they are. */
  | "kept"
  /** A file without our marks stands there. */
  | "conflict";

export type Merged = {
  readonly state: MergeState;
  readonly text: string;
  /** Blocks that differ from the design because somebody edited them. */
  readonly kept: readonly string[];
};

type Segment = { readonly text: string } | (Block & { readonly intact: boolean });

/** 64 bits of FNV-1a over UTF-16 units: an edit is to be seen, nobody is to be kept from forging one. */
export function digest(text: string): string {
  let a = 0x811c9dc5;
  let b = 0xcbf29ce4;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 0x01000193);
    b = Math.imul(b ^ (unit + i), 0x01000193);
  }
  return [a, b].map((half) => (half >>> 0).toString(16).padStart(8, "0")).join("");
}

/** The file as it is when nothing was there. */
export function renderArtefact(artefact: Artefact): string {
  if (artefact.comment === "none")
    return `${artefact.blocks.map((block) => block.text).join("\n\n")}\n`;
  return artefact.blocks.map((block) => wrap(block, artefact.comment)).join("\n");
}

function wrap(block: Block, comment: Artefact["comment"]): string {
  const [open, close] = comment === "markdown" ? ["<!-- ", " -->"] : ["# ", ""];
  return `${open}revos:begin ${block.id} ${digest(block.text)}${close}\n${block.text}\n${open}revos:end ${block.id}${close}\n`;
}

const opening = /^(?:<!-- |# )revos:begin ([\w.-]+) ([0-9a-f]{16})(?: -->)?$/;

function split(text: string): Segment[] | null {
  const segments: Segment[] = [];
  const lines = text.split("\n");
  let outside: string[] = [];
  const flush = (): void => {
    if (outside.length > 0) segments.push({ text: outside.map((line) => `${line}\n`).join("") });
    outside = [];
  };
  for (let i = 0; i < lines.length; i++) {
    const match = opening.exec(lines[i] ?? "");
    const end = match
      ? lines.findIndex(
          (line, at) =>
            at > i && new RegExp(`^(?:<!-- |# )revos:end ${match[1]}(?: -->)?$`).test(line),
        )
      : -1;
    if (!match || end < 0) {
      outside.push(lines[i] ?? "");
      continue;
    }
    flush();
    const body = lines.slice(i + 1, end).join("\n");
    segments.push({ id: match[1] ?? "", text: body, intact: digest(body) === match[2] });
    i = end;
  }
  // The text after the last newline is no line of its own.
  const last = outside.pop() ?? "";
  flush();
  if (last !== "") segments.push({ text: last });
  return segments.some((segment) => "id" in segment) ? segments : null;
}

/** What to write over `before`. Blocks edited by hand are kept unless `overwrite`; text outside of blocks always is. */
export function merge(before: string | null, artefact: Artefact, overwrite = false): Merged {
  const fresh = renderArtefact(artefact);
  if (before === null) return { state: "new", text: fresh, kept: [] };
  const isDos = before.includes("\r\n");
  const unix = isDos ? before.replaceAll("\r\n", "\n") : before;
  if (unix === fresh) return { state: "same", text: before, kept: [] };
  const segments = artefact.comment === "none" ? null : split(unix);
  if (!segments)
    return overwrite
      ? { state: "changed", text: fresh, kept: [] }
      : { state: "conflict", text: before, kept: [] };
  const { text, kept } = renew(segments, artefact, overwrite);
  const out = isDos ? text.replaceAll("\n", "\r\n") : text;
  if (kept.length > 0) return { state: "kept", text: out, kept };
  return { state: out === before ? "same" : "changed", text: out, kept };
}

function renew(
  segments: readonly Segment[],
  artefact: Artefact,
  overwrite: boolean,
): { text: string; kept: string[] } {
  const wanted = new Map(artefact.blocks.map((block) => [block.id, block]));
  const kept: string[] = [];
  const parts: { id: string | null; text: string }[] = [];
  for (const segment of segments) {
    if (!("id" in segment)) {
      parts.push({ id: null, text: segment.text });
      continue;
    }
    const block = wanted.get(segment.id);
    const isEdited = !segment.intact && !overwrite && block?.text !== segment.text;
    if (isEdited) {
      kept.push(segment.id);
      // Its old digest stays wrong, so that the next run sees the edit as well.
      parts.push({
        id: segment.id,
        text: wrap(segment, artefact.comment).replace(/ [0-9a-f]{16}/, " 0000000000000000"),
      });
    } else if (block) parts.push({ id: block.id, text: wrap(block, artefact.comment) });
    else {
      // The design no longer says this: the block goes, with the blank line that set it apart.
      const before = parts.at(-1);
      if (before?.id === null && before.text === "\n") parts.pop();
    }
  }
  if (parts[0]?.id === null && parts[0].text === "\n") parts.shift();
  artefact.blocks.forEach((block, i) => {
    if (parts.some((part) => part.id === block.id)) return;
    const after = artefact.blocks
      .slice(0, i)
      .reverse()
      .find((other) => parts.some((part) => part.id === other.id));
    const at = after ? parts.findIndex((part) => part.id === after.id) + 1 : 0;
    const text = wrap(block, artefact.comment);
    if (after) parts.splice(at, 0, { id: null, text: "\n" }, { id: block.id, text });
    else
      parts.splice(
        0,
        0,
        { id: block.id, text },
        ...(parts.length > 0 ? [{ id: null, text: "\n" }] : []),
      );
  });
  return { text: parts.map((part) => part.text).join(""), kept };
}

/** Nobody changed the file since it was written: every block has its digest, and nothing but blank lines stands outside. */
export function isUntouched(text: string): boolean {
  const segments = split(text.replaceAll("\r\n", "\n"));
  return (
    segments !== null &&
    segments.every((segment) => ("id" in segment ? segment.intact : segment.text.trim() === ""))
  );
}
