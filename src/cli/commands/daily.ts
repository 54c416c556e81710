// Daily work: status, sync, mapper previews, queries.
import { command, type Flag } from "../command.ts";

const streamFilter: Flag = {
  name: "stream",
  value: "name",
  completes: "stream",
  help: ["only this stream", "このストリームだけ"],
};

export const dailyCommands = [
  command("status", {
    args: [{ name: "name", completes: "connection" }],
    flags: [
      { name: "check", help: ["exit 9 when something needs you", "対応が必要なら終了コード 9"] },
      {
        name: "watch",
        value: "seconds",
        optional: true,
        help: ["show it again every 5 s (--watch=2)", "5 秒ごとに更新 (--watch=2)"],
      },
      { name: "tag", value: "tag", help: ["only with this tag", "このタグだけ"], notYet: true },
    ],
    summary: [
      "last result, what runs now, freshness, quarantine",
      "最後の結果、実行中、鮮度、隔離領域",
    ],
    examples: ["status", "status --check"],
    load: async () => (await import("../run/status.ts")).status,
  }),
  command("sync", {
    args: [{ name: "name", many: true, completes: "connection" }],
    flags: [
      {
        name: "stream",
        value: "name",
        many: true,
        completes: "stream",
        help: ["only this stream (repeatable)", "このストリームだけ (複数可)"],
      },
      { name: "dry-run", help: ["say what would be read, read nothing", "読まずに予定だけ表示"] },
      {
        name: "strict",
        help: ["rows in quarantine make the exit 8", "隔離行があれば終了コード 8"],
      },
      {
        name: "max-quarantine",
        value: "n|%",
        help: ["limit of held rows before a stream is held", "保留になる隔離行の上限"],
      },
      { name: "source", value: "uri", help: ["ad hoc: read from here", "その場で: 読み込み元"] },
      { name: "into", value: "uri", help: ["ad hoc: land here", "その場で: 送信先"] },
      {
        name: "mode",
        value: "mode",
        many: true,
        help: [
          "ad hoc: sync mode of the stream before it",
          "その場で: 直前のストリームの同期モード",
        ],
      },
      {
        name: "cursor",
        value: "field",
        many: true,
        help: [
          "ad hoc: cursor field of the stream before it",
          "その場で: 直前のストリームのカーソル項目",
        ],
      },
      {
        name: "key",
        value: "a,b",
        many: true,
        help: ["ad hoc: primary key of the stream before it", "その場で: 直前のストリームの主キー"],
      },
      {
        name: "as",
        value: "table",
        many: true,
        help: [
          "ad hoc: table name of the stream before it",
          "その場で: 直前のストリームのテーブル名",
        ],
      },
      {
        name: "pii",
        value: "how",
        choices: ["clear", "hash", "drop"],
        help: [
          "ad hoc: personal data clear, hash or drop",
          "その場で: 個人データの扱い (clear, hash, drop)",
        ],
      },
      { name: "rehearse", help: ["load beside, publish nothing", "公開せずに試す"], notYet: true },
      { name: "detach", help: ["return at once", "すぐに戻る"], notYet: true },
      {
        name: "parallel",
        value: "n",
        help: ["streams at a time", "同時に処理するストリーム数"],
        notYet: true,
      },
      {
        name: "until",
        value: "time",
        help: ["stop at this time", "この時刻に止める"],
        notYet: true,
      },
    ],
    summary: ["run now and wait: bring new rows", "今すぐ同期して終了を待つ"],
    examples: [
      "sync postgres-prod-revenue",
      "sync --source postgres://reader@db.example/shop --into duckdb:warehouse.duckdb --stream public.orders",
    ],
    timeoutMs: null,
    events: true,
    stopsGently: true,
    load: async () => (await import("../run/sync.ts")).sync,
  }),
  command("mappers preview", {
    args: [{ name: "name", required: true, completes: "connection" }],
    flags: [streamFilter, { name: "rows", value: "n", help: ["rows to sample", "サンプルの行数"] }],
    summary: [
      "before and after the mappers on sample rows, nothing stored",
      "マッパーの前後をサンプル行で表示 (保存しない)",
    ],
    examples: [
      "mappers preview postgres-prod-revenue",
      "mappers preview postgres-prod-revenue --stream customers",
    ],
    load: async () => (await import("../run/mappers.ts")).mappersPreview,
  }),
  command("query", {
    args: [{ name: "sql", required: true }],
    flags: [
      { name: "csv", help: ["CSV", "CSV で出力"] },
      {
        name: "destination",
        value: "name",
        completes: "destination",
        help: ["another destination than the default", "既定以外の送信先"],
      },
      { name: "limit", value: "n", help: ["at most this many rows", "最大行数"] },
    ],
    summary: ["read the warehouse, read-only", "ウェアハウスを読む (読み取り専用)"],
    examples: [
      'query "select count(*) from main.demo_shop_orders"',
      'query "select * from _revos.ledger" --csv',
    ],
    freeText: true,
    load: async () => (await import("../run/query.ts")).query,
  }),
];
