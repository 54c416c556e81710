// Field names as mappers write them: a path joined with dots, a name that holds a dot in double quotes (mappers.md, Rules).
import { RevosError } from "../../kernel/error.ts";
import type { FieldPath } from "../../model/discovery.ts";

const segment = /(?:"((?:[^"]|"")+)"|([^".]+))(\.|$)/y;

/** `meta.email` → ["meta", "email"], `"a.b".c` → ["a.b", "c"]; a quote inside quotes is doubled. Throws config.mapper_invalid. */
export function parseFieldPath(text: string): FieldPath {
  const path: string[] = [];
  segment.lastIndex = 0;
  let more = true;
  while (more) {
    const match = segment.exec(text);
    if (!match) {
      throw new RevosError(
        "config.mapper_invalid",
        `The mapper names the field ${text}, which is not a path.`,
        {
          advice:
            'Join nested names with dots and put a name that holds a dot or a quote in double quotes: "a.b".c',
        },
      );
    }
    path.push(match[1] === undefined ? (match[2] ?? "") : match[1].replaceAll('""', '"'));
    more = match[3] === ".";
  }
  return path;
}

/** The way back: the form a mapper would write. */
export function formatFieldPath(path: FieldPath): string {
  return path
    .map((name) => (/[".]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name))
    .join(".");
}

/** True when `path` is `prefix` or lies below it. */
export function isWithin(path: FieldPath, prefix: FieldPath): boolean {
  return prefix.length <= path.length && prefix.every((name, i) => path[i] === name);
}
