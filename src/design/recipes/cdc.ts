// cdc: the capture side of a database's changes, per database; snapshot, handoff to the log, sink topology, what must be kept.
import type { Case } from "../case.ts";
import type { Bi } from "../reading.ts";
import { bi, line, type Line, type Rule, type RuleSet } from "../rule.ts";
import { duration, list, names, sinkName, sourceName } from "../words.ts";

const isCdc = (c: Case) => c.isDesign && c.decided.recipe === "cdc";
const from = (c: Case, id: string) => isCdc(c) && c.source("database")?.id === id;

const objects = (c: Case) =>
  c.source("database")?.objects.length ? (c.source("database")?.objects ?? []) : c.reading.objects;
const tablesOf = (c: Case): Bi =>
  objects(c).length > 0 ? list(objects(c)) : bi("tables to be listed", "対象テーブル (要列挙)");

/** `dbz_prod_checkout`: connector, environment, service. */
const slotName = (c: Case): string =>
  ["dbz", c.reading.environment ?? "<env>", c.reading.service ?? "<service>"]
    .join("_")
    .replaceAll("production", "prod")
    .replaceAll("-", "_");

const capturePollSeconds = 5;

/** The log must outlive an outage: as long as was said, with as much again for the repair, and a week at least. */
function logDays(c: Case): { readonly days: number; readonly outage: Bi } {
  const said = c.req.outage?.value ?? null;
  const outage = said ?? 3 * 86_400;
  const shown = duration(outage);
  return {
    days: Math.max(7, Math.ceil((outage * 2) / 86_400)),
    outage: bi(
      said === null ? `${shown.en}, proposed` : `${shown.en}, as stated`,
      said === null ? `${shown.ja}・提案値` : shown.ja,
    ),
  };
}

function snapshot(c: Case): Line {
  if (c.has("capture.history_loaded"))
    return line(
      "snapshot",
      "Mode never, because the history is loaded by other means: the connector starts at the log position noted before that load began, so that nothing between the two is missed; rows seen twice are resolved by key and log position.",
      "モードは never とします (履歴は別途ロード済みのため)。その間の変更を取りこぼさないよう、履歴ロードの開始前に控えたログ位置から読み始め、重複して現れる行はキーとログ位置で解決します。",
    );
  if (c.has("capture.one_off"))
    return line(
      "snapshot",
      "Mode initial_only, because the copy is made once: the connector stops after the snapshot and its slot or position is released.",
      "モードは initial_only とします (一回限りのコピーのため)。スナップショット後にコネクターを止め、スロットや読み取り位置を解放します。",
    );
  return line(
    "snapshot",
    "Mode initial (one consistent snapshot, then the log); never only where the history is loaded by other means, initial_only for a one-off copy.",
    "モードは initial (一貫したスナップショットの後、ログを追う) とします。履歴を別途ロード済みなら never、一回限りのコピーなら initial_only を選びます。",
  );
}

