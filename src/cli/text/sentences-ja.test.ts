// Messages in Japanese: every message of an error in the sources has a form, so that no English sentence is left in brackets.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { messageJaByForm } from "./sentences-ja.ts";

describe("a message in Japanese", () => {
  it.each([
    ["No source has the id src_1.", "ID が src_1 のソースはありません。"],
    [
      "Could not read stream public.orders: the table no longer exists.",
      "ストリーム public.orders を読めません: テーブルはもうありません。",
    ],
    [
      "Could not connect to db.test:5432/shop as reader: the server refused user and password.",
      "db.test:5432/shop as reader に接続できません: ユーザーとパスワードが拒否されました。",
    ],
    [
      'Could not read stream public."a: b": column "x: y" no longer exists.',
      'ストリーム public."a: b" を読めません: 列「x: y」はもうありません。',
    ],
    [
      "The config of shop is not valid: port must be a number; hots is not a key (perhaps host); user is missing.",
      "shop の設定が正しくありません: port は数値で書きます、hots というキーはありません (host のことですか?)、user がありません。",
    ],
    [
      "The settings in /p/revos.yaml are not valid: memory must be at least 128.",
      "/p/revos.yaml の設定が正しくありません: memory は 128 以上です。",
    ],
    [
      "Could not read the discovery: [0].syncModes is missing.",
      "検出結果 を読めません: [0].syncModes がありません。",
    ],
    ["labels is not a key of metadata.", "metadata に labels というキーはありません。"],
    [
      "There is no file plan.yaml. Nothing was compared.",
      "ファイル plan.yaml はありません。何も比較していません。",
    ],
    [
      "Stream orders has no field updated; nothing was changed.",
      "ストリーム orders に項目 updated はありません。何も変更していません。",
    ],
    [
      "No connection is named shop. Did you mean shop-eu?",
      "接続 shop はありません。shop-eu のことですか?",
    ],
  ])("%s", (message, words) => {
    expect(messageJaByForm(message)).toBe(words);
  });

  it.each([
    "--flg is not a flag of revos sync. Did you mean --flag?",
    "The arguments of revos sync could not be read.",
    "The event time at of stream orders is int32, which is no time. Nothing of the stream was read.",
    "The cursor field updated_at is dropped by a mapper.",
    "Nothing was written: the streams are not confirmed yet.",
    "Could not publish main.orders.",
    "The schema of public.orders changed: column amount was int32 and is text; column note is gone. Nothing was published.",
    "The schema of orders changed: column a is perhaps called b now; the key was id and is none. Nothing was published.",
    "The file fix.yaml may not be read.",
    "Stream orders: lateAfter needs eventTime, because the stream has no cursor to measure by.",
    "Stream orders: id is its key and cannot be left out.",
    "Stream orders: id is its cursor; a mapper hashes it, and a hash has no order.",
    "A connection file is a mapping with apiVersion, kind, metadata and spec; this is a list.",
    "deletes is not supported yet: streams of changes are not read yet.",
    "A mapper is { type, mapperConfiguration }; this is a text.",
    "mappers is a list; this is a mapping.",
    "SHA256 is not a method.",
    "Stream orders has no cursorField; its mode needs one (incremental_append).",
    "Stream orders has no primaryKey; its mode needs one (incremental_append).",
    "Stream 2 has no field at.",
    "Could not use sslKey: the file does not exist.",
    "Could not open w.duckdb for reading: process 12 holds it. Nothing was read.",
    "apply would delete shop-old, which needs a name typed. Nothing was applied.",
    "backfill p_1 of shop would rewrite main.orders, which needs a name typed. Nothing was done.",
    "No connection is named shop. Did you mean shop-eu?",
  ])("leaves no English in: %s", (message) => {
    const words = messageJaByForm(message) ?? message;
    expect(words).not.toMatch(/[a-z]{2,} [a-z]{2,} [a-z]{2,} [a-z]{2,}/);
    expect(words).toMatch(/[ぁ-ん]/);
  });

  it("is not made up for a message that is not known", () => {
    expect(messageJaByForm("The moon is made of cheese.")).toBeNull();
  });
});

