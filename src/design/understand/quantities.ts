// What the numbers of a request are numbers of: latency, interval, volume, SLA, downtime, retention, an API's limit. Decided by the
// words around them, in both languages; a duration nobody can place is told as not understood.
import type { Quantity, QuantityKind } from "../reading.ts";
import {
  day,
  eventNouns,
  hour,
  minute,
  month,
  notEvents,
  second,
  week,
  year,
} from "../lexicon/units.ts";
import type { Clause } from "./normalize.ts";
import { clauseAt } from "./normalize.ts";
import { findNumbers, type FoundNumber } from "./numbers.ts";
import { findCadences } from "./cadences.ts";
import { isNotWanted, withoutCorrected } from "./wanted.ts";

export type Quantities = {
  readonly quantities: readonly Quantity[];
  /** Durations with no role. */
  readonly unplaced: readonly string[];
};

type Around = {
  readonly before: string;
  readonly after: string;
  readonly sentence: string;
  /** What was said up to here, for what the whole request is about. */
  readonly whole: string;
};

export function readQuantities(flat: string, clauses: readonly Clause[]): Quantities {
  const unplaced: string[] = [];
  const cadences = findCadences(flat);
  const taken = cadences.map(({ at, end }) => ({ at, end }));
  const numbers = findNumbers(flat).filter(
    (one) => !taken.some((span) => one.at < span.end && one.end > span.at),
  );
  const quantities: Quantity[] = [];
  // Counts and sizes first: `1 秒あたり 150 件` uses up its second.
  const isFree = (one: FoundNumber) =>
    !taken.some((span) => one.at < span.end && one.end > span.at);
  const add = (kind: QuantityKind, value: number, one: FoundNumber, of: string | null = null) =>
    quantities.push({
      kind,
      value,
      text: one.text,
      at: one.at,
      of,
      ...(isBelow(flat, one) ? { isBelow: true } : {}),
      ...(isEach(flat, one) ? { isEach: true } : {}),
      ...(isPeak(flat, one) ? { isPeak: true } : {}),
      isAside: isAside(flat, clauses, one.at) || isNotWanted(flat, clauses, one),
    });
  for (const one of numbers) {
    if (one.unit === "time" || !isFree(one)) continue;
    const near = around(flat, clauses, one);
    if (one.unit === "none") {
      // `roughly 900 per second`: a rate that does not say of what.
      const bare = one.value >= 1 ? bareRate(flat, one) : null;
      if (bare === null) continue;
      taken.push({ at: one.end, end: one.end + bare.length });
      add("events_per_second", above(flat, one) / bare.seconds, one);
      continue;
    }
    const period = periodOf(flat, clauses, one, taken);
    switch (one.unit) {
      case "size":
        if (one.of === "second") add("bytes_per_day", above(flat, one) * day, one);
        else if (isPerEvent(near)) add("event_bytes", one.upper, one);
        else if (period) add("bytes_per_day", (above(flat, one) / period) * day, one);
        else add("bytes_total", above(flat, one), one);
        break;
      case "requests":
        if (period) add("requests_per_minute", (one.value / period) * minute, one);
        else add("count", one.value, one, one.of);
        break;
      case "events":
        if (period && isRequestLimit(near))
          add("requests_per_minute", (one.value / period) * minute, one);
        else if (period === null && isTolerance(near)) add("tolerance", one.value, one, one.of);
        else if (period === null && isPerRun(near)) add("events_per_run", one.upper, one, one.of);
        else if (period === null) add("count", one.upper, one, one.of);
        else if (period >= day)
          add("events_per_day", (above(flat, one) / period) * day, one, one.of);
        else add("events_per_second", above(flat, one) / period, one, one.of);
        break;
      case "percent":
        if (isTolerance(near)) {
          add("tolerance", one.value, one, "%");
          break;
        }
        add(
          one.of === "nines" ||
            (/availab|uptime|可用性|稼働率|稼働|sla/.test(
              near.before.slice(-40) + near.after.slice(0, 20),
            ) &&
              one.value >= 90)
            ? "availability"
            : "count",
          one.value,
          one,
          "%",
        );
        break;
      case "money":
        add("money", one.value, one, one.of);
        break;
      case "thing":
        // `2 billion ad impressions per month`, `640 scans a minute`: records by another name.
        if (period !== null && !notEvents.test(one.of ?? "") && /^[a-z]/.test(one.of ?? ""))
          if (period >= day) add("events_per_day", (above(flat, one) / period) * day, one, one.of);
          else add("events_per_second", above(flat, one) / period, one, one.of);
        else add("count", one.value, one, one.of);
        break;
      default:
        break;
    }
  }
  for (const one of numbers) {
    if (one.unit !== "time" || !isFree(one)) continue;
    const kind = timeKind(one, around(flat, clauses, one));
    if (kind === "drop") continue;
    if (kind === null) unplaced.push(one.text);
    else
      add(
        kind,
        kind === "retention" ||
          kind === "history" ||
          kind === "downtime_per_month" ||
          kind === "outage"
          ? one.upper
          : one.value,
        one,
      );
  }
  for (const one of cadences)
    quantities.push({
      kind: one.kind,
      value: one.value,
      text: one.text,
      at: one.at,
      of: one.of,
      isAside: isAside(flat, clauses, one.at),
    });
  const all = sizesOfEvents(quantities, flat).toSorted((a, b) => a.at - b.at);
  return { quantities: withoutCorrected(flat, all), unplaced };
}

