// Concepts of buying and selling: customers, orders, products, prices, payments, billing, books of account.
import { concepts } from "./table.ts";

export const commerce = concepts(`
customer | person | customer, client, buyer, shopper, consumer, kokyaku, tokuisaki, cust, kunde, cliente | 顧客, お客様, お客さま, 得意先, 購入者, 取引先顧客 | sales crm billing support marketing finance loyalty logistics payments banking insurance
customer_group | dimension | customer group, customer segment, segment, customer tag, customer type, customer tier, audience | 顧客グループ, セグメント, 顧客区分, 顧客分類 | sales marketing crm
order | transaction | order, sales order, purchase, customer order, sale, juchu, uriage, transaction header, shop order, web order | 注文, 受注, オーダー, 購入, 売上伝票, 売上データ, 受注伝票 | sales logistics food
order_item | line | order item, order line, order detail, sales line, sales order line, line item, order line item, sale item, sales detail, order product, basket item, receipt line, invoice position, juchu meisai, uriage meisai | 注文明細, 受注明細, 売上明細, 購入明細, 注文商品, 明細 | sales logistics
product | dimension | product, item master, article master, sku, good, goods, merchandise, product catalog, shohin, hinmoku, catalog item, material master | 商品, 製品, 品目, 商品マスタ, 品番, アイテム, SKU | sales inventory procurement manufacturing logistics
product_variant | dimension | product variant, variant, product option, product sku | 商品バリエーション, バリアント | sales inventory
category | dimension | product category, category, product type, product group, department code, collection, product line, brand, product family, bunrui | カテゴリ, カテゴリー, 商品分類, 商品カテゴリ, 分類, 部門, ブランド | sales inventory
price | money | price, price list, unit price, list price, pricing, tariff, rate card, tanka, kakaku | 価格, 単価, 値段, 料金表, 定価, 売価 | sales procurement
discount | money | discount, coupon, voucher, promo code, promotion code, price rule, gift card, rebate, order discount, markdown | 割引, クーポン, 値引, 値引き, バウチャー | sales marketing
refund | money | refund, return, order return, rma, credit memo, credit note, returned item, sales return, henpin | 返金, 返品, 払戻, 払い戻し, 赤伝 | sales payments
payment | money | payment, order payment, payment transaction, charge, receipt, payment intent, payment attempt, capture, nyukin, cash receipt | 支払, 支払い, 決済, 入金, 領収 | sales billing finance payments
payment_method | dimension | payment method, payment type, tender, tender type, payment term | 支払方法, 決済方法, 支払条件 | sales payments billing
payout | money | payout, settlement, balance transaction, transfer, disbursement, remittance | 振込, 送金, 精算, 出金 | payments finance
dispute | record | dispute, chargeback | 不審請求, チャージバック, 異議申立 | payments support
invoice | money | invoice, bill, sales invoice, customer invoice, billing document, seikyu, rechnung, factura, billing | 請求, 請求書, 請求データ, 請求ヘッダ | sales billing finance procurement
invoice_line | line | invoice line, invoice item, invoice line item, bill line, invoice detail, usage charge | 請求明細 | sales billing finance
subscription | transaction | subscription, membership plan, recurring order, contract subscription, subscription item, subscription schedule, subscription change | 契約, サブスク, サブスクリプション, 定期, 定期購入 | billing sales product telecom
plan | dimension | plan, price plan, pricing plan, subscription plan, product price, package, bundle | プラン, 料金プラン, パッケージ | billing sales telecom
usage_record | event | usage record, metered usage, usage event, consumption, billing usage | 利用量, 使用量, 利用実績 | billing product telecom energy
tax | money | tax, tax rate, vat, sales tax, tax line, zeiritsu | 税, 税率, 消費税 | sales finance billing
currency | dimension | currency, exchange rate, fx rate, currency rate, conversion rate, tsuka | 通貨, 為替, 為替レート, 換算レート | sales finance payments billing
cart | transaction | cart, basket, shopping cart, checkout, abandoned cart, abandoned checkout, cart item, basket line, wishlist, wish list, saved item, quote cart | カート, 買い物かご, カゴ落ち, お気に入り, ほしい物リスト | marketing
store | dimension | store, shop, branch, outlet, point of sale, pos, register, sales channel, channel, tenpo, store location | 店舗, 支店, 販売チャネル, チャネル, レジ | sales inventory food
sales_target | record | sales target, quota, sales goal, sales plan, forecast, mokuhyo | 売上目標, 販売計画, ノルマ, 予測, 目標 | sales crm
sales_rep | person | sales rep, salesperson, sales person, sales representative, account manager, seller, sales agent, tantosha, tanto, eigyo | 担当者, 営業担当, 販売員, 営業担当者 | sales crm
territory | dimension | territory, sales territory, region, area, sales region, country, prefecture, state province, city, location, geo, geography, chiiki | 地域, 地区, エリア, 国, 都道府県, 拠点 | sales crm logistics marketing
campaign_order | record | affiliate, affiliate commission, referral, referral code, partner commission, commission | 紹介, アフィリエイト, 手数料, コミッション, 成果報酬 | marketing sales
review | record | review, product review, rating, testimonial, customer review | レビュー, 口コミ, 評価 | marketing product
quote | transaction | quote, quotation, estimate, proposal, sales quote, mitsumori | 見積, 見積書, 見積もり, 提案 | crm sales
account_ledger | entity | ledger, general ledger, gl account, chart of account, account code, ledger account, journal, journal entry, journal line, gl entry, posting, accounting entry, trial balance, shiwake, kanjo | 勘定科目, 仕訳, 総勘定元帳, 元帳, 仕訳明細, 科目, 残高試算表 | finance
fiscal_period | dimension | fiscal period, accounting period, fiscal year, calendar, date dimension, calendar date, fiscal calendar | 会計期間, 会計年度, 年度, カレンダー, 期間 | finance
cost_center | dimension | cost center, cost centre, profit center, budget, budget line, budget item, cost, cost type, cost element, standard cost, bumon, genka | 部門, コストセンター, 予算, 原価, 原価センタ | finance manufacturing
expense | money | expense, expense report, expense claim, reimbursement, receipt image, spend, keihi | 経費, 経費精算, 立替 | finance hr
payable | money | payable, account payable, vendor invoice, vendor bill, supplier invoice, vendor payment, bill payment, shiharai | 買掛, 買掛金, 支払予定, 仕入請求 | finance procurement
receivable | money | receivable, account receivable, ar invoice, dunning, credit limit, collection case, aging | 売掛, 売掛金, 債権, 与信限度, 督促, 入金消込 | finance billing
fixed_asset | entity | fixed asset, asset, depreciation, asset book | 固定資産, 資産, 減価償却 | finance manufacturing
bank_account | entity | bank account, bank statement, bank transaction, bank feed, cash account, petty cash | 銀行口座, 口座, 入出金, 入出金明細, 預金口座 | finance banking payments
loyalty_account | record | loyalty account, loyalty point, point, reward, point transaction, point history entry, loyalty program, loyalty tier, membership, membership card, member card, stamp | ポイント, ポイント履歴, 会員ランク, 特典, 会員証, スタンプ | loyalty marketing
`);
