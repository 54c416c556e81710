// Personal fields that prose lists: `with patient name, MRN and date of birth`, `it carries email and phone`. Each item is judged by itself.
import { sensitiveKind } from "../lexicon/sensitive.ts";

const lists =
  /\b(?:with|carry|carries|carrying|contains?|containing|includes?|including|incl\.?|holds?|holding|has|have|having|of|plus)\s+((?:(?:the|their|each|a|an)\s+)?[a-z][\w-]*(?:\s[\w-]+){0,3}(?:(?:\s*,\s*(?:and\s+)?|\s+and\s+|\s*&\s*|\s*\/\s*)(?:(?:the|their|a|an)\s+)?[a-z][\w-]*(?:\s[\w-]+){0,3}){1,8})/gi;
const item = /\s*,\s*(?:and\s+)?|\s+and\s+|\s*&\s*|\s*\/\s*/i;
/** What ends the last item and begins something else. */
const onward =
  /\s+(?:from|to|into|in|on|for|per|every|of each|should|must|is|are|which|that|as|by|at|so)\b.*$/i;

export function personalItems(shown: string): string[] {
  return [...shown.matchAll(lists)].flatMap((match) =>
    (match[1] ?? "")
      .split(item)
      .map((one) =>
        one
          .replace(onward, "")
          .replace(/^(?:the|their|each|an?)\s+/i, "")
          .trim(),
      )
      .filter((one) => one !== "" && sensitiveKind(one) !== null),
  );
}
