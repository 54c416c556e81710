// Answers in words at the confirmation points, English, Japanese and both, and mappers asked for in words.
import { describe, expect, test } from "vitest";
import { codes, kept, modes, proposal, streams } from "../testing/discovery.ts";

const discovery = streams(
  "public",
  `customers: *id email phone full_name internal_notes cust_nm status is_test updated_at
   orders: *id customer_id email card_number status is_test deleted_at updated_at
   order_items: [FDAI] order_id sku qty updated_at
   products: [FD] *id name
   users: *id email last_sign_in_ip updated_at
   user_sessions: *id user_id ip_address timestamp
   invoices: *id customer_id total iban updated_at
   audit_log: *id actor timestamp
   tmp_x: *id
   nothing: [] *id`,
);
const start = ["customers", "orders", "order_items", "products", "invoices"];
const answer = (reply: string, goal = "revenue per customer") =>
  proposal({ discovery, connector: "postgres", goal, reply });
const without = (...names: string[]) => start.filter((name) => !names.includes(name));
const sorted = (names: readonly string[]) => [...names].sort();
const everything = [...start, "users", "user_sessions", "audit_log", "tmp_x"];

describe("streams added and dropped in words", () => {
  test.each([
    ["ok", start],
    ["Yes, looks good!", start],
    ["all good", start],
    ["全部OK", start],
    ["問題ありません", start],
    ["", start],
    ["add users", [...start, "users"]],
    ["Add USERS", [...start, "users"]],
    ["also users please", [...start, "users"]],
    ["users を追加して", [...start, "users"]],
    ["ユーザーも入れてください", [...start, "users"]],
    ["users, sessions", [...start, "users", "user_sessions"]],
    ["Add the audit log", [...start, "audit_log"]],
    ["監査ログも追加して", [...start, "audit_log"]],
    ["drop products", without("products")],
    ["products は不要なので削除して", without("products")],
    ["products isn't needed", without("products")],
    ["please don't include products", without("products")],
    ["ok, but without products", without("products")],
    ["いいえ、invoices は不要です", without("invoices")],
    ["remove order items", without("order_items")],
    [
      "add users and user_sessions, drop products",
      [...without("products"), "users", "user_sessions"],
    ],
    [
      "products を削除、users と user_sessions を追加",
      [...without("products"), "users", "user_sessions"],
    ],
    ["users を追加して and drop products", [...without("products"), "users"]],
    ["replace products with users", [...without("products"), "users"]],
    ["products の代わりに users", [...without("products"), "users"]],
    ["all", everything],
    ["すべて", everything],
    ["everything please", everything],
    ["全部ください", everything],
    ["include all tables", everything],
    ["all except audit_log and tmp_x", [...start, "users", "user_sessions"]],
    ["すべて追加して、audit_log は除外", everything.filter((name) => name !== "audit_log")],
    ["only orders and customers", ["customers", "orders"]],
    ["orders と customers だけ", ["customers", "orders"]],
    ["drop *_items and add tmp_*", [...without("order_items"), "tmp_x"]],
  ])("%j", (reply, expected) => {
    expect(sorted(kept(answer(reply)))).toEqual(sorted(expected));
  });

  test("a typing error suggests and changes nothing", () => {
    const document = answer("drop ordres");
    expect(kept(document)).toEqual(start);
    expect(document.warnings.filter((warning) => warning.code.startsWith("reply_"))).toMatchObject([
      { code: "reply_name_unknown", name: "ordres", suggestions: ["orders"] },
    ]);
  });
  test.each(["drop all", "全部いらない", "drop foos", "remove the thing"])(
    "%j changes nothing and says so",
    (reply) => {
      const document = answer(reply);
      expect(kept(document)).toEqual(start);
      expect(codes(document).some((code) => code.startsWith("reply_"))).toBe(true);
    },
  );
  test("a stream without modes cannot be added", () => {
    expect(kept(answer("add nothing and users"))).not.toContain("nothing");
  });
  test("one name in two namespaces has to be qualified", () => {
    const two = [
      ...streams("sales", "orders: *id\ncustomers: *id"),
      ...streams("archive", "orders: *id"),
    ];
    const document = proposal({
      discovery: two,
      connector: "postgres",
      goal: "customers",
      reply: "add orders",
    });
    expect(
      document.warnings.find((warning) => warning.code === "reply_name_ambiguous"),
    ).toMatchObject({ suggestions: ["sales.orders", "archive.orders"] });
    const qualified = proposal({
      discovery: two,
      connector: "postgres",
      goal: "customers",
      reply: "add sales.orders, drop archive.orders",
    });
    expect(
      qualified.selected
        .filter((entry) => entry.stream === "orders")
        .map((entry) => entry.namespace),
    ).toEqual(["sales"]);
  });
  test("what the user adds says so, what he drops is listed", () => {
    const document = answer("add users, drop products");
    expect(document.selected.find((entry) => entry.stream === "users")?.rule).toBe("kept.reply");
    expect(document.dropped.find((entry) => entry.stream === "products")).toMatchObject({
      rule: "use_case",
      by: "reply",
    });
  });
});

