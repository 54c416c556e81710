// operate, when the request tells of trouble: what to do first for each sign of it, and how it is kept from coming back.
import type { Case } from "../case.ts";
import { datasetName } from "../layout.ts";
import type { SectionKey } from "../../model/section-key.ts";
import type { Bi } from "../reading.ts";
import { bi, line, type Rule, type RuleSet } from "../rule.ts";

type Sign = {
  readonly id: string;
  readonly signals: readonly string[];
  readonly title: Bi;
  readonly key: SectionKey;
  readonly says: (what: Bi) => Bi;
};

const signs: readonly Sign[] = [
  {
    id: "INCIDENT-01",
    signals: ["topic.lag"],
    title: bi("Lag that grows is measured, then drained", "増え続けるラグは測ってから解消する"),
    key: "runbook",
    says: (what) =>
      bi(
        `Consumer lag of ${what.en}: compare the rate in with the rate out per partition. One partition behind: a hot key or a bad event, so quarantine it and go on. All behind: add consumers up to the number of partitions, or stop what shares the sink. Offsets are never skipped to catch up.`,
        `${what.ja} のコンシューマーラグ: パーティションごとに流入と処理の速度を比べます。1 つだけ遅い場合はキーの偏りか不正なイベントが原因のため、隔離して先へ進めます。全体が遅い場合はパーティション数までコンシューマーを増やすか、シンクを共有する処理を止めます。追いつくためにオフセットを飛ばすことはしません。`,
      ),
  },
  {
    id: "INCIDENT-02",
    signals: ["topic.dlq_full"],
    title: bi(
      "Dead letters are grouped by reason before any replay",
      "デッドレターは理由別に分けてからリプレイする",
    ),
    key: "dlq",
    says: (what) =>
      bi(
        `Dead letters (DLQ) of ${what.en}: group them by reason and contract version first. One reason for most of them is a change at the source: hold the publication, fix the mapping, replay by key from a consumer group of its own. None is deleted to make room; retention is lengthened instead.`,
        `${what.ja} の DLQ: まず理由とコントラクトのバージョンで分類します。大半が同じ理由ならソース側の変更が原因です。公開を保留してマッピングを直し、専用のコンシューマーグループでキー単位にリプレイします。空きを作るための削除はせず、保持期間を延ばします。`,
      ),
  },
  {
    id: "INCIDENT-03",
    signals: ["topic.rerun_duplicates", "topic.duplicates"],
    title: bi("A re-run that duplicates is stopped first", "重複を生む再実行はまず止める"),
    key: "idempotency",
    says: (what) =>
      bi(
        `Duplicates in ${what.en}: no further re-run until the write is idempotent (merge on the key, or replace the partition of the run). Those that are there are removed by the run that wrote them, in a shadow table, and swapped in after keys and counts agree.`,
        `${what.ja} の重複: 書き込みを冪等 (キーでの MERGE、または実行対象パーティションの置き換え) にするまで再実行しません。既存の重複は、書き込んだ実行を特定してシャドーテーブルで除去し、キーと件数の一致を確認してから切り替えます。`,
      ),
  },
  {
    id: "INCIDENT-04",
    signals: ["topic.blocks_live"],
    title: bi("A backfill that blocks the live run gives way", "本番を妨げるバックフィルは譲る"),
    key: "isolation",
    says: (what) =>
      bi(
        `The backfill of ${what.en} gives way now: paused after its current partition, with its checkpoint kept; the live run goes first. It resumes on a queue, compute and connections of its own, outside the live window.`,
        `${what.ja} のバックフィルを先に止めます。処理中のパーティションの終了後に一時停止し、チェックポイントは保持します。本番を優先し、再開は専用のキュー・計算資源・接続で、本番の時間帯を避けて行います。`,
      ),
  },
  {
    id: "INCIDENT-05",
    signals: ["topic.stuck"],
    title: bi(
      "A stage that hangs or runs out is bounded",
      "止まる・枯渇するステージには上限を置く",
    ),
    key: "recovery",
    says: (what) =>
      bi(
        `A stage of ${what.en} hangs or runs out of memory, disk or time: end that stage alone, keep its checkpoint, halve its window and run it again. Each stage gets a time limit of 3 x its usual run and smaller windows, so that it fails early rather than late.`,
        `${what.ja} のステージが停止、またはメモリ・ディスク・時間を使い切った場合: そのステージだけを終了し、チェックポイントを保ったまま対象期間を半分にして再実行します。以後は通常の 3 倍の時間制限と小さなウィンドウを設け、早めに失敗させます。`,
      ),
  },
];

const replayHarms: Sign = {
  id: "INCIDENT-06",
  signals: ["topic.replay_harms"],
  title: bi(
    "A replay that changes live numbers is taken off the live path",
    "本番の数値を変えるリプレイは本番経路から切り離す",
  ),
  key: "isolation",
  says: (what) =>
    bi(
      `Replays of ${what.en} change live numbers because they write to the same partitions, or with the same checkpoint, as the live run. From now on a replay writes only into a shadow table, under a checkpoint of its own, and only partitions that are closed for the live run; the swap takes exactly the partitions it was asked for, and a lease keeps both from writing one partition. The live run is not stopped for it. What was overwritten is restored from the last snapshot of those partitions.`,
      `${what.ja} のリプレイが本番の数値を変えるのは、本番と同じパーティション、または同じチェックポイントに書いているためです。今後のリプレイは専用チェックポイントでシャドーテーブルにだけ書き、対象は本番が書き終えたパーティションに限ります。切り替えは指定したパーティションだけとし、リースで同時書き込みを防ぎます。本番は止めません。上書きされた分は、該当パーティションの直近のスナップショットから戻します。`,
    ),
};

const runsLate: Sign = {
  id: "INCIDENT-07",
  signals: ["topic.runs_late"],
  title: bi("A run that ends late is taken apart by stage", "遅れる実行はステージ別に切り分ける"),
  key: "runbook",
  says: (what) =>
    bi(
      `${what.en} ends late: compare start, end and rows of each stage with its median of 28 days. Rows grew with the time: read incrementally or split the window. One stage alone grew: its query, lock or source. Starts late: what it waits for. Re-run from that stage's checkpoint, not from the start. The warning stands at the end of each stage (median + 50 %, proposed), so that the delay is known before the deadline and not after it.`,
      `${what.ja} の完了遅延: 各ステージの開始・終了・件数を過去 28 日の中央値と比べます。件数とともに延びたなら差分読み取りかウィンドウの分割、1 ステージだけなら当該クエリ・ロック・ソース、開始が遅いなら待ち合わせ先が原因です。再実行は最初からではなく、そのステージのチェックポイントから行います。期限前に気づけるよう、警告はステージごとの終了時刻 (中央値+50%・提案値) に置きます。`,
    ),
};

const active = (c: Case) => c.decided.route === "operate" && c.decided.refusal !== "full";

const rules: readonly Rule[] = [...signs, replayHarms, runsLate].map((sign) => ({
  id: sign.id,
  stage: "say",
  seed: "001 §モード：運用",
  title: sign.title,
  when: bi("the request to operate tells of it", "運用の依頼がその症状に触れているとき"),
  effect: sign.title,
  holds: (c) => active(c) && c.has(...sign.signals),
  says: (c) => {
    const text = sign.says(datasetName(c));
    return [line(sign.key, text.en, text.ja)];
  },
}));

export const incidentSigns: RuleSet = { name: "incident", rank: 1, rules };
