// YAML text to a plain value, in a file of its own that is imported late: most commands read no YAML. (Bundled, a
// CommonJS package gives its names only to a static import such as this one.)
import { parseDocument } from "yaml";

export type YamlText =
  | { readonly value: unknown }
  | {
      readonly problem: Error & { readonly code: string };
      readonly line: number | null;
      readonly column: number | null;
    };

/** Keys must be unique; aliases are bounded, so that a small file cannot become a huge value. */
export function readYamlText(text: string): YamlText {
  const document = parseDocument(text, { uniqueKeys: true });
  const problem = document.errors[0];
  if (!problem) return { value: document.toJS({ maxAliasCount: 100 }) };
  const place = problem.linePos?.[0];
  return { problem, line: place?.line ?? null, column: place?.col ?? null };
}
