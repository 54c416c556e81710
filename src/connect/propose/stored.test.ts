// The states of a stored proposal (ux.md §4.3) and the file that comes out of it.
import { describe, expect, test } from "vitest";
import { diffOffline } from "../offline.ts";
import { streams } from "../testing/discovery.ts";
import { streamKey } from "./input.ts";
import {
  acceptedLists,
  changeProposal,
  markWritten,
  startProposal,
  toConnectionYaml,
  toProposalDocument,
  type ProposalChange,
  type ProposalRecord,
} from "./stored.ts";

const discovery = streams(
  "public",
  "customers: *id email phone updated_at\norders: *id customer_id total updated_at\norder_items: [FA] order_id qty ^created_at\nproducts: [F] *id name\nuser_sessions: *id started_at\naudit_log: *id",
);
const begin = (more: Partial<Parameters<typeof startProposal>[0]> = {}): ProposalRecord =>
  startProposal({
    id: "pr_1",
    goal: "revenue per customer",
    discovery,
    discoveredAt: null,
    source: { id: "src_7kq2m9", name: "shop-prod", kind: "postgres" },
    sourceKind: null,
    connections: [],
    files: [],
    language: "en",
    estimatedRows: {
      [streamKey("products", "public")]: 64_000,
      [streamKey("orders", "public")]: 1_200_000,
    },
    ...more,
  });
const now = "2026-11-30T05:00:00Z";
const walk = (record: ProposalRecord, ...changes: ProposalChange[]): ProposalRecord =>
  changes.reduce((at, change) => structuredClone(changeProposal(at, change, now).record), record);
