// Everything the architect writes for one outcome, in one order. Pure: the same outcome, language and ground give the same bytes.
import type { Outcome } from "../decide.ts";
import { layoutOf } from "../layout.ts";
import type { Lang } from "../reading.ts";
import type { Request } from "../understand/read-request.ts";
import { bareGround, type Artefact, type Ground, type Writing } from "./artefact.ts";
import { connectionArtefact } from "./connection/stub.ts";
import { contracts } from "./contract/contract.ts";
import { designDocument } from "./document/design-document.ts";
import { hubArtefact, hubBlocks } from "./handoff/hub.ts";
import { handoffs } from "./handoff/packets.ts";
import { checks } from "./operation/checks.ts";
import { decisionRecord } from "./operation/decision-record.ts";
import { slo } from "./operation/slo.ts";
import { testPlan } from "./operation/test-plan.ts";
import { runbooks } from "./runbooks/runbooks.ts";
import { state } from "./state.ts";

export type WriteOptions = {
  readonly lang?: Lang | undefined;
  readonly ground?: Ground | undefined;
  /** The folder of `--out` as commands name it. */
  readonly out?: string | undefined;
};

export function writingOf(outcome: Outcome, options: WriteOptions = {}): Writing {
  const lang = options.lang ?? outcome.case.reading.lang;
  return {
    outcome,
    layout: layoutOf(outcome.case),
    lang,
    ground: options.ground ?? bareGround,
    out: options.out ?? ".",
    say: (en, ja) => (lang === "ja" ? ja : en),
  };
}

/** The files of a design; none for a menu, a redirect, a review or a full refusal. */
export function artefactsOf(
  outcome: Outcome,
  request: Request,
  options: WriteOptions = {},
): Artefact[] {
  const w = writingOf(outcome, options);
  const { route, refusal } = outcome.case.decided;
  if (refusal === "full" || route === "menu" || route === "redirect" || route === "review")
    return [];
  const files: (Artefact | null)[] = outcome.isComparison
    ? []
    : route === "contract"
      ? [...contracts(w), slo(w)]
      : route === "operate"
        ? [slo(w), checks(w), ...runbooks(w)]
        : [
            designDocument(w),
            connectionArtefact(w),
            ...contracts(w),
            checks(w),
            slo(w),
            ...runbooks(w),
            testPlan(w),
            ...handoffs(w),
          ];
  const made = [...files, decisionRecord(w), state(w, request)].filter((file) => file !== null);
  const hub = hubArtefact(
    w,
    request.text ?? "",
    made.map((file) => file.path),
  );
  return hub ? [...made, hub] : made;
}

/** Blocks a hub asked for in its input, to stand at the end of the answer's text; null when none did. */
export function hubText(
  outcome: Outcome,
  request: Request,
  paths: readonly string[],
  options: WriteOptions = {},
): string | null {
  return hubBlocks(writingOf(outcome, options), request.text ?? "", paths);
}
