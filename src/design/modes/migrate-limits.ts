// What a migration is bound by, as the request states it: how much there is to move, when it may stop, what must not break, and its date. Each
// is used in the plan by name, or contradicted with the reason.
import type { Case } from "../case.ts";
import { bi, line, type Line, type Rule } from "../rule.ts";
import { count } from "../words.ts";

const active = (c: Case) => c.decided.route === "migrate" && c.decided.refusal !== "full";

/** Clauses of a request: a comma between digits, and a point within a number, end nothing. */
const clausesOf = (text: string): string[] =>
  text
    .split(/[。;；\n!！?？]|(?<!\d),|,(?!\d)|、|\.(?=\s|$)/u)
    .map((one) => one.replace(/^\s*(?:and|but|also|so)\s+/i, "").trim())
    .filter((one) => one !== "");

const mustNot =
  /\b(?:must|may|can|should)\s*(?:not|never)\b|\bcannot\b|\bcan't\b|\bmustn't\b|\bnever\b|(?:止め|落と|壊|遅ら|遅れ|影響|欠か|支障)[^。、]{0,14}(?:な(?:い|く)|ません|いけ|ならない|困る|避け|NG)|死守|必須/iu;
const stop =
  /\b(?:stop|stopped|down|downtime|outage|maintenance|offline|pause|paused|freeze)\b[^,;。]*|止め(?:られ|て)|停止(?:でき|可能|枠|時間)|メンテナンス(?:枠|時間|ウィンドウ)/iu;
const allowed =
  /\b(?:only|at most|up to|maximum|max|no more than|window)\b|だけ|のみ|しか|まで|以内|可能|枠/iu;
const time = /\d|night|weekend|saturday|sunday|夜間|土曜|日曜|休日|深夜|週末/iu;
const due =
  /\b(?:by|before|until|in)\s+(?:the\s+end\s+of\s+)?(?:january|february|march|april|may(?=\s|$)|june|july|august|september|october|november|december|q[1-4]\b|20\d\d|year[- ]end|end of|next\s+\w+)[^,;。.]*|(?:20\d\d\s*年)?\s*\d{1,2}\s*月(?:末|中|頃)?(?:まで|に)|年(?:度)?(?:内|末)(?:まで)?|来(?:月|年|期)(?:末)?まで/iu;
const amount =
  /(\d[\d,.]*)\s*(?:or so\s+)?((?:\p{L}+\s+){0,2}?(?:tables|jobs|dags|pipelines|workflows|scripts|mappings|packages|models|dashboards|reports|feeds|topics|views|procedures)|本|個|パッケージ|プロシージャ|TB|GB|PB|テーブル|ジョブ|マッピング|ダッシュボード|帳票|画面|モデル)/giu;

/** At most so many move together; proposed. */
const wave = 20;

const stopsIn = (c: Case) =>
  clausesOf(c.reading.text).filter(
    (one) => stop.test(one) && time.test(one) && allowed.test(one) && !/\bmust never\b/i.test(one),
  );
const guardsIn = (c: Case) =>
  clausesOf(c.reading.text).filter((one) => mustNot.test(one) && !stopsIn(c).includes(one));
const dueIn = (c: Case) => due.exec(c.reading.text)?.[0].trim() ?? null;
const amountsIn = (c: Case) =>
  [...c.reading.text.matchAll(amount)].map((match) => ({
    value: Number((match[1] ?? "0").replaceAll(",", "")),
    text: match[0].trim(),
    isThing: !/[TGP]B$/i.test(match[0]),
  }));

function amountLines(c: Case): Line[] {
  const all = amountsIn(c);
  const most = all
    .filter((one) => one.isThing && !/dashboard|report|ダッシュボード|帳票/i.test(one.text))
    .toSorted((a, b) => b.value - a.value)[0];
  if (all.length === 0) return [];
  const given = all.map((one) => one.text);
  const waves = most && most.value > wave ? Math.ceil(most.value / wave) : null;
  return [
    line(
      "current_state",
      `Given: ${given.join(", ")}.${waves ? ` At most ${wave} move together (proposed): ${count(waves)} waves, the ones with fewest readers first; a wave starts when the one before has passed its checkpoint.` : ""}`,
      `示された規模: ${given.join("、")}。${waves ? `一度に移すのは ${wave} 以下 (提案値) とし、${count(waves)} 回に分けます。利用者の少ないものから始め、前回分が検証チェックポイントを通過してから次に進みます。` : ""}`,
    ),
  ];
}

