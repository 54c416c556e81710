// One source of each trade, with a goal in English or Japanese, and what seed 003 makes of it stream by stream. The
// expectations were written before the answers were seen.
import { test } from "vitest";
import { checkTrade, type Trade } from "./testing/trade.ts";

const trades: readonly Trade[] = [
  {
    source: ["Hospital HIS", "postgres"],
    goal: "Waiting time in the emergency department by triage level",
    namespace: "his",
    streams: `ed_visits: *visit_id patient_id triage_level arrived_at seen_at updated_at = I updated_at visit_id
      triage_levels: *code label = D - code
      patients: *id first_name last_name date_of_birth sex updated_at = any
      wards: *id label updated_at = any
      invoices: *id patient_id total updated_at = drop use_case
      login_audit: *id user_id timestamp = drop suffix:_audit
      pg_stat_activity: [FA] pid query = drop prefix:pg_
      hl7_queue: [FA] msg_id payload = drop use_case
      ed_visits_bak: [F] visit_id patient_id triage_level = ?`,
  },
  {
    source: ["病院カルテDB", "mysql"],
    goal: "入院患者の既往歴（medical history）と再入院率を見たい",
    namespace: "emr",
    streams: `medical_history: *id patient_id disease_code recorded_on updated_at = I updated_at id
      admissions: *admission_id patient_id ward admitted_at discharged_at updated_at = I updated_at admission_id
      patients: *id name_kanji name_kana birth_date phone updated_at = I updated_at id
      access_history: *id user_id page timestamp = drop suffix:_history
      tmp_import_20240401: [F] line = drop prefix:tmp_
      parking_permits: *id plate updated_at = drop use_case`,
    sensitive: ["patients.phone", "patients.birth_date"],
  },
  {
    source: ["Logistics TMS", "postgres"],
    goal: "On-time delivery rate per carrier and depot",
    namespace: "public",
    streams: `shipments: *shipment_id carrier_id depot_id promised_at delivered_at last_updated = I last_updated shipment_id
      carriers: *id label updated_at = I updated_at id
      depots: *id label city updated_at = I updated_at id
      delivery_attempts: shipment_id attempt_no outcome timestamp = A timestamp -
      catalog: *id title = any
      route_log: *id line = drop suffix:_log
      employee_payslips: *id amount updated_at = drop use_case`,
    warns: ["no_primary_key delivery_attempts"],
  },
  {
    source: ["Fleet SQL Server", "mssql"],
    goal: "What the ships' logbooks say about fuel burnt per voyage",
    namespace: "fleet",
    streams: `logbook: *entry_id voyage_id fuel_tons noted_at modified_at = I modified_at entry_id
      voyages: *voyage_id ship_id port_from port_to modified_at = I modified_at voyage_id
      ships: *ship_id label imo = D - ship_id
      login_log: *id who timestamp = drop suffix:_log
      schema_migrations: [F] *version = drop prefix:schema_migrations
      canteen_menus: *id dish modified_at = drop use_case`,
  },
  {
    source: ["Game backend", "mysql"],
    goal: "Player retention by level and the effect of in-app purchases",
    namespace: "game",
    streams: `players: *player_id email country level created_at updated_at = I updated_at player_id
      purchases: *id player_id sku price_cents created_at = D - id
      sessions: player_id started_at ended_at = F - -
      levels: *id title = D - id
      guild_chat_log: [FA] player_id body timestamp = drop suffix:_log
      temp_matchmaking: *id = drop prefix:temp_
      system_flags: *key value = drop prefix:system_
      server_migrations: *id name = ?`,
    sensitive: ["players.email"],
    warns: ["cursor_candidate_not_listed purchases"],
  },
  {
    source: ["Mongo arena", "mongodb"],
    goal: "Win rate per hero in ranked matches",
    namespace: "arena",
    streams: `matches: *_id mode heroes meta meta.patch meta.last_modified = I meta.last_modified _id
      heroes: *_id title role = D - _id
      matchHistory: *_id playerId updated_at = any
      payments: *_id card_number amount = drop use_case
      _airbyte_raw_matches: [F] _airbyte_data = drop prefix:_airbyte`,
  },
  {
    source: ["Chargebee", "chargebee"],
    goal: "Monthly recurring revenue and churn",
    namespace: null,
    streams: `customers: *id email first_name last_name company ^updated_at = I updated_at id
      subscriptions: *id customer_id plan_id mrr ^updated_at = I updated_at id
      invoices: *id customer_id total ^updated_at = I updated_at id
      credit_notes: *id total ^updated_at = I updated_at id
      plans: [FD] *id price = D - id
      subscription_history: *id subscription_id ^updated_at = drop suffix:_history saas:*_history
      customer_metadata: *id customer_id k v = drop saas:*_metadata
      plans_changelog: [FA] plan_id change ^occurred_at = drop saas:*_changelog
      exports: [] id url = drop no_sync_modes`,
    sensitive: ["customers.email", "customers.first_name", "customers.last_name"],
    warns: ["no_sync_modes exports"],
  },
  {
    source: ["Stripe", "stripe"],
    goal: "売上と返金の推移を把握したい。メールアドレスはハッシュ化してください。",
    namespace: null,
    streams: `charges: *id amount receipt_email ^created = I created id
      refunds: *id amount charge ^created = I created id
      customers: *id email phone ^created = I created id
      events_archive: [FA] type ^created = drop suffix:_archive`,
    sensitive: ["customers.phone"],
    mappers: ["customers.email hashing"],
  },
  {
    source: ["Cold chain Postgres", "postgres"],
    goal: "Temperature per cold store and alarms above limit",
    namespace: "iot",
    streams: `temp_readings: [FA] sensor_id celsius ^timestamp = A timestamp -
      sensors: *uuid store_id model last_updated = I last_updated uuid
      cold_stores: *id label city updated_at = I updated_at id
      alarms: *id sensor_id raised_at modified_at = I modified_at id
      temp_upload_chunks: [F] blob = ?
      firmware_log: [FA] line timestamp = drop suffix:_log
      users: *id email updated_at = any`,
  },
  {
    source: ["Timescale metering", "postgres"],
    goal: "Energy use per building and meter per hour",
    namespace: "metering",
    streams: `readings: [FA] meter_id kwh timestamp = A timestamp -
      readings_2024_01: [FA] meter_id kwh timestamp = any
      readings_2024_02: [FA] meter_id kwh timestamp = any
      meters: *meter_id building_id serial updated_at = I updated_at meter_id
      buildings: *id label updated_at = I updated_at id
      v_hourly_usage: [FA] meter_id hour kwh = any
      migration_locks: [F] id = drop prefix:migration
      newsletter_subscribers: *id email updated_at = drop use_case`,
    quiet: ["no_primary_key readings"],
  },
  {
    source: ["Core banking", "oracle"],
    goal: "Deposits and loan balances per branch",
    namespace: "CORE",
    streams: `ACCOUNTS: *ACCOUNT_NO CUSTOMER_NO BRANCH_CODE BALANCE UPDATED_AT = I UPDATED_AT ACCOUNT_NO
      LOANS: *LOAN_ID ACCOUNT_NO PRINCIPAL LAST_MODIFIED = I LAST_MODIFIED LOAN_ID
      BRANCHES: *BRANCH_CODE LABEL = D - BRANCH_CODE
      DEPOSITS: *DEPOSIT_ID ACCOUNT_NO AMOUNT TIMESTAMP = I TIMESTAMP DEPOSIT_ID
      AUDIT_TRAIL: [FA] WHO WHAT = drop prefix:audit_
      TELLER_LOG: [FA] WHO WHAT = drop suffix:_log
      ACCOUNTS_ARCHIVE: *ACCOUNT_NO = drop suffix:_archive
      SYSTEM_PARAMETERS: *NAME VALUE = drop prefix:system_
      STAFF_CANTEEN: *ID DISH = drop use_case`,
  },
  {
    source: ["勘定系DB", "postgres"],
    goal: "口座ごとの入出金と残高の推移",
    namespace: "core",
    streams: `accounts: *account_id customer_id balance updated_at = I updated_at account_id
      transactions: *account_id *seq_no amount booked_on updated_at = I updated_at account_id+seq_no
      balances: *account_id *as_of amount = D - account_id+as_of
      marketing_banners: *id title updated_at = drop use_case
      batch_log: [FA] line timestamp = drop suffix:_log`,
  },
  {
    source: ["HR Postgres", "postgres"],
    goal: "Headcount and attrition per department; never load salaries in clear, drop salary",
    namespace: "hr",
    streams: `employees: *employee_id first_name last_name email phone department_id salary hired_on updated_at = I updated_at employee_id
      departments: *id label updated_at = I updated_at id
      terminations: *id employee_id reason updated_at = I updated_at id
      job_history: *employee_id *start_date job = drop suffix:_history
      cafeteria_orders: *id total updated_at = drop use_case`,
    sensitive: [
      "employees.email",
      "employees.phone",
      "employees.first_name",
      "employees.last_name",
    ],
    mappers: ["employees.salary field-filtering"],
  },
  {
    source: ["Staffing agency", "mysql"],
    goal: "Placements of temp workers per client and margin",
    namespace: "agency",
    streams: `temp_workers: *worker_id nickname skill updated_at = I updated_at worker_id
      placements: *id worker_id client_id rate margin updated_at = I updated_at id
      clients: *client_id company updated_at = I updated_at client_id
      temp_sort_buffer: [F] line = ?
      timesheets: *id worker_id hours updated_at = any
      error_log: [FA] line timestamp = drop suffix:_log`,
  },
  {
    source: ["School registry", "postgres"],
    goal: "Grades per subject: mathematics, history, biology",
    namespace: "school",
    streams: `history: *id student_id grade term updated_at = I updated_at id
      mathematics: *id student_id grade term updated_at = I updated_at id
      biology: *id student_id grade term updated_at = I updated_at id
      subjects: *id label = D - id
      students: *student_id given_name family_name birthday updated_at = any
      login_history: *id user_id timestamp = drop suffix:_history
      bus_timetable: *id stop updated_at = drop use_case`,
    plain: ["history.grade"],
  },
  {
    source: ["塾管理システム", "mysql"],
    goal: "生徒ごとの出席率とテストの点数",
    namespace: "juku",
    streams: `students: *id sei mei guardian_tel updated_at = I updated_at id
      attendances: *id student_id lesson_id attended updated_at = I updated_at id
      test_scores: *student_id *test_id score modified_at = I modified_at student_id+test_id
      lessons: *id title updated_at = any
      mail_log: [FA] line timestamp = drop suffix:_log
      template: *id body updated_at = drop use_case`,
    sensitive: ["students.guardian_tel"],
  },
  {
    source: ["Municipal registry", "postgres"],
    goal: "Building permits per district and processing time",
    namespace: "office",
    streams: `permits: *permit_no parcel_id applicant_name filed_on decided_on updated_at = I updated_at permit_no
      parcels: *parcel_id district_id area updated_at = I updated_at parcel_id
      districts: *id label = D - id
      dog_licences: *id chip_no updated_at = drop use_case
      archive: *id box = any
      council_minutes_archive: *id body = drop suffix:_archive
      information_schema_copy: [F] line = drop prefix:information_schema`,
  },
  {
    source: ["市役所住民課", "mysql"],
    goal: "転入・転出の件数を町丁ごとに集計",
    namespace: "jumin",
    streams: `移動届: *届出番号 区分 町丁コード 届出日 更新日時 = D - 届出番号
      町丁: *町丁コード 名称 = D - 町丁コード
      印鑑登録: *登録番号 氏名 更新日時 = any
      職員ログイン履歴: [FA] 職員番号 日時 = ?
      tmp_集計: [F] 町丁コード 件数 = drop prefix:tmp_`,
    warns: ["cursor_candidate_not_listed 移動届"],
  },
];

test.each(trades.map((one) => [`${one.source[0]}: ${one.goal ?? "no goal"}`, one] as const))(
  "%s",
  (_, one) => checkTrade(one),
);
