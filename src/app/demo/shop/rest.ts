// Everything beside the money that a grown shop database holds: logistics, support, marketing, the web shop's own tables,
// and the logs, audit trails, leftovers and tool tables that a good proposal leaves out.

export const webSql = /* sql */ `
create table public.carts (id bigint primary key, customer_id bigint, opened_at timestamptz, updated_at timestamptz);
insert into public.carts select n, 1 + shop_seed.pick(n, 80, 24000), shop_seed.moment(n, 81), shop_seed.moment(n, 81) + interval '20 minutes' from generate_series(1, 20000) n;
create table public.cart_items (cart_id bigint, product_id int, quantity int);
insert into public.cart_items select 1 + n % 20000, 1 + shop_seed.pick(n, 82, 3000), 1 + n % 3 from generate_series(1, 40000) n;
create table public.user_sessions (id uuid primary key, customer_id bigint, user_agent text, started_at timestamptz, ended_at timestamptz);
insert into public.user_sessions
select md5('session ' || n)::uuid, 1 + shop_seed.pick(n, 83, 24000), 'browser/' || n % 90, shop_seed.moment(n, 84), shop_seed.moment(n, 84) + (n % 3600) * interval '1 second'
from generate_series(1, 50000) n;
create table public.schema_migrations (version text primary key, applied_at timestamptz);
insert into public.schema_migrations select lpad(n::text, 4, '0'), shop_seed.moment(n, 85) from generate_series(1, 212) n;

create table web.page_views (path text, visitor uuid, at timestamptz not null) partition by range (at);
create table web.page_views_2021 partition of web.page_views for values from ('2021-01-01') to ('2022-01-01');
create table web.page_views_later partition of web.page_views for values from ('2022-01-01') to ('2030-01-01');
insert into web.page_views select '/p/' || shop_seed.pick(n, 86, 3000), md5('visitor ' || n % 9000)::uuid, shop_seed.moment(n, 87) from generate_series(1, 60000) n;
create table web."user" (id int primary key, login text, password_hash text);
insert into web."user" select n, 'staff' || n, md5('staff ' || n) from generate_series(1, 40) n;
create table web.search_log (id bigint, words text, hits int, at timestamptz);
insert into web.search_log select n, 'word ' || n % 700, n % 90, shop_seed.moment(n, 88) from generate_series(1, 20000) n;

create table marketing.campaigns (id int primary key, name text, budget numeric(12,2), starts_on date);
insert into marketing.campaigns select n, 'Campaign ' || n, n * 1000, date '2021-01-01' + n * 7 from generate_series(1, 90) n;
create table marketing.newsletter_signups (id bigint primary key, email text, at timestamptz);
insert into marketing.newsletter_signups select n, 'reader' || n || '@example.org', shop_seed.moment(n, 89) from generate_series(1, 8000) n;
create table marketing."2022.visits" (day date, visits int);
insert into marketing."2022.visits" select date '2022-01-01' + n, 100 + n * 7 % 500 from generate_series(0, 364) n;

create table support.tickets (id bigint primary key, customer_id bigint, subject text, state text, updated_at timestamptz);
insert into support.tickets select n, 1 + shop_seed.pick(n, 90, 24000), 'Question ' || n, (array['open', 'closed'])[1 + n % 2], shop_seed.moment(n, 91) from generate_series(1, 7000) n;
create table support.ticket_messages (id bigint primary key, ticket_id bigint, body text, at timestamptz);
insert into support.ticket_messages select n, 1 + n % 7000, repeat('text ', (n % 20)::int), shop_seed.moment(n, 92) from generate_series(1, 18000) n;
create table support.tickets_history (ticket_id bigint, state text, at timestamptz);
insert into support.tickets_history select 1 + n % 7000, 'open', shop_seed.moment(n, 93) from generate_series(1, 9000) n;
create table support."E-Mail-Vorlagen" ("Schlüssel" text primary key, "Text" text);
insert into support."E-Mail-Vorlagen" select 'Vorlage ' || n, 'Guten Tag!' from generate_series(1, 25) n;

create table logistics.shipments (id bigint primary key, order_id bigint, carrier text, tracking text, shipped_at timestamptz, updated_at timestamptz);
insert into logistics.shipments select n, n * 3, 'carrier ' || n % 5, md5('track ' || n), shop_seed.moment(n, 94), shop_seed.moment(n, 94) + interval '2 days' from generate_series(1, 30000) n;
create table logistics.stock_levels (product_id int, place text, pieces int);
insert into logistics.stock_levels select 1 + n % 3000, 'W' || n % 4, shop_seed.pick(n, 95, 500) from generate_series(1, 12000) n;
`;

export const opsSql = /* sql */ `
create table audit.audit_events (id bigint primary key, actor text, action text, detail jsonb, at timestamptz);
insert into audit.audit_events select n, 'staff' || n % 40, 'action ' || n % 12, jsonb_build_object('n', n), shop_seed.moment(n, 100) from generate_series(1, 40000) n;
create table audit.audit_logins (id bigint, login text, ip inet, at timestamptz);
insert into audit.audit_logins select n, 'staff' || n % 40, ('10.0.' || n % 200 || '.' || n % 250)::inet, shop_seed.moment(n, 101) from generate_series(1, 12000) n;
create table audit.customers_audit (customer_id bigint, changed text, at timestamptz);
insert into audit.customers_audit select 1 + n % 24000, 'email', shop_seed.moment(n, 102) from generate_series(1, 15000) n;
create table audit.orders_audit (order_id bigint, changed text, at timestamptz);
insert into audit.orders_audit select 1 + n % 120000, 'status', shop_seed.moment(n, 103) from generate_series(1, 25000) n;

create table ops.tmp_import_prices (line text);
insert into ops.tmp_import_prices select 'row;' || n from generate_series(1, 3000) n;
create table ops.tmp_customer_merge (keep bigint, merge bigint);
insert into ops.tmp_customer_merge select n, n + 1 from generate_series(1, 500) n;
create table ops.temp_orders_fix (order_id bigint, total numeric);
insert into ops.temp_orders_fix select n, n from generate_series(1, 800) n;
create table ops.system_settings (key text primary key, value text);
insert into ops.system_settings select 'setting.' || n, n::text from generate_series(1, 120) n;
create table ops.job_log (id bigint, job text, ms int, at timestamptz);
insert into ops.job_log select n, 'job ' || n % 30, (n % 9000)::int, shop_seed.moment(n, 104) from generate_series(1, 20000) n;
create table ops.migration_notes (id int, note text);
insert into ops.migration_notes select n, 'moved to the new shop' from generate_series(1, 35) n;
create table ops.pg_stat_snapshot (taken_at timestamptz, relation text, scans bigint);
insert into ops.pg_stat_snapshot select shop_seed.moment(n, 105), 'relation ' || n % 47, n from generate_series(1, 2000) n;
create table ops.pg_stat_queries (query_id bigint, calls bigint, total_ms double precision);
insert into ops.pg_stat_queries select n, n * 3, n * 1.5 from generate_series(1, 900) n;
create table "_airbyte_internal"."_airbyte_raw_orders" (_airbyte_raw_id uuid, _airbyte_data jsonb);
insert into "_airbyte_internal"."_airbyte_raw_orders" select md5('raw ' || n)::uuid, jsonb_build_object('id', n) from generate_series(1, 10000) n;
`;
