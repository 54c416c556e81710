// A finding: one thing wrong (or worth saying) in something the user wrote. All are reported at once. interface.md §3.

export type Severity = "error" | "warning";

export type Finding = {
  /** Bare code: `cursor_missing`; printed as `error[config.cursor_missing]`. */
  readonly code: string;
  readonly severity: Severity;
  /** Path into the resource: `spec.streams[0].cursorField`. */
  readonly path: string;
  readonly message: string;
  readonly advice: string;
  /** 1-based place in the text, absent where there is no text. */
  readonly line?: number;
  readonly column?: number;
  /** Characters that a caret line marks, on that line. */
  readonly length?: number;
  /** Facts of the message, for other languages: names, lists. No values of rows. */
  readonly data?: Readonly<Record<string, unknown>>;
};
