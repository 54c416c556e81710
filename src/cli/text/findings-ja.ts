// ファイルの指摘の見出しと対処 (日本語)。Title and advice of every finding in Japanese.
import type { findingCodes } from "../../kernel/errors/findings.ts";

const words = (title: string, advice: string) => ({ title, advice });

export const findingWordsJa: Readonly<
  Partial<Record<keyof typeof findingCodes, { readonly title: string; readonly advice: string }>>
> = {
  "config.yaml_invalid": words(
    "YAML として読めません",
    "示された場所を直してください。字下げと引用符がよくある原因です。",
  ),
  "config.value_invalid": words("値の形が違います", "示された形の値を書いてください。"),
  "config.api_version_unknown": words("apiVersion が不明です", "apiVersion: revos/v1"),
  "config.kind_unknown": words("kind が不明です", "kind: Connection"),
  "config.unknown_key": words("不明なキー", "キーを削除するか、綴りを直してください。"),
  "config.duplicate_key": words(
    "同じキーが 2 回あります",
    "どちらか 1 つを残してください。そのままでは 2 つ目が優先されてしまいます。",
  ),
  "config.not_supported_yet": words(
    "まだ対応していません",
    "キーを削除してください。このバージョンでは実行できず、黙って無視もしません。",
  ),
  "config.slug_invalid": words(
    "metadata.name がスラッグではありません",
    "小文字、数字、単独のハイフンだけを使ってください (例 postgres-prod-revenue)。",
  ),
  "config.file_name_mismatch": words(
    "ファイル名と metadata.name が違います",
    "どちらかの名前を変えて一致させてください。",
  ),
  "config.source_id_unknown": words(
    "ソース ID が不明です",
    "revos sources list で ID を確認してください。名前は ID ではありません。",
  ),
  "config.destination_unknown": words(
    "送信先が不明です",
    "revos destinations list で名前を確認してください。",
  ),
  "config.discovery_missing": words(
    "ソースのストリームが分かりません",
    "revos sources list-streams <id> で読み取ります。",
  ),
  "config.stream_unknown": words(
    "ソースにそのストリームはありません",
    "revos sources list-streams <id> でストリームを確認してください。",
  ),
  "config.namespace_missing": words(
    "namespace がありません",
    "検出結果に表示されるネームスペースを書いてください。",
  ),
  "config.namespace_unexpected": words(
    "namespace は不要です",
    "行を削除してください。このソースにネームスペースはありません。",
  ),
  "config.sync_mode_unknown": words(
    "その同期モードはありません",
    "seed 003 の 4 つのモードのどれかを使ってください。",
  ),
  "config.sync_mode_unsupported": words(
    "このストリームでは使えないモードです",
    "検出結果に並ぶモードから選んでください。",
  ),
  "config.cursor_missing": words(
    "cursorField がありません",
    "このモードにはカーソルが必要です。cursorField を書くか、フルリフレッシュのモードにしてください。",
  ),
  "config.cursor_not_flat": words(
    "cursorField が平らなリストではありません",
    "cursorField: [updated_at]",
  ),
  "config.cursor_not_discovered": words(
    "ソースにそのカーソル項目はありません",
    "検出結果にある項目を使ってください。",
  ),
  "config.cursor_not_ordered": words(
    "この列はカーソルにできません",
    "時刻、数値、文字列の列をカーソルにするか、フルリフレッシュのモードにしてください。",
  ),
  "config.primary_key_missing": words(
    "primaryKey がありません",
    "このモードには主キーが必要です。primaryKey (例 [[id]]) を書くか、別のモードにしてください。",
  ),
  "config.primary_key_not_nested": words(
    "primaryKey がリストのリストではありません",
    "primaryKey: [[id]]",
  ),
  "config.primary_key_not_discovered": words(
    "ソースにそのキー項目はありません",
    "検出結果にある項目を使ってください。",
  ),
  "config.metadata_id_set": words(
    "新しい接続に metadata.id が書かれています",
    "削除してください。revos apply が書き込みます。",
  ),
  "config.spec_prefix_set": words(
    "新しい接続に spec.prefix が書かれています",
    "削除してください。revos apply が書き込みます。",
  ),
  "config.mapper_invalid": words("マッパーが正しくありません", "マッパーの設定を直してください。"),
  "config.mapper_breaks_key": words(
    "マッパーが主キーまたはカーソルを壊します",
    "主キーとカーソルの項目をマッパーから外すか、別のキーにしてください。",
  ),
  "config.name_clash": words(
    "ウェアハウスで 2 つの名前が同じになります",
    "ストリームならどちらかに as: を付け、列なら名前を変えるか除いてください。",
  ),
  "config.spec_name_underscore": words(
    "表示名にアンダースコアがあります",
    "spec.name は人が読む名前を空白区切りで書いてください。",
  ),
  "config.spec_name_is_slug": words(
    "表示名がスラッグと同じです",
    "spec.name は人が読む名前を書いてください (例 HubSpot sales pipeline)。",
  ),
  "config.cursor_extra": words(
    "cursorField は使われません",
    "削除してください。このモードではカーソルを使いません。",
  ),
  "config.primary_key_extra": words(
    "primaryKey は使われません",
    "削除してください。このモードでは主キーを使いません。",
  ),
};
