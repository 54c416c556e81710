// migrate: what is there today, coexistence, validation, rollback, and bookkeeping apart from business output. Stage by stage.
import type { Case } from "../case.ts";
import { bi, line, type Rule, type RuleSet } from "../rule.ts";
import { list, name } from "../words.ts";

const active = (c: Case) => c.decided.route === "migrate" && c.decided.refusal !== "full";

const rules: readonly Rule[] = [
  {
    id: "MIGRATE-01",
    stage: "say",
    seed: "001 §モード：移行",
    title: bi("Stage by stage, with a way back", "一段ずつ、戻せる形で移す"),
    when: bi("the mode is migrate", "移行モードのとき"),
    effect: bi(
      "current state, coexistence boundary, validation checkpoints, rollback trigger, bookkeeping apart",
      "現状・共存の境界・検証チェックポイント・ロールバック条件・状態の分離を示す",
    ),
    holds: active,
    says: (c) => {
      const all = c.reading.systems.map((one) => name(one, bi(one.title, one.title)));
      const named = list(all.map((one) => one.en)).en;
      const namedJa = all.map((one) => one.ja).join("、");
      return [
        line(
          "current_state",
          `Mapped first: jobs, schedules, hidden contracts (who reads what, by when), hand-made fixes and lock-in of what runs today${named ? ` (named: ${named})` : ""}.`,
          `まず現状を棚卸しします。ジョブ、スケジュール、暗黙の契約 (誰が何をいつまでに読むか)、手作業の修正、ロックイン${namedJa ? ` (言及: ${namedJa})` : ""}を一覧にします。`,
        ),
        line(
          "coexistence",
          "Boundary: one stage at a time runs on both sides from the same raw input; the old one stays the single source of truth until its stage is validated, then the roles change. Nobody reads from both.",
          "共存の境界: 1 ステージずつ、同じ生データを入力に新旧を並行稼働させます。検証が済むまでは旧側を唯一の正とし、完了後に役割を入れ替えます。両方を混ぜて読むことはしません。",
        ),
        line(
          "validation",
          "Checkpoints per stage: counts and keys equal for 7 consecutive runs, sums within the agreed tolerance, freshness no worse, one restore rehearsed; each is signed and kept.",
          "ステージごとの検証チェックポイント: 7 回連続で件数とキーが一致、合計が許容差内、鮮度が悪化しない、復元訓練を 1 回実施。結果は記録し承認を残します。",
        ),
        line(
          "rollback",
          "Trigger: parity fails twice, freshness breaks its SLA, or a consumer reports a wrong total; readers are pointed back to the old output, which keeps running 14 days after its stage moved.",
          "ロールバックの発動条件: 照合が 2 回失敗、鮮度が SLA 違反、または利用者から数値の誤りの報告。参照先を旧出力に戻します。旧側はステージ移行後も 14 日間は動かし続けます。",
        ),
        line(
          "state",
          "Migration bookkeeping (what is moved, validated, cut over, by whom) has tables of its own, apart from business output, so that the cutover can be audited.",
          "移行の管理情報 (移行済み・検証済み・切り替え済み、担当者) は業務出力とは別の表で管理し、切り替えを監査できるようにします。",
        ),
        line(
          "steps",
          "1 inventory; 2 contracts at today's boundaries; 3 raw landing shared by both; 4 one stage dual-run; 5 validate; 6 cut over; 7 next stage; backfill and replay are batches of their own, never part of the cutover.",
          "1 棚卸し → 2 現行の境界にコントラクトを設定 → 3 生データ領域を共用 → 4 1 ステージを並行稼働 → 5 検証 → 6 切り替え → 7 次のステージへ。バックフィルとリプレイは切り替えと別の作業にします。",
        ),
      ];
    },
  },
];

export const migrateMode: RuleSet = { name: "migrate", rank: 1, rules };
