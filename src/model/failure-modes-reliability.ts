// Failure modes of reliability: writes, replays, retries, windows and logs. Part of failure-modes.ts.
import { mode } from "./failure-mode.ts";

export const reliabilityModes = {
  R01: mode(
    "reliability",
    "critical",
    [
      "A plain INSERT duplicates rows when the job is run again",
      "単純な INSERT のため、再実行すると行が重複する",
    ],
    [
      "an idempotent write: merge on the key, or replace the partition of the run",
      "キーでの MERGE、または実行対象パーティションの置き換えという冪等な書き込みにする",
    ],
  ),
  R02: mode(
    "reliability",
    "critical",
    [
      "A replay strategy is missing: what was loaded wrongly cannot be done again",
      "リプレイの方針がなく、誤ってロードした期間をやり直せない",
    ],
    [
      "keep raw data, checkpoint per window, replay into shadow tables",
      "生データを保持し、ウィンドウ単位のチェックポイントからシャドーテーブルへ再処理できるようにする",
    ],
  ),
  R03: mode(
    "reliability",
    "warning",
    [
      "Retries start from the beginning, not from the failed stage",
      "再試行が失敗したステージからではなく最初から行われる",
    ],
    [
      "retry per stage from its checkpoint, bounded",
      "ステージごとのチェックポイントから、上限付きで再試行する",
    ],
  ),
  R04: mode(
    "reliability",
    "warning",
    [
      "One monolithic job: a failure of any part stops all of it",
      "モノリシックなジョブのため、一部の失敗で全体が止まる",
    ],
    [
      "stages that are deployed and re-run by themselves, each with its checkpoint",
      "単独でデプロイ・再実行できるステージに分け、それぞれにチェックポイントを置く",
    ],
  ),
  R05: mode(
    "reliability",
    "critical",
    [
      "Raw data is discarded, so that a wrong transformation cannot be repaired",
      "生データを破棄しており、変換の誤りを修復できない",
    ],
    [
      "keep raw for a bounded time after the load, longer than an error takes to be noticed",
      "誤りに気づくまでの期間より長く、期限付きで生データを残す",
    ],
  ),
  R06: mode(
    "reliability",
    "critical",
    [
      "Backfill or replay shares a checkpoint with the live path and can move it",
      "バックフィルやリプレイが本番とチェックポイントを共有し、動かしてしまう恐れがある",
    ],
    [
      "a lane of its own: own checkpoint, own target, swapped in after the counts agree",
      "専用のチェックポイントと出力先を持つ別レーンで行い、件数の照合後に切り替える",
    ],
  ),
  R07: mode(
    "reliability",
    "warning",
    [
      "The early warning comes after the SLA is broken: the update interval is too long for it",
      "早期警告が SLA 違反より後になる。更新間隔が SLA に対して長すぎる",
    ],
    [
      "update more often than SLA / 1.5, or agree a longer SLA",
      "更新間隔を SLA ÷ 1.5 未満にするか、SLA を緩める",
    ],
  ),
  R08: mode(
    "reliability",
    "warning",
    ["Retries have no bound", "再試行に上限がない"],
    [
      "a bounded number with growing waits, temporary errors only, then tell the owner",
      "一時的なエラーに限り、間隔を延ばしながら回数を限定し、その後は所有者に通知する",
    ],
  ),
  R09: mode(
    "reliability",
    "warning",
    ["Nothing starts it: no schedule, or switched off", "起動の設定がない (手動または停止中)"],
    [
      "a schedule that fits the freshness target, or a note of who starts it",
      "鮮度目標に合うスケジュールを設定するか、誰が起動するかを明記する",
    ],
  ),
  R10: mode(
    "reliability",
    "critical",
    [
      "A source that comes back empty may empty the table",
      "ソースが空を返すとテーブルも空になり得る",
    ],
    [
      "leave limits.allowEmpty out, so that the gate holds such a run",
      "limits.allowEmpty を外し、ゲートで保留する",
    ],
  ),
  R11: mode(
    "reliability",
    "critical",
    [
      "Truncate and reload: readers see an empty or partial table, and a failure leaves it so",
      "全件削除してからの入れ直しのため、途中の空・不完全な表が見え、失敗するとそのまま残る",
    ],
    [
      "load beside the table, check, then swap it or replace one partition in one transaction",
      "別表にロードして検査し、入れ替えるか、1 トランザクションでパーティションを置き換える",
    ],
  ),
  R12: mode(
    "reliability",
    "critical",
    [
      "The position (offset, cursor) is committed before the work is done: what fails in between is lost",
      "処理の完了前に読み取り位置 (オフセットなど) をコミットしており、その間に失敗した分が失われる",
    ],
    [
      "commit the position with the write it belongs to, or after it",
      "読み取り位置は書き込みと同時、または書き込みの後に確定する",
    ],
  ),
  R13: mode(
    "reliability",
    "critical",
    [
      "A replication slot that nobody watches: a stopped consumer fills the disk of the source",
      "レプリケーションスロットの遅延を誰も見ておらず、利用側が止まるとソースのディスクが埋まる",
    ],
    [
      "one slot per connector, max_slot_wal_keep_size, alerts at 80 % and 95 % of it",
      "コネクターごとに 1 スロットとし、max_slot_wal_keep_size を設定して 80% と 95% で通知する",
    ],
  ),
  R14: mode(
    "reliability",
    "warning",
    [
      "The log or topic is kept for a day or less: a longer outage means a new snapshot or a gap",
      "ログまたはトピックの保持が 1 日以下のため、それより長く止まると再スナップショットか欠落になる",
    ],
    [
      "keep it longer than the longest outage to be survived, 7 days as a start",
      "想定する最長の停止時間より長く保持する (まず 7 日)",
    ],
  ),
  R15: mode(
    "reliability",
    "critical",
    [
      "A run does not fit into its time: it is longer than its window, or than the interval to the next run",
      "実行が時間枠に収まらず、ウィンドウまたは次の実行までの間隔より長い",
    ],
    [
      "read only what changed, split the run by partition and run stages side by side, so that it ends in half of its window; warn when a stage passes its usual end",
      "変更分だけを読み、パーティションに分けて並列に実行し、ウィンドウの半分で終わる構成にする。ステージが通常の終了時刻を過ぎたら警告する",
    ],
  ),
  R16: mode(
    "reliability",
    "critical",
    [
      "Progress or state is kept where a restart loses it, or is saved so rarely that a restart repeats what was written",
      "状態や進捗が再起動で失われる場所にあるか、保存の間隔が長く、再起動のたびに同じ書き込みを繰り返す",
    ],
    [
      "durable checkpoints outside the worker, as often as a repeat can be borne, and writes by key, so that what is repeated leaves the same state",
      "チェックポイントをワーカーの外の永続ストレージに、許容できる再処理量に合わせた間隔で置く。シンクへはキー指定で書き、再処理されても同じ状態になるようにする",
    ],
  ),
  R17: mode(
    "reliability",
    "critical",
    [
      "Two writers of one table: each can undo what the other wrote",
      "1 つの表に複数の書き手があり、互いの結果を壊し得る",
    ],
    [
      "one writer per partition with a lease, or a table of each writer and one step that joins them",
      "パーティションごとに書き手を 1 つとしてリースで守るか、書き手ごとに表を分けて 1 つのステップで統合する",
    ],
  ),
} as const;
