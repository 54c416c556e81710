// What a change leads to: what is read for the first time or again, what lands in clear, which tables are left behind.
import type { CatalogStream } from "../../model/catalog.ts";
import {
  defaultPrefix,
  tableName,
  type Connection,
  type StreamSpec,
} from "../../model/connection.ts";
import type { PlanChange, PlanEffect } from "../../model/plan.ts";
import { isIncremental } from "../../model/sync-mode.ts";
import { filterFields } from "../mappers/track.ts";
import { say, streamKey, type Language } from "../propose/input.ts";
import { formatField, formatStream, parseField } from "../../model/field-path.ts";
import type { ConnectionWarning } from "../validate/clear-data.ts";
import type { AppliedConnection } from "./input.ts";

/** What the source is known to hold, and the language that effects are told in. */
export type Known = { readonly streams: readonly CatalogStream[]; readonly language: Language };

const nameOf = (stream: StreamSpec): string => formatStream(stream.name, stream.namespace);

function catalogStream(stream: StreamSpec, known: Known): CatalogStream | undefined {
  return known.streams.find(
    (other) => other.name === stream.name && (other.namespace ?? undefined) === stream.namespace,
  );
}

export function formatRows(rows: number, language: Language = "en"): string {
  if (language === "ja")
    return rows >= 10_000
      ? `${Number((rows / 10_000).toPrecision(3)).toLocaleString("en-US")} 万行`
      : `${rows.toLocaleString("en-US")} 行`;
  if (rows >= 1_000_000) return `${(rows / 1_000_000).toFixed(1)} million rows`;
  return rows === 1 ? "1 row" : `${rows.toLocaleString("en-US")} rows`;
}

export function formatBytes(bytes: number): string {
  const units = ["B", "kB", "MB", "GB", "TB"];
  const step = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** step;
  return `${step === 0 ? value : value.toFixed(1)} ${units[step] ?? "B"}`;
}

type Amount = {
  readonly rows: number | null;
  readonly bytes: number | null;
  readonly unknown: readonly string[];
};

/** Estimates of streams together; null when none of them is known. */
export function amountOf(streams: readonly StreamSpec[], known: Known): Amount {
  const found = streams.map((stream) => ({ stream, facts: catalogStream(stream, known) }));
  const sum = (pick: (facts: CatalogStream) => number | undefined) => {
    const values = found
      .flatMap(({ facts }) => (facts ? [pick(facts)] : []))
      .filter((value): value is number => value !== undefined);
    return values.length > 0 ? values.reduce((total, value) => total + value, 0) : null;
  };
  return {
    rows: sum((facts) => facts.estimatedRows),
    bytes: sum((facts) => facts.estimatedBytes),
    unknown: found
      .filter(({ facts }) => facts?.estimatedRows === undefined)
      .map(({ stream }) => nameOf(stream)),
  };
}

function amountText({ rows, bytes, unknown }: Amount, language: Language): string {
  if (language === "ja") {
    if (rows === null) return "すべて (サイズは不明)";
    const list = `${unknown.slice(0, 3).join("、")}${unknown.length > 3 ? " など" : ""}`;
    return `約 ${formatRows(rows, "ja")}${bytes === null ? "" : `、${formatBytes(bytes)}`}${unknown.length > 0 ? ` (サイズが不明な ${list} を除く)` : ""}`;
  }
  if (rows === null) return "everything; its size is not known";
  const size = bytes === null ? "" : `, ${formatBytes(bytes)}`;
  return `about ${formatRows(rows)}${size}${unknown.length > 0 ? ` (without ${unknown.slice(0, 3).join(", ")}${unknown.length > 3 ? ", ..." : ""}, whose size is not known)` : ""}`;
}

export function firstLoad(connection: Connection, known: Known): PlanEffect {
  const amount = amountOf(connection.spec.streams, known);
  return {
    code: "first_load",
    text: say(
      known.language,
      `first run reads ${amountText(amount, "en")}`,
      `初回の実行で読み込む量: ${amountText(amount, "ja")}`,
    ),
    data: { streams: connection.spec.streams.map(nameOf), rows: amount.rows, bytes: amount.bytes },
  };
}

