// What a request can speak of: id | English phrases | Japanese phrases. `~` before a phrase: its own words already deny (`without
// checks` needs no further `not`). Rules ask for ids; how people say it is changed here and nowhere else.

export type SignalEntry = { readonly id: string; readonly phrases: readonly string[] };

const table = `
ask.design | design, build, set up, create, architect, plan a pipeline, propose, help us choose | 設計, 構築, 作りたい, 組みたい, 作って, 作成したい, 検討
ask.review | review our, review the, review this, review my, review it, review that, please review, review of our, review of the, to review, reviewing, reviewed, a review, check whether our, check if our, sanity check our, is our pipeline ok, well structured, audit our, audit the, audit this, please audit, auditing, critique, assess our, what is wrong with, what's wrong with, tell me what's wrong, tell me what is wrong, whats wrong with, what would you change, find problems, check our pipeline, look over, weaknesses, what's wrong, what is wrong, tell me what's off, spot the problems, where are the risks | レビュー, 監査して, 監査したい, を監査, 監査をお願い, 問題点, 見てほしい, 見てもらいたい, 妥当か, 改善点, どこが悪い, どこが問題, 何が問題か, 何がまずい, ダメ出し, 改善すべき, 大丈夫でしょうか, 大丈夫か, 診断, 指摘して, 点検して, 点検を, 点検お願い, 点検したい, 点検いただ
ask.operate | operate, operating, operational plan, runbook, on-call, reliability plan, recovery plan, goes stale, went stale, gets stale, failed partitions, re-run policy, rerun policy, what to retry, checkpointing, checkpoints, keeps failing, fails every, retry policy | 運用, ランブック, 復旧手順, 復旧計画, 信頼性を上げ, 信頼性向上, 失敗したパーティション, 再試行方針, 鮮度監視, よく落ちる, 気づかない, 再実行, チェックポイント, リトライ方針, が遅れる, 遅延が続
ask.backfill | backfill, backfills, re-process, reprocess, recompute, recalculate, rebuild history, restate, re-run the last, replay, replays, replayed, replaying, backfilled, backfilling | バックフィル, 再計算, 再処理, 遡って, さかのぼって, リプレイ, 洗い替え, 入れ直し, 作り直し
why.logic | logic was, logic changed, fixed the logic, new logic, changed the logic, logic is fixed, bug in the, wrong rate, wrong rates, calculation was, calculation changed, was computed wrongly, were computed wrongly, formula | ロジックを直, ロジックを変, ロジックの誤り, ロジックが変, ロジックの変更, 計算を直, 計算が誤, 計算が間違, 計算ミス, 税率, 計算式
ask.migrate | migrate, migrating, migration, replatform, re-platform, move off, moving off, move away from, get off, port our, replace our, replacing our, switch from, leave behind, migrating off, get us off, get everything off, getting off, moving us off, take us off, come off, coming off, replatforming | 移行, 乗り換え, 乗換, 置き換え, 置換, リプレース, 刷新, 脱却, 載せ替え, 載せかえ, のせ替え, 引っ越し, 乗り替え, 切り替えていきたい, リプレイス
ask.contract | data contract, contract, contracts, who should own, changes are breaking, which changes break, breaking change, breaking changes, what is breaking, who owns, service agreement between, data agreement | コントラクト, データ契約, 契約を決め, 破壊的, 責任者, 取り決め, 契約を定義, 契約を作, 契約を結, 契約を書, 契約書を作, 取り決めたい, データ契約書, 契約を定め
what.bad_rows | invalid rows, invalid records, bad rows, bad records, broken rows, malformed | 壊れた行, 不正な行, 無効なレコード, 不正レコード, 不正データ
what.document | write down, document it, put it in writing, agree on | 文書に, 文書化, 明文化, 合意, 決めたい, 決めて
what.pipeline | pipeline, pipelines, etl, elt, data flow, dataflow, ingestion, ingest, data movement, data integration | パイプライン, etl, elt, データ連携, データ基盤, 取り込み, 取込, データ統合
what.move | move, moves, load, loads, loaded, loading, sync, synced, copy, transfer, push, pushed, replicate, replicated, send, sent, stream, land, lands, pull, import, export, feed, reflect, deliver, must go, go from, appear in, visible downstream, parse, gather, gathers, hand over, hand it over, ship, ships, get into, show up in, drain, copied, spool | 取り込, 取り入れ, 流し, 流す, 流したい, 送り, 送る, 送信, 転送, 同期, 連携, ロード, 反映, 届け, コピー, 移し, 投入, 入れたい, 書き込, 書き出, 集約, 集めたい, 配信, 渡し, 渡す, 渡したい, 集め, 吐き出, 吐く, 書き戻, 落とし込, 載せたい, 届く
task.schema | star schema, snowflake schema, schema design, table design, design a schema, design the schema, database schema, data model, data modeling, data modelling, er diagram, erd, entity relationship, index strategy, which indexes, which index, indexes, indexing, normalize the tables, normalise the tables, third normal form, foreign keys, slowly changing dimension, primary key should, table structure, column types for the table, a column to the, fifth column, another column to the, normalise it, normalize it, normalise the table, normalize the table, split the table into, scd type 2, scd2 dimension, columns and primary key, columns and keys, columns should the table, what columns, dimension table design, design the dimension, grain of the fact | スタースキーマ, スキーマ設計, テーブル設計, テーブルの設計, データモデル, データモデリング, er 図, インデックス設計, インデックスを, インデックスは, 正規化したい, 正規化すべき, 論理設計, 物理設計, テーブル構造, db 設計, カラム構成, 列構成, カラム設計, カラム定義, 主キーを決, 主キーは何, キー設計, scd2 にしたい, scd2 で持, ディメンション設計, ディメンションを設計, テーブル定義
task.bi | why is revenue, why are sales, why did, why has, why is the, explain the drop, explain why, analyse why, analyze why, interpret, what drives, insights from, tell the story, which customers, what caused the drop, root cause of the drop, storytelling, chart colours, chart colors, colours of the dashboard, colors of the dashboard, layout of the dashboard, look of the dashboard, dashboard look, prettier dashboard | 分析して, 理由を分析, なぜ下が, なぜ減, なぜ増, 理由を説明, 原因を分析, 要因を, 要因分析, 考察, 解釈, 示唆, ストーリー, 見せ方, グラフの色, ダッシュボードの色, 見栄え, 見た目を
task.kpi | kpis, kpi, metric requirements, metric definitions, define metrics, define the metrics, which metrics, mart requirements, what metrics | kpi, 指標の定義, 指標定義, 指標を定義, メトリクス要件, 指標の要件, ヒアリング, 必要な指標
task.infra | provision, provisioning, terraform, helm, kubernetes cluster, kafka cluster, upgrade the brokers, upgrade brokers, add brokers, broker upgrade, install kafka, set up the cluster, vpc, iam roles, cluster sizing, rolling upgrade, add disks, more disks, expand the disks, broker disks, bigger disks, add nodes, add a node, more nodes, resize the cluster, resize the nodes, scale out the cluster, upgrade the cluster, new cluster | プロビジョニング, クラスター構築, クラスタ構築, クラスターを構築, クラスタを構築, クラスターを立て, クラスタを立て, ブローカーを増や, ブローカーの追加, ブローカーのアップグレード, インストール手順, 構築手順, terraform, 増設, ディスクを増や, ディスクを追加, ディスクの追加, ディスク拡張, ノードを追加, ノードを増や, ノード追加, クラスターの拡張, クラスタの拡張, クラスターを増強, クラスターのサイズ, クラスターを拡張, バージョンアップ
task.cicd | ci/cd, github actions, gitlab ci, deployment workflow, deploy workflow, release workflow, ci pipeline, build pipeline, deployment pipeline | ci/cd, github actions, デプロイの自動化, デプロイを自動, ci パイプライン, リリースの自動化
task.incident | take command, incident command, incident commander, run the incident, lead the incident, war room, who talks to customers, who does what, escalate, paging us, status page, coordinate the incident, coordinate the response, lead the response | インシデント指揮, 障害対応の指揮, 指揮を, 障害の指揮, エスカレーション, 誰が顧客に, 対策本部, 指揮して, 指揮をとって, 指揮を執って, 陣頭指揮, 障害対応を仕切
task.check_fired | check fired, checks fired, check just fired, check has fired, check just failed, check failed, checks failed, test just failed, fired in production, alert fired, alert just fired | チェックが発火, チェックが失敗, チェックが落ち, 検知した, 検知され, アラートが鳴, アラートが出, アラートが来, 発報
when.now | right now, just now, minutes ago, an hour ago, at the moment, immediately, currently down, has been down, is down | 今すぐ, たった今, さっき, 分前, 時間前, いま, 直ちに, 落ちて, 止まって
task.alert_config | configure alerts, configure the alerts, set up alerts, alert rules in, datadog monitors, build the dashboards, set up dashboards, build dashboards, prometheus rules, cloudwatch alarms, alerting rules, alert rules, alerts and dashboards, notification rules, alarms for, alarm for | アラートを設定, アラート設定, アラートルール, ダッシュボードを作, ダッシュボード設定, 監視ツールの設定, アラートを作, アラートの作成, 通知設定, 通知ルール, アラーム設定, アラームを
task.telemetry | telemetry, tracing, traces, opentelemetry, distributed tracing, logs and metrics, application logs | テレメトリ, トレース, オープンテレメトリ, opentelemetry, 分散トレーシング
what.all_services | all services, every service, all our services, across services, whole platform, all microservices, microservices | 全サービス, すべてのサービス, 全システム, 全社のサービス, マイクロサービス
task.connector_code | write the code, write code, implement the connector, implement a connector, write a connector, connector code, python code, write me a script, write a script, write the script, implement it in | コードを書, 実装して, コネクターを実装, コネクタを実装, スクリプトを書, プログラムを書
task.diagram | draw, diagram, visualize the architecture, visualise the architecture, mermaid | 図を描, 図にして, 図示, 構成図, 可視化して, 作図
task.pipeline_tests | unit tests, test suite, integration tests, write tests, write the tests, pytest | テストを書, テストコード, 単体テスト, テストスイート, 結合テスト
task.load_test | load test, load tests, stress test, performance test | 負荷テスト, 負荷試験, 性能試験
task.security_review | security review, privacy review, security audit, threat model | セキュリティレビュー, セキュリティ監査, プライバシーレビュー, 脅威分析
wish.no_checks | ~unchecked, ~unvalidated, ~without looking at the data | ~ノーチェック, ~ノー検証, ~無検査
task.alert_tool | grafana, datadog, pagerduty, opsgenie, prometheus, cloudwatch, new relic | grafana, datadog, pagerduty, グラファナ, mackerel
wish.no_idempotency | ~duplicates are fine, ~duplicates don't matter, ~duplicates do not matter, ~duplicates are ok, ~duplicates are okay | ~重複してもよい, ~重複してもいい, ~重複しても構わない, ~重複は気にしない, ~重複しても問題ない
wish.discard_raw | ~throw the raw, ~nothing raw is kept | ~生データは残さない
wish.delete_quarantine | empty the quarantine, clear the quarantine, delete all bad records, purge all bad records, delete bad records | 隔離領域を空
wish.no_approval | ~without asking, ~don't ask anyone, ~without telling anyone, ~without replay | ~無断で, ~勝手に
wish.endless_retries | ~retry forever, ~retry until it works, ~retry until it succeeds, ~retry indefinitely, ~infinite retries, ~unlimited retries, ~retry endlessly, ~keep retrying until, ~retries without limit | ~無限リトライ, ~無限に再試行, ~無制限に再試行, ~成功するまで再試行, ~成功するまでリトライ, ~無制限にリトライ, ~永遠にリトライ, ~無限にリトライ
wish.no_lineage | ~lineage is overkill | ~リネージは後回しでよい
wish.no_quarantine | ~let bad rows through, ~let bad records through, ~load bad rows anyway, ~load the bad rows too, ~load broken rows as they are | ~不正な行もそのまま入れ, ~壊れた行もそのまま, ~不正な行もそのまま, ~エラー行もそのまま
wish.no_contract | ~contracts are overkill | ~コントラクトは後回しでよい
wish.release_quarantine | ~wave the quarantined | ~隔離を解除してそのまま
wish.big_bang | big bang, big-bang, in one go, all at once, in one weekend, in a single weekend, over one weekend, over a weekend, over a single weekend, over the weekend, in one night, overnight cutover, in a single night, on a single day, in one step, everything at the same time | ビッグバン, 一斉に, 一気に, 一括で移, 一括移行, 一括切り替え, 一度に全部, 一度にすべて, 一晩で, 一週末で, 週末だけで, 週末で一, この週末に, 全部まとめて
wish.no_parallel | ~big bang without | ~ぶっつけ本番
wish.early_off | ~is switched off on, ~switched off on, ~turned off on, ~is turned off the same, ~switched off the same, ~decommissioned on, ~shut down on, ~is gone on, ~old one is deleted | ~旧サーバーは即日停止, ~旧環境は即日, ~当日に停止, ~当日中に停止, ~翌日に停止, ~翌日には停止, ~に旧サーバーを止め, ~に旧環境を止め, ~に旧側を止め, ~すぐに旧環境を廃止
wish.no_monitoring | ~unmonitored | ~監視は後回しでよい
wish.hardcode | hardcode, hard-code, hard code, hardcoded credentials, password in the script, ~credentials in the code, ~credentials in the dag, ~password in the code, ~password in the dag | ハードコード, 直書き, べた書き, 直接書き込んで, ~コードに埋め込
wish.pii_clear | ~unmasked, ~in clear text, ~in plain text, ~in cleartext, ~in plaintext, ~in the clear | ~平文で, ~平文のまま, ~生のまま
wish.no_schema_evolution | ~whatever the schema, ~whatever columns turn up, ~no matter how the schema changes, ~regardless of schema changes | ~スキーマは固定でよい, ~スキーマが変わっても気にせ, ~スキーマが変わっても無視, ~スキーマが変わってもそのまま, ~列が変わっても気にせ, ~列が増えても気にせ
wish.monolith | one big script, single big script, single monolith, one monolithic, all in one job, one single job does everything | 一つの巨大な, 1 つの巨大な, 1 本のスクリプトで全部, 一本のスクリプトで全部, 全部 1 つのジョブ
wish.no_backup | ~no way back is needed | ~元に戻せなくてよい
wish.shared_checkpoint | same checkpoint, share the checkpoint, shared checkpoint, reuse the live checkpoint, same consumer group as live | チェックポイントを共有, 同じチェックポイント, チェックポイントは共用
wish.for_all_tables | for all tables, publication for all tables | 全テーブルを対象に
wish.delete_production | delete all production data, drop the production tables, drop production, delete the production, truncate production, wipe production, drop all tables, delete all data, delete the backups, delete all backups | 本番テーブルを削除, 本番を削除, 本番データを削除, 本番データを全部削除, 全データを削除, バックアップを全部削除, バックアップを削除, 全テーブルを削除
noun.quarantine | quarantine, quarantined, quarantined records, quarantined rows, held records, bad records, rejected records, dead letters, dead letter queue, dlq | 隔離, 隔離領域, 隔離レコード, デッドレター
noun.raw | raw file, raw files, raw data, raw rows, raw copy, raw copies, raw, source files, original files, originals, landing files | 生データ, 生ファイル, 元ファイル, 元データ, 生の行, 原本, ローデータ
noun.checks | checks, check, quality checks, quality gates, quality check, quality-check, quality-checks, sanity checks, data checks, validation, validations, data validation, data quality, validate, tests on the data, data tests | 品質チェック, チェック, 検証, バリデーション, 品質ゲート, 品質検査, データ検査, 検査
noun.idempotency | idempotency, idempotent, deduplication, dedup | 冪等性, べき等性, 冪等, 重複排除
noun.approval | approval, approvals, sign-off, permission, review step, confirmation | 承認, 許可, 許諾
noun.monitoring | monitoring, alerts, alerting, observability, alert, alert anyone, alert anybody, notify, notifications, notification | 監視, モニタリング, アラート, 通知
noun.masking | mask, masking, masked, hash, hashing, anonymize, anonymise, anonymization, pseudonymize, encrypt, encryption | マスク, マスキング, 匿名化, ハッシュ化, 仮名化, 暗号化
noun.backup | backup, backups, snapshot before, rollback, roll back, way back | バックアップ, ロールバック, 切り戻し
noun.schema_change | schema changes, schema change, schema drift, schema evolution, drift detection, drift checks | スキーマ変更, スキーマの変更, スキーマドリフト, スキーマ進化, ドリフト検知, ドリフト検出, ドリフトの検知, ドリフトの検出
noun.agreement | data contract, data contracts, contracts, schema contract | コントラクト, データ契約
noun.secret | password, passwords, credential, credentials, api key, api keys, secret, secrets, connection string, connection strings, token, tokens, hostnames, host names | パスワード, 認証情報, 接続情報, 接続文字列, api キー, シークレット, ホスト名, トークン
noun.code | the dag, the dags, the code, the script, the scripts, the job, the source code, dag file, the repo, the repository, git | dag, コード, スクリプト, ソースコード, リポジトリ, プログラム
adj.big | one big, single big, one huge, one giant, a single huge, one monolithic, single monolithic, one single | 一つの大きな, 1 つの大きな, ひとつの大きな, 巨大な, 1 本の大きな
noun.unit | script, job, dag, program, notebook, task, process | スクリプト, ジョブ, プログラム, ノートブック, dag
where.inside | in it, inside it, in there, in the same file, inside the script, in the file | その中に, 中に書, 同じファイルに
verb.embed | put, puts, write, embed, bake, paste, commit, store, straight into, directly into, directly in, straight in | 書い, 書き, 書く, 埋め, べた, 直接, コミット, 貼り
noun.position | checkpoint, checkpoints, offset, offsets, consumer group, cursor, watermark | チェックポイント, オフセット, コンシューマーグループ, カーソル
verb.share | reuse, re-use, reusing, share, shares, sharing, same, use the live | 共有, 共用, 使い回, 流用, 同じ, そのまま使
noun.live | live, production, prod, the running | 本番, 稼働中, 通常運用
verb.commit | commit, commits, committed, committing, ack, acks, acknowledge, acknowledges | コミット, ack
when.before_work | before processing, before it is processed, before they are processed, before handling, before writing, before the write, before the work, as soon as it is read, on receipt | 処理前, 処理の前, 処理より先, 書き込み前, 書き込む前, 処理する前, 受信時, 受け取った時点
verb.truncate | truncate, truncates, truncated, truncating, empties, wipes, deletes all rows, drops the table, drops and recreates | truncate, 全削除, 全件削除, 空にし, 全行削除
verb.reload | reload, reloads, reloaded, reloading, load again, loads again, loads everything, inserts everything, insert everything again, refill, refills | 入れ直, ロードし直, 再ロード, 全件ロード, 投入し直, 詰め直, 再投入
verb.retry | retry, retries, retried, retrying, restart, restarts, rerun, reruns, re-run, re-runs | 再試行, リトライ, 再実行, やり直
noun.dlq | dlq, dlqs, dead letter queue, dead letter queues, dead letters, dead-letter topic, dead letter topic | dlq, デッドレター, デッドレターキュー
noun.connector | connector, connectors, adapter, adapters, plugin, plug-in, client library, business logic, transformation code | コネクター, コネクタ, アダプター, アダプタ, プラグイン, ビジネスロジック, 業務ロジック
verb.grow | keeps growing, keep growing, grows, is growing, growing, fills up, is filling, filling up, piles up, pile up, piling up, overflows, overflowing, backlog | 増え続け, 増えて, 増加, 溜ま, 貯ま, あふれ, 溢れ, 滞留
verb.failed | fired, failed, went red, is red, just broke | 失敗した, 失敗して, 失敗しました, 落ちた, 落ちました, 発火した, 鳴った, 検知した
what.whole | whole dag, entire dag, full dag, whole job, entire job, whole pipeline, entire pipeline, everything, from the start, from the beginning, from scratch, all tasks | 全体, 全部, 最初から, 頭から, 全タスク, 丸ごと, まるごと
verb.delete | delete, deleting, remove, removing, discard, discarding, throw away, purge, wipe, drop, erase, destroy, get rid of, truncate, trash | 削除, 消し, 消す, 消去, 破棄, 捨て, 廃棄
verb.keep | keep, keeping, retain, store, preserve, archive, keeps, kept | 残す, 残さ, 残し, 保持, 保管, 保存
noun.hold | quarantine, a quarantine, quarantining | 隔離, 隔離領域
adv.unseen | pretend, as if nothing, wave through, wave them through, without looking, without review, without reviewing, unreviewed, unseen, without fixing, unfixed | 見なかったことに, そのまま本番, そのまま流, 素通し, 確認せずに, 確認しないで, 無審査, 直さずに, 修正せずに
verb.skip | skip, skips, skipped, skipping, leave out, leaves out, leaving out, omit, omits, omitting, disable, disables, disabling, turn off, turns off, switch off, forget about, do without, does without, bypass, bypasses, bypassing, ignore, ignores, ignoring, dispense with, don't bother with, do not bother with | 省略, 省い, 省き, 省く, 飛ばし, 飛ばす, 飛ばせ, すっ飛ば, スキップ, 無視, 抜き, 無効に
verb.implement | implement, implements, implementing, code up, program, develop, write, hand-code | 実装, 開発して, コーディング, プログラミング, 書いて
verb.release | release, let through, wave through, push through, pass on, publish anyway, put back, feed back | 流して, 流し込, 流したい, 流す, 戻して, 戻したい, 戻す, 再投入, 公開して, 通して, 取り込んで
topic.bidirectional | both ways, bidirectional, bi-directional, two-way, in both directions, back and forth | 双方向, 相互に同期, 両方向
what.show | show, display, see, visible, let users see | 見せたい, 見せる, 表示, 見られる, 確認できる
what.data | data, events, records, tables, rows, logs, dataset, datasets, files, orders, messages, metrics feed | データ, イベント, レコード, テーブル, ログ, データセット
what.runs | runs on, run on, running on, lives on, built on, runs in, running in | で動いて, で動かし, で稼働, で運用して, で回して, で走って, で実行して, で組まれ, で作られ
word.realtime | real time, real-time, realtime, live data, instant, instantly, immediately visible, low latency, low-latency, as fast as possible, as early as possible, as soon as possible, near real time, near-real-time, within seconds, up to the second | リアルタイム, 即時, 即座に, 低レイテンシ, 低遅延, できるだけ早く, なるべく早く, 準リアルタイム, ニアリアルタイム, 瞬時, すぐに反映, 速報
word.batch | batch, nightly batch, batch job, batches | バッチ
word.stream | stream, streaming, streams | ストリーミング, ストリーム処理, ストリームで
word.events | events, event stream, event streams, continuous events, messages | イベント, メッセージ
word.scheduled | scheduled, on a schedule, schedule, scheduled reporting, report, reports, reporting, analytics, bi dashboards, month-end, monthly report, weekly report | 定期, スケジュール, レポート, 集計, 帳票, 分析用, 月次, 週次レポート, 日報
word.complex_transform | complex transformation, complex transformations, heavy transformation, complex joins, multi-stage transformation, aggregation, aggregations | 複雑な変換, 複雑な集計, 複雑な結合
word.continuous | continuous, second by second, minute by minute, continuously, event-driven, constantly, always on, as they happen, as it happens, as they arrive, every change, whenever | 継続的, 絶えず, 常時, 発生のたび, 都度, 発生し次第, 変わったら, 変わるたび, 変更のたび, 更新されるたび
use.operational | operational projection, operational use, operational, customer-facing, user-facing, in-app, personalization, personalisation, recommendation, recommendations, alerting, fraud detection, fraud service, bidding, bid pacing, pricing engine, stock display, inventory display | 業務画面, 顧客向け, 在庫表示, 不正検知, レコメンド, 推薦, パーソナライズ, 出荷システム, アプリの表示, 入札
use.compliance | compliance, regulatory, regulator, audit report, auditors, finance, financial reporting, accounting, tax, ledger, general ledger, month-end close, billing reconciliation, sox, statutory | コンプライアンス, 規制, 監査対応, 経理, 財務, 会計, 決算, 税務, 法定, 金融庁, 内部統制
use.history | history, historical, years of, full history, time travel, history for analytics | 履歴, 過去データ, 年分の, ヒストリー, 全期間
use.ml | machine learning, ml model, training data, model training, features | 機械学習, 学習データ, 特徴量, モデル学習
use.critical | mission critical, mission-critical, business critical, business-critical, critical pipeline, 24/7, around the clock, cannot go down, can't go down, must not go down, cannot stop | ミッションクリティカル, 基幹業務, 止められない, 止まらない, 24 時間 365 日, 24時間365日, 最重要, 停止できない
use.internal | internal report, nice to have, best effort, ad hoc, experimental, prototype, poc, internal only | 社内向け, 参考程度, ベストエフォート, 試験的, 検証用, 社内レポート
access.export_only | nothing else, only gives us a, only gives us an, only gives us csv, only gives a csv, only sends a csv, only sends us a, only sends files, only provides a csv, only provides files, only delivers files, only drops files, only a nightly file, only a daily file, only a csv, only csv, export only, only an export, only exports, no api, no database access, no db access, one csv export a day, csv export once a day, exports only, file drop only, only via export, no webhooks | エクスポートのみ, エクスポートしか, csv のみ, csv だけ, csv で提供, ファイルのみ, ファイルだけ, しか出せ, しか出せません, しかもらえ, しか届か, しか送られ, しか提供され, 届くだけ, 送られるだけ, 送られてくるだけ, もらえるだけ, 出力されるだけ, 提供されるだけ, csv しか, ファイルしか, api はない, api がない, api は無い, db には直接, db に直接つな, 直接接続でき, 直接アクセスでき, 1 日 1 回しか, 日に一度しか, 出力しか
access.export | export, exports, exported, dump, file drop, csv export, file delivery, csv file, csv files, dumps, file dumps, file drops, vendor files, daily files, files from our vendor, files from the vendor, nightly files | エクスポート, 書き出し, ダンプ, csv 出力, ファイル連携, ファイル出力, ファイルで届, ファイルが届, ファイルが置か, ファイルを受領
access.rate_limited | rate limit, rate limits, rate-limited, rate limited, quota, requests a minute, requests per minute, requests per hour, requests per second, requests an hour, api limit, calls a day, calls per day, api calls per, calls per hour, throttled, throttling | レート制限, レートリミット, リクエストまで, 回までしか, 呼び出し制限, api 制限, 上限に達, クォータ, 回数制限, 流量制限, リクエスト/分
access.on_prem | on-prem, on-premises, on premise | オンプレ, オンプレミス
access.constrained | must not be burdened, must not be loaded, cannot take more load, can't take more load, cannot take the load, can't take load, no load on, under heavy load, already at its limit, box is small, is overloaded, must not slow down, cannot be queried during, may not be queried during, office hours, business hours | 負荷をかけられ, 負荷をかけたく, 負荷を掛け, 負荷が高く, 負荷をかけない, 余力がな, 業務時間中, 営業時間中, 日中は参照でき, 日中は読め, 余裕がな
capture.cdc | cdc, change data capture, change capture, logical replication, binlog, log-based replication, wal, debezium, capture changes, capture every change, row-level changes, change events from, transaction log, redo log, redo logs, change stream, change streams, oplog, change feed, row changes, every insert, inserts updates and deletes, read the log, from the log of, log-based | cdc, 変更データキャプチャ, 変更データ, 論理レプリケーション, バイナリログ, 変更をキャプチャ, 変更を捕捉, 変更の捕捉, 変更を流, 変更を kafka, 変更をログ, 変更を拾, 変更を追, 変更ログ, 差分をログ, ログから拾, ログから変更, redo ログ, トランザクションログ, 更新ログ, 変更イベント, update/delete を, 変更を検知して, 変更履歴を拾
capture.no_key | ~no primary key, ~without a primary key, ~without primary key, ~has no key, ~have no primary key, ~lacks a primary key, ~missing a primary key, ~no pk | ~主キーがない, ~主キーが無い, ~主キーなし, ~主キーを持たない, ~pk がない, ~主キーのない
capture.deletes | deletes, delete events, updates and deletes, hard deletes, deleted rows | 削除も, delete も, 物理削除, 削除を反映, 更新と削除
capture.history_loaded | snapshot never, no snapshot, without a snapshot, skip the snapshot, history is loaded already, history is already loaded, history has been loaded, history is there already | スナップショットは不要, スナップショット不要, スナップショットなし, 履歴はロード済み, 履歴は取り込み済み, 過去分はロード済み
capture.one_off | one-off copy, one off copy, one-time copy, copy it once, only once and never again | 一回限り, 1 回限り, 一度だけコピー, 一度きり
capture.wal2json | wal2json | wal2json
check.quality | quality checks, data quality, quality tests, quality gates, what do we check, data tests, checks for, great expectations, soda, elementary, uniqueness check, freshness check, validation rules, expectations suite | 品質チェック, データ品質, 品質テスト, 品質検査, 品質を, 品質が, 品質に不安, 何をチェック, どこで何を, チェック項目, 検証ルール, 一意性チェック
check.anomaly | anomaly detection, anomalies, distribution drift | 異常検知, 分布異常, 分布の異常, 外れ値, 欠測を
topic.dbt | dbt | dbt
topic.dbt_model | dbt project, dbt models, dbt model, staging models, model layers, dbt structure, incremental model, materialized=, is_incremental, dbt mart, dbt layers, mart models, dbt-confluent | dbt プロジェクト, dbt モデル, モデル構成, dbt の構成, ステージング層, モデルの構成, dbt の層, モデルを dbt, dbt-confluent
topic.flink | flink, dbt-confluent, confluent flink | flink
topic.dataset_api | dataset api, dataset apis | dataset api, データセット api
ask.fit | would suit, suit us, suits us, does it fit, would fit, a good fit, makes sense, is it worth, worth it, should we move, would it help, fit for | 向いて, 適して, 合うか, 合いますか, 適合, 適性, 使うべきか, 載せるべきか, 妥当か, 向きますか
topic.incremental | is_incremental, materialized='incremental', materialized="incremental", incremental model, incremental materialization, incremental models | is_incremental, インクリメンタルモデル, incremental モデル
topic.medallion | medallion, bronze, silver, gold layer, bronze/silver/gold, lakehouse | メダリオン, ブロンズ, シルバー, ゴールド層, bronze, silver
topic.iceberg | iceberg, tableflow, delta lake, lakehouse | iceberg, レイクハウス
topic.tableflow | tableflow | tableflow
topic.outbox | outbox, dual write, dual writes, transactional outbox | アウトボックス, 二重書き込み, outbox
topic.hybrid | hybrid, lambda architecture, kappa, hot path and cold path, hot and cold | ハイブリッド, ラムダアーキテクチャ, カッパアーキテクチャ
topic.sla | sla, slo, freshness, freshness sla, stale, staleness, monitoring, observability | sla, slo, 鮮度, 監視, 可観測性, オブザーバビリティ
topic.drift | schema drift, schema change, schema changes, new columns, columns get added, column added | スキーマドリフト, スキーマ変更, カラム追加, 列の追加, 列が増え
topic.evolution | schema evolution | スキーマ進化
topic.lineage | lineage, openlineage | リネージ, データ系譜, openlineage
topic.late | late data, late events, days late, hours late, late-arriving, late arriving, arrive late, out of order, out-of-order, arrives late, comes late, come late, late arrival, delayed files | 遅延データ, 遅延到着, 遅れて届, 遅れて到着, 順序が乱れ, 順不同, 遅れることが, 遅延することが
topic.exactly_once | exactly once, exactly-once, transactional semantics, end-to-end transactions | 厳密に一度, exactly-once, 正確に 1 回, ちょうど 1 回, 正確に一度
topic.picklist | picklist, pick list, enumeration, enum, dropdown | 選択リスト, 選択肢, 列挙, enumeration, プルダウン
activate.full_mirror | mirror the whole, full mirror, mirror everything, sync everything every, push all rows, all rows every, whole mart every, full sync every | 全件ミラー, 全件を毎回, 毎回全件, 丸ごと同期, 全件同期
activate.hard_delete | hard-delete, hard delete, delete contacts, delete accounts, delete records there, delete them there, remove them from the crm, delete leads | 物理削除, 削除して同期, 送信先から削除, 完全に削除
activate.native_id | own record id, native id, native ids, salesforce id, hubspot id, record id, internal id, their id, vendor's id | 固有の id, レコード id, salesforce id, hubspot id, 内部 id
topic.reject | rejected, rejects, rejection, bounce | 拒否され, 弾かれ, はじかれ, エラーで戻
topic.transform_first | transform before load, transform before loading, before it is loaded, before loading, clean before, parse the, mask before, cleanse before, transform it before, transformed before, clean it before | ロード前に変換, 変換してから, 加工してから, 整形してから, ロードの前に, 取り込む前に加工, ロード前に整形
topic.dual_run | dual run, dual-run, parallel run, parallel running, parallel runs, running both, side by side, in parallel | 並行稼働, 並行運用, 並行期間, 並走, 並行ラン, 二重稼働, 並行して
topic.insert | plain insert, insert into, inserts, insert | insert している, insert する, insert, 追記している, 追記
topic.cron | cron, crontab | cron, クロン, タスクスケジューラ
topic.script | python script, shell script, scripts, bash script, script | スクリプト, シェル
topic.silent_loss | counts do not match, counts don't match, count mismatch, rows are missing, missing rows, numbers do not match, numbers don't match, silently, counts drift, rows go missing, lose rows, loses rows, don't reconcile, do not reconcile | 件数が合わない, 件数が合わず, 件数がずれ, 数が合わない, 欠損, 抜けて, 欠落, 漏れ, 数字が合わない
topic.duplicates | duplicate, duplicates, duplicated, double counting, counted twice | 重複, 二重計上, 二重登録, ダブり
has.contract | data contract, data contracts, contract, contracts, schema registry, agreed schema, agreement with | コントラクト, データ契約, 契約, スキーマレジストリ, 取り決め
topic.rerun_duplicates | rerun writes the rows twice, rerun duplicates, re-run duplicates, reruns duplicate, retry duplicates, retries duplicate, rows twice, loaded twice, inserted twice, written twice, not idempotent, non-idempotent | 再実行すると重複, 再実行で重複, 再実行すると二重, 再実行で二重, リトライすると重複, リトライで重複, 二重に入, 二重登録, 冪等でない, 冪等ではない
topic.lag | consumer lag, lag keeps growing, lag grows, lag is growing, growing lag, growing backlog, backlog keeps growing, falls behind, falling behind | コンシューマーラグ, consumer lag, ラグが, ラグの増加, 滞留, 積み上が, 処理が追いつか
topic.dlq_full | dlq is filling, dlq fills, dlq is full, dlq overflows, dead letters pile up, dead letter queue is full, dead letter queue is filling, dead letter queue keeps growing, dlq keeps growing, in the dlq | dlq もあふれ, dlq があふれ, dlq に溜ま, dlq が溜ま, dlq に滞留, dlq が増え, デッドレターが増え, デッドレターがあふれ, デッドレターが溜ま
topic.blocks_live | blocks the live, blocks tonight's live, blocks live, blocks production, blocks the nightly, slows production, slows the live, delays the live, starves, holds up the live | 本番の処理を止め, 本番を止め, 本番が止ま, 本番の処理が止ま, 本番が遅れ, 本番の処理が遅れ, 本番に影響, 夜間バッチを止め
topic.stuck | stuck, hangs, hanging, out of memory, oom, disk full, disk is full, timed out, times out, timeouts | 固ま, ハング, メモリ不足, ディスクフル, ディスクが一杯, タイムアウトす, タイムアウトし
topic.runs_late | finishes late, runs late, ends late, keeps being late, is late every, misses its deadline, misses the deadline, misses its window, takes longer every, takes longer and longer, gets slower | まで遅れ, 完了が遅れ, 終了が遅れ, 遅れるようにな, 間に合わな, 締め切りを過ぎ, 終わらな, 年々遅く, だんだん遅く, 遅くなって
fail.reload | truncates and reloads, truncate and reload, truncate-and-load, truncate and load, truncates and loads, truncates the table, truncate the table, truncating the table, truncated and reloaded, drop and recreate, drops and recreates, deletes everything and reloads, delete and reload, wipe and reload, wipes and reloads | truncate して, truncate 後, truncate してから, 洗い替え, 全件 insert, 全件入れ替え, 全件削除して, 全削除して, 全件を消して
fail.swallow | swallow, swallows, swallowed, swallowing, except pass, ignores errors, ignore errors, errors are ignored, ignores failures, failures are ignored, continues on error, continue on error, catches and ignores, exit 0 anyway, always exits 0, exits 0 | 握りつぶ, 握り潰, エラーを無視, 例外を無視, エラーは無視, 失敗を無視, 失敗しても続行, エラーでも続行
fail.commit_first | commits offsets before, commits the offset before, commits its offset before, commit before processing, commits before processing, offsets before processing, committed before, acks before, acknowledges before, enable.auto.commit, auto-commit, autocommits, auto commit is on, cursor is saved before, watermark is advanced before, checkpoint is written before | 処理前にコミット, 処理の前にコミット, 処理より先にコミット, 先にコミット, 自動コミット, オートコミット, 書き込み前にコミット, 処理前に ack
fail.inferred_schema | schema is inferred, schema inference, inferred schema, infers the schema, inferschema, schema on read, select *, whatever columns come, autodetect, auto-detect, autodetection, schema autodetection, autodetect schema | スキーマ推論, スキーマを推論, スキーマを推測, スキーマは推論, 型を推測, 型推論, 自動検出, オートディテクト
topic.no_replay | ~cannot replay, ~can't replay, ~no replay, ~no backfill, ~cannot re-run, ~can't re-run | ~再実行できない, ~やり直せない, ~リプレイできない, ~リプレイがない
topic.keep_running | keep running, must keep running, without stopping, without downtime, no downtime, cannot be stopped, can't be stopped | 止められない, 止めずに, 止めたくない, 無停止, 稼働したまま
topic.overwrite | overwrite, overwriting, in place, replace the old | 上書き, 置き換えたい, 差し替え
topic.replay_harms | keep overwriting, keeps overwriting, overwrites today's, overwrite today's, overwrites live, overwrites the live, overwrote, overwriting today's, overwrites current, overwriting live, clobber, clobbers, clobbering, mixed into today's, shows up twice in today's | 上書きしてしま, 上書きされてしま, 上書きしている, 上書きされて, 上書きされる, 混ざってしま, 混ざる, 紛れ込
topic.approval | approval, approve, sign-off | 承認, 許可
topic.event_time | event_time, event time, occurred_at, event timestamp | イベント時刻, イベントタイム, 発生時刻, event_time
data.personal | personal data, personally identifiable, pii, personal information, gdpr data, sensitive data, sensitive fields, customer names, email addresses, phone numbers, home addresses, email, e-mail, e-mail addresses, contact details, date of birth, social security, ssn, passport, health records, medical records, patient data, patients, card numbers, card number, credit card, salary, salaries, ip addresses, ip address, emails, customer emails, birth dates, birthdays, postal addresses, passport numbers, passports, bank accounts, bank account numbers, ibans, national ids, social security numbers, medical data, diagnoses, biometrics, biometric data, fingerprints, patient names, medical record numbers, phone number | 個人情報, 個人データ, パーソナルデータ, 機微情報, 機密情報, 氏名, メールアドレス, 電話番号, 住所, 生年月日, マイナンバー, カード番号, クレジットカード番号, 診療, 患者, 健診, 給与, 病歴, ip アドレス, 要配慮, 誕生日, 銀行口座, 口座番号, パスポート番号, 病名, 健康情報, 発信番号, 着信番号, 携帯番号, 郵便番号, 指紋, 虹彩, 顔写真, 顔画像, 生体情報, 生体認証, 患者氏名, 診断名
place.same_region | same region, one region, single region, region is one, in one region | 同一リージョン, 同じリージョン, リージョンは 1 つ, リージョンも 1 つ, リージョンは一つ, 単一リージョン, 1 リージョン, リージョンは同じ
place.cross_region | cross-region, across regions, two regions, multiple regions, different regions, multi-region, another region, other region, outside the eu, leaves the eu, leave the eu, crosses regions, cross regions, crossing regions, between regions, between two regions, from region to region, over regions | リージョンをまた, リージョン間, クロスリージョン, 別リージョン, 別のリージョン, 複数リージョン, マルチリージョン, 国外, 海外リージョン, 越境, リージョンを越え, リージョンを超え
who.teams | teams read, three teams, four teams, several teams, other teams, cross-team, consumers read, consumed by | チームが読, チームで使, チームが使, 部署が使, 部門が使, 複数チーム, チームが参照
ask.compare | vs, versus, compare, compared, comparison, which is better, which one, which fits, better than, should we use, should i use, kafka or kinesis, kinesis or kafka, airflow or dagster, dagster or airflow, flink or spark, spark or flink, batch or streaming, streaming or batch, cdc or batch, batch or cdc | どちら, どっち, 比較, それとも, kafka か, kinesis か, airflow か, dagster か, flink か, spark か, cdc か, バッチか, ストリーミングか
topic.dbt_core | dbt core, core or cloud, core vs cloud, core versus cloud | dbt core, core か cloud, core と cloud
topic.dbt_cloud | dbt cloud, core or cloud, core vs cloud, core versus cloud | dbt cloud, cloud か core, core か cloud, core と cloud, か cloud か, か dbt cloud
topic.etl_or_elt | etl or elt, elt or etl, etl vs elt, elt vs etl, etl versus elt, elt versus etl | etl か elt, elt か etl, etl と elt
`;

export const signalEntries: readonly (SignalEntry & {
  readonly selfDenying: ReadonlySet<string>;
})[] = table
  .trim()
  .split("\n")
  .map((row) => {
    const [id = "", en = "", ja = ""] = row.split("|").map((cell) => cell.trim());
    const all = `${en},${ja}`
      .split(",")
      .map((phrase) => phrase.trim())
      .filter((phrase) => phrase !== "");
    return {
      id,
      phrases: all.map((phrase) => phrase.replace(/^~/, "")),
      selfDenying: new Set(
        all.filter((phrase) => phrase.startsWith("~")).map((phrase) => phrase.slice(1)),
      ),
    };
  });
