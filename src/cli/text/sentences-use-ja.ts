// エラー文の型 (日本語)、操作の部分。Messages of the project, the store, proposals and the operations.
import type { Sentence } from "./sentences-ja.ts";

const operations: readonly Sentence[] = [
  ["Could not write {path}", "{path} に書き込めません"],
  ["There is no file {path}", "ファイル {path} はありません"],
  ["Could not read {path}", "{path} を読めません"],
  ["{path} cannot be read as a file", "{path} をファイルとして読めません"],
  [
    "{paths} stands there already and was not written by a design",
    "{paths} はすでにあり、設計が書いたものではありません",
  ],
  [
    "{paths} stand there already and were not written by a design",
    "{paths} はすでにあり、設計が書いたものではありません",
  ],
  ["{path} is there already", "{path} はすでにあります"],
  ["No destination is named {name}", "{name} という送信先はありません"],
  [
    "No destination of this project is at {place}",
    "このプロジェクトに {place} の送信先はありません",
  ],
  [
    "No server is known for the profile {profile} (known: {known}), so none was reached",
    "プロファイル {profile} のサーバーが分からないため、接続していません (既知: {known})",
  ],
  [
    "Could not reach the server {place} of the profile {profile}",
    "プロファイル {profile} のサーバー {place} に接続できません",
  ],
  [
    "The profile {profile} names the server {place}, and this version cannot work with a server yet",
    "プロファイル {profile} はサーバー {place} を指しますが、このバージョンはまだサーバーを使えません",
  ],
  ["REVOS_SERVER is not a URL", "REVOS_SERVER が URL ではありません"],
  ["{file} is not readable as YAML", "{file} を YAML として読めません"],
  ["The settings in {file} are not valid: {what}", "{file} の設定が正しくありません: {what}"],
  [
    "How the rows of {target} were read is not known any more: an ad hoc sync of long ago, or of another project",
    "{target} の行の読み方がもう分かりません (古い、または別のプロジェクトのファイルなしの同期)",
  ],
  ["No {role} connector serves {what}", "{what} を扱う{role}のコネクターはありません"],
  [
    "The run's process ended before its work did ({how})",
    "実行のプロセスが途中で終わりました ({how})",
  ],
  [
    "{connection} is being synced by {holder} (process {pid} on {host}, since {since})",
    "接続 {connection} は {holder} が同期中です (プロセス {pid}、{host}、{since} から)",
  ],
  [
    "{place} is being written by {holder} (process {pid})",
    "{place} は {holder} が書き込み中です (プロセス {pid})",
  ],
  ["The run {run} was cancelled", "実行 {run} は取り消されました"],
  [
    "{name} cannot go on without its {what} column {column}",
    "{name} は{what}の列 {column} なしでは続けられません",
  ],
  [
    "{id} is the name of a source; its id is {other}",
    "{id} はソースの名前です。ID は {other} です",
  ],
  ["No source has the id {id}", "ID が {id} のソースはありません"],
  ["The config of {place} is not valid: {issues}", "{place} の設定が正しくありません: {issues}"],
  ["The config of {kind} is not valid at {path}", "{kind} の設定の {path} が正しくありません"],
  [
    "The source has no stream {text} that this user may see",
    "このユーザーに見えるストリーム {text} はソースにありません",
  ],
  ["No connection is named {name}", "接続 {name} はありません"],
  [
    "The shape of {stream} was never accepted for {connection}",
    "接続 {connection} では {stream} の形がまだ承認されていません",
  ],
  [
    "The key {reference} of the mapper {mapper} on {stream} is not set",
    "{stream} のマッパー {mapper} の鍵 {reference} が設定されていません",
  ],
  ["A connection is named {name} already", "接続 {name} はすでにあります"],
  ["A destination is named {name} already", "送信先 {name} はすでにあります"],
  ["A source is named {name} already", "ソース {name} はすでにあります"],
  [
    "The connection {name} was changed at {at}, after it was read",
    "接続 {name} は読み取った後 {at} に変更されました",
  ],
  [
    "The proposal {name} was changed at {at}, after it was read",
    "提案 {name} は読み取った後 {at} に変更されました",
  ],
  ["The source {id} is read by {connections}", "ソース {id} は {connections} が使っています"],
  ["No plan has the id {id}", "ID が {id} の変更プランはありません"],
  ["No proposal has the id {id}", "ID が {id} の提案はありません"],
  ["No run has the id {id}", "ID が {id} の実行はありません"],
  [
    "The process of run {run} (pid {pid} on {host}) ended without a word",
    "実行 {run} のプロセス (pid {pid}、{host}) が何も残さずに終わりました",
  ],
  [
    "The plan {plan} no longer fits: the files or the connections changed since. It is {now} now",
    "変更プラン {plan} は古くなりました。ファイルまたは接続がその後変わり、今は {now} です",
  ],
  ["The plan does nothing to {name}", "変更プランは {name} に何もしません"],
  ["{count} error in the files", "ファイルに {count} 件のエラーがあります"],
  ["{count} errors in the files", "ファイルに {count} 件のエラーがあります"],
  ["{name} is gone already", "{name} はもうありません"],
  ["The file of {name} is gone or broken", "{name} のファイルがないか、壊れています"],
  [
    "The streams of {source} are not known, or {stream} is not among them",
    "ソース {source} のストリームが分からないか、{stream} が含まれていません",
  ],
  ["{key} cannot be {value}: {what}", "{key} に {value} は使えません ({what})"],
  [
    "REVOS_OLD_KEY is not set: without the key before, the secrets cannot be read",
    "REVOS_OLD_KEY が設定されていません。前の鍵がないと秘密を読めません",
  ],
  ["{state} is not a state of a connection", "{state} は接続の状態ではありません"],
  ["{state} is not a state of a quarantined row", "{state} は隔離された行の状態ではありません"],
  ["{state} is not a state of a run", "{state} は実行の状態ではありません"],
  ["{state} is not a state of a source", "{state} はソースの状態ではありません"],
  [
    "Deleting {name} cannot be undone; its tables in the warehouse stay",
    "{name} の削除は元に戻せません。ウェアハウスのテーブルは残ります",
  ],
  ["No connector is named {kind}", "{kind} というコネクターはありません"],
  ["There is no rule {id}", "規則 {id} はありません"],
  ["Could not write the plan to {path}", "変更プランを {path} に書き込めません"],
  ["No stream of {name} has mappers", "{name} にマッパーのあるストリームはありません"],
  ["{text} is no schedule", "{text} はスケジュールとして読めません"],
  [
    "Replaying {target} writes rows into the warehouse",
    "{target} のリプレイはウェアハウスに行を書き込みます",
  ],
  [
    "Nothing in quarantine is named {target}: no group, no row, no connection",
    "隔離領域に {target} はありません (グループ、行、接続のいずれでもありません)",
  ],
  [
    "There is no quarantine group, row or connection {target}",
    "隔離領域に {target} はありません (グループ、行、接続のいずれでもありません)",
  ],
  ["There is no statement to run", "実行する文がありません"],
  ["One statement at a time: there are {count}", "文は一度に 1 つです ({count} 個あります)"],
  ["The warehouse refused the query: {said}", "ウェアハウスが問い合わせを拒否しました: {said}"],
  ["revos query cannot read {kind}", "revos query では {kind} を読めません"],
  [
    "Could not open {path} for reading: process {pid} holds it",
    "{path} を読み取り用に開けません。プロセス {pid} が使用中です",
  ],
  ["Could not open {path} for reading", "{path} を読み取り用に開けません"],
  ["There is no warehouse at {path} yet", "{path} にウェアハウスはまだありません"],
  [
    "{id} was an ad hoc run; its command is not kept",
    "{id} はファイルなしの実行で、コマンドは保存されていません",
  ],
  ["No schema change has the id {id}", "ID が {id} のスキーマ変更はありません"],
  [
    "The plan {plan} no longer fits: the change or the connection is another now. It is {now}",
    "変更プラン {plan} は古くなりました。変更または接続が変わり、今は {now} です",
  ],
  [
    "{id} is gone: the source went back to what was accepted",
    "{id} はもうありません。ソースが承認済みの形に戻りました",
  ],
  ["{id} is {state} already", "{id} はすでに {state} です"],
  ["{id} is {state} already ({who})", "{id} はすでに {state} です ({who})"],
  ["The source no longer has the stream {stream}", "ソースにストリーム {stream} はもうありません"],
  ["No document is of kind {kind}", "{kind} という種類の文書はありません"],
  [
    "The check of {name} failed at the step {step}",
    "{name} の検査がステップ {step} で失敗しました",
  ],
  [
    "Repairing {name} writes rows into the warehouse",
    "{name} の修復はウェアハウスに行を書き込みます",
  ],
  [
    "The destination {name} ({kind}) cannot keep what a backfill or replay replaces",
    "送信先 {name} ({kind}) はバックフィルやリプレイで置き換える行を保管できません",
  ],
  ["--{one} and --{other} cannot be used together", "--{one} と --{other} は同時に使えません"],
  [
    "{connection} has {count} streams; a backfill needs --stream",
    "{connection} には {count} ストリームあります。backfill には --stream が必要です",
  ],
  [
    "No raw of {connection} that could be replayed is kept",
    "{connection} にリプレイできる生データは残っていません",
  ],
  ["{connection} has no live run {run}", "{connection} に通常の実行 {run} はありません"],
  [
    "{id} was a rollback, which is one step and is not run again",
    "{id} はロールバックです。1 度きりの手順で、再実行はしません",
  ],
  [
    "{id} was a rollback itself, which is not rolled back",
    "{id} 自体がロールバックのため、ロールバックできません",
  ],
  [
    "{id} was a {lane} run; only a backfill or a replay is rolled back",
    "{id} は {lane} の実行です。ロールバックできるのはバックフィルとリプレイだけです",
  ],
  ["{id} is still running", "{id} は実行中です"],
  [
    "The tables that {run} wrote no longer belong to {connection}",
    "{run} が書いたテーブルはもう {connection} のものではありません",
  ],
  ["{name} cannot roll back", "{name} はロールバックできません"],
  [
    "The past of {connection} is being rewritten by {holder} (process {pid} on {host}, since {since})",
    "{connection} の過去は {holder} が書き換え中です (プロセス {pid}、{host}、{since} から)",
  ],
  ["{connection} no longer has {stream}", "{connection} に {stream} はもうありません"],
  [
    "The raw of {stream} from {run} is no longer kept",
    "{run} の {stream} の生データはもう保管されていません",
  ],
  [
    "--where cannot be used for {stream}: {mode} has no key by which its rows could be found in the table",
    "{stream} に --where は使えません。{mode} にはテーブルの行を探すキーがありません",
  ],
  [
    "{stream} has neither an event time nor a cursor that is a column, so a range of it means nothing",
    "{stream} にはイベント時刻も列のカーソルもないため、範囲を指定できません",
  ],
  ["No {action} plan has the id {id}", "ID が {id} の {action} プランはありません"],
  [
    "The plan {id} no longer fits: {connection} was applied anew since",
    "プラン {id} は古くなりました。その後 {connection} が適用し直されています",
  ],
  ["Run {run} rewrote nothing in {table}", "実行 {run} は {table} の何も書き換えていません"],
  [
    "Run {run} was rolled back already, by {by}",
    "実行 {run} は {by} がすでにロールバックしています",
  ],
  [
    "Run {later} rewrote {table} after {run}",
    "{run} の後に実行 {later} が {table} を書き換えています",
  ],
  [
    "What run {run} took out of {table} is no longer kept ({lost} of {all} parts)",
    "実行 {run} が {table} から取り除いた行はもう保管されていません ({all} 個中 {lost} 個)",
  ],
  [
    "The live run {live} has replaced {table} since run {run}",
    "実行 {run} の後に通常の実行 {live} が {table} を置き換えています",
  ],
  [
    "{table} had no live run before {run}; {live} builds on it",
    "{table} には {run} より前の通常の実行がなく、{live} がその上に続いています",
  ],
  [
    "Live runs have gone on in {table} since, and its cursor is no column, so that their rows cannot be told apart",
    "{table} では通常の実行が続いており、カーソルが列ではないため行を区別できません",
  ],
  [
    "Row {id} is {state}: only a held row can be edited",
    "行 {id} は {state} です。編集できるのは保留中の行だけです",
  ],
  ["Row {id} has no column {column}", "行 {id} に列 {column} はありません"],
  ["Discarding {target} gives up its rows for good", "{target} を破棄すると行は戻りません"],
  ["The end of the waiver is not a date", "例外の期限が日付ではありません"],
  ["The end of the waiver lies in the past", "例外の期限が過去です"],
  ["The fix sets nothing", "fix に変更がありません"],
  ["The fix sets {column}, which the rows do not have", "fix が変える列 {column} は行にありません"],
  [
    "The fix asks for {column}, which the rows do not have",
    "fix が調べる列 {column} は行にありません",
  ],
  [
    "The fix compares with null, which nothing equals",
    "fix が null と比べています。null に等しい値はありません",
  ],
  ["The fix {problem}", "fix を読み取れません ({problem})"],
];

