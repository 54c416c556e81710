// The rules of seed 003 §フェーズ 1 to 4 as cases: what is asked first, what a pattern drops, what a goal keeps.
import { describe, expect, test } from "vitest";
import { proposeOffline } from "../offline.ts";
import { codes, dropped, kept, proposal, streams, unsure } from "../testing/discovery.ts";

const database = (text: string, goal: string, more: Record<string, unknown> = {}) =>
  proposal({ discovery: streams("public", text), connector: "postgres", goal, ...more });

describe("before any stream is shown", () => {
  const discovery = streams(null, "companies: *id ^updatedAt\ndeals: *id stage ^updatedAt");
  const sources = [
    { id: "src_a", name: "HubSpot" },
    { id: "src_b", name: "Postgres prod" },
  ];
  test("a connection of the same source and purpose is offered for pull", () => {
    const document = proposeOffline({
      discovery,
      sources,
      source: "src_a",
      goal: "Deals won per owner",
      connections: [
        {
          id: "c1",
          name: "HubSpot sales pipeline",
          sourceId: "src_a",
          streams: ["companies", "deals"],
        },
      ],
    });
    expect(document.action).toBe("offer_pull");
    expect(document.pull).toEqual([{ id: "c1", name: "HubSpot sales pipeline" }]);
    expect(document.selected).toEqual([]);
  });
  test("a connection of the same source for another purpose is only mentioned", () => {
    const document = proposeOffline({
      discovery,
      sources,
      source: "src_a",
      goal: "Deals won per owner",
      connections: [
        {
          id: "c1",
          name: "hubspot-support",
          label: "HubSpot support tickets",
          sourceId: "src_a",
          streams: ["tickets"],
        },
      ],
    });
    expect(document.action).toBe("propose");
    expect(codes(document)).toContain("source_in_use");
  });
  test("a connection of another source is no reason", () => {
    expect(
      proposeOffline({
        discovery,
        sources,
        source: "src_a",
        goal: "deals",
        connections: [{ id: "c1", name: "deals", sourceId: "src_b", streams: ["deals"] }],
      }).action,
    ).toBe("propose");
  });
  test("a user who wants a connection of its own gets a proposal", () => {
    const connections = [{ id: "c1", name: "x", sourceId: "src_a", streams: ["deals"] }];
    expect(
      proposeOffline({
        discovery,
        sources,
        source: "src_a",
        goal: "deals",
        connections,
        reply: "no, make a new one",
      }).action,
    ).toBe("propose");
  });
  test("without a source id the source is asked for, even when there is only one", () => {
    expect(proposeOffline({ discovery, sources: [sources[0]], goal: "deals" }).action).toBe(
      "ask_source",
    );
  });
  test("a source that is not on the server is asked for, with the way to create it", () => {
    const document = proposeOffline({ discovery, sources, source: "src_zzz", goal: "deals" });
    expect(document.action).toBe("ask_source");
    expect(JSON.stringify(document.warnings)).toContain("revos sources create");
  });
  test("the exact name of a source is its id", () => {
    expect(
      proposeOffline({ discovery, sources, source: "hubspot", goal: "deals" }).source?.id,
    ).toBe("src_a");
  });
  test.each([
    undefined,
    "",
    "  ",
    "sync everything",
    "please load all tables into the warehouse",
    "全データを取り込みたい",
    "データを分析したい",
  ])("the goal %j says nothing, so the use case is asked once", (goal) => {
    const document = proposeOffline({ discovery, sources, source: "src_a", goal });
    expect(document.action).toBe("ask_use_case");
    expect(document.ask?.ja).toContain("分析");
    expect(document.modes).toEqual([]);
  });
});

