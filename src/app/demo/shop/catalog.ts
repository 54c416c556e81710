// Who buys and what is sold: customers, products and their neighbours in schema `public`, with values of many types, odd
// column names, and three credit limits that are not a number.

export const catalogSql = /* sql */ `
create table public.customers (
  id bigint not null,
  customer_no text not null,
  email text,
  phone text,
  first_name text,
  last_name text,
  birth_date date,
  country char(2) not null,
  segment public.customer_segment not null,
  credit_limit numeric(12,2),
  newsletter boolean,
  preferences jsonb,
  tags text[],
  registered_ip inet,
  referral_code uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
insert into public.customers
select n, 'C-' || lpad(n::text, 6, '0'),
  'customer' || n || '@' || (array['example.com', 'example.org', 'example.net', 'mail.example.co.jp'])[1 + n % 4],
  case when n % 7 = 0 then null else '+1-555-01' || lpad((n % 100)::text, 2, '0') end,
  (array['Mika', 'Ken', 'Aoi', 'Ren', 'Elif', 'Jonas', 'Zoë', 'José', '美咲', '健'])[1 + shop_seed.pick(n, 1, 10)],
  (array['Tanabe', 'Okafor', 'Lindqvist', 'O''Brien', 'Núñez', 'Kaya', 'van der Berg', '高橋', 'Smith-Jones', 'Ito'])[1 + shop_seed.pick(n, 2, 10)],
  date '1945-01-01' + shop_seed.pick(n, 3, 22000)::int,
  (array['JP', 'DE', 'US', 'FR', 'BR', 'TR', 'SE', 'NG'])[1 + shop_seed.pick(n, 4, 8)],
  (array['consumer', 'consumer', 'consumer', 'business', 'business', 'reseller'])[1 + shop_seed.pick(n, 5, 6)]::public.customer_segment,
  case when n in (4711, 9202, 17333) then 'NaN'::numeric when n % 5 = 0 then null else shop_seed.pick(n, 6, 1000000) / 100.0 end,
  case when n % 11 = 0 then null else n % 3 = 0 end,
  jsonb_build_object('theme', (array['dark', 'light'])[1 + n % 2], 'pageSize', 10 * (1 + n % 5), 'note', case when n % 9 = 0 then 'prefers "quiet" delivery' end),
  case when n % 4 = 0 then null when n % 4 = 1 then '{}'::text[] else array['vip', 'city ' || n % 50, null] end,
  ('10.' || n % 200 || '.' || (n / 200) % 250 || '.' || n % 250)::inet,
  md5('referral ' || n)::uuid,
  shop_seed.moment(n, 10), shop_seed.moment(n, 10) + shop_seed.pick(n, 12, 400) * interval '1 day'
from generate_series(1::bigint, 24000) n;
alter table public.customers add primary key (id);

create table public.product_categories (id int primary key, parent_id int, name text not null, path text not null);
insert into public.product_categories
select n, case when n > 8 then 1 + n % 8 end, 'Category ' || n, case when n > 8 then (1 + n % 8) || '/' || n else n::text end
from generate_series(1, 64) n;

create table public.products (
  id int primary key,
  sku public.sku not null,
  category_id int not null,
  name text not null,
  price numeric(10,2) not null,
  weight_kg numeric,
  dimensions real[],
  attributes jsonb,
  thumbnail bytea,
  external_id uuid,
  available_from date,
  available_until date,
  warranty interval,
  "Größe" text,
  "unit.price" numeric(14,4),
  "select" boolean,
  "label ""fresh""" text
);
insert into public.products
select n, (array['AX', 'BQ', 'KL', 'ZZ'])[1 + n % 4] || '-' || lpad(n::text, 5, '0'), 1 + shop_seed.pick(n, 30, 64)::int,
  (array['Desk lamp', 'Tea set', 'Notebook', 'Backpack', 'やかん', 'Café cup'])[1 + n % 6] || ' ' || n,
  5 + shop_seed.pick(n, 31, 49500) / 100.0, shop_seed.pick(n, 32, 100000) * 0.001,
  array[n % 30 + 0.5, n % 40, n % 50 + 0.25]::real[],
  jsonb_build_object('colour', (array['red', 'blue', 'grey'])[1 + n % 3], 'parts', jsonb_build_array(n, n + 1)),
  case when n % 3 = 0 then decode(md5('thumbnail ' || n), 'hex') end, md5('product ' || n)::uuid,
  case when n % 50 = 0 then '-infinity'::date else date '2023-01-01' + n % 900 end,
  case when n % 10 = 0 then 'infinity'::date else date '2027-01-01' + n % 900 end,
  (n % 36) * interval '1 month' + (n % 20) * interval '1 day',
  (array['S', 'M', 'L', null])[1 + n % 4], shop_seed.pick(n, 33, 1000000) / 10000.0, n % 2 = 0,
  case when n % 6 = 0 then '' when n % 6 = 1 then null else E'back\\\\slash, tab\\t, \\\\N' end
from generate_series(1, 3000) n;

create table public.stores (id int, code text, note text);
insert into public.stores select n, 'S' || lpad(n::text, 3, '0'), case when n % 4 = 0 then 'closed on Sundays' end from generate_series(1, 64) n;

create table public.currencies (code char(3) primary key, name text not null, rate_to_eur numeric(12,6) not null);
insert into public.currencies values
  ('EUR', 'Euro', 1), ('USD', 'US dollar', 0.921500), ('JPY', '日本円', 0.006125), ('SEK', 'Swedish krona', 0.087300), ('BRL', 'Brazilian real', 0.158400);

create table public.discounts (id int primary key, code text not null, percent numeric(5,2) not null, valid daterange, modified_at timestamptz not null);
insert into public.discounts
select n, 'SAVE' || n, 5 + n % 30, daterange(date '2021-01-01' + n, date '2021-03-01' + n), shop_seed.moment(n, 40) from generate_series(1, 320) n;
`;