function around(flat: string, clauses: readonly Clause[], one: FoundNumber): Around {
  const sentence = clauseAt(clauses, one.at).sentence;
  const mates = clauses.filter((clause) => clause.sentence === sentence);
  const from = mates[0]?.at ?? 0;
  const to = mates.at(-1)?.end ?? flat.length;
  return {
    before: flat.slice(Math.max(from, one.at - 60), one.at),
    after: flat.slice(one.end, Math.min(to, one.end + 45)),
    // Bounded, so that a text without stops stays cheap.
    sentence: flat.slice(Math.max(from, one.at - 300), Math.min(to, one.end + 300)),
    whole: flat.slice(Math.max(0, one.at - 400), one.at),
  };
}

const thought =
  /\b(?:we thought of|we were thinking|we considered|someone suggested|somebody suggested|the vendor says|our first idea)\b/;
const thoughtJa = /考えていた|案として/;
const today =
  /\b(?:currently|today it|at present|used to|right now it)\b|現状は|現在は|今は|これまでは/;

/** What follows a `but` is no longer what was thought. */
export const sinceTurn = (before: string): string =>
  before.split(/\bbut\b|\bhowever\b|\bthen again\b|しかし|だが|けれど/).at(-1) ?? before;

/**
 * A plan or a thought is not a demand: `We thought of Census on a one-minute sync` speaks from there on, 1 分同期を考えていた of what stands
 * before it, and `currently every 3 hours` of its own clause.
 */
function isAside(flat: string, clauses: readonly Clause[], at: number): boolean {
  const clause = clauseAt(clauses, at);
  const mates = clauses.filter((one) => one.sentence === clause.sentence);
  const before = flat.slice(Math.max(mates[0]?.at ?? 0, at - 300), at);
  const own = flat.slice(Math.max(clause.at, at - 300), Math.min(clause.end, at + 300));
  return thought.test(sinceTurn(before)) || thoughtJa.test(own) || today.test(own);
}

/** `at peak 30k/s`, ピーク時は毎秒 1.5 万件: not what flows all day. */
const isPeak = (flat: string, one: FoundNumber): boolean =>
  /(?:peaks?(?: at| of| is| to)?|bursts?(?: of| to| at| up to)?|spikes?(?: of| to)?|ピーク時?(?:は|に|で|には)?|最大(?:で|は)?|瞬間最大(?:は|で)?)\s*(?:about|around|up to|約|毎秒|毎分)?\s*$/.test(
    flat.slice(Math.max(0, one.at - 24), one.at),
  ) ||
  /^\s*(?:\/|per|a)?\s*[a-z]*\s*(?:at peak|in peaks?|peak|(?:の)?ピーク)/.test(
    flat.slice(one.end, one.end + 24),
  );

