// YAML as the artefacts are written in: long lines stay whole, and the same value gives the same bytes.
import { stringify } from "yaml";

export const toYaml = (value: unknown): string =>
  stringify(value, { lineWidth: 0, aliasDuplicateObjects: false }).trimEnd();

/** The object without the keys that hold nothing. */
export function compact<T extends Record<string, unknown>>(value: T): Partial<T> {
  return Object.fromEntries(
    Object.entries(value).filter(
      ([, held]) =>
        held !== undefined && held !== null && !(Array.isArray(held) && held.length === 0),
    ),
  ) as Partial<T>;
}
