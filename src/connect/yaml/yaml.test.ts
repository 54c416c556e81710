// Reading with places, writing in one layout, changing what a person wrote without touching the rest.
import { describe, expect, test } from "vitest";
import { Connection } from "../../model/connection.ts";
import { updateDocument, writeBack } from "./edit.ts";
import { joinPath, parentPath, readYaml } from "./read.ts";
import { formatConnection, parseSchedule, tightenLists } from "./write.ts";

const written = `# who: data team
apiVersion: revos/v1
kind: Connection
metadata:
  name: shop    # the slug
spec:
  name: 'Shop, all'
  source: { id: src_1 }   # prod
  # streams below
  streams:
    # the big one
    - name: orders
      namespace: public
      syncMode: incremental_append
      cursorField: [updated_at]
`;

describe("reading", () => {
  test("every key and value has its place", () => {
    const yaml = readYaml(written);
    expect(yaml.locate("spec.source.id")).toMatchObject({ line: 8, column: 17, length: 5 });
    expect(yaml.locate("spec.streams[0].cursorField", "key")).toMatchObject({
      line: 15,
      column: 7,
      length: 11,
    });
    expect(written.slice(yaml.locate("spec.name").offset)).toMatch(/^'Shop, all'/);
  });
  test("what is not written is placed at the nearest thing above it", () => {
    expect(readYaml(written).locate("spec.streams[0].primaryKey")).toMatchObject({
      line: 12,
      column: 7,
    });
    expect(readYaml(written).locate("spec.limits.memory")).toMatchObject({ line: 6, column: 1 });
  });
  test("a doubled key names both places", () => {
    expect(readYaml("a: 1\nb: 2\na: 3\n").problems).toMatchObject([
      {
        code: "duplicate_key",
        path: "a",
        place: { line: 3, column: 1 },
        data: { firstLine: 1, firstColumn: 1 },
      },
    ]);
  });
  test("CRLF text keeps its lines", () => {
    expect(readYaml(written.replaceAll("\n", "\r\n")).locate("spec.source.id")).toMatchObject({
      line: 8,
      column: 17,
    });
  });
  test("paths join and part", () => {
    const path = joinPath(joinPath(joinPath("spec", "streams"), 3), "odd.name");
    expect(path).toBe('spec.streams[3]."odd.name"');
    expect([parentPath(path), parentPath("spec.streams[3]"), parentPath("spec")]).toEqual([
      "spec.streams[3]",
      "spec.streams",
      "",
    ]);
  });
});

describe("write-back of the first apply", () => {
  test("adds two lines and changes no other byte", () => {
    const after = writeBack(written, { id: "con_1", prefix: "shop_" });
    expect(after.replace("  id: con_1\n", "").replace("  prefix: shop_\n", "")).toBe(written);
    expect(readYaml(after).value).toMatchObject({
      metadata: { name: "shop", id: "con_1" },
      spec: { prefix: "shop_" },
    });
    expect(writeBack(after, { id: "con_2", prefix: "x_" })).toBe(after);
  });
  test.each([
    [
      "metadata: { name: a }\nspec: { name: X, source: { id: s } }\n",
      "metadata: { name: a, id: con_1 }\nspec: { name: X, source: { id: s }, prefix: a_ }\n",
    ],
    [
      "metadata:\n  name: a\nspec:\n  source:\n    id: s",
      "metadata:\n  name: a\n  id: con_1\nspec:\n  source:\n    id: s\n  prefix: a_\n",
    ],
    [
      "metadata:\r\n  name: a\r\nspec:\r\n  name: b\r\n  source: { id: s }\r\n",
      "metadata:\r\n  name: a\r\n  id: con_1\r\nspec:\r\n  name: b\r\n  source: { id: s }\r\n  prefix: a_\r\n",
    ],
  ])("in flow style, without a last line end, with CRLF", (before, after) => {
    expect(writeBack(before, { id: "con_1", prefix: "a_" })).toBe(after);
  });
  test("values that YAML would read as something else are quoted", () => {
    expect(writeBack("metadata:\n  name: a\n", { id: "007" })).toBe(
      'metadata:\n  name: a\n  id: "007"\n',
    );
  });
});

