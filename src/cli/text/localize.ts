// Errors and findings in the reader's language. Codes, keys and commands stay; sentences change. A message is turned
// by its form, else rebuilt from the facts beside it; where both are missing, the title stands and the original follows.
import type { ErrorDocument } from "../../kernel/error.ts";
import { errorCodes, type ErrorCode } from "../../kernel/errors/codes.ts";
import type { FiledFinding } from "../view/findings.ts";
import type { Lang } from "../terminal.ts";
import { adviceJa } from "./advice-ja.ts";
import { codeWordsJa } from "./codes-ja.ts";
import { messagesJa } from "./messages-ja.ts";
import { fill, namesIn, type Values } from "./say.ts";
import { messageJaByForm } from "./sentences-ja.ts";

export function localizeError(document: ErrorDocument, lang: Lang): ErrorDocument {
  if (lang === "en" || !(document.code in errorCodes)) return document;
  const code = document.code as ErrorCode;
  const words = codeWordsJa[code] ?? errorCodes[code];
  const message = messageJa(code, { ...document.where, ...document.data }, document.message);
  return {
    ...document,
    title: words.title,
    message,
    advice: document.advice === errorCodes[code].advice ? words.advice : adviceJa(document.advice),
  };
}

/** The findings that an error carries, for documents: on a screen each is put into words where it is drawn. */
export function localizeCarried(document: ErrorDocument, lang: Lang): ErrorDocument {
  const findings: unknown = document.data?.findings;
  if (lang === "en" || !Array.isArray(findings)) return document;
  const said = (findings as FiledFinding[]).map((one) => localizeFinding(one, lang));
  return { ...document, data: { ...document.data, findings: said } };
}

export function localizeFinding<F extends FiledFinding>(finding: F, lang: Lang): F {
  const code = `config.${finding.code}`;
  if (lang === "en" || !(code in errorCodes)) return finding;
  const known = code as ErrorCode;
  const message = messageJa(known, { path: finding.path, ...finding.data }, finding.message);
  return {
    ...finding,
    message,
    advice:
      finding.advice === errorCodes[known].advice
        ? (codeWordsJa[known] ?? errorCodes[known]).advice
        : adviceJa(finding.advice),
  };
}

function messageJa(
  code: ErrorCode,
  facts: Readonly<Record<string, unknown>>,
  original: string,
): string {
  // "Could not load a segment: no space left.": the reason is the code's own title.
  const { title } = errorCodes[code];
  const reason = `: ${title.charAt(0).toLowerCase()}${title.slice(1)}.`;
  const byForm = original.includes(reason)
    ? (messageJaByForm(original.replace(reason, "."))?.replace(
        "。",
        `: ${(codeWordsJa[code] ?? errorCodes[code]).title}。`,
      ) ?? null)
    : messageJaByForm(original);
  if (byForm !== null) return byForm;
  for (const template of messagesJa[code] ?? []) {
    if (namesIn(template).every((name) => usable(facts[name])))
      return fill(template, toValues(facts));
  }
  return `${(codeWordsJa[code] ?? errorCodes[code]).title}。(${original})`;
}

const usable = (value: unknown) =>
  (typeof value === "string" && value !== "") ||
  typeof value === "number" ||
  (Array.isArray(value) && value.length > 0);

function toValues(facts: Readonly<Record<string, unknown>>): Values {
  return Object.fromEntries(
    Object.entries(facts).map(([key, value]) => [
      key,
      typeof value === "number" ? value : Array.isArray(value) ? value.join(", ") : String(value),
    ]),
  );
}
