// review of a described pipeline: findings by named failure modes (model/failure-modes.ts), in four groups, and what was checked. Files are
// reviewed in the room `review`; the architect's own designs by rules/self-check.ts, against the same list.
import {
  failureModes,
  failureIds,
  groupTitles,
  severityTitles,
  type FailureId,
} from "../../model/failure-modes.ts";
import type { Case } from "../case.ts";
import { bi, line, type Rule, type RuleSet } from "../rule.ts";

const active = (c: Case) => c.decided.route === "review" && c.decided.refusal !== "full";

const fromTheStart =
  /最初から|from the (?:start|beginning)|from scratch|re-?run everything|全タスク|頭から/i;
const fullReads =
  /full (?:reload|refresh|copy|table (?:reload|scan|copy))|(?:reload|copy|read)s? the (?:whole|entire|full) table|write_truncate|全件(?:洗い替え|リロード|再取得|取り込み|読み|コピー|スキャン)|フルスキャン|毎回全件/i;

const slotUnwatched =
  /(?:slots?|スロット)[^.。]{0,60}(?:nobody|no one|not (?:watched|monitored)|unwatched|unmonitored|監視していない|監視がない|見ていない|誰も見)|(?:nobody|no one|誰も)[^.。]{0,40}(?:slots?|スロット)|(?:one|same|a single|shared) slot for|スロットを(?:共有|共用)/i;
const deletesLost =
  /deletes? (?:are|is|were) (?:ignored|skipped|not (?:captured|handled|carried|replicated))|ignor\w+ deletes|削除(?:は|を|が)[^。]{0,10}(?:無視|反映し(?:て(?:い)?)?な|反映され(?:て(?:い)?)?な|拾え(?:て(?:い)?)?な|拾っていな|取り込んでいな)/i;
const shortRetention =
  /(?:topics?|log|binlog|wal|retention|トピック|保持)[^.。]{0,30}(?:\b1 day|\bone day|\ba day|24 h(?:ours)?|12 h(?:ours)?|1 日|24 時間|12 時間)(?:'s)?(?: of)?(?: retention|の?保持|しか)?/i;

/** When a description shows it: by what it says, or by what every description has to say and this one does not. */
const shows: Partial<Record<FailureId, (c: Case) => boolean>> = {
  R01: (c) => c.has("topic.insert", "topic.rerun_duplicates") || c.denies("noun.idempotency"),
  R02: (c) => !c.has("ask.backfill") || c.has("topic.no_replay"),
  R03: (c) => fromTheStart.test(c.reading.text) || c.has("fail.whole_retry"),
  R04: (c) => c.has("wish.monolith"),
  R05: (c) => c.held("REFUSE-03") || c.has("wish.discard_raw"),
  R06: (c) => c.has("wish.shared_checkpoint"),
  R07: (c) => c.decided.freshness?.conflict === true,
  R08: (c) => c.has("wish.endless_retries"),
  R11: (c) => c.has("fail.reload"),
  R12: (c) => c.has("fail.commit_first"),
  R13: (c) => slotUnwatched.test(c.reading.text),
  R14: (c) => c.has("capture.cdc", "word.stream") && shortRetention.test(c.reading.text),
  Q10: (c) => deletesLost.test(c.reading.text),
  Q01: (c) => c.has("topic.silent_loss"),
  Q02: (c) => !c.has("has.contract"),
  Q03: (c) =>
    !c.has("topic.drift", "topic.evolution", "noun.quarantine") || c.has("fail.inferred_schema"),
  Q04: (c) => c.has("wish.no_checks") || c.denies("noun.checks", "check.quality"),
  Q05: (c) => c.reading.personalData === "some" && !c.has("noun.masking"),
  Q06: (c) => c.has("topic.late"),
  Q08: (c) => c.reading.keyless.length > 0 || c.has("capture.no_key"),
  C01: (c) => c.req.money.length === 0,
  // Once a day or less is what the fix itself allows.
  C02: (c) =>
    (fullReads.test(c.reading.text) || c.has("fail.reload")) &&
    (c.req.updateInterval?.value ?? 0) < 86_400,
  O01: (c) => c.has("topic.cron"),
  O02: (c) => c.reading.owner === null,
  O03: (c) => c.has("wish.hardcode"),
  O04: (c) => !c.has("topic.lineage"),
  O06: (c) => c.has("fail.swallow"),
  O05: (c) => c.req.freshnessSla === null && !c.has("topic.sla"),
};

const found = (c: Case): FailureId[] => failureIds.filter((id) => shows[id]?.(c) === true);

const rules: readonly Rule[] = [
  {
    id: "REVIEW-01",
    stage: "say",
    seed: "001 §モード：レビュー",
    basis: ["K18"],
    title: bi(
      "Findings in four groups, by named failure modes",
      "名前の付いた障害モードによる指摘を 4 分類で示す",
    ),
    when: bi(
      "a pipeline is reviewed, from its description or its files",
      "パイプラインを説明文またはファイルからレビューするとき",
    ),
    effect: bi(
      "reliability, data quality, cost and operability apart, and what was checked",
      "信頼性・データ品質・コスト・運用性を分け、確認した観点も示す",
    ),
    holds: active,
    findings: (c, lang) =>
      found(c).map((id) => ({
        rule: id,
        group: failureModes[id].group,
        severity: failureModes[id].severity,
        file: null,
        line: null,
        message: failureModes[id].title[lang],
        fix: failureModes[id].fix[lang],
      })),
    says: (c) => [
      ...groupTitles.map(([group, title]) => {
        const own = found(c).filter((id) => failureModes[id].group === group);
        return line(
          "findings",
          `${title.en}: ${own.length === 0 ? "nothing found in the description" : own.join(", ")}.`,
          `${title.ja}: ${own.length === 0 ? "説明の範囲では指摘なし" : own.join("、")}。`,
        );
      }),
      ...found(c).map((id) => {
        const { severity, title, fix } = failureModes[id];
        return line(
          "finding",
          `${id} ${severity}: ${title.en}. Fix: ${fix.en}.`,
          `${id} ${severityTitles[severity].ja}: ${title.ja}。対策: ${fix.ja}。`,
        );
      }),
      line(
        "checked",
        `Contract gaps, silent loss, retry boundaries, lineage and replay: ${Object.keys(shows).length} failure modes; what the description does not say is counted as missing.`,
        `コントラクトの不備、気づかれない損失、再試行の境界、リネージ、リプレイなど ${Object.keys(shows).length} 個の障害モードを確認しました。説明にない事項は「ない」ものとして扱っています。`,
      ),
    ],
  },
];

export const reviewMode: RuleSet = { name: "review", rank: 1, rules };
