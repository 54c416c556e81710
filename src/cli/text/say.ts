// Fills a text of the catalogue. `{name}` is the value (numbers grouped); `{rows:row|rows}` is a number with its word.
import type { Lang } from "../terminal.ts";
import { grouped } from "../view/number.ts";
import { en, type TextKey } from "./en.ts";
import { ja } from "./ja.ts";

export type Values = Readonly<Record<string, string | number>>;
export type Say = (key: TextKey, values?: Values) => string;

const placeholder = /\{([a-zA-Z]+)(?::([^|{}]*)\|([^{}]*))?\}/g;

export function fill(template: string, values: Values): string {
  return template.replace(
    placeholder,
    (_, name: string, one: string | undefined, many: string | undefined) => {
      const value = values[name] ?? "";
      const shown = typeof value === "number" ? grouped(value) : value;
      return one === undefined ? shown : `${shown} ${value === 1 ? one : many}`;
    },
  );
}

/** The names a template needs. */
export const namesIn = (template: string): string[] =>
  [...template.matchAll(placeholder)].map((match) => match[1] ?? "");

/** `1 row/s`, `349k rows/s`: the number is shortened already. */
export const rateText = (say: Say, rate: string): string =>
  say(rate === "1" ? "live.rateOne" : "live.rate", { rate });

export function makeSay(lang: Lang): Say {
  const catalogue: Readonly<Record<TextKey, string>> = lang === "ja" ? ja : en;
  return (key, values = {}) => fill(catalogue[key], values);
}