/** The columns that the consent of apply says yes to. */
export function clearData(
  warnings: readonly ConnectionWarning[],
  language: Language,
): PlanEffect[] {
  const fields = warnings
    .filter((warning) => warning.code === "mapper.pii_in_clear")
    .map((warning) => `${warning.stream}.${formatField(warning.field)}`);
  return fields.length === 0
    ? []
    : [
        {
          code: "mapper.pii_in_clear",
          text: say(
            language,
            `leaves in clear: ${fields.join(", ")}`,
            `平文のまま読み込む列: ${fields.join("、")}`,
          ),
          data: { fields },
        },
      ];
}

/** Row filters that read a field which a privacy mapper touches: they run before raw is kept (mappers.md). */
export function earlyFilters(connection: Connection, language: Language): PlanEffect[] {
  return connection.spec.streams.flatMap((stream) => {
    const mappers = stream.mappers ?? [];
    const isPrivacy = (type: string) =>
      type === "hashing" || type === "encryption" || type === "field-filtering";
    const last = mappers.findLastIndex((mapper) => isPrivacy(mapper.type));
    const touched = new Set(
      mappers.flatMap((mapper) =>
        "targetField" in mapper.mapperConfiguration && isPrivacy(mapper.type)
          ? [(parseField(mapper.mapperConfiguration.targetField) ?? [])[0] ?? ""]
          : [],
      ),
    );
    const early = mappers
      .slice(0, Math.max(0, last))
      .filter(
        (mapper) =>
          mapper.type === "row-filtering" &&
          filterFields(mapper.mapperConfiguration.conditions).some(({ field }) =>
            touched.has((parseField(field) ?? [])[0] ?? ""),
          ),
      );
    return early.length === 0
      ? []
      : [
          {
            code: "rows_dropped_before_raw",
            text: say(
              language,
              `${nameOf(stream)}: rows that its filter drops are not kept as raw data, because the filter reads a column that is hashed, encrypted or dropped`,
              `${nameOf(stream)}: フィルターで除かれた行は生データにも残りません。フィルターが、ハッシュ化・暗号化・除外される列を読むためです`,
            ),
            data: { stream: nameOf(stream) },
          },
        ];
  });
}

const tablesOf = (connection: Connection, streams: readonly StreamSpec[]): string[] => {
  const prefix = connection.spec.prefix ?? defaultPrefix(connection.metadata.name);
  return streams.map((stream) => tableName(stream, prefix));
};

export function tablesLeft(
  connection: Connection,
  language: Language,
  streams: readonly StreamSpec[] = connection.spec.streams,
): PlanEffect {
  const tables = tablesOf(connection, streams);
  return {
    code: "table_left",
    text: say(
      language,
      `${tables.length === 1 ? `table ${tables[0] ?? ""} stays` : `${tables.length} tables stay`} in the warehouse and ${tables.length === 1 ? "is" : "are"} no longer updated`,
      `${tables.length === 1 ? `テーブル ${tables[0] ?? ""} ` : `${tables.length} 個のテーブル`}はウェアハウスに残り、今後は更新されません`,
    ),
    data: { tables },
  };
}

export type UpdateEffects = {
  readonly effects: readonly PlanEffect[];
  readonly reread: readonly StreamSpec[];
};

/** Why a stream is read again. The English words are part of the plan's id, whatever language the reader has. */
type Why = readonly [en: string, ja: string];

const rereadKeys: Readonly<Record<string, Why>> = {
  cursorField: ["cursor field changed", "カーソル項目の変更"],
  primaryKey: ["primary key changed", "主キーの変更"],
  mappers: [
    "mappers changed; rows that are loaded already keep their old form until then",
    "マッパーの変更。読み込み済みの行はそれまで以前の形のままです",
  ],
  columns: ["columns changed", "列の変更"],
  where: ["condition changed", "条件の変更"],
  as: ["table changed", "テーブルの変更"],
  syncMode: ["sync mode changed", "同期モードの変更"],
};

