// Words that are written like the name of a product and are none: months, places, teams, formats, terms of the trade. Lower case.

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

export const notProducts = words(`
  january february march april may june july august september october november december jan feb mar apr jun jul aug sep oct nov dec
  monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun today tomorrow yesterday noon midnight
  tokyo osaka nagoya frankfurt ireland dublin london paris singapore sydney mumbai seoul virginia oregon ohio berlin europe asia japan
  germany france india canada china brazil america usa us eu uk emea apac jst utc gmt cet pst est
  finance sales marketing operations ops support billing accounting legal hr planning analytics engineering product security compliance
  management procurement logistics customers users analysts scientists managers auditors operators team teams everyone somebody
  csv json xml avro parquet yaml tsv pdf sql api apis rest http https etl elt cdc dwh bi pii gdpr hipaa sla slo kpi ml ai iot id ids
  bronze silver gold raw staging production prod dev test tier batch streaming hybrid undecided kb mb gb tb pb am pm q1 q2 q3 q4
  aws gcp azure google amazon microsoft the our a an i we it its this that these those all each every any new old data events orders
  join select insert update delete merge left inner where using group order by on values table view with as sum count union
  system user admin assistant note please source sources sink sinks target input output role agent request hot cold json utf
  scd1 scd2 oltp olap dlq dag p99 p95 rpo rto poc mvp excel
`);

/** Katakana words of the trade and of every day. */
export const notProductsJa =
  /^(?:[ァ-ヴー]*(?:データ|テーブル|サーバー?|ユーザー?|レポート|ファイル|ログ|イベント|センサー?|アプリ|サイト|システム|サービス|ストア|レイク|ウェアハウス|マート|マスター?|トピック|バケット|リージョン|チーム|センター|ダッシュボード|ジョブ|バッチ|パイプライン|コンシューマー?|プロデューサー?|ブローカー?|クラスター?|カラム|レコード|メッセージ|アラート|メール|スクリプト|マクロ|モデル|ソース|シンク|クラウド|オンプレ|デバイス|マシン|メーカー|ベンダー|パートナー|サプライヤー|グループ|フォルダー?|ディレクトリ|スナップショット|ストリーム|ストリーミング|リアルタイム|キュー|ポイント|シート|タイミング|スケジュール|クエリ|レイヤー?|ステージング|コールド|ホット|アーカイブ|バックアップ|ゲート|ライン|カード|コピー|カメラ|メーター|エラー|ルール|タグ|キー|ドライバー?|オペレーター|アナリスト|エンジニア|メンバー|スタッフ|オーナー|ユニット|フロア|オフィス|ターゲット|デイリー|ページ|フォーム|チャット|チャネル|ブラウザ|スマホ|タブレット|インターネット|ネットワーク|コンテナ|コネクター?|エンド|ベース|リスト|グラフ|マップ|セグメント|キャンペーン|チケット|クーポン|リード|アカウント|オブジェクト|プロジェクト|プロセス|フロー|メトリクス|トレース|テスト|ドキュメント|オーダー|ランク|スコア|ステータス|レジ|ハブ|ゼロ|ベストエフォート|トラック|タクシー|ロッカー|コンビニ|スーパー|レストラン|ホテル|ドローン|ロボット|プラント|モール|キオスク|スタート|リアル|フル|タイム|コールセンター))$/u;
