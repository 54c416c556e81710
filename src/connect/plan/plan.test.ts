// Plans of an apply: what is made, changed, deleted; drift; effects; the consent that fits; an id that follows the content.
import { describe, expect, test } from "vitest";
import type { CatalogStream } from "../../model/catalog.ts";
import { Connection } from "../../model/connection.ts";
import { syncModes } from "../../model/sync-mode.ts";
import type { AppliedConnection, PlanFile, PlanInput } from "./input.ts";
import { planApply } from "./plan.ts";

type Change = {
  readonly metadata?: object;
  readonly spec?: object;
  readonly stream?: object;
  readonly more?: object[];
};

function connection(name: string, { metadata, spec, stream, more = [] }: Change = {}): Connection {
  return Connection.parse({
    apiVersion: "revos/v1",
    kind: "Connection",
    metadata: { name, ...metadata },
    spec: {
      name: `Label of ${name.replaceAll("-", " ")}`,
      source: { id: "src_1" },
      schedule: { units: 24, timeUnit: "hours" },
      status: "active",
      streams: [
        {
          name: "orders",
          namespace: "public",
          syncMode: "incremental_deduped_history",
          cursorField: ["created_at"],
          primaryKey: [["id"]],
          ...stream,
        },
        ...more,
      ],
      ...spec,
    },
  });
}
const file = (value: Connection, more: Partial<PlanFile> = {}): PlanFile => ({
  file: `connections/${value.metadata.name}.yaml`,
  connection: value,
  findings: [],
  warnings: [],
  ...more,
});
const applied = (
  current: Connection,
  more: Partial<AppliedConnection> = {},
): AppliedConnection => ({
  id: `con_${current.metadata.name}`,
  name: current.metadata.name,
  current,
  applied: current,
  ...more,
});
const table = (name: string, estimatedRows: number, estimatedBytes: number): CatalogStream => ({
  name,
  namespace: "public",
  kind: "table",
  columns: [],
  syncModes,
  defaultCursorField: [],
  sourceDefinedCursorField: false,
  sourceDefinedPrimaryKey: [],
  estimatedRows,
  estimatedBytes,
});
const plan = (input: Partial<PlanInput>) =>
  planApply({
    files: [],
    applied: [],
    sources: [{ id: "src_1", name: "shop-prod" }],
    catalogs: { src_1: [table("orders", 2_100_000, 400_000_000), table("lines", 12_000_000, 1)] },
    isWhole: true,
    defaultDestination: "warehouse",
    ...input,
  });
const summary = (input: Partial<PlanInput>) => {
  const { items, consent, unchanged } = plan(input);
  return [
    ...items.map(
      (item) =>
        `${item.action} ${item.name}: ${item.changes.map((change) => change.path).join(" ")} | ${item.effects.map((effect) => effect.code).join(" ")}`,
    ),
    `${consent} unchanged ${unchanged}`,
  ];
};

const shop = connection("shop");

