// Groups "definition" and "connection": what can be known without reading a row.
import { existsSync } from "node:fs";
import { expect } from "vitest";
import { connectorIndex } from "../../connectors/index.gen.ts";
import { toErrorDocument } from "../../kernel/error.ts";
import { errorCodes } from "../../kernel/errors/codes.ts";
import type { CheckStep } from "../../model/check.ts";
import { openSource } from "./suite-tools.ts";
import type { SourceSuite } from "./test-source.ts";

const planted = "planted-secret-5f2c";

export function testDefinition({ definition, test, world }: SourceSuite): void {
  test(
    "definition",
    "its kind is its folder and stands in the index with the same facts",
    async () => {
      expect(
        existsSync(new URL(`../../connectors/${definition.kind}/source.ts`, import.meta.url)),
      ).toBe(true);
      const entry = connectorIndex.find(({ kind }) => kind === definition.kind);
      const remedy = "the index is older than the source: npm run gen";
      expect(entry?.sourceCapabilities, remedy).toEqual(definition.capabilities);
      expect(entry?.secrets.source, remedy).toEqual([...definition.secrets]);
      expect(await entry?.source?.()).toBe(definition);
    },
  );

  test(
    "definition",
    "its config takes what the fixture gives and refuses what it does not know, with a path",
    async () => {
      expect(definition.config.safeParse(world().config).success).toBe(true);
      const empty = definition.config.safeParse({});
      expect(empty.success).toBe(false);
      expect(empty.error?.issues[0]?.path.length).toBeGreaterThan(0);
      expect(definition.config.safeParse({ ...world().config, no_such_key: 1 }).success).toBe(
        false,
      );
    },
  );

  test(
    "definition",
    "it names its place without secrets, and no secret reaches a log or an error",
    async () => {
      const config = structuredClone(world().config) as Record<string, unknown>;
      for (const path of definition.secrets) {
        const [head = "", ...rest] = path.split(".");
        if (rest.length === 0) config[head] = planted;
      }
      expect(definition.describe(definition.config.parse(config))).not.toContain(planted);
      const said: unknown[] = [];
      try {
        await using opened = await openSource({ definition, world } as SourceSuite, config);
        for await (const step of opened.open.check()) said.push(step);
        said.push(await opened.open.discover(), opened.log);
      } catch (error) {
        said.push(toErrorDocument(error), String(error));
      }
      expect(JSON.stringify(said)).not.toContain(planted);
    },
  );

  test("definition", "an unknown driver error has no code of its own", async () => {
    expect(definition.classify(new RangeError("nothing anybody knows"))).toBe(undefined);
    expect(definition.classify(null)).toBe(undefined);
  });
}

export function testConnection(suite: SourceSuite): void {
  const { definition, test, world } = suite;
  const check = async (config?: Readonly<Record<string, unknown>>): Promise<CheckStep[]> => {
    const steps: CheckStep[] = [];
    await using opened = await openSource(suite, config);
    for await (const step of opened.open.check()) steps.push(step);
    return steps;
  };

  test("connection", "a good config passes every step", async () => {
    await world().run([
      { kind: "create", stream: "checked", columns: { id: "int64" } },
      { kind: "insert", stream: "checked", rows: [{ id: "1" }] },
    ]);
    const steps = await check();
    expect(steps.length).toBeGreaterThan(0);
    expect(steps.filter((step) => !step.ok && !step.warning)).toEqual([]);
  });

  test(
    "connection",
    "a bad config fails with its code and advice, and the check ends there",
    async () => {
      for (const { name, config, code } of world().failures) {
        let steps: CheckStep[];
        try {
          steps = await check(config);
        } catch (error) {
          const document = toErrorDocument(error);
          expect([name, document.code, document.advice.length > 0]).toEqual([name, code, true]);
          continue;
        }
        const failed = steps.filter((step) => !step.ok && !step.warning);
        expect([name, failed.map((step) => step.code)]).toEqual([name, [code]]);
        expect(steps.at(-1)).toBe(failed[0]);
        expect(failed[0]?.advice ?? errorCodes[code].advice).not.toBe("");
        expect(failed[0]?.message).toBeTruthy();
      }
    },
  );

  test("connection", "a check does not throw for what it checks", async () => {
    expect(definition.kind.length).toBeGreaterThan(0);
    for (const { config } of world().failures)
      await check(config).catch((error: unknown) =>
        expect(toErrorDocument(error).code).not.toMatch(/^bug\./),
      );
  });
}
