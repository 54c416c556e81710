// Durations, sizes, rates and lists in words, English and Japanese: every line of an answer writes numbers the same way.
import type { Bi, System } from "./reading.ts";
import { systemById } from "./lexicon/systems.ts";

/** Made once: a format per number was a third of the time of an answer. */
const plain = new Intl.NumberFormat("en-US", { maximumFractionDigits: 4 });
const cents = new Intl.NumberFormat("en-US", {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});
const whole = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

const trim = (value: number): string =>
  plain.format(Number(value.toPrecision(value >= 1000 ? 6 : 4)));

/** 5400 → `90 min`, 90 分; 129600 → `36 h`, 36 時間. */
export function duration(seconds: number): Bi {
  const units: readonly (readonly [number, string, string])[] = [
    [365 * 86_400, "years", "年"],
    [86_400, "days", "日"],
    [3600, "h", "時間"],
    [60, "min", "分"],
    [1, "s", "秒"],
  ];
  if (seconds < 1)
    return { en: `${trim(seconds * 1000)} ms`, ja: `${trim(seconds * 1000)} ミリ秒` };
  for (const [size, en, ja] of units) {
    const count = seconds / size;
    // The largest unit that gives a short number: 90 min rather than 1.5 h, 36 h rather than 1.5 days, and 1 h, not 60 min.
    const fits = count >= 1 && (Number.isInteger(count) || (size === 1 && count < 120));
    if (!fits || (size === 86_400 && count < 2 && count !== 1)) continue;
    const word = en === "days" && count === 1 ? "day" : en === "years" && count === 1 ? "year" : en;
    return { en: `${trim(count)} ${word}`, ja: `${trim(count)} ${ja}` };
  }
  const minutes = seconds / 60;
  if (minutes >= 1 && minutes < 120)
    return { en: `${trim(minutes)} min`, ja: `${trim(minutes)} 分` };
  const hours = seconds / 3600;
  return hours >= 1
    ? { en: `${trim(hours)} h`, ja: `${trim(hours)} 時間` }
    : { en: `${trim(seconds)} s`, ja: `${trim(seconds)} 秒` };
}

export function bytes(value: number): string {
  const units: readonly (readonly [number, string])[] = [
    [1e15, "PB"],
    [1e12, "TB"],
    [1e9, "GB"],
    [1e6, "MB"],
    [1e3, "kB"],
  ];
  for (const [size, name] of units) if (value >= size) return `${trim(value / size)} ${name}`;
  return `${trim(value)} B`;
}

/** `$0.75`, `$1,240`: cents below a hundred, whole dollars above. */
export function dollars(value: number): string {
  if (value > 0 && value < 0.01) return "$0.01";
  return `$${(value < 100 ? cents : whole).format(value)}`;
}

export const count = (value: number): string => trim(value);

export function rate(perSecond: number): Bi {
  const hourly = perSecond * 3600;
  // 12,000 an hour rather than 3.333/s: as it was said, as long as it is small.
  const isHourly = perSecond < 100 && !isWhole(perSecond) && hourly >= 1 && isWhole(hourly);
  if (isHourly) return { en: `${trim(hourly)} an hour`, ja: `1 時間 ${trim(hourly)} 件` };
  if (perSecond >= 1) return { en: `${trim(perSecond)}/s`, ja: `毎秒 ${trim(perSecond)} 件` };
  return { en: `${trim(perSecond * 86_400)} a day`, ja: `1 日 ${trim(perSecond * 86_400)} 件` };
}

const isWhole = (value: number): boolean => Math.abs(value - Math.round(value)) < 1e-6;

/** `Postgres and Kafka`, Postgres と Kafka. */
export function list(names: readonly string[]): Bi {
  if (names.length <= 1) return { en: names[0] ?? "", ja: names[0] ?? "" };
  return {
    en: `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`,
    ja: names.join("、"),
  };
}

/** `Airflow or Dagster`, Airflow または Dagster. */
export const either = (names: readonly string[]): Bi => ({
  en: names.join(" or "),
  ja: names.join(" または "),
});

const generic: Readonly<Record<string, Bi>> = {
  oltp: { en: "the transactional database", ja: "トランザクション DB" },
  warehouse: { en: "the warehouse", ja: "ウェアハウス" },
  lake: { en: "the data lake", ja: "データレイク" },
  csv: { en: "the CSV export", ja: "CSV エクスポート" },
  files: { en: "the files", ja: "ファイル" },
  parquet: { en: "the Parquet files", ja: "Parquet ファイル" },
  spreadsheet: { en: "the spreadsheet", ja: "スプレッドシート" },
  erp: { en: "the ERP", ja: "ERP" },
  crm: { en: "the CRM", ja: "CRM" },
  saas: { en: "the SaaS", ja: "SaaS" },
  ads: { en: "the ad platforms' API", ja: "広告媒体の API" },
  pos: { en: "the POS", ja: "POS" },
  api: { en: "the API", ja: "API" },
  webhook: { en: "the webhooks", ja: "Webhook" },
  app: { en: "the app", ja: "アプリ" },
  iot: { en: "the devices", ja: "デバイス" },
  clickstream: { en: "the clickstream", ja: "クリックストリーム" },
  featurestore: { en: "the feature store", ja: "特徴量ストア" },
  mainframe: { en: "the mainframe", ja: "メインフレーム" },
  dashboard: { en: "the dashboard", ja: "ダッシュボード" },
  searchindex: { en: "the search index", ja: "検索インデックス" },
};

/** A system for people, with its version: `Postgres 15`, 特徴量ストア. */
export function name(system: System | null, otherwise: Bi): Bi {
  if (!system) return otherwise;
  const words = generic[system.id];
  // Excel is named so, though it is a spreadsheet.
  if (words && system.title.startsWith(systemById.get(system.id)?.title ?? system.title))
    return words;
  const text = system.version ? `${system.title} ${system.version}` : system.title;
  return { en: text, ja: text };
}

export const sourceName = (system: System | null): Bi =>
  name(system, { en: "the source", ja: "ソース" });
export const sinkName = (system: System | null): Bi =>
  name(system, { en: "the sink", ja: "シンク" });

export const names = (systems: readonly System[], otherwise: Bi): Bi => {
  if (systems.length === 0) return otherwise;
  const all = systems.map((one) => name(one, otherwise));
  return { en: list(all.map((one) => one.en)).en, ja: list(all.map((one) => one.ja)).ja };
};
