// Fields inside a json column as SQL: the text of a nested key part or cursor.
import { quoteName, quoteText } from "../connector/workbench.ts";
import type { FieldPath } from "../model/discovery.ts";

/** Text of the value at `path` below a json column; NULL where it is absent or JSON null. RFC 6901 names any member. */
export function pathSql(column: string, path: FieldPath): string {
  const pointer = path
    .map((name) => `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`)
    .join("");
  return `json_extract_string(${quoteName(column)}, ${quoteText(pointer)})`;
}
