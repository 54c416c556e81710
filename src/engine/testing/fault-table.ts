// The table of faults: at every step of a sync, each fault once. However the step is hit, the run heals itself or the next one
// does: rows equal to the source, one ledger line, none twice, and the codes that were met are ones that may be tried again.
import { describe, expect, it } from "vitest";
import { faultKinds } from "../../connector/testing/fault-proxy.ts";
import { errorCodes, type ErrorCode } from "../../kernel/errors/codes.ts";
import type { Run } from "../../model/run.ts";
import type { FaultWorld } from "./fault-world.ts";

export type FaultStep = {
  readonly step: string;
  /** Text of the request by which the step is known on the wire. */
  readonly request: string;
  readonly nth?: number;
};

let round = 0;

/** New rows, changed ones, and one that goes away with its key coming back. */
export async function changeRows(world: FaultWorld): Promise<void> {
  const from = 1000 + ++round * 100;
  const rows = Array.from({ length: 5 }, (_, n) => `(${from + n}, 'new ${from}', ${from + n})`);
  await world.ask(`insert into t values ${rows.join(", ")}`);
  await world.ask(`update t set v = 'changed ${round}', n = ${from + 9} where id <= 20`);
}

/** What has to be true after a run that ended well, whatever happened in it. */
export async function expectWhole(world: FaultWorld, run: Run): Promise<void> {
  expect(run.streams.map(({ error }) => error?.message)).toEqual([undefined]);
  expect([run.exit, run.balanced]).toEqual([0, true]);
  expect(await world.tableRows()).toEqual(await world.sourceRows());
  expect(await world.ledger(run.id)).toEqual([1, 1]);
}

export const retriesOf = (world: FaultWorld): string[] =>
  world.events.flatMap((event) => (event.event === "retry" ? [event.code] : []));

/** `codes`: those that an attempt may be given up with. `own`: how each run is asked for. */
export function testFaultTable(
  world: () => FaultWorld,
  steps: readonly FaultStep[],
  codes: readonly ErrorCode[],
  own: Parameters<FaultWorld["sync"]>[0] = {},
): void {
  for (const { step, request, nth } of steps)
    describe(step, () => {
      it.each(faultKinds)("%s", async (fault) => {
        const { proxy } = world();
        await changeRows(world());
        const before = proxy.struck;
        proxy.when(request, fault, nth);
        const run = await world().sync(own);
        expect(proxy.struck).toBe(before + 1);
        await expectWhole(world(), run);
        const met = retriesOf(world());
        expect(met.length).toBeLessThanOrEqual(1);
        if (fault === "late") expect(met).toEqual([]);
        for (const code of met) {
          expect(codes).toContain(code);
          expect(errorCodes[code as ErrorCode].retry).toBe("auto");
        }
      });
    });
}
