// What a request decides about personal fields: `email is hashed, phone dropped`, 住所は暗号化, PII は hash したい. What it asks or denies is no decision.
import type { Handled } from "../reading.ts";

type Mention = { readonly text: string; readonly at: number };

const verbs: readonly (readonly [Handled["handling"], RegExp])[] = [
  ["hash", /\bhash(?:ed|es|ing)?\b|ハッシュ/giu],
  ["encrypt", /\bencrypt(?:ed|s|ing|ion)?\b|暗号化/giu],
  [
    "mask",
    /\bmask(?:ed|s|ing)?\b|\banonymi[sz](?:ed?|es|ing)\b|\bpseudonymi[sz](?:ed?|es|ing)\b|\btokeni[sz](?:ed?|es|ing)\b|マスク|マスキング|匿名化|仮名化|トークン化/giu,
  ],
  [
    "drop",
    /\bdrop(?:s|ped|ping)?\b|\bleft out\b|\bleave(?:s)? out\b|\bexclud(?:e|es|ed|ing)\b|\bremov(?:e|es|ed|ing)\b|\bstripp?(?:ed|s|ing)?\b|落と(?:し|す)|除外|取り除|除いて|削って/giu,
  ],
];

/** Not decided: a question, a denial, or somebody else's choice. */
const open =
  /[?？]|\bwhether\b|\bshould (?:we|i|it|they)\b|べきか|かどうか|どうすれば|どちら|(?:検討|相談)(?:し|中)/iu;
const deniedBefore =
  /(?:\b(?:no|not|without|never|don't|do not|doesn't|isn't|aren't|need not)\s+(?:be\s+|any\s+|(?:need|want|have)\s+(?:to\s+)?)?)$/iu;
const deniedAfter =
  /^(?:化|する|して|の|処理)*(?:は|も|が)?\s*(?:不要|なし|無し|しない|せず|いらな|要らな|しなくて)/u;
const generic =
  /^(?:pii|personal data|personal information|personally identifiable|sensitive data|sensitive fields|個人情報|個人データ|機微情報|機密情報|パーソナルデータ)$/iu;

/** The fields are named before the verb in Japanese and in the passive, after it in a command. */
export function findHandled(text: string, personal: readonly Mention[]): readonly Handled[] {
  const found: Handled[] = [];
  for (const sentence of text.matchAll(/[^。.;；\n?？]+(?:\.(?=\S)[^。.;；\n?？]+)*[?？]?/gu)) {
    const start = sentence.index;
    const words = sentence[0];
    if (open.test(words)) continue;
    const marks = verbs
      .flatMap(([handling, pattern]) =>
        [...words.matchAll(pattern)].map((match) => ({
          handling,
          at: match.index,
          end: match.index + match[0].length,
          isJa: /[\p{Script=Han}\p{Script=Katakana}]/u.test(match[0]),
        })),
      )
      .filter(
        ({ at, end }) =>
          !deniedBefore.test(words.slice(0, at)) && !deniedAfter.test(words.slice(end)),
      )
      .toSorted((a, b) => a.at - b.at);
    const own = personal.filter((one) => one.at >= start && one.at < start + words.length);
    for (const [i, mark] of marks.entries()) {
      const from = start + (marks[i - 1]?.end ?? 0);
      const to = start + (marks[i + 1]?.at ?? words.length);
      const before = own.filter((one) => one.at >= from && one.at < start + mark.at);
      const after = own.filter((one) => one.at >= start + mark.end && one.at < to);
      // `hash the email` names it after the verb, `email is hashed` and every Japanese order before it.
      const isParticiple = mark.isJa || /(?:ed|out)$/iu.test(words.slice(mark.at, mark.end));
      const isJaVerb = mark.isJa || /^\s*(?:したい|する|して|で|化)/u.test(words.slice(mark.end));
      const [first, second] = isParticiple || isJaVerb ? [before, after] : [after, before];
      const fields = first.length > 0 || isJaVerb ? first : second;
      const around = words.slice(marks[i - 1]?.end ?? 0, marks[i + 1]?.at ?? words.length);
      const near = mark.isJa
        ? around.slice(0, mark.end - (marks[i - 1]?.end ?? 0))
        : (/^[^,、]*/u.exec(words.slice(mark.end))?.[0] ?? "");
      const atSource = /at (?:the )?source|upstream|ソース側|送信元で|元で/iu.test(near);
      for (const field of fields)
        if (!found.some((one) => one.name === field.text))
          found.push({ name: field.text, handling: mark.handling, atSource });
    }
  }
  // `PII (email, address) is hashed`: the general word speaks for all of them.
  const all = found.find((one) => generic.test(one.name));
  return all ? [...found.filter((one) => !generic.test(one.name)), { ...all, name: "*" }] : found;
}

export const isGenericPersonal = (word: string): boolean => generic.test(word);
