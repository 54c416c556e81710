// What the shop holds, as numbers to hold the demo against: its 47 streams with their rows, the rows that no warehouse
// column takes, and the question the demo answers at its end.

export type ShopStream = {
  readonly namespace: string;
  readonly name: string;
  readonly rows: number;
  readonly quarantined?: number;
};

export const shopStreams: readonly ShopStream[] = [
  { namespace: "_airbyte_internal", name: "_airbyte_raw_orders", rows: 10_000 },
  { namespace: "audit", name: "audit_events", rows: 40_000 },
  { namespace: "audit", name: "audit_logins", rows: 12_000 },
  { namespace: "audit", name: "customers_audit", rows: 15_000 },
  { namespace: "audit", name: "orders_audit", rows: 25_000 },
  { namespace: "billing", name: "invoice_lines", rows: 104_740 },
  { namespace: "billing", name: "invoices", rows: 52_490 },
  { namespace: "billing", name: "invoices_archive", rows: 4_000 },
  { namespace: "billing", name: "payments", rows: 89_997, quarantined: 2 },
  { namespace: "billing", name: "payments_log", rows: 20_000 },
  { namespace: "billing", name: "refunds", rows: 3_502 },
  { namespace: "logistics", name: "shipments", rows: 30_000 },
  { namespace: "logistics", name: "stock_levels", rows: 12_000 },
  { namespace: "marketing", name: "2022.visits", rows: 365 },
  { namespace: "marketing", name: "campaigns", rows: 90 },
  { namespace: "marketing", name: "newsletter_signups", rows: 8_000 },
  { namespace: "ops", name: "job_log", rows: 20_000 },
  { namespace: "ops", name: "migration_notes", rows: 35 },
  { namespace: "ops", name: "pg_stat_queries", rows: 900 },
  { namespace: "ops", name: "pg_stat_snapshot", rows: 2_000 },
  { namespace: "ops", name: "system_settings", rows: 120 },
  { namespace: "ops", name: "temp_orders_fix", rows: 800 },
  { namespace: "ops", name: "tmp_customer_merge", rows: 500 },
  { namespace: "ops", name: "tmp_import_prices", rows: 3_000 },
  { namespace: "public", name: "cart_items", rows: 40_000 },
  { namespace: "public", name: "carts", rows: 20_000 },
  { namespace: "public", name: "currencies", rows: 5 },
  { namespace: "public", name: "customers", rows: 24_000, quarantined: 3 },
  { namespace: "public", name: "discounts", rows: 320 },
  { namespace: "public", name: "order_items", rows: 239_688, quarantined: 5 },
  { namespace: "public", name: "orders", rows: 120_000, quarantined: 5 },
  { namespace: "public", name: "product_categories", rows: 64 },
  { namespace: "public", name: "products", rows: 3_000 },
  { namespace: "public", name: "schema_migrations", rows: 212 },
  { namespace: "public", name: "stores", rows: 64 },
  { namespace: "public", name: "user_sessions", rows: 50_000 },
  { namespace: "reporting", name: "customer_value", rows: 21_520 },
  { namespace: "reporting", name: "daily_revenue", rows: 5_390 },
  { namespace: "sales", name: "Revenue Targets", rows: 24 },
  { namespace: "sales", name: "prices_history", rows: 12_000 },
  { namespace: "support", name: "E-Mail-Vorlagen", rows: 25 },
  { namespace: "support", name: "ticket_messages", rows: 18_000 },
  { namespace: "support", name: "tickets", rows: 7_000 },
  { namespace: "support", name: "tickets_history", rows: 9_000 },
  { namespace: "web", name: "page_views", rows: 60_000 },
  { namespace: "web", name: "search_log", rows: 20_000 },
  { namespace: "web", name: "user", rows: 40 },
];

/** Who the demo's connection asks for. */
export const shopGoal = "revenue per customer";

/**
 * Revenue per customer: what was captured, less what was refunded, in euro. `table` names where a stream stands: in the
 * shop itself or in the warehouse, whose SQL dialects agree on all that is used here. Rows that must be quarantined are
 * left out by `isGood`, since the warehouse does not have them.
 */
export function revenueSql(table: (stream: string) => string, isGood = "true"): string {
  return `select c.customer_no as customer, c.country, count(distinct o.id) as orders,
  round(sum(p.amount * r.rate_to_eur) - coalesce(sum(f.amount * r.rate_to_eur), 0), 2) as revenue_eur
from ${table("customers")} c
join ${table("orders")} o on o.customer_id = c.id
join ${table("payments")} p on p.order_id = o.id
join ${table("currencies")} r on r.code = p.currency
left join ${table("refunds")} f on f.payment_id = p.id
where p.captured and ${isGood}
group by 1, 2
order by 4 desc, 1
limit 5`;
}

/** `isGood` for the shop: the rows above that stay out of the warehouse. */
export const goodInShop =
  "c.credit_limit is distinct from 'NaN' and o.total <> 'NaN' and o.placed_at < '2100-01-01' and p.amount <> 'NaN'";
