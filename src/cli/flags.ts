// The flags of a call, in the order they were typed, with typed readers that refuse what has the wrong form.
import { RevosError } from "../kernel/error.ts";

export type GivenFlag = { readonly name: string; readonly value: string | null };

export class Flags {
  readonly ordered: readonly GivenFlag[];

  constructor(ordered: readonly GivenFlag[]) {
    this.ordered = ordered;
  }

  has(name: string): boolean {
    return this.ordered.some((flag) => flag.name === name);
  }

  count(name: string): number {
    return this.ordered.filter((flag) => flag.name === name).length;
  }

  /** The last value given. An empty optional value counts as absent. */
  text(name: string): string | undefined {
    const value = this.ordered.findLast((flag) => flag.name === name)?.value;
    return value === null || value === undefined ? undefined : value;
  }

  all(name: string): readonly string[] {
    return this.ordered.flatMap((flag) =>
      flag.name === name && flag.value !== null ? [flag.value] : [],
    );
  }

  /** Comma-separated values of every occurrence. */
  list(name: string): readonly string[] {
    return this.all(name).flatMap((value) => splitList(value));
  }

  number(name: string): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    if (!/^\d+$/.test(text)) throw badValue(name, text, "a whole number");
    return Number(text);
  }

  durationMs(name: string): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const ms = parseDuration(text);
    if (ms === null) throw badValue(name, text, "a duration such as 90s, 10m, 24h");
    return ms;
  }
}

export function badValue(name: string, value: string, wanted: string, advice?: string): RevosError {
  return new RevosError(
    "usage.bad_value",
    `--${name} was given ${JSON.stringify(short(value))}; it takes ${wanted}.`,
    {
      data: { flag: `--${name}`, value: short(value), wanted },
      ...(advice ? { advice } : {}),
    },
  );
}

/** What a user typed, fit to be repeated in a message. */
export const short = (text: string): string =>
  text.length > 60 ? `${text.slice(0, 57)}...` : text;

const unitMs: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

/** `90s`, `10m`, `1h30m`; a bare number is seconds. Null when it is no duration. */
export function parseDuration(text: string): number | null {
  if (/^\d+(\.\d+)?$/.test(text)) return Math.round(Number(text) * 1000);
  if (!/^(\d+(\.\d+)?(ms|s|m|h|d|w))+$/.test(text)) return null;
  let total = 0;
  for (const [, amount, unit] of text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h|d|w)/g))
    total += Number(amount) * (unitMs[unit ?? ""] ?? 0);
  return Math.round(total);
}

/** Splits at commas that stand outside double quotes: `public.a,"odd,name"`. */
export function splitList(text: string): string[] {
  const parts = text.match(/(?:"(?:[^"]|"")*"|[^,])+/g) ?? [];
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}