describe("what would be done", () => {
  test("a new file is created, with what its first run reads and what lands in clear", () => {
    const [item] = plan({
      files: [
        file(shop, {
          warnings: [
            {
              code: "mapper.pii_in_clear",
              message: "",
              stream: "orders",
              namespace: "public",
              field: ["email"],
            },
          ],
        }),
      ],
    }).items;
    expect(item).toMatchObject({
      action: "create",
      file: "connections/shop.yaml",
      changes: [
        { path: "source", to: "src_1 (shop-prod)" },
        { path: "schedule", to: "every 24 hours" },
        { path: "streams", to: "1: 1 incremental_deduped_history" },
      ],
    });
    expect(item?.effects.map((effect) => effect.text)).toEqual([
      "first run reads about 2.1 million rows, 400.0 MB",
      "leaves in clear: orders.email",
    ]);
  });
  test("an unknown size is said, never a zero", () => {
    expect(plan({ files: [file(shop)], catalogs: {} }).items[0]?.effects[0]).toMatchObject({
      text: "first run reads everything; its size is not known",
      data: { rows: null },
    });
  });
  test("equal by meaning is unchanged: units of time, durations, order of keys, default destination, absent prefix", () => {
    const server = connection("shop", {
      metadata: { id: "con_shop" },
      spec: {
        prefix: "shop_",
        schedule: { units: 1, timeUnit: "days" },
        landing: { keep: "60m" },
        destination: "warehouse",
      },
    });
    expect(
      summary({
        files: [file(connection("shop", { spec: { landing: { keep: "1h" } } }))],
        applied: [applied(server)],
      }),
    ).toEqual(["none unchanged 1"]);
  });
  test.each([
    [
      "cursor field",
      { stream: { cursorField: ["updated_at"] } },
      "update shop: streams.public.orders.cursorField | stream_reread",
      "yes",
    ],
    [
      "primary key",
      { stream: { primaryKey: [["id"], ["shop_id"]] } },
      "update shop: streams.public.orders.primaryKey | stream_reread",
      "yes",
    ],
    [
      "mapper",
      {
        stream: {
          mappers: [{ type: "field-filtering", mapperConfiguration: { targetField: "email" } }],
        },
      },
      "update shop: streams.public.orders.mappers | stream_reread",
      "yes",
    ],
    [
      "table",
      { stream: { as: "orders_eu" } },
      "update shop: streams.public.orders.as | stream_reread table_left",
      "yes",
    ],
    [
      "to full refresh",
      {
        stream: {
          syncMode: "full_refresh_overwrite",
          cursorField: undefined,
          primaryKey: undefined,
        },
      },
      "update shop: streams.public.orders.syncMode streams.public.orders.cursorField streams.public.orders.primaryKey | ",
      "yes",
    ],
    [
      "label and owner",
      { spec: { name: "Other", owner: "data@example.com" } },
      "update shop: name owner | ",
      "yes",
    ],
    ["schedule", { spec: { schedule: "manual" } }, "update shop: schedule | ", "yes"],
    ["pause", { spec: { status: "inactive" } }, "update shop: status | pauses", "yes"],
    [
      "source",
      { spec: { source: { id: "src_2" } } },
      "update shop: source.id | stream_reread",
      "yes",
    ],
    [
      "prefix",
      { spec: { prefix: "other_" } },
      "update shop: prefix | stream_reread table_left",
      "yes",
    ],
    [
      "a stream more, too large to be read lightly but new",
      { more: [{ name: "lines", namespace: "public", syncMode: "full_refresh_overwrite" }] },
      "update shop: streams.public.lines | first_load",
      "yes",
    ],
    [
      "history",
      { stream: { history: "scd2" } },
      "update shop: streams.public.orders.history | history_from_now",
      "yes",
    ],
  ])("a changed %s", (_, change, expected, consent) => {
    expect(
      summary({ files: [file(connection("shop", change))], applied: [applied(shop)] }),
    ).toEqual([expected, `${consent} unchanged 0`]);
  });
  test("a stream that was never loaded is not read again", () => {
    expect(
      summary({
        files: [file(connection("shop", { stream: { cursorField: ["updated_at"] } }))],
        applied: [applied(shop, { loaded: [] })],
      }),
    ).toEqual(["update shop: streams.public.orders.cursorField | ", "yes unchanged 0"]);
  });
  test("a stream less leaves its table", () => {
    const server = connection("shop", {
      more: [{ name: "lines", namespace: "public", syncMode: "full_refresh_overwrite" }],
    });
    expect(
      plan({ files: [file(shop)], applied: [applied(server)] }).items[0]?.effects,
    ).toMatchObject([{ code: "table_left", data: { tables: ["shop_lines"] } }]);
  });
  test("changed on the server only is drift, changed on both says so", () => {
    const paused = connection("shop", { spec: { status: "inactive" } });
    expect(
      summary({
        files: [file(shop)],
        applied: [applied(paused, { applied: shop, changedBy: "mika" })],
      }),
    ).toEqual(["drift shop: status | drift resumes", "yes unchanged 0"]);
    expect(
      summary({
        files: [file(connection("shop", { spec: { owner: "x" } }))],
        applied: [applied(paused, { applied: shop })],
      }),
    ).toEqual(["update shop: status owner | resumes drift", "yes unchanged 0"]);
  });
  test("one made elsewhere is adopted, and never deleted for having no file", () => {
    expect(summary({ files: [file(shop)], applied: [applied(shop, { applied: null })] })).toEqual([
      "adopt shop:  | adopts",
      "yes unchanged 0",
    ]);
    expect(summary({ applied: [applied(shop, { applied: null })] })).toEqual(["none unchanged 0"]);
  });
  test("a file that is gone deletes, only when all files are compared, and only typed", () => {
    expect(summary({ applied: [applied(shop)] })).toEqual([
      "delete shop:  | deletes table_left",
      "typed unchanged 0",
    ]);
    expect(plan({ applied: [applied(shop)] }).confirm).toBe("shop");
    expect(summary({ applied: [applied(shop)], isWhole: false })).toEqual(["none unchanged 0"]);
  });
  test("a plan that is narrowed to one connection is about nothing else: its id and its consent", () => {
    const gone = applied(connection("gone"));
    const made = file(connection("made"));
    const whole = summary({ files: [made], applied: [gone] });
    expect(whole.at(-1)).toMatch(/^typed /);
    const narrowed = { files: [made], applied: [gone], only: "made" };
    const lines = summary(narrowed);
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/^create made/);
    expect(lines[1]).toMatch(/^yes /);
    expect(summary({ ...narrowed, only: "nothing" })).toEqual(["none unchanged 0"]);
  });
  test("a file with errors deletes nothing and makes the plan not ok", () => {
    const broken: PlanFile = {
      file: "connections/shop.yaml",
      connection: null,
      findings: [{ code: "yaml_invalid", severity: "error", path: "", message: "", advice: "" }],
      warnings: [],
    };
    const result = plan({ files: [broken], applied: [applied(shop)] });
    expect(result).toMatchObject({
      ok: false,
      items: [],
      findings: [{ file: "connections/shop.yaml", code: "yaml_invalid" }],
    });
  });
  test("renamed with its id is an update", () => {
    expect(
      summary({
        files: [
          file(connection("shop-eu", { metadata: { id: "con_shop" }, spec: { prefix: "shop_" } })),
        ],
        applied: [applied(shop)],
      })[0],
    ).toBe("update shop-eu: metadata.name name | ");
  });
});

