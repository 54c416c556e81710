// Two systems that nothing here holds facts about (`Fivetran or Airbyte?`): what this request asks of either, by latency, volume, cost, lock-in and
// who runs it, with its own numbers and what would decide; no fact of a product is made up (000 §重要な制約: by evidence, not by taste).
import type { Case } from "../case.ts";
import type { Bi, Quantity, System, SystemKind } from "../reading.ts";
import { bi, line, type Line } from "../rule.ts";
import { bytes, count, duration, either, rate } from "../words.ts";
import { isBelowMinute, stated } from "./evidence.ts";

const people = /^(?:people|persons?|engineers?|developers?|admins?|人|名)$/;

/** What makes each kind cost, grow and hold on to its user: of the kind, not of a product. */
const ofKind = (kind: SystemKind): { readonly unit: Bi; readonly stays: Bi; readonly run: Bi } => {
  switch (kind) {
    case "warehouse":
    case "lake":
      return {
        unit: bi(
          "bytes stored, bytes or compute time per query",
          "保存量と、クエリの走査量または計算時間",
        ),
        stays: bi(
          "SQL dialect, stored procedures and rights; tables in an open format such as Iceberg can move",
          "SQL 方言・ストアド・権限。Iceberg などのオープン形式の表は移せる",
        ),
        run: bi(
          "sizing of compute, rights, spending limits",
          "計算資源の大きさ、権限、費用上限の管理",
        ),
      };
    case "broker":
      return {
        unit: bi("throughput and hours kept", "スループットと保持時間"),
        stays: bi(
          "client protocol, connectors and offsets; consumers are rewritten in a move",
          "クライアントのプロトコル・コネクター・オフセット。移す際はコンシューマーを書き直す",
        ),
        run: bi(
          "partitions, upgrades and disks, unless it is managed",
          "パーティション・更新・ディスク(マネージドでなければ)",
        ),
      };
    case "orchestrator":
      return {
        unit: bi("workers all day, or task runs", "常時のワーカー、またはタスク実行数"),
        stays: bi(
          "how jobs are written; thin jobs that call SQL or containers can move",
          "ジョブの記述方法。SQL やコンテナを呼ぶだけの薄いジョブなら移せる",
        ),
        run: bi("scheduler, upgrades and secrets", "スケジューラー・更新・シークレットの管理"),
      };
    case "ingest_tool":
    case "capture_tool":
    case "activation_tool":
      return {
        unit: bi(
          "rows or bytes moved, connectors, or machines of one's own",
          "移した行数・量、コネクター数、または自前のマシン",
        ),
        stays: bi(
          "cursors, mappings and the tables it names; keep the landed schema one's own",
          "カーソル・マッピング・作成される表の名前。着地先のスキーマは自前で管理する",
        ),
        run: bi(
          "failed syncs, re-syncs, versions of connectors",
          "失敗した同期・再同期・コネクターの版の管理",
        ),
      };
    default:
      return {
        unit: bi("what it meters", "課金の単位"),
        stays: bi(
          "formats, dialects and jobs that run on nothing else",
          "ほかでは動かない形式・方言・ジョブ",
        ),
        run: bi("upgrades, backups and rights", "更新・バックアップ・権限の管理"),
      };
  }
};

const notSaid = bi("not given", "未提示");

