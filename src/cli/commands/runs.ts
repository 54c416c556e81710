// What ran and how far it came: runs, checkpoints.
import { command, type Argument, type Flag } from "../command.ts";

const run: Argument = { name: "id", required: true, completes: "run" };
const streamFilter: Flag = {
  name: "stream",
  value: "name",
  completes: "stream",
  help: ["only this stream", "このストリームだけ"],
};

export const runCommands = [
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
        help: ["this level and above (info)", "このレベル以上 (既定 info)"],
      },
      { name: "follow", help: ["go on until the run ends", "終了まで追う"] },
    ],
    summary: ["what a run did, in order", "実行の記録 (時系列)"],
    examples: ["runs logs run_01jd8w", "runs logs run_01jd8w --follow"],
    timeoutMs: null,
    load: async () => (await import("../run/runs-logs.ts")).runsLogs,
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
];
