// Columns that may be left out: a name that is whole says more than two that are cut.
import { expect, it } from "vitest";
import { renderTable, type Column } from "./table.ts";

type Row = { readonly name: string; readonly rows: string; readonly table: string };
const rows: readonly Row[] = [
  { name: "billing.invoice_payments", rows: "1,190,057", table: "main.demo_shop_invoice_payments" },
];
const columns: readonly Column<Row>[] = [
  { title: "STREAM", value: (row) => row.name, cut: true },
  { title: "FILTERED", value: () => "0", right: true, spare: 2 },
  { title: "ROWS", value: (row) => row.rows, right: true },
  { title: "TABLE", value: (row) => row.table, cut: true, spare: 1 },
];
const table = (width: number | null): string =>
  renderTable(columns, rows, { width, list: false, ambiguousIsNarrow: true });

it("keeps all where there is room, and where the table is piped", () => {
  for (const width of [100, null])
    expect(table(width)).toContain("main.demo_shop_invoice_payments");
});

it("leaves out the first spare column before it cuts a name", () => {
  expect(table(60)).toBe(
    "STREAM                    FILTERED       ROWS\nbilling.invoice_payments         0  1,190,057",
  );
});

it("is never wider than the terminal", () => {
  for (let width = 60; width < 120; width++)
    for (const line of table(width).split("\n")) expect(line.length).toBeLessThanOrEqual(width);
});

it("puts names that may not be cut on lines of their own", () => {
  const groups = [
    { id: "q_customers-credit_limit-ae5481", reason: "not representable as decimal(12,2)" },
    { id: "q_orders-total-49da6b", reason: "not a finite number" },
  ];
  const shown = renderTable(
    [
      { title: "GROUP", value: (group) => group.id, own: true },
      { title: "REASON", value: (group) => group.reason },
    ],
    groups,
    { width: 60, list: false, ambiguousIsNarrow: true },
  );
  expect(shown.split("\n")).toEqual([
    "GROUP",
    "    REASON",
    "q_customers-credit_limit-ae5481",
    "    not representable as decimal(12,2)",
    "q_orders-total-49da6b",
    "    not a finite number",
  ]);
});

it("shows every column as a list where nothing fits", () => {
  const wide = renderTable(
    [
      { title: "A", value: () => "x".repeat(50) },
      { title: "B", value: () => "y".repeat(50) },
      { title: "C", value: () => "z", spare: 1 },
    ],
    [{}],
    { width: 80, list: false, ambiguousIsNarrow: true },
  );
  expect(wide.split("\n")).toEqual([`A: ${"x".repeat(50)}`, `B: ${"y".repeat(50)}`, "C: z"]);
});
