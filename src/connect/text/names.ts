// Names of streams and columns as words: `OrderHistory`, `order_history` and `ORDER-HISTORY` are the words order, history.
// Everything that understands a name starts here, so that letter case and spelling habits are dealt with once.

const cjk = "\\u3005-\\u3007\\u3040-\\u30ff\\u3400-\\u9fff\\uff66-\\uff9f";
const piece = new RegExp(`[${cjk}]+|[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\\d+|[\\p{L}]+`, "gu");

/** The lower-case words of a name; runs of Japanese stay one word. */
export function splitName(name: string): string[] {
  const flat = name.normalize("NFKC");
  return (flat.match(piece) ?? []).map((word) => word.toLowerCase());
}

/** True when the text has Japanese characters. */
export function hasJapanese(text: string): boolean {
  return new RegExp(`[${cjk}]`, "u").test(text.normalize("NFKC"));
}

const irregular: ReadonlyMap<string, string> = new Map(
  Object.entries({
    people: "person",
    children: "child",
    men: "man",
    women: "woman",
    feet: "foot",
    mice: "mouse",
    indices: "index",
    indexes: "index",
    vertices: "vertex",
    matrices: "matrix",
    analyses: "analysis",
    diagnoses: "diagnosis",
    statuses: "status",
    aliases: "alias",
    buses: "bus",
    bonuses: "bonus",
    viruses: "virus",
    campuses: "campus",
    addresses: "address",
    movies: "movie",
    cookies: "cookie",
    leaves: "leave",
    media: "media",
    criteria: "criterion",
    lives: "life",
    shelves: "shelf",
    caches: "cache",
    axes: "axis",
    menus: "menu",
    quizzes: "quiz",
    taxes: "tax",
  }),
);
const unchanging = new Set([
  "news",
  "series",
  "species",
  "status",
  "address",
  "process",
  "access",
  "business",
  "class",
  "progress",
  "sms",
  "analysis",
  "diagnosis",
  "basis",
  "bus",
  "bonus",
  "gas",
  "lens",
  "campus",
  "virus",
  "sales",
  "goods",
  "logistics",
  "analytics",
  "chassis",
  "alias",
  "canvas",
  "atlas",
  "plus",
  "corps",
  "kudos",
  "business",
  "details",
  "is",
  "has",
  "as",
]);

/** heroes are of a hero, potatoes of a potato; shoes, toes and canoes keep their e. */
const endsInOe =
  /shoes$|(?:^|tip|mistle)toes$|^(?:foes|hoes|does|roes|woes|floes|sloes|canoes|oboes|aloes)$/;

/** The singular of one English lower-case word; a word that is singular already stays. */
export function toSingular(word: string): string {
  const known = irregular.get(word);
  if (known) return known;
  if (word === "details") return "detail";
  if (unchanging.has(word) || word.length < 3 || !/^[a-z]+$/.test(word)) return word;
  if (/(?:ss|us|is|ous)$/.test(word)) return word;
  if (/[^aeiou]ies$/.test(word)) return `${word.slice(0, -3)}y`;
  if (/(?:ches|shes|sses|xes|zzes)$/.test(word)) return word.slice(0, -2);
  if (/[^aeiou]oes$/.test(word) && !endsInOe.test(word)) return word.slice(0, -2);
  if (word.endsWith("s")) return word.slice(0, -1);
  return word;
}

/** `order_items` → `order_item`; only the last word is a plural. */
export function toSingularName(name: string): string {
  const words = splitName(name);
  return words.map((word, at) => (at === words.length - 1 ? toSingular(word) : word)).join("_");
}

/** The English plural of a singular word, for labels and slugs. */
export function toPlural(word: string): string {
  if (unchanging.has(word) || word.endsWith("s")) return word;
  for (const [plural, singular] of irregular) if (singular === word) return plural;
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return /(?:x|ch|sh|z)$/.test(word) ? `${word}es` : `${word}s`;
}
