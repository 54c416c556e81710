// Orders and what was ordered, with the few values that no warehouse column holds: amounts that are NaN or infinite, a
// date in the year 294260. They are the rows that must end in quarantine.

export const ordersSql = /* sql */ `
create table public.order_items (
  order_id bigint not null,
  line int not null,
  product_id int not null,
  quantity int not null,
  unit_price numeric(12,2) not null,
  discount_rate numeric,
  line_total numeric(14,2) generated always as (quantity * unit_price) stored,
  created_at timestamptz not null
);
insert into public.order_items (order_id, line, product_id, quantity, unit_price, discount_rate, created_at)
select n, line, 1 + shop_seed.pick(n * 4 + line, 50, 3000)::int, 1 + shop_seed.pick(n * 4 + line, 51, 4)::int,
  5 + shop_seed.pick(n * 4 + line, 52, 49500) / 100.0,
  case when n in (1201, 64007, 99999) and line = 1 then 'NaN'::numeric when n in (30303, 88001) and line = 1 then 'Infinity'::numeric
    else shop_seed.pick(n * 4 + line, 53, 4000) * 0.0001 end,
  shop_seed.moment(n, 60)
from generate_series(1::bigint, 120000) n, lateral generate_series(1, 1 + shop_seed.pick(n, 54, 3)::int) line;

create table public.orders (
  id bigint not null,
  customer_id bigint not null,
  store_id int,
  status public.order_status not null,
  currency char(3) not null,
  total numeric(12,2) not null,
  shipping_cost numeric(8,2),
  gift boolean not null,
  note text,
  delivery_time interval,
  pickup_at time,
  placed_at timestamptz not null,
  updated_at timestamptz not null
);
insert into public.orders
select n, 1 + least(shop_seed.pick(n, 61, 24000), shop_seed.pick(n, 62, 24000)), 1 + shop_seed.pick(n, 63, 64)::int,
  (array['delivered', 'delivered', 'delivered', 'delivered', 'shipped', 'paid', 'new', 'cancelled'])[1 + shop_seed.pick(n, 64, 8)]::public.order_status,
  (array['EUR', 'EUR', 'EUR', 'USD', 'USD', 'JPY', 'SEK', 'BRL'])[1 + shop_seed.pick(n, 65, 8)],
  case when n in (7007, 41041, 77777, 110011) then 'NaN'::numeric else items.total end,
  shop_seed.pick(n, 66, 2500) / 100.0, n % 13 = 0,
  case n % 8 when 0 then '' when 1 then 'Ring twice, "please"' when 2 then E'line one\\nline two' when 3 then '玄関前に置いてください' end,
  (1 + n % 6) * interval '1 day' + (n % 24) * interval '1 hour', time '09:00' + (n % 600) * interval '1 minute',
  case when n in (52001, 77777) then timestamptz '294260-01-01 00:00:00+00' else shop_seed.moment(n, 60) end,
  shop_seed.moment(n, 60) + shop_seed.pick(n, 67, 2000000) * interval '1 second'
from generate_series(1::bigint, 120000) n
join (select order_id, sum(line_total) as total from public.order_items group by order_id) items on items.order_id = n
order by n;
alter table public.orders add primary key (id);
create index on public.orders (updated_at);
`;
