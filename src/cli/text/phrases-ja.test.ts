// Phrases that are made elsewhere, in Japanese by their form; what has no form, and English, stay as they are.
import { expect, it } from "vitest";
import { phrase } from "./phrases-ja.ts";

it.each([
  ["not representable as decimal(12,2)", "decimal(12,2) では表せません"],
  ["15 rows are held back", "隔離中の行 15"],
  ["2 of 16 streams are not published", "16 中 2 ストリームが未公開"],
  ["may read 47 of 47 streams", "47 中 47 ストリームを読み取り可能"],
  ["3 fields, header has 2", "項目 3 個 (ヘッダーは 2 個)"],
  ["orders.paid_has_amount", "orders.paid_has_amount"],
])("%s", (text, words) => {
  expect(phrase(text, "ja")).toBe(words);
  expect(phrase(text, "en")).toBe(text);
});
