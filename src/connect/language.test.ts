// The reader's language in everything that connect says: sentences change, names, codes and what is decided do not.
import { describe, expect, test } from "vitest";
import { Connection } from "../model/connection.ts";
import { diffOffline, proposeOffline } from "./offline.ts";
import { planApply } from "./plan/plan.ts";
import type { PlanInput } from "./plan/input.ts";
import { changeProposal, startProposal, toProposalDocument } from "./propose/stored.ts";

const stream = (streamName: string, fields: string[]) => ({
  streamName,
  streamnamespace: "public",
  syncModes: [
    "incremental_deduped_history",
    "incremental_append",
    "full_refresh_overwrite_deduped",
    "full_refresh_overwrite",
  ] as ("incremental_deduped_history" | "full_refresh_overwrite")[],
  defaultCursorField: [],
  sourceDefinedCursorField: false,
  sourceDefinedPrimaryKey: [["id"]],
  propertyFields: fields.map((field) => [field]),
});
const discovery = [
  stream("customers", ["id", "email", "updated_at"]),
  stream("orders", ["id", "customer_id", "amount", "updated_at"]),
  stream("xq_zz", ["id"]),
];
const japanese = /[\u3040-\u30ff\u4e00-\u9fff]/;

describe("an offline proposal", () => {
  const reasons = (lang: "en" | "ja" | undefined, goal: string) => {
    const proposal = proposeOffline({
      discovery,
      goal,
      connector: "postgres",
      source: "src_1",
      lang,
    });
    const sentences = [
      ...(proposal.selected ?? []).map((one) => one.reason),
      ...(proposal.modes ?? []).flatMap((one) => one.notes),
      ...(proposal.sensitive ?? []).map((one) => one.why),
    ];
    return { proposal, isJapanese: sentences.some((text) => japanese.test(text ?? "")) };
  };
  test("speaks the language that is asked for, else that of the goal", () => {
    expect(reasons(undefined, "revenue per customer").isJapanese).toBe(false);
    expect(reasons("ja", "revenue per customer").isJapanese).toBe(true);
    expect(reasons(undefined, "顧客ごとの売上").isJapanese).toBe(true);
    expect(reasons("en", "顧客ごとの売上").isJapanese).toBe(false);
  });
  test("decides the same in both", () => {
    const shape = (lang: "en" | "ja") =>
      reasons(lang, "revenue per customer").proposal.modes?.map((one) => [
        one.stream,
        one.syncMode,
        one.cursorField,
        one.primaryKey,
      ]);
    expect(shape("ja")).toEqual(shape("en"));
  });
});

describe("a stored proposal", () => {
  const begin = (goal: string | undefined, language: "en" | "ja", isLanguageSaid?: true) =>
    startProposal({
      id: "pr_1",
      goal,
      discovery,
      discoveredAt: null,
      estimatedRows: {},
      source: { id: "src_1", name: "shop", kind: "postgres" },
      sourceKind: null,
      connections: [],
      files: [],
      language,
      ...(isLanguageSaid ? { isLanguageSaid } : {}),
    });
  const now = "2026-11-30T00:00:00.000Z";
  const isJapanese = (record: ReturnType<typeof begin>) =>
    japanese.test(
      toProposalDocument(record)
        .selected.map((one) => one.reason)
        .join(" "),
    );
  test("goes on in another language when that is said, with the same answers", () => {
    const english = changeProposal(
      begin("revenue per customer", "en"),
      { confirm: "streams", actor: "mika" },
      now,
    ).record;
    const { record } = changeProposal(english, { lang: "ja" }, now);
    expect([isJapanese(english), isJapanese(record)]).toEqual([false, true]);
    expect(record.confirmations).toEqual(english.confirmations);
    expect(record.state).toBe(english.state);
  });
  test("takes the language of a goal that comes later, unless one was said", () => {
    const later = { goal: "顧客ごとの売上" };
    expect(isJapanese(changeProposal(begin(undefined, "en"), later, now).record)).toBe(true);
    expect(isJapanese(changeProposal(begin(undefined, "en", true), later, now).record)).toBe(false);
  });
});

