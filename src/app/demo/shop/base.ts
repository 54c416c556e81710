// Schemas, types and the seeded number generator of the demo's shop. Everything is computed from row numbers, so the
// shop is the same on every machine; all names, addresses and numbers are made up.

export const baseSql = /* sql */ `
create schema billing;
create schema sales;
create schema reporting;
create schema logistics;
create schema support;
create schema marketing;
create schema web;
create schema audit;
create schema ops;
create schema "_airbyte_internal";
create schema shop_seed;

create type public.order_status as enum ('new', 'paid', 'shipped', 'delivered', 'cancelled');
create type public.customer_segment as enum ('consumer', 'business', 'reseller');
create domain public.sku as text check (value ~ '^[A-Z]{2}-[0-9]{5}$');

-- A whole number in 0 .. limit - 1 that looks random and depends on n and salt only (two rounds of a 31-bit
-- multiplicative hash; the products stay below 2^62).
create function shop_seed.pick(n bigint, salt bigint, "limit" bigint) returns bigint
language sql immutable parallel safe as $$
  select (((((n * 1103515245 + salt * 982451653) & 2147483647) # (((n * 1103515245 + salt * 982451653) & 2147483647) >> 15))
    * 1597334677 & 2147483647) >> 5) % "limit"
$$;

-- A moment in the shop's three years, 2021 to 2023, to the microsecond: all of it is past, also where a clock is wrong by
-- a year. Stable, as its operators are: an immutable one would not be inlined, and the shop would take four times as long.
create function shop_seed.moment(n bigint, salt bigint) returns timestamptz
language sql stable parallel safe as $$
  select timestamptz '2021-01-01 00:00:00+00' + shop_seed.pick(n, salt, 63000000) * interval '1.478 seconds'
    + shop_seed.pick(n, salt + 1, 1000000) * interval '1 microsecond'
$$;
`;
