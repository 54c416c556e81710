// Small words of goals and replies: what says nothing about a subject, what takes a mention back, what stands for a pattern.

/** Words of a goal that name no subject. A goal made of these alone is no use case yet. */
export const emptyWords: ReadonlySet<string> = new Set(
  (
    "a an the all every any some our my your their its his her this that these those of for to from in into on at by per with and or " +
    "we i you they it is are was were be been being do does did done can could should would will shall may might must have has had not no " +
    "want need like get see show let please just also only more most much many few which what who whom whose when where why how " +
    "sync syncing synced load loading import importing ingest ingestion pull copy replicate replication move bring transfer extract data dataset " +
    "table stream everything anything something thing database db warehouse source destination bigquery snowflake duckdb postgres mysql " +
    "analyse analyze analysis analytic analytics report reporting dashboard bi insight insights study understand look into about etl elt pipeline connection " +
    "set setup create make use using new test try hello hi ok yes connect connecting set up start go run full whole entire complete daily hourly weekly monthly"
  ).split(" "),
);

export const emptyJapanese: readonly string[] = [
  "すべて",
  "全て",
  "全部",
  "データ",
  "テーブル",
  "ストリーム",
  "同期",
  "取り込み",
  "取り込む",
  "取込",
  "取得",
  "連携",
  "接続",
  "分析",
  "可視化",
  "集計",
  "レポート",
  "ダッシュボード",
  "確認",
  "作成",
  "転送",
  "移行",
  "したい",
  "ください",
  "お願いします",
  "お願い",
  "ほしい",
  "欲しい",
  "です",
  "ます",
  "こと",
  "もの",
  "ため",
  "から",
  "まで",
  "する",
  "して",
  "たい",
  "を",
  "の",
  "に",
  "は",
  "が",
  "で",
  "と",
  "も",
  "へ",
  "や",
  "、",
  "。",
  "！",
  "・",
  "DWH",
  "データウェアハウス",
  "ウェアハウス",
  "BigQuery",
  "全データ",
  "色々",
  "いろいろ",
  "何か",
  "一式",
  "丸ごと",
  "まるごと",
];

/** Words that are verbs or filler in a sentence as often as they are things: no mention of a stream by themselves. */
export const weakWords: ReadonlySet<string> = new Set(
  (
    "like share view report check show watch record track note tip tab scan dual part unit level round image file picture document " +
    "dashboard query option version count group list label lock retry flag parameter span trace debug offer mark chart condition goal objective follow leg stop " +
    "hub identity scope type value time date day week month year number total amount average rate trend top best new change move run work use cost book state status " +
    "open close closed sign form test field table data score stage detail area play game hit mode code map link plan target place line item"
  ).split(" "),
);

/** Phrases of a goal that stand for a word of an exclusion pattern. The longest is taken. */
export const patternPhrases: readonly {
  readonly word: string;
  readonly english: readonly string[];
  readonly japanese: readonly string[];
}[] = [
  {
    word: "history",
    english: [
      "history",
      "histories",
      "historical",
      "changed over time",
      "change over time",
      "changes over time",
      "changing over time",
      "evolved over time",
      "evolution",
    ],
    japanese: [
      "変更履歴",
      "履歴",
      "変遷",
      "変動",
      "価格推移",
      "価格の推移",
      "単価の推移",
      "料金の推移",
      "在庫推移",
      "在庫の推移",
      "改定",
      "ヒストリー",
    ],
  },
  { word: "log", english: ["log", "logs"], japanese: ["ログ"] },
  {
    word: "audit",
    english: [
      "audit",
      "audits",
      "audited",
      "who changed",
      "who did what",
      "who edited",
      "who accessed",
    ],
    japanese: [
      "監査",
      "誰がいつ",
      "だれがいつ",
      "いつ誰が",
      "誰が何を",
      "操作ログ",
      "操作履歴",
      "変更ログ",
    ],
  },
  {
    word: "archive",
    english: ["archive", "archives", "archived"],
    japanese: ["アーカイブ", "過去データ", "過去分"],
  },
  { word: "temp", english: ["temp", "tmp", "temporary"], japanese: ["一時", "テンポラリ"] },
  { word: "system", english: ["system"], japanese: ["システム"] },
  {
    word: "migration",
    english: ["migration", "migrations"],
    japanese: ["マイグレーション", "移行"],
  },
];

/** Japanese for single words of names that are no concept of their own. */
export const wordsInJapanese: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    status: ["ステータス", "状態", "状況"],
    login: ["ログイン"],
    change: ["変更"],
    access: ["アクセス"],
    operation: ["操作"],
    event: ["イベント"],
    item: ["明細", "品目"],
    stage: ["ステージ", "フェーズ"],
    view: ["閲覧"],
    search: ["検索"],
    error: ["エラー"],
    api: ["API"],
    setting: ["設定"],
    email: ["メール"],
    mail: ["メール"],
    point: ["ポイント"],
    job: ["ジョブ"],
    call: ["通話", "電話"],
    chat: ["チャット"],
    sync: ["同期"],
    stat: ["統計"],
    rank: ["ランク"],
    name: ["名前", "名称"],
    address: ["住所"],
    work: ["作業"],
    admin: ["管理者"],
    app: ["アプリ"],
    web: ["ウェブ", "Web"],
    delivery: ["配送", "配信"],
  }),
);
