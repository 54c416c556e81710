// 相手の言い分 (日本語)。What a server, a file or the system answered, as it stands in a message behind a colon or in a slot; a
// text that is not here is a name or a value and stays as it is.

const said: Readonly<Record<string, string>> = {
  "the server ended the connection": "サーバーが接続を切りました",
  "the host name is not known": "ホスト名が見つかりません",
  "the host name could not be looked up now": "ホスト名を今は解決できません",
  "nothing listens there": "接続を受け付けるものがありません",
  "no answer came in time": "時間内に応答がありません",
  "there is no way to the host": "ホストへの経路がありません",
  "there is no way to the network": "ネットワークへの経路がありません",
  "there is no socket in this folder": "このフォルダーにソケットがありません",
  "the socket may not be opened by this user": "このユーザーはソケットを開けません",
  "the path is not a socket": "そのパスはソケットではありません",
  "the certificate was not signed by an authority that is trusted here":
    "証明書がここで信頼する認証局の署名ではありません",
  "the certificate is for another host name": "証明書のホスト名が違います",
  "the certificate has expired": "証明書の期限が切れています",
  "the certificate is not valid yet; check the clock":
    "証明書の有効期間がまだ始まっていません (時計を確認)",
  "the certificate was revoked": "証明書は失効しています",
  "the two sides could not agree on TLS": "TLS の取り決めができませんでした",
  "the server refused user and password": "ユーザーとパスワードが拒否されました",
  "the server does not let this user in from here":
    "この場所からのこのユーザーの接続は許されていません",
  "the server has no database of this name": "この名前のデータベースはありません",
  "the table no longer exists": "テーブルはもうありません",
  "the schema no longer exists": "スキーマはもうありません",
  "a column no longer exists": "列がもうありません",
  "the role lacks a right": "ロールに権限がありません",
  "the user lacks a right": "ユーザーに権限がありません",
  "the user lacks a right on a column": "ユーザーに列の権限がありません",
  "the user lacks a right on a function": "ユーザーに関数の権限がありません",
  "the user has no right on this database": "ユーザーにこのデータベースの権限がありません",
  "the object is not in a state that can be read (a materialised view that was never filled)":
    "読める状態ではありません (一度も更新されていないマテリアライズドビュー)",
  "the server cancelled the statement": "サーバーが文を取り消しました",
  "another session holds a lock on the table": "ほかのセッションがテーブルのロックを持っています",
  "another session's locks stood in the way": "ほかのセッションのロックに妨げられました",
  "the server ended the session for being idle": "待機が長いためサーバーがセッションを切りました",
  "the server ended the transaction for taking too long":
    "時間がかかりすぎるためサーバーがトランザクションを終わらせました",
  "the server ended the statement for taking too long":
    "時間がかかりすぎるためサーバーが文を終わらせました",
  "the server ended the statement": "サーバーが文を終わらせました",
  "the standby server cancelled the read in favour of replication":
    "スタンバイサーバーがレプリケーションを優先して読み込みを取り消しました",
  "the server has no free connection left": "サーバーに空いている接続がありません",
  "the server is starting or stopping": "サーバーは起動中か停止中です",
  "a file of the server is missing": "サーバーのファイルがありません",
  "the server reports damaged data": "サーバーがデータの破損を報告しています",
  "the server reports a damaged index": "サーバーが索引の破損を報告しています",
  "the server reports a damaged table": "サーバーがテーブルの破損を報告しています",
  "the server refused the sign-in": "サーバーがサインインを拒否しました",
  "the server is out of resources": "サーバーの資源が足りません",
  "the server is out of memory": "サーバーのメモリが足りません",
  "the server's disk is full": "サーバーのディスクがいっぱいです",
  "the server could not compute a value": "サーバーが値を計算できません",
  "the server could not sort": "サーバーが並べ替えできません",
  "the server has trouble with its system": "サーバーのシステムに問題があります",
  "the server reports an internal error": "サーバーが内部エラーを報告しています",
  "the server and this side could not agree on a password":
    "パスワードのやり取りが成立しませんでした",
  "an unknown error": "不明なエラー",
  "the table was altered or truncated after this run's snapshot; run it again":
    "この実行のスナップショットの後にテーブルが変更されたか空にされました。もう一度実行してください",
  "the user has used up what the server allows it":
    "サーバーがこのユーザーに許す量を使い切りました",
  "the server did not understand the greeting": "サーバーが挨拶を理解しませんでした",
  "the server blocks this machine after too many failed connections":
    "接続の失敗が多いため、サーバーがこのマシンを遮断しています",
  "the server lets nobody in from this machine": "このマシンからの接続は許されていません",
  "the view's definer does not exist any more": "ビューの定義者がもういません",
  "a row is larger than the server's max_allowed_packet":
    "行がサーバーの max_allowed_packet より大きいです",
  "the view refers to what does not exist, or its definer may not read it":
    "ビューの参照先がないか、定義者に読む権限がありません",
  "the server wants an older way to sign in than is known here":
    "サーバーが古いサインイン方式を求めています",
  "the password has expired": "パスワードの期限が切れています",
  "the account is locked": "アカウントがロックされています",
  "the server accepts only TLS connections": "サーバーは TLS 接続だけを受け付けます",
  "the server or the role is read-only": "サーバーまたはロールが読み取り専用です",
  "another object depends on it": "ほかのオブジェクトが依存しています",
  "a view or rule depends on a column that would change":
    "変更する列にビューまたはルールが依存しています",
  "rows of another table refer to rows that would go":
    "なくなる行をほかのテーブルの行が参照しています",
  "the server refuses a value": "サーバーが値を拒否しています",
  "a row or the table is more than the server can hold":
    "行またはテーブルがサーバーの上限を超えています",
  "its columns are others now": "列が変わっています",
  "it was truncated or rewritten after this run's snapshot, which therefore cannot see its rows; run it again":
    "この実行のスナップショットの後に空にされたか書き換えられたため、行が見えません。もう一度実行してください",
  "another process is writing to it": "ほかのプロセスが書き込み中です",
  "it is not a store": "ストアではありません",
  "it is damaged": "壊れています",
  "it cannot be opened": "開けません",
  "it may only be read": "読み取り専用です",
  "rights are missing": "権限がありません",
  "no space is left on the disk": "ディスクに空きがありません",
  "no space is left on its disk": "ディスクに空きがありません",
  "the disk gave an error": "ディスクがエラーを返しました",
  "its folder may only be read": "フォルダーが読み取り専用です",
  "its folder is not a folder": "フォルダーではありません",
  "it refused the sign-in": "サインインを拒否しました",
  "there is no such database": "そのデータベースはありません",
  "a right is missing": "権限がありません",
  "it is busy": "混み合っています",
  "the connection was lost": "接続が切れました",
  "an unexpected error came back": "予期しないエラーが返りました",
  "its compression is damaged or cut short": "圧縮が壊れているか、途中で切れています",
  "text follows a closing quote": "閉じた引用符の後に文字があります",
  "a quote is opened and never closed": "引用符が閉じられていません",
  "text follows the array": "配列の後に文字があります",
  "text follows the object": "オブジェクトの後に文字があります",
  "the array does not end": "配列が終わっていません",
  "a comma is expected": "コンマが必要です",
  "a % in it is not followed by two hex digits": "% の後に 16 進数 2 桁がありません",
  "is a folder": "はフォルダーです",
  "may not be read": "は読めません",
  "does not exist": "はありません",
  "cannot be read": "は読めません",
  "exists already": "はすでにあります",
  "could not be written": "に書き込めません",
  "the header": "ヘッダー",
  "the row": "行",
  "the file": "ファイル全体",
  "a column of times or numbers": "日時か数値の列",
  "a date that exists": "実在する日付",
  "a time column": "日時の列",
  "a time without an offset, because the column has none":
    "オフセットのない日時 (列にオフセットがないため)",
  "a whole number for a number column": "数値の列には整数",
  "an end after its start": "開始より後の終了",
  "partitions of one size": "同じ大きさの区切り",
  "a connection file": "接続ファイル",
  "a stream": "ストリーム",
  "a mapper": "マッパー",
  "It has no columns": "列がありません",
  "It was never filled: refresh materialized view":
    "一度も更新されていません (refresh materialized view)",
  "Row-level security decides which of its rows this role sees; only those are read":
    "行レベルセキュリティにより、このロールに見える行だけを読みます",
  "It is a foreign table: its rows come from another server":
    "外部テーブルです。行は別のサーバーから来ます",
  "It has no key of its own; keys of single partitions do not hold across them":
    "表全体のキーがありません。個々のパーティションのキーは全体では成り立ちません",
  empty: "空",
  "a list": "リスト",
  "a mapping": "マッピング",
  "a text": "文字列",
  "a number": "数値",
  "a whole number": "整数",
  "true or false": "true か false",
  "a URL": "URL",
  "the discovery": "検出結果",
  "the list of sources": "ソースの一覧",
  "the list of connections": "接続の一覧",
  "one ASCII character": "ASCII 1 文字",
  "drops it": "マッパーが削除しています",
  "hashes it, and a hash has no order":
    "マッパーがハッシュ化しており、ハッシュには順序がありません",
  "encrypts it, and the same value encrypts differently each time":
    "マッパーが暗号化しており、同じ値でも毎回違う結果になります",
  "encrypts it, and what is left has no order":
    "マッパーが暗号化しており、残る値に順序がありません",
  "streams of changes are not read yet": "変更ストリームの読み込みは未対応です",
  "contracts are not enforced in the load yet": "読み込み時のデータコントラクトの適用は未対応です",
  stdin: "標準入力",
  "a URI without a scheme": "スキームのない URI",
  source: "ソース",
  destination: "送信先",
  cursor: "カーソル",
  "primary key": "主キー",
  key: "キー",
  "a cursor field": "カーソル項目",
  "a primary key": "主キー",
  "a cursor": "カーソル",
  "another process": "ほかのプロセス",
  unknown: "不明",
  "unknown reason": "理由は不明",
};