/** Effects of the changes between what the server has and what the file says. */
export function updateEffects(
  from: Connection,
  to: Connection,
  changes: readonly PlanChange[],
  server: AppliedConnection,
  known: Known,
): UpdateEffects {
  const effects: PlanEffect[] = [];
  const { language } = known;
  const reread = new Map<string, { stream: StreamSpec; why: Why[] }>();
  const isLoaded = (stream: StreamSpec) =>
    server.loaded === undefined || server.loaded.includes(streamKey(stream.name, stream.namespace));
  const again = (stream: StreamSpec, why: Why) => {
    if (!isLoaded(stream)) return;
    const entry = reread.get(nameOf(stream)) ?? { stream, why: [] };
    entry.why.push(why);
    reread.set(nameOf(stream), entry);
  };
  const before = new Map(from.spec.streams.map((stream) => [nameOf(stream), stream]));
  const after = new Map(to.spec.streams.map((stream) => [nameOf(stream), stream]));
  const paths = new Set(changes.map((change) => change.path));
  const place: Why | null = paths.has("source.id")
    ? ["source changed", "ソースの変更"]
    : paths.has("destination")
      ? ["destination changed", "送信先の変更"]
      : null;
  const prefixBefore = from.spec.prefix ?? defaultPrefix(from.metadata.name);
  const prefixAfter = to.spec.prefix ?? from.spec.prefix ?? defaultPrefix(to.metadata.name);
  for (const [name, stream] of after) {
    const old = before.get(name);
    if (!old) continue;
    if (place) again(stream, place);
    else if (prefixBefore !== prefixAfter && stream.as === undefined)
      again(stream, ["prefix changed", "接頭辞の変更"]);
    for (const [key, why] of Object.entries(rereadKeys))
      if (paths.has(`streams.${name}.${key}`) && isReread(key, old, stream)) again(stream, why);
    if (paths.has(`streams.${name}.history`) && stream.history === "scd2")
      effects.push({
        code: "history_from_now",
        text: say(
          language,
          `${name}: its history begins with the next run`,
          `${name}: 履歴は次の実行から始まります`,
        ),
        data: { stream: name },
      });
  }
  const added = [...after].filter(([name]) => !before.has(name)).map(([, stream]) => stream);
  const removed = [...before].filter(([name]) => !after.has(name)).map(([, stream]) => stream);
  if (added.length > 0) {
    const amount = amountOf(added, known);
    effects.push({
      code: "first_load",
      text: say(
        language,
        `${added.map(nameOf).join(", ")}: first run reads ${amountText(amount, "en")}`,
        `${added.map(nameOf).join("、")}: 初回の実行で読み込む量: ${amountText(amount, "ja")}`,
      ),
      data: { streams: added.map(nameOf), rows: amount.rows, bytes: amount.bytes },
    });
  }
  for (const [name, { stream, why }] of reread) {
    const amount = amountOf([stream], known);
    effects.push({
      code: "stream_reread",
      text: say(
        language,
        `${name} is read again from the start (${why.map(([en]) => en).join(", ")}): ${amountText(amount, "en")}; readers keep the old rows until the new set is complete`,
        `${name} は最初から読み直します (${why.map(([, ja]) => ja).join("、")}): ${amountText(amount, "ja")}。新しい行がそろうまでは以前の行が見えます`,
      ),
      data: { stream: name, why: why.map(([en]) => en), rows: amount.rows, bytes: amount.bytes },
    });
  }
  const moved = [...after].flatMap(([name, stream]) => {
    const old = before.get(name);
    return old &&
      (paths.has("destination") || tableName(old, prefixBefore) !== tableName(stream, prefixAfter))
      ? [old]
      : [];
  });
  if (removed.length + moved.length > 0)
    effects.push(tablesLeft(from, language, [...removed, ...moved]));
  if (paths.has("status"))
    effects.push(
      (to.spec.status ?? "active") === "active"
        ? {
            code: "resumes",
            text: say(
              language,
              "it is resumed: runs follow its schedule again",
              "再開され、スケジュールどおりに実行されます",
            ),
          }
        : {
            code: "pauses",
            text: say(
              language,
              "it is paused: no run starts by itself",
              "一時停止され、自動では実行されません",
            ),
          },
    );
  return { effects, reread: [...reread.values()].map((entry) => entry.stream) };
}

/** Full refresh modes read everything each time: a change there costs nothing extra. */
function isReread(key: string, from: StreamSpec, to: StreamSpec): boolean {
  if (key === "as") return true;
  if (key === "syncMode") return isIncremental(to.syncMode) && from.syncMode !== to.syncMode;
  return isIncremental(to.syncMode);
}
