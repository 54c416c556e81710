// Changes one nested value inside a JSON text and leaves every other byte as it was: numbers, spaces, order of members
// and duplicate members included. Needed because a privacy mapper may target a field below a json column.
import type { FieldPath } from "../../model/discovery.ts";

/** A member of an object in a text: `"key": value`, as offsets. `key` is null for an element of an array. */
export type Member = {
  readonly key: string | null;
  readonly start: number;
  readonly valueStart: number;
  readonly end: number;
};

/**
 * What stands in the place of a member: member texts (`"key":value`), none to remove it, null to leave it as it is.
 * For an element of an array: one text, the value (an element that should go becomes `null`, so that the others keep their place).
 */
export type EditMember = (member: Member, text: string) => readonly string[] | null;

/**
 * Edits all members that `path` names. On the way an array is entered in each of its elements (or in the one element,
 * when the name is a number). Returns the text itself when nothing changed, null when the text is not JSON
 * (or too deep to be entered).
 */
export function editJson(text: string, path: FieldPath, edit: EditMember): string | null {
  if (!isJson(text)) return null;
  try {
    return editValue(text, skipSpace(text, 0), path, 0, edit).text ?? text;
  } catch (error) {
    // Arrays in arrays, thousands deep, on the very path that is edited: such a cell fails, the run does not.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** A JSON value as canonical text: a string's content, null for null, everything else as it is written. */
export function jsonToText(token: string): string | null {
  if (token === "null") return null;
  return token.startsWith('"') ? (JSON.parse(token) as string) : token;
}

/** The values that `path` names, as JSON tokens; [] when the text is not JSON. */
export function readJson(text: string, path: FieldPath): string[] {
  const found: string[] = [];
  editJson(text, path, (member) => {
    found.push(text.slice(member.valueStart, member.end));
    return null;
  });
  return found;
}

type Edited = { readonly end: number; /** Undefined: unchanged. */ readonly text?: string };

function editValue(
  text: string,
  at: number,
  path: FieldPath,
  depth: number,
  edit: EditMember,
): Edited {
  if (text[at] === "{") return editObject(text, at, path, depth, edit);
  if (text[at] === "[") return editArray(text, at, path, depth, edit);
  return { end: skipValue(text, at) };
}

function editObject(
  text: string,
  at: number,
  path: FieldPath,
  depth: number,
  edit: EditMember,
): Edited {
  const parts: {
    readonly start: number;
    readonly end: number;
    readonly texts?: readonly string[];
  }[] = [];
  let next = skipSpace(text, at + 1);
  let changed = false;
  while (text[next] !== "}") {
    const start = next;
    const keyEnd = skipValue(text, start);
    const valueStart = skipSpace(text, skipSpace(text, keyEnd) + 1);
    const wanted = isKey(text.slice(start, keyEnd), path[depth] ?? "");
    let end: number;
    let texts: readonly string[] | undefined;
    if (wanted && depth + 1 < path.length) {
      const inner = editValue(text, valueStart, path, depth + 1, edit);
      end = inner.end;
      if (inner.text !== undefined) texts = [text.slice(start, valueStart) + inner.text];
    } else {
      end = skipValue(text, valueStart);
      if (wanted)
        texts = edit({ key: path[depth] ?? "", start, valueStart, end }, text) ?? undefined;
    }
    parts.push(texts ? { start, end, texts } : { start, end });
    changed ||= texts !== undefined;
    next = skipSpace(text, end);
    if (text[next] === ",") next = skipSpace(text, next + 1);
  }
  return changed ? { end: next + 1, text: joinParts(text, at, next, parts) } : { end: next + 1 };
}

/** `token`: the key as it is written. Nearly every key is written plainly, and is not parsed then. */
function isKey(token: string, name: string): boolean {
  if (token.includes("\\")) return JSON.parse(token) === name;
  return token.length === name.length + 2 && token.startsWith(name, 1);
}

function joinParts(
  text: string,
  at: number,
  close: number,
  parts: readonly {
    readonly start: number;
    readonly end: number;
    readonly texts?: readonly string[];
  }[],
): string {
  let out = text.slice(at, parts[0]?.start ?? close);
  let kept = 0;
  parts.forEach((part, i) => {
    const texts = part.texts ?? [text.slice(part.start, part.end)];
    const before = i === 0 ? ", " : text.slice(parts[i - 1]?.end ?? at, part.start);
    for (const [n, member] of texts.entries())
      out += (kept++ === 0 ? "" : n === 0 && i > 0 ? before : ",") + member;
  });
  return out + text.slice(parts.at(-1)?.end ?? close, close + 1);
}

function editArray(
  text: string,
  at: number,
  path: FieldPath,
  depth: number,
  edit: EditMember,
): Edited {
  const name = path[depth] ?? "";
  const only = /^\d+$/.test(name) ? Number(name) : null;
  let next = skipSpace(text, at + 1);
  let out = "";
  let copied = at;
  for (let index = 0; text[next] !== "]"; index++) {
    const inner = editElement(
      text,
      next,
      path,
      only === null ? depth : index === only ? depth + 1 : null,
      edit,
    );
    if (inner.text !== undefined) {
      out += text.slice(copied, next) + inner.text;
      copied = inner.end;
    }
    next = skipSpace(text, inner.end);
    if (text[next] === ",") next = skipSpace(text, next + 1);
  }
  return copied === at
    ? { end: next + 1 }
    : { end: next + 1, text: out + text.slice(copied, next + 1) };
}

/** `enter`: the step of the path that holds inside this element, null when the path does not name it. */
function editElement(
  text: string,
  at: number,
  path: FieldPath,
  enter: number | null,
  edit: EditMember,
): Edited {
  if (enter !== null && enter < path.length) return editValue(text, at, path, enter, edit);
  const end = skipValue(text, at);
  const texts = enter === null ? null : edit({ key: null, start: at, valueStart: at, end }, text);
  return texts ? { end, text: texts[0] ?? "null" } : { end };
}

function skipSpace(text: string, at: number): number {
  let next = at;
  for (;;) {
    const code = text.charCodeAt(next);
    if (code !== 32 && code !== 9 && code !== 10 && code !== 13) return next;
    next++;
  }
}

/** Where the value that starts at `at` ends. Not recursive: a deep value must not end the run. */
function skipValue(text: string, at: number): number {
  let next = at;
  let depth = 0;
  do {
    const char = text[next];
    if (char === '"') next = skipString(text, next);
    else if (char === "{" || char === "[") {
      depth++;
      next++;
    } else if (char === "}" || char === "]") {
      depth--;
      next++;
    } else if (depth > 0 && (char === "," || char === ":")) next++;
    else next = skipToken(text, next);
    if (depth > 0) next = skipSpace(text, next);
  } while (depth > 0 && next < text.length);
  return next;
}

function skipString(text: string, at: number): number {
  let next = at + 1;
  for (;;) {
    next = text.indexOf('"', next);
    let slashes = 0;
    while (text[next - 1 - slashes] === "\\") slashes++;
    next++;
    if (slashes % 2 === 0) return next;
  }
}

function skipToken(text: string, at: number): number {
  const token = /[^\s,:{}[\]"]+/y;
  token.lastIndex = at;
  const match = token.exec(text);
  return match ? token.lastIndex : at + 1;
}
