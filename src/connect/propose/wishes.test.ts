// What a goal wishes for columns and rows: hash, drop, not hash, rows of a year. Each is the whole answer.
import { expect, test } from "vitest";
import { proposal, streams } from "../testing/discovery.ts";

const shop = `orders: *id customer_id total ordered_at shipped_at updated_at
  customers: *id email phone first_name last_name created_at updated_at
  invoices: *id customer_id issued_on due_on amount updated_at
  payments: *id amount paid_at updated_at
  products: *id name updated_at
  employees: *id email salary updated_at`;

/** `stream.field type`; for rows the bounds. */
const wishes: readonly (readonly [goal: string, ...mappers: string[]])[] = [
  ["revenue per customer; don't mask phone numbers but hash emails", "customers.email hashing"],
  [
    "revenue per customer, emails are hashed and phone numbers removed",
    "customers.email hashing",
    "customers.phone field-filtering",
  ],
  ["revenue, keep e-mails without hashing them"],
  ["顧客別の売上。メールアドレスはハッシュ化しないでください"],
  ["drop rate by phone type and revenue"],
  // A wish for a column brings in the stream that has it.
  ["revenue; encrypt salary", "employees.salary encryption"],
  ["only 2024 invoices; revenue", "invoices.issued_on 2024-01-01 2025-01-01"],
  ["revenue, only orders from 2023 onwards", "orders.ordered_at 2023-01-01"],
  ["2024年以降の注文のみ、顧客別売上", "orders.ordered_at 2024-01-01"],
  // Customers are of no year; a fiscal year is no calendar year.
  [
    "revenue per customer; only rows of 2025",
    "orders.ordered_at 2025-01-01 2026-01-01",
    "invoices.issued_on 2025-01-01 2026-01-01",
    "payments.paid_at 2025-01-01 2026-01-01",
  ],
  ["2024年度の注文だけの売上"],
];

test.each(wishes)("%s", (goal, ...expected) => {
  const answer = proposal({
    discovery: streams("public", shop),
    sourceKind: "database",
    goal: goal ?? "",
  });
  const bounds = (node: unknown) => JSON.stringify(node).match(/\d{4}-\d\d-\d\d/g) ?? [];
  const found = answer.mappers.map(({ stream, field, mapper }) =>
    [
      `${stream}.${field.join(".")}`,
      ...(mapper.type === "row-filtering" ? bounds(mapper.mapperConfiguration) : [mapper.type]),
    ].join(" "),
  );
  expect([...found].sort()).toEqual([...expected].sort());
});
