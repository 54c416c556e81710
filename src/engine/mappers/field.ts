// The field that a mapper names, or the error that says how a path is written (mappers.md, Rules).
import { RevosError } from "../../kernel/error.ts";
import type { FieldPath } from "../../model/discovery.ts";
import { parseField } from "../../model/field-path.ts";

/** `meta.email` → ["meta", "email"], `"a.b".c` → ["a.b", "c"]; a quote inside quotes is doubled. Throws config.mapper_invalid. */
export function parseFieldPath(text: string): FieldPath {
  const path = parseField(text);
  if (path) return path;
  throw new RevosError(
    "config.mapper_invalid",
    `The mapper names the field ${text}, which is not a path.`,
    {
      advice:
        'Join nested names with dots and put a name that holds a dot or a quote in double quotes: "a.b".c',
    },
  );
}
