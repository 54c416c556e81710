// Renames in words: "rename cust_nm to customer_name", 「cust_nm を customer_name に変更」, "cust_nm → customer_name".
import { formatField } from "../../model/field-path.ts";
import { syncModes } from "../../model/sync-mode.ts";
import { suggest } from "../text/suggest.ts";
import { say, type ProposalWarning } from "./input.ts";
import { findNames } from "./reply-names.ts";
import { notSelected } from "./request-scope.ts";
import type { Asked, Reading, Scope } from "./requests.ts";

const name = "[\"'`]?([\\p{L}_][\\p{L}\\p{N}_.]*)[\"'`]?";
const ascii = "[\"'`]?([A-Za-z_][A-Za-z0-9_.]*)[\"'`]?";
const patterns: readonly RegExp[] = [
  new RegExp(
    `\\brenam(?:e|es|ed|ing)\\s+(?:the\\s+)?(?:column\\s+|field\\s+)?${name}(?:\\s+(?:column|field))?(?:\\s+(?:in|of|from|on)\\s+(?:the\\s+)?([\\w.]+))?\\s*(?:to|as|into|->|→|=>)\\s*(?:the\\s+)?${name}`,
    "giu",
  ),
  new RegExp(`${ascii}\\s*(?:->|→|=>)\\s*${name}\\s*(?:に|へ)?\\s*(?:リネーム|改名|変更)?`, "gu"),
  new RegExp(
    `(?:${ascii}\\s*の\\s*)?${ascii}\\s*(?:列|カラム|フィールド|項目)?(?:の?(?:名前|列名|名称))?\\s*(?:を|は)\\s*${ascii}\\s*(?:に|へ|という名前に)\\s*(?:リネーム|改名|変更|変え|名前を?変|列名を?変|書き換え)`,
    "gu",
  ),
];

/** 「customers を full_refresh_overwrite に変更」 changes a mode, 「cursor を modified_at に変更」 a cursor; neither renames. */
function isSetting(from: string, to: string, all: Scope["all"]): boolean {
  if (syncModes.some((mode) => mode === to.toLowerCase())) return true;
  const isColumn = all.some((candidate) =>
    candidate.found.propertyFields.some(
      (path) => (path.at(-1) ?? "").toLowerCase() === from.toLowerCase(),
    ),
  );
  return !isColumn && /^(?:cursor(?:_?field)?|primary_?key|key|sync_?mode|mode)$/i.test(from);
}

export function readRenames(text: string, { kept, all, language }: Scope): Reading {
  const asked: Asked[] = [];
  const warnings: ProposalWarning[] = [];
  const ranges: [number, number][] = [];
  patterns.forEach((pattern, which) => {
    for (const hit of text.matchAll(pattern)) {
      if (ranges.some(([from, to]) => hit.index < to && hit.index + hit[0].length > from)) continue;
      const [, first = "", second = "", third = ""] = hit;
      const [from, place, to] =
        which === 0
          ? [first, second, third]
          : which === 1
            ? [first, "", second]
            : [second, first, third];
      const clean = (word: string) => word.replace(/[.,]+$/, "");
      if (isSetting(clean(from), clean(to), all)) continue;
      const scope = place
        ? findNames(clean(place).toLowerCase(), all).names.flatMap((found) => found.candidates)
        : [];
      const away = scope.filter((candidate) => !kept.includes(candidate));
      if (away.length > 0) warnings.push(...notSelected(away, language));
      const candidates =
        scope.length > 0 ? scope.filter((candidate) => kept.includes(candidate)) : kept;
      const before = asked.length;
      for (const candidate of candidates) {
        const owner = `${candidate.stream.toLowerCase()}.`;
        const word = clean(from).toLowerCase();
        const column = word.startsWith(owner) ? word.slice(owner.length) : word;
        const path =
          candidate.found.propertyFields.find(
            (other) => formatField(other).toLowerCase() === column,
          ) ??
          candidate.found.propertyFields.find(
            (other) => (other.at(-1) ?? "").toLowerCase() === column,
          );
        if (path)
          asked.push({
            candidate,
            path,
            mapper: {
              type: "field-renaming",
              mapperConfiguration: {
                originalFieldName: formatField(path),
                newFieldName: clean(to),
              },
            },
          });
      }
      ranges.push([hit.index, hit.index + hit[0].length]);
      if (asked.length > before || away.length > 0) continue;
      const suggestions = suggest(
        clean(from),
        candidates.flatMap((candidate) =>
          candidate.found.propertyFields.map((path) => path.at(-1) ?? ""),
        ),
      );
      warnings.push({
        code: "mapper_field_unknown",
        name: clean(from),
        suggestions,
        message: say(
          language,
          `No selected stream has a column ${clean(from)}; nothing was renamed.${suggestions.length > 0 ? ` Did you mean ${suggestions.join(" or ")}?` : ""}`,
          `選択したストリームに列 ${clean(from)} はないため、名前は変更していません。`,
        ),
      });
    }
  });
  return { asked, warnings, ranges };
}
