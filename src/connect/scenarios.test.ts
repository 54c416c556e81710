// Whole scenarios of seed 003, one source each: action, streams, modes, names, sensitive columns, findings. Written in the
// short form of `testing/discovery.ts`; the readings behind them are in the comments of the rules.
import { describe, expect, test } from "vitest";
import { diffOffline, proposeOffline, type ProposeOfflineInput } from "./offline.ts";
import { codes, dropped, kept, modes, streams, unsure } from "./testing/discovery.ts";

type Scenario = {
  readonly source: readonly [string, string, string];
  readonly goal: string;
  readonly namespace: string | null;
  readonly text: string;
  readonly modes: readonly string[];
  readonly drop?: Readonly<Record<string, string>>;
  readonly flagged?: readonly string[];
  readonly warns?: readonly string[];
  readonly sensitive?: readonly string[];
  readonly name: string;
  readonly more?: Partial<ProposeOfflineInput>;
};

const scenarios: readonly (readonly [string, Scenario])[] = [
  [
    "the shape of the seed's own example",
    {
      source: ["src_pg", "Postgres prod", "postgres"],
      goal: "Revenue by customer and SKU",
      namespace: "public",
      text: "customers: *id company segment updated_at\norders: *id customer_id total created_at updated_at\norder_items: order_id sku qty ^created_at\nproducts: [F] *id sku title\npg_stat_io: a\n_airbyte_state: *id\naudit_events: *id\nschema_migrations: *version\nuser_sessions: *id user_id",
      modes: [
        "customers I updated_at id",
        "orders I updated_at id",
        "order_items A created_at -",
        "products F - -",
      ],
      drop: {
        pg_stat_io: "prefix:pg_",
        _airbyte_state: "prefix:_airbyte",
        audit_events: "prefix:audit_",
        schema_migrations: "prefix:schema_migrations",
        user_sessions: "use_case",
      },
      name: "postgres-prod-revenue",
    },
  ],
  [
    "near misses of patterns",
    {
      source: ["src_b", "Postgres content", "postgres"],
      goal: "Which blog posts and authors draw readers",
      namespace: "public",
      text: "blog: *id updated_at\nposts: *id blog_id author_id updated_at\nauthors: *id pen_name updated_at\ncatalog_log: *id timestamp\naudit_trail: *id\ntemp_import: id\ntmp_load: id",
      modes: ["blog I updated_at id", "posts I updated_at id", "authors I updated_at id"],
      drop: {
        catalog_log: "suffix:_log",
        audit_trail: "prefix:audit_",
        temp_import: "prefix:temp_",
        tmp_load: "prefix:tmp_",
      },
      name: "postgres-content-blog",
    },
  ],
  [
    "a history that is the subject",
    {
      source: ["src_s", "Shop MySQL", "mysql"],
      goal: "How prices changed over time (price history) and what that did to orders of products",
      namespace: "shop",
      text: "price_history: product_id price updated_at\nproducts: *id updated_at\norders: *id product_id updated_at\nlogin_history: *id\ntmp_prices: product_id",
      modes: ["price_history A updated_at -", "products I updated_at id", "orders I updated_at id"],
      drop: { login_history: "suffix:_history", tmp_prices: "prefix:tmp_" },
      warns: ["no_primary_key price_history"],
      name: "shop-mysql-price-history",
    },
  ],
  [
    "support in Japanese on SQL Server",
    {
      source: ["src_h", "Helpdesk SQL Server", "mssql"],
      goal: "サポートチケットの件数と傾向",
      namespace: "dbo",
      text: "tickets: *id contact_id modified_at\ncontacts: *id modified_at\nmessages: *id ticket_id modified_at\nsystem_users: *id\nticket_audit: *id",
      modes: ["tickets I modified_at id", "contacts I modified_at id", "messages I modified_at id"],
      drop: { system_users: "prefix:system_", ticket_audit: "suffix:_audit" },
      name: "helpdesk-mssql-support",
    },
  ],
  [
    "the audit log is what is wanted",
    {
      source: ["src_a", "Postgres admin", "postgres"],
      goal: "Evidence for SOC 2: the audit log of who changed a setting",
      namespace: "public",
      text: "audit_log: *id actor timestamp\napp_log: line timestamp\ntemp_sessions: *id\npg_buffercache: a",
      modes: ["audit_log I timestamp id"],
      drop: { app_log: "suffix:_log", temp_sessions: "prefix:temp_", pg_buffercache: "prefix:pg_" },
      name: "postgres-admin-audit",
    },
  ],
  [
    "SaaS streams that only the first rule catches",
    {
      source: ["src_z", "Zendesk", "zendesk"],
      goal: "Ticket volume and satisfaction by organisation",
      namespace: null,
      text: "tickets: *id ^updated_at\norganizations: *id ^updated_at\nsatisfaction_ratings: *id ^updated_at\nticket_audit: *id\nticket_audits: *id ^timestamp\nemail_log: *id\nmacros_archive: *id",
      modes: [
        "tickets I updated_at id",
        "organizations I updated_at id",
        "satisfaction_ratings I updated_at id",
        "ticket_audits I timestamp id",
      ],
      drop: {
        ticket_audit: "suffix:_audit",
        email_log: "suffix:_log",
        macros_archive: "suffix:_archive",
      },
      flagged: ["ticket_audits"],
      warns: ["uncertain_name ticket_audits"],
      name: "zendesk-support",
    },
  ],
  [
    "upper case, camel case, plurals",
    {
      source: ["src_e", "ERP SQL Server", "mssql"],
      goal: "Sales revenue by customer",
      namespace: "sales",
      text: "Orders: *OrderID CustomerID modified_at\nCustomers: *CustomerID modified_at\nOrderHistory: OrderID Status modified_at\nEVENT_LOGS: *id timestamp\nAUDIT_LOG: *id\nORDER_ARCHIVE: *OrderID",
      modes: [
        "Orders I modified_at OrderID",
        "Customers I modified_at CustomerID",
        "OrderHistory A modified_at -",
        "EVENT_LOGS I timestamp id",
      ],
      drop: { AUDIT_LOG: "prefix:audit_", ORDER_ARCHIVE: "suffix:_archive" },
      flagged: ["OrderHistory", "EVENT_LOGS"],
      name: "erp-mssql-sales",
    },
  ],
  [
    "billing, and a file that stands there already",
    {
      source: ["src_st", "Stripe", "stripe"],
      goal: "Billing: invoices and payment events",
      namespace: null,
      text: "invoices: *id total ^created\nevents: type data ^created",
      modes: ["invoices I created id", "events A created -"],
      warns: ["path_exists"],
      name: "stripe-billing",
      more: {
        files: [
          { path: "connections/stripe-billing.yaml", name: "stripe-billing", sourceId: "src_st" },
        ],
      },
    },
  ],
  [
    "neither cursor nor key",
    {
      source: ["src_fx", "FX MySQL", "mysql"],
      goal: "為替レートで売上を換算したい",
      namespace: "fx",
      text: "exchange_rates: currency rate as_of",
      modes: ["exchange_rates F - -"],
      warns: ["cursor_candidate_not_listed exchange_rates"],
      name: "fx-mysql-exchange-rates",
    },
  ],
  [
    "a stream without a mode",
    {
      source: ["src_c", "Chargebee", "chargebee"],
      goal: "Invoiced revenue",
      namespace: null,
      text: "invoices: *id ^updated_at\ninvoice_documents: [] *id ^updated_at",
      modes: ["invoices I updated_at id"],
      drop: { invoice_documents: "no_sync_modes" },
      warns: ["no_sync_modes invoice_documents"],
      name: "chargebee-revenue",
    },
  ],
  [
    "a Japanese source name",
    {
      source: ["src_j", "申込DB（本番）", "mysql"],
      goal: "申込数の推移",
      namespace: "app",
      text: "signups: *id plan created_at",
      modes: ["signups D - id"],
      warns: ["cursor_candidate_not_listed signups"],
      name: "mysql-signups",
    },
  ],
  [
    "a mail that the analysis needs",
    {
      source: ["src_g", "Postgres growth", "postgres"],
      goal: "Sign-ups and users per e-mail domain",
      namespace: "public",
      text: "users: *id email plan updated_at",
      modes: ["users I updated_at id"],
      sensitive: ["users.email"],
      warns: ["mapper_breaks_analysis users"],
      name: "postgres-growth-users",
    },
  ],
  [
    "parts of a name and payment columns, not a product's name",
    {
      source: ["src_p", "Postgres prod", "postgres"],
      goal: "Revenue by customer, product and payment method",
      namespace: "public",
      text: "customers: *id first_name last_name segment updated_at\npayments: *id card_number iban method amount updated_at\nproducts: *id name updated_at\norders: *id customer_id updated_at",
      modes: [
        "customers I updated_at id",
        "payments I updated_at id",
        "products I updated_at id",
        "orders I updated_at id",
      ],
      sensitive: [
        "customers.first_name",
        "customers.last_name",
        "payments.card_number",
        "payments.iban",
      ],
      name: "postgres-prod-revenue",
    },
  ],
  [
    "a nested mail and a nested cursor",
    {
      source: ["src_n", "HubSpot", "hubspot"],
      goal: "Contacts by lifecycle stage",
      namespace: null,
      text: "contacts: *id properties properties.email properties.lifecyclestage ^properties.hs_lastmodifieddate",
      modes: ["contacts I properties.hs_lastmodifieddate id"],
      sensitive: ["contacts.properties.email"],
      name: "hubspot-contacts",
    },
  ],
];

