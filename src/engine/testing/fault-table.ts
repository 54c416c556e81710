// The table of faults: at every step of a sync, each fault once. However the step is hit, the run heals itself or the next one
// does: rows equal to the source, one ledger line, none twice, and the codes that were met are ones that may be tried again.
import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { faultKinds } from "../../connector/testing/fault-proxy.ts";
import { toRevosError } from "../../kernel/error.ts";
import { errorCodes, type ErrorCode } from "../../kernel/errors/codes.ts";
import type { Run } from "../../model/run.ts";
import type { FaultRun, FaultWorld } from "./fault-world.ts";

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

/** `codes`: those that an attempt may be given up with. `own`: how each run is asked for. `before`: what comes before it. */
export function testFaultTable(
  world: () => FaultWorld,
  steps: readonly FaultStep[],
  codes: readonly ErrorCode[],
  own: FaultRun | (() => FaultRun) = {},
  before: () => Promise<void> = async () => {},
): void {
  for (const { step, request, nth } of steps)
    describe(step, () => {
      it.each(faultKinds)("%s", async (fault) => {
        const { proxy } = world();
        await changeRows(world());
        await before();
        const { struck } = proxy;
        proxy.when(request, fault, nth);
        const run = await world().sync(typeof own === "function" ? own() : own);
        expect(proxy.struck).toBe(struck + 1);
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

/** The same for a comparison: it ends equal, or fails with such a code; what was not looked at never reads as different. */
export function testFaultyVerify(
  world: () => FaultWorld,
  steps: readonly FaultStep[],
  codes: readonly ErrorCode[],
  { tamper }: { readonly tamper: string | null },
): void {
  for (const { step, request, nth } of steps)
    describe(step, () => {
      it.each(faultKinds)("%s", async (fault) => {
        const { proxy } = world();
        if (tamper !== null) await world().tamper(tamper);
        const { struck } = proxy;
        proxy.when(request, fault, nth);
        const met = await world()
          .verify(tamper !== null)
          .then(
            ({ status, streams, repaired }) =>
              status === "equal" || (repaired && repaired.exit === 0)
                ? null
                : (streams[0]?.error?.code ?? status),
            (error: unknown) => toRevosError(error).code,
          );
        expect(proxy.struck).toBe(struck + 1);
        if (met !== null) expect(codes).toContain(met);
        if (fault === "late") expect(met).toBe(null);
        // A comparison does not try again: while the place refuses, the next one would fail as well.
        await expect.poll(() => isReachable(proxy), { timeout: 5000 }).toBe(true);
        const after = await world().verify(tamper !== null);
        expect(after).toMatchObject({ status: "equal", exit: 0 });
        expect(await world().tableRows()).toEqual(await world().sourceRows());
      });
    });
}

const isReachable = ({ host, port }: FaultWorld["proxy"]): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host, port });
    socket.once("error", () => resolve(false));
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
  });
