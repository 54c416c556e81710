// Daily work: status, sync, runs, checkpoints, quarantine, mappers, query.
import { command, type Argument, type Flag } from "../command.ts";

const run: Argument = { name: "id", required: true, completes: "run" };
const group: Argument = { name: "group", required: true, completes: "group" };
const reveal: Flag = {
  name: "reveal",
  help: ["show values unmasked (recorded)", "値を伏せずに表示 (記録される)"],
};
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
  command("runs list", {
    flags: [
      {
        name: "connection",
        value: "name",
        completes: "connection",
        help: ["only of this connection", "この接続だけ"],
      },
      {
        name: "state",
        value: "state",
        help: [
          "ok, partial, held, failed, stopped, running",
          "ok, partial, held, failed, stopped, running",
        ],
      },
      { name: "limit", value: "n", help: ["at most this many", "最大件数"] },
      { name: "since", value: "time", help: ["started after this time", "この時刻以降に開始"] },
    ],
    summary: ["runs, newest first", "実行の一覧 (新しい順)"],
    examples: ["runs list", "runs list --connection postgres-prod-revenue --limit 5"],
    load: async () => (await import("../run/runs.ts")).runsList,
  }),
  command("runs show", {
    args: [run],
    summary: ["one run: streams, books, gates", "実行の詳細 (ストリーム、件数の照合、品質ゲート)"],
    examples: ["runs show run_01jd8w", "runs show run_01jd8w --json"],
    load: async () => (await import("../run/runs.ts")).runsShow,
  }),
  command("runs watch", {
    args: [run],
    summary: ["follow a run; Ctrl-C leaves it alone", "実行を見守る (Ctrl-C で実行は止まらない)"],
    examples: ["runs watch run_01jd8w", "runs watch run_01jd8w --ndjson"],
    timeoutMs: null,
    events: true,
    load: async () => (await import("../run/runs.ts")).runsWatch,
  }),
  command("runs logs", {
    args: [run],
    flags: [
      streamFilter,
      {
        name: "level",
        value: "level",
        choices: ["debug", "info", "warn", "error"],
        help: ["this level and above", "このレベル以上"],
      },
      { name: "follow", help: ["go on until the run ends", "終了まで追う"], notYet: true },
    ],
    summary: ["log of a run", "実行のログ"],
    examples: ["runs logs run_01jd8w", "runs logs run_01jd8w --level warn"],
    load: async () => (await import("../run/runs.ts")).runsLogs,
  }),
  command("runs cancel", {
    args: [run],
    summary: ["ask a run to stop after its batch", "実行を次の区切りで止める"],
    examples: ["runs cancel run_01jd8w", "runs cancel run_01jd8w --json"],
    load: async () => (await import("../run/runs.ts")).runsCancel,
  }),
  command("runs retry", {
    args: [run],
    summary: ["run the streams again that did not make it", "完了しなかったストリームを再実行"],
    examples: ["runs retry run_01jd8w", "runs retry run_01jd8w --json"],
    timeoutMs: null,
    events: true,
    stopsGently: true,
    load: async () => (await import("../run/runs.ts")).runsRetry,
  }),
  command("checkpoints list", {
    args: [{ name: "name", completes: "connection" }],
    summary: [
      "stored progress per stream and lane, and what is safe",
      "ストリームごとの進捗と安全な操作",
    ],
    examples: ["checkpoints list", "checkpoints list postgres-prod-revenue --json"],
    load: async () => (await import("../run/checkpoints.ts")).checkpointsList,
  }),
  command("quarantine list", {
    args: [{ name: "name", completes: "connection" }],
    flags: [
      { name: "rows", help: ["rows instead of groups", "グループではなく行を表示"] },
      streamFilter,
      { name: "reason", value: "rule", help: ["only this rule", "この規則だけ"] },
      {
        name: "status",
        value: "status",
        choices: ["held", "replayed", "waived", "discarded"],
        help: [
          "held (default), replayed, waived, discarded",
          "held (既定), replayed, waived, discarded",
        ],
      },
      { name: "since", value: "time", help: ["held after this time", "この時刻以降"] },
      { name: "sample", value: "n", help: ["at most this many rows", "最大行数"] },
      reveal,
    ],
    summary: ["rows held back, grouped by reason", "隔離された行 (理由ごと)"],
    examples: ["quarantine list", "quarantine list postgres-prod-revenue --rows"],
    load: async () => (await import("../run/quarantine.ts")).quarantineList,
  }),
  command("quarantine show", {
    args: [{ name: "group|row", required: true, completes: "group" }],
    flags: [reveal],
    summary: ["one group or row", "グループまたは行の詳細"],
    examples: ["quarantine show q_orders-amount-1", "quarantine show q_orders-amount-1 --json"],
    load: async () => (await import("../run/quarantine.ts")).quarantineShow,
  }),
  command("quarantine edit", {
    args: [{ name: "row", required: true }],
    flags: [
      {
        name: "set",
        value: "column=value",
        many: true,
        help: [
          "new value (empty after = is text, @null is NULL)",
          "新しい値 (= の後が空なら空文字、@null は NULL)",
        ],
      },
      {
        name: "fix",
        value: "file|-",
        completes: "file",
        help: ["YAML with set: {column: value}", "set: {列: 値} の YAML"],
      },
    ],
    summary: ["correct the values of a held row", "隔離行の値を直す"],
    examples: [
      "quarantine edit row_9x2 --set amount=12.50",
      "quarantine edit row_9x2 --set amount=@null",
    ],
    load: async () => (await import("../run/quarantine-change.ts")).quarantineEdit,
  }),
  command("quarantine waive", {
    args: [group],
    flags: [
      { name: "until", value: "date", help: ["until this date", "この日まで"] },
      { name: "reason", value: "text", help: ["why (recorded)", "理由 (記録される)"] },
    ],
    summary: ["let the rows of a group pass, with a reason", "理由を付けて通過を許可"],
    examples: [
      'quarantine waive q_orders-amount-1 --reason "known, fixed upstream"',
      'quarantine waive q_orders-amount-1 --until 2026-12-31 --reason "migration"',
    ],
    load: async () => (await import("../run/quarantine-change.ts")).quarantineWaive,
  }),
  command("quarantine discard", {
    args: [group],
    flags: [{ name: "reason", value: "text", help: ["why (recorded)", "理由 (記録される)"] }],
    summary: ["give the rows of a group up", "グループの行を破棄"],
    examples: [
      'quarantine discard q_orders-amount-1 --reason "test rows"',
      'quarantine discard q_orders-amount-1 --reason "test rows" --confirm q_orders-amount-1',
    ],
    load: async () => (await import("../run/quarantine-change.ts")).quarantineDiscard,
  }),
  command("quarantine export", {
    args: [group],
    flags: [
      {
        name: "out",
        short: "o",
        value: "file",
        completes: "file",
        help: ["file (default: stdout)", "出力ファイル (既定は stdout)"],
      },
      { name: "csv", help: ["CSV instead of JSON lines", "JSON Lines ではなく CSV"] },
      reveal,
    ],
    summary: [
      "rows of a group as JSON lines or CSV",
      "グループの行を JSON Lines または CSV で出力",
    ],
    examples: [
      "quarantine export q_orders-amount-1 --csv",
      "quarantine export q_orders-amount-1 -o rows.jsonl",
    ],
    load: async () => (await import("../run/quarantine-export.ts")).quarantineExport,
  }),
  command("quarantine replay", {
    args: [{ name: "group|name", required: true, completes: "group" }],
    flags: [
      { name: "dry-run", help: ["write nothing", "書き込まない"] },
      {
        name: "fix",
        value: "file|-",
        completes: "file",
        help: ["YAML: set: {column: value}, where: condition", "YAML: set: {列: 値}, where: 条件"],
      },
      { name: "limit", value: "n", help: ["at most this many rows", "最大行数"] },
    ],
    summary: ["try held rows again through mappers and checks", "隔離行をもう一度処理する"],
    examples: [
      "quarantine replay q_orders-amount-1 --dry-run",
      "quarantine replay q_orders-amount-1 --fix fix.yaml",
    ],
    timeoutMs: null,
    stopsGently: true,
    load: async () => (await import("../run/quarantine-replay.ts")).quarantineReplay,
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
