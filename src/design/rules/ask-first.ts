// The five points of seed 000 §事前に確認すること. They are raised, never answered by guessing; the design goes on provisionally (golden K23).
import type { Case } from "../case.ts";
import type { Quantity } from "../reading.ts";
import { bi, line, type Rule, type RuleSet } from "../rule.ts";
import { bytes, duration, list } from "../words.ts";
import { isGenericPersonal } from "../understand/handling.ts";
import { sensitiveKind } from "../lexicon/sensitive.ts";
import { decidedFields } from "./inputs.ts";
import { isBelowMinute, stated } from "./evidence.ts";

const seed = "000 §事前に確認すること";
const active = (c: Case) =>
  c.decided.route !== "menu" && c.decided.route !== "redirect" && c.decided.refusal !== "full";
const isAnswered = (c: Case, code: string) => c.reading.answers[code] !== undefined;

export const volumeBorder = 1e12;

/** The strictest demand in time, whichever form it was said in. */
const fastest = (c: Case): Quantity | null =>
  [c.req.latency, c.req.freshnessSla, c.req.updateInterval]
    .filter((one): one is Quantity => one !== null)
    .toSorted(
      (a, b) => a.value - b.value || Number(b.isBelow ?? false) - Number(a.isBelow ?? false),
    )[0] ?? null;