/** Answers that hold a name. */
const forms: readonly (readonly [RegExp, (...parts: string[]) => string])[] = [
  [/^(\S+) is missing$/, (key) => `${key} がありません`],
  [
    /^(\S+) is not a key(?: \(perhaps (.+)\))?$/,
    (key, near) => `${key} というキーはありません${near ? ` (${near} のことですか?)` : ""}`,
  ],
  [/^(\S+) is empty$/, (key) => `${key} が空です`],
  [/^(\S+) must be one of (.+)$/, (key, values) => `${key} は次のいずれかです: ${values}`],
  [/^(\S+) must be at most (.+)$/, (key, most) => `${key} は ${most} 以下です`],
  [/^(\S+) must be at least (.+)$/, (key, least) => `${key} は ${least} 以上です`],
  [/^(\S+) must be more than (.+)$/, (key, least) => `${key} は ${least} より大きい値です`],
  [/^(\S+) must be (.+)$/s, (key, what) => `${key} は${spaced(saidJa(what))}で書きます`],
  [/^(\S+) has none of the forms it may have$/, (key) => `${key} の形が正しくありません`],
  [/^(\S+): it holds a password$/, (key) => `${key} にパスワードが含まれています`],
  [
    /^the server answered with SQLSTATE (\S+)$/,
    (state) => `サーバーの応答は SQLSTATE ${state} です`,
  ],
  [/^the server answered with error (\d+)$/, (number) => `サーバーの応答はエラー ${number} です`],
  [
    /^an? (date|duration|time zone|time) such as (.+)$/,
    (what, example) =>
      `${example.replaceAll(" or ", "、")} のような${{ date: "日付", duration: "時間の長さ", time: "日時", "time zone": "タイムゾーン" }[what] ?? ""}`,
  ],
  [/^the scheme (.+)$/, (scheme) => `スキーム ${scheme}`],
  [/^a connector named (.+)$/, (name) => `コネクター ${name}`],
  [
    /^This (?:role|user) may read (\d+) of its (\d+) columns$/,
    (some, all) => `${all} 列のうち読めるのは ${some} 列です`,
  ],
  [/^column "(.+)" no longer exists$/, (name) => `列「${name}」はもうありません`],
  [
    /^column "(.+)" is (.+) now and was (.+) when it was discovered$/,
    (name, now, then) => `列「${name}」は検出時の ${then} から ${now} に変わっています`,
  ],
  [/^it has the setting "(.+)", which is not known here$/, (name) => `設定「${name}」は扱えません`],
  [
    /^((?:sslmode|ssl-mode)=.+) may send everything in clear; write (.+)$/,
    (what, instead) =>
      `${what} はすべてを平文で送ることがあります。${instead.replaceAll(" or ", " か ")} と書いてください`,
  ],
  [
    /^(sslmode|ssl-mode) is none of (.+)$/,
    (name, known) => `${name} は次のどれでもありません: ${known}`,
  ],
  [
    /^(\d+) fields?, header has (\d+)$/,
    (found, wanted) => `項目 ${found} 個 (ヘッダーは ${wanted} 個)`,
  ],
  [/^reading it failed \((.+)\)$/, (code) => `読み込みに失敗しました (${code})`],
  [/^process (\d+), a run of revos$/, (pid) => `プロセス ${pid} (revos の実行)`],
  [/^process (\d+) \((.+)\)$/, (pid, program) => `プロセス ${pid} (${program})`],
  [
    /^(.+) is decimal\((\d+)\), and more than 38 digits cannot be read exactly$/,
    (name, digits) => `${name} は ${digits} 桁の decimal です (正確に読めるのは 38 桁まで)`,
  ],
  [
    /^(cursor )?column (.+) was (.+) and is (.+)$/s,
    (cursor, name, before, after) =>
      `${cursor ? "カーソルの" : ""}列 ${name} が ${before} から ${after} に変わりました`,
  ],
  [
    /^the key was (.+) and is (.+)$/,
    (before, after) => `キーが ${before} から ${after} に変わりました`,
  ],
  [
    /^column (.+) is (perhaps )?called (.+) now$/,
    (before, perhaps, after) =>
      `列 ${before} の名前が${perhaps ? "おそらく" : ""} ${after} に変わりました`,
  ],
  [
    /^(cursor )?column (.+) is gone$/,
    (cursor, name) => `${cursor ? "カーソルの" : ""}列 ${name} がなくなりました`,
  ],
  [/^column (.+) \((.+)\) is new$/, (name, type) => `列 ${name} (${type}) が増えました`],
  [/^(\S+(?:, \S+)*) or (\S+)$/, (some, last) => `${some} か ${last}`],
  [/^a stream's (.+)$/, (key) => `ストリームの ${key} `],
  // The detail that a server names beside what it said.
  [
    /^(.+) \(((?:table|column|constraint) .+)\)$/,
    (what, detail) => {
      const words = saidJa(what);
      return words === what ? `${what} (${detail})` : `${words} (${detail})`;
    },
  ],
];

/** A space between Japanese and what is not. */
const spaced = (text: string): string =>
  `${/^[\x21-\x7e]/.test(text) ? " " : ""}${text}${/[\x21-\x7e]$/.test(text) ? " " : ""}`;

export function saidJa(text: string): string {
  const bare = text.replace(/\.$/, "");
  const known = Object.hasOwn(said, bare) ? said[bare] : undefined;
  if (known !== undefined) return known;
  // Several of them, as a list.
  const parts = bare.split("; ");
  if (parts.length > 1) {
    const said = parts.map(saidJa);
    return said.every((part, at) => part !== parts[at]) ? said.join("、") : text;
  }
  for (const [pattern, make] of forms) {
    const hit = pattern.exec(bare);
    if (hit) return make(...hit.slice(1));
  }
  return text;
}
