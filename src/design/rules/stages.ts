// The six stages of a design in its own words: what each does for this recipe with these systems (001 §モード：設計 4).
import type { Case } from "../case.ts";
import { datasetName, landingName, stageNames, type StageName } from "../layout.ts";
import type { Bi } from "../reading.ts";
import { bi, line, type Line } from "../rule.ts";
import { personal } from "./ask-first.ts";
import { statedHandling } from "./inputs.ts";
import { liveTarget } from "./live-reader.ts";
import { isHistorySink, movesToFlink } from "./evidence.ts";
import { list, name, names, sinkName, sourceName } from "../words.ts";

type Stages = Readonly<Record<StageName, Bi>>;

const japanese: Readonly<Record<StageName, string>> = {
  ingest: "取り込み(ingest)",
  validate: "検証(validate)",
  normalize: "正規化(normalize)",
  transform: "変換(transform)",
  publish: "公開(publish)",
  monitor: "監視(monitor)",
};

function activation(c: Case): Stages {
  const [from, to, what] = [sourceName(c.source()), sinkName(c.sink()), datasetName(c)];
  return {
    ingest: bi(
      `rows of ${what.en} in ${from.en} that changed since the last sync, with the values sent before beside them.`,
      `${from.ja} の ${what.ja} から、前回同期以降に変わった行を、前回送信した値とともに取り出します。`,
    ),
    validate: bi(
      `one row per key, required fields filled, every value of a picklist mapped; what fails is held back, not sent.`,
      "キーごとに 1 行か、必須項目が埋まっているか、選択リストの値がすべて対応付いているかを確認し、不合格の行は送らずに留めます。",
    ),
    normalize: bi(
      `types, lengths and formats as ${to.en} takes them; time zones made one.`,
      `型・桁数・書式を ${to.ja} が受け付ける形に揃え、タイムゾーンを統一します。`,
    ),
    transform: bi(
      `columns to fields of ${to.en}, by the mapping; fields that people own there are left alone.`,
      `マッピングに従って列を ${to.ja} の項目に対応付けます。現場が編集する項目には触れません。`,
    ),
    publish: bi(
      `upsert into ${to.en} by external ID, in bulk, within the API budget; refused rows come back with their answer.`,
      `${to.ja} へ External ID による upsert を一括 API で、API 予算内に行います。拒否された行は応答とともに回収します。`,
    ),
    monitor: bi(
      "rows sent = accepted + refused, refusals by reason, calls against the limit, age of the last sync.",
      "送信件数=受理+拒否の照合、拒否理由の内訳、API 使用量と上限、最終同期からの経過時間を見ます。",
    ),
  };
}

function checks(c: Case): Stages {
  const what = datasetName(c);
  const where = name(
    c.sink("warehouse", "lake") ?? c.source(),
    bi("the warehouse", "ウェアハウス"),
  );
  return {
    ingest: bi(
      `after the load of ${what.en} into ${where.en}: which partitions are new, from the run that wrote them.`,
      `${where.ja} への ${what.ja} のロード完了を受け、新しいパーティションと書き込んだ実行を特定します。`,
    ),
    validate: bi(
      `the five families of checks on those partitions, before readers see them.`,
      "対象パーティションに 5 種類のチェックを、利用者に見える前に実行します。",
    ),
    normalize: bi(
      "results of all checks in one table: check, dataset, partition, observed, expected, verdict.",
      "結果を 1 つの表に揃えます(チェック名、データセット、パーティション、観測値、期待値、判定)。",
    ),
    transform: bi(
      "failing rows to quarantine with the check's name; counts and shares for the trend.",
      "不合格の行をチェック名とともに隔離し、件数と割合を推移として集計します。",
    ),
    publish: bi(
      `partitions of ${what.en} that pass are released; a critical failure holds the partition back.`,
      `合格した ${what.ja} のパーティションを公開し、重大な不合格があれば公開を保留します。`,
    ),
    monitor: bi(
      "checks that ran against checks that should have run, pass rate per family, time from failure to notice.",
      "実行されるべきチェックの実行率、種類別の合格率、失敗から通知までの時間を見ます。",
    ),
  };
}

function models(c: Case): Stages {
  const what = datasetName(c);
  return {
    ingest: bi(
      "sources declared with their freshness; nothing is read but through source().",
      "ソースを freshness 付きで宣言し、source() 経由でのみ参照します。",
    ),
    validate: bi(
      "tests on sources and staging: keys, nulls, accepted values; a failure stops what is downstream.",
      "ソースと staging のテスト(キー、NULL、許容値)を行い、失敗したら下流を止めます。",
    ),
    normalize: bi(
      "staging models: names, types, time zone (UTC), one per source table.",
      "staging モデルで名前・型・タイムゾーン(UTC)を揃えます(ソーステーブルと 1 対 1)。",
    ),
    transform: bi(
      `intermediate models join and aggregate; ${what.en} is built from them and from nothing else.`,
      `intermediate モデルで結合・集計し、${what.ja} はそこからのみ構築します。`,
    ),
    publish: bi(
      `marts are built beside the old ones and swapped when their tests pass.`,
      "マートは旧版の横に構築し、テスト合格後に切り替えます。",
    ),
    monitor: bi(
      "run time per model, test failures, source freshness, rows per model against the last run.",
      "モデル別の実行時間、テストの失敗、ソースの鮮度、前回比の行数を見ます。",
    ),
  };
}

