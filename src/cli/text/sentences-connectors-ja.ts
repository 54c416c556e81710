// エラー文の型 (日本語)、読み書きの部分。Messages of sources, destinations, the network and a run.
import type { Sentence } from "./sentences-ja.ts";

const network: readonly Sentence[] = [
  ["Could not use {key}: the file cannot be read", "{key} のファイルを読めません"],
  ["Could not use {key}: the file does not exist", "{key} のファイルがありません"],
  [
    "Could not open the tunnel: host is a path, and a Unix socket cannot be reached through SSH here",
    "トンネルを開けません。host がパスですが、Unix ソケットには SSH で届きません",
  ],
  [
    "Could not reach {place} from the SSH server {server}",
    "SSH サーバー {server} から {place} に接続できません",
  ],
  [
    "Could not open the tunnel: {place} shows another host key than tunnel.hostKey",
    "トンネルを開けません。{place} のホスト鍵が tunnel.hostKey と違います",
  ],
  [
    "Could not open the tunnel: {place} refused the user {user}",
    "トンネルを開けません。{place} がユーザー {user} を拒否しました",
  ],
  [
    "Could not open the tunnel: tunnel.privateKey is not a key that can be read",
    "トンネルを開けません。tunnel.privateKey が鍵として読めません",
  ],
  [
    "Could not open the tunnel: no SSH session with {place}",
    "トンネルを開けません。{place} との SSH セッションができません",
  ],
  ["Could not open the tunnel: {what}", "トンネルを開けません: {what}"],
  ["Could not connect to {place}", "{place} に接続できません"],
  ["Could not discover the streams of {place}", "{place} のストリームを検出できません"],
  ["Could not list the streams of {place}", "{place} のストリームを一覧できません"],
  ["Could not open a snapshot of {place}", "{place} のスナップショットを開けません"],
  [
    "Could not open a snapshot of {place}: the session that held it is gone",
    "{place} のスナップショットを開けません。それを持っていたセッションが切れました",
  ],
  ["Could not ask the server what it does", "サーバーの状態を問い合わせできません"],
  ["Could not ask {place}", "{place} に問い合わせできません"],
  ["Could not lock the tables in {place}", "{place} のテーブルをロックできません"],
  ["Could not look at the rights of the role", "ロールの権限を調べられません"],
  ["Could not roll back {run} in {place}", "{place} で {run} をロールバックできません"],
  [
    "Could not sign in to {place}: the server asks for the password in clear, which is sent only inside TLS",
    "{place} にサインインできません。サーバーが平文のパスワードを求めていますが、TLS の中でだけ送ります",
  ],
  [
    "Could not sign in to {place}: the server asks for the sign-in method {method}, which is not known here",
    "{place} にサインインできません。サーバーの求めるサインイン方式 {method} は扱えません",
  ],
  [
    "Could not sign in to {place}: the server asks for a password and none is given",
    "{place} にサインインできません。サーバーがパスワードを求めていますが、指定がありません",
  ],
  [
    "Could not use {place}: version {version} is too old",
    "{place} を使えません。バージョン {version} は古すぎます",
  ],
  [
    "Could not use {place}: Postgres {version} is older than 12",
    "{place} を使えません。Postgres {version} は 12 より古い版です",
  ],
  [
    "Could not use TLS with {place}: the server does not offer it",
    "{place} と TLS を使えません。サーバーが対応していません",
  ],
  ["Cannot use the Postgres URI: {what}", "Postgres の URI を使えません: {what}"],
  ["Cannot use the MySQL URI: {what}", "MySQL の URI を使えません: {what}"],
  ["The server asked for a file of this machine", "サーバーがこのマシンのファイルを求めました"],
  [
    "Could not understand the server: it does not greet as MySQL or MariaDB do",
    "サーバーを理解できません。MySQL や MariaDB の挨拶ではありません",
  ],
  [
    "Could not understand the server: a packet ends too early",
    "サーバーを理解できません。パケットが途中で終わっています",
  ],
  [
    "The server has taken no byte for {seconds} seconds",
    "サーバーが {seconds} 秒間何も受け取っていません",
  ],
  [
    "The session that was lost is still at work on the server",
    "切れたセッションがサーバーでまだ動いています",
  ],
];

