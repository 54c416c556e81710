// 助言の型の続き (日本語)。More forms of advice, by the part of revos that gives it; advice-ja.ts tells how they are used.

export type Form = readonly [RegExp, (...parts: string[]) => string];

const list = (text: string): string => text.replaceAll(", or ", ", ").replaceAll(" or ", ", ");
const say = (text: string) => (): string => text;

const files: readonly Form[] = [
  [
    /^(revos schema-changes accept \S+) shows what taking it does, and takes it; (revos schema-changes ignore \S+) goes on without it, where that is possible(?: \(and (\d+) more: (.+)\))?\.$/,
    (accept, ignore, more, list) =>
      `${accept} で影響を確認して受け入れるか、${ignore} で (可能なら) なしで続けます。${more ? `ほかに ${more} 件: ${list}` : ""}`,
  ],
  [
    /^Correct the rows at the source, or choose another key or a mode without one; readers still see the state before\.$/,
    say(
      "ソースの行を直すか、別のキーまたはキーの要らないモードを指定してください。読み手には以前の状態が見えています。",
    ),
  ],
  [
    /^If the table may become empty, set (.+); readers still see the state before\.$/,
    (key) =>
      `テーブルが空になってよい場合は ${key} を指定してください。読み手には以前の状態が見えています。`,
  ],
  [
    /^(revos quarantine list) shows the rows; (sync --max-quarantine) raises the limit; readers still see the state before\.$/,
    (list, flag) => `行の確認: ${list}。上限の変更: ${flag}。読み手には以前の状態が見えています。`,
  ],
  [/^Choose another (\S+)\.$/, (what) => `別の ${what} を指定してください。`],
  [/^Keep one of them\.$/, say("どちらか 1 つを残してください。")],
  [
    /^Correct the place that is shown; indentation and quotes are the usual causes\.$/,
    say("示された場所を直してください。字下げと引用符がよくある原因です。"),
  ],
  [
    /^Write cursorField, or use a full refresh mode: (.+)\.$/,
    (modes) => `cursorField を書くか、フルリフレッシュのモードを使ってください: ${list(modes)}`,
  ],
  [
    /^Write primaryKey, or use a mode without a key: (.+)\.$/,
    (modes) => `primaryKey を書くか、キーの要らないモードを使ってください: ${list(modes)}`,
  ],
  [
    /^(primaryKey: .+?) +\(an inner list is one path; these are (\d+|X) columns\)$/,
    (line, count) => `${line}        (内側のリストは 1 つのパスです。これは ${count} 列です)`,
  ],
  [
    /^((?:cursorField|primaryKey): .+?) +\((?:the source names it|the source names (.+) as its key)\)$/,
    (line) => `${line}        (ソースの指定)`,
  ],
  [
    /^((?:cursorField|primaryKey): .+?) +\((?:the stream has (?:.+)|(?:.+) looks like its key)\)$/,
    (line) => `${line}        (ストリームの列から)`,
  ],
  [
    /^Write streams: a list with at least one stream$/,
    say("streams: にストリームを 1 つ以上書いてください"),
  ],
  [
    /^Write spec: a mapping with name, source and streams$/,
    say("spec: に name、source、streams を書いてください"),
  ],
  [/^Write name: the name$/, say("name: に名前を書いてください")],
  [/^Fields of the stream: (.+)\.$/, (fields) => `ストリームの項目: ${fields}`],
  [
    /^Did you mean (.+)\? Letter case counts\.$/,
    (name) => `${list(name)} のことですか? 大文字と小文字は区別されます。`,
  ],
  [
    /^(name: \S+), or rename the file to (.+)$/,
    (line, file) => `${line} とするか、ファイル名を ${file} に変えてください`,
  ],
  [/^Rename the file to (\S+)\.$/, (file) => `ファイル名を ${file} に変えてください。`],
  [
    /^(name: \S+) and (namespace: \S+), on two lines$/,
    (name, namespace) => `${name} と ${namespace} を 2 行に分けて書いてください`,
  ],
  [
    /^The source offers no sync mode for this stream; leave it out\.$/,
    say("このストリームに使える同期モードがありません。外してください。"),
  ],
  [
    /^Remove one of them, or give one another table with as:\.$/,
    say("どちらかを削除するか、as: で別のテーブル名を付けてください。"),
  ],
  [
    /^(revos .+) shows the ids; a name is not an id\.$/,
    (command) => `${command} で ID を確認してください。名前は ID ではありません。`,
  ],
  [
    /^(revos .+) shows the (?:fields|columns)\.$/,
    (command) => `${command} で項目を確認してください。`,
  ],
  [/^(revos .+) shows the streams\.$/, (command) => `${command} でストリームを確認してください。`],
  [
    /^(source: \{ id: .+ \}), as revos sources list shows it\.$/,
    (line) => `${line} (ID は revos sources list で確認)`,
  ],
  [/^cron: "0 3 \* \* \*", every day at 3:00$/, say('cron: "0 3 * * *" (毎日 3:00)')],
  [/^(\S+: \S+), with a unit$/, (line) => `${line} (単位を付ける)`],
  [/^Remove the key, or write (.+)$/, (line) => `キーを削除するか、${line} と書いてください`],
  [/^Remove it\.$/, say("削除してください。")],
  [/^(\S+) is one of (.+)\.$/, (key, values) => `${key} に使えるもの: ${list(values)}`],
  [
    /^Add (lateAfter: \S+) \(or another duration\), or remove late\.$/,
    (line) => `${line} などを書くか、late を削除してください。`,
  ],
  [
    /^Name a column of type (.+) as eventTime, or remove the key\.$/,
    (types) => `eventTime に ${list(types)} 型の列を指定するか、キーを削除してください。`,
  ],
  [
    /^Write "24 hours", "0 3 \* \* \*" or manual\.$/,
    say('"24 hours"、"0 3 * * *"、manual のいずれかを書いてください。'),
  ],
];

