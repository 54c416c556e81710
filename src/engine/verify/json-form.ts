// One text for all texts of one JSON value: members in the order of their names, no white space, strings written in one
// way. Numbers keep their digits, because 1.0 and 1 are not the same text to everyone who reads them.
type Token = { readonly at: number };

/** The text itself where it cannot be read as JSON. */
export function jsonForm(text: string): string {
  try {
    const [form, end] = readValue(text, skip(text, 0), 0);
    return skip(text, end) === text.length ? form : text;
  } catch {
    // Not JSON to us: only the same text is the same then.
    return text;
  }
}

const deepest = 500;

const skip = (text: string, at: number): number => {
  let next = at;
  while (next < text.length && " \t\n\r".includes(text[next] ?? "")) next++;
  return next;
};

const refuse = ({ at }: Token): never => {
  throw new SyntaxError(`at ${at}`);
};

function readString(text: string, at: number): [string, number] {
  if (text[at] !== '"') refuse({ at });
  let end = at + 1;
  while (end < text.length && text[end] !== '"') end += text[end] === "\\" ? 2 : 1;
  return [JSON.stringify(JSON.parse(text.slice(at, end + 1))), end + 1];
}

function readValue(text: string, at: number, depth: number): [string, number] {
  if (depth > deepest) refuse({ at });
  const first = text[at];
  if (first === '"') return readString(text, at);
  if (first === "{" || first === "[") return readGroup(text, at, depth);
  const bare = /[^\s,\]}]+/y;
  bare.lastIndex = at;
  const word = bare.exec(text)?.[0];
  if (word === undefined || !/^(true|false|null|-?\d.*)$/.test(word)) return refuse({ at });
  return [word, at + word.length];
}

function readGroup(text: string, at: number, depth: number): [string, number] {
  const isObject = text[at] === "{";
  const close = isObject ? "}" : "]";
  const parts: { readonly name: string; readonly value: string }[] = [];
  let next = skip(text, at + 1);
  while (text[next] !== close) {
    if (parts.length > 0) {
      if (text[next] !== ",") refuse({ at: next });
      next = skip(text, next + 1);
    }
    let name = "";
    if (isObject) {
      [name, next] = readString(text, next);
      next = skip(text, next);
      if (text[next] !== ":") refuse({ at: next });
      next = skip(text, next + 1);
    }
    const [value, end] = readValue(text, next, depth + 1);
    parts.push({ name, value });
    next = skip(text, end);
  }
  if (!isObject) return [`[${parts.map((part) => part.value).join(",")}]`, next + 1];
  // A name that stands twice keeps its order: readers take the last one, or the first.
  parts.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  return [`{${parts.map((part) => `${part.name}:${part.value}`).join(",")}}`, next + 1];
}
