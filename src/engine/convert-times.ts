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

/** Value of a date or time, NULL when the text does not fit. Years before 1 come as Postgres writes them: `0044-03-15 BC`. */
export function timeSql(text: string, kind: keyof typeof forms): string {
  const { pattern: form, duck } = forms[kind];
  const dated = kind !== "time" && kind !== "timetz";
  // DuckDB writes the era behind the day, Postgres at the end.
  const input = dated
    ? String.raw`case when ends_with(rtrim(${text}), ' BC') then regexp_replace(${text}, '^\s*(\d+-\d+-\d+)(.*) BC\s*$', '\1 (BC)\2') else ${text} end`
    : text;
  const noYear = dated ? String.raw` and not regexp_matches(${text}, '^\s*0+-')` : "";
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