const proposals: readonly Sentence[] = [
  ["Stream {stream} has no field {field}", "ストリーム {stream} に項目 {field} はありません"],
  ["Stream {stream} is not selected", "ストリーム {stream} は選択されていません"],
  [
    "{name} names {count} streams; one is needed",
    "{name} に当てはまるストリームが {count} 個あります。1 つだけ指定してください",
  ],
  ["{value} is no primary key", "{value} は主キーとして読めません"],
  [
    "Stream {stream} cannot use {mode}: it needs {what}, and none is known",
    "ストリーム {stream} では {mode} を使えません。{what}が必要ですが、見つかっていません",
  ],
  ["Stream {stream} does not offer {mode}", "ストリーム {stream} では {mode} を使えません"],
  [
    "There is no stream {stream}; nothing was changed for it",
    "ストリーム {stream} はないため、何も変更していません",
  ],
  [
    "There is nothing to confirm yet: the question before it is open",
    "前の質問に答えていないため、確認するものはまだありません",
  ],
  [
    "The streams are not confirmed yet; the modes follow from them",
    "ストリームがまだ確認されていません。モードはその後に決まります",
  ],
  ["No stream is selected", "ストリームが選択されていません"],
  ["{slug} cannot be a connection's name", "{slug} は接続の名前に使えません"],
  [
    "Nothing was written: the streams are not confirmed yet",
    "ストリームがまだ確認されていないため、何も書き込んでいません",
  ],
  [
    "Nothing was written: the sync modes are not confirmed yet",
    "同期モードがまだ確認されていないため、何も書き込んでいません",
  ],
  [
    "Nothing was written: the question of personal data is not confirmed yet",
    "個人データの質問に答えがないため、何も書き込んでいません",
  ],
  [
    "Proposal {proposal} waits at confirmation point 1 (streams)",
    "提案 {proposal} は確認ポイント 1 (ストリーム) で待っています",
  ],
  [
    "Could not write {key} into the file: it has no {path}",
    "ファイルに {path} がないため、{key} を書き込めません",
  ],
  [
    "Could not write {key} into the file: {path} is empty",
    "ファイルの {path} が空のため、{key} を書き込めません",
  ],
  [
    "Could not change the file: its YAML cannot be read",
    "YAML を読めないため、ファイルを変更できません",
  ],
  [
    "Could not change the file: it is not a mapping",
    "マッピングではないため、ファイルを変更できません",
  ],
  [
    "The requirement cannot be read; nothing was designed. {what}",
    "要件を読み取れないため、何も設計していません。{what}",
  ],
];

