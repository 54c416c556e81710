// Units as people write them, with their size: seconds for times, bytes for sizes. Lower case; Japanese and English side by side.

export const second = 1;
export const minute = 60;
export const hour = 3600;
export const day = 86_400;
export const week = 7 * day;
/** Months mix in the seed (golden K11); for rates a month is 30 days, as the computed figures there are. */
export const month = 30 * day;
export const year = 365 * day;

/** Longest first where one begins another. */
export const timeUnits: readonly (readonly [pattern: string, seconds: number])[] = [
  ["milliseconds?|msecs?|ms|ミリ秒", 0.001],
  ["seconds?|secs?|s|秒(?:間)?", second],
  ["minutes?|mins?|分(?:間)?(?!の|位|野|析|類|割|岐|散|配|布)", minute],
  ["hours?|hrs?|h|時間", hour],
  ["business days?|working days?|営業日|days?|d|日(?:間|分)?(?!付|本|時)", day],
  ["weeks?|wks?|週(?:間)?", week],
  ["months?|か月(?:間|分)?|ヶ月(?:間|分)?|カ月(?:間|分)?|ヵ月(?:間|分)?|ケ月(?:間|分)?", month],
  ["years?|yrs?|年(?:間|分)?(?!度)", year],
];

export const sizeUnits: readonly (readonly [pattern: string, bytes: number])[] = [
  ["tbps|tbits?\\/s|terabits? per second", 1.25e11],
  ["gbps|gbits?\\/s|gigabits? per second|ギガビット\\/秒", 1.25e8],
  ["mbps|mbits?\\/s|megabits? per second|メガビット\\/秒", 1.25e5],
  ["petabytes?|pb|ペタバイト", 1e15],
  ["terabytes?|tb|テラバイト|テラ", 1e12],
  ["gigabytes?|gb|gigs?|ギガバイト|ギガ", 1e9],
  ["megabytes?|mb|メガバイト|メガ", 1e6],
  ["kilobytes?|kb|キロバイト", 1e3],
  ["tib", 1024 ** 4],
  ["gib", 1024 ** 3],
  ["mib", 1024 ** 2],
  ["kib", 1024],
  ["bytes?|b|バイト", 1],
];

export const scales: readonly (readonly [pattern: string, factor: number])[] = [
  ["億", 1e8],
  ["千万", 1e7],
  ["百万", 1e6],
  ["十万", 1e5],
  ["万", 1e4],
  ["千", 1e3],
  ["crores?", 1e7],
  ["lakhs?", 1e5],
  ["billion|bn", 1e9],
  ["million|mio|mn", 1e6],
  ["thousand", 1e3],
  ["k", 1e3],
  ["m", 1e6],
];

/** What is counted as an event; requests and other things are counted apart. */
export const eventNouns =
  "events?|messages?|msgs?|records?|rows?|changes?|orders?|transactions?|updates?|inserts?|clicks?|lines?|readings?|payments?|bids?|documents?|entries|logs?|件|レコード|行|イベント|メッセージ|トランザクション|明細";
/** Words after a number that are no things: `Postgres 15 to Snowflake` counts nothing. */
export const notThings: ReadonlySet<string> = new Set(
  "to in into and or of for from with without per at by on as is are was be the a an via through then but than that which this it its if not no so we our i you they etc vs".split(
    " ",
  ),
);
/** What is counted by the day and is no record: `3 times a day`, `12 files a night`, `40 users a month`. */
export const notEvents =
  /^(?:times?|runs?|files?|exports?|loads?|syncs?|batch(?:es)?|dumps?|snapshots?|people|persons?|users?|teams?|engineers?|hours?|tables?|jobs?|dags?|pipelines?|accounts?|stores?|shops?|sites?|devices?|sensors?|machines?|regions?|shards?|partitions?|nodes?|x|%)$/;

export const requestNouns = "requests?|calls?|api calls?|queries|リクエスト|コール|req";

export const numberWords: Readonly<Record<string, number>> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  fifteen: 15,
  twenty: 20,
  thirty: 30,
  forty: 40,
  "forty-five": 45,
  fifty: 50,
  sixty: 60,
  ninety: 90,
  "a hundred": 100,
  hundred: 100,
};

const digits: Readonly<Record<string, number>> = {
  〇: 0,
  一: 1,
  二: 2,
  三: 3,
  四: 4,
  五: 5,
  六: 6,
  七: 7,
  八: 8,
  九: 9,
};

/** 三十 → 30, 百二十 → 120; null when it is not a number. */
export function fromKanji(text: string): number | null {
  if (!/^[〇一二三四五六七八九十百千]+$/.test(text)) return null;
  let total = 0;
  let pending = 0;
  for (const char of text) {
    const scale = { 十: 10, 百: 100, 千: 1000 }[char];
    if (scale) {
      total += (pending || 1) * scale;
      pending = 0;
    } else pending = pending * 10 + (digits[char] ?? 0);
  }
  return total + pending;
}
