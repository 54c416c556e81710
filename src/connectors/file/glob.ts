// Files that a path, a folder or a glob names, sorted, and the stream each belongs to. Node 20 has no glob of its own.
import { readdir, stat } from "node:fs/promises";
import { basename, join, resolve, sep } from "node:path";
import { RevosError } from "../../kernel/error.ts";
import { baseNameOf, formatOf, type FileConfig } from "./config.ts";

export type FoundFile = { readonly path: string; readonly sizeBytes: number };
/** All files of one stream, in the order they are read. */
export type FoundStream = { readonly name: string; readonly files: readonly FoundFile[] };

const placeholder = "{stream}";
const hasWildcard = (part: string): boolean => /[*?[\]{}]/.test(part);

/**
 * A file is a stream of its base name; a folder, or a glob, is one stream of the folder's base name (interface.md §2);
 * with `{stream}` in the path, what stands there names the streams. `file.not_found` when nothing is there.
 */
export async function findStreams(config: FileConfig): Promise<FoundStream[]> {
  const path = resolve(config.path);
  const plain = await stat(path).catch(() => null);
  if (plain?.isFile())
    return [{ name: baseNameOf(basename(path)), files: [{ path, sizeBytes: plain.size }] }];
  const parts = path.split(sep);
  const firstWild = parts.findIndex(hasWildcard);
  const root = firstWild === -1 ? path : parts.slice(0, firstWild).join(sep) || sep;
  const pattern = firstWild === -1 ? ["*"] : parts.slice(firstWild);
  const streams = new Map<string, FoundFile[]>();
  for (const { path: file, stream } of await walk(root, pattern)) {
    // A folder may hold other files beside the data; a glob means what it says.
    if (firstWild === -1 && formatOf(file, config) === null) continue;
    const name = stream === null ? basename(root) || "files" : baseNameOf(stream);
    const info = await stat(file);
    streams.set(name, [...(streams.get(name) ?? []), { path: file, sizeBytes: info.size }]);
  }
  if (streams.size === 0) {
    throw new RevosError("file.not_found", `No file matches ${config.path}.`, {
      where: { file: config.path },
    });
  }
  return [...streams]
    .map(([name, files]) => ({ name, files }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

type Hit = { readonly path: string; readonly stream: string | null };

/** Depth first, names in byte order, symbolic links followed (once: a link that leads back up is not entered again). */
async function walk(
  folder: string,
  pattern: readonly string[],
  stream: string | null = null,
  above: readonly string[] = [],
): Promise<Hit[]> {
  const [part = "", ...rest] = pattern;
  const entries = await readdir(folder).catch(() => [] as string[]);
  const hits: Hit[] = [];
  if (part === "**" && rest.length > 0) hits.push(...(await walk(folder, rest, stream, above)));
  const matcher = part === "**" ? null : toRegExp(part);
  for (const name of entries.sort()) {
    const match = matcher ? matcher.exec(name) : /^[^.]/.exec(name);
    if (!match) continue;
    const path = join(folder, name);
    const info = await stat(path).catch(() => null);
    const found = match.groups?.stream ?? stream;
    if (info?.isFile() && (rest.length === 0 || (part === "**" && rest.length === 0)))
      hits.push({ path, stream: found });
    if (!info?.isDirectory()) continue;
    const identity = `${info.dev}:${info.ino}`;
    if (part === "**") {
      if (!above.includes(identity))
        hits.push(...(await walk(path, pattern, stream, [...above, identity])));
    } else if (rest.length > 0) hits.push(...(await walk(path, rest, found, above)));
  }
  return hits;
}

/** `*`, `?`, `[a-z]`, `[!a]`, `{a,b}` and `{stream}` of one path part; a leading dot must be written. */
function toRegExp(part: string): RegExp {
  let pattern = /^[.[]/.test(part) ? "" : "(?!\\.)";
  let named = false;
  for (let i = 0; i < part.length; i++) {
    const char = part[i] ?? "";
    const close = part.indexOf(char === "[" ? "]" : "}", i + 1);
    if (part.startsWith(placeholder, i)) {
      pattern += named ? "\\k<stream>" : "(?<stream>.+)";
      named = true;
      i += placeholder.length - 1;
    } else if (char === "*") pattern += ".*";
    else if (char === "?") pattern += ".";
    else if (char === "[" && close > i + 1) {
      pattern += `[${part
        .slice(i + 1, close)
        .replace(/^!/, "^")
        .replaceAll("\\", "\\\\")}]`;
      i = close;
    } else if (char === "{" && close > i + 1) {
      pattern += `(?:${part
        .slice(i + 1, close)
        .split(",")
        .map(escapeRegExp)
        .join("|")})`;
      i = close;
    } else pattern += escapeRegExp(char);
  }
  return new RegExp(`^${pattern}$`, "s");
}

const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
