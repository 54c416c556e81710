// Which columns look personal, and which only sound so.
import { describe, expect, test } from "vitest";
import { codes, proposal, streams } from "../testing/discovery.ts";
import { findSensitive, sensitiveKindOf } from "./sensitive.ts";

const names = (text: string): string[] =>
  findSensitive(text.split(" ").map((field) => field.split("."))).map((field) =>
    field.path.join("."),
  );

describe("columns that look personal", () => {
  test.each([
    "email",
    "Email",
    "EMAIL_ADDRESS",
    "contactEmail",
    "e_mail",
    "mail_address",
    "billing_email",
    "email1",
    "メールアドレス",
    "顧客メール",
    "phone",
    "phone_number",
    "tel",
    "MobilePhone",
    "guardian_phone",
    "fax_no",
    "電話番号",
    "携帯電話番号",
    "ssn",
    "national_id",
    "my_number",
    "マイナンバー",
    "個人番号",
    "passport_number",
    "tax_id",
    "aadhaar_number",
    "cpf",
    "ip",
    "ip_address",
    "last_sign_in_ip",
    "client_ip",
    "remoteAddr",
    "IPアドレス",
    "birth_date",
    "date_of_birth",
    "dob",
    "birthday",
    "生年月日",
    "card_number",
    "cardNumber",
    "iban",
    "account_number",
    "cvv",
    "口座番号",
    "クレジットカード番号",
    "full_name",
    "氏名",
    "name_kana",
    "last_name_kana",
    "フリガナ",
    "氏名カナ",
    "street",
    "address_line_1",
    "住所",
    "password_hash",
    "api_key",
  ])("%s", (name) => {
    expect(names(name)).toEqual([name]);
  });

  test.each([
    "name",
    "title",
    "company",
    "email_verified_at",
    "email_count",
    "phone_type",
    "is_email_confirmed",
    "email_domain",
    "zip",
    "ship",
    "description",
    "amount",
    "total_cents",
    "method",
    "payment_method",
    "card_id",
    "customer_id",
    "account_id",
    "segment",
    "plan",
    "subject",
    "sent_via",
    "mailing_list",
    "ip_version",
    "birth_place_id",
    "product_name",
    "商品名",
    "会社名",
    "address_id",
    "hashed_email_sha256",
    "email_template",
    "cellar",
    "telemetry",
    "emailed",
    "card_brand",
    "first_name",
  ])("%s does not", (name) => {
    expect(names(name)).toEqual([]);
  });

  test("parts of a name count two together, in one place", () => {
    expect(names("first_name last_name")).toEqual(["first_name", "last_name"]);
    expect(names("FirstName LastName company")).toEqual(["FirstName", "LastName"]);
    expect(names("姓 名 商品名")).toEqual(["姓", "名"]);
    expect(names("buyer.first_name seller.last_name")).toEqual([]);
    expect(names("profile profile.firstName profile.lastName profile.email")).toEqual([
      "profile.firstName",
      "profile.lastName",
      "profile.email",
    ]);
  });

  test("passwords are better left out than hashed", () => {
    expect(sensitiveKindOf("password")?.suggest[0]).toBe("field-filtering");
    expect(sensitiveKindOf("email")?.suggest[0]).toBe("hashing");
  });
});

describe("sensitive columns in a proposal", () => {
  const discovery = streams(
    "public",
    "users: *id email phone plan updated_at\naudit_users: *id email\nproducts: *id name",
  );
  test("are proposed for kept streams, never written", () => {
    const document = proposal({ discovery, connector: "postgres", goal: "users per plan" });
    expect(
      document.sensitive.map((entry) => `${entry.stream}.${entry.field.join(".")} ${entry.why}`),
    ).toEqual(["users.email e-mail address", "users.phone phone number"]);
    expect(document.mappers).toEqual([]);
  });
  test.each([
    ["users per e-mail domain", true],
    ["メールのドメイン別のユーザー数", true],
    ["users per plan", false],
    ["users per plan, hash the email addresses", false],
  ])("the goal %j needs the plain mail: %j", (goal, needed) => {
    expect(
      codes(proposal({ discovery, connector: "postgres", goal })).includes(
        "mapper_breaks_analysis users",
      ),
    ).toBe(needed);
  });
});