test.each(scenarios)("%s", (_, scenario) => {
  const [id, name, connector] = scenario.source;
  const document = proposeOffline({
    discovery: streams(scenario.namespace, scenario.text),
    sources: [{ id, name }],
    source: id,
    connector,
    goal: scenario.goal,
    ...scenario.more,
  });
  expect(document.action).toBe("propose");
  expect(modes(document)).toEqual(scenario.modes);
  expect(kept(document)).toEqual(scenario.modes.map((line) => line.split(" ")[0]));
  expect(dropped(document)).toEqual(scenario.drop ?? {});
  expect(unsure(document)).toEqual(scenario.flagged ?? []);
  expect(codes(document)).toEqual(expect.arrayContaining([...(scenario.warns ?? [])]));
  expect(document.sensitive.map((entry) => `${entry.stream}.${entry.field.join(".")}`)).toEqual(
    scenario.sensitive ?? [],
  );
  expect(document.mappers).toEqual([]);
  expect(document.name).toBe(scenario.name);
});

describe("files", () => {
  const discovery = streams(
    "app",
    "tickets: *_id subject meta meta.modified_at\norder_lines: *order_id *line_no updated_at\nevents: type timestamp\nplans: *_id title\ncolours: [F] label\nregions: *id title\norders: [FD] *id total updated_at",
  );
  const head =
    "apiVersion: revos/v1\nkind: Connection\nmetadata: { name: mongo-app }\nspec:\n  name: Mongo app → support & order lines\n  source: { id: src_m }\n  schedule: { units: 24, timeUnit: hours }\n  status: active\n  streams:\n";
  const check = (lines: string, from = head) => {
    const { ok, findings } = diffOffline({
      file: "connections/mongo-app.yaml",
      text: `${from}${lines}`,
      discovery,
      sources: [{ id: "src_m", name: "Mongo app" }],
    });
    return [
      ok,
      ...findings.map(
        (finding) =>
          `${finding.severity} ${finding.code} ${finding.path.replace("spec.streams", "")}`,
      ),
    ];
  };
  test("a right file with nested and composite paths has no finding", () => {
    expect(
      check(
        "    - { name: tickets, namespace: app, syncMode: incremental_deduped_history, cursorField: [meta, modified_at], primaryKey: [[_id]] }\n    - { name: order_lines, namespace: app, syncMode: incremental_deduped_history, cursorField: [updated_at], primaryKey: [[order_id], [line_no]] }\n" +
          "    - { name: events, namespace: app, syncMode: incremental_append, cursorField: [timestamp] }\n    - { name: plans, namespace: app, syncMode: full_refresh_overwrite_deduped, primaryKey: [[_id]] }\n    - { name: colours, namespace: app, syncMode: full_refresh_overwrite }\n",
      ),
    ).toEqual([true]);
  });
  test("missing cursor, flat key and unknown mode are said together", () => {
    expect(
      check(
        "    - { name: tickets, namespace: app, syncMode: incremental_deduped_history, primaryKey: [_id] }\n    - { name: events, namespace: app, syncMode: incremental, cursorField: [timestamp] }\n",
      ).slice(1),
    ).toEqual([
      "error cursor_missing [0].cursorField",
      "error primary_key_not_nested [0].primaryKey",
      "error sync_mode_unknown [1].syncMode",
    ]);
  });
  test("extra fields, a lost namespace, a mode that is not offered, a missing key and a label that is the slug", () => {
    expect(
      check(
        "    - { name: plans, syncMode: full_refresh_overwrite, cursorField: [title], primaryKey: [[_id]] }\n    - { name: orders, namespace: app, syncMode: incremental_append, cursorField: [updated_at] }\n    - { name: regions, namespace: app, syncMode: full_refresh_overwrite_deduped }\n",
        head.replace("Mongo app → support & order lines", "mongo-app"),
      ).sort(),
    ).toEqual(
      [
        false,
        "warning spec_name_is_slug spec.name",
        "error namespace_missing [0].namespace",
        "warning cursor_extra [0].cursorField",
        "warning primary_key_extra [0].primaryKey",
        "error sync_mode_unsupported [1].syncMode",
        "error primary_key_missing [2].primaryKey",
      ].sort(),
    );
  });
  test("two columns written as one path are told apart", () => {
    const { findings } = diffOffline({
      file: "connections/mongo-app.yaml",
      text: `${head}    - { name: order_lines, namespace: app, syncMode: full_refresh_overwrite_deduped, primaryKey: [[order_id, line_no]] }\n`,
      discovery,
      sources: [{ id: "src_m", name: "Mongo app" }],
    });
    expect(findings.map(({ code }) => code)).toEqual(["primary_key_not_discovered"]);
    expect(findings[0]?.advice).toMatch(/^primaryKey: \[\[order_id\], \[line_no\]\] /);
  });
});
