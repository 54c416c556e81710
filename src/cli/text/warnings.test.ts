// Warnings of a run in words, in both languages; what has no words is left to its own message.
import { expect, test } from "vitest";
import { warningWords } from "./warnings.ts";

test.each([
  [
    { code: "streams_new", streams: ["public.a", "public.b"] },
    "The source has streams that the connection does not name: public.a, public.b.",
    "接続に書かれていないストリームがソースにあります: public.a, public.b",
  ],
  [
    { code: "columns_added", stream: "orders", namespace: "public", columns: ["note"] },
    "public.orders: new columns were added: note.",
    "public.orders に列を追加しました: note",
  ],
  [
    {
      code: "columns_retyped",
      stream: "orders",
      namespace: null,
      columns: [{ column: "amount", was: "int32", now: "int64" }],
    },
    "orders: types changed: amount (int32 -> int64).",
    "orders の列の型が変わりました: amount (int32 -> int64)",
  ],
  [
    { code: "key_changed", stream: "orders", was: "id", now: null },
    "orders: the key was id and is -.",
    "orders のキーが id から - に変わりました。",
  ],
] as const)("%o", (warning, en, ja) => {
  expect(warningWords(warning, "en")).toBe(en);
  expect(warningWords(warning, "ja")).toBe(ja);
});

test("a warning without words, or without its facts, has none", () => {
  expect(warningWords({ code: "read_resumed", message: "x" }, "en")).toBeNull();
  expect(warningWords({ code: "columns_added" }, "en")).toBeNull();
});
