// One text for all texts of one JSON value: members in the order of their names, no white space, strings written in one
// way. Numbers keep their digits, because 1.0 and 1 are not the same text to everyone who reads them.

/** The text itself where it is not JSON: only the same text is the same then. */
export function jsonForm(text: string): string {
  try {
    JSON.parse(text);
    return readValue(text, skip(text, 0))[0];
  } catch {
    // Not JSON, or nested deeper than can be walked through.
    return text;
  }
}

// From here on the text is known to be JSON: what stands where it must is not asked again.

const skip = (text: string, at: number): number => {
  let next = at;
  while (" \t\n\r".includes(text[next] ?? "?")) next++;
  return next;
};

function readString(text: string, at: number): [string, number] {
  let end = at + 1;
  while (end < text.length && text[end] !== '"') end += text[end] === "\\" ? 2 : 1;
  return [JSON.stringify(JSON.parse(text.slice(at, end + 1))), end + 1];
}

function readValue(text: string, at: number): [string, number] {
  const first = text[at];
  if (first === '"') return readString(text, at);
  if (first === "{" || first === "[") return readGroup(text, at, first === "{");
  const bare = /[^\s,\]}]+/y;
  bare.lastIndex = at;
  const word = bare.exec(text)?.[0] ?? "";
  return [word, at + word.length];
}

function readGroup(text: string, at: number, isObject: boolean): [string, number] {
  const close = isObject ? "}" : "]";
  const parts: { readonly name: string; readonly value: string }[] = [];
  let next = skip(text, at + 1);
  while (next < text.length && text[next] !== close) {
    if (parts.length > 0) next = skip(text, next + 1);
    let name = "";
    if (isObject) {
      [name, next] = readString(text, next);
      next = skip(text, skip(text, next) + 1);
    }
    const [value, end] = readValue(text, next);
    parts.push({ name, value });
    next = skip(text, end);
  }
  if (!isObject) return [`[${parts.map((part) => part.value).join(",")}]`, next + 1];
  // Members of the same name keep their order: readers take the last one, or the first.
  parts.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  return [`{${parts.map((part) => `${part.name}:${part.value}`).join(",")}}`, next + 1];
}
