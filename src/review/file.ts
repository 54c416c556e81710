// One file under review: its value and where each path of it stands. Parsing is done by whoever has the text.
import type { ReviewFinding } from "../model/answer.ts";
import { failureModes, type FailureId } from "../model/failure-modes.ts";

export type Words = { readonly en: string; readonly ja: string };
export type Lang = keyof Words;

export type ReviewedFile = {
  readonly path: string;
  readonly value: unknown;
  /** 1-based line of `spec.streams[0].name`, or of the nearest thing above it. */
  lineOf(path: string): number;
};

export type Find = (id: FailureId, at: string, what: Words) => ReviewFinding;

/** Findings of a file: the failure mode, and in brackets what of this file shows it. */
export const finder =
  (file: ReviewedFile, lang: Lang): Find =>
  (id, at, what) => ({
    rule: id,
    group: failureModes[id].group,
    severity: failureModes[id].severity,
    file: file.path,
    line: file.lineOf(at),
    message: `${failureModes[id].title[lang]} (${what[lang]})`,
    fix: failureModes[id].fix[lang],
  });

export type Plain = Readonly<Record<string, unknown>>;

export const asMap = (value: unknown): Plain =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Plain) : {};
export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const asText = (value: unknown): string | null =>
  typeof value === "string" && value.trim() !== "" ? value : null;

/** Three names, and how many more. */
export function some(names: readonly string[]): Words {
  const shown = names.slice(0, 3);
  const left = names.length - shown.length;
  return {
    en: `${shown.join(", ")}${left > 0 ? ` and ${left} more` : ""}`,
    ja: `${shown.join("、")}${left > 0 ? ` ほか ${left} 件` : ""}`,
  };
}