describe("modes changed in words", () => {
  test.each([
    ["make customers full_refresh_overwrite", "customers F - -"],
    ["orders は full_refresh_overwrite に", "orders F - -"],
    ["orders: append only", "orders A updated_at -"],
    ["orders をフルリフレッシュに変更", "orders F - -"],
    ["use deleted_at as the cursor for orders", "orders I deleted_at id"],
    ["orders.cursorField=deleted_at", "orders I deleted_at id"],
    ["orders のカーソルは deleted_at", "orders I deleted_at id"],
    ["order_items primary key is sku", "order_items I updated_at sku"],
  ])("%j", (reply, expected) => {
    expect(modes(answer(reply))).toContain(expected);
  });
  test("a mode that is not offered is refused with those that are", () => {
    const document = answer("products incremental_append");
    expect(modes(document)).toContain("products D - id");
    expect(
      document.warnings.find((warning) => warning.code === "mode_not_offered")?.["message"],
    ).toContain("full_refresh_overwrite_deduped, full_refresh_overwrite");
  });
});

const mappers = (reply: string, goal?: string) =>
  answer(reply, goal).mappers.map(({ stream, field, origin, mapper }) => {
    expect(origin).toBe("requested");
    const c = mapper.mapperConfiguration;
    const detail =
      "method" in c
        ? c.method
        : "newFieldName" in c
          ? c.newFieldName
          : "algorithm" in c
            ? `${c.algorithm} ${c.mode ?? ""} ${c.key}`
            : "conditions" in c
              ? JSON.stringify(c.conditions)
              : "";
    return `${stream}.${field.join(".")} ${mapper.type} ${detail}`.trim();
  });
const hashed = (...fields: string[]) => fields.map((field) => `${field} hashing SHA-256`);

describe("mappers asked for in words", () => {
  test.each([
    ["hash all emails", hashed("customers.email", "orders.email")],
    ["email をハッシュ化して", hashed("customers.email", "orders.email")],
    ["Please mask the phone numbers", hashed("customers.phone")],
    ["電話番号をマスキングしてください", hashed("customers.phone")],
    ["emails should be hashed", hashed("customers.email", "orders.email")],
    ["hash email and phone in customers", hashed("customers.email", "customers.phone")],
    ["customers の email をハッシュ化", hashed("customers.email")],
    ["SHA-512 hash of orders.email", ["orders.email hashing SHA-512"]],
    ["add users; hash the users' emails", hashed("users.email")],
    ["drop the internal_notes column", ["customers.internal_notes field-filtering"]],
    ["internal_notes 列は取り込まない", ["customers.internal_notes field-filtering"]],
    ["rename cust_nm to customer_name", ["customers.cust_nm field-renaming customer_name"]],
    ["cust_nm を customer_name に変更して", ["customers.cust_nm field-renaming customer_name"]],
    ["cust_nm → customer_name", ["customers.cust_nm field-renaming customer_name"]],
    [
      "encrypt card_number with AES key PCI_KEY",
      ["orders.card_number encryption AES GCM ${env.PCI_KEY}"],
    ],
    ["カード番号は暗号化してください", ["orders.card_number encryption AES GCM ${env.AES_KEY}"]],
    ["encrypt iban using RSA", ["invoices.iban encryption RSA  ${env.RSA_PUBLIC_KEY}"]],
    [
      "orders: only rows where status = 'paid'",
      [
        'orders.status row-filtering {"type":"EQUAL","fieldName":"status","comparisonValue":"paid"}',
      ],
    ],
    [
      "exclude rows where is_test is true in orders",
      [
        'orders.is_test row-filtering {"type":"NOT","conditions":[{"type":"EQUAL","fieldName":"is_test","comparisonValue":"true"}]}',
      ],
    ],
    [
      "orders の is_test が true の行を除外して",
      [
        'orders.is_test row-filtering {"type":"NOT","conditions":[{"type":"EQUAL","fieldName":"is_test","comparisonValue":"true"}]}',
      ],
    ],
    [
      "exclude test orders",
      [
        'orders.is_test row-filtering {"type":"NOT","conditions":[{"type":"EQUAL","fieldName":"is_test","comparisonValue":"true"}]}',
      ],
    ],
    [
      "削除済みの行は除外",
      ['orders.deleted_at row-filtering {"type":"IS_NULL","fieldName":"deleted_at"}'],
    ],
    [
      "個人情報をハッシュ化",
      hashed(
        "customers.email",
        "customers.phone",
        "customers.full_name",
        "orders.email",
        "orders.card_number",
        "invoices.iban",
      ),
    ],
    ["drop products", []],
    ["looks good", []],
  ])("%j", (reply, expected) => {
    expect(mappers(reply)).toEqual(expected);
  });

  test("the goal may ask as well, and filters come before privacy, names last", () => {
    expect(
      mappers(
        "",
        "顧客ごとの売上。メールアドレスはハッシュ化、cust_nm は customer_name に改名、テストデータは除外してください",
      ).map((line) => line.split(" ").slice(0, 2).join(" ")),
    ).toEqual([
      "customers.is_test row-filtering",
      "orders.is_test row-filtering",
      "customers.email hashing",
      "orders.email hashing",
      "customers.cust_nm field-renaming",
    ]);
  });
  test("a requested column is not asked about again", () => {
    const document = answer("hash all emails");
    expect(document.sensitive.map((entry) => entry.field.join("."))).toEqual([
      "phone",
      "full_name",
      "card_number",
      "iban",
    ]);
  });
  test.each([
    ["hash emial", "mapper_field_unknown"],
    ["drop the foo column", "mapper_field_unknown"],
    ["drop the updated_at column in orders", "mapper_breaks_key orders"],
    ["hash email in users", "mapper_stream_not_selected users"],
    ["exclude spam rows", "mapper_not_understood"],
  ])("%j adds nothing and says why", (reply, code) => {
    expect(mappers(reply)).toEqual([]);
    expect(codes(answer(reply))).toContain(code);
  });
  test("a drop rate in a goal is no request", () => {
    expect(mappers("", "cart drop rate and orders without status")).toEqual([]);
  });
});
