// Commands that make or look after a project: init, demo, doctor, config, schema, completion, help.
import { command } from "../command.ts";

export const projectCommands = [
  command("init", {
    args: [{ name: "dir", completes: "dir" }],
    flags: [
      {
        name: "name",
        value: "name",
        help: ["project name (default: the folder's)", "プロジェクト名 (既定はフォルダー名)"],
      },
    ],
    summary: [
      "make a project folder: revos.yaml, connections/, .gitignore",
      "プロジェクトを作る (revos.yaml, connections/, .gitignore)",
    ],
    examples: ["init shop-analytics", "init . --name shop"],
    load: async () => (await import("../run/init.ts")).init,
  }),
  command("demo", {
    args: [{ name: "dir", completes: "dir" }],
    flags: [
      {
        name: "warehouse",
        value: "kind",
        choices: ["duckdb", "postgres"],
        help: [
          "where the shop lands: a DuckDB file, or a second database of the demo's Postgres",
          "読み込み先: DuckDB ファイル、またはデモの Postgres の別データベース",
        ],
      },
      {
        name: "serve",
        help: ["open the web UI afterwards", "終了後に Web UI を開く"],
        notYet: true,
      },
    ],
    summary: [
      "load a shop from a real Postgres into DuckDB, end to end",
      "本物の Postgres から DuckDB まで、デモを通しで実行",
    ],
    examples: ["demo", "demo shop-analytics", "demo --warehouse postgres shop-in-postgres"],
    timeoutMs: null,
    stopsGently: true,
    load: async () => (await import("../run/demo.ts")).demo,
  }),
  command("doctor", {
    summary: [
      "check versions, paths, store, disk, terminal",
      "バージョン、パス、ストア、ディスク、端末を点検",
    ],
    examples: ["doctor", "doctor --json"],
    load: async () => (await import("../run/doctor.ts")).doctor,
  }),
  command("config list", {
    summary: ["settings of the project", "プロジェクトの設定"],
    examples: ["config list", "config list --json"],
    load: async () => (await import("../run/config.ts")).configList,
  }),
  command("config get", {
    args: [{ name: "key", required: true }],
    summary: ["one setting", "設定を 1 つ表示"],
    examples: ["config get destination", "config get destination --json"],
    load: async () => (await import("../run/config.ts")).configGet,
  }),
  command("config set", {
    args: [
      { name: "key", required: true },
      { name: "value", required: true },
    ],
    summary: ["change a setting in revos.yaml", "revos.yaml の設定を変える"],
    examples: ["config set destination warehouse", "config set memory 768"],
    load: async () => (await import("../run/config.ts")).configSet,
  }),
  command("config rotate-key", {
    summary: [
      "seal all credentials with a new key (old: REVOS_OLD_KEY, new: REVOS_KEY)",
      "認証情報を新しい鍵で暗号化し直す (旧: REVOS_OLD_KEY、新: REVOS_KEY)",
    ],
    examples: ["config rotate-key", "config rotate-key --json"],
    load: async () => (await import("../run/config.ts")).configRotateKey,
  }),
  command("config path", {
    summary: ["where the settings stand", "設定ファイルの場所"],
    examples: ["config path", "config path --json"],
    load: async () => (await import("../run/config.ts")).configPath,
  }),
  command("schema", {
    args: [{ name: "kind", required: true }],
    summary: [
      "JSON Schema of a resource, a result or an error",
      "リソース、結果、エラーの JSON Schema",
    ],
    examples: ["schema Connection", "schema Run"],
    load: async () => (await import("../run/schema.ts")).schema,
  }),
  command("completion", {
    args: [{ name: "shell", required: true, choices: ["bash", "zsh", "fish", "pwsh"] }],
    summary: [
      "script that completes commands, flags and names",
      "コマンド、フラグ、名前を補完するスクリプト",
    ],
    examples: ["completion bash", "completion zsh"],
    load: async () => (await import("../run/completion.ts")).completion,
  }),
  command("help", {
    args: [{ name: "topic", many: true, completes: "topic" }],
    flags: [{ name: "all", help: ["every flag", "すべてのフラグ"] }],
    summary: [
      "help for a command, a topic, an error code or a rule",
      "コマンド、トピック、エラーコード、設計規則の説明",
    ],
    examples: ["help sync", "help exit-codes", "help config.cursor_missing", "help MODE-03"],
    load: async () => (await import("../run/help.ts")).help,
  }),
];
