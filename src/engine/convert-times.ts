// Dates, times and intervals from canonical text. DuckDB's own casts are lenient (they drop a time from a date, a zone
// from a timestamp, digits below a microsecond), so the form is checked before the cast and what does not fit is bad.

const fraction = String.raw`(\.\d{1,6}0*)?`;
const clock = String.raw`\d{1,2}:\d{2}(:\d{2}${fraction})?`;
const day = String.raw`\d{1,7}-\d{1,2}-\d{1,2}`;
const zone = String.raw`\s?(Z|z|UTC|[+-]\d{2}(:?\d{2}(:?\d{2})?)?)`;
const infinite = String.raw`[+-]?(?i:infinity)`;

const pattern = (body: string): string => String.raw`\s*(${body})\s*`;

type Form = { readonly pattern: string; readonly duck: string };

const forms: Readonly<Record<"date" | "timestamp" | "timestamptz" | "time" | "timetz", Form>> = {
  date: { pattern: pattern(String.raw`${infinite}|${day}( BC)?`), duck: "date" },
  timestamp: {
    pattern: pattern(String.raw`${infinite}|${day}([ T]${clock})?( BC)?`),
    duck: "timestamp",
  },
  timestamptz: {
    pattern: pattern(String.raw`${infinite}|${day}([ T]${clock}(${zone})?)?( BC)?`),
    duck: "timestamptz",
  },
  time: { pattern: pattern(clock), duck: "time" },
  timetz: { pattern: pattern(`${clock}(${zone})?`), duck: "timetz" },
};

/** Zone and seconds in the one form that DuckDB reads: `Z`, `UTC`, a space before the offset and `10:00+09` are not. */
function zonedSql(text: string): string {
  const utc = String.raw`regexp_replace(${text}, '(\d)\s*(?:Z|z|UTC)(\s*(?:BC)?\s*)$', '\1+00\2')`;
  const near = String.raw`regexp_replace(${utc}, '(\d)\s+([+-]\d)', '\1\2')`;
  return String.raw`regexp_replace(${near}, '((?:^\s*|[ T])\d{1,2}:\d{2})([+-]\d.*)$', '\1:00\2')`;
}

/** Value of a date or time, NULL when the text does not fit. Years before 1 come as Postgres writes them: `0044-03-15 BC`. */
export function timeSql(text: string, kind: keyof typeof forms): string {
  const { pattern: form, duck } = forms[kind];
  const isDated = kind !== "time" && kind !== "timetz";
  const isZoned = kind === "timestamptz" || kind === "timetz";
  const zoned = isZoned ? zonedSql(text) : text;
  // DuckDB writes the era behind the day, Postgres at the end.
  const era = isDated
    ? String.raw`when ends_with(rtrim(${text}), ' BC') then regexp_replace(${zoned}, '^\s*(\d+-\d+-\d+)(.*) BC\s*$', '\1 (BC)\2') `
    : "";
  const usual = String.raw`\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}(\.\d{1,6})?[+-]\d{2}`;
  const input = isZoned
    ? `case when regexp_full_match(${text}, '${usual}') then ${text} ${era}else ${zoned} end`
    : era === ""
      ? text
      : `case ${era}else ${text} end`;
  const noYear = isDated ? String.raw` and not regexp_matches(${text}, '^\s*0+-')` : "";
  return `case when regexp_full_match(${text}, '${form}')${noYear} then try_cast(${input} as ${duck}) end`;
}

const signed = String.raw`[+-]?\d{1,10}`;
const verbose =
  String.raw`\s*((${signed}) years?\s*)?((${signed}) mon(s|ths?)?\s*)?((${signed}) days?\s*)?` +
  String.raw`([+-]?\d{1,10}:\d{2}:\d{2}(\.\d{1,6}0*)?)?\s*`;
const iso =
  String.raw`\s*P(${signed}Y)?(${signed}M)?(${signed}W)?(${signed}D)?` +
  String.raw`(T([+-]?\d{1,10}H)?(${signed}M)?([+-]?\d{1,10}(\.\d{1,6}0*)?S)?)?\s*`;

/** Part of the text as a whole number, 0 when it is absent. */
const part = (text: string, pattern: string): string =>
  `coalesce(try_cast(nullif(regexp_extract(${text}, '${pattern}', 1), '') as hugeint), 0)`;
const micros = (text: string, pattern: string): string =>
  `coalesce(try_cast(nullif(regexp_extract(${text}, '${pattern}', 1), '') as decimal(20,6)), 0)`;

/** Months, days and microseconds stay apart: a month is never turned into days. Canonical form, Postgres's own style, ISO 8601. */
export function intervalSql(text: string): string {
  const build = (months: string, days: string, seconds: string): string =>
    `(to_months(try_cast(${months} as integer)) + to_days(try_cast(${days} as integer)) + ` +
    `to_microseconds(try_cast(${seconds} as bigint)))`;
  const years = part(text, `(${signed}) year`);
  const time = String.raw`[+-]?\d+:\d{2}:\d{2}[.\d]*`;
  const hours = part(text, String.raw`([+-]?\d+):\d{2}:`);
  const sign = `case when regexp_matches(${text}, '-\\d+:') then -1 else 1 end`;
  const verboseMicros =
    `${sign} * (abs(${hours}) * 3600000000 + ${part(text, String.raw`:(\d{2}):`)} * 60000000 + ` +
    `cast(${micros(text, String.raw`:\d{2}:(\d{2}(?:\.\d{1,6})?)`)} * 1000000 as hugeint))`;
  const timePart = `case when regexp_matches(${text}, '${time}') then ${verboseMicros} else 0 end`;
  const fromVerbose = build(
    `${years} * 12 + ${part(text, `(${signed}) mon`)}`,
    part(text, `(${signed}) day`),
    timePart,
  );
  const date = `split_part(${text}, 'T', 1)`;
  const rest = `split_part(${text}, 'T', 2)`;
  const fromIso = build(
    `${part(date, `(${signed})Y`)} * 12 + ${part(date, `(${signed})M`)}`,
    `${part(date, `(${signed})W`)} * 7 + ${part(date, `(${signed})D`)}`,
    `${part(rest, `(${signed})H`)} * 3600000000 + ${part(rest, `(${signed})M`)} * 60000000 + ` +
      `cast(${micros(rest, String.raw`([+-]?\d+(?:\.\d{1,6})?)0*S`)} * 1000000 as hugeint)`,
  );
  // What our own sources send (connector/canonical-text.ts): three whole numbers, so it is tried first.
  const whole = (unit: string): string => part(text, `(-?[0-9]+) ${unit}`);
  const fromCanonical =
    `(to_months(try_cast(${whole("months")} as integer)) + to_days(try_cast(${whole("days")} as integer)) + ` +
    `to_microseconds(try_cast(${whole("microseconds")} as bigint)))`;
  return (
    `case when regexp_full_match(${text}, '-?[0-9]+ months -?[0-9]+ days -?[0-9]+ microseconds') then ${fromCanonical} ` +
    `when regexp_full_match(${text}, '${verbose}') and regexp_matches(${text}, '\\d') then ${fromVerbose} ` +
    `when regexp_full_match(${text}, '${iso}') and regexp_matches(${text}, '\\d') then ${fromIso} end`
  );
}