const sources: readonly Sentence[] = [
  ["The role may not read {stream}", "ロールに {stream} を読む権限がありません"],
  ["Could not read stream {stream}", "ストリーム {stream} を読めません"],
  [
    "Could not read stream {stream}: a row has another number of fields than its columns say",
    "ストリーム {stream} を読めません。行の項目数が列と違います",
  ],
  [
    "Could not read stream {stream}: a row has another length than its columns say",
    "ストリーム {stream} を読めません。行の長さが列と違います",
  ],
  [
    "Could not read stream {stream}: a field is longer than its row than its columns say",
    "ストリーム {stream} を読めません。項目が行より長いです",
  ],
  [
    'Could not read stream {stream}: column "{column}" arrives in another form than its columns say',
    "ストリーム {stream} を読めません。列「{column}」の形が定義と違います",
  ],
  [
    "Could not read stream {stream}: {what} than its columns say",
    "ストリーム {stream} を読めません。届いた行が列の定義と違います ({what})",
  ],
  [
    "Could not use where of stream {stream}: Postgres does not accept it as a condition",
    "ストリーム {stream} の where を使えません。Postgres が条件として受け付けません",
  ],
  [
    "Could not use where of stream {stream}: the server does not accept it as a condition",
    "ストリーム {stream} の where を使えません。サーバーが条件として受け付けません",
  ],
  [
    "A part of {stream} was replaced while the stream was being read",
    "読み込み中に {stream} の一部が置き換えられました",
  ],
  ["No such encoding: {name}", "文字コード {name} はありません"],
  ["The file {path} is not there", "ファイル {path} がありません"],
  ["The file {path} may not be read by this user", "このユーザーはファイル {path} を読めません"],
  ["The file {path} cannot be read as Parquet", "ファイル {path} を Parquet として読めません"],
  ["The file {path} cannot be read exactly: {what}", "ファイル {path} を正確に読めません: {what}"],
  ["The file {path} cannot be read: {what}", "ファイル {path} を読めません: {what}"],
  [
    "The file {path} is not JSON at line {line}: {what}",
    "ファイル {path} の {line} 行目が JSON ではありません: {what}",
  ],
  [
    "None of the {lines} lines of {path} is a row: they show no columns",
    "{path} の {lines} 行はどれも行として読めません (列が分かりません)",
  ],
  [
    "The file {path} is not valid UTF-8 (line {line})",
    "ファイル {path} が正しい UTF-8 ではありません ({line} 行目)",
  ],
  [
    "{path} is empty: there is neither a header nor a row",
    "{path} は空です。ヘッダーも行もありません",
  ],
  ["{path}: there is neither a header nor a row", "{path} は空です。ヘッダーも行もありません"],
  ["The name of {path} does not say its format", "{path} の名前からは形式が分かりません"],
  [
    "{file}, line {line}: {column} was judged to be {type} by the values before",
    "{file} の {line} 行目: 列 {column} はそれまでの値から {type} と判定されていました",
  ],
  [
    "The header of {path} (line {line}) cannot be split: {what}",
    "{path} のヘッダー ({line} 行目) を分割できません: {what}",
  ],
  [
    "The files of {stream} have several formats: {formats}",
    "{stream} のファイルの形式が混ざっています: {formats}",
  ],
  ["No file matches {path}", "{path} に当てはまるファイルはありません"],
  ["{uri} names no file on this machine", "{uri} が指すファイルはこのマシンにありません"],
  [
    "No file of the stream {stream} is left at {path}",
    "ストリーム {stream} のファイルが {path} にもうありません",
  ],
  [
    "The Zstandard data is damaged or cut short: {what}",
    "Zstandard のデータが壊れているか途中で切れています ({what})",
  ],
  ["The hostile source has no stream {name}", "hostile ソースにストリーム {name} はありません"],
  [
    "Could not {what}: the hostile source was told to fail",
    "{what} に失敗しました (hostile ソースの指示)",
  ],
  ["The memory source has no stream {name}", "memory ソースにストリーム {name} はありません"],
];