/** `900 per second`, `1.2k/s`: the seconds of the period, and how long the words are. */
function bareRate(flat: string, one: FoundNumber): { seconds: number; length: number } | null {
  const match = /^\s*(?:\/|per|a)\s*(s|sec|secs|second|min|minute|hour|秒|分)(?![a-z0-9_])/.exec(
    flat.slice(one.end, one.end + 16),
  );
  if (!match || /[:.\d]$/.test(flat.slice(0, one.at))) return null;
  const seconds = { m: minute, h: hour, 分: minute }[(match[1] ?? "")[0] ?? ""] ?? second;
  return { seconds, length: match[0].length };
}

/** A size that stands alone beside a rate is that of one event: 毎分 1.5 万件、800 バイト, `12k/s, 400 B`. */
function sizesOfEvents(all: readonly Quantity[], flat: string): Quantity[] {
  const hasRate = all.some((one) => /^events_per_/.test(one.kind));
  if (!hasRate || all.some((one) => one.kind === "event_bytes")) return [...all];
  return all.map((one) =>
    one.kind === "bytes_total" &&
    one.value <= 1e6 &&
    !/^\s*(?:per|a|each|every|\/)?\s*(?:run|load|sync|batch|files?|export|の?ファイル)/.test(
      flat.slice(one.at + one.text.length, one.at + one.text.length + 16),
    ) &&
    !/(?:1|一|毎)\s*回\s*(?:あたり|につき)?\s*(?:約)?\s*$/.test(
      flat.slice(Math.max(0, one.at - 12), one.at),
    )
      ? { ...one, kind: "event_bytes" as const }
      : one,
  );
}

const periodWords: readonly (readonly [string, number])[] = [
  ["s|sec|secs|second|seconds|秒", second],
  ["m|min|minute|minutes|分", minute],
  ["h|hr|hour|hours|時間|時", hour],
  ["d|day|night|days|日|晩", day],
  ["week|週", week],
  ["month|月", month],
  ["year|年", year],
];

/** Seconds of the period a count belongs to: `a second`, `/日`, `1 秒あたり`, 毎秒, `daily`; null when there is none. */
function periodOf(
  flat: string,
  clauses: readonly Clause[],
  one: FoundNumber,
  taken: { at: number; end: number }[],
): number | null {
  const clause = clauseAt(clauses, one.at);
  const after = flat.slice(one.end, one.end + 40);
  for (const [words, seconds] of periodWords) {
    const match = new RegExp(
      `^(?:\\s*(?:of [a-z][a-z -]{0,32}?|(?:\\d[\\d.]*[\\s-]?(?:bytes?|b|kb)\\s+)?[a-z]+(?:\\s+[a-z]+)?|in total|each|ほど|くらい|ぐらい|程度|前後))??\\s*(?:/|per|a|an|each|every|in a)\\s*(?:${words})(?![a-z0-9_])`,
      "u",
    ).exec(after);
    if (match) {
      taken.push({ at: one.end, end: one.end + match[0].length });
      return seconds;
    }
  }
  const before = flat.slice(Math.max(0, clause.at - 12), one.at);
  for (const [words, seconds] of periodWords) {
    const match = new RegExp(
      `(?:(?<![^、。,\\s])(?:${words})(?=\\s*$)(?<=[月週年日])|毎(?:${words})|(?:1|一)\\s*(?:${words})(?:間)?\\s*(?:あたり|当たり|につき|に|で|間に|の間に|平均)?|(?:${words})間|(?:${words})(?:平均|あたり|当たり|に|次で?)|(?:every|each|per|a)\\s+(?:${words}))[\\s、,]*(?:about|around|roughly|some|平均|ピーク時?|最大|約|およそ|だいたい|合計|合計で|計|およそで)?[\\s、,]*$`,
      "u",
    ).exec(before);
    if (match) {
      const at = Math.max(0, clause.at - 12) + match.index;
      if (!/時$/.test(match[0].trim())) taken.push({ at, end: one.at });
      return seconds;
    }
  }
  if (/^\s*(?:of [a-z ]{0,25})?(?:daily|nightly)\b/.test(after)) return day;
  if (/^\s*(?:monthly)\b/.test(after)) return month;
  if (/^\s*(?:hourly)\b/.test(after)) return hour;
  return null;
}

