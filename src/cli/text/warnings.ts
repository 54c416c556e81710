// Warnings of a run that carry facts and no sentence, in words. `{name}` is a fact; a list of changes is told one by one.
import type { Lang } from "../terminal.ts";

type Facts = Readonly<Record<string, unknown>>;

const words: Readonly<Record<string, readonly [en: string, ja: string]>> = {
  streams_new: [
    "The source has streams that the connection does not name: {streams}.",
    "接続に書かれていないストリームがソースにあります: {streams}",
  ],
  streams_gone: [
    "The source no longer has {streams}; what was loaded stays.",
    "ソースに {streams} はもうありません。読み込み済みの行は残ります。",
  ],
  streams_not_looked_for: [
    "Whether the source has new streams could not be looked at.",
    "ソースに新しいストリームがあるかどうかを調べられませんでした。",
  ],
  columns_new: [
    "{stream} has new columns that are not read: {columns}.",
    "{stream} に読み込まない新しい列があります: {columns}",
  ],
  columns_added: [
    "{stream}: new columns were added: {columns}.",
    "{stream} に列を追加しました: {columns}",
  ],
  columns_dropped: [
    "{stream} lost columns at the source: {columns}; new rows have NULL there.",
    "{stream} の列がソースからなくなりました: {columns} (新しい行では NULL)",
  ],
  columns_missing: [
    "{stream}: the table has columns that the source does not: {columns}; new rows have NULL there.",
    "{stream} のテーブルにだけある列: {columns} (新しい行では NULL)",
  ],
  columns_retyped: [
    "{stream}: types changed: {columns}.",
    "{stream} の列の型が変わりました: {columns}",
  ],
  columns_renamed: [
    "{stream}: columns were renamed: {columns}.",
    "{stream} の列名が変わりました: {columns}",
  ],
  columns_not_filled: [
    "{stream}: new columns were added: {columns}. Rows loaded before have NULL there; a full refresh reads their values.",
    "{stream} に列を追加しました: {columns} (読み込み済みの行は NULL のままです。全件読み直しで値が入ります)",
  ],
  times_cut: [
    "{stream}: times are finer than a microsecond in {columns}; the rest is left off.",
    "{stream} の {columns} の時刻はマイクロ秒より細かく、その先は切り捨てました。",
  ],
  key_changed: [
    "{stream}: the key was {was} and is {now}.",
    "{stream} のキーが {was} から {now} に変わりました。",
  ],
};

/** Null for a warning that has no words here. */
export function warningWords(warning: Facts, lang: Lang): string | null {
  const pair = words[String(warning.code)];
  if (!pair) return null;
  const facts: Facts = { ...warning, stream: nameOf(warning) };
  const text = pair[lang === "ja" ? 1 : 0];
  const names = [...text.matchAll(/\{(\w+)\}/g)].map((hit) => hit[1] ?? "");
  if (names.some((name) => facts[name] === undefined)) return null;
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => shown(facts[name]));
}

const nameOf = ({ stream, namespace }: Facts): unknown =>
  typeof namespace === "string" && namespace !== "" ? `${namespace}.${String(stream)}` : stream;

function shown(value: unknown): string {
  if (value === null) return "-";
  if (Array.isArray(value)) return value.map(shown).join(", ");
  if (typeof value === "object" && value !== null) {
    const { column, was, now } = value as Facts;
    return `${String(column)} (${String(was)} -> ${String(now)})`;
  }
  return String(value);
}
