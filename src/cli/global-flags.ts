// Flags that every command takes, before or after it. ux.md §2.2.
import type { Flag } from "./command.ts";

export const globalFlags: readonly Flag[] = [
  {
    name: "json",
    value: "fields",
    optional: true,
    help: [
      "one JSON document on stdout; --json=a,b picks fields",
      "stdout に JSON を 1 つ出力 (--json=a,b で項目を選択)",
    ],
  },
  {
    name: "ndjson",
    help: [
      "events as JSON, one per line; the last is the result",
      "イベントを 1 行 1 JSON で出力 (最後の行が結果)",
    ],
  },
  {
    name: "plain",
    help: ["tab-separated, no header, no cutting", "タブ区切り、見出しなし、省略なし"],
  },
  { name: "quiet", short: "q", help: ["less on stderr", "stderr の出力を減らす"] },
  {
    name: "verbose",
    short: "v",
    many: true,
    help: ["more on stderr (-vv for all)", "stderr の出力を増やす (-vv で全部)"],
  },
  {
    name: "log-file",
    value: "file",
    completes: "file",
    help: ["write the full log to a file", "詳細なログをファイルに書く"],
  },
  {
    name: "color",
    value: "when",
    choices: ["auto", "always", "never"],
    help: ["colour: auto, always, never", "色: auto, always, never"],
  },
  { name: "no-color", help: ["same as --color never", "--color never と同じ"] },
  {
    name: "no-input",
    help: ["never ask; a missing answer is exit 7", "質問しない (答えが無いと終了コード 7)"],
  },
  {
    name: "yes",
    short: "y",
    help: ["level-2 consent: do what was shown", "レベル 2 の同意 (表示した内容を実行)"],
  },
  {
    name: "confirm",
    value: "text",
    help: [
      "level-3 consent: the name or plan hash, typed",
      "レベル 3 の同意 (名前またはプランのハッシュを入力)",
    ],
  },
  {
    name: "lang",
    value: "lang",
    choices: ["en", "ja"],
    help: ["language of human text: en, ja", "表示言語: en, ja"],
  },
  { name: "ascii", help: ["only ASCII glyphs", "記号を ASCII に限る"] },
  {
    name: "accessible",
    help: ["label: value lists, no animation", "「項目: 値」の一覧、動きなし"],
  },
  {
    name: "project",
    short: "C",
    value: "dir",
    completes: "dir",
    help: ["project folder", "プロジェクトのフォルダー"],
  },
  {
    name: "profile",
    value: "name",
    help: ["profile of the project", "プロジェクトのプロファイル"],
  },
  {
    name: "timeout",
    value: "duration",
    help: ["bound for the whole command, e.g. 90s, 10m", "コマンド全体の時間制限 (例 90s, 10m)"],
  },
  {
    name: "tz",
    value: "zone",
    help: ["zone of shown times, e.g. Asia/Tokyo", "表示時刻のタイムゾーン (例 Asia/Tokyo)"],
  },
  { name: "help", short: "h", help: ["help for the command", "コマンドのヘルプ"] },
  { name: "version", help: ["print the version", "バージョンを表示"] },
];
