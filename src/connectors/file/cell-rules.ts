// What a file may say for a type. The load converts texts exactly but kindly ("007" is the number 7); a column whose type
// was judged from values is owed more: a text the number could not give back is put aside, not changed.
import type { CanonicalType } from "../../model/types.ts";
import { isSameType } from "../../model/types.ts";
import { form } from "./record.ts";

export type CellRules = {
  /** How much of the rules applies to cells taken as bytes: `none`, or a look at the first bytes. */
  readonly look: "none" | "number" | "boolean";
  /** An empty field is NULL even in quotes: no type but text has an empty value. */
  readonly isEmptyNull: boolean;
  /** True when a cell of this form must pass `toText`. */
  needsText(kind: number): boolean;
  /** The text to land; null when the cell is not of the type (see `rule`). */
  toText(raw: string, kind: number): string | null;
  /** True for bytes that the load would take but change. */
  isSuspect(bytes: Uint8Array, start: number, end: number): boolean;
  readonly rule: string;
};

const numbers = ["int16", "int32", "int64", "uint64", "float32", "float64", "number", "decimal"];

/** `inferred`: the type the catalog has for the column; where the user asked for another one, his word is followed. */
export function makeCellRules(
  type: CanonicalType,
  inferred: CanonicalType | null,
  { isJson, decimal }: { readonly isJson: boolean; readonly decimal: "." | "," },
): CellRules {
  const isInferred = inferred !== null && isSameType(type, inferred);
  const isNumber = numbers.includes(type.kind);
  const swapsMark = isNumber && decimal === "," && !isJson;
  const isJsonType = type.kind === "json";
  const isSuspect = !isInferred
    ? never
    : isNumber
      ? isNoPlainNumber
      : type.kind === "boolean"
        ? isNoBooleanWord
        : never;
  return {
    look: !isInferred ? "none" : isNumber ? "number" : type.kind === "boolean" ? "boolean" : "none",
    isEmptyNull: type.kind !== "text" && type.kind !== "json",
    needsText: (kind) => swapsMark || (isJsonType && isJson && kind === form.quoted),
    toText(raw, kind) {
      if (isJsonType && isJson && (kind === form.quoted || kind === form.escaped))
        return JSON.stringify(raw);
      if (swapsMark) return fromDecimalComma(raw);
      if (isSuspect !== never && kind !== form.nested) {
        const bytes = Buffer.from(raw, "utf8");
        if (isSuspect(bytes, 0, bytes.length)) return null;
      }
      return raw;
    },
    isSuspect,
    rule: isNumber
      ? "not a plain number: leading zeros or a plus sign would be lost"
      : "not true or false",
  };
}

const never = (): boolean => false;

/** A plus sign, or a zero before another digit. What is no number at all is the load's to judge. */
export function isNoPlainNumber(bytes: Uint8Array, start: number, end: number): boolean {
  let at = start;
  while (at < end && bytes[at] === 32) at++;
  if (bytes[at] === 43 && at < end) return true;
  if (bytes[at] === 45) at++;
  const next = bytes[at + 1] ?? 0;
  return at + 1 < end && bytes[at] === 48 && next >= 48 && next <= 57;
}

export function isNoBooleanWord(bytes: Uint8Array, start: number, end: number): boolean {
  const first = (bytes[start] ?? 0) | 32;
  return !((end - start === 4 && first === 116) || (end - start === 5 && first === 102));
}

/** `-1.234,50` is -1234.50: points between groups of three digits go, the comma becomes the point. Null: not that form. */
export function fromDecimalComma(raw: string): string | null {
  const text = raw.trim();
  if (/^[+-]?\d{1,3}(\.\d{3})+(,\d+)?$/.test(text))
    return text.replaceAll(".", "").replace(",", ".");
  return /^[+-]?\d+(,\d+)?$/.test(text) ? text.replace(",", ".") : null;
}