describe("exclusion patterns", () => {
  test("prefixes and suffixes drop a name in any letter case, and nothing else does", () => {
    const document = database(
      "orders: *id\npg_locks: id\ninformation_schema_x: id\n_airbyte_tmp: id\ntemp_a: id\nTMP_B: id\nAUDIT_LOG: id\nsystem_users: id\nmigration_runs: id\nschema_migrations: id\norders_history: id\nmail_log: id\norder_audit: id\norders_archive: id\n" +
        "OrderHistory: *id\nEVENT_LOGS: *id\nblog: *id\ntemperature: *id\nsystems: *id\npgbench: *id\nhistory: *id",
      "orders per week",
    );
    expect(dropped(document)).toMatchObject({
      pg_locks: "prefix:pg_",
      information_schema_x: "prefix:information_schema",
      _airbyte_tmp: "prefix:_airbyte",
      temp_a: "prefix:temp_",
      TMP_B: "prefix:tmp_",
      AUDIT_LOG: "prefix:audit_",
      system_users: "prefix:system_",
      migration_runs: "prefix:migration",
      schema_migrations: "prefix:schema_migrations",
      orders_history: "suffix:_history",
      mail_log: "suffix:_log",
      order_audit: "suffix:_audit",
      orders_archive: "suffix:_archive",
    });
    for (const name of [
      "OrderHistory",
      "EVENT_LOGS",
      "blog",
      "temperature",
      "systems",
      "pgbench",
      "history",
    ])
      expect(dropped(document)[name] ?? "use_case").toBe("use_case");
    expect(unsure(document)).toEqual(
      expect.arrayContaining(["OrderHistory", "EVENT_LOGS", "history"]),
    );
  });
  test("metadata and changelog are reasons for SaaS only", () => {
    const text = "deals: *id\ndeals_metadata: *id\ndeals_changelog: *id\ndeals_history: *id";
    const saas = proposal({ discovery: streams(null, text), connector: "hubspot", goal: "deals" });
    expect(dropped(saas)).toEqual({
      deals_metadata: "saas:*_metadata",
      deals_changelog: "saas:*_changelog",
      deals_history: "suffix:_history",
    });
    const rules = Object.values(dropped(database(text, "deals")));
    expect(rules.some((rule) => rule.startsWith("saas:"))).toBe(false);
  });
  test("a namespace of the database itself is left out", () => {
    expect(
      dropped(
        database("orders: *id\npg_catalog.classes: *id\ninformation_schema.columns: *id", "orders"),
      ),
    ).toEqual({ classes: "prefix:pg_", columns: "prefix:information_schema" });
  });
  test.each([
    ["How list prices moved: the price history", ["price_history"]],
    ["history of the prices of our products", ["price_history"]],
    ["価格の変更履歴と売上", ["price_history"]],
    ["we need the audit log for SOC 2", ["audit_log"]],
    ["監査ログで誰がいつ変更したか", ["audit_log"]],
    ["login history per device", ["login_history"]],
    ["ログイン履歴を調べたい", ["login_history"]],
    ["temporary workers and their audits", []],
    ["revenue, not the audit log", []],
    ["売上（監査ログは不要）", []],
    ["our support system: users per month, with a log of it", []],
  ])("the goal %j asks for %j although a pattern matches", (goal, wanted) => {
    const document = database(
      "products: *id\nprice_history: *id\nlogin_history: *id\naudit_log: *id\napp_log: *id\ntmp_prices: *id\nsystem_users: *id\ntemp_sessions: *id",
      goal,
    );
    expect(kept(document).filter((name) => /_history|_log|^tmp|^temp|^system/.test(name))).toEqual(
      wanted,
    );
  });
  test("a longer name that is asked for does not bring the shorter one", () => {
    expect(
      kept(
        database(
          "orders: *id\norder_status_history: *id\norder_history: *id",
          "time in each state, from the order status history",
        ),
      ),
    ).toEqual(["orders", "order_status_history"]);
  });
  test("a stream without a usable mode is listed with the reason and never selected", () => {
    const document = database("orders: *id\ninvoices: [] *id\nlines: [I] sku", "revenue", {
      reply: "all",
    });
    expect(dropped(document)).toEqual({ invoices: "no_sync_modes", lines: "no_sync_modes" });
    expect(codes(document)).toEqual(
      expect.arrayContaining(["no_sync_modes invoices", "no_sync_modes lines"]),
    );
  });
});