describe("a file that follows the server", () => {
  test("keeps comments, order and streams that did not change", () => {
    const value = structuredClone(readYaml(written).value) as {
      spec: Record<string, unknown> & { streams: object[] };
    };
    const target = {
      ...value,
      spec: {
        ...value.spec,
        status: "inactive",
        streams: [
          { name: "lines", namespace: "public", syncMode: "full_refresh_overwrite" },
          ...value.spec.streams,
        ],
      },
    };
    const after = updateDocument(written, target);
    for (const comment of [
      "# who: data team",
      "# the slug",
      "# prod",
      "# streams below",
      "# the big one",
    ])
      expect(after).toContain(comment);
    expect(after.indexOf("status: inactive")).toBeLessThan(after.indexOf("streams:"));
    expect(readYaml(after).value).toMatchObject({
      spec: { status: "inactive", streams: [{ name: "orders" }, { name: "lines" }] },
    });
    expect(updateDocument(written, value)).toBe(written);
  });
  test("a stream that is gone goes with its lines only", () => {
    const value = structuredClone(
      readYaml(
        `${written}    - name: lines\n      namespace: public\n      syncMode: full_refresh_overwrite\n`,
      ).value,
    ) as { spec: { streams: object[] } };
    const after = updateDocument(
      `${written}    - name: lines\n      namespace: public\n      syncMode: full_refresh_overwrite\n`,
      { ...value, spec: { ...value.spec, streams: value.spec.streams.slice(0, 1) } },
    );
    expect(after).toBe(written);
  });
  test("a value that did not change stays byte for byte, whatever its layout", () => {
    const odd = written
      .replace("[updated_at]", "[ updated_at ]   # the clock")
      .concat(
        "    - name: lines\n      namespace: public\n      syncMode: incremental_deduped_history\n",
        "      cursorField: [at]\n      primaryKey: [\n        [order_id], # of the order\n        [ 'line' ],\n      ]\n",
      );
    const value = readYaml(odd).value as { spec: object };
    const after = updateDocument(odd, { ...value, spec: { ...value.spec, name: "New" } });
    expect(after).toBe(odd.replace("'Shop, all'", "New"));
    expect(updateDocument(odd, readYaml(odd).value as Record<string, unknown>)).toBe(odd);
  });
  test("lists that are not indented stay so", () => {
    const flat = "a: 1\nspec:\n  streams:\n  - name: x\n    primaryKey: [[id]]\n  - name: y\n";
    const value = readYaml(flat).value as Record<string, unknown>;
    expect(updateDocument(flat, { ...value, a: 2 })).toBe(flat.replace("a: 1", "a: 2"));
  });
});

describe("a new file", () => {
  const connection = Connection.parse({
    apiVersion: "revos/v1",
    kind: "Connection",
    metadata: { name: "a" },
    spec: {
      name: "A: b",
      source: { id: "src_1" },
      schedule: { cron: "0 3 * * *", timezone: "Asia/Tokyo" },
      streams: [
        {
          name: "x",
          syncMode: "full_refresh_overwrite",
          cursorField: ["c"],
          primaryKey: [["id"]],
          mappers: [
            {
              type: "encryption",
              mapperConfiguration: { algorithm: "AES", targetField: "n", key: "${env.K}" },
            },
          ],
        },
        {
          name: "y",
          syncMode: "incremental_deduped_history",
          cursorField: ["meta", "at"],
          primaryKey: [["a b"], ["c"]],
        },
      ],
    },
  });
  test("leaves out what the mode does not use, and reads back equal", () => {
    const text = formatConnection(connection);
    expect(text).toContain("schedule: { cron: 0 3 * * *, timezone: Asia/Tokyo }");
    expect(text).toContain(
      "    - name: x\n      syncMode: full_refresh_overwrite\n      mappers:\n",
    );
    expect(text).toContain(
      '- { type: encryption, mapperConfiguration: { algorithm: AES, targetField: n, key: "${env.K}" } }',
    );
    expect(text).toContain("cursorField: [meta, at]\n      primaryKey: [[a b], [c]]");
    expect(Connection.parse(readYaml(text).value).spec.streams[1]).toEqual(
      connection.spec.streams[1],
    );
  });
  test("brackets inside quotes and comments stay", () => {
    expect(tightenLists("a: [ [ id ] ] # [ x ]\nb: \"[ y ]\"\nc: '[ z ]'\n")).toBe(
      "a: [[id]] # [ x ]\nb: \"[ y ]\"\nc: '[ z ]'\n",
    );
  });
  test.each([
    ["24 hours", { units: 24, timeUnit: "hours" }],
    ["every 15 minutes", { units: 15, timeUnit: "minutes" }],
    ["daily", { units: 24, timeUnit: "hours" }],
    ["2d", { units: 2, timeUnit: "days" }],
    ["hour", { units: 1, timeUnit: "hours" }],
    ["manual", "manual"],
    ["0 3 * * *", { cron: "0 3 * * *" }],
    ["0 3 * * 1-5 Asia/Tokyo", { cron: "0 3 * * 1-5", timezone: "Asia/Tokyo" }],
    ["sometimes", null],
    ["0 hours", null],
  ])("the schedule %j", (text, expected) => {
    expect(parseSchedule(text)).toEqual(expected);
  });
});