const mappers: readonly Form[] = [
  [
    /^Put them under one AND or OR inside the NOT\.$/,
    say("NOT の中で AND か OR の 1 つにまとめてください。"),
  ],
  [/^(comparisonValue: "\.\.\."), or (type: IS_NULL)$/, (one, other) => `${one} または ${other}`],
  [
    /^Correct the expression: brackets and parentheses must be closed\.$/,
    say("式を直してください。かっこが閉じている必要があります。"),
  ],
  [
    /^Each mapper sees the result of the ones before it; change their order or the name\.$/,
    say("各マッパーは前のマッパーの結果を受け取ります。順序か名前を変えてください。"),
  ],
  [
    /^Remove include: false, or use another (.+)\.$/,
    (what) => `include: false を削除するか、別の ${what} を使ってください。`,
  ],
  [
    /^Hash the key instead: the same value gives the same hash\.$/,
    say("代わりにキーをハッシュ化してください。同じ値は同じハッシュになります。"),
  ],
  [
    /^Leave (\S+) out of the mapper, or use another (.+)\.$/,
    (field, what) => `マッパーから ${field} を外すか、別の ${what} を使ってください。`,
  ],
  [
    /^See the row-filtering mapper in the documentation of mappers\.$/,
    say("マッパーの文書の row-filtering を見てください。"),
  ],
  [
    /^Add mappers to a stream, or name one with --stream\.$/,
    say("ストリームにマッパーを書くか、--stream で指定してください。"),
  ],
  [
    /^Write (padding: \S+) for (\S+), or leave padding out\.$/,
    (line, mode) => `${mode} では ${line} と書くか、padding を外してください。`,
  ],
  [
    /^openssl rand -hex 32 makes a key of 32 bytes\.$/,
    say("openssl rand -hex 32 で 32 バイトの鍵を作れます。"),
  ],
  [
    /^openssl rsa -in private\.pem -pubout prints the public key as PEM\.$/,
    say("openssl rsa -in private.pem -pubout で公開鍵 (PEM) を出力できます。"),
  ],
  [
    /^Join nested names with dots and put a name that holds a dot or a quote in double quotes: (.+)$/,
    (example) =>
      `入れ子の名前はドットでつなぎ、ドットや引用符を含む名前は二重引用符で囲んでください: ${example}`,
  ],
];

