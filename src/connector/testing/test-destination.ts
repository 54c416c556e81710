// The conformance suite of destinations, the mirror of test-source.ts: staged tables in, and what a reader then finds. The
// engine stages and judges; a destination publishes, holds, and tells what stands.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { must } from "../../kernel/assert.ts";
import { toErrorDocument } from "../../kernel/error.ts";
import { silentLog } from "../../kernel/log.ts";
import { scalarKinds, type CanonicalType } from "../../model/types.ts";
import { connectorIndex } from "../../connectors/index.gen.ts";
import type { DestinationDefinition, OpenDestination } from "../destination.ts";
import { testBooks } from "./destination-books.ts";
import { testPublishing } from "./destination-publishing.ts";
import { testRewrites } from "./destination-rewrites.ts";
import type {
  DestinationFixture,
  DestinationSuite,
  DestinationWorld,
} from "./destination-suite.ts";

export function testDestination<Config>(
  definition: DestinationDefinition<Config>,
  fixture: DestinationFixture,
): void {
  describe(`destination ${definition.kind} conforms`, () => {
    let world: DestinationWorld | null = null;
    beforeAll(async () => void (world = await fixture.start()));
    afterAll(async () => await world?.stop());
    const openWith = async (config: unknown): Promise<OpenDestination> =>
      await definition.open(definition.config.parse(config), {
        signal: new AbortController().signal,
        log: silentLog,
        memoryBytes: 256 * 1024 * 1024,
        threads: 1,
      });
    const suite: DestinationSuite = {
      definition: definition as DestinationDefinition,
      get schema() {
        return definition.defaultSchema(definition.config.parse(must(world, "a world").config));
      },
      world: () => must(world, "a fixture that started"),
      async open(work) {
        await using open = await openWith(must(world, "a fixture that started").config);
        await open.prepare([suite.schema]);
        return await work(open);
      },
      test(group, name, run) {
        const skip = fixture.skips?.find(
          ({ test }) => test === `${group}: ${name}` || test === group,
        );
        if (skip) it(`${group}: ${name}`, (test) => test.skip(skip.reason));
        else it(`${group}: ${name}`, run, 30_000);
      },
    };
    testFacts(suite, openWith);
    testPublishing(suite);
    testBooks(suite);
    testRewrites(suite);
  });
}

function testFacts(
  { definition, test, world }: DestinationSuite,
  openWith: (config: unknown) => Promise<OpenDestination>,
): void {
  test("definition", "stands in the index with the same facts", async () => {
    const entry = connectorIndex.find(({ kind }) => kind === definition.kind);
    expect(entry?.destinationCapabilities).toEqual(definition.capabilities);
    expect(await entry?.destination?.()).toBe(definition);
    expect(definition.config.safeParse({}).success).toBe(false);
    expect(definition.config.safeParse({ ...world().config, no_such_key: 1 }).success).toBe(false);
  });

  test("definition", "has a name for every canonical type", async () => {
    const types: CanonicalType[] = [
      ...scalarKinds.map((kind) => ({ kind })),
      { kind: "decimal", precision: 12, scale: 2 },
      { kind: "list", of: { kind: "text" } },
    ];
    for (const type of types) expect(definition.typeName(type)).toMatch(/\S/);
  });

  test("connection", "a good config passes every step", async () => {
    await using open = await openWith(world().config);
    const steps = [];
    for await (const step of open.check()) steps.push(step);
    expect(steps.length).toBeGreaterThan(0);
    expect(steps.filter((step) => !step.ok)).toEqual([]);
  });

  test("connection", "a bad config fails with its code", async () => {
    for (const { name, config, code } of world().failures) {
      const outcome = await openWith(config).then(
        async (open) => {
          const codes = [];
          for await (const step of open.check()) if (!step.ok) codes.push(step.code);
          await open[Symbol.asyncDispose]();
          return codes[0] ?? "no error";
        },
        (error: unknown) => toErrorDocument(error).code,
      );
      expect([name, outcome]).toEqual([name, code]);
    }
  });
}
