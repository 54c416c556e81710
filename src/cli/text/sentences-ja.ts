// エラー文の型 (日本語)。Messages of errors, turned into Japanese by their form: the sentence changes, names and values are put
// back as they stand. What was not done is said at the end of a message and has forms of its own. `null`: no form is known.
import { saidJa } from "./said-ja.ts";
import { sentencesOfCommands } from "./sentences-commands-ja.ts";
import { sentencesOfFolders } from "./connectors-ja.gen.ts";
import { sentencesOfConnectors } from "./sentences-connectors-ja.ts";
import { sentencesOfFindings } from "./sentences-findings-ja.ts";
import { sentencesOfUse } from "./sentences-use-ja.ts";

/** `There is no {what}.` and what stands for it. A slot takes any text, `{what!}` only an answer that is known. */
export type Sentence = readonly [english: string, japanese: string];

type Form = {
  readonly pattern: RegExp;
  readonly slots: readonly { readonly name: string; readonly isSaid: boolean }[];
  readonly words: string;
};

const slot = /\{(\w+)(!?)\}/g;

function compile([english, japanese]: Sentence): Form {
  const slots = [...english.matchAll(slot)].map((hit) => ({
    name: hit[1] ?? "",
    isSaid: hit[2] === "!",
  }));
  const source = english
    .split(/\{\w+!?\}/)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
    .join("(.+?)");
  return { pattern: new RegExp(`^${source}\\.?$`, "s"), slots, words: japanese };
}

/** The more a form says itself, the earlier it is tried. */
const weight = ([english]: Sentence): number => english.replace(slot, "").length;
const forms = [
  ...sentencesOfCommands,
  ...sentencesOfUse,
  ...sentencesOfConnectors,
  ...sentencesOfFolders,
  ...sentencesOfFindings,
]
  .sort((a, b) => weight(b) - weight(a))
  .map(compile);

const undone: Readonly<Record<string, string>> = {
  read: "何も読んでいません",
  written: "何も書き込んでいません",
  "written to it": "何も書き込んでいません",
  changed: "何も変更していません",
  started: "何も開始していません",
  done: "何も実行していません",
  "done to it": "何も実行していません",
  compared: "何も比較していません",
  "compared, read or changed": "比較も読み込みも変更もしていません",
  published: "何も公開していません",
  replayed: "何もリプレイしていません",
  run: "何も実行していません",
  designed: "何も設計していません",
  applied: "何も適用していません",
  deleted: "何も削除していません",
  created: "何も作成していません",
};

/** What may stand at the end of any message. */
const endings: readonly (readonly [RegExp, (...parts: string[]) => string | null])[] = [
  [/[.;:]? ?\b[Nn]othing (?:more )?was ([a-z, ]+)\.$/, (verb) => undone[verb] ?? null],
  [/[.;]? Nothing of the stream was read\.$/, () => "このストリームは何も読んでいません"],
  [/[.;]? Nothing of it was published\.$/, () => "このストリームは何も公開していません"],
  [/ (\S+) was not created\.$/, (name) => `${name} は作成していません`],
  [/ Did you mean (.+)\?$/, (name) => `${name.replaceAll(" or ", ", ")} のことですか?`],
];

/** A space stands between a Japanese word and a name in Latin letters. */
const isApart = (japanese: string, name: string): boolean =>
  /[\u3041-\u30ff\u3400-\u9fff]/.test(japanese) && /[A-Za-z0-9]/.test(name);

function sentence(text: string): string | null {
  for (const { pattern, slots, words } of forms) {
    const hit = pattern.exec(text);
    if (!hit) continue;
    const said = slots.map((_, at) => saidJa(hit[at + 1] ?? ""));
    if (slots.some(({ isSaid }, at) => isSaid && said[at] === hit[at + 1])) continue;
    const values = new Map(slots.map(({ name }, at) => [name, said[at] ?? ""]));
    return words.replace(slot, (_, name: string, __: string, at: number, whole: string) => {
      const value = values.get(name) ?? "";
      const after = whole.slice(at).replace(/^\{\w+!?\}/, "");
      const before = whole.slice(0, at);
      return `${isApart(before.slice(-1), value.slice(0, 1)) ? " " : ""}${value}${isApart(after.slice(0, 1), value.slice(-1)) ? " " : ""}`;
    });
  }
  return null;
}

/** "Could not read stream public.orders: the table no longer exists.": what was tried, and what came back. */
function tried(text: string): string | null {
  for (let at = text.indexOf(": "); at >= 0; at = text.indexOf(": ", at + 1)) {
    const what = text.slice(at + 2).replace(/\.$/, "");
    const said = saidJa(what);
    const doing = said === what ? null : sentence(text.slice(0, at));
    if (doing !== null) return `${doing}: ${said}`;
  }
  return null;
}

export function messageJaByForm(message: string): string | null {
  const tail: string[] = [];
  let rest = message.trim();
  for (let found = true; found;) {
    found = false;
    for (const [pattern, make] of endings) {
      const hit = pattern.exec(rest);
      const words = hit ? make(...hit.slice(1)) : null;
      if (!hit || words === null || hit.index === 0) continue;
      tail.unshift(words);
      rest = rest.slice(0, hit.index).trim();
      found = true;
      break;
    }
  }
  const head = tried(rest) ?? sentence(rest);
  if (head === null) return null;
  return [head, ...tail].map((words) => (/[。?]$/.test(words) ? words : `${words}。`)).join("");
}
