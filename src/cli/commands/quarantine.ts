// Rows held back: look at them, correct them, let them pass, give them up, try them again.
import { command, type Argument, type Flag } from "../command.ts";

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

export const quarantineCommands = [
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
];