const ofEach = new RegExp(
  String.raw`(?:${eventNouns})[^.。]{0,22}(?:\bat|\bof|\bx|×)\s*(?:about|約)?\s*$`,
  "u",
);
const isPerEvent = (near: Around): boolean =>
  /^[\s-]*(?:each|per (?:event|message|record|row|change|line|document)|a piece|apiece|every event|\/\s*(?:event|message|record|row|件|行)|(?:events?|messages?|records?|rows?|readings?|lines?)(?![a-z]))/.test(
    near.after,
  ) ||
  /(?:each|per event|per message|average size|event size|message size|row size|record size|(?:1|一)\s*(?:件|行|レコード|メッセージ|イベント|通)\s*(?:あたり|につき)?(?:平均)?|サイズ|平均サイズ|各)\s*(?:is|of|about|around|約|は)?\s*$/.test(
    near.before,
  ) ||
  // `8,000 events per second at 500 bytes`, `200 million rows a day of 1 kB`.
  ofEach.test(near.before);

/** How far two outputs may differ: `if totals differ by more than 0.5 %`, 1 件でも違えば, 誤差 0.1% 以内. */
const isTolerance = (near: Around): boolean =>
  /(?:differ(?:s|ence)?|deviat\w*|off|drift(?:s|ed)?|tolerance|mismatch(?:es)?|discrepanc\w*|apart|diverge\w*)[^.。]{0,24}$|(?:誤差|差異?|ずれ|ズレ|不一致|乖離|許容差?)[^。]{0,8}$/.test(
    near.before,
  ) ||
  /^\s*でも/.test(near.after) ||
  /even\s*$/.test(near.before) ||
  /^\s*(?:以上)?(?:の?(?:違|差|ずれ|ズレ|不一致|乖離|誤差))|^\s*(?:difference|deviation|mismatch|tolerance|discrepancy|off\b)/.test(
    near.after,
  );

/** Of one run, not of a time: `12,000 rows per run`, 1 回あたり 3 万行. */
const isPerRun = (near: Around): boolean =>
  /^\s*(?:per|a|each|every|in each|\/)\s*(?:run|load|sync|batch|file|export)(?![a-z])/.test(
    near.after,
  ) ||
  /(?:each|every|one) (?:run|load|sync|batch|file|export)[a-z ]{0,14}$/.test(near.before) ||
  (/ファイル/.test(near.before) &&
    /(?:各|1 ?ファイル(?:あたり|に)?)\s*(?:約)?\s*$/.test(near.before)) ||
  /(?:1|一|毎)\s*回\s*(?:の実行)?\s*(?:あたり|当たり|につき|に|で|の件数は|は)?\s*(?:約|およそ|平均|最大)?\s*$/.test(
    near.before,
  );

const isRequestLimit = (near: Around): boolean =>
  /(?:api|limit|制限|上限)/.test(near.before) && /^(?:\s*まで|\s*しか)|limit|max/.test(near.after);

/** Strictly more than what is written (毎秒 1 万件を超える): the next number above it. */
const above = (flat: string, one: FoundNumber): number =>
  /(?:over|more than|above|exceed(?:s|ing)?|>)\s*$/.test(
    flat.slice(Math.max(0, one.at - 12), one.at),
  ) || /^\s*(?:を?超|より多)/.test(flat.slice(one.end, one.end + 5))
    ? one.upper * (1 + 1e-9)
    : one.upper;