export function weighed(c: Case, names: readonly string[]): Line[] {
  const { req } = c;
  const pair = c.reading.systems.filter((one) => names.includes(one.title));
  const kind = ofKind(pair[0]?.kind ?? "app");
  const shown = bi(either(names).en, names.join(" と "));
  const time = stated(c);
  const volume = req.bytesPerDay?.value ?? null;
  const written = (one: Quantity) => c.reading.text.slice(one.at, one.at + one.text.length);
  const money = req.money[0] ?? null;
  const team = req.counts.find((one) => people.test(one.of ?? "")) ?? null;
  const things = req.counts.filter(
    (one) =>
      !people.test(one.of ?? "") &&
      one.of !== "%" &&
      !/^(?:件|行|rows?|events?|records?|messages?)$/.test(one.of ?? ""),
  );
  const criteria: Line[] = [
    criterion(
      "Latency",
      "レイテンシ",
      time ? duration(time.value) : notSaid,
      latencyAsks(time, pair),
    ),
    criterion(
      "Volume",
      "データ量",
      amountOf(c, volume, things),
      bi(
        volume === null && req.eventsPerSecond === null
          ? "a trial with one day of real data is the measure"
          : `each must load ${volume === null ? "that rate" : `${bytes(volume)} a day`} with room for a backfill: try it with twice that on the largest object`,
        volume === null && req.eventsPerSecond === null
          ? "実データ 1 日分の試行で測る"
          : `${volume === null ? "この流量" : `1 日 ${bytes(volume)}`}にバックフィルの余裕を加えて処理できること。最大の対象で 2 倍の量を試す`,
      ),
    ),
    criterion(
      "Cost",
      "コスト",
      money ? bi(written(money), written(money)) : notSaid,
      bi(
        `metered by ${kind.unit.en}${volume === null ? "" : `; at ${bytes(volume * 30)} a month ask both for a quote${money && /usd|\$|dollar/i.test(money.text + (money.of ?? "")) ? `: ${written(money)} is at most $${perGb(money.value, volume)} per GB` : ""}`}`,
        `課金単位は${kind.unit.ja}${volume === null ? "" : `。月 ${bytes(volume * 30)} で両方の見積もりを取る${money && /usd|\$|dollar/i.test(money.text + (money.of ?? "")) ? `(${written(money)} は 1 GB あたり $${perGb(money.value, volume)} 以下に相当)` : ""}`}`,
      ),
    ),
    criterion(
      "Lock-in",
      "ロックイン",
      bi("", ""),
      bi(`what stays behind in a move: ${kind.stays.en}`, `乗り換え時に残るもの: ${kind.stays.ja}`),
    ),
    criterion("Who runs it", "運用", team ? bi(written(team), written(team)) : notSaid, kind.run),
  ];
  const missing = [
    time ? null : bi("latency", "レイテンシ"),
    volume !== null || req.eventsPerSecond !== null ? null : bi("volume", "データ量"),
    money ? null : bi("budget a month", "月額の予算"),
    team ? null : bi("who runs it", "運用の担当"),
  ].filter((one) => one !== null);
  return [
    ...criteria,
    line(
      "assumption",
      `Not held here, and not made up, for ${shown.en}: prices, limits, connector lists, release states. Take them from each vendor's own pages on the day of the decision.`,
      `${shown.ja} について、料金・上限・対応コネクター・提供状況の事実は保持していないため、推測しません。判断する日に各社の公式ページで確認してください。`,
    ),
    line(
      "decision",
      missing.length > 0
        ? `${shown.en}: no rule compares them, so none is named the winner. To decide, say ${missing.map((one) => one.en).join(", ")}; the first criterion above that only one of them meets decides, in that order.`
        : `${shown.en}: no rule compares them, so none is named the winner. All numbers are given: the first criterion above that only one of them meets decides, in that order; if both meet all, the one the team already runs.`,
      missing.length > 0
        ? `${shown.ja} を比較するルールがないため、どちらとも決めません。判断には${missing.map((one) => one.ja).join("・")}が必要です。上の観点の順に、片方だけが満たすものがあればそちらにします。`
        : `${shown.ja} を比較するルールがないため、どちらとも決めません。数値はそろっています。上の観点の順に、片方だけが満たすものがあればそちらに、すべて両方が満たすなら、チームがすでに運用している方にします。`,
    ),
  ];
}

const perGb = (money: number, bytesPerDay: number): string =>
  count(Number((money / ((bytesPerDay * 30) / 1e9)).toPrecision(2)));

function criterion(en: string, ja: string, asked: Bi, then: Bi): Line {
  return line(
    "alternative",
    `${en}${asked.en === "" ? "" : ` (${asked.en})`}: ${then.en}.`,
    `${ja}${asked.ja === "" ? "" : `(${asked.ja})`}: ${then.ja}。`,
  );
}

function amountOf(c: Case, volume: number | null, things: readonly Quantity[]): Bi {
  const { eventsPerSecond } = c.req;
  const parts = [
    eventsPerSecond === null ? null : rate(eventsPerSecond),
    volume === null ? null : bi(`${bytes(volume)} a day`, `1 日 ${bytes(volume)}`),
    ...things.slice(0, 2).map((one) => bi(one.text, one.text)),
  ].filter((one) => one !== null);
  return parts.length === 0
    ? notSaid
    : bi(parts.map((one) => one.en).join(", "), parts.map((one) => one.ja).join("・"));
}

function latencyAsks(time: Quantity | null, pair: readonly System[]): Bi {
  if (time === null)
    return bi(
      "below 60 s only what streams fits, at 60 s and more whatever loads in batches",
      "60 秒未満なら逐次処理できる方だけ、60 秒以上ならバッチで足りる",
    );
  const shown = duration(time.value);
  const isPlace = pair.some((one) => one.kind === "warehouse" || one.kind === "lake");
  if (!isBelowMinute(time))
    return bi(
      `batch is enough, so it separates them only if one cannot ${isPlace ? "load" : "run"} every ${shown.en}`,
      `バッチで足りるため、${shown.ja}ごとに${isPlace ? "ロード" : "実行"}できない方があるときだけ差になる`,
    );
  return bi(
    `${shown.en} from the source to the reader, as p99: whichever only loads in batches is out`,
    `発生から利用側まで p99 で ${shown.ja}。バッチでしか${isPlace ? "ロード" : "転送"}できない方は外れる`,
  );
}
