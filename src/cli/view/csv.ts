// CSV by RFC 4180: NULL is an empty field, an empty text is `""`, so that they can be told apart.
export function toCsv(columns: readonly string[], rows: readonly (readonly unknown[])[]): string {
  return [columns.map((name) => field(name)), ...rows.map((row) => row.map(field))]
    .map((fields) => `${fields.join(",")}\n`)
    .join("");
}

function field(value: unknown): string {
  if (value === null || value === undefined) return "";
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  return text === "" || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
