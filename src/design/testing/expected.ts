// What a test expects of an answer; only what is named is looked at.
import type { Answer, ProcessingMode, Recipe, Refusal, Route, Tier } from "../../model/answer.ts";
import type { SectionKey } from "../../model/section-key.ts";
import type { Outcome } from "../decide.ts";

export type Expected = {
  readonly route: Route | readonly Route[];
  readonly recipe?: Recipe | null | readonly Recipe[];
  readonly mode?: ProcessingMode | null | readonly ProcessingMode[];
  readonly refusal?: Refusal;
  readonly redirectTo?: readonly string[];
  readonly asks?: readonly string[];
  readonly notAsks?: readonly string[];
  readonly tier?: Tier | null;
  readonly interval?: number;
  readonly sla?: number;
  readonly conflict?: boolean;
  readonly bytesPerDay?: number;
  readonly perSecond?: number;
  readonly from?: readonly string[];
  readonly to?: readonly string[];
  /** Words that a section must hold; empty: it must be there. */
  readonly says?: Partial<Record<SectionKey, string>>;
};

/** What differs, in words; empty when the answer is as expected. */
export function differences(expected: Expected, answer: Answer, outcome: Outcome): string[] {
  const bad: string[] = [];
  const same = (what: string, got: unknown, want: unknown) => {
    if (want === undefined) return;
    const isIn = Array.isArray(want) ? want.includes(got) : want === got;
    if (!isIn) bad.push(`${what} ${String(got)}, want ${String(want)}`);
  };
  const codes = new Set<string>(answer.questions.map((one) => one.code));
  const ids = (role: "sources" | "sinks") => outcome.case.req[role].map((one) => one.id).toSorted();
  const list = (what: string, got: readonly string[], want: readonly string[] | undefined) => {
    if (want && got.join() !== want.toSorted().join())
      bad.push(`${what} ${got.join()}, want ${want.join()}`);
  };
  same("route", answer.route, expected.route);
  same("recipe", answer.recipe, expected.recipe);
  same("mode", answer.mode, expected.mode);
  same("refusal", answer.refusal, expected.refusal ?? "none");
  same("tier", answer.tier, expected.tier);
  same("sla", answer.freshness?.slaSeconds, expected.sla);
  same("interval", answer.freshness?.updateIntervalSeconds, expected.interval);
  same("conflict", answer.freshness?.conflict, expected.conflict);
  same("events/s", outcome.case.req.eventsPerSecond, expected.perSecond);
  if (
    expected.bytesPerDay !== undefined &&
    Math.abs((outcome.case.req.bytesPerDay?.value ?? 0) / expected.bytesPerDay - 1) > 1e-9
  )
    bad.push(`bytes/day ${outcome.case.req.bytesPerDay?.value}, want ${expected.bytesPerDay}`);
  list("from", ids("sources"), expected.from);
  list("to", ids("sinks"), expected.to);
  for (const code of expected.asks ?? []) if (!codes.has(code)) bad.push(`does not ask ${code}`);
  for (const code of expected.notAsks ?? []) if (codes.has(code)) bad.push(`asks ${code}`);
  if (
    expected.redirectTo &&
    !(
      answer.redirectTo.length > 0 &&
      answer.redirectTo.every((one) => expected.redirectTo?.includes(one))
    )
  )
    bad.push(`redirectTo ${answer.redirectTo.join()}, want of ${expected.redirectTo.join()}`);
  for (const [key, words] of Object.entries(expected.says ?? {})) {
    const texts = answer.sections[key as SectionKey] ?? [];
    if (!texts.some((text) => text.includes(words))) bad.push(`section ${key} lacks "${words}"`);
  }
  return bad;
}
