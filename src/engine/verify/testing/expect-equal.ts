// What tests use to claim that a table equals its source: the comparison that users have, with everything it explains
// printed when it does not hold.
import { expect } from "vitest";
import type { Verification } from "../../../model/verification.ts";
import type { RunPlan } from "../../plan.ts";
import type { RunDeps } from "../../run-deps.ts";
import { executeVerify, type VerifyOptions, type VerifyOutcome } from "../verify.ts";

export const quickLook: VerifyOptions = {
  reveal: true,
  samples: 10,
  settleMs: 0,
  repair: false,
  expected: null,
  mayRemoveKeys: true,
};

export async function verifyPlan(
  plan: RunPlan,
  deps: RunDeps,
  options: Partial<VerifyOptions> = {},
): Promise<VerifyOutcome> {
  return await executeVerify(
    options.repair ? { ...plan, lane: "repair" } : plan,
    { ...quickLook, ...options },
    deps,
  );
}

/** Every stream of the plan was compared and is equal; nothing is explained away unless `explained` allows it. */
export async function expectEqual(
  plan: RunPlan,
  deps: RunDeps,
  explained: readonly (keyof Verification["streams"][number]["explained"])[] = [],
): Promise<Verification> {
  const { verification } = await verifyPlan(plan, deps);
  for (const stream of verification.streams) {
    const open = Object.entries(stream.explained).filter(
      ([kind, rows]) => rows > 0 && !explained.some((allowed) => allowed === kind),
    );
    expect({
      stream: stream.stream,
      status: stream.status,
      differences: stream.differences,
      explained: open,
      samples: stream.samples,
      error: stream.error,
    }).toEqual({
      stream: stream.stream,
      status: "equal",
      differences: { changed: 0, missing: 0, extra: 0, duplicate: 0 },
      explained: [],
      samples: [],
      error: null,
    });
  }
  return verification;
}
