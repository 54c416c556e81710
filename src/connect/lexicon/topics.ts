// The topics: what people want to analyse, in words of both languages. A goal names topics; concepts say which topics
// need them. Columns: id | scope word for names | English words | Japanese words | Japanese label.
import { topics } from "./table.ts";

export const allTopics = topics(`
sales | revenue | revenue, turnover, gmv, gross merchandise value, average order value, aov, arpu, ltv, lifetime value, monetization | 売上, 売り上げ, 売上高, 収益, 客単価, 売上分析, 年商, 月商 | 売上
sales | sales | sale, sales, sold, sell, selling, best seller, bestseller, basket, purchasing behaviour, merchandising, upsell, cross sell | 販売, 購買, 売れ筋, 併売, バスケット | 販売
sales | margin | margin, gross profit, profitability, contribution margin | 粗利, 利益率, 採算 | 粗利
crm | pipeline | pipeline, sales pipeline, deal, opportunity, win rate, forecast, quota, account executive, lead conversion, crm | パイプライン, 商談, 案件, 営業, 受注率, 成約, 失注, 見込み客, リード | 営業
billing | billing | billing, mrr, arr, recurring revenue, churn, dunning, subscription, renewal, invoicing, net retention | 請求, 課金, サブスク, サブスクリプション, 解約, 継続率, 定期購入, 契約更新 | 請求
finance | finance | finance, financial, accounting, ledger, general ledger, cash flow, cashflow, balance sheet, p&l, profit and loss, expense, budget, cost, accounts payable, accounts receivable, receivable, payable, reconciliation, month end, closing, bookkeeping, audit of accounts, tax, vat | 会計, 経理, 財務, 仕訳, 決算, 予算, 経費, 費用, 原価, 売掛, 買掛, 入金, 資金繰り, 損益, 貸借, 消込, 税 | 会計
support | support | support, helpdesk, help desk, service desk, customer service, customer support, ticket, csat, satisfaction, first response, response time, resolution time, complaint, nps | サポート, 問い合わせ, 問合せ, チケット, ヘルプデスク, カスタマーサービス, 顧客対応, 満足度, クレーム, 苦情, 応答時間, 対応時間, コールセンター | サポート
marketing | marketing | marketing, campaign, funnel, conversion, attribution, acquisition, advertising, ad spend, roas, cac, newsletter, click through, open rate, seo, promotion, lead generation, email performance | マーケティング, キャンペーン, ファネル, コンバージョン, 広告, 集客, 流入, 獲得, メルマガ, 販促, 配信効果 | マーケティング
product | usage | usage, product usage, engagement, adoption, retention, activation, active user, dau, mau, wau, feature use, clickstream, user behaviour, user behavior, cohort, session length | 利用状況, 利用率, 利用動向, 利用者数, 定着, アクティブ, 行動分析, 行動ログ, 継続利用, 機能利用, エンゲージメント, リテンション | 利用状況
hr | hr | hr, human resource, people analytics, headcount, payroll, salary, attrition, turnover of staff, employee turnover, workforce, hiring, recruiting, recruitment, absence, leave, attendance, overtime, staffing, performance review | 人事, 労務, 給与, 勤怠, 離職, 退職, 採用, 残業, 有給, 従業員, 社員, 人員, 人件費, 評価 | 人事
logistics | logistics | logistics, shipping, shipment, delivery, fulfilment, fulfillment, freight, transport, lead time, on time delivery, carrier, last mile, route, fleet, tracking, dispatch | 物流, 配送, 出荷, 輸送, 納期, 配達, リードタイム, 運送, 配車, 車両 | 物流
inventory | inventory | inventory, stock, stock level, stockout, out of stock, warehouse, replenishment, shrinkage, on hand | 在庫, 倉庫, 欠品, 棚卸, 入出庫, 補充 | 在庫
procurement | procurement | procurement, purchasing, supplier, vendor, sourcing, spend, purchase order | 調達, 購買管理, 仕入, 仕入れ, 発注, 取引先, サプライヤー | 調達
security | audit | audit, compliance, soc 2, soc2, iso 27001, gdpr, who changed, access review, permission review, evidence, data protection | 監査, コンプライアンス, 内部統制, 証跡, 権限, 変更履歴 | 監査
security | security | security, fraud, intrusion, login attempt, failed login, sign in anomaly, threat, vulnerability, incident response | セキュリティ, 不正, 不正検知, ログイン試行, 脆弱性, 不正アクセス | セキュリティ
education | education | education, school, student, learning, course completion, enrolment, enrollment, grade, exam, e learning, classroom, attendance of students, dropout | 教育, 学校, 学習, 受講, 成績, 履修, 生徒, 学生, 授業, 講座, 試験, 修了率, 出席 | 教育
health | clinical | health, healthcare, clinic, clinical, patient, hospital, appointment, no show, medical, treatment, diagnosis, readmission, prescription, waiting time, length of stay, inpatient, outpatient, bed occupancy, surgery | 医療, 診療, 患者, 病院, クリニック, 予約, 通院, 処方, 診断, 治療, 入院 | 診療
manufacturing | production | manufacturing, production, factory, plant, yield, scrap, defect, quality control, downtime, oee, machine, maintenance, work order, bill of material, bom, throughput, assembly | 製造, 生産, 工場, 不良, 歩留まり, 品質, 稼働率, 設備, 保全, 工程, 部品表 | 生産
travel | bookings | travel, booking, reservation, hotel, flight, occupancy, revpar, room night, trip, itinerary, tourism, guest stay | 旅行, 予約, 宿泊, ホテル, 稼働, 客室, フライト, 航空, ツアー, 観光 | 予約
content | content | content, blog, article, editorial, reader, readership, page view, pageview, publishing, video view, watch time, audience, podcast, media | コンテンツ, 記事, ブログ, 閲覧, 読者, 視聴, 再生, 動画, メディア, 配信 | コンテンツ
web | web | web analytics, web traffic, traffic, visitor, page performance, bounce rate, referrer, landing page | アクセス解析, 訪問, 訪問者, 流入元, 離脱率, サイト | サイト
banking | banking | banking, bank, loan, credit risk, deposit, card spend, account balance, daily balance, balance per account, transaction monitoring, lending, default rate, delinquency, mortgage, interest income | 銀行, 融資, 貸出, 預金, 口座, 残高, 与信, ローン, 延滞, 入出金 | 銀行
payments | payments | payment, payment method, payment processing, payout, chargeback, dispute, authorization rate, settlement | 決済, 支払, 支払い, 支払方法, チャージバック, 精算 | 決済
insurance | claims | insurance, claim, underwriting, policyholder, premium, loss ratio | 保険, 保険金, 契約者, 損害率, 保険料 | 保険
gaming | game | game, gaming, player, match, level completion, in app purchase, leaderboard, guild, quest, whale, gacha | ゲーム, プレイヤー, 対戦, ガチャ, クエスト, ギルド | ゲーム
iot | telemetry | iot, sensor, telemetry, device, firmware, reading, energy consumption, meter, smart meter, battery, temperature | IoT, センサー, センサ, 機器, 端末, デバイス, 計測, 電力, 消費電力, メーター, 温度 | 機器
project | projects | project, task, sprint, velocity, issue tracking, backlog, time tracking, billable hour, utilization, milestone, burn down | プロジェクト, タスク, 工数, 課題, 進捗, スプリント, 稼働時間 | プロジェクト
engineering | engineering | engineering, deployment, deploy frequency, lead time for change, pull request, build time, ci, incident, on call, uptime, system error, error rate | デプロイ, リリース頻度, 障害, インシデント, エラー率, 開発生産性 | 開発
realestate | properties | real estate, property, rent, lease, tenant, vacancy, listing, landlord, housing | 不動産, 物件, 賃貸, 空室, 入居, 家賃 | 物件
nonprofit | donations | donation, donor, fundraising, nonprofit, charity, volunteer, grant, pledge | 寄付, 寄附, 募金, 支援者, ボランティア, 助成 | 寄付
food | restaurant | restaurant, menu, table turnover, kitchen, food cost, delivery order, cafe, reservation of tables | 飲食, レストラン, 店舗, メニュー, 厨房, 来店, フード | 飲食
loyalty | loyalty | loyalty, reward, point balance, points program, member tier, membership | 会員, ポイント, ロイヤルティ, ロイヤリティ, 特典, 会員ランク | 会員
events | events | event attendance, conference, venue, ticket sale, attendee, registration, webinar, exhibitor | イベント, 来場, 参加者, 申込, 申し込み, セミナー, 会場 | イベント
legal | contracts | legal, contract, contract renewal, agreement, litigation, matter | 法務, 契約, 訴訟, 契約書 | 契約
energy | energy | electricity, power generation, grid, kwh, solar, utility bill | 発電, 電気, 送電, 太陽光, ガス | エネルギー
telecom | network | prepaid, postpaid, data usage, airtime, recharge, call detail, cdr, roaming, data plan, subscriber usage, network quality, telecom | 通信, 通話, 回線, 基地局 | 通信
trading | trading | trading, trade volume, trading volume, exchange volume, market maker, order book, portfolio, stock market, brokerage, spread | 取引所, 約定, 株式, 売買高, 出来高, ポートフォリオ | 取引
civic | permits | permit, building permit, planning permission, resident, citizen, council, zoning, municipal | 許可, 許認可, 届出, 自治体 | 届出
civic | residents | census, inhabitant | 住民, 市民, 転入, 転出, 転居, 世帯, 住民票 | 住民
auditing | audits | audit finding, audit engagement, audit firm, audit fee, audit client, audit hour, energy audit, safety audit, quality audit, supplier audit, store audit, site audit | 監査指摘, 監査報告書, エネルギー診断 | 監査
agriculture | farm | farm, crop, harvest, livestock, irrigation, field yield | 農業, 収穫, 圃場, 作物, 家畜 | 農業
`);