describe("consent and id", () => {
  const lines = (cursor: string) =>
    connection("shop", {
      more: [
        {
          name: "lines",
          namespace: "public",
          syncMode: "incremental_append",
          cursorField: [cursor],
        },
      ],
    });
  test("much read again is typed, by a bound that can be set", () => {
    const input = { files: [file(lines("b"))], applied: [applied(lines("a"))] };
    expect(plan(input)).toMatchObject({
      consent: "typed",
      confirm: "shop",
      reread: { streams: 1, rows: 12_000_000 },
    });
    expect(plan({ ...input, maxRereadRows: 20_000_000 }).consent).toBe("yes");
  });
  test("what is read again is typed where its streams are known and nobody can count them", () => {
    const input = { files: [file(lines("b"))], applied: [applied(lines("a"))] };
    const { estimatedRows: _, ...lineStream } = table("lines", 0, 0);
    const uncounted = { src_1: [lineStream] };
    expect(plan({ ...input, catalogs: uncounted })).toMatchObject({
      consent: "typed",
      confirm: "shop",
      reread: { streams: 1, rows: null },
    });
    expect(plan({ ...input, catalogs: {} }).consent).toBe("yes");
  });
  test("the same content has the same id, whatever was counted", () => {
    const input = {
      files: [
        file(connection("shop", { stream: { cursorField: ["updated_at"] } })),
        file(connection("other")),
      ],
      applied: [applied(shop)],
    };
    const id = plan(input).id;
    expect(id).toMatch(/^p_[0-9a-v]{6}$/);
    expect(plan({ ...input, catalogs: { src_1: [table("orders", 2_100_001, 1)] } }).id).toBe(id);
    expect(plan({ ...input, files: [...input.files].reverse() }).id).toBe(id);
    expect(
      plan({
        ...input,
        files: [
          file(connection("shop", { stream: { cursorField: ["changed_at"] } })),
          file(connection("other")),
        ],
      }).id,
    ).not.toBe(id);
  });
  test("two files of one id, and two connections of one table, are findings", () => {
    const one = connection("a", { metadata: { id: "con_1" }, spec: { prefix: "x_" } });
    const two = connection("b", { metadata: { id: "con_1" }, spec: { prefix: "X_" } });
    expect(plan({ files: [file(one), file(two)] }).findings.map((finding) => finding.code)).toEqual(
      ["value_invalid", "name_clash"],
    );
  });
  test("rows that an early filter drops before raw are named", () => {
    const filtered = connection("shop", {
      stream: {
        mappers: [
          {
            type: "row-filtering",
            mapperConfiguration: {
              conditions: { type: "EQUAL", fieldName: "email", comparisonValue: "a" },
            },
          },
          { type: "hashing", mapperConfiguration: { targetField: "email", method: "SHA-256" } },
        ],
      },
    });
    expect(
      plan({ files: [file(filtered)] }).items[0]?.effects.map((effect) => effect.code),
    ).toEqual(["first_load", "rows_dropped_before_raw"]);
  });
});
