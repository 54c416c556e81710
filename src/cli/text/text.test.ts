// Both catalogues have every key with the same placeholders; every error code has Japanese words.
import { describe, expect, it } from "vitest";
import { errorCodes } from "../../kernel/errors/codes.ts";
import { toErrorDocument, RevosError } from "../../kernel/error.ts";
import { commands } from "../commands/table.ts";
import { globalFlags } from "../global-flags.ts";
import { codeWordsJa } from "./codes-ja.ts";
import { en } from "./en.ts";
import { ja } from "./ja.ts";
import { localizeError, localizeFinding } from "./localize.ts";
import { messagesJa } from "./messages-ja.ts";
import { fill, namesIn } from "./say.ts";

describe("the catalogues", () => {
  it("have the same keys, and the same facts in each text", () => {
    expect(Object.keys(ja)).toEqual(Object.keys(en));
    for (const [key, text] of Object.entries(en)) {
      const japanese = ja[key as keyof typeof ja];
      expect(japanese, key).not.toBe("");
      expect(new Set(namesIn(japanese)), key).toEqual(new Set(namesIn(text)));
    }
  });

  it("have a Japanese title and advice for every error code", () => {
    for (const code of Object.keys(errorCodes)) {
      const words = codeWordsJa[code as keyof typeof codeWordsJa];
      expect(words?.title, `${code} has no Japanese title: add it to text/codes-ja.ts`).toMatch(
        /[ぁ-んァ-ヶ一-龠]/,
      );
      expect(words?.advice, code).toBeTruthy();
    }
  });

  it("know only codes that exist", () => {
    for (const code of [...Object.keys(codeWordsJa), ...Object.keys(messagesJa)])
      expect(Object.keys(errorCodes)).toContain(code);
  });

  it("speak both languages in every command and flag", () => {
    for (const command of commands) {
      expect(command.summary[1], command.path.join(" ")).not.toBe("");
      expect(command.examples.length, command.path.join(" ")).toBeGreaterThanOrEqual(2);
      for (const flag of [...command.flags, ...globalFlags])
        expect(flag.help[1], flag.name).not.toBe("");
    }
  });
});

describe("filling a text", () => {
  it("groups numbers and chooses the word", () => {
    expect(fill("{rows:row|rows} of {all}", { rows: 1, all: 1204311 })).toBe("1 row of 1,204,311");
    expect(fill("{rows:row|rows}", { rows: 0 })).toBe("0 rows");
    expect(fill("${env.NAME} stays", {})).toBe("${env.NAME} stays");
  });
});

describe("an error in Japanese", () => {
  it("is rebuilt from its facts, with code and commands untouched", () => {
    const document = localizeError(
      toErrorDocument(
        new RevosError("connection.not_found", "There is no connection x.", {
          data: { connection: "x" },
        }),
      ),
      "ja",
    );
    expect(document).toMatchObject({
      code: "connection.not_found",
      title: "接続がありません",
      message: "接続 x はありません。",
      advice: "revos connections list",
      exit: 5,
    });
  });

  it("tells the reason that is the code's own title", () => {
    const error = new RevosError(
      "destination.full",
      "Could not load a segment of public.big: no space left. Nothing of it was published.",
    );
    expect(localizeError(toErrorDocument(error), "ja").message).toBe(
      "public.big のセグメントを読み込めません: 空き容量がありません。このストリームは何も公開していません。",
    );
  });

  it("keeps the sentence where a fact is missing, and an advice that was made for the place", () => {
    const document = localizeError(
      toErrorDocument(new RevosError("gate.held", "Held.", { advice: "revos quarantine list x" })),
      "ja",
    );
    expect(document.message).toBe("品質ゲートで保留されました。(Held.)");
    expect(document.advice).toBe("revos quarantine list x");
  });

  it("holds for findings", () => {
    const finding = {
      code: "namespace_missing",
      severity: "error",
      path: "spec.streams[0]",
      message: "m",
      advice: "Write the namespace that discovery shows for this stream.",
      data: { stream: "orders" },
    } as const;
    expect(localizeFinding(finding, "ja")).toMatchObject({
      code: "namespace_missing",
      message: "ストリーム orders に namespace がありません。",
      advice: "検出結果に表示されるネームスペースを書いてください。",
    });
  });
});
