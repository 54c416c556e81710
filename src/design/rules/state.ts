// Checkpoint, late data, replay, raw retention and recovery of every design (001 §状態管理, §重要なルール 3; 000 §決して行わないこと).
import type { Case } from "../case.ts";
import { landingName } from "../layout.ts";
import type { Bi } from "../reading.ts";
import { bi, line, type Rule, type RuleSet } from "../rule.ts";
import { duration, sinkName, sourceName } from "../words.ts";
import { stated } from "./evidence.ts";

const design = (c: Case) => c.isDesign;
const isLive = (c: Case) => c.decided.mode === "STREAMING" || c.decided.mode === "HYBRID";

/** Days raw data outlives the load: as stated, else 30, or 7 above 1 TB a day. */
export function rawDays(c: Case): { days: number; isStated: boolean } {
  if (c.req.retention)
    return { days: Math.max(1, Math.round(c.req.retention.value / 86_400)), isStated: true };
  return { days: (c.req.bytesPerDay?.value ?? 0) > 1e12 ? 7 : 30, isStated: false };
}

/** `events arrive up to 3 days late`, 遅延到着が最大 3 日: how late rows may come. */
function statedLag(c: Case): Bi | null {
  const found =
    /(?:late|delay(?:ed|s)?|lag)\b[^.;。]{0,20}?(?:by |up to |of |at most |max(?:imum)? )+(\d+)\s*(days?|hours?|h)\b|(?:up to|at most|as much as)\s+(\d+)\s*(days?|hours?|h)\s+late|(?:遅延到着|遅延|遅れ)[^。、\d]{0,8}(?:最大|最長)?\s*(\d+)\s*(日|時間)|(?:最大|最長)\s*(\d+)\s*(日|時間)[^。、]{0,6}遅れ/iu.exec(
      c.reading.text,
    );
  if (!found || !c.has("topic.late")) return null;
  const [value, unit] = found.slice(1).filter((one) => one !== undefined);
  const seconds = Number(value) * (/^d|日/i.test(unit ?? "") ? 86_400 : 3600);
  return seconds > 0 ? duration(seconds) : null;
}

/** Where a replay reads: a capture keeps its topics, and their raw copy once they have expired. */
const kept = (c: Case): Bi =>
  c.decided.recipe === "cdc"
    ? bi(
        "the change topics (their raw copy once they have expired)",
        "変更トピック (保持期限後はその生データ) ",
      )
    : landingName(c);

