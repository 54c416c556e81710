// operate: SLO, what is checkpointed, retried and quarantined, backfill and replay beside the live path, states an operator can read.
import type { Case } from "../case.ts";
import { datasetName } from "../layout.ts";
import type { Bi } from "../reading.ts";
import { bi, line, type Rule, type RuleSet } from "../rule.ts";
import { duration } from "../words.ts";
import { deadlineOf, whenOf } from "./stated.ts";

const active = (c: Case) => c.decided.route === "operate" && c.decided.refusal !== "full";
const rewrites = (c: Case) =>
  active(c) &&
  c.has("ask.backfill") &&
  !c.has("topic.replay_harms") &&
  (c.has("topic.overwrite", "why.logic") || c.req.range !== null || c.req.history !== null);

/** `since 2023`, 2023 年以降: a range that only its start is said of. */
function sinceOf(text: string): Bi | null {
  const found =
    /(?:since|from|after)\s+((?:[A-Z][a-z]+\s+)?20\d\d(?:-\d\d(?:-\d\d)?)?)(?!\d)/.exec(
      text,
    )?.[1] ?? /(20\d\d\s*年(?:\s*\d{1,2}\s*月)?)\s*(?:以降|から|以後)/u.exec(text)?.[1];
  return found ? bi(`everything since ${found.replace(/\s*年/, "")}`, `${found}以降`) : null;
}