function live(c: Case): Stages {
  const past = c.decided.mode === "HYBRID" ? c.req.sinks.filter(isHistorySink) : [];
  const now = c.req.sinks.filter((one) => !past.includes(one));
  // Readers that no sink is named for are served all the same: the history is never the hot path's end.
  const isSplit = past.length > 0;
  const [from, to, later, what] = [
    names(c.req.sources, sourceName(null)),
    isSplit && now.length === 0
      ? liveTarget(c)
      : names(isSplit ? now : c.req.sinks, sinkName(null)),
    names(past, sinkName(null)),
    datasetName(c),
  ];
  // A database gives what happens through its log, whatever the recipe.
  const isCaptured = c.source("database") !== null && c.source("broker") === null;
  return {
    ingest: isCaptured
      ? bi(
          `changes of ${what.en} from the log of ${from.en}, in the order of their commits, with the log position.`,
          `${from.ja} のログから ${what.ja} の変更を、コミット順にログ位置とともに読みます。`,
        )
      : bi(
          `${what.en} from ${from.en} as they come, with partition and offset; the raw log is kept beside the path.`,
          `${from.ja} から ${what.ja} を到着順に、パーティションとオフセットとともに読みます。生ログは経路の横に残します。`,
        ),
    validate: bi(
      "each event against the schema of its contract; what fails goes to the dead letters, and the stream goes on.",
      "イベントごとにコントラクトのスキーマに照らし、不合格は DLQ に送ってストリームは止めません。",
    ),
    normalize: bi(
      "event time in UTC, key and types made one; the event id is kept for deduplication.",
      "イベント時刻(UTC)・キー・型を揃え、重複排除のためにイベント ID を残します。",
    ),
    transform: bi(
      `${what.en} per key: joins and windows only where a reader needs them, with state that is checkpointed.`,
      `${what.ja} をキー単位で整えます。結合とウィンドウは必要な場合に限り、状態はチェックポイントに含めます。`,
    ),
    publish: bi(
      `to ${to.en} by key, idempotently; the offset is committed after the write is confirmed.${isSplit ? ` ${later.en}: from the raw log by the batch path, after its checks, all at once or not at all.` : ""}`,
      `${to.ja} へキー指定で冪等に書き込み、確定後にオフセットをコミットします。${isSplit ? `${later.ja} へは生ログからバッチ経路で、チェック合格後にまとめて反映します。` : ""}`,
    ),
    monitor: bi(
      "p99 from event to visible, consumer lag, watermark delay, dead letters, cost.",
      "発生から反映までの p99、コンシューマーラグ、ウォーターマークの遅れ、DLQ 件数、コストを見ます。",
    ),
  };
}

/** What lands of personal fields: nothing before it is decided, and then only what the decision leaves. */
function landing(c: Case): Bi {
  const open = c.reading.personalData === "some" ? personal(c) : [];
  if (open.length > 0) {
    const shown = list(open);
    return bi(
      `unchanged but for the personal fields (${shown.en}), which stay out until their handling is decided`,
      `、個人情報 (${shown.ja}) は扱いが決まるまで除き、それ以外の値はそのまま`,
    );
  }
  const handled = statedHandling(c).filter((one) => !one.atSource);
  if (handled.length > 0) {
    const shown = list(handled.map((one) => one.name));
    return bi(
      `unchanged but for ${shown.en}, which the decision is applied to on the way`,
      `、${shown.ja} だけ決定どおりに処理し、それ以外の値はそのまま`,
    );
  }
  return bi("unchanged", "そのまま");
}

function batch(c: Case): Stages {
  const [from, to, what] = [
    names(c.req.sources, sourceName(null)),
    names(c.req.sinks, sinkName(null)),
    datasetName(c),
  ];
  return {
    ingest: bi(
      `${what.en}${from.en === what.en ? "" : ` from ${from.en}`} into ${landingName(c).en}, ${landing(c).en}, with the position it was read to.`,
      `${from.ja === what.ja ? "" : `${from.ja} から `}${what.ja} を${landing(c).ja}${landingName(c).ja}に置き、読み取り位置を記録します。`,
    ),
    validate: bi(
      "against the contract of the source; what fails goes to quarantine with its reason.",
      "ソース側のコントラクトに照らし、不合格の行は理由付きで隔離領域へ送ります。",
    ),
    normalize: bi(
      "types, time zones (UTC), keys and units made one.",
      "型、タイムゾーン(UTC)、キー、単位を揃えます。",
    ),
    transform: bi(
      `${what.en} as the readers need it, one step per model.`,
      `${what.ja} を利用者が必要とする形に、モデル単位の小さなステップで整えます。`,
    ),
    publish: bi(
      `to ${to.en} after the checks pass, all at once or not at all.`,
      `チェック合格後に ${to.ja} へ反映します。途中の状態は見せません。`,
    ),
    monitor: bi(
      "freshness, row counts in and out, quarantine, cost.",
      "鮮度、入出力の件数、隔離件数、コストを見ます。",
    ),
  };
}

export function stageLines(c: Case): Line[] {
  const { recipe, mode } = c.decided;
  const own =
    recipe === "reverse"
      ? activation(c)
      : recipe === "quality"
        ? checks(c)
        : recipe === "dbt" && !movesToFlink(c)
          ? models(c)
          : mode === "STREAMING" || mode === "HYBRID"
            ? live(c)
            : batch(c);
  return stageNames.map((stage) =>
    line("stages", `${stage}: ${own[stage].en}`, `${japanese[stage]}: ${own[stage].ja}`),
  );
}
