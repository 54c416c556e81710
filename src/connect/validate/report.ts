// Collects findings of one file: code, severity, place in the text, message, advice, and facts for other languages.
import { findingCodes, type FindingCode } from "../../kernel/errors/findings.ts";
import type { Finding, Severity } from "../../model/diagnostic.ts";
import { joinPath, parentPath, type YamlText } from "../yaml/read.ts";

export type Extra = {
  readonly severity?: Severity;
  /** Default: the advice of the code table. */
  readonly advice?: string;
  readonly data?: Readonly<Record<string, unknown>>;
  /** Point at the key rather than the value. */
  readonly at?: "key" | "value";
};

export type Report = {
  readonly findings: Finding[];
  add(code: FindingCode, path: string, message: string, extra?: Extra): void;
  has(code: FindingCode, path?: string): boolean;
};

export function makeReport(yaml: YamlText): Report {
  const findings: Finding[] = [];
  return {
    findings,
    add(code, path, message, extra = {}) {
      const { line, column, length } = yaml.locate(path, extra.at ?? "value");
      const advice = extra.advice ?? findingCodes[`config.${code}`].advice;
      findings.push({
        code,
        severity: extra.severity ?? "error",
        path,
        message,
        advice,
        line,
        column,
        length,
        ...(extra.data ? { data: extra.data } : {}),
      });
    },
    has: (code, path) =>
      findings.some(
        (finding) => finding.code === code && (path === undefined || finding.path === path),
      ),
  };
}

/** A misspelt key explains why the right one is missing: that second finding follows from the first. */
export function dropFollowers(findings: readonly Finding[]): Finding[] {
  const missing = new Set([
    "value_invalid",
    "cursor_missing",
    "primary_key_missing",
    "namespace_missing",
    "api_version_unknown",
    "kind_unknown",
  ]);
  const meant = new Set(
    findings.flatMap((finding) =>
      finding.code === "unknown_key" && Array.isArray(finding.data?.["suggestions"])
        ? finding.data["suggestions"].map((key) => joinPath(parentPath(finding.path), String(key)))
        : [],
    ),
  );
  return findings.filter((finding) => !(missing.has(finding.code) && meant.has(finding.path)));
}

/** In the order of the text, each once. */
export function sortFindings(findings: readonly Finding[]): Finding[] {
  const seen = new Set<string>();
  return [...findings]
    .filter((finding) => {
      const key = `${finding.code}\u0000${finding.path}`;
      return seen.has(key) ? false : (seen.add(key), true);
    })
    .sort(
      (a, b) =>
        (a.line ?? 0) - (b.line ?? 0) ||
        (a.column ?? 0) - (b.column ?? 0) ||
        (a.code < b.code ? -1 : 1),
    );
}

/** "a, b or c" for messages. */
export function orList(words: readonly string[]): string {
  return words.length < 2
    ? words.join("")
    : `${words.slice(0, -1).join(", ")} or ${words.at(-1) ?? ""}`;
}