const rules: readonly Rule[] = [
  {
    id: "CDC-01",
    stage: "say",
    seed: "000 §サブコマンドの振り分け (cdc)",
    basis: ["K20"],
    title: bi(
      "Snapshot, then the log, with no event lost between",
      "スナップショットから差分へ、欠落なく引き継ぐ",
    ),
    when: bi("the recipe is cdc", "レシピが cdc のとき"),
    effect: bi(
      "snapshot mode, handoff by log position, sink topology",
      "スナップショットモード、ログ位置による引き継ぎ、シンク構成を定める",
    ),
    holds: isCdc,
    says: (c) => {
      const to = names(c.req.sinks, sinkName(null));
      const lake = c.sink("lake", "warehouse");
      return [
        snapshot(c),
        line(
          "handoff",
          "Snapshot to incremental: the log position is fixed before the snapshot begins and reading goes on from there; rows seen in both are resolved by key and log position, so that no event is lost and none counts twice.",
          "スナップショットから差分への引き継ぎ: 開始前にログ位置を確定し、そこから読み進めます。両方に現れた行はキーとログ位置で解決するため、イベントの欠落も二重計上もありません。",
        ),
        line(
          "sink",
          `Kafka Connect topology: source connector (1 task) -> one topic per table (${tablesOf(c).en}), keyed by primary key -> ${lake ? `sink connector into ${sinkName(lake).en}, idempotent: upsert keyed by primary key and log position` : `${to.en}, consumers by group`}.`,
          `Kafka Connect 構成: ソースコネクター (1 タスク) → テーブルごとのトピック (${tablesOf(c).ja}、主キーをキーとする) → ${lake ? `${sinkName(lake).ja} へのシンクコネクター (主キーとログ位置による冪等な upsert)` : `${to.ja} (利用者はコンシューマーグループ単位)`}。`,
        ),
      ];
    },
  },
  {
    id: "CDC-02",
    stage: "say",
    seed: "000 §サブコマンドの振り分け (cdc)",
    basis: ["K19"],
    title: bi(
      "Postgres: slot, publication, replica identity",
      "Postgres: スロット・パブリケーション・レプリカアイデンティティ",
    ),
    when: bi("Postgres is captured", "Postgres の変更を取得するとき"),
    effect: bi(
      "named slot and publication with a table list, pgoutput, FULL where there is no key, slot lag watched",
      "名前付きのスロットとパブリケーション (テーブル指定)、pgoutput、キーのない表は FULL、スロットの遅延を監視",
    ),
    holds: (c) => from(c, "postgres"),
    says: (c) => {
      const keyless = c.reading.keyless;
      const slot = slotName(c);
      return [
        c.has("capture.wal2json")
          ? line(
              "plugin",
              "wal2json as asked, which has to be installed on the server: worth it only if a reader takes its JSON as it is. pgoutput comes with Postgres and is preferred otherwise, because it knows publications and costs less to decode.",
              "指定どおり wal2json を使います (サーバーへの導入が必要)。その JSON をそのまま使う利用者がいる場合に限り意味があります。いなければ、標準で付属し、パブリケーションに対応し、デコードの負荷も小さい pgoutput を推奨します。",
            )
          : line(
              "plugin",
              "pgoutput preferred: it comes with Postgres; wal2json only where a reader needs its JSON.",
              "Postgres 標準の pgoutput を使います。wal2json は JSON 形式が必要な利用者がいる場合に限ります。",
            ),
        line(
          "slot",
          `${slot}: one slot per connector, in lower case and underscores; dropped only together with the connector.`,
          `${slot} とします。コネクターごとに 1 つ、小文字とアンダースコアで命名し、削除はコネクターの廃止と同時にだけ行います。`,
        ),
        line(
          "publication",
          `${slot}_pub with an explicit table list: ${tablesOf(c).en}; a new table is added by name.${c.has("wish.for_all_tables") ? " Not FOR ALL TABLES: it needs a superuser, publishes every new table unseen, personal data included, and fails on writes to tables without a key." : ""}`,
          `${slot}_pub とし、対象テーブルを明示します: ${tablesOf(c).ja}。追加は表名を指定して行います。${c.has("wish.for_all_tables") ? "FOR ALL TABLES は使いません。スーパーユーザー権限が必要なうえ、新しい表が個人情報を含めて無条件に公開され、キーのない表では更新がエラーになるためです。" : ""}`,
        ),
        ...(keyless.length > 0
          ? [
              line(
                "replica_identity",
                `FULL on ${list(keyless).en}, which has no primary key: without it UPDATE and DELETE cannot be told apart by row; the ALTER TABLE is handed to Schema. Cost: the whole old row in the WAL.`,
                `主キーのない ${list(keyless).ja} は REPLICA IDENTITY FULL とします。そうしないと UPDATE と DELETE の対象行を特定できません。ALTER TABLE は Schema に依頼します。変更前の行全体が WAL に書かれる点に注意します。`,
              ),
            ]
          : [
              line(
                "replica_identity",
                `FULL on ${tablesOf(c).en} where the before-image is needed or a key is missing, so that UPDATE and DELETE are complete; otherwise the primary key identifies the row. Schema alters the tables.`,
                `UPDATE と DELETE を完全に捉えるため、変更前の値が必要な表やキーのない表 (${tablesOf(c).ja} を確認) は REPLICA IDENTITY FULL とし、それ以外は主キーで行を特定します。表の変更は Schema が行います。`,
              ),
            ]),
        line(
          "heartbeat",
          "A heartbeat every 10 s moves the slot on when the captured tables are quiet.",
          "対象テーブルに変更がない間もスロットを進めるため、10 秒ごとにハートビートを送ります。",
        ),
        line(
          "monitoring",
          "Replication-slot lag in bytes (pg_replication_slots): warning at 80 %, critical at 95 % of max_slot_wal_keep_size.",
          "レプリケーションスロットの遅延 (バイト、pg_replication_slots) を監視し、max_slot_wal_keep_size の 80% で警告、95% で重大とします。",
        ),
      ];
    },
  },
  {
    id: "CDC-03",
    stage: "say",
    seed: "000 §サブコマンドの振り分け (cdc)",
    title: bi("MySQL: row binlog, GTID, server id", "MySQL: ROW 形式の binlog、GTID、server-id"),
    when: bi("MySQL is captured", "MySQL の変更を取得するとき"),
    effect: bi(
      "ROW binlog with full image, unique server id, schema history topic, binlog kept longer than an outage",
      "ROW 形式・全列イメージ、一意の server-id、スキーマ履歴トピック、停止許容より長い binlog 保持",
    ),
    holds: (c) => from(c, "mysql"),
    says: (c) => [
      line(
        "source",
        "binlog_format=ROW with binlog_row_image=FULL; GTID mode recommended, so that a failover keeps the position.",
        "binlog_format=ROW、binlog_row_image=FULL とします。フェイルオーバー後も位置を保てるよう GTID を推奨します。",
      ),
      line(
        "source",
        "A unique server-id per connector, and a schema history topic (one partition, kept for ever) that belongs to it alone.",
        "コネクターごとに一意の server-id と、専用のスキーマ履歴トピック (schema history、1 パーティション、無期限保持) を用意します。",
      ),
      line(
        "retention",
        `binlog is kept longer than the tolerated connector downtime (${logDays(c).outage.en}): ${logDays(c).days} days (proposed); a position that is gone means a new snapshot.`,
        `binlog の保持は、許容するコネクター停止時間 (${logDays(c).outage.ja}) より長い ${logDays(c).days} 日 (提案値) とします。位置が失われると再スナップショットが必要になります。`,
      ),
    ],
  },
  {
    id: "CDC-04",
    stage: "say",
    seed: "000 §サブコマンドの振り分け (cdc)",
    title: bi("SQL Server: change tables are polled", "SQL Server: 変更テーブルをポーリングする"),
    when: bi("SQL Server is captured", "SQL Server の変更を取得するとき"),
    effect: bi(
      "enabled at database and table level; a floor of about the capture job's interval; cleanup longer than an outage",
      "データベースとテーブルの両方で有効化。取得ジョブの間隔が下限。クリーンアップは停止許容より長くする",
    ),
    holds: (c) => from(c, "sqlserver"),
    says: (c): Line[] => {
      const want = c.req.latency ? duration(c.req.latency.value) : null;
      const isTooFast = c.req.latency !== null && c.req.latency.value <= capturePollSeconds;
      return [
        line(
          "source",
          `CDC is enabled at database level (sp_cdc_enable_db) and at table level (sp_cdc_enable_table) for ${tablesOf(c).en}; the connector reads the change tables.`,
          `データベース単位 (sp_cdc_enable_db) とテーブル単位 (sp_cdc_enable_table、対象: ${tablesOf(c).ja}) の両方で CDC を有効にし、コネクターは変更テーブルを読みます。`,
        ),
        ...(want && isTooFast
          ? [
              line(
                "limit",
                `${want.en} is not met as it stands: the change tables are filled by a capture job that polls every 5 s by default, and the connector polls after it.`,
                `${want.ja}以内は現状では満たせません。変更テーブルは取得ジョブが既定で 5 秒ごとに更新し、コネクターはその後に読むためです。`,
              ),
              line(
                "alternative",
                "A shorter capture-job interval (pollinginterval 1 s, at more load on the source), or a relaxed target of about 10 s.",
                "取得ジョブの間隔を短縮する (pollinginterval 1 秒。ソースの負荷は増える) か、目標を 10 秒程度に緩和します。",
              ),
            ]
          : []),
        line(
          "retention",
          `Cleanup of the change tables is set longer than the tolerated connector downtime (${logDays(c).outage.en}): ${logDays(c).days} days (proposed; the default of 3 days is ${(c.req.outage?.value ?? 259_200) < 259_200 ? "longer, but leaves little time for a repair" : "not longer"}).`,
          `変更テーブルのクリーンアップ期間は、許容するコネクター停止時間 (${logDays(c).outage.ja}) より長い ${logDays(c).days} 日 (提案値) とします。既定の 3 日では${(c.req.outage?.value ?? 259_200) < 259_200 ? "復旧作業の余裕がありません" : "足りません"}。`,
        ),
      ];
    },
  },
  {
    id: "CDC-05",
    stage: "say",
    seed: "000 §サブコマンドの振り分け (cdc)",
    title: bi(
      "Other databases: the log must outlive an outage",
      "その他のデータベース: ログ保持は停止許容より長く",
    ),
    when: bi("another database is captured", "そのほかのデータベースの変更を取得するとき"),
    effect: bi(
      "log access and retention are to be confirmed",
      "ログの参照権限と保持期間を確認する",
    ),
    holds: (c) =>
      isCdc(c) && !["postgres", "mysql", "sqlserver"].includes(c.source("database")?.id ?? ""),
    says: (c) => [
      line(
        "source",
        `Change log of ${sourceName(c.source("database")).en}: that it is kept, readable by the connector's user and complete for UPDATE and DELETE has to be confirmed.`,
        `${sourceName(c.source("database")).ja} の変更ログについて、保持されていること、コネクターのユーザーが読めること、UPDATE と DELETE が完全に残ることを確認します。`,
      ),
      line(
        "retention",
        `The log is kept longer than the tolerated connector downtime (${logDays(c).outage.en}): ${logDays(c).days} days (proposed).`,
        `ログの保持は、許容するコネクター停止時間 (${logDays(c).outage.ja}) より長い ${logDays(c).days} 日 (提案値) とします。`,
      ),
    ],
  },
  {
    id: "CDC-06",
    stage: "say",
    seed: "000 §サブコマンドの振り分け (cdc)",
    title: bi(
      "A capture runs on, though what reads it works in batches",
      "利用側がバッチでも、キャプチャは常時動かす",
    ),
    when: bi(
      "the recipe is cdc and the latency is a minute or more",
      "レシピが cdc で、レイテンシが 1 分以上のとき",
    ),
    effect: bi(
      "the connector reads all the time; the sink writes in batches within the latency, keyed by log position",
      "コネクターは常時読み取り、シンクはレイテンシ内の間隔でまとめて書く。キーはログ位置",
    ),
    holds: (c) => isCdc(c) && c.decided.mode === "BATCH",
    instead: ["engine", "idempotency", "late_data", "checkpoint"],
    says: (c) => {
      const flush = c.req.latency ?? c.req.freshnessSla ?? c.req.updateInterval;
      const every = flush ? duration(flush.value / 2) : null;
      const to = names(c.req.sinks, sinkName(null));
      const from = sourceName(c.source("database"));
      return [
        line(
          "engine",
          `Kafka Connect reads ${from.en} all the time (a log that is read once a day fills the disk of its source); ${to.en} is written in batches${every ? ` every ${every.en}, half of the ${duration(flush?.value ?? 0).en} asked for` : ""}. Airflow or Dagster starts only what is transformed after that, with dbt or SQL.`,
          `Kafka Connect は ${from.ja} を常時読み取ります (まとめ読みではソース側のログが溜まり、ディスクを圧迫するため)。${to.ja} へは${every ? ` ${every.ja}ごと (要件 ${duration(flush?.value ?? 0).ja}の半分) に` : ""}まとめて書き込みます。Airflow または Dagster が起動するのは、その後の dbt・SQL による変換だけです。`,
        ),
        line(
          "idempotency",
          `Each change carries its log position: ${to.en} keeps the highest per primary key, so a batch that is delivered twice leaves the same rows (at-least-once delivery with an idempotent sink).`,
          `各変更はログ位置を持ちます。${to.ja} では主キーごとに最も新しい位置の行を残すため、同じ束が 2 回届いても結果は変わりません (at-least-once+冪等なシンク)。`,
        ),
        line(
          "late_data",
          `The log is in commit order, so nothing is late in it; a change that ${to.en} receives behind a newer one of the same key is ignored and counted. Rows are dated by commit time, and a closed batch window is rebuilt by its position range.`,
          `ログはコミット順のため、ログ内での遅延はありません。同じキーのより新しい変更の後に届いた変更は無視し、件数を記録します。行の日時はコミット時刻とし、締めたウィンドウの作り直しはログ位置の範囲で行います。`,
        ),
        line(
          "checkpoint",
          `The log position of ${from.en} up to which the topics are written, and the offsets up to which ${to.en} is, each stored with the write it belongs to and apart from the output; each says whether it is safe to retry, replay or skip.`,
          `${from.ja} のログ位置 (トピックへの書き込み分) と、${to.ja} へ反映済みのオフセットを、書き込みと同時に、出力とは分けて記録します。それぞれに再試行・リプレイ・スキップの可否を添えます。`,
        ),
      ];
    },
  },
  {
    id: "CDC-07",
    stage: "say",
    seed: "001 §モード：設計 6",
    title: bi("A log is in commit order", "ログはコミット順に並ぶ"),
    when: bi(
      "changes are streamed from a database's log",
      "データベースのログから変更を逐次流すとき",
    ),
    effect: bi(
      "late is what a consumer receives behind a newer change of the same key",
      "遅延とは、同じキーのより新しい変更の後に届いた変更を指す",
    ),
    holds: (c) => isCdc(c) && c.decided.mode !== "BATCH",
    instead: ["late_data"],
    says: (c) => [
      line(
        "late_data",
        `The log of ${sourceName(c.source("database")).en} is in commit order, so nothing is late in it; a change that a consumer receives behind a newer one of the same key (log position) is counted and not applied. Windows of readers go by commit time; what comes after a window closed corrects it by key in the history.`,
        `${sourceName(c.source("database")).ja} のログはコミット順のため、ログ内での遅延はありません。同じキーのより新しい変更 (ログ位置で判定) の後に届いた変更は、件数を記録して適用しません。利用側のウィンドウはコミット時刻で区切り、締めた後に届いた分は履歴側でキー単位に訂正します。`,
      ),
    ],
  },
];

export const cdcRecipe: RuleSet = { name: "cdc", rank: 2, rules };