const code = (act: () => unknown): string => {
  try {
    act();
    return "nothing thrown";
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe("the states", () => {
  test("streams, modes, personal data, ready", () => {
    let record = begin();
    expect(record.state).toBe("streams_open");
    record = walk(record, { confirm: "streams", actor: "mika" });
    expect(record.state).toBe("modes_open");
    record = walk(record, { confirm: "modes" });
    expect(record.state).toBe("pii_open");
    expect(toProposalDocument(record).ask?.point).toBe("pii");
    record = walk(record, { pii: "clear" });
    expect(record.state).toBe("ready");
    expect(toProposalDocument(record).confirmations).toMatchObject([
      { point: "streams", actor: "mika", at: now },
      { point: "modes" },
      { point: "pii", answer: "loaded in clear" },
    ]);
    expect(markWritten(record, "a", null).state).toBe("written");
  });
  test("without personal data the modes are the last question", () => {
    expect(
      walk(begin(), { drop: ["customers"] }, { confirm: "streams" }, { confirm: "modes" }).state,
    ).toBe("ready");
  });
  test("words answer as well as flags do", () => {
    expect(walk(begin(), { reply: "looks good" }, { reply: "はい" }, { reply: "hash" }).state).toBe(
      "ready",
    );
  });
  test("a stream that comes later reopens both points, one that goes only the first", () => {
    const ready = walk(begin(), { confirm: "streams" }, { confirm: "modes" }, { pii: "hash" });
    const added = walk(ready, { add: ["user_sessions"] });
    expect(added.state).toBe("streams_open");
    expect(walk(added, { confirm: "streams" }).state).toBe("modes_open");
    const dropped = walk(ready, { drop: ["products"] });
    expect(dropped.state).toBe("streams_open");
    expect(walk(dropped, { confirm: "streams" }).state).toBe("ready");
  });
  test("a changed mode reopens the second point only", () => {
    const ready = walk(begin(), { confirm: "streams" }, { confirm: "modes" }, { pii: "hash" });
    expect(
      walk(ready, { set: [{ stream: "orders", key: "syncMode", value: "full_refresh_overwrite" }] })
        .state,
    ).toBe("modes_open");
    expect(walk(ready, { name: "other-name" }).state).toBe("ready");
  });
  test("another goal starts again", () => {
    expect(walk(begin(), { confirm: "streams" }, { goal: "sessions per user" }).state).toBe(
      "streams_open",
    );
  });
  test("modes cannot be confirmed before streams, and nothing is written before both", () => {
    expect(code(() => changeProposal(begin(), { confirm: "modes" }, now))).toBe(
      "proposal.confirmation_open",
    );
    expect(code(() => toConnectionYaml(begin()))).toBe("proposal.confirmation_open");
  });
  test("an open use case is answered in words", () => {
    const record = begin({ goal: "" });
    expect(toProposalDocument(record).action).toBe("ask_use_case");
    expect(toProposalDocument(walk(record, { reply: "revenue per customer" })).action).toBe(
      "propose",
    );
  });
  test("an offered pull can be declined", () => {
    const record = begin({ connections: [{ id: "c1", name: "revenue", sourceId: "src_7kq2m9" }] });
    expect(toProposalDocument(record).action).toBe("offer_pull");
    expect(toProposalDocument(walk(record, { reply: "no, make a new one" })).action).toBe(
      "propose",
    );
  });
});

describe("choices at confirmation point 2", () => {
  test.each([
    ["order_items", "syncMode", "incremental_deduped_history", "proposal.mode_not_offered"],
    ["order_items", "syncMode", "incremental_apend", "usage.bad_value"],
    ["orders", "cursorField", "nope", "proposal.field_invented"],
    ["orders", "primaryKey", "id,nope", "proposal.field_invented"],
    ["ordres", "syncMode", "full_refresh_overwrite", "usage.bad_value"],
    ["user_sessions", "syncMode", "full_refresh_overwrite", "usage.bad_value"],
  ] as const)("%s.%s=%s is refused", (stream, key, value, expected) => {
    const record = begin();
    expect(code(() => changeProposal(record, { set: [{ stream, key, value }] }, now))).toBe(
      expected,
    );
  });
  test("the settings of one stream count together", () => {
    const record = walk(begin(), {
      set: [
        { stream: "orders", key: "primaryKey", value: "[[id], [customer_id]]" },
        { stream: "orders", key: "syncMode", value: "full_refresh_overwrite_deduped" },
      ],
    });
    expect(toProposalDocument(record).modes.find((mode) => mode.stream === "orders")).toMatchObject(
      {
        syncMode: "full_refresh_overwrite_deduped",
        primaryKey: [["id"], ["customer_id"]],
        cursorField: null,
        keyFrom: "column",
      },
    );
  });
  test("the table keeps its layout and says what full refresh costs", () => {
    const text = toProposalDocument(walk(begin(), { confirm: "streams" })).text ?? "";
    expect(text.split("\n").slice(0, 5)).toEqual([
      "Stream             Sync mode                       Cursor        Primary key",
      "customers          incremental_deduped_history     updated_at *  id",
      "orders             incremental_deduped_history     updated_at *  id",
      "order_items        incremental_append              created_at    —",
      "products           full_refresh_overwrite          —             —",
    ]);
    expect(text).toContain("under 10,000 rows");
    expect(text).toContain("products has 64,000 rows");
  });
  test("the first table keeps its layout in Japanese too", () => {
    const text = toProposalDocument(begin({ goal: "顧客ごとの売上", language: "ja" })).text ?? "";
    expect(text).toMatch(/^Proposed streams \(4 of 6\):\n\n {2}customers {4}/);
    expect(text).toContain("Dropped (2): audit_log, user_sessions (売上の対象外)");
    expect(text.endsWith("よさそうですか？ 追加または削除したいものはありますか？")).toBe(true);
  });
  test("accepted by flags, both lists can be printed", () => {
    const lists = acceptedLists(walk(begin(), { confirm: "streams" }, { confirm: "modes" }));
    expect(lists).toContain("Proposed streams (4 of 6):");
    expect(lists).toContain("Stream             Sync mode");
  });
});

describe("the file", () => {
  const ready = walk(begin(), { confirm: "streams" }, { confirm: "modes" }, { pii: "hash" });
  test("has the one layout, and no findings", () => {
    const text = toConnectionYaml(ready, { owner: "data@example.com" });
    expect(text).toBe(`apiVersion: revos/v1
kind: Connection
metadata:
  name: shop-prod-revenue
spec:
  name: Shop prod, revenue tables
  source: { id: src_7kq2m9 }
  schedule: { units: 24, timeUnit: hours }
  status: active
  owner: data@example.com
  streams:
    - name: customers
      namespace: public
      syncMode: incremental_deduped_history
      cursorField: [updated_at]
      primaryKey: [[id]]
      mappers:
        - { type: hashing, mapperConfiguration: { targetField: email, method: SHA-256 } }
        - { type: hashing, mapperConfiguration: { targetField: phone, method: SHA-256 } }
    - name: orders
      namespace: public
      syncMode: incremental_deduped_history
      cursorField: [updated_at]
      primaryKey: [[id]]
    - name: order_items
      namespace: public
      syncMode: incremental_append
      cursorField: [created_at]
    - name: products
      namespace: public
      syncMode: full_refresh_overwrite
`);
    expect(diffOffline({ file: "connections/shop-prod-revenue.yaml", text, discovery })).toEqual({
      ok: true,
      findings: [],
      warnings: [],
    });
  });
  test("the closing sentence names it in both languages", () => {
    expect(toProposalDocument(markWritten(ready, "shop-prod-revenue", null)).text).toBe(
      "Wrote and validated connections/shop-prod-revenue.yaml. Run `revos apply` to create it on the server.",
    );
  });
  test("a bad name is refused", () => {
    expect(code(() => changeProposal(ready, { name: "Shop_Prod" }, now))).toBe("usage.bad_value");
  });
});
