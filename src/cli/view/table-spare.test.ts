// Columns that may be left out: a name that is whole says more than two that are cut.
import { expect, it } from "vitest";
import { renderTable, type Column, type TableStyle } from "./table.ts";

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
  renderTable(columns, rows, { width, list: false, ambiguousIsNarrow: true } as TableStyle);

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
