// migrate: what is there today, coexistence, validation, rollback, and bookkeeping apart from business output. Stage by stage.
import type { Case } from "../case.ts";
import type { Bi, Quantity, System } from "../reading.ts";
import { bi, line, type Rule, type RuleSet } from "../rule.ts";
import { limitRules } from "./migrate-limits.ts";
import { count, duration, list, name } from "../words.ts";

const active = (c: Case) => c.decided.route === "migrate" && c.decided.refusal !== "full";

/** What is left and what is moved to, by the words around the names: `from cron to Dagster`, Informatica から dbt へ, `replace SSIS with`. */
function sidesOf(c: Case): { readonly old: readonly System[]; readonly next: readonly System[] } {
  const text = c.reading.text.toLowerCase();
  const side = (one: System): "old" | "next" | null => {
    if (one.at === undefined) return null;
    const before = text.slice(Math.max(0, one.at - 60), one.at);
    const after = text.slice(one.at, one.at + one.title.length + 24);
    if (
      /(?:\bfrom|\boff|\bof|away from|\bleav\w+|\babandon\w*|\bditch\w*|replac\w+|retir\w+|get rid of|migrat\w+|mov(?:e|ing)|port(?:ing)?|rewrit\w+|convert\w*)\s(?:[\w'-]+\s){0,5}$/.test(
        before,
      ) &&
      !/\bto\s(?:[\w'-]+\s){0,5}$/.test(before)
    )
      return "old";
    if (
      /^[^、。,]{0,30}?(?:から|で(?:動|稼働|運用|回|走|実行|組)|を(?:やめ|廃止|置き換え|刷新|移行|[^、。]{0,24}?(?:へ|に)(?:移|置|載|切|乗|リプレ)))/u.test(
        after,
      )
    )
      return "old";
    if (
      /(?:\bto|\bonto|\binto|\bwith|\bby|\bfor|in favou?r of)\s(?:[\w'-]+\s){0,3}(?:and\s)?$/.test(
        before,
      )
    )
      return "next";
    if (/^[^、。,]{0,20}?(?:へ|に)(?:の?移|乗|置|切|載|リプレ|刷新|$|[、。\s])/u.test(after))
      return "next";
    return /^cron$/.test(one.id) ? "old" : null;
  };
  const sided = c.reading.systems.map((one) => [one, side(one)] as const);
  const of = (which: "old" | "next") => {
    const all = sided.filter(([, is]) => is === which).map(([one]) => one);
    // What moves is the platform; the systems that it reads and writes stay where they are.
    const tools = all.filter((one) => one.role === "tool");
    return tools.length > 0 ? tools : all;
  };
  return { old: of("old"), next: of("next") };
}

const shown = (systems: readonly System[]): Bi => {
  const all = systems.map((one) => name(one, bi(one.title, one.title)));
  return bi(list(all.map((one) => one.en)).en, list(all.map((one) => one.ja)).ja);
};

/** `60 scripts`, 40 本: what is counted of the things that move. */
const many = (c: Case): Quantity | null =>
  c.req.counts.find((one) =>
    /^(?:scripts?|jobs?|dags?|pipelines?|workflows?|tables?|models?|packages?|mappings?|cron|本|個|テーブル)$/.test(
      one.of ?? "",
    ),
  ) ?? null;

/** How far the two sides may differ: a share, or nothing at all. */
function toleranceOf(c: Case): Bi | null {
  const one = c.req.tolerance;
  if (!one) return null;
  return one.of === "%"
    ? bi(`${count(one.value)} %`, `${count(one.value)}%`)
    : bi(`${count(one.value)} ${one.value === 1 ? "row" : "rows"}`, `${count(one.value)} 件`);
}

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
      const { old, next } = sidesOf(c);
      const every = shown(c.reading.systems);
      const [from, to] = [shown(old), shown(next)];
      const things = many(c);
      const way = bi(
        from.en === "" || to.en === ""
          ? every.en && ` (named: ${every.en})`
          : ` (leaves: ${from.en}; goes to: ${to.en})`,
        from.ja === "" || to.ja === ""
          ? every.ja && ` (言及: ${every.ja})`
          : ` (移行元: ${from.ja}、移行先: ${to.ja})`,
      );
      const dual = c.req.dualRun ? duration(c.req.dualRun.value) : null;
      const interval = c.req.updateInterval?.value ?? 86_400;
      const runs = c.req.dualRun ? Math.floor(c.req.dualRun.value / interval) : 7;
      const within = toleranceOf(c);
      const isNone =
        c.req.tolerance !== null && c.req.tolerance.of !== "%" && c.req.tolerance.value <= 1;
      return [
        line(
          "current_state",
          `Mapped first: jobs, schedules, hidden contracts (who reads what, by when), hand-made fixes and lock-in of what runs today${way.en}.${things ? ` All ${count(things.value)} are listed with reader, schedule and last run; what nobody reads is retired, not moved.` : ""}`,
          `まず現状を棚卸しします。ジョブ、スケジュール、暗黙の契約 (誰が何をいつまでに読むか)、手作業の修正、ロックインを一覧にします${way.ja}。${things ? `${count(things.value)} ${/^\p{Script=Han}|テーブル/u.test(things.of ?? "") ? things.of : "本"}すべてについて利用者・スケジュール・最終実行を記録し、読まれていないものは移行せず廃止します。` : ""}`,
        ),
        line(
          "coexistence",
          `Boundary: one stage at a time runs on both sides${dual ? ` for ${dual.en}` : ""} from the same raw input; the old one stays the single source of truth until its stage is validated, then the roles change. Nobody reads from both.`,
          `共存の境界: 1 ステージずつ、同じ生データを入力に新旧を${dual ? ` ${dual.ja}間` : ""}並行稼働させます。検証が済むまでは旧側を唯一の正とし、完了後に役割を入れ替えます。両方を混ぜて読むことはしません。`,
        ),
        line(
          "validation",
          `Checkpoints per stage: counts and keys ${within && !isNone ? `within ${within.en}` : "equal"} for ${runs} consecutive runs${dual ? ` (${dual.en} at one run every ${duration(interval).en}${c.req.updateInterval ? "" : ", proposed"})` : " (proposed)"}, sums ${isNone ? "equal" : within ? `within ${within.en}` : "within a tolerance to be agreed"}, freshness no worse, one restore rehearsed; each is signed and kept.`,
          `ステージごとの検証チェックポイント: ${runs} 回連続${dual ? ` (${dual.ja}間、${duration(interval).ja}ごとに 1 回${c.req.updateInterval ? "" : "・提案値"})` : " (提案値)"}で件数とキーが${within && !isNone ? ` ${within.ja}以内の差に収まり` : "一致し"}、合計${isNone ? "も一致" : within ? `の差も ${within.ja}以内` : "が許容差 (要合意) 以内"}、鮮度が悪化しないこと、復元訓練を 1 回終えていること。結果は記録し承認を残します。`,
        ),
        line(
          "rollback",
          `Trigger: ${within ? `the two sides differ by ${isNone ? "even " : "more than "}${within.en}` : "parity fails twice (proposed)"}, freshness breaks its SLA, or a consumer reports a wrong total; readers are pointed back to the old output, which keeps running ${dual ? `${dual.en} after its stage moved` : "14 days after its stage moved (proposed)"}.`,
          `ロールバックの発動条件: ${within ? `新旧の差が ${within.ja}${isNone ? "でも出た場合" : "を超えた場合"}` : "照合が 2 回失敗 (提案値)"}、鮮度が SLA 違反、または利用者から数値の誤りの報告。参照先を旧出力に戻します。旧側はステージ移行後も ${dual ? `${dual.ja}間` : "14 日間 (提案値) "}は動かし続けます。`,
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

export const migrateMode: RuleSet = { name: "migrate", rank: 1, rules: [...rules, ...limitRules] };
