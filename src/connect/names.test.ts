// Names that look like bookkeeping and are the business (audit findings, a migration of birds, a photo archive), copies and
// views, Japanese tables, naming of frameworks, and answers to the first confirmation point. The expectations were written
// before the answers were seen.
import { test } from "vitest";
import { checkTrade, type Trade } from "./testing/trade.ts";

const trades: readonly Trade[] = [
  {
    source: ["Hotel PMS", "postgres"],
    goal: "Occupancy and room revenue per night",
    namespace: "pms",
    streams: `reservations: *reservation_id guest_id room_id check_in check_out total updated_at = I updated_at reservation_id
      rooms: *room_id type floor = D - room_id
      room_rates: *room_type *night rate updated_at = I updated_at room_type+night
      guests: *guest_id first_name last_name passport_no email updated_at = any
      minibar_restock: *id item updated_at = any
      door_lock_log: [FA] door timestamp = drop suffix:_log
      tmp_room_rates: [F] room_type night rate = drop prefix:tmp_
      wifi_tickets: *id token updated_at = drop use_case`,
  },
  {
    source: ["旅館予約", "mysql"],
    goal: "宿泊予約のキャンセル率（備考は取り込まないで）",
    namespace: "yado",
    streams: `reservations: *id guest_name tel 備考 checkin_date status updated_at = I updated_at id
      cancellations: *id reservation_id reason updated_at = I updated_at id
      audit_reservations: *id updated_at = drop prefix:audit_
      kitchen_stock: *id item updated_at = drop use_case`,
    sensitive: ["reservations.tel"],
    mappers: ["reservations.備考 field-filtering"],
  },
  {
    source: ["Google Ads", "google-ads"],
    goal: "Cost per conversion by campaign",
    namespace: null,
    streams: `campaigns: *id title status = D - id
      ad_groups: *id campaign_id title = D - id
      ads: *id ad_group_id headline = D - id
      campaign_performance: *campaign_id cost conversions segments ^segments.date = I segments.date campaign_id
      change_history: [FA] resource ^changed_at = drop suffix:_history saas:*_history
      keywords: *id text = D - id`,
  },
  {
    source: ["DSP Postgres", "postgres"],
    goal: "Impressions, clicks and spend per advertiser and creative",
    namespace: "ads",
    streams: `impressions: [FA] creative_id bid_cents user_ip timestamp = A timestamp -
      clicks: [FA] creative_id user_ip timestamp = A timestamp -
      advertisers: *id label updated_at = I updated_at id
      creatives: *id advertiser_id title updated_at = I updated_at id
      spend_daily: *advertiser_id *day cents = D - advertiser_id+day
      bid_request_log: [FA] body timestamp = drop suffix:_log
      pgbouncer_stats: [FA] db = drop use_case
      system_alerts: *id text = drop prefix:system_`,
    sensitive: ["impressions.user_ip", "clicks.user_ip"],
  },
  {
    source: ["Factory MES", "mssql"],
    goal: "Scrap rate and downtime per machine and shift",
    namespace: "mes",
    streams: `WorkOrders: *WorkOrderID MachineID Qty ModifiedAt = any
      Machines: *MachineID Line Model = D - MachineID
      ScrapEvents: [FA] MachineID Qty timestamp = A timestamp -
      DowntimeEvents: *EventID MachineID Minutes modified_at = I modified_at EventID
      Shifts: *ShiftID Label = D - ShiftID
      MachineLog: [FA] MachineID Line timestamp = any
      Machine_Log: [FA] MachineID Line timestamp = drop suffix:_log
      CafeteriaVouchers: *id Amount = drop use_case`,
  },
  {
    source: ["工場実績DB", "postgres"],
    goal: "不良率を製品とラインごとに見たい",
    namespace: "mes",
    streams: `production_results: *id line_id product_id qty updated_at = I updated_at id
      defects: id line_id product_id cause updated_at = I updated_at id
      products: product_id title updated_at = I updated_at product_id
      lines: line_id label = D - line_id
      plc_dump_log: [FA] raw = drop suffix:_log
      visitor_badges: *id holder updated_at = drop use_case`,
  },
  {
    source: ["通販サイトDB", "postgres"],
    goal: "商品別・顧客別の売上を分析したい",
    namespace: "public",
    streams: `受注: *受注番号 顧客番号 合計金額 ^updated_at = I updated_at 受注番号
      受注明細: *受注番号 *行番号 商品コード 数量 金額 = D - 受注番号+行番号
      商品: *商品コード 商品名 単価 updated_at = I updated_at 商品コード
      顧客: *顧客番号 氏名 メールアドレス 電話番号 生年月日 updated_at = I updated_at 顧客番号
      監査ログ: [FA] 操作者 操作 timestamp = drop use_case
      社員食堂: *id 料理名 = drop use_case
      pg_bigm_stats: [F] k = drop prefix:pg_`,
    sensitive: ["顧客.メールアドレス", "顧客.電話番号", "顧客.生年月日"],
    plain: ["商品.商品名"],
  },
  {
    source: ["ECサイト", "mysql"],
    goal: "カゴ落ちの分析。電話番号は暗号化して、is_test が true の行は除外して",
    namespace: "shop",
    streams: `carts: *id user_id is_test updated_at = I updated_at id
      cart_items: *id cart_id product_id qty updated_at = I updated_at id
      users: *id 電話番号 updated_at = any
      products: *id title updated_at = any
      mail_queue: [FA] body = drop use_case`,
    mappers: ["carts.is_test row-filtering"],
  },
  {
    source: ["Audit practice", "postgres"],
    goal: "Audit findings per client and how fast they are closed",
    namespace: "practice",
    streams: `audit_findings: *finding_id engagement_id severity closed_on updated_at = I updated_at finding_id
      engagements: *id client_id partner updated_at = any
      clients: *id company updated_at = I updated_at id
      audit_log: [FA] who what timestamp = drop prefix:audit_ suffix:_log
      password_resets: *id updated_at = drop use_case`,
  },
  {
    source: ["Energy consultants", "postgres"],
    goal: "Savings found by energy audits per building",
    namespace: "eco",
    streams: `energy_audit: *id building_id savings_kwh updated_at = I updated_at id
      buildings: *id label updated_at = I updated_at id
      login_audit: *id who timestamp = drop suffix:_audit`,
  },
  {
    source: ["Bird observatory", "mysql"],
    goal: "Migration routes of tagged storks",
    namespace: "obs",
    streams: `migration_tracks: *track_id bird_id lat lon timestamp = I timestamp track_id
      birds: *bird_id species updated_at = any
      tags: *tag_id bird_id updated_at = any
      schema_migrations: [F] *version = drop prefix:schema_migrations
      donation_receipts: *id amount updated_at = drop use_case`,
  },
  {
    source: ["Museum collections", "postgres"],
    goal: "Loans from the photo archive to other museums",
    namespace: "col",
    streams: `photo_archive: *item_id title updated_at = I updated_at item_id
      loans: *loan_id item_id borrower updated_at = I updated_at loan_id
      email_archive: *id body updated_at = drop suffix:_archive
      catalog: *id title updated_at = any
      gift_shop_sales: *id total updated_at = drop use_case`,
  },
  {
    source: ["Project tracker DB", "postgres"],
    goal: "Backlog size and cycle time per team",
    namespace: "pm",
    streams: `backlog: *item_id team_id points updated_at = I updated_at item_id
      teams: *id label = D - id
      issues: *id team_id status started_at done_at updated_at = any
      changelog: [FA] issue_id field timestamp = any
      webhook_log: [FA] body timestamp = drop suffix:_log
      invoice_numbers: *id updated_at = drop use_case`,
  },
  {
    source: ["Space catalogue", "postgres"],
    goal: "Planets per star system and their radius",
    namespace: "astro",
    streams: `system_planets: *planet_id star_id radius updated_at = I updated_at planet_id
      stars: *star_id label updated_at = I updated_at star_id
      system_settings: *key value = drop prefix:system_
      pageviews: [FA] url timestamp = drop use_case`,
  },
  {
    source: ["Legacy ERP", "postgres"],
    goal: "Purchase orders and supplier delivery performance",
    namespace: "erp",
    streams: `purchase_orders: *po_id supplier_id due_on updated_at = I updated_at po_id
      purchase_order_lines: *po_id *line_no item_id qty updated_at = I updated_at po_id+line_no
      suppliers: *supplier_id company deleted_at updated_at = I updated_at supplier_id
      goods_receipts: receipt_id po_id received_on = any
      suppliers_old: *supplier_id company = ?
      purchase_orders_copy: [F] po_id = ?
      t_0417: *id f1 f2 updated_at = ?
      temp_po: [F] po_id = drop prefix:temp_
      holiday_calendar: *day label = any`,
    warns: ["uncertain_name t_0417"],
  },
  {
    source: ["Retail Postgres", "postgres"],
    goal: "Stock levels per store and product",
    namespace: "retail",
    streams: `stock: *store_id *product_id qty updated_at = I updated_at store_id+product_id
      v_stock_daily: [FA] store_id product_id day qty = any
      stores: *store_id label updated_at = I updated_at store_id
      products: *product_id title updated_at = I updated_at product_id
      stock_movements: [FA] store_id product_id delta timestamp = A timestamp -
      stock_history: *id store_id qty updated_at = drop suffix:_history
      job_applications: *id email updated_at = drop use_case`,
  },
  {
    source: ["Prisma app", "mysql"],
    goal: "Bookings and cancellations per studio",
    namespace: "app",
    streams: `Booking: *id studioId userId createdAt updatedAt = D - id
      Studio: *id title createdAt updatedAt = D - id
      Cancellation: cancellationId bookingId updatedAt = D - cancellationId
      _prisma_migrations: [F] *id checksum = drop use_case
      PasswordReset: *id token = drop use_case`,
  },
  {
    source: ["Export folder", "file"],
    goal: "Orders per country from the nightly export",
    namespace: null,
    streams: `orders: [F] id country total = F - -
      countries: [F] code label = F - -
      orders_log: [F] line = drop suffix:_log`,
  },
  {
    source: ["倉庫管理", "postgres"],
    goal: "在庫回転率を倉庫ごとに。cust_nm は customer_name に名前を変えて",
    namespace: "wms",
    streams: `inventory: *id warehouse_id sku qty updated_at = I updated_at id
      warehouses: *id label updated_at = I updated_at id
      outbound_orders: *id warehouse_id cust_nm qty updated_at = I updated_at id
      inventory_history: *id updated_at = drop suffix:_history
      forklift_licences: *id holder updated_at = any`,
    mappers: ["outbound_orders.cust_nm field-renaming"],
  },
  {
    source: ["Shop DB", "postgres"],
    goal: "Revenue per customer",
    namespace: "public",
    streams: `customers: *id company updated_at = I updated_at id
      orders: *id customer_id total updated_at = I updated_at id
      products: *id title updated_at = drop use_case user reply
      users: *id nickname updated_at = I updated_at id
      audit_log: [FA] line timestamp = drop prefix:audit_ suffix:_log`,
    reply: "add users, drop products",
  },
  {
    source: ["Shop DB", "postgres"],
    goal: "顧客別の売上",
    namespace: "public",
    streams: `customers: *id company updated_at = I updated_at id
      orders: *id customer_id total updated_at = I updated_at id
      audit_log: [FA] line timestamp = A timestamp -
      tmp_x: [F] line = F - -
      dead: [] id = drop no_sync_modes`,
    reply: "すべて",
  },
  {
    source: ["Shop DB", "postgres"],
    goal: "顧客別の売上",
    namespace: "public",
    streams: `customers: *id company updated_at = I updated_at id
      orders: *id customer_id total updated_at = I updated_at id
      products: *id title updated_at = drop use_case user reply
      users: *id nickname updated_at = I updated_at id`,
    reply: "users を追加して、products は不要なので削除して",
  },
  {
    source: ["Clinic DB", "postgres"],
    namespace: "public",
    streams: `visits: *id updated_at = any`,
    action: "ask_use_case",
  },
  {
    source: ["HubSpot", "hubspot"],
    goal: "営業パイプラインを担当者ごとに",
    namespace: null,
    streams: `deals: *id stage ^updatedAt = any
      owners: *id ^updatedAt = any`,
    action: "offer_pull",
    connections: [
      {
        id: "conn_77",
        name: "HubSpot sales pipeline",
        sourceId: "src_1",
        streams: ["deals", "owners"],
      },
    ],
  },
  {
    source: ["HR DB", "postgres"],
    goal: "Applicants per vacancy",
    namespace: "public",
    streams: `applicants: *id email vacancy_id updated_at = I updated_at id
      vacancies: *id title updated_at = I updated_at id
      payslips: *id amount updated_at = drop use_case`,
    connections: [
      { id: "conn_5", name: "Payroll per month", sourceId: "src_1", streams: ["payslips"] },
    ],
    sensitive: ["applicants.email"],
  },
  {
    source: ["Customer care", "postgres"],
    goal: "Tickets per month; hash the email and drop internal_notes, please",
    namespace: "care",
    streams: `tickets: *id contact_id internal_notes updated_at = I updated_at id
      contacts: *id email plan updated_at = I updated_at id`,
    mappers: ["contacts.email hashing", "tickets.internal_notes field-filtering"],
  },
  {
    source: ["Zendesk", "zendesk"],
    goal: "チケットの件数と満足度。シークレットな列はありません",
    namespace: null,
    streams: `tickets: *id subject ^updated_at = I updated_at id
      users: *id email phone ^updated_at = I updated_at id
      satisfaction_ratings: *id score ^updated_at = I updated_at id
      sla_policies: [FD] *id title = D - id
      tags: [F] label count = F - -
      ticket_metric_log: [FA] ticket_id ^time = drop suffix:_log`,
    sensitive: ["users.email", "users.phone"],
  },
];

test.each(trades.map((one) => [`${one.source[0]}: ${one.goal ?? "no goal"}`, one] as const))(
  "%s",
  (_, one) => checkTrade(one),
);