/** What is asked for before something is done that cannot be taken back. */
const consent: readonly Sentence[] = [
  [
    "apply would {what}, which needs a name typed",
    "apply は次のことを行います。名前の入力が必要です: {what}",
  ],
  ["apply would {what}", "apply は次のことを行います: {what}"],
  [
    "{action} {plan} of {connection} would rewrite {tables}",
    "{connection} の {action} {plan} は {tables} を書き換えます",
  ],
  [
    "{action} {plan} of {connection} would rewrite {tables}, which needs a name typed",
    "{connection} の {action} {plan} は {tables} を書き換えます。名前の入力が必要です",
  ],
];

const store: readonly Sentence[] = [
  ["Could not use the store {place}", "ストア {place} を使えません"],
  [
    "A row of {table} cannot be read: {field} has an unexpected form",
    "{table} の行を読めません。{field} の形が想定と違います",
  ],
  ["REVOS_KEY is empty", "REVOS_KEY が空です"],
  [
    "The key file {path} can be read by others (mode {mode})",
    "鍵ファイル {path} をほかの人が読めます (モード {mode})",
  ],
  ["The key file {path} belongs to another user", "鍵ファイル {path} はほかのユーザーのものです"],
  ["The key file {path} is empty", "鍵ファイル {path} が空です"],
  [
    "The key file {path} would stand inside the project folder, beside what it protects",
    "鍵ファイル {path} が、守る対象と同じプロジェクトフォルダーの中になります",
  ],
  [
    "Could not read or make the key file {path}",
    "鍵ファイル {path} を読むことも作ることもできません",
  ],
  [
    "The sealed {column} of {table} {id} was altered",
    "{table} {id} の封をした {column} が変えられています",
  ],
  [
    "The sealed {column} of {table} {id} was altered, or moved from another place",
    "{table} {id} の封をした {column} が変えられたか、別の場所から移されています",
  ],
  ["The store's run counter is missing", "ストアの実行番号がありません"],
  [
    "The store {place} has schema {schema} ({name}), and this revos knows {known}",
    "ストア {place} のスキーマは {schema} ({name}) で、この revos が扱えるのは {known} までです",
  ],
  [
    "Could not open {what}: it is sealed with key {needed}, and the key at hand is {given}",
    "{what} を開けません。鍵 {needed} で封をしてあり、手元の鍵は {given} です",
  ],
  [
    "The key for secrets must be 32 bytes long and is {length}",
    "秘密の鍵は 32 バイトでなければなりません (今は {length})",
  ],
  [
    "The store's URL is not of the form postgres://user@host:port/database",
    "ストアの URL が postgres://user@host:port/database の形ではありません",
  ],
  [
    "The store's URL has sslmode={mode}, which is none of {modes}",
    "ストアの URL の sslmode={mode} は次のどれでもありません: {modes}",
  ],
  [
    "A whole number of the store is outside the range it was written in",
    "ストアの整数が書かれた範囲の外にあります",
  ],
  ["A text with a NUL character cannot be stored", "NUL 文字を含む文字列は保存できません"],
];

