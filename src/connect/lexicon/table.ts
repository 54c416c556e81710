// The form of the lexicon: what a word means for choosing streams. Written as tables of text so that a row stays a line.
// One row: id | class | English (singular, comma between phrases) | Japanese | topics that need it.

export const classes = {
  entity: { en: "core entity", ja: "中核エンティティ" },
  person: { en: "core entity", ja: "中核エンティティ" },
  transaction: { en: "transactions", ja: "取引" },
  line: { en: "line items", ja: "明細" },
  money: { en: "amounts", ja: "金額" },
  dimension: { en: "dimension table", ja: "ディメンション" },
  event: { en: "events", ja: "イベント" },
  record: { en: "records", ja: "記録" },
  technical: { en: "supporting records", ja: "補助的な記録" },
} as const;

export type ConceptClass = keyof typeof classes;

/** A thing that streams hold and goals speak of. */
export type Concept = {
  readonly id: string;
  readonly class: ConceptClass;
  /** Phrases of singular lower-case words. */
  readonly english: readonly (readonly string[])[];
  readonly japanese: readonly string[];
  readonly topics: readonly string[];
};

/** A field of interest that a goal names: `revenue`, サポート. `slug` and `label` name the scope of a connection. */
export type Topic = {
  readonly id: string;
  /** Words that name the topic, each with the scope word that stands for it in a slug. */
  readonly words: readonly {
    readonly english: readonly string[] | null;
    readonly japanese: string | null;
    readonly scope: string;
    readonly label: string;
  }[];
};

const list = (cell: string | undefined): string[] =>
  (cell ?? "")
    .split(",")
    .map((text) => text.trim())
    .filter((text) => text !== "");

/** Reads concept rows. */
export function concepts(table: string): Concept[] {
  return table
    .split("\n")
    .filter((row) => row.includes("|"))
    .map((row) => {
      const [id = "", kind = "", english, japanese, topics] = row
        .split("|")
        .map((cell) => cell.trim());
      return {
        id,
        class: (kind in classes ? kind : "record") as ConceptClass,
        english: list(english).map((phrase) => phrase.split(" ")),
        japanese: list(japanese),
        topics: (topics ?? "").split(" ").filter((topic) => topic !== ""),
      };
    });
}

/** Reads topic rows: id | scope | English words | Japanese words | Japanese label. Several rows may share an id. */
export function topics(table: string): Topic[] {
  const found = new Map<string, Topic["words"][number][]>();
  for (const row of table.split("\n").filter((line) => line.includes("|"))) {
    const [id = "", scope = "", english, japanese, label = ""] = row
      .split("|")
      .map((cell) => cell.trim());
    const words = found.get(id) ?? [];
    for (const phrase of list(english))
      words.push({ english: phrase.split(" "), japanese: null, scope, label });
    for (const term of list(japanese)) words.push({ english: null, japanese: term, scope, label });
    found.set(id, words);
  }
  return [...found].map(([id, words]) => ({ id, words }));
}