export const limitRules: readonly Rule[] = [
  {
    id: "MIGRATE-02",
    stage: "say",
    seed: "001 §スケーリング戦略",
    title: bi("What is to be moved goes in waves", "移行対象は規模に応じて分割する"),
    when: bi("the request says how much there is", "移行対象の数や量が示されているとき"),
    effect: bi("the figures, and the waves that follow", "示された数値と分割の回数を示す"),
    holds: (c) => active(c) && amountsIn(c).length > 0,
    says: amountLines,
  },
  {
    id: "MIGRATE-03",
    stage: "say",
    seed: "001 §モード：移行 3",
    title: bi(
      "A stop that is limited holds the cutover only",
      "限られた停止時間は切り替えだけに使う",
    ),
    when: bi("the request says when it may stop", "停止できる時間が示されているとき"),
    effect: bi(
      "only the change of readers falls into it; half of it is kept for the way back",
      "参照先の切り替えだけを行い、半分は切り戻しのために残す",
    ),
    holds: (c) => active(c) && stopsIn(c).length > 0,
    says: (c) =>
      stopsIn(c).flatMap((words) => [
        line(
          "steps",
          `The stop that is given ("${words}") holds the cutover only: data is loaded and validated before it, on the running side; in it the last changes are drained and readers are pointed over. Not done by half of it: back to the old side, next stop.`,
          `停止できる時間 (「${words}」) は切り替えだけに使います。データのロードと検証は稼働中に済ませておき、停止中は最後の差分の反映と参照先の変更だけを行います。半分の時点で終わらなければ旧側に戻し、次の停止枠に回します。`,
        ),
      ]),
  },
  {
    id: "MIGRATE-04",
    stage: "say",
    seed: "001 §モード：移行 3",
    title: bi(
      "What must not break is part of the validation",
      "止めてはならない処理は検証に含める",
    ),
    when: bi(
      "the request names what must not break or be late",
      "止められない、遅らせられない処理が示されているとき",
    ),
    effect: bi(
      "no cutover around it, one of it in the parallel run, and a rollback trigger of its own",
      "その前後は切り替えず、並行稼働に 1 回以上含め、ロールバック条件にも加える",
    ),
    holds: (c) => active(c) && guardsIn(c).length > 0,
    says: (c) =>
      guardsIn(c).flatMap((words) => [
        line(
          "coexistence",
          `"${words}": what it depends on moves last. No stage of it is cut over from 3 working days before it until its figures are signed (proposed); the parallel run covers at least one of it.`,
          `「${words}」: 関係するステージは最後に移します。その 3 営業日前から結果の承認までは切り替えを行わず (提案値)、並行稼働の期間に少なくとも 1 回を含めます。`,
        ),
        line(
          "validation",
          `"${words}": its own checkpoint; both sides give the same figures for one whole cycle, in time.`,
          `「${words}」: 専用の検証チェックポイントを設け、1 サイクルを通して新旧の数値と完了時刻が一致することを確認します。`,
        ),
        line(
          "rollback",
          `"${words}": a miss, or the warning of one, is a trigger by itself, without waiting for a second failure.`,
          `「${words}」: 守れない恐れが出た時点で、2 回目の失敗を待たずにロールバックします。`,
        ),
      ]),
  },
  {
    id: "MIGRATE-05",
    stage: "say",
    seed: "001 §モード：移行 2",
    title: bi("A date is planned backwards", "期日は逆算して計画する"),
    when: bi("the request names a date for the move", "移行の期日が示されているとき"),
    effect: bi(
      "what is not validated by then stays on the old side; validation is not shortened",
      "期日までに検証できないものは旧側に残し、検証は短縮しない",
    ),
    holds: (c) => active(c) && dueIn(c) !== null,
    says: (c) => [
      line(
        "steps",
        `Date: ${dueIn(c)}, planned backwards: the rollback time of the last stage ends there, its parallel run before that. A stage that is not validated in time stays on the old side; its validation is not shortened.`,
        `期日: ${dueIn(c)}。ここから逆算し、最後のステージのロールバック期間、その前に並行稼働を置きます。検証が間に合わないステージは旧側に残し、検証は短縮しません。`,
      ),
    ],
  },
];
