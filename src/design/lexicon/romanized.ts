// Japanese names of data as engineers name their tables: 受注 is `orders`, 受注明細 `order_lines`. For names of files and tables, where only
// Latin letters may stand; people always see the name that was written.

const table = `
受注 order orders
注文 order orders
発注 purchase_order purchase_orders
購買 purchase purchases
仕入 purchase purchases
売上 sales sales
販売 sales sales
在庫 inventory inventory
商品 product products
製品 product products
品目 item items
部品 part parts
顧客 customer customers
会員 member members
取引先 account accounts
得意先 customer customers
仕入先 supplier suppliers
請求書 invoice invoices
請求 invoice invoices
支払 payment payments
決済 payment payments
入金 receipt receipts
出金 payout payouts
返金 refund refunds
返品 return returns
見積 quote quotes
契約 agreement agreements
商談 opportunity opportunities
案件 deal deals
リード lead leads
チケット ticket tickets
問い合わせ inquiry inquiries
問合せ inquiry inquiries
出荷 shipment shipments
配送 delivery deliveries
入荷 receipt receipts
予約 booking bookings
宿泊 stay stays
診療 visit visits
検査 test tests
患者 patient patients
従業員 employee employees
社員 employee employees
勤怠 attendance attendance
給与 payroll payroll
仕訳 journal_entry journal_entries
勘定 account accounts
経費 expense expenses
費用 cost costs
予算 budget budgets
広告 ad ads
キャンペーン campaign campaigns
クーポン coupon coupons
ポイント point points
ランク rank ranks
店舗 store stores
拠点 site sites
倉庫 warehouse warehouses
車両 vehicle vehicles
位置 location locations
運行 trip trips
乗車 ride rides
設備 machine machines
稼働 uptime uptime
センサー sensor sensors
温度 temperature temperatures
クリック click clicks
閲覧 view views
行動 activity activities
アクセス access access
カード card cards
料金 price prices
価格 price prices
為替 fx_rate fx_rates
取引 transaction transactions
口座 bank_account bank_accounts
履歴 history history
明細 line lines
実績 result results
ログ log logs
イベント event events
追跡 tracking tracking
需要 demand demand
予測 forecast forecasts
通話 call calls
生徒 student students
学生 student students
成績 grade grades
健診 checkup checkups
残高 balance balances
座席 seat seats
荷物 parcel parcels
単価 unit_price unit_prices
気象 weather weather
電力 power power
使用量 usage usage
検針 meter_reading meter_readings
計測 measurement measurements
保険 insurance insurance
事故 accident accidents
物件 property properties
求人 job_post job_posts
応募 application applications
講座 course courses
運転 driving driving
日報 daily_report daily_reports
作業 work work
品質 quality quality
工程 process processes
生産 production production
原価 unit_cost unit_costs
棚卸 stocktake stocktakes
レシピ recipe recipes
レビュー review reviews
コメント comment comments
メッセージ message messages
スナップショット snapshot snapshots
ユーザー user users
ユーザ user users
アカウント account accounts
デバイス device devices
メーター meter meters
セッション session sessions
プロファイル profile profiles
プロフィール profile profiles
マスタ master master
マスター master master
情報 info info
`;

const words: ReadonlyMap<string, readonly [one: string, many: string]> = new Map(
  table
    .trim()
    .split("\n")
    .map((row) => {
      const [ja = "", one = "", many = ""] = row.split(" ");
      return [ja, [one, many]] as const;
    }),
);
const longest = [...words.keys()].toSorted((a, b) => b.length - a.length);

/** 受注明細 → `order_lines`; null where a part of the name is not known. */
export function romanized(name: string): string | null {
  const parts: (readonly [string, string])[] = [];
  let rest = name
    .normalize("NFKC")
    .replace(/[の・\s]|データ|コレクション|テーブル|トピック|一覧$/gu, "");
  while (rest !== "") {
    const word = longest.find((one) => rest.startsWith(one));
    const pair = word === undefined ? undefined : words.get(word);
    if (word === undefined || pair === undefined) return null;
    parts.push(pair);
    rest = rest.slice(word.length);
  }
  const last = parts.pop();
  return last ? [...parts.map(([one]) => one), last[1]].join("_") : null;
}