/** Of each device or store, not of all: 毎秒 1 件ずつ. */
const isEach = (flat: string, one: FoundNumber): boolean =>
  /^\s*(?:ずつ|each\b|(?:per|a|every) (?:device|sensor|store|truck|machine|vehicle|shop|user)|(?:\d[\d.]*[\s-]?(?:bytes?|b|kb)\s+)?(?:[a-z]+\s+)?(?:per|a|every) (?:second|minute|hour|day),? each)/.test(
    flat.slice(one.end, one.end + 48),
  ) ||
  /(?:各|1 台(?:あたり|につき)|それぞれ|each (?:device|sensor|store|truck|machine|vehicle)[a-z ]{0,12})\s*$/.test(
    flat.slice(Math.max(0, one.at - 24), one.at),
  );

const isBelow = (flat: string, one: FoundNumber): boolean =>
  /(?:under|less than|below|<|sub-?|faster than)\s*$/.test(
    flat.slice(Math.max(0, one.at - 12), one.at),
  ) ||
  /^sub/.test(one.text) ||
  /^\s*(?:未満|より短|を切)/.test(flat.slice(one.end, one.end + 5));

/** What stands before in the same clause. */
const clauseOf = (before: string): string => before.split(/[、。,;]/).at(-1) ?? "";

