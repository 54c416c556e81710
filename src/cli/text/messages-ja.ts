// エラー文の型 (日本語)。Sentences by code, filled from the facts of the error; the first whose facts are all there is used.
// Where none fits, the title stands with the original sentence beside it.
import type { ErrorCode } from "../../kernel/errors/codes.ts";

export const messagesJa: Readonly<Partial<Record<ErrorCode, readonly string[]>>> = {
  "usage.unknown_command": [
    "{command} というコマンドはありません。{suggestion} のことですか?",
    "{command} というコマンドはありません。",
  ],
  "usage.unknown_flag": [
    "{flag} というフラグはありません。{suggestion} のことですか?",
    "{flag} というフラグはありません。",
  ],
  "usage.bad_value": [
    "{flag} の値 {value} は使えません。使えるのは {wanted} です。",
    "{flag} の値が正しくありません。使えるのは {wanted} です。",
  ],
  "usage.missing_argument": ["revos {command} には {argument} が必要です。"],
  "usage.secret_in_argv": [
    "{place} に秘密が書かれています。ps やシェルの履歴から見えるため、受け付けません。何も実行していません。",
  ],
  "usage.not_available_yet": ["{what} はこのバージョンにはまだありません。何も実行していません。"],
  "command.timed_out": ["revos {command} は {seconds} 秒以内に終わりませんでした。"],
  "connector.unknown": [
    "{kind} というコネクターはありません。",
    "{what} を扱うコネクターはありません。",
  ],
  "config.invalid": ["ファイル {files} 個にエラーが {errors} 件あります。何も書き込んでいません。"],
  "source.not_found": ["ソース {source} はありません。", "ソース {id} はありません。"],
  "connection.not_found": [
    "接続 {connection} はありません。{suggestion} のことですか?",
    "接続 {connection} はありません。",
    "接続 {name} はありません。",
  ],
  "destination.not_found": ["送信先 {destination} はありません。", "送信先 {name} はありません。"],
  "proposal.goal_needed": ["提案 {proposal} は目的の入力を待っています。何も実行していません。"],
  "proposal.not_found": ["提案 {proposal} はありません。", "提案 {id} はありません。"],
  "rewrite.not_found": ["実行 {run} は何も書き換えていません。何も変更していません。"],
  "rewrite.not_kept": [
    "実行 {run} が {table} で置き換えた行はもう保管されていません。何も変更していません。",
  ],
  "rewrite.overtaken": [
    "実行 {run} の後に {by} が {table} を変更しています。何も変更していません。",
    "実行 {run} の後に {table} が変更されています。何も変更していません。",
  ],
  "rewrite.unsupported": [
    "送信先 {destination} ({kind}) では過去を書き換えられません。何も実行していません。",
  ],
  "replay.not_kept": [
    "{connection} にリプレイできる生データは残っていません。何も実行していません。",
  ],
  "run.not_found": ["実行 {run} はありません。", "実行 {id} はありません。"],
  "quarantine.not_found": [
    "隔離領域に {target} はありません (グループ、行、接続のいずれでもありません)。",
    "隔離のグループまたは行 {group} はありません。",
    "隔離のグループまたは行 {id} はありません。",
  ],
  "file.not_found": ["ファイル {file} が見つからないか、読めません。"],
  "file.exists": ["{file} はすでにあります。何も書き込んでいません。"],
  "file.unwritable": ["{file} に書き込めません。"],
  "consent.needed": [
    "{columns} は個人データのようですが、扱いの指定がありません。何も読んでいません。",
    "{what} 確認できる端末がなく、同意のフラグもありません。何も実行していません。",
  ],
  "run.partial": [
    "実行 {run} は一部だけ完了しました。{all} 中 {published} ストリームを公開しました。",
  ],
  "run.stopped": ["実行 {run} は停止しました。最後のチェックポイントは残っています。"],
  "gate.held": ["実行 {run} は品質ゲートで保留されました。読み手には以前の状態が見えています。"],
  "quarantine.rows_stay": ["{rows} 行が合格せず、隔離領域に残っています。"],
  "config.yaml_invalid": ["{file} を YAML として読めません。"],
  "config.unknown_key": [
    "{key} というキーはありません。{suggestions} のことですか?",
    "{key} というキーはありません。",
  ],
  "config.duplicate_key": [
    "{key} が 2 回書かれています。そのままでは 2 つ目が優先されてしまいます。",
  ],
  "config.source_id_unknown": [
    "spec.source.id の {id} はソース ID ではありません。",
    "spec.source.id の {value} はソース ID ではありません。",
  ],
  "config.stream_unknown": ["ソースにストリーム {stream} はありません。"],
  "config.namespace_missing": ["ストリーム {stream} に namespace がありません。"],
  "config.namespace_unexpected": ["ストリーム {stream} の namespace は不要です。"],
  "config.sync_mode_unknown": ["{value} という同期モードはありません。"],
  "config.sync_mode_unsupported": ["ストリーム {stream} では {mode} を使えません。"],
  "config.cursor_missing": [
    "ストリーム {stream} に cursorField がありません。モード {mode} には必要です。",
    "ストリーム {stream} に cursorField がありません。",
  ],
  "config.cursor_not_discovered": ["ストリーム {stream} にカーソル項目 {field} はありません。"],
  "config.cursor_not_ordered": [
    "ストリーム {stream} の {field} はソースと同じ順序で比べられません。何も読んでいません。",
  ],
  "config.primary_key_missing": [
    "ストリーム {stream} に primaryKey がありません。モード {mode} には必要です。",
    "ストリーム {stream} に primaryKey がありません。",
  ],
  "config.primary_key_not_discovered": ["ストリーム {stream} にキー項目 {field} はありません。"],
  "config.destination_unknown": ["送信先 {destination} はありません。"],
  "config.discovery_missing": ["ソース {id} のストリームが分からないため、検査していません。"],
  "config.slug_invalid": [
    "{name} はスラッグではありません。小文字、数字、単独のハイフンだけを使えます。",
  ],
  "config.not_supported_yet": ["{key} にはまだ対応していません。"],
  "config.spec_name_underscore": ["表示名 {label} にアンダースコアがあります。"],
  "plan.stale": ["プラン {plan} は古くなりました (今は {now})。何も適用していません。"],
  "destination.locked": [
    "ウェアハウス {path} は {run} (プロセス {pid}) が使用中です。",
    "ウェアハウス {path} はプロセス {pid} が使用中です。",
  ],
  "run.already_running": ["接続 {connection} は実行中です ({run})。"],
  "discovery.missing": ["接続 {connection} のストリーム {stream} の形がまだ適用されていません。"],
  "mapper.key_missing": ["マッパーの鍵 {reference} が設定されていません。"],
  "config.name_clash": ["{table} というテーブル名が重なります。"],
  "config.cursor_extra": ["ストリーム {stream}: {mode} では cursorField は使われません。"],
  "config.primary_key_extra": ["ストリーム {stream}: {mode} では primaryKey は使われません。"],
};