const rules: readonly Rule[] = [
  {
    id: "STATE-01",
    stage: "say",
    seed: "001 §状態管理",
    title: bi(
      "A durable checkpoint at each recovery boundary",
      "復旧境界ごとの永続チェックポイント",
    ),
    when: bi("a pipeline is designed", "パイプラインを設計するとき"),
    effect: bi(
      "checkpoints kept apart from business output, one namespace per lane",
      "業務出力とは別に、レーンごとの名前空間で永続化する",
    ),
    holds: design,
    says: (c) => [
      isLive(c)
        ? line(
            "checkpoint",
            "Offsets per partition are committed with the write they belong to, after the sink has confirmed it; kept apart from the output tables.",
            "パーティションごとのオフセットを、シンクの書き込み確定と同時にコミットします。出力テーブルとは分けて保持します。",
          )
        : line(
            "checkpoint",
            `After ingest and after publish: the window or cursor read from ${sourceName(c.source()).en}, the run, and what is safe to retry, replay or skip; kept apart from the output tables.`,
            `取り込み後と公開後に、${sourceName(c.source()).ja} から読んだ範囲(ウィンドウまたはカーソル)、実行 ID、再試行・リプレイ・スキップの可否を記録します。出力テーブルとは分けて保持します。`,
          ),
      ...(c.decided.mode === "HYBRID"
        ? [
            line(
              "checkpoint",
              "Live and backfill have checkpoint namespaces of their own (live/, history/, backfill/): none reads or moves another's.",
              "本番とバックフィルのチェックポイントは名前空間を分離し(live/、history/、backfill/)、互いに参照も更新もしません。",
            ),
          ]
        : []),
    ],
  },
  {
    id: "STATE-02",
    stage: "say",
    seed: "001 §モード：設計 6",
    title: bi("Late data has a rule", "遅延データの扱いを決める"),
    when: bi("a pipeline is designed", "パイプラインを設計するとき"),
    effect: bi("how late, and what happens then", "どこまで待ち、その後どう扱うか"),
    holds: design,
    says: (c) => {
      if (isLive(c)) {
        const wait = duration(Math.max(60, (stated(c)?.value ?? 60) * 2));
        const column =
          c.reading.columns.find((one) => /event_time|occurred_at|event_at|ts$/.test(one.name))
            ?.name ?? "event time";
        return [
          line(
            "watermark",
            `On ${column}: the highest seen per partition less ${wait.en} (proposed); progress of it is stored apart from the output.`,
            `${column === "event time" ? "イベント時刻" : column} を基準に、パーティションごとの最大値から ${wait.ja}(提案値)を引いた値とします。進捗は出力と分けて保存します。`,
          ),
          line(
            "late_data",
            `Events behind the watermark are counted and go to the late path: merged into the history by key, never dropped, never silently added to a closed window.`,
            "ウォーターマークより遅いイベントは件数を数えたうえで遅延用の経路に送り、キーで履歴にマージします。破棄も、締めたウィンドウへの黙った追加も行いません。",
          ),
        ];
      }
      const lag = statedLag(c);
      if (lag)
        return [
          line(
            "late_data",
            `Rows come up to ${lag.en} late, as stated: each run also recomputes the partitions of the last ${lag.en} by event time and replaces them; a row that is later still is counted and loaded by a backfill beside the live run. Figures younger than ${lag.en} are marked as provisional for their readers.`,
            `依頼のとおり最大 ${lag.ja}遅れて届くため、各実行で直近 ${lag.ja}分のパーティションをイベント時刻で再計算して置き換えます。それより遅い行は件数を記録し、本番と別のバックフィルで取り込みます。${lag.ja}以内の数値は、利用者に暫定値と示します。`,
          ),
        ];
      return [
        line(
          "late_data",
          "Each run also re-reads the window before it (lookback of one interval, proposed): rows that came late replace their partition; later ones are counted and loaded by a backfill.",
          "各実行で 1 つ前のウィンドウも読み直し(遡り幅は更新間隔 1 回分・提案値)、遅れて届いた行はパーティションの置き換えで反映します。それより遅い行は件数を記録し、バックフィルで取り込みます。",
        ),
      ];
    },
  },
  {
    id: "STATE-03",
    stage: "say",
    seed: "001 §重要なルール 3",
    basis: ["K25"],
    title: bi("Replay is apart from the live path", "リプレイは本番経路と分離する"),
    when: bi("a pipeline is designed", "パイプラインを設計するとき"),
    effect: bi(
      "from raw, into shadow tables, with its own checkpoint; swapped after validation",
      "生データから、専用チェックポイントでシャドーテーブルに作り、検証後に切り替える",
    ),
    holds: design,
    says: (c) => [
      line(
        "replay",
        `From ${kept(c).en}, by run, window or position, into shadow tables with a checkpoint of their own; swapped in after the counts agree. The live path goes on meanwhile.`,
        `${kept(c).ja}から、実行・ウィンドウ・位置を指定して、専用チェックポイントを持つシャドーテーブルに再処理します。件数照合後に切り替え、その間も本番経路は動き続けます。`,
      ),
      line(
        "replay",
        "It starts at the last trusted boundary, not at the beginning.",
        "開始点は最後に正しいと確認できた境界で、最初からの全件再処理ではありません。",
      ),
    ],
  },
  {
    id: "STATE-06",
    stage: "say",
    seed: "001 §重要なルール 3",
    title: bi("A backfill never touches the live path", "バックフィルは本番経路に触れない"),
    when: bi(
      "the mode is hybrid, or a backfill is spoken of",
      "モードが HYBRID、またはバックフィルに触れているとき",
    ),
    effect: bi(
      "an isolated path with its own checkpoint, compute limit and target",
      "専用のチェックポイント・計算上限・出力先を持つ分離した経路",
    ),
    holds: (c) => design(c) && (c.decided.mode === "HYBRID" || c.has("ask.backfill")),
    says: (c) => {
      const past =
        c.req.sinks.find((one) => one.kind === "warehouse" || one.kind === "lake") ??
        c.req.sinks[0] ??
        null;
      return [
        line(
          "backfill",
          `Rebuilds of ${sinkName(past).en} run on an isolated path: from raw, partition by partition, into shadow tables, with their own checkpoint and at most a quarter of the compute; live data goes on.`,
          `${sinkName(past).ja} の再構築は分離した経路で行います。生データからパーティション単位でシャドーテーブルに作り、専用のチェックポイントを使い、計算資源は全体の 1/4 までに抑えます。その間も本番経路は動き続けます。`,
        ),
      ];
    },
  },
  {
    id: "STATE-04",
    stage: "say",
    seed: "000 §決して行わないこと",
    title: bi("Raw data outlives the load", "生データはロード後も残す"),
    when: bi("a pipeline is designed", "パイプラインを設計するとき"),
    effect: bi("raw is kept for a bounded time", "生データを期限付きで保持する"),
    holds: design,
    says: (c) => {
      const { days, isStated } = rawDays(c);
      return [
        line(
          "raw_retention",
          `Raw ${c.decided.recipe === "elt" ? "rows (Bronze)" : "data"} as read from ${sourceName(c.source()).en} ${c.decided.recipe === "elt" ? "are" : "is"} kept for ${days} days after the load${isStated ? "" : " (proposed)"}, compressed in a cheap tier, and ${c.decided.recipe === "elt" ? "expire" : "expires"} after that.`,
          `${sourceName(c.source()).ja} から読んだ生データ${c.decided.recipe === "elt" ? "(Bronze)" : ""}は、ロード後 ${days} 日間${isStated ? "" : "(提案値)"}、圧縮して低コストのストレージに保持し、その後失効させます。`,
        ),
      ];
    },
  },
  {
    id: "STATE-05",
    stage: "say",
    seed: "000 §常に行うこと",
    title: bi("Recovery is written down", "復旧手順を明記する"),
    when: bi("a pipeline is designed", "パイプラインを設計するとき"),
    effect: bi(
      "how a failed stage is resumed, within the tier's downtime",
      "失敗したステージの再開方法をティアの停止許容内で定める",
    ),
    holds: design,
    says: (c) => [
      line(
        "recovery",
        `A failed stage resumes from its own checkpoint; earlier stages are not run again. ${c.decided.tier === "Tier 1" ? "Tier 1: restart is automatic and drilled each quarter." : "If it fails 3 times, the owner follows the runbook."}`,
        `失敗したステージは自身のチェックポイントから再開し、前段は再実行しません。${c.decided.tier === "Tier 1" ? "Tier 1 のため再起動は自動化し、四半期ごとに訓練します。" : "3 回続けて失敗した場合は、所有者が手順書に従って対応します。"}`,
      ),
    ],
  },
];

export const stateRules: RuleSet = { name: "state", rank: 0, rules };
