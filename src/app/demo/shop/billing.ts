// The shop's money. Payments and refunds on one hand, invoices on the other: they are made side by side. Beside them
// sales targets, and a view and a materialised view in `reporting`.

export const paymentsSql = /* sql */ `
create table billing.payments (
  id uuid not null,
  order_id bigint not null,
  method text not null,
  currency char(3) not null,
  amount numeric(12,2) not null,
  fee numeric,
  provider_response json,
  captured boolean not null,
  paid_at timestamp not null,
  updated_at timestamptz not null
);
insert into billing.payments
select md5('payment ' || o.id)::uuid, o.id, (array['card', 'transfer', 'wallet', 'コンビニ'])[1 + shop_seed.pick(o.id, 70, 4)], o.currency,
  case when o.id in (20020, 90909) then 'NaN'::numeric when o.total = 'NaN' then 1 else o.total end,
  round(shop_seed.pick(o.id, 71, 30000) / 7.0, (o.id % 7)::int),
  json_build_object('id', 'ch_' || o.id, 'score', shop_seed.pick(o.id, 72, 1000) / 1000.0), o.id % 40 <> 0,
  shop_seed.moment(o.id, 60)::timestamp, shop_seed.moment(o.id, 60) + shop_seed.pick(o.id, 73, 500000) * interval '1 second'
from public.orders o where o.status in ('paid', 'shipped', 'delivered') order by o.id;
alter table billing.payments add primary key (id);

create table billing.refunds (
  id bigint primary key,
  payment_id uuid not null,
  order_id bigint not null,
  currency char(3) not null,
  amount numeric(12,2) not null,
  reason text,
  refunded_at timestamptz not null,
  updated_at timestamptz not null
);
insert into billing.refunds
select row_number() over (order by p.order_id), p.id, p.order_id, p.currency, round(p.amount / 2, 2),
  (array['damaged', 'late', 'changed my mind', null])[1 + p.order_id % 4], p.updated_at + interval '3 days', p.updated_at + interval '4 days'
from billing.payments p where shop_seed.pick(p.order_id, 74, 25) = 0 and p.amount <> 'NaN' order by p.order_id;

create table billing.payments_log (id bigint, payment_id uuid, at timestamptz, message text);
insert into billing.payments_log select n, md5('payment ' || n)::uuid, shop_seed.moment(n, 75), 'attempt ' || n % 3 from generate_series(1, 20000) n;
create table billing.invoices_archive (id bigint, invoice_no text, scanned bytea);
insert into billing.invoices_archive select n, 'A-' || n, decode(md5('scan ' || n), 'hex') from generate_series(1, 4000) n;
`;

export const invoicesSql = /* sql */ `
create table billing.invoices (
  id bigint primary key,
  invoice_no text not null,
  customer_id bigint not null,
  order_id bigint not null,
  billing_email text,
  currency char(3) not null,
  net numeric(14,2) not null,
  tax numeric(14,2) not null,
  gross numeric(14,2) generated always as (net + tax) stored,
  issued_on date not null,
  due_on date,
  updated_at timestamptz not null
);
insert into billing.invoices (id, invoice_no, customer_id, order_id, billing_email, currency, net, tax, issued_on, due_on, updated_at)
select o.id, 'R-' || to_char(shop_seed.moment(o.id, 60), 'YYYY') || '-' || lpad(o.id::text, 7, '0'), o.customer_id, o.id,
  'billing' || o.customer_id || '@example.com', o.currency, case when o.total = 'NaN' then 0 else o.total end,
  case when o.total = 'NaN' then 0 else round(o.total * 0.19, 2) end, shop_seed.moment(o.id, 60)::date,
  case when o.id % 100 = 0 then 'infinity'::date else shop_seed.moment(o.id, 60)::date + 30 end, o.updated_at
from public.orders o where o.id % 2 = 0 and o.status <> 'cancelled' order by o.id;

create table billing.invoice_lines (
  id bigint primary key,
  invoice_id bigint not null,
  product_id int not null,
  quantity int not null,
  amount numeric(14,2) not null,
  tax_codes text[]
);
insert into billing.invoice_lines
select row_number() over (order by i.order_id, i.line), i.order_id, i.product_id, i.quantity, i.line_total, array['V' || i.line, null]
from public.order_items i join billing.invoices v on v.id = i.order_id;

create table sales."Revenue Targets" ("Year" smallint, "Country" char(2), "Target (EUR)" numeric(16,2), "Owner's note" text);
insert into sales."Revenue Targets"
select 2021 + n / 8, (array['JP', 'DE', 'US', 'FR', 'BR', 'TR', 'SE', 'NG'])[1 + n % 8], 1000000 + n * 12345.67, case when n % 5 = 0 then 'to be agreed' end
from generate_series(0, 23) n;
create table sales.prices_history (product_id int, price numeric(10,2), valid tstzrange);
insert into sales.prices_history
select 1 + n % 3000, shop_seed.pick(n, 76, 50000) / 100.0, tstzrange(shop_seed.moment(n, 77), shop_seed.moment(n, 77) + interval '90 days') from generate_series(1, 12000) n;

create view reporting.daily_revenue as
select placed_at::date as day, currency, count(*) as orders, sum(total) as revenue from public.orders
where total <> 'NaN' and status <> 'cancelled' and placed_at < '2100-01-01' group by 1, 2;
create materialized view reporting.customer_value as
select customer_id, count(*) as orders, max(updated_at) as last_order_at from public.orders group by customer_id;
`;