describe("choosing by the goal", () => {
  test("out of scope is dropped, in doubt is kept and flagged without a reason", () => {
    const document = database(
      "customers: *id\norders: *id customer_id\nuser_sessions: *id\nzorgs: *id\ncelery_jobs: *id",
      "revenue per customer",
    );
    expect(kept(document)).toEqual(["customers", "orders", "zorgs"]);
    expect(dropped(document)).toEqual({ user_sessions: "use_case", celery_jobs: "use_case" });
    expect(document.selected.find((entry) => entry.stream === "zorgs")).toMatchObject({
      unsure: true,
      reason: null,
      rule: "kept.name_unclear",
    });
    expect(codes(document)).toContain("uncertain_name zorgs");
  });
  test("a dimension is brought in by its foreign key, and says so", () => {
    const document = database("orders: *id zorg_unit_id\nzorg_units: *id\nusers: *id", "revenue");
    expect(document.selected.find((entry) => entry.stream === "zorg_units")?.reason).toBe(
      "dimension of orders (foreign key zorg_unit_id)",
    );
  });
  test("users stand in for customers where there are none", () => {
    expect(kept(database("orders: *id user_id\nusers: *id\npayments: *id", "revenue"))).toContain(
      "users",
    );
    expect(
      kept(database("orders: *id user_id customer_id\nusers: *id\ncustomers: *id", "revenue")),
    ).not.toContain("users");
  });
  test("a goal of unknown words drops nothing for being out of scope", () => {
    const document = database(
      "customers: *id\norders: *id\nqueue_jobs: *id",
      "gronk ratio by flim",
    );
    expect(kept(document)).toEqual(["customers", "orders"]);
    expect(codes(document)).toContain("goal_not_understood");
  });
  test("what the goal takes back is dropped", () => {
    expect(
      dropped(database("orders: *id\nrefunds: *id\ninvoices: *id", "revenue without refunds")),
    ).toEqual({ refunds: "use_case" });
    expect(
      dropped(database("orders: *id\nrefunds: *id\ninvoices: *id", "売上分析（請求書は不要）")),
    ).toEqual({ invoices: "use_case" });
  });
  test("a SaaS source is taken whole", () => {
    const document = proposal({
      discovery: streams(null, "companies: *id\ntickets: *id\ngoats: *id\nticket_audits: *id"),
      connector: "zendesk",
      goal: "ticket volume",
    });
    expect(kept(document)).toEqual(["companies", "tickets", "goats", "ticket_audits"]);
    expect(unsure(document)).toEqual(["goats", "ticket_audits"]);
  });
  test("every kept stream has a reason or is flagged, and the reasons follow the language of the goal", () => {
    const document = database(
      "得意先マスタ: *得意先コード\n受注明細: 受注番号\n勤怠データ: *社員番号",
      "得意先別の売上を見たい",
      { name: "基幹" },
    );
    expect(kept(document)).toEqual(["得意先マスタ", "受注明細"]);
    expect(
      document.selected.every(
        (entry) =>
          entry.unsure ||
          (entry.reason ?? "").includes("売上") ||
          (entry.reason ?? "").includes("目的"),
      ),
    ).toBe(true);
  });
  test("kind of source: said, by connector, by namespaces", () => {
    const text = "deals: *id\ndeals_metadata: *id";
    expect(dropped(proposal({ discovery: streams(null, text), goal: "deals" }))).toHaveProperty(
      "deals_metadata",
      "saas:*_metadata",
    );
    expect(
      dropped(proposal({ discovery: streams("x", text), goal: "deals", connector: "unheard-of" })),
    ).not.toHaveProperty("deals_metadata", "saas:*_metadata");
    expect(
      dropped(proposal({ discovery: streams("x", text), goal: "deals", sourceKind: "saas" })),
    ).toHaveProperty("deals_metadata", "saas:*_metadata");
  });
});
