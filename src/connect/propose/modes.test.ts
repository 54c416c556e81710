// Seed 003 §フェーズ 5 as cases: mode, cursor and key of one stream each, with what is warned about.
import { describe, expect, test } from "vitest";
import { codes, modes, proposal, streams } from "../testing/discovery.ts";

const one = (line: string, goal = "") => {
  const name = line.split(":")[0]?.replace(/^.*\./, "") ?? "";
  return proposal({
    discovery: streams("app", line),
    connector: "mysql",
    goal: `${name.replaceAll("_", " ")} ${goal}`,
  });
};

describe("mode, cursor and key", () => {
  test.each([
    [
      "the strongest mode where cursor and key are there",
      "orders: *id total updated_at",
      "orders I updated_at id",
    ],
    [
      "the source's own cursor comes first",
      "orders: *id updated_at ^changed_on",
      "orders I changed_on id",
    ],
    [
      "a nested default cursor stays a path",
      "contacts: *id properties ^properties.hs_lastmodifieddate",
      "contacts I properties.hs_lastmodifieddate id",
    ],
    [
      "the first cursor in field order, not in list order",
      "orders: *id timestamp updated_at",
      "orders I timestamp id",
    ],
    [
      "a nested column may be the cursor",
      "tickets: *_id meta meta.author meta.modified_at",
      "tickets I meta.modified_at _id",
    ],
    [
      "an ending _updated is a cursor",
      "devices: uuid firmware last_updated",
      "devices I last_updated uuid",
    ],
    ["letter case does not count", "ORDERS: *ORDER_ID UPDATED_AT", "ORDERS I UPDATED_AT ORDER_ID"],
    ["created_at alone is no cursor", "signups: *id plan created_at", "signups D - id"],
    [
      "as_of is no cursor, a code is no key",
      "exchange_rates: currency rate as_of",
      "exchange_rates F - -",
    ],
    ["camel case is offered, not taken", "users: *_id updatedAt", "users D - _id"],
    [
      "a foreign key is no key",
      "order_items: order_id product_id qty updated_at",
      "order_items A updated_at -",
    ],
    [
      "the stream's own id is one, behind a foreign key",
      "orders: customer_id order_id last_modified",
      "orders I last_modified order_id",
    ],
    [
      "companies are found by company_id",
      "companies: company_id modified_at",
      "companies I modified_at company_id",
    ],
    [
      "the own id may be spelled as the table is",
      "OrderHeaders: CustomerID OrderHeaderID modified_at",
      "OrderHeaders I modified_at OrderHeaderID",
    ],
    ["id, uuid and key in field order", "widgets: key id updated_at", "widgets I updated_at key"],
    ["a nested id is no key", "widgets: meta meta.id updated_at", "widgets A updated_at -"],
    [
      "a key of several columns is kept whole",
      "order_lines: *order_id *line_no updated_at",
      "order_lines I updated_at order_id+line_no",
    ],
    [
      "no append offered: next in the order whose needs are met",
      "cart_items: [FI] cart_id updated_at",
      "cart_items F - -",
    ],
    ["only what is offered", "products: [F] *id updated_at", "products F - -"],
    ["deduped overwrite without cursor", "plans: [FD] *id updated_at", "plans D - id"],
    ["append drops the key line", "events: [FA] *id ^created", "events A created -"],
    [
      "a parent of nested fields is no cursor",
      "docs: *id timestamp timestamp.seconds",
      "docs D - id",
    ],
    ["Mongo's _id is no guess", "docs: _id timestamp", "docs A timestamp -"],
  ])("%s", (_, line, expected) => {
    expect(modes(one(line))).toEqual([expected]);
  });

  test("unknown mode literals are no offers", () => {
    const discovery = streams("app", "orders: *id updated_at").map((stream) => ({
      ...stream,
      syncModes: ["incremental", "full_refresh_overwrite", "mirror"],
    }));
    expect(modes(proposal({ discovery, goal: "orders" }))).toEqual(["orders F - -"]);
  });

  test("where fields come from is told", () => {
    expect(one("orders: id updated_at").modes[0]).toMatchObject({
      cursorFrom: "column",
      keyFrom: "column",
    });
    expect(one("orders: *id ^updated_at").modes[0]).toMatchObject({
      cursorFrom: "source",
      keyFrom: "source",
    });
    expect(one("orders: [F] *id updated_at").modes[0]).toMatchObject({
      cursorFrom: null,
      keyFrom: null,
      cursorField: null,
      primaryKey: null,
    });
  });

  test.each([
    ["order_items: order_id updated_at", ["no_primary_key order_items"]],
    ["signups: *id created_at", ["cursor_candidate_not_listed signups"]],
    ["users: *id updatedAt", ["cursor_candidate_not_listed users"]],
    [
      "exchange_rates: currency rate as_of",
      ["no_primary_key exchange_rates", "cursor_candidate_not_listed exchange_rates"],
    ],
    ["employees: *id birth_date due_date", []],
    ["orders: *id updated_at", []],
    ["products: [F] id created_at", []],
  ])("%s warns %j", (line, expected) => {
    expect(codes(one(line))).toEqual(expected);
  });

  test("a cursor that sees new rows only is noted", () => {
    expect(one("order_items: order_id ^created_at").modes[0]?.notes).toEqual([
      "created_at finds new rows only; later edits of a row are not seen",
    ]);
  });
});