describe("a plan", () => {
  const connection = Connection.parse({
    apiVersion: "revos/v1",
    kind: "Connection",
    metadata: { name: "shop" },
    spec: {
      name: "Shop",
      source: { id: "src_1" },
      status: "inactive",
      streams: [
        {
          name: "orders",
          syncMode: "incremental_deduped_history",
          cursorField: ["updated_at"],
          primaryKey: [["id"]],
        },
      ],
    },
  });
  const [orders] = connection.spec.streams;
  const changed = {
    ...connection,
    spec: {
      ...connection.spec,
      status: "active" as const,
      streams: [{ ...orders!, cursorField: ["id"] }],
    },
  };
  const catalogs = {
    src_1: [
      {
        name: "orders",
        kind: "table" as const,
        columns: [],
        syncModes: [],
        defaultCursorField: [],
        sourceDefinedCursorField: false,
        sourceDefinedPrimaryKey: [],
        estimatedRows: 2_100_000,
      },
    ],
  };
  const other = { ...connection, metadata: { name: "old", id: "con_2" } };
  const applied = [
    { id: "con_1", name: "shop", current: connection, applied: connection },
    { id: "con_2", name: "old", current: other, applied: other },
  ];
  const plan = (language: "en" | "ja", over: Partial<PlanInput>) =>
    planApply({
      files: [],
      applied: [],
      sources: [{ id: "src_1", name: "shop" }],
      catalogs,
      isWhole: true,
      defaultDestination: "warehouse",
      language,
      ...over,
    });
  const file = (of: Connection) => ({
    file: "connections/shop.yaml",
    connection: of,
    findings: [],
    warnings: [
      {
        code: "mapper.pii_in_clear",
        message: "",
        stream: "customers",
        namespace: null,
        field: ["email"],
      },
    ],
  });
  test.each([
    ["create", { files: [file(connection)] }],
    ["update and delete", { files: [file(changed)], applied }],
  ])("to %s says every effect in Japanese, under the same id", (_, over) => {
    const [en, ja] = [plan("en", over), plan("ja", over)];
    expect(ja.id).toBe(en.id);
    const effects = ja.items.flatMap((item) => item.effects);
    expect(effects.length).toBeGreaterThan(2);
    expect(effects.filter((effect) => !japanese.test(effect.text))).toEqual([]);
    expect(
      en.items.flatMap((item) => item.effects).filter((one) => japanese.test(one.text)),
    ).toEqual([]);
    expect(effects.map((one) => one.code)).toEqual(
      en.items.flatMap((item) => item.effects).map((one) => one.code),
    );
  });
  test("counts rows the way its reader does", () => {
    const text = plan("ja", { files: [file(changed)], applied })
      .items.flatMap((item) => item.effects)
      .find((effect) => effect.code === "stream_reread")?.text;
    expect(text).toContain("約 210 万行");
    expect(text).toContain("カーソル項目の変更");
  });
});

describe("warnings of the offline diff", () => {
  const text = [
    "apiVersion: revos/v1",
    "kind: Connection",
    "metadata: { name: shop }",
    "spec:",
    "  name: Shop",
    "  source: { id: src_1 }",
    "  streams:",
    "    - { name: customers, namespace: public, syncMode: full_refresh_overwrite }",
    "",
  ].join("\n");
  test.each([
    ["ja", "平文"],
    ["en", "in clear"],
    [undefined, "in clear"],
  ] as const)("in %s", (lang, words) => {
    const { ok, warnings } = diffOffline({ file: "shop.yaml", text, discovery, lang });
    expect(ok).toBe(true);
    expect(warnings.map((one) => one.message).join()).toContain(words);
  });
});