const runs: readonly Sentence[] = [
  ["{stream}: {note!}", "{stream}: {note}"],
  ["A dry run: nothing was read or written", "試しの実行です。何も読み書きしていません"],
  [
    "{landed} of {all} parts ({rows} rows) were landed by a read that broke off, and are proven unchanged since; the others were read now",
    "{all} 個中 {landed} 個 ({rows} 行) は中断した読み込みで保存済みで、その後変わっていないことを確かめました。残りは今読みました",
  ],
  [
    "The rows of {name} do not fit in the {share} MB that the columnar engine has of the run's budget: it was given {bytes} MB and the stream was read again",
    "{name} の行は、実行の予算のうち列指向エンジンの {share} MB に収まりません。{bytes} MB に増やしてストリームを読み直しました",
  ],
  [
    "The run took up to {peak} MB of memory; its budget is {budget} MB. Values of 100 MB and tables of many hundred columns need more than their share",
    "実行は最大 {peak} MB のメモリを使いました (予算は {budget} MB)。100 MB の値や数百列の表は割り当てより多く必要とします",
  ],
  [
    "{name} has {columns} columns, and this warehouse file has blocks of {size} KB: writing it may take {bytes} MB of memory where the budget is {budget} MB. In a file that is made for it the blocks are small",
    "{name} は {columns} 列あり、このウェアハウスのファイルのブロックは {size} KB です。書き込みに {bytes} MB のメモリが要ることがあります (予算は {budget} MB)。この表のために新しく作るファイルではブロックが小さくなります",
  ],
  [
    "{field} is encrypted with ECB: equal values give equal ciphertexts. GCM does not",
    "{field} は ECB で暗号化されます。同じ値は同じ暗号文になります。GCM ではなりません",
  ],
  [
    "{field} is hashed with {method}, which is broken. SHA-256 is not",
    "{field} は {method} でハッシュ化されますが、安全ではありません。SHA-256 を使ってください",
  ],
  [
    "Nothing moved for {time} while revos was to {doing}: {what}",
    "{time} の間進みがありません ({doing}): {what}",
  ],
  [
    "{one} and {other} would both become the table {table}",
    "{one} と {other} がどちらもテーブル {table} になります",
  ],
  [
    "The cursor field {field} of stream {stream} is not among the columns that are read",
    "ストリーム {stream} のカーソル項目 {field} が読み込む列にありません",
  ],
  [
    "The key field {field} is not among the columns that are read",
    "キー項目 {field} が読み込む列にありません",
  ],
  [
    "Column {from} of {stream} is called {to} now, and this destination cannot rename a column",
    "{stream} の列 {from} の名前は今 {to} ですが、この送信先は列の名前を変えられません",
  ],
  ["The source has a new stream: {names}", "ソースに新しいストリームがあります: {names}"],
  [
    "The source has {count} new streams: {names}",
    "ソースに新しいストリームが {count} 個あります: {names}",
  ],
  [
    "The source no longer has the stream {stream}. Its table keeps the rows it has",
    "ソースにストリーム {stream} はもうありません。テーブルの行はそのまま残ります",
  ],
  ["The schema of {stream} changed: {changes!}", "{stream} のスキーマが変わりました: {changes}"],
  [
    "The columns of {stream} changed in a way that would lose values: {changes}",
    "{stream} の列が値を失う形で変わりました: {changes}",
  ],
  [
    "The event time {field} of stream {stream} is not among the columns that land",
    "ストリーム {stream} のイベント時刻 {field} が読み込む列にありません",
  ],
  [
    "The event time {field} of stream {stream} is no field of the stream, or a mapper hides its time",
    "ストリーム {stream} のイベント時刻 {field} が項目にないか、マッパーに隠されています",
  ],
  [
    "The event time {field} of stream {stream} is {type}, which is no time",
    "ストリーム {stream} のイベント時刻 {field} は {type} で、時刻ではありません",
  ],
  [
    "Could not {doing}: nothing moved for {time}. Waited for {what}",
    "{doing}: {time} の間進みがありません。待った相手: {what}",
  ],
  ["Could not write {file}: no space is left", "{file} に書き込めません。空き容量がありません"],
  ["Could not write {file} ({code})", "{file} に書き込めません ({code})"],
  [
    "{message} Its largest column is {column}: {mb} MB in {rows} rows",
    "{message} 最も大きい列は {column} です ({rows} 行で {mb} MB)",
  ],
  ["Stopped on request", "指示により停止しました"],
  ["The time that was given for this was over", "指定された時間が過ぎました"],
  [
    "This destination cannot fill single columns of {stream}",
    "この送信先は {stream} の列だけを埋められません",
  ],
  [
    "Stream {stream} has no primary key, which {mode} needs",
    "ストリーム {stream} に主キーがありません。{mode} には必要です",
  ],
  [
    "Stream {stream} has no cursor field, which {mode} needs",
    "ストリーム {stream} にカーソル項目がありません。{mode} には必要です",
  ],
  [
    "Stream {stream} would need a table of {count} columns ({own} of them revos's own); the destination takes {limit}",
    "ストリーム {stream} のテーブルは {count} 列 (うち {own} 列は revos のもの) になり、送信先の上限 {limit} を超えます",
  ],
  [
    "columns.{column}.type of stream {stream} is not a type: {text}",
    "ストリーム {stream} の columns.{column}.type は型ではありません: {text}",
  ],
  [
    "Stream {stream} would give its table two columns named alike: {one} and {other}",
    "ストリーム {stream} のテーブルで列名が重なります: {one} と {other}",
  ],
  ["Stream {stream} was not published: {words}", "ストリーム {stream} は公開していません: {words}"],
  [
    "The server is a standby: it takes no writes",
    "サーバーはスタンバイのため、書き込みを受け付けません",
  ],
  [
    "default_transaction_read_only is on for this role: it takes no writes",
    "このロールは default_transaction_read_only が有効で、書き込みを受け付けません",
  ],
  [
    "AES in mode {mode} was asked to use {padding}, which does not go together",
    "AES のモード {mode} と {padding} は組み合わせられません",
  ],
  [
    "The AES key {reference} is not 16, 24 or 32 bytes of hex or base64",
    "AES の鍵 {reference} が 16、24、32 バイトの hex または base64 ではありません",
  ],
  [
    "The RSA key {reference} is not a public key of at least 1024 bits in PEM or base64 DER",
    "RSA の鍵 {reference} が 1024 ビット以上の公開鍵 (PEM または base64 DER) ではありません",
  ],
  [
    "The mapper names the field {text}, which is not a path",
    "マッパーの項目 {text} はパスとして読めません",
  ],
  ["The mappers leave no column to land", "マッパーを通すと列が 1 つも残りません"],
  [
    "The {use} field {field} is dropped by a mapper",
    "{use}の項目 {field} をマッパーが削除しています",
  ],
  [
    "The {use} field {field} is not a field of the stream",
    "{use}の項目 {field} はストリームにありません",
  ],
  [
    "The {use} field {field} is hashed, encrypted or dropped by a mapper, and what is left has no order",
    "{use}の項目 {field} はマッパーがハッシュ化、暗号化、削除しており、残る値に順序がありません",
  ],
  [
    "The {use} field {field} is dropped or encrypted by a mapper, so that the same key would not be found again",
    "{use}の項目 {field} はマッパーが削除または暗号化しており、同じキーを見つけられません",
  ],
  [
    "Mapper {number} ({type}) needs the key {reference}, which is not set",
    "マッパー {number} ({type}) の鍵 {reference} が設定されていません",
  ],
  ["Mapper {number} ({type}) {why}", "マッパー {number} ({type}) を使えません ({why})"],
  [
    "Repairing {table} takes {rows} rows away, which this destination cannot do",
    "{table} の修復では {rows} 行を取り除きますが、この送信先にはできません",
  ],
  [
    "The table {table} does not exist, so there is nothing to compare its source with",
    "テーブル {table} がないため、ソースと比べるものがありません",
  ],
  [
    "The differences are not those of plan {plan} any more",
    "差分はもう変更プラン {plan} のものではありません",
  ],
  [
    "The repair deletes {rows} rows that are no longer at the source",
    "修復はソースにもうない {rows} 行を削除します",
  ],
];