const proposals: readonly Form[] = [
  [/^Add it first: (.+)$/, (words) => `先に追加してください: ${words}`],
  [/^(primaryKey=\S+), or (primaryKey=\S+)$/, (one, other) => `${one} または ${other}`],
  [
    /^It allows (.+)\. Or name the field in the same change: (.+)$/,
    (modes, change) =>
      `使えるもの: ${list(modes)}。または同じ変更で項目を指定してください: ${change}`,
  ],
  [/^Confirm the streams first: (.+)$/, (flag) => `先にストリームを確認してください: ${flag}`],
  [/^Add a stream: (.+)$/, (flag) => `ストリームを追加してください: ${flag}`],
  [/^(revos connections propose --resume \S+), or (.+)$/, (one, other) => `${one} または ${other}`],
  [
    /^(revos connections propose .+ --overwrite) {6}or another --name$/,
    (command) => `${command} または別の --name`,
  ],
];

const project: readonly Form[] = [
  [
    /^Leave --profile and REVOS_PROFILE out to work in this folder, without a server\.$/,
    say("サーバーなしでこのフォルダーを使うには --profile と REVOS_PROFILE を外してください。"),
  ],
  [
    /^Give the demo a folder of its own: (.+)$/,
    (command) => `デモ専用のフォルダーを指定してください: ${command}`,
  ],
  [
    /^Delete the folder and run (.+) again\.$/,
    (command) => `フォルダーを削除して ${command} をもう一度実行してください。`,
  ],
  [
    /^(.+), or give revos a Postgres of your own: (.+)$/,
    (one, other) => `${one}。または手元の Postgres を使ってください: ${other}`,
  ],
  [
    /^Run the demo as another user than root\.$/,
    say("root 以外のユーザーでデモを実行してください。"),
  ],
  [
    /^Look at (\S+) and run it again; the folder can be deleted\.$/,
    (place) => `${place} を確認して、もう一度実行してください。フォルダーは削除できます。`,
  ],
  [
    /^Run the demo in a folder that other users may enter, for instance below \/tmp\.$/,
    say("他のユーザーも入れるフォルダー (例えば /tmp の下) でデモを実行してください。"),
  ],
  [
    /^Wait until it has ended, or give another folder: (.+)$/,
    (command) => `終了を待つか、別のフォルダーを指定してください: ${command}`,
  ],
  [
    /^Choose another folder for --out, or say --overwrite\.$/,
    say("--out に別のフォルダーを指定するか、--overwrite を付けてください。"),
  ],
  [
    /^Set REVOS_OLD_KEY to the key the secrets have now, REVOS_KEY to the new one, and run it again\.$/,
    say("REVOS_OLD_KEY に今の鍵、REVOS_KEY に新しい鍵を設定して、もう一度実行してください。"),
  ],
  [/^(\S+) lists every rule\.$/, (file) => `すべての規則は ${file} にあります。`],
  [/^Install Node (.+) or newer\.$/, (version) => `Node ${version} 以降を入れてください。`],
  [
    /^Restore the file from a backup, or remove it and apply the connection files again\.$/,
    say("バックアップから戻すか、削除して接続ファイルをもう一度適用してください。"),
  ],
  [/^Restore the file from a backup\.$/, say("バックアップから戻してください。")],
  [
    /^Free some space: landing and warehouse need room\.$/,
    say("ディスクを空けてください。生データとウェアハウスに必要です。"),
  ],
  [
    /^Set memory to (.+) or more in revos\.yaml: a run needs at least that\.$/,
    say("revos.yaml の memory を $1 以上にしてください。実行に少なくともそれだけ必要です。"),
  ],
  [/^Free disk space and run it again\.$/, say("ディスクを空けて、もう一度実行してください。")],
  [
    /^Check the disk and its free space, then run it again\.$/,
    say("ディスクとその空きを確認して、もう一度実行してください。"),
  ],
  [
    /^Set REVOS_KEY, for example to what `openssl rand -base64 32` prints\.$/,
    say("REVOS_KEY を設定してください (例えば `openssl rand -base64 32` の出力)。"),
  ],
  [
    /^Set REVOS_KEY, or keep the config folder outside the project \(XDG_CONFIG_HOME\)\.$/,
    say(
      "REVOS_KEY を設定するか、設定フォルダーをプロジェクトの外に置いてください (XDG_CONFIG_HOME)。",
    ),
  ],
  [
    /^Check the rights of the folder, or set REVOS_KEY\.$/,
    say("フォルダーの権限を確認するか、REVOS_KEY を設定してください。"),
  ],
  [
    /^Set the secret again, or restore the store from a backup\.$/,
    say("秘密を設定し直すか、ストアをバックアップから戻してください。"),
  ],
  [
    /^Choose another name: revos sources list shows those that are taken\.$/,
    say("別の名前にしてください。使用中の名前は revos sources list で確認できます。"),
  ],
  [
    /^(revos design .+) writes one: design\.yaml\.$/,
    (command) => `${command} が design.yaml を書きます。`,
  ],
  [
    /^write the config to a file of mode 0600 and say --config <file>, or pipe it: --config -$/,
    say(
      "設定を権限 0600 のファイルに書いて --config <file> とするか、パイプで渡してください: --config -",
    ),
  ],
  [
    /^write \$\{env\.NAME\} in its place and set that variable, or use PGPASSWORD, MYSQL_PWD or --config -$/,
    say(
      "代わりに ${env.NAME} と書いて環境変数を設定するか、PGPASSWORD、MYSQL_PWD、--config - を使ってください",
    ),
  ],
];