const demo: readonly Sentence[] = [
  [
    "Could not run the demo in {dir}: it holds another project, with the connection {other}",
    "{dir} には接続 {other} のある別のプロジェクトがあるため、デモを実行できません",
  ],
  [
    "Could not go on with the demo in this folder: its Postgres stood elsewhere before",
    "このフォルダーのデモを続けられません。以前は Postgres が別の場所にありました",
  ],
  [
    "Could not propose streams for the demo: the answer was {action}",
    "デモのストリームを提案できません (応答は {action})",
  ],
  ["Could not write the demo's connection: {what}", "デモの接続を書き込めません: {what}"],
  ["Could not apply the demo's connection", "デモの接続を適用できません"],
  [
    "Could not start the demo's Postgres: the demo runs on Linux and macOS",
    "デモの Postgres を起動できません。デモは Linux と macOS で動きます",
  ],
  [
    "Could not find the Postgres server of the demo: the package {name} is not installed",
    "デモの Postgres サーバーが見つかりません。パッケージ {name} が入っていません",
  ],
  [
    "Could not start the demo's Postgres as root: the system has neither a user postgres nor nobody",
    "root ではデモの Postgres を起動できません。ユーザー postgres も nobody もありません",
  ],
  ["Could not start the demo's Postgres: {what}", "デモの Postgres を起動できません: {what}"],
  [
    "Could not use {folder} for the demo's Postgres: it belongs to another user",
    "{folder} はほかのユーザーのものなので、デモの Postgres に使えません",
  ],
  [
    "Could not find a folder that the demo's Postgres may use: root's server runs as another user",
    "デモの Postgres が使えるフォルダーがありません。root のサーバーは別のユーザーで動きます",
  ],
  [
    "Could not start the demo: another one (process {pid}) runs in this folder",
    "デモを開始できません。このフォルダーで別のデモ (プロセス {pid}) が動いています",
  ],
  [
    "Could not make the demo's shop: Postgres answered {state}",
    "デモの店を作れません。Postgres の応答は {state} です",
  ],
];

export const sentencesOfUse: readonly Sentence[] = [
  ...operations,
  ...proposals,
  ...consent,
  ...store,
  ...demo,
];
