// Which words name no data: a pipeline that is moved is no table, and neither is a batch, an hour or a team. Lower case.

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Stand before a name and are no part of it. */
export const lead = words(`
  the our all only new old raw latest fresh existing current this that these those its their my any some each every
  daily hourly nightly weekly monthly real-time realtime live historical full entire complete whole just also incremental
  a an both two three four several many main more most customer-facing
`);

/** Stand after a name and are no part of it: `orders fact table feed`. */
export const tail = words(`
  table tables fact facts dimension feed feeds dataset datasets data topic topics records record rows row stream streams
  changes change file files mart marts view views collection object objects
`);

/** Never a name, nor a part of one. */
export const never = words(`
  pipeline pipelines etl elt cdc dbt data everything it them changes files records rows tables
  sync replication ingestion ingest batch batches load loads copy copies job jobs export exports import imports update updates
  migration transfer stream streaming streams processing process integration connector connectors
  reverse design build create make set plan write help need want propose review operate migrate contract please show give gives
  move moves moving push pull send fetch get take read reads reading bring put keep let use uses using run runs start
  visible available acceptable fine ok okay delay lag latency freshness sla slo availability uptime downtime budget cost
  seconds second minutes minute hours hour days day weeks week months month years year times
  is are was were be been has have had does do did needs wants must should can will would
  from to into in on of at by for with without within via through under over after before between out off and or not no
  source sources sink sinks target destination system systems team teams service services app apps tool tools
  warehouse database databases db cluster clusters bucket buckets instance instances account accounts schema schemas api apis
  region regions zone zones server servers cloud platform
  dashboards dashboard reports report analytics reporting alerts alert checks check tests test quality
  then than when while where which who what how why this that these those there here
  us you they we i he she
  requirements requirement volume note notes todo details basis access models model layers marts tasks task steps step
  uses reads sends gives provides produces emits publishes drops delivers writes shows wants exports
  size sizes bytes kb mb gb tb percent
  refresh refreshes refreshed nines contains contain truncate truncates drop insert inserts delete deletes select fails failed failing
  keeps grows growing falls goes gets comes stops stopped hangs lags arrives arrived happens happened
  breaks broke broken crashes dies stalls misses loses costs works looks stays waits join select inner bad good invalid afterwards later http https ftp
  way ways others other side sides end ends gates gate rules rule instructions
`);

/** Name what flows only together with another word: `order events`, `access logs`. */
export const common = words(`
  events event messages message logs log items entries lines list lists
`);

/** One thing said without a plural. */
export const mass = words(`
  inventory stock telemetry traffic billing payroll revenue catalog catalogue ledger usage clickstream attendance pricing
  feedback sentiment spend list mrr churn weather
`);

/** Ends of words that say a work or a quality, not a thing that is moved. */
export const neverJa =
  /(?:本番|既存|現行|社内|定時|定期|通常|処理|設計|運用|検討|構成|方針|方法|手順|計画|基盤|環境|仕組み?|パイプライン|システム|サービス|基準|条件|契約|コントラクト|レイテンシー?|遅延|鮮度|品質|チェック|検査|ダッシュボード|バックフィル|リプレイ|更新|連携|反映|取込|取り込み|バッチ|ストリーミング|モデル|ジョブ|スクリプト|クラスタ|クラスター|図|違い|理由|構築|移行|定義|性|俳句|管理|監視|通知|対応|相談|質問|時刻|時間|間隔|頻度|期限|予算|費用|原因|状況|状態|変換|計算|集計|分析|停止|再実行|並行稼働|両方|全体|機能|負荷|意味|目的|要件|設定|コード|テスト|障害|指揮|手動|自動|差分|全件|重複|欠損|欠落|ルール|規則|承認|許可|結果|画面|サイト|アプリ|リアルタイム|データベース|ウェアハウス|テーブル|マート|ファイル|データ|情報|変更|件数|件|回|分|秒|間|日|月|年|層|案|版|側|点|数|値|用|化|毎時|毎日|毎晩|毎朝|毎週|日次|週次|月次|夜間|以上|以下|以内|前後|すべて|全部|同期|異常|欠測|外れ値|偏り|逸脱|急増|急減|ばらつき|列名|項目名|ところ|こと|もの|ため|よう)$/u;