const destinations: readonly Sentence[] = [
  ["{path} is no DuckDB file", "{path} は DuckDB ファイルではありません"],
  [
    "Could not open the warehouse {path} as a DuckDB file",
    "ウェアハウス {path} を DuckDB ファイルとして開けません",
  ],
  [
    "Could not open the warehouse {path}: {who} has it open",
    "ウェアハウス {path} を開けません。{who}が使用中です",
  ],
  [
    "The table {table} exists and was not made by revos, so it is left alone",
    "テーブル {table} は revos が作ったものではないため、触りません",
  ],
  [
    "The table {table} in {place} is being written by another run: {who}",
    "{place} のテーブル {table} は別の実行が書き込み中です: {who}",
  ],
  [
    "{table} was written by another run since this one looked at it",
    "この実行が確認した後に {table} を別の実行が書き換えました",
  ],
  [
    "{table} was written by another run ({run}) since this one looked at it",
    "この実行が確認した後に {table} を別の実行 ({run}) が書き換えました",
  ],
  ["{user} may not make tables in {schemas}", "{user} は {schemas} にテーブルを作れません"],
  [
    "{table} would have {count} columns; a PostgreSQL table holds {limit}",
    "{table} は {count} 列になります。PostgreSQL のテーブルの上限は {limit} 列です",
  ],
  [
    "Only statements that read are run: select, with, values, table, show, explain",
    "実行できるのは読み取りの文だけです: select, with, values, table, show, explain",
  ],
];