/** `drop`: a number that is none of ours (a year, an age of something else). */
function timeKind(one: FoundNumber, near: Around): QuantityKind | "drop" | null {
  const { before, after } = near;
  const close = before.slice(-32);
  if (/^sub/.test(one.text)) return "latency";
  const next = after.slice(0, 24).split(/[、。,;]/)[0] ?? "";
  if (one.unitSize === year && one.value / year >= 1900) return "drop";
  // 十分 is `enough` far more often than ten minutes.
  if (one.text === "十分" && !/^\s*(?:以内|以下|未満|ごと|おき|毎|間隔|前|後|の遅|遅)/.test(next))
    return "drop";
  if (
    /^\s*(?:ago|earlier|前(?!後))/.test(next) ||
    /(?:has been|have been|been down for|for the last|since)\s*(?:down\s*)?(?:for\s*)?$/.test(close)
  )
    return /(?:last|past)\s*$/.test(close) ? "range" : "elapsed";
  if (/(?:past|last|previous|過去|直近|この)\s*$/.test(close))
    return /history|履歴|保持|keep/.test(next) ? "history" : "range";
  if (
    /(?:dual[- ]run(?:ning)?|parallel(?: run)?|side by side|in parallel|coexist(?:ence)?|並行(?:稼働|運用|期間)|二重稼働)(?:\s*(?:for|of|at least|は|を|の?期間は?|\s)+)*$/.test(
      clauseOf(before),
    ) ||
    /^\s*(?:of |は|の|間|間は|ほど|程度)*\s*(?:dual[- ]run|parallel|side by side|in parallel|並行(?:稼働|運用|して)|二重稼働|新旧)/.test(
      next,
    ) ||
    // `may differ by at most 0.1 % for 10 days`
    (/\bfor\s*$/.test(close) &&
      one.unitSize >= day &&
      /(?:differ|compar|match|parity|equal)/.test(near.sentence) &&
      /\bmigrat|\bmove|\breplac|\bport\b/.test(near.whole)) ||
    (/並行|dual[- ]run|in parallel|side by side/.test(near.sentence) &&
      one.unitSize >= day &&
      /^\s*(?:は|間は?)?\s*$|並行|both|両方|新旧/.test(next))
  )
    return "dual_run";
  if (
    !/month|monthly|月/.test(clauseOf(before) + next) &&
    (/(?:(?:may|might|can|could) be|goes|go|is|was|stays?)\s+(?:down|offline|stopped|off|unavailable|away)\s*(?:for\s*)?(?:up to|at most|about|as long as)?\s*$|(?:survives?|surviving|outlives?|tolerates?|withstands?|bridges?)\s+(?:an?\s+)?(?:outages?\s+|downtime\s+|stops?\s+)?(?:of\s+)?(?:up to\s+|at least\s+)?$|(?:outages?|downtime) of (?:up to |at least )?$/.test(
      close,
    ) ||
      /^\s*(?:outages?|(?:は|間|ほど|程度|くらい)?\s*(?:止ま(?:る|って|り)|停止(?:する|して|し得|しう|の可能|に耐|を許容)|落ち(?:る|て)|ダウン(?:する|して|に耐)))/.test(
        next,
      ))
  )
    return "outage";
  if (
    /downtime|outage|unavailab|ダウンタイム|停止|ダウン/.test(close + next) &&
    /month|monthly|月/.test(before + after)
  )
    return "downtime_per_month";
  if (/(?:downtime|outage|ダウンタイム)/.test(clauseOf(before) + next)) return "downtime_per_month";
  // What each of many things does is a rate, not how often data is loaded: 8,000 meters send a reading every 10 seconds.
  if (
    one.value < hour &&
    (/(?:every|each)\s*$/.test(close) || /^\s*(?:ごと|おき|間隔)/.test(next)) &&
    /\d[\d,.]*\s*k?\s*(?:devices?|sensors?|stores?|shops?|trucks?|machines?|vehicles?|users?|meters?|cars?|phones?|gateways?|台)/.test(
      near.sentence,
    ) &&
    /(?:(?:one|1|a single|a) (?:[a-z0-9-]+ )?(?:message|reading|event|record|row|ping|sample|update)\s+every|sends?|emits?|reports?|publishes|publish|transmits?|writes?|posts?|pings?)\b|送信|送る|送り|送って|発信|報告|出力/.test(
      near.sentence,
    )
  )
    return "emit_interval";
  if (
    /(?:every|each|once every|once per|once in)\s*$/.test(close) ||
    /^\s*(?:ごと|毎|おき|間隔|に\s*(?:1|一)\s*(?:回|度)|周期|置き)/.test(next)
  )
    return isCheckCadence(near) ? "drop" : "update_interval";
  if (
    /^[\s-]*(?:data\s+)?(?:dashboards?|files?(?![a-z])|slices?|grids?|extracts?|updates?|refresh(?:es)?|sync|batch(?:es)?|micro-?batch(?:es)?|interval|schedule|cadence|load|refresh|cron|のバッチ|のマイクロバッチ)/.test(
      next,
    )
  )
    return "update_interval";
  if (
    /(?:keep|kept|keeps|keeping|retain|retained|retention(?: of)?|store (?:it |them )?for|stored for|保持期間は?|保管期間は?|保存期間は?)\s*(?:(?:the |our |all )?(?:raw(?: data| files?| rows| events| copies| copy| records)?|it|them|originals?|source files?|landing(?: files| zone)?|everything|files|data|topics?)\s*)?(?:for\s*|at least\s*|around\s*|up to\s*|of\s*|is\s*)*$/.test(
      close,
    ) ||
    // `raw data for 10 days`, 生データは 10 日
    /(?:\braw(?: data| files?| rows| events| copies| copy)?(?:\s+(?:stays?|lives?|is there|is available|remains?))?\s+(?:for\s*)?(?:at least\s*|up to\s*)?|(?:生データ|元データ|元ファイル|ローデータ|原本)(?:は|を|も)\s*(?:約|最低|少なくとも)?\s*)$/.test(
      close,
    ) ||
    /^\s*(?:retention|(?:は|間|分)?\s*(?:(?:の|は)?(?:生データ|元データ|元ファイル)(?:を|は|も)\s*)?(?:保持|保管|保存|残|取っておき|とっておき|置いて))/.test(
      next,
    )
  )
    return "retention";
  if (
    /^\s*(?:of (?:accurate |correct |full |complete )?(?:history|historical|data|orders|events)|'?s? worth|of)/.test(
      next,
    ) &&
    one.unitSize >= day
  )
    return "history";
  if (/[分]$/.test(one.text) && one.unitSize >= day)
    return /再計算|再処理|遡|さかのぼ|バックフィル/.test(near.sentence) ? "range" : "history";
  if (
    /(?:takes?|taking|took|runs for|running for|duration of|所要時間は?|実行に|処理に|実行時間は?)\s*(?:about|around|up to|roughly|約)?\s*$/.test(
      close,
    ) ||
    /^\s*(?:かか|to run|to finish|to complete)/.test(next)
  )
    return "run_time";
  if (
    /(?:window(?: of)?|timeout(?: of)?|tumbling|session gap(?: of)?|タイムアウトは?|ウィンドウは?)\s*$/.test(
      close,
    ) ||
    /^[\s-]*(?:window|timeout|tumbling|ウィンドウ|窓|タイムアウト)/.test(next)
  )
    return "window";
  if (/^\s*(?:止め|停止|ブロック|block|ban)/.test(next)) return "elapsed";
  // How late it is today tells of the trouble, not of a target.
  if (
    /^\s*(?:遅れる|遅れて(?!もよ|もい|も構)|遅延して|止まる|止まって)/.test(next) ||
    (/^\s*late\b/.test(next) &&
      /(?:is|are|runs?|arrives?|comes?|finish(?:es)?)\s*(?:about|up to)?\s*$/.test(close))
  )
    return "elapsed";
  if (/older than\s*$/.test(close) && /delet|purg|remov|expire|archiv/.test(before))
    return "retention";
  const isAge = /(?:older than|stale|freshness|sla(?:\s+(?:of|is))?|鮮度|data age|より古)/;
  if (isAge.test(before.slice(-45)) || /^\s*(?:old\b|より古|stale|freshness|の鮮度)/.test(next))
    return "freshness_sla";
  // A percentile is said of a latency: `p99 of 500 ms`, `p95 < 2 s`, `99th percentile: 3 s`.
  if (
    /(?:\bp(?:50|9\d(?:\.\d)?)|\d(?:th|nd)? percentile|パーセンタイル)(?:\s*(?:latency|レイテンシ|遅延))?\s*(?:of|is|at|below|under|<=?|≤|:|=|は|が|で)?\s*$/.test(
      close,
    ) ||
    /^\s*(?:\(?\s*(?:at\s+)?p(?:50|9\d)\b|at the \d+th percentile)/.test(next)
  )
    return "latency";
  if (
    /(?:sub-?|within|inside|in under|under|faster than|less than|below|at most|no more than|not more than|no later than|maximum|max|up to|in|<=?|after|(?:latency|delay|lag)(?:\s+(?:of|is|below|under|up to|:))?|遅延は?|レイテンシは?|許容遅延は?|遅れは?)\s*(?:about|around|約|最大)?\s*$/.test(
      close,
    ) ||
    /^\s*(?:以内|未満|以下|以上(?:遅れ|の遅)|で反映|内に|内で|後に|後には|程度の遅|の遅延|の遅れ|まで(?:の遅|遅れ|なら)|遅れ|behind|late\b|latency|delay|lag|(?:is|are|would be) (?:fine|ok|okay|enough|acceptable|good enough|plenty)|で(?:も)?(?:よい|良い|いい|十分|構わ|大丈夫|ok)|なら(?:よい|いい|ok)|of (?:delay|lag|latency)|after|or less|or faster|end[ -]to[ -]end|で届|で見|で表示)/.test(
      next,
    )
  )
    return "latency";
  // A time that stands alone between commas is what is asked for: `Kafka → Redis, 5 s`.
  if (clauseOf(before).trim() === "" && before !== "" && next.trim() === "" && one.value < day)
    return "latency";
  return null;
}

const isCheckCadence = (near: Around): boolean =>
  /(?:checked|check runs|checks run|monitor(?:ed)?|監視|チェック)(?:\s+(?:freshness|it|them|を|は))?\s*$/.test(
    near.before
      .trimEnd()
      .replace(/(?:every|each)$/, "")
      .trimEnd(),
  );
