// What changes the past: backfill, replay, rollback. Each is a plan first; exactly that plan is done after a yes.
import { command, type Argument, type Flag } from "../command.ts";

const name: Argument = { name: "name", required: true, completes: "connection" };

const streams: Flag = {
  name: "stream",
  value: "name",
  many: true,
  completes: "stream",
  help: ["of this stream (repeatable)", "対象のストリーム (複数可)"],
};
const plan: Flag = {
  name: "plan",
  value: "id",
  help: ["do this plan, as it was shown", "表示済みのこのプランを実行"],
};
const dryRun: Flag = {
  name: "dry-run",
  help: ["show the plan, do nothing", "プランを表示するだけ"],
};
const maxQuarantine: Flag = {
  name: "max-quarantine",
  value: "n|%",
  help: ["limit of held rows before a part is held", "部分が保留になる隔離行の上限"],
};

export const rewriteCommands = [
  command("backfill", {
    args: [name],
    flags: [
      streams,
      {
        name: "from",
        value: "time|number",
        help: ["from here on, this included", "ここから (この値を含む)"],
      },
      {
        name: "to",
        value: "time|number",
        help: ["up to here, this not included", "ここまで (この値を含まない)"],
      },
      {
        name: "where",
        value: "sql",
        help: [
          "only these rows: a condition in the source's SQL",
          "この条件の行だけ (ソースの SQL)",
        ],
      },
      {
        name: "partitions",
        value: "list",
        help: [
          "these: 2026-03-01,2026-03-05..2026-03-07 or 2026-03",
          "この区切りだけ: 2026-03-01,2026-03-05..2026-03-07 や 2026-03",
        ],
      },
      {
        name: "only",
        value: "failed,missing",
        help: [
          "parts that an earlier backfill did not finish, or that the table does not have",
          "以前に終わらなかった部分、またはテーブルにない部分だけ",
        ],
      },
      {
        name: "window",
        value: "unit",
        help: [
          "hour, day, week, month, year, none; a whole number for number columns",
          "hour, day, week, month, year, none。数値の列では整数",
        ],
      },
      {
        name: "by",
        value: "column",
        help: [
          "the column of the range (else event time, else cursor)",
          "範囲を決める列 (省略時はイベント時刻、なければカーソル)",
        ],
      },
      {
        name: "timezone",
        value: "zone",
        help: ["zone of days and times (UTC)", "日付と時刻のタイムゾーン (既定は UTC)"],
      },
      plan,
      dryRun,
      maxQuarantine,
      {
        name: "rate",
        value: "rows/s",
        help: ["read at most this fast", "読み込み速度の上限"],
        notYet: true,
      },
      {
        name: "parallel",
        value: "n",
        help: ["parts at a time", "同時に処理する部分の数"],
        notYet: true,
      },
      { name: "detach", help: ["return at once", "すぐに戻る"], notYet: true },
    ],
    summary: [
      "load a past range or the whole stream again, beside the live path",
      "過去の範囲や全体を、ライブとは別に読み込み直す",
    ],
    examples: [
      "backfill postgres-prod-revenue --stream orders --from 2026-03-01 --to 2026-04-01 --dry-run",
      "backfill postgres-prod-revenue --stream orders --only failed,missing --yes",
    ],
    timeoutMs: null,
    events: true,
    stopsGently: true,
    load: async () => (await import("../run/backfill.ts")).backfill,
  }),
  command("backfill list", {
    args: [{ name: "name", completes: "connection" }],
    summary: [
      "backfills, replays and rollbacks, newest first",
      "バックフィル、リプレイ、ロールバックの一覧 (新しい順)",
    ],
    examples: ["backfill list", "backfill list postgres-prod-revenue --json"],
    load: async () => (await import("../run/backfill-list.ts")).backfillList,
  }),
  command("backfill rollback", {
    args: [{ name: "run", required: true, completes: "run" }],
    flags: [plan, dryRun],
    summary: [
      "put back what a backfill or replay replaced",
      "バックフィルやリプレイで置き換えた行を元に戻す",
    ],
    examples: ["backfill rollback run_01jd8w --dry-run", "backfill rollback run_01jd8w --yes"],
    timeoutMs: null,
    load: async () => (await import("../run/backfill.ts")).rollback,
  }),
  command("replay", {
    args: [name],
    flags: [
      streams,
      {
        name: "run",
        value: "id",
        completes: "run",
        help: ["the raw of this run alone", "この実行の生データだけ"],
      },
      {
        name: "from",
        value: "time",
        help: ["raw read from here on", "この時刻以降に読んだ生データ"],
      },
      {
        name: "to",
        value: "time",
        help: ["raw read before this", "この時刻より前に読んだ生データ"],
      },
      plan,
      dryRun,
      maxQuarantine,
      {
        name: "target",
        value: "where",
        choices: ["live"],
        help: [
          "each part is loaded beside and published in one step (live)",
          "部分ごとに別に読み込み、一度に公開 (live)",
        ],
      },
    ],
    summary: [
      "process kept raw data again through today's mappers, without the source",
      "保存した生データを今のマッパーで処理し直す (ソースは読まない)",
    ],
    examples: [
      "replay postgres-prod-revenue --dry-run",
      "replay postgres-prod-revenue --run run_01jd8w --yes",
    ],
    timeoutMs: null,
    events: true,
    stopsGently: true,
    load: async () => (await import("../run/backfill.ts")).replay,
  }),
];