const runs: readonly Form[] = [
  [
    /^Add --yes, or --dry-run to see what would happen\.$/,
    say("--yes を付けてください。--dry-run で結果を先に確認できます。"),
  ],
  [
    /^Repeat the revos sync --source \.\.\. line: it goes on from its last checkpoint\.$/,
    say(
      "同じ revos sync --source ... をもう一度実行してください。最後のチェックポイントから続きます。",
    ),
  ],
  [
    /^Run the backfill again to have its rows back(?:: (.+)|\.)$/,
    (command) =>
      `行を戻すにはバックフィルをもう一度実行してください${command ? `: ${command}` : "。"}`,
  ],
  [
    /^There is nothing left to take back: the table is the source's present state\.$/,
    say("取り消すものはありません。テーブルはソースの現在の状態です。"),
  ],
  [
    /^Use --from and --to, or backfill the whole stream\.$/,
    say("--from と --to を使うか、ストリーム全体をバックフィルしてください。"),
  ],
  [
    /^Name the column: (.+); or backfill the whole stream\.$/,
    (flag) => `列を指定するか (${flag})、ストリーム全体をバックフィルしてください。`,
  ],
  [
    /^(revos schema-changes accept \S+), or edit (\S+) and revos apply\.$/,
    (command, file) => `${command}、または ${file} を直して revos apply`,
  ],
  [/^Edit (\S+), then revos apply\.$/, (file) => `${file} を直してから revos apply`],
  [
    /^(revos schema-changes accept \S+ --pii hash), --pii drop or --pii clear\.$/,
    (command) => `${command} (または --pii drop、--pii clear)`,
  ],
  [
    /^revos schema-changes list; then accept or ignore (.+)\.$/,
    (what) => `revos schema-changes list の後、${what} を accept または ignore してください。`,
  ],
  [
    /^Rename the column of the table by hand, or land in another table \(as:\)\.$/,
    say("テーブルの列名を手で変えるか、別のテーブルに読み込んでください (as:)。"),
  ],
  [
    /^Read the stream again from the start: revos schema-changes accept shows how\.$/,
    say("ストリームを最初から読み直してください。方法は revos schema-changes accept が示します。"),
  ],
  [/^--until takes a date to come\.$/, say("--until には将来の日付を指定してください。")],
  [
    /^Compare again and look at the new plan\.$/,
    say("もう一度比較して、新しいプランを確認してください。"),
  ],
  [
    /^Close process (\S+) \((.+)\), then run it again\.$/,
    (pid, name) => `プロセス ${pid} (${name}) を終了してから、もう一度実行してください。`,
  ],
  [
    /^Sync again: it is read from what stands there now\.$/,
    say("もう一度同期してください。今ある内容から読みます。"),
  ],
];