const rules: readonly Rule[] = [
  {
    id: "ASK-01",
    stage: "ask",
    seed,
    basis: ["K23"],
    title: bi(
      "An unclear choice of batch or streaming is asked",
      "バッチかストリーミングかが曖昧なら確認",
    ),
    when: bi("the mode rests on words or on nothing", "モードの根拠が語だけ、または根拠がないとき"),
    effect: bi("question ambiguous_mode", "質問 ambiguous_mode"),
    holds: (c) =>
      active(c) &&
      c.decided.route === "design" &&
      stated(c) === null &&
      c.decided.mode !== null &&
      c.decided.recipe !== "quality" &&
      !c.held("MODE-01") &&
      !isAnswered(c, "ambiguous_mode"),
    gives: (c) => ({
      ask: {
        code: "ambiguous_mode",
        text: bi(
          "How late may the data be where it is read, and how often is it read? A number decides between batch and streaming (border: 60 s).",
          "利用側でデータはどの程度遅れてよく、どの頻度で読まれますか。数値が分かれば、バッチかストリーミングかを決められます(境界は 60 秒)。",
        ),
        default:
          c.decided.mode === "UNDECIDED"
            ? null
            : bi(`${c.decided.mode}, provisionally`, `${c.decided.mode}(暫定)`),
        blocking: c.decided.mode === "UNDECIDED",
      },
    }),
    says: () => [
      line(
        "decision",
        "Below 60 s at the reader: streaming. 60 s and more, or daily and weekly reading: batch. Both kinds of reader: hybrid.",
        "60 秒未満の反映が必要ならストリーミング、60 秒以上または日次・週次の利用ならバッチ、両方の利用者がいるならハイブリッドになります。",
      ),
    ],
  },
  {
    id: "ASK-02",
    stage: "ask",
    seed,
    basis: ["K12"],
    title: bi("More than 1 TB a day is asked", "1 TB/日を超えるなら確認"),
    when: bi(
      "the volume, given or computed as a daily average, is above 1 TB (10^12 bytes) a day",
      "データ量(示された値、または日平均の計算値)が 1 TB(10^12 バイト)/日を超えるとき",
    ),
    effect: bi("question volume_over_1tb_day", "質問 volume_over_1tb_day"),
    holds: (c) =>
      active(c) &&
      c.req.bytesPerDay !== null &&
      c.req.bytesPerDay.value > volumeBorder &&
      !isAnswered(c, "volume_over_1tb_day"),
    because: (c) =>
      bi(
        `${bytes(c.req.bytesPerDay?.value ?? 0)} a day is above 1 TB a day`,
        `1 日 ${bytes(c.req.bytesPerDay?.value ?? 0)} は 1 TB/日を超えるため`,
      ),
    gives: (c) => ({
      ask: {
        code: "volume_over_1tb_day",
        text: bi(
          `${bytes(c.req.bytesPerDay?.value ?? 0)} a day: is all of it needed, how long is it kept, and what may a day cost?`,
          `1 日 ${bytes(c.req.bytesPerDay?.value ?? 0)} です。すべて必要ですか。保持期間と 1 日あたりの費用の上限を教えてください。`,
        ),
        default: null,
        blocking: false,
      },
    }),
    thresholds: (c) => [
      {
        quantity: bi("volume", "データ量"),
        now: bi(
          `${bytes(c.req.bytesPerDay?.value ?? 0)} a day`,
          `1 日 ${bytes(c.req.bytesPerDay?.value ?? 0)}`,
        ),
        at: bi("1 TB a day or less", "1 TB/日以下"),
        becomes: c.req.retention
          ? bi("no volume question", "データ量の確認は不要になる")
          : bi(
              "no volume question, raw kept for 30 days",
              "データ量の確認は不要になり、生データの保持は 30 日になる",
            ),
        distance: Math.abs(Math.log((c.req.bytesPerDay?.value ?? volumeBorder) / volumeBorder)),
      },
    ],
  },
  {
    id: "ASK-03",
    stage: "ask",
    seed,
    basis: ["K05"],
    title: bi("A latency below 1 minute is asked", "1 分未満のレイテンシは確認"),
    when: bi("data is needed within less than 60 s", "60 秒未満での反映が必要なとき"),
    effect: bi("question latency_under_1min", "質問 latency_under_1min"),
    holds: (c) => active(c) && isBelowMinute(fastest(c)) && !isAnswered(c, "latency_under_1min"),
    because: (c) =>
      bi(
        `${duration(fastest(c)?.value ?? 0).en} is below 1 minute`,
        `${duration(fastest(c)?.value ?? 0).ja}は 1 分未満であるため`,
      ),
    gives: (c) => ({
      ask: {
        code: "latency_under_1min",
        text: bi(
          `Who acts on data that is ${duration(fastest(c)?.value ?? 0).en} old, and what is lost at 1 minute or more? Streaming costs more to run than batch.`,
          `${duration(fastest(c)?.value ?? 0).ja}の新しさで誰がどう判断しますか。1 分以上になると何が困りますか。ストリーミングはバッチより運用コストがかかります。`,
        ),
        default: bi("the stated latency is taken as required", "示されたレイテンシを必須とみなす"),
        blocking: false,
      },
    }),
    thresholds: (c) => [
      {
        quantity: bi("latency", "レイテンシ"),
        now: duration(fastest(c)?.value ?? 0),
        at: bi("60 s or more", "60 秒以上"),
        becomes: bi("no question on streaming", "ストリーミングの確認は不要になる"),
        distance: Math.abs(Math.log(Math.max(fastest(c)?.value ?? 60, 0.001) / 60)),
      },
    ],
  },
  {
    id: "ASK-04",
    stage: "ask",
    seed,
    basis: ["K24"],
    title: bi("Personal or sensitive fields are asked", "個人情報・機微な項目は確認"),
    when: bi(
      "columns or words speak of personal or sensitive data",
      "列名や語が個人情報・機微情報を示すとき",
    ),
    effect: bi(
      "question pii_or_sensitive; nothing is masked or loaded silently",
      "質問 pii_or_sensitive。黙ってマスクもロードもしない",
    ),
    holds: (c) =>
      active(c) &&
      c.reading.personalData === "some" &&
      (personal(c).length > 0 || decidedFields(c).size === 0) &&
      !isAnswered(c, "pii_or_sensitive"),
    because: (c) => {
      const shown = list(personal(c));
      return bi(`${shown.en} may be personal data`, `${shown.ja} は個人情報の可能性があるため`);
    },
    gives: (c) => {
      const shown = list(personal(c));
      return {
        ask: {
          code: "pii_or_sensitive",
          text: bi(
            `${shown.en}: may each reach the sink, and how (hashed, encrypted, in clear), or is it left out? Who decides?`,
            `${shown.ja} をシンクに入れてよいですか。入れる場合はハッシュ化・暗号化・平文のどれにしますか、それとも除外しますか。判断者は誰ですか。`,
          ),
          default: bi("held back before landing until decided", "判断があるまで着地前で止める"),
          blocking: false,
        },
      };
    },
  },
  {
    id: "ASK-05",
    stage: "ask",
    seed,
    basis: ["K30"],
    title: bi("Data that crosses regions is asked", "リージョンをまたぐデータは確認"),
    when: bi(
      "the ends stand in different regions; zones of one region do not count",
      "両端のリージョンが異なるとき(同一リージョンのゾーン違いは対象外)",
    ),
    effect: bi("question cross_region", "質問 cross_region"),
    holds: (c) => active(c) && c.req.crossesRegions && !isAnswered(c, "cross_region"),
    because: (c) =>
      bi(
        `the request names ${list(c.reading.regions).en || "more than one region"}`,
        `${list(c.reading.regions).ja || "複数のリージョン"} にまたがるため`,
      ),
    gives: () => ({
      ask: {
        code: "cross_region",
        text: bi(
          "May this data leave its region by law and contract, and who pays for the traffic between regions?",
          "このデータは法令・契約上、リージョンの外に出せますか。リージョン間の通信費は誰が負担しますか。",
        ),
        default: null,
        blocking: false,
      },
    }),
    says: (c) => [
      line(
        "region",
        `Traffic crosses regions (${list(c.reading.regions).en || "as stated"}): rows are reduced and compressed before they leave, and the raw copy stays where it arose.`,
        `リージョンをまたぐ通信が発生します(${list(c.reading.regions).ja || "依頼のとおり"})。送り出す前に絞り込みと圧縮を行い、生データは発生したリージョンに残します。`,
      ),
    ],
  },
];

/** What was taken for personal and is not decided: columns by name, and words of another kind; words alone where no column is named. */
export function personal(c: Case): string[] {
  return personalFields(c).map((one) => one.name);
}

export function personalFields(c: Case): { name: string; kind: string | null }[] {
  const decided = decidedFields(c);
  const columns = c.req.sensitive;
  const words = c.reading.personalWords.map((name) => ({ name, kind: sensitiveKind(name) }));
  const isNew = (kind: string | null) => kind !== null && columns.every((one) => one.kind !== kind);
  const named =
    columns.length > 0 ? [...columns, ...words.filter((one) => isNew(one.kind))] : words;
  // `PII (email, address)`: the fields say it better than the general word.
  const fields = named.filter((one) => !isGenericPersonal(one.name));
  const isSettled = (name: string) =>
    decided.has(name) || c.reading.handled.some((one) => one.name === "*");
  return (fields.length > 0 ? fields : named).filter(
    (one, i, all) =>
      !isSettled(one.name) && all.findIndex((other) => other.name === one.name) === i,
  );
}

export const askRules: RuleSet = { name: "ask-first", rank: 0, rules };