describe("every message of an error in the sources", () => {
  const src = join(import.meta.dirname, "..", "..");
  const messages = readdirSync(src, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !/\.test\.ts$|testing[\\/]/.test(file))
    // Connectors of tests, and sentences that come from the catalogue in both languages.
    .filter((file) => !/^connectors[\\/](?:hostile|memory)[\\/]/.test(file))
    .flatMap((file) =>
      messagesIn(readFileSync(join(src, file), "utf8")).map((text) => ({ file, text })),
    );

  it("is found by the reader of the sources", () => {
    expect(messages.length).toBeGreaterThan(300);
  });

  /** Sentences that are made elsewhere and only passed on here, or put together from words: these words stand above. */
  const passedOn = [
    "x Nothing was changed.",
    "x. Nothing was changed.",
    "x. Nothing was read.",
    "x. Nothing was done.",
    "x, which needs a name typed. Nothing was done.",
    "x x was not created.",
    "x Did you mean x?",
    "x is not a flagx. Did you mean x?",
    "The argumentsx could not be read.",
    "The event time x of stream x x. Nothing of the stream was read.",
    "Could not x.",
    "Could not xx.",
    "Could not use x: the file x.",
    "The file x x.",
    "The schema of x changed: x. Nothing was published.",
    "x: lateAfter needs eventTime, because the stream has no cursor to measure by.",
    "Stream x: x is its x and cannot be left out.",
    "Stream x: x is its x; a mapper x.",
    "A connection file is a mapping with apiVersion, kind, metadata and spec; this is x.",
    "x is not supported yet: x.x",
    "A mapper is { type, mapperConfiguration }; this is x.",
    "mappers is a list; this is x.",
    "x is not a x.",
    "x has no cursorField; its mode needs one (x).",
    "x has no primaryKey; its mode needs one (x).",
    "x has no field x.",
    "The x field x x.",
    "Nothing was written: x not confirmed yet.",
  ];

  it("has a Japanese form", () => {
    const english = messages
      .filter(({ text }) => !passedOn.includes(text))
      .filter(({ text }) => messageJaByForm(text) === null)
      .map(({ file, text }) => `${file}: ${text}`);
    expect(english).toEqual([]);
  });
});

/** Literals that stand as the message of `new RevosError(code, message` or of a finding; what is put in becomes `x`. */
function messagesIn(text: string): string[] {
  return [...text.matchAll(/new RevosError\(|\breport\.add\(/g)].flatMap((hit) => {
    const [code = "", ...rest] = argumentsFrom(text, hit.index + hit[0].length);
    if (/^\s*"(?:bug|run\.stopped)\b/.test(code)) return [];
    return literalsOf(rest[hit[0].startsWith("report") ? 1 : 0] ?? "").filter((literal) =>
      /[a-z]{3}.* .*[a-z]/.test(literal),
    );
  });
}

/** The arguments of a call from behind its bracket. */
function argumentsFrom(text: string, start: number): string[] {
  const found: string[] = [];
  let depth = 0;
  let from = start;
  for (let at = start; at < text.length; at++) {
    const sign = text[at] ?? "";
    if (`"'\``.includes(sign)) at = endOfText(text, at);
    else if ("([{".includes(sign)) depth++;
    else if (")]}".includes(sign) && depth-- === 0) return [...found, text.slice(from, at)];
    else if (sign === "," && depth === 0) {
      found.push(text.slice(from, at));
      from = at + 1;
    }
  }
  return found;
}

/** The place of the closing quote of the text that opens at `at`. */
function endOfText(text: string, at: number): number {
  const quote = text[at];
  for (let now = at + 1; now < text.length; now++) {
    if (text[now] === "\\") now++;
    else if (quote === "`" && text.startsWith("${", now)) now = endOfSlot(text, now + 2);
    else if (text[now] === quote) return now;
  }
  return text.length;
}

function endOfSlot(text: string, at: number): number {
  let depth = 1;
  for (let now = at; now < text.length; now++) {
    const sign = text[now] ?? "";
    if (`"'\``.includes(sign)) now = endOfText(text, now);
    else if (sign === "{") depth++;
    else if (sign === "}" && --depth === 0) return now;
  }
  return text.length;
}

/** What a slot could hold: the first text of a choice, else a name. */
function valueOf(slot: string): string {
  return slot.includes(" ? ") ? (literalsOf(slot.slice(slot.indexOf(" ? ")))[0] ?? "x") : "x";
}

/** The texts of an expression that are a value of it: both sides of a choice, not the texts inside of slots. */
function literalsOf(expression: string): string[] {
  const found: string[] = [];
  for (let at = 0; at < expression.length; at++) {
    const sign = expression[at] ?? "";
    // What stands in a call or an index is no message of its own.
    if ("([{".includes(sign)) {
      at = at + argumentsFrom(expression, at + 1).join(",").length + 1;
      continue;
    }
    if (!`"'\``.includes(sign)) continue;
    const end = endOfText(expression, at);
    let text = "";
    for (let now = at + 1; now < end; now++) {
      if (expression.startsWith("${", now)) {
        const slotEnd = endOfSlot(expression, now + 2);
        text += valueOf(expression.slice(now + 2, slotEnd));
        now = slotEnd;
      } else text += expression[now] ?? "";
    }
    found.push(text);
    at = end;
  }
  return found;
}
