// Names as people type them, found among the names of a source.
import { expect, it } from "vitest";
import { findNamed } from "./stream-names.ts";

const names = [
  { name: "orders", namespace: "public" },
  { name: "orders", namespace: "archive" },
  { name: "Order.Items", namespace: "sales" },
  { name: "plain" },
];

it.each([
  [["plain"], ["plain"]],
  [
    ["public.orders", 'sales."Order.Items"'],
    ["orders", "Order.Items"],
  ],
  // Two of that name, and one that is not there: everything is looked at, and that look says what is wrong.
  [["orders"], null],
  [["plain", "plian"], null],
])("%j names %j", (texts, found) => {
  expect(findNamed(names, texts)?.map(({ name }) => name) ?? null).toEqual(found);
});
