// エラー文の型 (日本語)、コマンドラインの部分。Messages about what was typed: flags, arguments, files, names.
import type { Sentence } from "./sentences-ja.ts";

export const sentencesOfCommands: readonly Sentence[] = [
  [
    "--stream is missing: the source has {count} streams ({shown})",
    "--stream がありません: ソースには {count} ストリームあります ({shown})",
  ],
  [
    "The source has no stream that this user may read",
    "このユーザーが読めるストリームがソースにありません",
  ],
  ["{flag} {text}: {name} has no such column", "{flag} {text}: {name} にその列はありません"],
  ["{name} offers no sync mode", "{name} に使える同期モードはありません"],
  ["{name} offers no sync mode: {why}", "{name} に使える同期モードはありません: {why}"],
  ["{mode} is not a sync mode", "{mode} という同期モードはありません"],
  ["{name} does not offer {mode}", "{name} では {mode} を使えません"],
  [
    "{mode} needs {what}, and {stream} shows none",
    "{mode} には{what}が必要ですが、{stream} にはありません",
  ],
  [
    "{columns} looks like personal data, and nothing says what to do with it",
    "{columns} は個人データのようですが、扱いの指定がありません",
  ],
  [
    "{columns} look like personal data, and nothing says what to do with them",
    "{columns} は個人データのようですが、扱いの指定がありません",
  ],
  [
    "The connector {kind} cannot be named by a URI as a {role}",
    "コネクター {kind} は URI で{role}に指定できません",
  ],
  ["The {role} URI is not valid: {what}", "{role}の URI が正しくありません: {what}"],
  [
    "{place} refers to the environment variable {name}, which is not set",
    "{place} が参照する環境変数 {name} が設定されていません",
  ],
  ["The input of {operation} is not valid: {what}", "{operation} の入力が正しくありません: {what}"],
  ["{text} is no limit for quarantine", "{text} は隔離の上限として使えません"],
  [
    "{text} is not a name: parts are joined with dots, and a part that holds a dot stands in double quotes",
    "{text} は名前として読めません。部分はドットでつなぎ、ドットを含む部分は二重引用符で囲みます",
  ],
  [
    "{text} names {count} streams: {names}",
    "{text} に当てはまるストリームが {count} 個あります: {names}",
  ],
  ["--confirm does not name {text}", "--confirm の値が {text} と一致しません"],
  [
    "{what} There is no terminal to ask on, and no flag said yes",
    "{what} 確認できる端末がなく、同意のフラグもありません",
  ],
  ["The file {path} {why!}", "ファイル {path} {why}"],
  ["- reads from stdin, but stdin is a terminal", "- は標準入力から読みますが、標準入力は端末です"],
  ["{what} is not JSON", "{what} は JSON ではありません"],
  ["{file} is not YAML: {what}", "{file} は YAML として読めません ({what})"],
  [
    "{file} holds no keys; a mapping of key: value is needed",
    "{file} にキーがありません。key: value の形で書いてください",
  ],
  [
    "--{name} was given {value}; it takes {wanted}",
    "--{name} の値 {value} は使えません。使えるのは {wanted} です",
  ],
  [
    "revos {command} did not end within {seconds} s",
    "revos {command} は {seconds} 秒以内に終わりませんでした",
  ],
  ["{what} is not part of this version", "{what} はこのバージョンにはありません"],
  ["Team servers are not part of this version", "チームサーバーはこのバージョンにはありません"],
  [
    "--tz {zone} is not a time zone; write one such as Asia/Tokyo",
    "--tz {zone} はタイムゾーンではありません。Asia/Tokyo のように書いてください",
  ],
  [
    "revos {command} has no events; --ndjson is for sync, apply and runs watch",
    "revos {command} にイベントはありません。--ndjson は sync、apply、runs watch で使えます",
  ],
  [
    "--json={field}: no such field. There are {known}",
    "--json={field} という項目はありません。使えるもの: {known}",
  ],
  ["--{name} needs a value: {form}", "--{name} には値が必要です: {form}"],
  ["{typed} is not a flag of revos {command}", "{typed} は revos {command} のフラグではありません"],
  ["{typed} is not a flag", "{typed} というフラグはありません"],
  ["The arguments of revos {command} could not be read", "revos {command} の引数を読み取れません"],
  ["The arguments could not be read", "引数を読み取れません"],
  ["revos {command} needs <{argument}>", "revos {command} には <{argument}> が必要です"],
  ["{value} is not one of {choices}", "{value} は次のどれでもありません: {choices}"],
  ["revos {command} takes no argument {extra}", "revos {command} は引数 {extra} を取りません"],
  ["The project folder {folder} does not exist", "プロジェクトフォルダー {folder} はありません"],
  ["A question could not be asked: there is no terminal", "端末がないため質問できません"],
  ["The input ended before the question was answered", "質問に答える前に入力が終わりました"],
  [
    "{flag} would put a secret on the command line; it can be seen in ps and in the shell's history",
    "{flag} はコマンドラインに秘密を書くことになります。ps やシェルの履歴から見えるため、受け付けません",
  ],
  [
    "A URI on the command line holds a password; it can be seen in ps and in the shell's history",
    "コマンドラインの URI にパスワードが書かれています。ps やシェルの履歴から見えるため、受け付けません",
  ],
  [
    "{what}; it can be seen in ps and in the shell's history",
    "コマンドラインに秘密が書かれています。ps やシェルの履歴から見えるため、受け付けません",
  ],
  ["Could not read the {what}: {problems}", "{what} を読み取れません: {problems}"],
  [
    "The ad hoc form of sync needs --source and --into; {flag} is missing",
    "ファイルなしの sync には --source と --into が必要です。{flag} がありません",
  ],
  [
    "revos sync takes either the name of a connection or --source and --into, not both",
    "revos sync には接続名か、--source と --into の組のどちらか一方だけを指定します",
  ],
  [
    "revos {command} takes one connection; {text} names {count}",
    "revos {command} の対象は接続 1 つです。{text} は {count} 個を指しています",
  ],
  [
    "{key} is not a setting. There are {known}",
    "{key} という設定はありません。使えるもの: {known}",
  ],
  ["{path} is not a stored design", "{path} は保存された設計ではありません"],
  ["--as-of {value} is no day", "--as-of {value} は日付ではありません"],
  [
    "Words and --file were both given; one request is read at a time",
    "文と --file が両方指定されています。一度に読む依頼は 1 つです",
  ],
  ["--answer {what} has no value", "--answer {what} に値がありません"],
  ["revos diff --offline needs {what}", "revos diff --offline には {what} が必要です"],
  [
    "revos diff --offline needs a connection file",
    "revos diff --offline には接続ファイルが必要です",
  ],
  [
    "revos diff --offline takes one connection file",
    "revos diff --offline の接続ファイルは 1 つです",
  ],
  ["There is no help for {name}", "{name} のヘルプはありません"],
  ["No connection matches {pattern}", "{pattern} に当てはまる接続はありません"],
  [
    "Only one of --hash-pii, --pii-clear and --pii-drop can be meant",
    "--hash-pii、--pii-clear、--pii-drop はどれか 1 つだけ指定できます",
  ],
  ["{path} stands there already, with other content", "{path} は別の内容ですでにあります"],
  ["--goal is empty; one sentence is enough", "--goal が空です。1 文で十分です"],
  [
    "revos connections propose needs the id of a source",
    "revos connections propose にはソースの ID が必要です",
  ],
  ["revos pull needs a name, or --all", "revos pull には名前か --all が必要です"],
  [
    "revos quarantine edit needs --set column=value or --fix <file>",
    "revos quarantine edit には --set 列=値 か --fix <ファイル> が必要です",
  ],
  [
    "revos quarantine {verb} needs --reason: it is recorded with your name",
    "revos quarantine {verb} には --reason が必要です。名前とともに記録されます",
  ],
  ["revos {command} needs --{flag}", "revos {command} には --{flag} が必要です"],
  ["{path} holds no YAML file to review", "{path} にレビューする YAML ファイルがありません"],
  ["The file {path} does not exist", "ファイル {path} はありません"],
  [
    "{path} holds more than {count} YAML files",
    "{path} の YAML ファイルが {count} 個を超えています",
  ],
  [
    "There is no terminal to ask on: sources create needs --config here",
    "確認できる端末がないため、sources create には --config が必要です",
  ],
  ["{kind} is not a connector of a source", "{kind} はソースのコネクターではありません"],
  [
    "revos sync needs the name of a connection, or --source and --into",
    "revos sync には接続名か、--source と --into が必要です",
  ],
  [
    "--{flag} belongs to the ad hoc form (--source, --into); a connection says it in its file",
    "--{flag} はファイルなしの sync (--source、--into) で使います。接続ではファイルに書きます",
  ],
];
