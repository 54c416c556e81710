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
import type { Bi } from "../reading.ts";
import { quotedFrom, statedBy } from "./symptoms.ts";
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

/** A full read is dear by its size, its price or its time; a small table may be read whole each day. */
const isDear = (c: Case): boolean =>
  (c.req.bytesTotal ?? c.req.bytesPerDay?.value ?? 0) >= 1e11 ||
  c.req.money.length > 0 ||
  c.req.runTime !== null;

const readsAll = (c: Case): boolean => fullReads.test(c.reading.text) || c.has("fail.reload");
const isSeveralADay = (c: Case): boolean => (c.req.updateInterval?.value ?? 0) < 86_400;

/** When a description shows it: by what it says, or by what every description has to say and this one does not. */
const shows: Partial<Record<FailureId, (c: Case) => boolean>> = {
  // What is emptied first is not doubled by the insert.
  R01: (c) =>
    (c.has("topic.insert") && !c.has("fail.reload") && statedBy(c, "R11") === null) ||
    c.has("topic.rerun_duplicates") ||
    c.denies("noun.idempotency"),
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
  // What it costs, or cost, is no limit.
  C01: (c) => !/budget|\bcap(?:s|ped)?\b|limit|ceiling|上限|予算|以内に抑え/i.test(c.reading.text),
  // Once a day or less is what the fix itself allows.
  C02: (c) => readsAll(c) && isSeveralADay(c),
  C04: (c) => readsAll(c) && !isSeveralADay(c) && isDear(c),
  O01: (c) => c.has("topic.cron"),
  O02: (c) => c.reading.owner === null,
  O03: (c) => c.has("wish.hardcode"),
  O04: (c) => !c.has("topic.lineage"),
  O06: (c) => c.has("fail.swallow"),
  O05: (c) => c.req.freshnessSla === null && !c.has("topic.sla"),
};

type Found = { readonly id: FailureId; readonly told: Bi };

/** Judged by what is missing as well; the others are there only where the description says so. */
const byAbsence: ReadonlySet<FailureId> = new Set([
  "R02",
  "Q02",
  "Q03",
  "C01",
  "O02",
  "O04",
  "O05",
]);
const unsaid = bi("not mentioned", "記載なし");

/** A duplicate is no symptom of what is emptied first; a bare `insert` is judged above. */
const isJudgedApart = (id: FailureId): boolean => id === "R01";

const toldOf = (c: Case, id: FailureId): Bi | null => {
  const told = statedBy(c, id);
  if (told) return told;
  if (id === "C02" || id === "C04") return quotedFrom(c, fullReads);
  if (id === "O02" && c.has("noun.monitoring"))
    return bi("alerts are mentioned, no owner is", "アラートの記載はあるが、所有者の記載がない");
  return byAbsence.has(id) ? unsaid : null;
};

/** What is stated comes first, by severity; what is merely not mentioned comes after it. */
function found(c: Case): Found[] {
  const rank = { critical: 0, warning: 1, note: 2 } as const;
  const all = failureIds.flatMap((id): Found[] => {
    const isStated = statedBy(c, id) !== null && !isJudgedApart(id);
    if (shows[id]?.(c) !== true && !isStated) return [];
    return [{ id, told: toldOf(c, id) ?? bi("", "") }];
  });
  const isUnsaid = (one: Found) => Number(one.told === unsaid);
  return all.toSorted(
    (a, b) =>
      isUnsaid(a) - isUnsaid(b) ||
      rank[failureModes[a.id].severity] - rank[failureModes[b.id].severity],
  );
}

const titleOf = ({ id, told }: Found): Bi => {
  const { title } = failureModes[id];
  return told.en === "" ? title : bi(`${title.en} (${told.en})`, `${title.ja} (${told.ja})`);
};

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
      found(c)
        .map((one) => ({ ...one, title: titleOf(one) }))
        .map(({ id, title }) => ({
          rule: id,
          group: failureModes[id].group,
          severity: failureModes[id].severity,
          file: null,
          line: null,
          message: title[lang],
          fix: failureModes[id].fix[lang],
        })),
    says: (c) => [
      ...groupTitles.map(([group, title]) => {
        const own = found(c)
          .map((one) => one.id)
          .filter((id) => failureModes[id].group === group);
        return line(
          "findings",
          `${title.en}: ${own.length === 0 ? "nothing found in the description" : own.join(", ")}.`,
          `${title.ja}: ${own.length === 0 ? "説明の範囲では指摘なし" : own.join("、")}。`,
        );
      }),
      ...found(c).map((one) => {
        const { id } = one;
        const { severity, fix } = failureModes[id];
        const title = titleOf(one);
        return line(
          "finding",
          `${id} ${severity}: ${title.en}. Fix: ${fix.en}.`,
          `${id} ${severityTitles[severity].ja}: ${title.ja}。対策: ${fix.ja}。`,
        );
      }),
      line(
        "checked",
        `Contract gaps, silent loss, retry boundaries, lineage and replay: ${failureIds.length} failure modes. What the description states is quoted; what it does not mention is counted as missing and marked so.`,
        `コントラクトの不備、気づかれない損失、再試行の境界、リネージ、リプレイなど ${failureIds.length} 個の障害モードを確認しました。記載のある事項は引用し、記載のない事項は「ない」ものとして扱い、その旨を付記しています。`,
      ),
    ],
  },
];

export const reviewMode: RuleSet = { name: "review", rank: 1, rules };
