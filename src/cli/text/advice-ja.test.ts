// Advice in Japanese: the sentence changes, what is pasted does not; an unknown form is left alone.
import { describe, expect, it } from "vitest";
import { adviceJa } from "./advice-ja.ts";

describe("advice in Japanese", () => {
  it.each([
    ["Use a, b or c.", "次のいずれかを使ってください: a, b, c"],
    ["Remove it. Keys here: name, as.", "削除してください。ここで使えるキー: name, as"],
    ["Did you mean orders?", "orders のことですか?"],
    [
      "Add --pii hash, --pii drop or --pii clear.",
      "--pii hash, --pii drop, --pii clear を付けてください。",
    ],
    ["Use the id: src_1", "ID を使ってください: src_1"],
    [
      "Check the database name in the source's config. With --skip-test it is created unchecked.",
      "ソースの設定のデータベース名を確認してください。 --skip-test を付けると検査せずに作成します。",
    ],
    [
      'Leave the column out: columns: {"a": {include: false}}.',
      'その列を除外してください: columns: {"a": {include: false}}',
    ],
  ])("%s", (advice, words) => {
    expect(adviceJa(advice)).toBe(words);
  });

  it("keeps commands and YAML, which are pasted, as they are", () => {
    for (const advice of ["revos apply --yes", "syncMode: incremental_append", "name: Shop orders"])
      expect(adviceJa(advice)).toBe(advice);
  });
});