/** `Could not {doing}.`: what a run was at, where the other side gave no word of its own. */
const doings: readonly Sentence[] = [
  ["Could not prepare the warehouse", "ウェアハウスを準備できません"],
  ["Could not open the warehouse", "ウェアハウスを開けません"],
  ["Could not open the source", "ソースを開けません"],
  ["Could not lock the tables", "テーブルをロックできません"],
  ["Could not make the staging table", "ステージング用のテーブルを作れません"],
  ["Could not load a segment", "セグメントを読み込めません"],
  ["Could not load a segment of {stream}", "{stream} のセグメントを読み込めません"],
  ["Could not narrow a segment of {stream}", "{stream} のセグメントを絞り込めません"],
  ["Could not land a segment", "セグメントを保存できません"],
  ["Could not land a segment of {stream}", "{stream} のセグメントを保存できません"],
  ["Could not compare a segment of {stream}", "{stream} のセグメントを比べられません"],
  ["Could not check the staged rows", "ステージングの行を検査できません"],
  ["Could not count the reasons", "理由を数えられません"],
  ["Could not run the gates", "品質ゲートを実行できません"],
  ["Could not hold the stream", "ストリームを保留できません"],
  ["Could not publish {table}", "{table} を公開できません"],
  ["Could not look at {table}", "{table} を調べられません"],
  ["Could not look at the table's rows", "テーブルの行を調べられません"],
  ["Could not look at the source's streams", "ソースのストリームを調べられません"],
  ["Could not list the source's streams", "ソースのストリームを一覧できません"],
  ["Could not collect rows that do not fit", "不適合の行を集められません"],
  ["Could not look up rows that do not fit", "不適合の行を調べられません"],
  ["Could not take digests of the table", "テーブルの要約値を計算できません"],
  ["Could not ask for digests of {stream}", "{stream} の要約値を取得できません"],
  ["Could not compare rows", "行を比べられません"],
  ["Could not fill {table}", "{table} を埋められません"],
  ["Could not ask for open transactions", "開いているトランザクションを調べられません"],
  ["Could not cut the stream into chunks", "ストリームを分割できません"],
  [
    "Could not ask what changed since the read that broke off",
    "中断した読み込みの後の変更を調べられません",
  ],
];

export const sentencesOfConnectors: readonly Sentence[] = [
  ...network,
  ...sources,
  ...runs,
  ...destinations,
  ...doings,
];
