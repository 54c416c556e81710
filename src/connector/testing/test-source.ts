// The conformance suite of sources (style.md §3.8): one call in a connector's conformance.test.ts registers all groups that
// its capabilities allow. What is skipped is printed with its reason, apart from skips for a missing service.
import { afterAll, beforeAll, describe, it } from "vitest";
import { must } from "../../kernel/assert.ts";
import type { SourceDefinition } from "../source.ts";
import { openTestBench, type TestBench } from "./bench.ts";
import type { SourceFixture, SourceWorld } from "./fixture.ts";
import { skippedByCapability } from "./groups.ts";
import { testCatalog } from "./source-catalog.ts";
import { testConnection, testDefinition } from "./source-definition.ts";
import { testEndings, testFaults } from "./source-endings.ts";
import { testParts } from "./source-parts.ts";
import { testReading } from "./source-reading.ts";
import { testValues } from "./source-values.ts";

/** What every group works with. `world` is started once for the suite; streams get names of their own. */
export type SourceSuite = {
  readonly definition: SourceDefinition;
  readonly fixture: SourceFixture;
  readonly world: () => SourceWorld;
  readonly bench: () => TestBench;
  /** A test that a declared skip leaves out, by `group: name`. */
  readonly test: (
    group: string,
    name: string,
    run: () => Promise<void>,
    timeoutMs?: number,
  ) => void;
};

export function testSource<Config>(
  definition: SourceDefinition<Config>,
  fixture: SourceFixture,
  title: string = definition.kind,
): void {
  const skips = [...skippedByCapability(definition.capabilities), ...(fixture.skips ?? [])];
  describe(`source ${title} conforms`, () => {
    let world: SourceWorld | null = null;
    let bench: TestBench | null = null;
    beforeAll(async () => {
      bench = await openTestBench();
      world = await fixture.start();
    });
    afterAll(async () => {
      await world?.stop();
      await bench?.[Symbol.asyncDispose]();
    });
    const suite: SourceSuite = {
      definition: definition as SourceDefinition,
      fixture,
      world: () => must(world, "a fixture that started"),
      bench: () => must(bench, "a workbench"),
      test(group, name, run, timeoutMs = 30_000) {
        const skip = skips.find(({ test }) => test === `${group}: ${name}` || test === group);
        if (skip) it(`${group}: ${name}`, (test) => test.skip(skip.reason));
        else it(`${group}: ${name}`, run, timeoutMs);
      },
    };
    testDefinition(suite);
    testConnection(suite);
    testCatalog(suite);
    testValues(suite);
    testReading(suite);
    testParts(suite);
    testEndings(suite);
    testFaults(suite);
  });
}
