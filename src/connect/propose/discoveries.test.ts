// Forty sources as one meets them, in both languages: what a data engineer would expect to see kept and left out.
// `+` must be kept, `?` kept and flagged, `-` left out; streams that are not named may go either way.
import { expect, test } from "vitest";
import { dropped, kept, proposal, streams, unsure } from "../testing/discovery.ts";

const sources: readonly (readonly [string, string, string, string])[] = [
  [
    "shopify",
    "saas",
    "Which products sell best, by channel",
    "+orders +order_refunds +customers +products +product_variants +locations ?events -orders_metadata -price_changelog",
  ],
  [
    "zendesk",
    "saas",
    "問い合わせの一次応答時間と満足度",
    "+tickets +ticket_metrics +users +organizations +satisfaction_ratings +groups -ticket_metadata -audit_logs",
  ],
  [
    "salesforce",
    "saas",
    "win rate by lead source",
    "+Account +Opportunity +Lead +Contact ?AccountHistory ?OpportunityHistory ?Custom_Thing__c",
  ],
  [
    "stripe",
    "saas",
    "MRR and churn by plan",
    "+customers +subscriptions +invoices +charges +plans +products ?setup_intents -subscription_history -customer_metadata",
  ],
  [
    "hubspot",
    "saas",
    "商談の受注率を担当者別に見たい",
    "+companies +contacts +deals +deal_pipelines +owners +engagements -property_history ?workflows",
  ],
  [
    "github",
    "saas",
    "pull request lead time per team",
    "+pull_requests +reviews +commits +teams +deployments ?stargazers",
  ],
  [
    "jira",
    "saas",
    "スプリントごとのベロシティ",
    "+issues +sprints +boards +projects -issue_changelog ?screens",
  ],
  [
    "mailchimp",
    "saas",
    "open rate by audience",
    "+campaigns +list_members +segments +unsubscribes ?interests",
  ],
  [
    "quickbooks",
    "saas",
    "月次の損益と売掛金の滞留",
    "+accounts +invoices +bills +customers +vendors +payments +journal_entries ?attachables",
  ],
  [
    "google-analytics",
    "saas",
    "website traffic sources and bounce rate",
    "+traffic_sources +pages +daily_active_users",
  ],
  [
    "postgres",
    "public",
    "revenue per customer",
    "+customers +orders +order_items +products +payments +refunds +invoices +discounts +currencies ?stuff ?orders_backup -warehouses -user_sessions -api_keys -failed_jobs -audit_events -tmp_import -product_images -support_tickets -employees",
  ],
  [
    "postgres",
    "public",
    "support ticket trends by product",
    "+customers +support_tickets +ticket_messages +products -orders -payments -employees -carts -api_keys",
  ],
  [
    "mysql",
    "shop",
    "マーケティングキャンペーンの効果を見たい",
    "+customers +marketing_campaigns +email_events +page_views +carts -invoices -warehouses -employees -failed_jobs",
  ],
  [
    "mysql",
    "shop",
    "Stock levels and replenishment per warehouse",
    "+products +warehouses +stock_levels +suppliers +purchase_orders -customers -payments -employees -page_views",
  ],
  [
    "mssql",
    "dbo",
    "得意先別の売上と粗利を見たい",
    "+得意先マスタ +商品マスタ +受注ヘッダ +受注明細 +売上データ +請求データ +入金データ +T_JUCHU +M_SHOHIN ?ワーク_売上集計 -仕入先マスタ -発注データ -在庫マスタ -社員マスタ -勤怠データ -採番マスタ -コードマスタ -tmp_uriage",
  ],
  [
    "mongodb",
    "app",
    "orders per week and user retention",
    "+users +orders +sessions ?events -carts -agendaJobs -migrations",
  ],
  [
    "mysql",
    "school",
    "dropout risk: attendance and grades per student",
    "+students +courses +enrollments +attendance +grades +exam_results -cafeteria_menus -bus_routes -staff_payroll -auth_permission -audit_log",
  ],
  [
    "postgres",
    "clinic",
    "予約のキャンセル率と患者ごとの来院間隔",
    "+patients +appointments +doctors +visits -invoices -staff_shifts -login_attempts -_airbyte_raw -system_config",
  ],
  [
    "postgres",
    "game",
    "D7 retention and whales: in-app purchases by player level",
    "+players +player_sessions +iap_purchases +matches +levels -push_tokens -crash_reports -config",
  ],
  [
    "mysql",
    "iot",
    "battery degradation per device model",
    "+devices +device_models +firmware +readings +battery_levels -customers -mqtt_sessions -readings_archive",
  ],
  [
    "oracle",
    "CORE",
    "loan delinquency by branch",
    "+LOANS +LOAN_PAYMENTS +BRANCHES +CUSTOMERS -EMPLOYEES -SYSTEM_PARAMETERS -AUDIT_TRAIL -BATCH_JOBS",
  ],
  [
    "mssql",
    "hr",
    "Attrition and overtime by department",
    "+Employees +Departments +Payroll +LeaveRequests +PerformanceReviews ?EmployeeHistory ?ParkingSpots -sysdiagrams -CompanyAssets",
  ],
  [
    "mysql",
    "jinji",
    "部署別の残業時間と離職率",
    "+shain +busho +kintai +社員 +部署 +勤怠 ?備品 -会議室予約 -権限 -通知",
  ],
  [
    "postgres",
    "pms",
    "occupancy and revenue per available room",
    "+reservations +rooms +room_types +rate_plans +invoices +payments ?folios -housekeeping_tasks -email_queue -jobs -staff_shifts",
  ],
  [
    "oracle",
    "TMS",
    "On-time delivery rate by carrier",
    "+SHIPMENTS +CARRIERS +DELIVERY_EVENTS +ROUTES +ORDERS ?ZIP_CODES ?FUEL_LOGS -INVOICES -USER_ROLES -API_TOKENS",
  ],
  [
    "postgres",
    "haiso",
    "配送の遅延率を運送会社ごとに知りたい",
    "+出荷 +出荷明細 +配送業者 +配送状況 +受注 -請求 -通知設定 -ユーザー",
  ],
  [
    "mysql",
    "mes",
    "scrap rate and downtime per production line",
    "+work_orders +production_lines +machines +machine_downtime +scrap_records +inspections -customers -sales_orders -menus -reports -users",
  ],
  [
    "db2",
    "INS",
    "loss ratio by product",
    "+POLICIES +CLAIMS +CLAIM_PAYMENTS +PREMIUMS +PRODUCTS ?REINSURANCE_TREATIES -DOCUMENTS -USERS",
  ],
  [
    "mysql",
    "fudosan",
    "空室率と家賃収入",
    "+物件 +部屋 +賃貸契約 +入居者 +家賃入金 ?修繕 -広告掲載 -社員 -操作ログ",
  ],
  [
    "postgres",
    "pos",
    "店舗別の客単価とメニュー別売上",
    "+stores +orders +order_details +menus +payments ?printers -staff -ingredients -purchase_orders",
  ],
  [
    "mysql",
    "vod",
    "Watch time per series and subscriber churn",
    "+videos +series +episodes +watch_events +playback_sessions +subscriptions +plans ?encodings -thumbnails -notifications -devices",
  ],
  [
    "postgres",
    "app",
    "feature adoption by workspace",
    "+workspaces +workspace_members +feature_usage +auth_user ?events -auth_permission -django_migrations -celery_taskmeta -oauth2_provider_accesstoken -invoices",
  ],
  [
    "postgres",
    "rails",
    "Sign-ups and activation funnel",
    "+users +accounts +ahoy_visits ?invitations -active_storage_blobs -ar_internal_metadata -delayed_jobs -schema_migrations -posts",
  ],
  [
    "mysql",
    "wp",
    "WooCommerce revenue by coupon",
    "+wp_wc_orders +wp_woocommerce_order_items +wp_wc_customer_lookup -wp_options -wp_comments -wp_posts",
  ],
  [
    "mysql",
    "mage",
    "revenue per category",
    "+sales_order +sales_order_item +sales_invoice +catalog_product_entity +catalog_category_entity -admin_user -core_config_data -cron_schedule -cms_page -session",
  ],
  [
    "mssql",
    "northwind",
    "Top selling products by region",
    "+Customers +Orders +OrderDetails +Products +Region -Suppliers -Employees",
  ],
  [
    "oracle",
    "BSS",
    "churn of prepaid subscribers by data usage",
    "+SUBSCRIBERS +DATA_SESSIONS +CDR_VOICE +RECHARGES +PLANS -EMPLOYEES -SYSTEM_CONFIG -TEMP_CDR",
  ],
  [
    "postgres",
    "exchange",
    "trading volume and fees per market",
    "+trades +markets +order_books +fee_tiers -api_keys -kyc_documents -sessions",
  ],
  [
    "mysql",
    "event",
    "セミナーの申込数と参加率",
    "+seminars +applications +attendees ?mail_logs -payments -coupons -users",
  ],
  [
    "timescale",
    "grid",
    "電力消費量の推移を拠点別に",
    "+meters +meter_readings +sites +readings_hourly -customers -invoices -users",
  ],
  [
    "snowflake",
    "dw",
    "donations by campaign",
    "+donations +donors +campaigns +pledges -job_runs -role_permissions",
  ],
];

test("there are forty", () => {
  expect(sources.length).toBeGreaterThanOrEqual(40);
});

test.each(sources)("%s %s: %s", (connector, namespace, goal, expectation) => {
  const expected = expectation
    .split(" ")
    .map((word) => ({ sign: word.charAt(0), name: word.slice(1) }));
  const discovery = streams(
    namespace === "saas" ? null : namespace,
    expected.map(({ name }) => `${name}: *id updated_at`).join("\n"),
  );
  const document = proposal({ discovery, connector, goal });
  const wrong = expected.flatMap(({ sign, name }) => {
    const is = kept(document).includes(name) ? (unsure(document).includes(name) ? "?" : "+") : "-";
    return is === sign
      ? []
      : [
          `${name} is ${is}${is === "-" ? ` (${dropped(document)[name] ?? ""})` : ""}, want ${sign}`,
        ];
  });
  expect(wrong).toEqual([]);
  expect(document.selected.every((entry) => (entry.reason === null) === entry.unsure)).toBe(true);
  expect(document.name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
  expect(document.label).not.toContain("_");
  expect(document.label).not.toBe(document.name);
});