const rules: readonly Rule[] = [
  {
    id: "OPERATE-01",
    stage: "say",
    seed: "001 §モード：運用",
    title: bi(
      "SLO, checkpoints, retries, quarantine, replay, states",
      "SLO・チェックポイント・再試行・隔離・リプレイ・状態",
    ),
    when: bi("the mode is operate", "運用モードのとき"),
    effect: bi(
      "each of the five points of seed 001, measurable",
      "seed 001 の 5 項目を測定可能な形で示す",
    ),
    holds: active,
    says: (c) => {
      const what = datasetName(c);
      const f = c.decided.freshness;
      const sla = f?.slaSeconds ? duration(f.slaSeconds) : null;
      return [
        line(
          "slo",
          `Freshness: ${what.en} never older than ${sla?.en ?? "its target (to be answered)"} in 99 % of checks. Success rate: 99 % of runs succeed within 2 tries (28 days). Quality: quarantine below 1 % of rows, no duplicate key published.`,
          `鮮度: ${what.ja} が ${sla?.ja ?? "目標 (要回答) "}以内 (監視の 99%)。成功率: 28 日間で 99% の実行が 2 回以内に成功。品質: 隔離率 1% 未満、重複キーの公開 0 件。`,
        ),
        line(
          "checkpoint",
          "Checkpointed: the position read (after ingest), the window validated, the partition published. Each says whether it is safe to retry, replay or skip.",
          "チェックポイントの対象は、読み取り位置 (取り込み後)、検証済みウィンドウ、公開済みパーティションです。それぞれに再試行・リプレイ・スキップの可否を記録します。",
        ),
        line(
          "retry",
          "Retried: temporary errors only (network, locks, rate limits), per stage, up to 5 times with doubling waits; a wrong value is never retried.",
          "再試行の対象は一時的なエラー (ネットワーク、ロック、レート制限) のみです。ステージ単位で間隔を倍にしながら最大 5 回とし、値の誤りは再試行しません。",
        ),
        line(
          "quarantine",
          "Quarantined: rows that break the contract, with reason, original, contract version and lineage reference; a partition whose share passes 5 % is held as a whole.",
          "コントラクトに反する行は、理由・元の値・コントラクトのバージョン・リネージ参照とともに隔離します。5% を超えたパーティションは全体の公開を保留します。",
        ),
        line(
          "replay",
          "Replay reads kept raw data of chosen windows into shadow tables with a checkpoint of its own; retries are no replay. The live path goes on.",
          "リプレイは、保持した生データから対象ウィンドウを専用チェックポイントでシャドーテーブルに再処理します。再試行とは別の手段で、本番経路は止めません。",
        ),
        line(
          "backfill",
          "Backfill runs partition by partition on its own queue with at most a quarter of the compute, never through the live schedule or its checkpoint; each partition is swapped in when its counts agree.",
          "バックフィルは専用キューでパーティション単位に実行し、計算資源は 1/4 までとします。本番のスケジュールもチェックポイントも使わず、件数が一致したパーティションから切り替えます。",
        ),
        line(
          "state",
          "Live: scheduled -> running -> validated -> published, or held / failed (resumes from its checkpoint).",
          "本番の状態遷移: 予定 → 実行中 → 検証済み → 公開済み。保留・失敗の場合はチェックポイントから再開します。",
        ),
        line(
          "state",
          "Replay: requested -> planned -> running (shadow) -> compared -> swapped, or abandoned (live untouched). A partition is never in both: the lane holds a lease on it.",
          "リプレイの状態遷移: 依頼 → 計画 → 実行中 (シャドー) → 照合済み → 切り替え済み。中止しても本番 (live) には影響しません。パーティションはレーンが占有し、同時に両方には入りません。",
        ),
        line(
          "alerts",
          `By business failure: stale (${what.en} older than warned) - whoever decides on it is told; wrong (key or sum check) - publication held; incomplete (count below usual) - owner; late (window not closed) - owner. Task failure alone pages nobody.`,
          `業務影響に結び付けます。鮮度低下 (${what.ja} が古い): 利用部門に通知。誤り (キー・合計の不一致): 公開を保留。欠落 (件数が通常より少ない) と遅延 (ウィンドウ未完了): 所有者に通知。ジョブ失敗だけでは呼び出しません。`,
        ),
        line(
          "checkpoint",
          "Live, replay and backfill have namespaces of their own; no recovery state is shared.",
          "本番・リプレイ・バックフィルの名前空間は分け、復旧用の状態を共有しません。",
        ),
      ];
    },
  },
  {
    id: "OPERATE-02",
    stage: "say",
    seed: "000 §重要な制約",
    basis: ["K25"],
    title: bi(
      "Rewriting history: steps, rollback, parity, notice",
      "履歴の書き換え: 手順・ロールバック・照合・通知",
    ),
    when: bi("history is to be recomputed or overwritten", "履歴を再計算・上書きするとき"),
    effect: bi(
      "a backfill in steps with its own checkpoint, a snapshot first, parity before the swap, consumers told",
      "スナップショット取得後に専用チェックポイントで段階的に再処理し、照合してから切り替え、利用者に通知する",
    ),
    holds: rewrites,
    says: (c) => {
      const what = datasetName(c);
      const range = c.req.range ?? c.req.history;
      const span = range ? duration(range.value) : sinceOf(c.reading.text);
      return [
        line(
          "backfill",
          `Steps: 1 freeze the new logic as a version; 2 snapshot ${what.en}; 3 recompute ${span?.en ?? "the range"} from raw${c.has("why.logic") ? ", the whole of it because the logic changed" : ""}, month by month into ${what.en}__rebuild; 4 compare; 5 swap partition by partition; 6 keep the old for 30 days.`,
          `手順: (1) 新ロジックをバージョンとして確定 (2) ${what.ja} のスナップショットを取得 (3) ${c.has("why.logic") ? `ロジックの変更なので対象期間 (${span?.ja ?? "要指定"}) を全件、` : `対象期間 (${span?.ja ?? "要指定"}) を`}生データから月単位で ${what.ja}__rebuild に再計算 (4) 照合 (5) パーティション単位で切り替え (6) 旧データを 30 日保持。`,
        ),
        line(
          "rollback",
          "Restore from the snapshot or by time travel, partition by partition; trigger: parity fails, or a consumer reports a wrong total within 7 days. The live run resumes at its own checkpoint, which the backfill never moved.",
          "スナップショットまたはタイムトラベルから、パーティション単位で復元します。発動条件は、照合の不一致、または 7 日以内に利用者から誤りの報告があった場合です。本番は、バックフィルが触れていない自身のチェックポイントから続行します。",
        ),
        line(
          "isolation",
          "A separate output with its own checkpoint and compute queue; the scheduled run goes on and writes only its current partition, with the new logic from the swap on.",
          "出力先・チェックポイント・計算キューを分離します。定時実行は止めず、現在のパーティションだけを書き続け、切り替え後から新ロジックを使います。",
        ),
        line(
          "validation",
          "Parity before the swap: counts equal, keys equal, and the changed columns differ only where the new logic says so (expected difference by month, signed off).",
          "切り替え前の照合: 件数とキーが一致し、差分が新ロジックの想定どおりであること (月別の想定差を承認) を確認します。",
        ),
        line(
          "notify",
          `Consumers of ${what.en} are told what changes, from when, and by how much, before the swap and after it.`,
          `${what.ja} の利用者に、変更内容・時期・差分の大きさを、切り替えの前後に通知します。`,
        ),
        line(
          "idempotency",
          "Each step overwrites its own partition: run again, it gives the same result.",
          "各ステップは担当パーティションの上書きとし、再実行しても同じ結果になります。",
        ),
      ];
    },
  },
  {
    id: "OPERATE-03",
    stage: "say",
    seed: "001 §モード：運用 3",
    title: bi("What is to be done again is named by its time", "やり直す範囲を日時で特定する"),
    when: bi(
      "the request names the day, the hours or the partition of a replay or backfill",
      "リプレイ・バックフィルの対象の日付や時間帯が示されているとき",
    ),
    effect: bi("steps for exactly that range", "その範囲だけの手順を示す"),
    holds: (c) =>
      active(c) &&
      whenOf(c.reading.text) !== null &&
      c.has("ask.backfill", "topic.rerun_duplicates", "topic.duplicates", "verb.retry"),
    says: (c) => {
      const what = datasetName(c);
      const when = whenOf(c.reading.text) ?? bi("the range", "対象期間");
      const shadow =
        c.reading.objects.length === 1
          ? bi(`${what.en}__replay`, ` ${what.ja}__replay `)
          : bi("a shadow table", "シャドーテーブル");
      return [
        line(
          "replay",
          `Range: ${what.en} of ${when.en}, and nothing beside it. It is closed for the live run first (a lease on it), so that the live load goes on with its own partitions.`,
          `対象範囲は「${when.ja}」の ${what.ja} だけです。先にこの範囲をリースで確保し、本番のロードは自分のパーティションだけを書き続けます。`,
        ),
        line(
          "steps",
          `1 take the lease on ${when.en} and a snapshot of it; 2 read the raw data of ${when.en} with a checkpoint of its own; 3 write ${shadow.en}, not the live table; 4 compare counts, keys and sums with the live partition and explain the difference; 5 swap in ${when.en} alone; 6 release the lease, tell the readers; the snapshot stays 30 days (proposed).`,
          `1 ${when.ja}のリースとスナップショットを取得 → 2 ${when.ja}の生データを専用チェックポイントで読む → 3 本番ではなく${shadow.ja}に書く → 4 件数・キー・合計を本番のパーティションと照合し、差を説明 → 5 ${when.ja}だけを差し替え → 6 リースを解放し利用者に通知。スナップショットは 30 日 (提案値) 残します。`,
        ),
      ];
    },
  },
  {
    id: "OPERATE-04",
    stage: "say",
    seed: "001 §モード：運用 1",
    title: bi("A deadline is an SLO of its own", "期限は独立した SLO とする"),
    when: bi(
      "the request says by when data must be there",
      "いつまでに揃うべきかが示されているとき",
    ),
    effect: bi(
      "share of days on which it is met, and a warning before it",
      "達成率の目標と、期限前の警告を示す",
    ),
    holds: (c) => active(c) && deadlineOf(c.reading.text) !== null,
    says: (c) => {
      const due = deadlineOf(c.reading.text) ?? bi("", "");
      const what = datasetName(c);
      return [
        line(
          "slo",
          `Deadline (${due.en}): ${what.en} is complete and published by then on 99 % of days (28 days, proposed). It is measured by the time of publication, not by the end of a task.`,
          `期限 (${due.ja}): ${what.ja} が期限までに揃って公開された日の割合を 99% (28 日間・提案値) とします。タスクの終了ではなく公開時刻で測ります。`,
        ),
        line(
          "steps",
          `Counted back from the deadline (${due.en}): each stage has a latest end; a stage that passes its own warns the owner while there is still time to re-run from its checkpoint. If it will be missed, the readers are told before the time and the last good partition stays published.`,
          `期限 (${due.ja}) から逆算してステージごとに最遅終了時刻を置き、過ぎた時点で担当者に警告します。チェックポイントから再実行する時間を残すためです。間に合わない見込みなら期限前に利用者へ知らせ、直近の正しいパーティションの公開を続けます。`,
        ),
      ];
    },
  },
];

export const operateMode: RuleSet = { name: "operate", rank: 1, rules };
