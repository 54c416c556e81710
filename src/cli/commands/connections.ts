// Connections as code: list, show, propose, pause, resume, delete, diff, apply, pull.
import { command, type Argument } from "../command.ts";

const connection: Argument = { name: "name", required: true, completes: "connection" };
const files: Argument = { name: "path", many: true, completes: "file" };

export const connectionCommands = [
  command("connections list", {
    flags: [
      {
        name: "source",
        value: "id",
        completes: "source",
        help: ["only connections of this source", "このソースの接続だけ"],
      },
      { name: "state", value: "state", help: ["active or paused", "active または paused"] },
      {
        name: "managed",
        value: "by",
        choices: ["file", "ui"],
        help: ["file or ui", "file または ui"],
        notYet: true,
      },
    ],
    summary: ["connections that were applied", "適用済みの接続"],
    examples: ["connections list", "connections list --json"],
    load: async () => (await import("../run/connections.ts")).connectionsList,
  }),
  command("connections show", {
    args: [connection],
    summary: ["one connection in full", "接続の詳細"],
    examples: [
      "connections show postgres-prod-revenue",
      "connections show postgres-prod-revenue --json",
    ],
    load: async () => (await import("../run/connections.ts")).connectionsShow,
  }),
  command("connections propose", {
    args: [{ name: "source-id", completes: "source" }],
    flags: [
      { name: "goal", value: "words", help: ["what you want to analyse", "何を分析したいか"] },
      { name: "accept-streams", help: ["confirmation point 1: yes", "確認ポイント 1 に同意"] },
      {
        name: "streams",
        value: "a,b",
        help: ["confirmation point 1: exactly these", "確認ポイント 1: これらだけを選ぶ"],
      },
      {
        name: "set",
        value: "stream.key=value",
        many: true,
        help: [
          "syncMode, cursorField or primaryKey of a stream",
          "ストリームの syncMode, cursorField, primaryKey",
        ],
      },
      { name: "accept-modes", help: ["confirmation point 2: yes", "確認ポイント 2 に同意"] },
      { name: "hash-pii", help: ["personal data: hash it", "個人データをハッシュ化"] },
      {
        name: "pii-clear",
        help: ["personal data: load it in clear", "個人データをそのまま読み込む"],
      },
      { name: "pii-drop", help: ["personal data: leave it out", "個人データを除外"] },
      {
        name: "name",
        value: "slug",
        help: ["file name and metadata.name", "ファイル名と metadata.name"],
      },
      {
        name: "label",
        value: "text",
        help: ["label for people (spec.name)", "表示名 (spec.name)"],
      },
      {
        name: "schedule",
        value: "every",
        help: ["24h, a cron line or manual", "24h、cron 式、manual"],
      },
      { name: "owner", value: "who", help: ["who answers for the data", "責任者"] },
      { name: "write", help: ["write the file without asking", "確認せずファイルを書く"] },
      { name: "overwrite", help: ["replace a file of that name", "同名のファイルを上書き"] },
      { name: "resume", value: "proposal", help: ["go on with a proposal", "提案を続きから"] },
      {
        name: "dropped",
        help: ["every stream left out, with the rule", "除外したストリームと規則をすべて表示"],
      },
      {
        name: "reply",
        value: "words",
        help: ["answer to confirmation point 1 in words", "確認ポイント 1 への言葉での返答"],
      },
      {
        name: "discovery",
        value: "file|-",
        completes: "file",
        help: [
          "propose offline from this answer of list-streams",
          "list-streams の結果からオフラインで提案",
        ],
      },
      {
        name: "source-kind",
        value: "kind",
        choices: ["database", "saas"],
        help: ["database or saas (offline)", "database または saas (オフライン)"],
      },
      {
        name: "connector",
        value: "kind",
        help: ["connector of the source (offline)", "ソースのコネクター (オフライン)"],
      },
      {
        name: "source",
        value: "id",
        help: ["id of the source (offline)", "ソースの ID (オフライン)"],
      },
      {
        name: "sources",
        value: "file",
        completes: "file",
        help: [
          "what sources list --json printed (offline)",
          "sources list --json の出力 (オフライン)",
        ],
      },
      {
        name: "connections",
        value: "file",
        completes: "file",
        help: [
          "what connections list --json printed (offline)",
          "connections list --json の出力 (オフライン)",
        ],
      },
    ],
    summary: [
      "choose streams and modes for a goal, then write the YAML",
      "目的に合うストリームと同期モードを選び、YAML を書く",
    ],
    examples: [
      "connections propose src_7kq2m9",
      'connections propose src_7kq2m9 --goal "revenue per customer" --accept-streams --accept-modes --hash-pii --write',
    ],
    timeoutMs: 600_000,
    load: async () => (await import("../run/propose.ts")).propose,
  }),
  command("connections pause", {
    args: [connection],
    summary: ["stop scheduled runs", "定期実行を止める"],
    examples: [
      "connections pause postgres-prod-revenue",
      "connections pause postgres-prod-revenue --json",
    ],
    load: async () => (await import("../run/connections.ts")).connectionsPause,
  }),
  command("connections resume", {
    args: [connection],
    summary: ["let scheduled runs go on", "定期実行を再開"],
    examples: [
      "connections resume postgres-prod-revenue",
      "connections resume postgres-prod-revenue --json",
    ],
    load: async () => (await import("../run/connections.ts")).connectionsResume,
  }),
  command("connections delete", {
    args: [connection],
    summary: ["delete a connection; its tables stay", "接続を削除 (テーブルは残る)"],
    examples: [
      "connections delete hubspot-old",
      "connections delete hubspot-old --confirm hubspot-old",
    ],
    load: async () => (await import("../run/connections.ts")).connectionsDelete,
  }),
  command("diff", {
    args: [files],
    flags: [
      { name: "exit-code", help: ["exit 10 when there are changes", "変更があれば終了コード 10"] },
      {
        name: "out",
        short: "o",
        value: "file",
        completes: "file",
        help: ["save the plan", "プランを保存"],
      },
      { name: "full", help: ["show unchanged values too", "変わらない値も表示"] },
      { name: "no-estimate", help: ["do not estimate rows", "行数を見積もらない"] },
      {
        name: "offline",
        help: ["check one file against files only", "ファイルだけで 1 つの YAML を検査"],
      },
      {
        name: "discovery",
        value: "file",
        completes: "file",
        help: [
          "what list-streams --json printed (offline)",
          "list-streams --json の出力 (オフライン)",
        ],
      },
      {
        name: "sources",
        value: "file",
        completes: "file",
        help: [
          "what sources list --json printed (offline)",
          "sources list --json の出力 (オフライン)",
        ],
      },
      {
        name: "connections",
        value: "file",
        completes: "file",
        help: [
          "what connections list --json printed (offline)",
          "connections list --json の出力 (オフライン)",
        ],
      },
    ],
    summary: ["check the files and show what apply would do", "ファイルを検査し、適用内容を表示"],
    examples: ["diff", "diff connections/postgres-prod-revenue.yaml --exit-code"],
    load: async () => (await import("../run/diff.ts")).diff,
  }),
  command("apply", {
    args: [files],
    flags: [
      { name: "plan", value: "hash", help: ["do exactly this plan", "このプランだけを実行"] },
      {
        name: "only",
        value: "name",
        completes: "connection",
        help: ["only this connection", "この接続だけ"],
      },
      {
        name: "no-write-back",
        help: ["do not write id and prefix into the file", "ID と prefix をファイルに書き戻さない"],
      },
      { name: "drop-data", help: ["also drop tables", "テーブルも削除"], notYet: true },
    ],
    summary: [
      "do a plan: create, update, resume connections",
      "プランを実行 (接続の作成、更新、再開)",
    ],
    examples: ["apply", "apply --yes"],
    timeoutMs: 600_000,
    events: true,
    load: async () => (await import("../run/apply.ts")).apply,
  }),
  command("pull", {
    args: [{ name: "name", many: true, completes: "connection" }],
    flags: [
      { name: "all", help: ["every connection", "すべての接続"] },
      {
        name: "force",
        short: "f",
        help: ["replace files that differ", "異なるファイルを置き換える"],
      },
      {
        name: "check",
        help: ["write nothing; exit 10 when files differ", "書き込まず、差があれば終了コード 10"],
      },
      { name: "stdout", help: ["print the YAML instead of writing it", "書き込まず YAML を表示"] },
    ],
    summary: [
      "server to connections/*.yaml, comments kept",
      "接続を connections/*.yaml に取り込む (コメントは保持)",
    ],
    examples: ["pull hubspot-sales", "pull --all --check"],
    load: async () => (await import("../run/pull.ts")).pull,
  }),
];