const sources: readonly Form[] = [
  [
    /^grant select on (.+) to the role, and run it again\.$/,
    (table) => `ロールに grant select on ${table} を付与して、もう一度実行してください。`,
  ],
  [
    /^Check the name and the schema; names are case-sensitive\.$/,
    say("名前とスキーマを確認してください。大文字と小文字は区別されます。"),
  ],
  [
    /^Give (\S+) a path to a PEM file, or the PEM text itself\.$/,
    (key) => `${key} に PEM ファイルのパスか PEM の文字列を指定してください。`,
  ],
  [
    /^Write the host as the SSH server sees it, such as 127\.0\.0\.1\.$/,
    say("SSH サーバーから見たホストを書いてください (例えば 127.0.0.1)。"),
  ],
  [
    /^Check host and port as the SSH server sees them, and that it allows forwarding\.$/,
    say("SSH サーバーから見た host と port、転送の許可を確認してください。"),
  ],
  [
    /^If the server's key was really changed, write the new one \(ssh-keyscan shows it\); else someone stands in between\.$/,
    say(
      "サーバーの鍵が本当に変わったのなら新しい鍵を書いてください (ssh-keyscan で確認)。そうでなければ間に誰かがいます。",
    ),
  ],
  [
    /^Check tunnel\.user and its password or key\.$/,
    say("tunnel.user とそのパスワードまたは鍵を確認してください。"),
  ],
  [
    /^Give an unencrypted private key as PEM or OpenSSH text, or the path to one\.$/,
    say("暗号化されていない秘密鍵 (PEM または OpenSSH 形式) かそのパスを指定してください。"),
  ],
  [
    /^Check tunnel\.host and tunnel\.port, and the firewall between\.$/,
    say("tunnel.host と tunnel.port、間のファイアウォールを確認してください。"),
  ],
  [
    /^Write a glob that names the files of one format, such as \*\.csv, or set format\.$/,
    say("1 つの形式だけに合う glob (例えば *.csv) を書くか、format を指定してください。"),
  ],
  [/^Write (file:<path or glob>)\.$/, (uri) => `${uri} と書いてください。`],
  [
    /^Set ssl to verify-full \(or require\)\.$/,
    say("ssl を verify-full (または require) にしてください。"),
  ],
  [
    /^Give the user one of (.+): (alter user .+)$/,
    (plugins, sql) => `ユーザーに ${plugins} のいずれかを設定してください: ${sql}`,
  ],
  [
    /^Read from (Postgres|MySQL) (.+) or newer\.$/,
    (kind, version) => `${kind} ${version} 以降から読んでください。`,
  ],
  [
    /^Set lookback on such streams, or: (grant .+)$/,
    (sql) => `そのようなストリームに lookback を指定するか、次を実行してください: ${sql}`,
  ],
  [/^As an administrator: (.+)$/, (sql) => `管理者として: ${sql}`],
  [/^As (?:its|their) owner: (.+)$/, (sql) => `所有者として: ${sql}`],
  [
    /^Write a condition as it would stand behind WHERE, with the table's own column names(?: \((.+) in backticks\))?\.$/,
    (name) =>
      `WHERE に続く条件をテーブルの列名で書いてください${name ? ` (${name} はバッククォートで囲む)` : ""}。`,
  ],
  [
    /^Discover the source again; the table may have been altered while it was read\.$/,
    say("ソースをもう一度検出してください。読み取り中にテーブルが変更された可能性があります。"),
  ],
  [
    /^Give password in the source's config \(\$\{env\.NAME\} works\), or set (\S+) for a URI\.$/,
    (name) =>
      `ソースの設定に password を書くか (\${env.NAME} も可)、URI では ${name} を設定してください。`,
  ],
  [
    /^Write (mysql|postgres)(:\/\/\S+), with (\S+) or (\S+) where needed\.$/,
    (kind, rest, one, other) => `${kind}${rest} と書いてください (必要に応じて ${one}、${other})。`,
  ],
  [
    /^Give the server a certificate \(ssl_cert, ssl_key\), or set ssl: disable if the way to it is safe without\.$/,
    say(
      "サーバーに証明書 (ssl_cert、ssl_key) を設定するか、経路が安全なら ssl: disable にしてください。",
    ),
  ],
  [
    /^Turn ssl on in the server's postgresql\.conf, or set ssl: disable if the way to it is safe without\.$/,
    say(
      "サーバーの postgresql.conf で ssl を有効にするか、経路が安全なら ssl: disable にしてください。",
    ),
  ],
  [
    /^Check that host and port lead to a MySQL or MariaDB server(?:, not to another service)?\.$/,
    say("host と port が MySQL または MariaDB のサーバーを指しているか確認してください。"),
  ],
  [/^(\S+) and run it again\.$/, (what) => `${what} の後、もう一度実行してください。`],
];

export const moreForms: readonly Form[] = [
  ...files,
  ...mappers,
  ...proposals,
  ...project,
  ...runs,
  ...sources,
];
