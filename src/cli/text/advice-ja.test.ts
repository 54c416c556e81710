// Advice in Japanese: the sentence changes, what is pasted does not; an unknown form is left alone.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
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

describe("every advice of the sources", () => {
  const src = join(import.meta.dirname, "..", "..");
  const advice = readdirSync(src, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !/\.test\.ts$|testing[\\/]/.test(file))
    // The words of a code stand in the tables of the codes, in both languages.
    .filter((file) => !/^(?:cli[\\/]text|kernel[\\/]errors)[\\/]/.test(file))
    .flatMap((file) =>
      literalsAfterAdvice(readFileSync(join(src, file), "utf8")).map((text) => ({ file, text })),
    );

  it("is found by the reader of the sources", () => {
    expect(advice.length).toBeGreaterThan(250);
  });

  it("has a Japanese form, unless it is a command or a line of YAML to paste", () => {
    const english = advice
      .filter(({ text }) => isSentence(text) && adviceJa(text) === text)
      .map(({ file, text }) => `${file}: ${text}`);
    expect(english).toEqual([]);
  });

  it("leaves no English sentence inside the Japanese one", () => {
    const left = advice
      .filter(({ text }) => isSentence(text) && adviceJa(text) !== text)
      .map(({ text }) => adviceJa(text))
      .filter((words) =>
        /(?:^|[^-`\w])(?:the|and|or|it|is|with|then|Write|Use) /.test(
          words.replaceAll(/<[^>]*>/g, ""),
        ),
      )
      // What an administrator types is SQL; a plugin's name carries a word of its own.
      .filter((words) => !/grant |alter user /.test(words));
    expect(left).toEqual([]);
  });
});

/** Words in a row, rather than what is pasted into a shell, a file or a database. */
function isSentence(text: string): boolean {
  if (!/[A-Za-z]{2,} [a-z]/.test(text) || text.startsWith(" ")) return false;
  if (/^[a-zA-Z]+: \S+ = /.test(text)) return false;
  const isPasted = /^(?:revos|export|select|grant|alter|create) /i.test(text);
  return !isPasted || / (?:to|or|and|then|with|the) |[.;] [A-Z]/.test(text);
}

/** The string literals of the expression that stands behind `advice:`; `X` where a value is put in. */
function literalsAfterAdvice(source: string): string[] {
  return [...source.matchAll(/\badvice(?:\s*:|\s*=|\()/g)].flatMap(({ index, 0: found }) => {
    const literals: string[] = [];
    let depth = 0;
    for (let at = index + found.length; at < source.length; at++) {
      const sign = source[at] ?? "";
      if (`"'\``.includes(sign)) {
        const [text, end] = readLiteral(source, at);
        literals.push(text);
        at = end;
      } else if ("([{".includes(sign)) depth++;
      else if (")]}".includes(sign) && --depth < 0) break;
      else if (",;".includes(sign) && depth === 0) break;
    }
    return literals;
  });
}

/** The text of the literal that begins at `start`, and where it ends. */
function readLiteral(source: string, start: number): [text: string, end: number] {
  const quote = source[start];
  let text = "";
  for (let at = start + 1; at < source.length; at++) {
    if (source[at] === quote) return [text, at];
    if (source[at] === "\\") text += source[++at] ?? "";
    else if (quote === "`" && source.startsWith("${", at)) {
      let depth = 1;
      for (at += 2; depth > 0; at++) {
        if (source[at] === "{") depth++;
        if (source[at] === "}") depth--;
        if (source[at] === "`") at = readLiteral(source, at)[1];
      }
      at--;
      text += "X";
    } else text += source[at];
  }
  return [text, source.length];
}
