// Concepts of single trades: schools, clinics, travel, banks, insurers, games, devices, property, charities, kitchens.
import { concepts } from "./table.ts";

export const sectors = concepts(`
student | person | student, learner, pupil, seito, gakusei, guardian, parent contact | 生徒, 学生, 受講者, 受講生, 児童, 保護者, 学習者 | education
course | entity | course, subject, class, lesson, module, curriculum, section, classroom, school, syllabus, unit lesson, program course, kamoku, term, semester, academic year | 科目, 講座, 授業, コース, クラス, 学校, 教科, 学年, 学期, 学科, レッスン, 教材 | education
enrolment | transaction | enrollment, enrolment, course enrollment, course registration, class registration, admission, graduation, course completion, completion, lesson progress, progress, certificate, risyu | 履修, 受講, 入学, 在籍, 受講履歴, 修了, 学習進捗, 卒業, 進捗 | education
grade | record | grade, exam, exam result, test score, score, assignment, quiz, quiz attempt, homework, assessment, submission grade, transcript grade, mark, quiz answer, seiseki, shiken | 成績, 試験, テスト, 採点, 課題提出, 点数, 小テスト, 試験結果 | education
teacher | person | teacher, instructor, tutor, lecturer, professor, faculty, trainer, coach, kyoshi | 教師, 教員, 講師, 先生, 担任 | education
patient | person | patient, kanja, patient contact, next of kin | 患者, 患者情報 | health
appointment | transaction | appointment, clinic visit, encounter, visit, admission, check in, waiting list, yoyaku, consultation, patient visit, hospital stay, bed, triage, referral letter, schedule slot | 予約, 診療, 受診, 来院, 入院, 外来, 診察, 病床, 問診, 予約枠 | health
clinician | person | doctor, physician, nurse, practitioner, provider, clinician, therapist, dentist, ishi | 医師, 看護師, 医者, 医療従事者 | health
treatment | record | diagnosis, treatment, procedure, prescription, medication, drug, medicine, allergy, immunization, vaccination, vital, vital sign, lab result, lab order, lab test, observation, condition, care plan, medical record, chart note, imaging, specimen, surgery, shindan, shoho, karte | 診断, 治療, 処方, 薬, 薬剤, 検体, 検査値, 病名, カルテ, 手術, 投薬, 予防接種, 傷病名 | health
clinic | dimension | clinic, hospital, ward, department clinic, facility, medical facility, specialty, insurance plan, payer, shinryoka | 診療科, 病棟, 施設, 医療機関, 病院, 保険者 | health
booking | transaction | booking, reservation, hotel booking, booking item, room booking, check in record, stay, table reservation, flight booking, itinerary, booking guest, cancellation, room night, booking payment | 予約, 宿泊, 予約明細, 滞在, キャンセル, 予約情報 | travel food events
room | dimension | room, room type, hotel, accommodation, property hotel, rate plan, seat, cabin, amenity, hotel property | 客室, 部屋, ホテル, 宿, 旅館, 部屋タイプ, 座席, 宿泊施設 | travel
guest | person | guest, traveler, traveller, passenger, tourist, visitor guest | 宿泊者, 旅客, 乗客, 旅行者, 宿泊客, ゲスト | travel food events
flight | entity | flight, airport, aircraft, airline, flight leg, segment flight, tour, destination place, excursion, attraction | 便, フライト, 空港, 航空会社, ツアー, 観光地 | travel
bank_transaction | transaction | transaction, card transaction, account transaction, transfer transaction, standing order, direct debit, wire, atm withdrawal, deposit, withdrawal, torihiki, account movement | 取引, 取引明細, 振替, 入出金, カード利用, 出金, 預入, 取引履歴データ | banking finance payments
bank_product | entity | account, deposit account, savings account, current account, card, credit card, debit card, account holder, account balance, balance, balance snapshot, koza, zandaka, standing balance | 口座, 預金, カード, 残高, 普通預金, 定期預金 | banking finance
loan | entity | loan, loan application, loan payment, repayment, mortgage, collateral, installment, credit line, credit score, interest rate, interest accrual, delinquency, loan schedule, yushi | 融資, ローン, 貸付, 返済, 担保, 金利, 延滞, 与信, 利息 | banking
risk | record | risk rating, risk score, kyc, kyc check, aml alert, sanction hit, fraud case, fraud alert, fraud score, suspicious activity, watchlist | 不正検知, リスク評価, 本人確認, 審査, 疑わしい取引 | banking security payments
policy | entity | policy, insurance policy, coverage, policyholder, premium, underwriting, insured, beneficiary, policy holder, endorsement, quote policy, hoken | 保険契約, 契約者, 補償, 保険料, 被保険者, 特約 | insurance
claim | transaction | claim, insurance claim, claim line, claim payment, adjuster, loss event, accident, reserve | 保険金請求, 請求事案, 事故, 査定, 支払保険金 | insurance health
player | person | player, gamer, game account, character, avatar, guild, clan, guild member, friend | プレイヤー, キャラクター, ギルド, アバター, フレンド | gaming
match | event | match, game session, game, round, battle, game match, match player, match event, level, level completion, level attempt, quest, quest progress, achievement, leaderboard, tournament, matchmaking, play session, stage clear | 対戦, 試合, クエスト, ステージ, レベル, 実績, ランキング, バトル, プレイ履歴 | gaming
game_purchase | transaction | in app purchase, iap, iap purchase, virtual currency, wallet, wallet transaction, gacha, gacha pull, inventory item game, virtual item, shop purchase, season pass, skin, loot box, coin transaction, gem | ガチャ, アプリ内課金, 仮想通貨, 課金アイテム, ウォレット, 課金履歴 | gaming sales
device | entity | device, sensor, gateway, meter, smart meter, thermostat, terminal device, hub, node device, iot device, device group, device model, kiki | 機器, センサー, センサ, デバイス, 端末, メーター, ゲートウェイ | iot energy telecom
reading | event | reading, sensor reading, measurement, telemetry, meter reading, device reading, signal, data point, observation reading, device event, device status, heartbeat, alarm, sensor value, temperature reading, battery level, keisoku | 計測値, 測定値, 計測, センサー値, 検針, テレメトリ, アラーム, 温度, 計測データ | iot energy manufacturing
firmware | dimension | firmware, firmware version, firmware update, device config, device configuration, ota update, calibration, device type | ファームウェア, 校正, 機種 | iot
site | dimension | site, building, floor, zone, location site, asset location, facility site, field site | 拠点, 設置場所, 建物, フロア, 現場 | iot energy manufacturing realestate
energy_record | record | tariff plan, consumption record, generation, power generation, outage record, grid event, load profile, solar panel, inverter, charging session, charging station, charger | 発電量, 消費量, 使用電力, 停電, 充電, 充電器, 発電実績 | energy iot
property | entity | property, listing, apartment, apartment unit, rental unit, house, building unit, bukken, parcel land, viewing, open house | 物件, 部屋, 部屋情報, 住戸, 土地, 内見, 物件情報 | realestate
lease | transaction | lease, rental, rent, rent payment, tenancy, tenant, landlord, lease contract, rental contract, mortgage lease, occupancy, deposit lease, security deposit | 賃貸契約, 家賃, 入居者, 賃借人, 大家, 入居, 敷金, オーナー | realestate finance
donation | transaction | donation, pledge, gift, recurring donation, grant, fund, fundraiser, appeal, kifu, soft credit | 寄付, 寄附, 募金, 助成金, 支援金 | nonprofit finance
donor | person | donor, supporter, volunteer, beneficiary person, household, constituent, volunteer shift | 寄付者, 支援者, ボランティア, 受益者 | nonprofit
menu | dimension | menu, menu item, dish, recipe, menu category, modifier, topping, combo | メニュー, 料理, レシピ, 品書き, トッピング | food sales
table_service | record | table seat, dining table, kitchen order, check, guest check, tab, table session, waiter, tip, kitchen ticket, food order | 伝票, テーブル, 来店, 卓, チップ | food
event_entity | entity | seminar, venue, conference, attendee, event session, exhibitor, speaker, ticket type, event ticket, event registration, webinar, webinar registrant, concert, show event, seat reservation, admission ticket, ticket order, checkin | 会場, 参加者, 来場者, イベント, セミナー, 出展者, 登壇者, 入場, 公演 | events marketing
call_record | event | call detail record, cdr, recharge, top up, data usage, voice call, call detail, sms record, data session, roaming, sim, sim card, network cell, cell tower, port request, line number | 通話, 通話明細, 回線, 基地局, SIM, 通話記録 | telecom
farm | entity | farm, field plot, crop, harvest, livestock, animal, irrigation, soil sample, planting, seed lot, pesticide, hatake, milk yield, herd | 圃場, 作物, 収穫, 家畜, 播種, 農場, 作付, 土壌 | agriculture iot
legal_matter | entity | matter, litigation, legal case, court, filing, attorney, counsel, nda | 訴訟, 案件法務, 弁護士, 係争 | legal
trade | transaction | trade, fill, execution, trade order, order book, matched order | 約定, 売買, 取引約定 | trading
market | dimension | market, instrument, ticker, symbol, trading pair, candle, price tick, quote tick, ohlc, market data | 銘柄, 相場, 株価 | trading
portfolio | entity | portfolio, position, holding, asset balance, wallet, fee tier, trading fee, margin call, brokerage account | 保有, ポートフォリオ, 建玉 | trading
permit | transaction | permit, building permit, planning application, planning permission, zoning application, resident registration | 許可, 許可申請, 許認可, 届出, 届, 移動届, 転入届, 転出届, 転居届, 転入, 転出 | civic
resident | person | resident, citizen, inhabitant, taxpayer | 住民, 市民, 世帯, 住民票, 戸籍 | civic
land | dimension | land parcel, parcel, plot of land, district, ward district, zoning district, neighbourhood, neighborhood | 町丁, 町丁目, 地番, 区画, 行政区 | civic realestate
audit_work | record | audit finding, audit engagement, audit fee, audit plan, audit client, energy audit, safety audit, quality audit, supplier audit, store audit, site audit | 監査指摘, 監査計画, 監査報告書, エネルギー診断 | auditing
sundry | record | canteen, cafeteria, canteen menu, cafeteria voucher, cafeteria order, lunch, lunch order, parking permit, parking space, timetable, bus timetable, locker, visitor badge, key card, wifi ticket, wifi voucher, vending machine, dog licence, dog license, forklift licence, forklift license, minibar, kitchen stock, cleaning schedule, staff party, staff event, company outing, suggestion box, noticeboard | 社員食堂, 食堂, 駐車場, 駐車許可, ロッカー, 時刻表, 社内イベント, 入館証, 印鑑登録 |
weather | dimension | weather, weather station, forecast weather, climate | 天気, 気象, 天候 | iot energy agriculture logistics
`);
