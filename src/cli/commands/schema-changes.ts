// Changes of a source's schema: look at them, take them, leave them.
import { command, type Flag } from "../command.ts";

const plan: Flag = {
  name: "plan",
  value: "hash",
  help: ["do exactly this plan", "このプランだけを実行"],
};
const dry: Flag = {
  name: "dry-run",
  help: ["show what it would do, change nothing", "内容の表示だけで何も変更しない"],
};
const policy: Flag = {
  name: "policy",
  value: "remember",
  choices: ["remember"],
  help: [
    "decide changes of this kind of this stream like this from now on",
    "このストリームの同種の変更を今後も同じ扱いにする",
  ],
};

export const schemaChangeCommands = [
  command("schema-changes list", {
    args: [{ name: "name", completes: "connection" }],
    flags: [
      {
        name: "state",
        value: "state",
        choices: ["open", "accepted", "ignored", "gone", "all"],
        help: [
          "open (default), accepted, ignored, gone, all",
          "open (既定), accepted, ignored, gone, all",
        ],
      },
      {
        name: "stream",
        value: "name",
        completes: "stream",
        help: ["only this stream", "このストリームだけ"],
      },
    ],
    summary: ["changes of sources' schemas", "ソースのスキーマ変更の一覧"],
    examples: ["schema-changes list", "schema-changes list postgres-prod-revenue --state all"],
    load: async () => (await import("../run/schema-changes.ts")).schemaChangesList,
  }),
  command("schema-changes accept", {
    args: [{ name: "id", required: true, completes: "group" }],
    flags: [
      {
        name: "fill",
        help: [
          "read the column once more for rows that are loaded already (shows the cost)",
          "読み込み済みの行にも列の値を入れる (読み込む量を表示)",
        ],
      },
      {
        name: "pii",
        value: "how",
        choices: ["hash", "drop", "clear"],
        help: [
          "personal data of a new stream: hash, drop, clear",
          "新しいストリームの個人データ: hash, drop, clear",
        ],
      },
      policy,
      plan,
      dry,
    ],
    summary: ["take a change, after showing what it does", "変更を受け入れる (影響を表示)"],
    examples: [
      "schema-changes accept sc_3f9a1c20b7de",
      "schema-changes accept sc_3f9a1c20b7de --fill --yes",
    ],
    load: async () => (await import("../run/schema-changes.ts")).schemaChangesAccept,
  }),
  command("schema-changes ignore", {
    args: [{ name: "id", required: true, completes: "group" }],
    flags: [policy, plan, dry],
    summary: ["go on without a change", "変更を無視して続ける"],
    examples: [
      "schema-changes ignore sc_3f9a1c20b7de",
      "schema-changes ignore sc_3f9a1c20b7de --yes",
    ],
    load: async () => (await import("../run/schema-changes.ts")).schemaChangesIgnore,
  }),
];
