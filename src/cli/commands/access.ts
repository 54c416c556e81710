// Commands about who you are and what can be connected: auth, connectors, sources, destinations.
import { command, type Argument } from "../command.ts";

const sourceId: Argument = { name: "id", required: true, completes: "source" };

export const accessCommands = [
  command("auth status", {
    flags: [{ name: "check", help: ["only set the exit code", "終了コードだけを返す"] }],
    summary: [
      "who is signed in, where (embedded mode needs no sign-in)",
      "サインインの状態 (組み込みモードでは不要)",
    ],
    examples: ["auth status", "auth status --json"],
    load: async () => (await import("../run/auth.ts")).authStatus,
  }),
  command("auth login", {
    flags: [
      {
        name: "server",
        value: "url",
        help: ["address of a team server", "チームサーバーのアドレス"],
      },
      { name: "token-stdin", help: ["read a token from stdin", "標準入力からトークンを読む"] },
      {
        name: "no-browser",
        help: ["print the address instead of opening it", "ブラウザーを開かずアドレスを表示"],
      },
    ],
    summary: ["sign in to a team server", "チームサーバーにサインイン"],
    examples: ["auth login", "auth login --server https://revos.example.com"],
    load: async () => (await import("../run/auth.ts")).authLogin,
  }),
  command("auth logout", {
    summary: ["sign out", "サインアウト"],
    examples: ["auth logout", "auth logout --json"],
    load: async () => (await import("../run/auth.ts")).authLogout,
  }),
  command("connectors list", {
    summary: ["kinds of systems that can be connected", "接続できるシステムの種類"],
    examples: ["connectors list", "connectors list --json"],
    load: async () => (await import("../run/connectors.ts")).connectorsList,
  }),
  command("connectors show", {
    args: [{ name: "kind", required: true }],
    summary: ["what a connector can do, and its config", "コネクターの機能と設定項目"],
    examples: ["connectors show postgres", "connectors show file --json"],
    load: async () => (await import("../run/connectors.ts")).connectorsShow,
  }),
  command("sources list", {
    flags: [
      { name: "kind", value: "kind", help: ["only this kind", "この種類だけ"] },
      { name: "state", value: "state", help: ["only this state", "この状態だけ"] },
    ],
    summary: ["sources and their ids", "ソースと ID"],
    examples: ["sources list", "sources list --json"],
    load: async () => (await import("../run/sources.ts")).sourcesList,
  }),
  command("sources show", {
    args: [sourceId],
    summary: ["one source, secrets hidden", "ソースの詳細 (秘密は伏せる)"],
    examples: ["sources show src_7kq2m9", "sources show src_7kq2m9 --json"],
    load: async () => (await import("../run/sources.ts")).sourcesShow,
  }),
  command("sources create", {
    flags: [
      { name: "connector", value: "kind", help: ["kind of system", "システムの種類"] },
      { name: "name", value: "name", help: ["name for people", "表示名"] },
      {
        name: "config",
        value: "file|-",
        completes: "file",
        help: ["YAML or JSON file, - for stdin", "YAML または JSON のファイル (- は標準入力)"],
      },
      { name: "skip-test", help: ["do not try to connect", "接続テストを省く"] },
      { name: "no-browser", help: ["do not open a browser", "ブラウザーを開かない"] },
      {
        name: "wait",
        value: "duration",
        help: ["wait for the form", "フォームの完了を待つ"],
        notYet: true,
      },
    ],
    summary: [
      "connect a system (headless: --connector --name --config)",
      "システムを接続する (--connector --name --config)",
    ],
    examples: [
      "sources create --connector postgres --name shop-prod --config shop.yaml",
      "sources create --connector file --name exports --config -",
    ],
    load: async () => (await import("../run/sources-create.ts")).sourcesCreate,
  }),
  command("sources test", {
    args: [sourceId],
    flags: [{ name: "step", value: "name", help: ["only up to this step", "このステップまで"] }],
    summary: ["check a source step by step", "ソースへの接続を段階ごとに確認"],
    examples: ["sources test src_7kq2m9", "sources test src_7kq2m9 --step tls"],
    load: async () => (await import("../run/sources.ts")).sourcesTest,
  }),
  command("sources rename", {
    args: [sourceId, { name: "name", required: true }],
    summary: ["give a source another name", "ソースの名前を変える"],
    examples: ["sources rename src_7kq2m9 shop-eu", "sources rename src_7kq2m9 shop-eu --json"],
    load: async () => (await import("../run/sources.ts")).sourcesRename,
  }),
  command("sources delete", {
    args: [sourceId],
    summary: ["forget a source and its credentials", "ソースと認証情報を削除"],
    examples: ["sources delete src_7kq2m9", "sources delete src_7kq2m9 --yes"],
    load: async () => (await import("../run/sources.ts")).sourcesDelete,
  }),
  command("sources list-streams", {
    args: [sourceId],
    flags: [
      {
        name: "search",
        value: "text",
        help: ["only names that contain the text", "名前に文字列を含むものだけ"],
      },
      { name: "namespace", value: "name", help: ["only this namespace", "このネームスペースだけ"] },
      {
        name: "mode",
        value: "mode",
        help: ["only streams that offer the mode", "この同期モードを持つものだけ"],
      },
      { name: "all", help: ["every row of the table", "表の全行"] },
      { name: "refresh", help: ["read the source again", "ソースを読み直す"] },
      {
        name: "max-age",
        value: "duration",
        help: ["oldest answer to accept (default 24h)", "許容する検出結果の古さ (既定 24h)"],
      },
    ],
    summary: [
      "streams of a source, with modes, cursor and key",
      "ソースのストリーム (同期モード、カーソル、キー)",
    ],
    examples: ["sources list-streams src_7kq2m9", "sources list-streams src_7kq2m9 --json"],
    timeoutMs: 600_000,
    load: async () => (await import("../run/list-streams.ts")).listStreams,
  }),
  command("destinations list", {
    summary: ["where rows can land", "送信先の一覧"],
    examples: ["destinations list", "destinations list --json"],
    load: async () => (await import("../run/destinations.ts")).destinationsList,
  }),
  command("destinations show", {
    args: [{ name: "name", required: true, completes: "destination" }],
    summary: ["one destination, secrets hidden", "送信先の詳細 (秘密は伏せる)"],
    examples: ["destinations show warehouse", "destinations show warehouse --json"],
    load: async () => (await import("../run/destinations.ts")).destinationsShow,
  }),
  command("destinations create", {
    flags: [
      { name: "connector", value: "kind", help: ["kind of system", "システムの種類"] },
      { name: "name", value: "name", help: ["name", "名前"] },
      {
        name: "config",
        value: "file|-",
        completes: "file",
        help: ["YAML or JSON file, - for stdin", "YAML または JSON のファイル (- は標準入力)"],
      },
    ],
    summary: ["add a destination", "送信先を追加"],
    examples: [
      "destinations create --connector duckdb --name lake --config lake.yaml",
      "destinations create --connector duckdb --name lake --config -",
    ],
    load: async () => (await import("../run/destinations.ts")).destinationsCreate,
  }),
  command("destinations test", {
    args: [{ name: "name", required: true, completes: "destination" }],
    summary: ["check a destination step by step", "送信先を段階ごとに確認"],
    examples: ["destinations test warehouse", "destinations test warehouse --json"],
    load: async () => (await import("../run/destinations.ts")).destinationsTest,
  }),
];
