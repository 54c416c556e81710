// Personal data, cost and configuration of every design (000 §決して行わないこと).
import type { Case } from "../case.ts";
import { bi, line, type Rule, type RuleSet } from "../rule.ts";
import { list } from "../words.ts";
import { personal, personalFields } from "./ask-first.ts";
import { decidedFields } from "./inputs.ts";
import { rawDays } from "./state.ts";

const design = (c: Case) => c.isDesign;
const isContract = (c: Case) => c.decided.route === "contract" && c.decided.refusal !== "full";

/** A usual handling per kind; proposed, never done silently. */
const handling: Readonly<Record<string, readonly [en: string, ja: string]>> = {
  email: ["hash with a key (joins stay possible)", "鍵付きハッシュ(結合は可能)"],
  phone: ["hash with a key, or drop", "鍵付きハッシュ、または除外"],
  name: ["drop, or encrypt where it must be read", "除外(表示が必要なら暗号化)"],
  birth_date: ["keep the year or age band only", "年または年代のみに丸める"],
  address: ["keep prefecture or region only, or drop", "都道府県までに丸める、または除外"],
  ip: ["drop, or cut the last octet", "除外、または末尾を切り捨て"],
  card: [
    "tokenize at the source; never stored in clear",
    "ソース側でトークン化(平文では保存しない)",
  ],
  bank: ["encrypt, or drop", "暗号化、または除外"],
  national_id: ["drop, or encrypt with access on record", "除外、または参照履歴付きの暗号化"],
  health: ["encrypt, with access on record", "参照履歴付きの暗号化"],
  pay: ["encrypt, with access on record", "参照履歴付きの暗号化"],
  location: ["coarsen", "粗い粒度に丸める"],
  device: ["hash with a key", "鍵付きハッシュ"],
  password: ["drop", "除外"],
  biometric: ["drop, or encrypt with access on record", "除外、または参照履歴付きの暗号化"],
};

const rules: readonly Rule[] = [
  {
    id: "CARE-01",
    stage: "say",
    seed: "000 §決して行わないこと",
    basis: ["K24"],
    title: bi("Personal data has a strategy before it lands", "個人情報は着地前に扱いを決める"),
    when: bi("personal or sensitive data is named", "個人情報・機微情報が含まれるとき"),
    effect: bi(
      "each field with a proposed handling, waiting for a yes",
      "項目ごとに扱いを提案し、承認を待つ",
    ),
    holds: (c) =>
      (design(c) || isContract(c)) &&
      c.reading.personalData === "some" &&
      (personal(c).length > 0 || decidedFields(c).size === 0),
    says: (c) => {
      const fields = personalFields(c);
      const columns = fields.filter((one) => one.kind !== null);
      const open = bi(
        "Until somebody decides, these fields are held back before landing; nothing is masked or loaded silently.",
        "判断があるまで、これらの項目は着地前で止めます。黙ってマスクすることも、平文でロードすることもしません。",
      );
      if (columns.length === 0) {
        const shown = list(personal(c));
        return [
          line(
            "pii",
            `${shown.en}: which columns hold it is not given; each needs a strategy (hash, encrypt, drop, or a recorded yes to clear) before it lands.`,
            `${shown.ja} が該当しますが、列名は示されていません。列ごとに扱い(ハッシュ化・暗号化・除外・平文の承認)を着地前に決める必要があります。`,
          ),
          line("pii", open.en, open.ja),
        ];
      }
      return [
        ...columns.map(({ name, kind }) => {
          const [en, ja] = handling[kind ?? ""] ?? [
            "hash, encrypt or drop",
            "ハッシュ化、暗号化、または除外",
          ];
          return line(
            "pii",
            `${name}: proposed ${en}, before it is landed or published.`,
            `${name}: ${ja}を提案します(着地・公開の前に適用)。`,
          );
        }),
        line("pii", open.en, open.ja),
      ];
    },
  },
  {
    id: "CARE-02",
    stage: "say",
    seed: "000 §決して行わないこと",
    title: bi("Cost has limits", "コストに上限を設ける"),
    when: bi("a pipeline is designed", "パイプラインを設計するとき"),
    effect: bi("limits on compute, storage and retries", "計算・ストレージ・再試行に上限を設ける"),
    holds: design,
    says: (c) => {
      const { days } = rawDays(c);
      return [
        line(
          "cost",
          `Limits: a run stops at 3 x its usual time, retries at 5, raw at ${days} days; budget alerts at 80 % and 95 % of the month.`,
          `上限: 実行は通常の 3 倍の時間で打ち切り、再試行は 5 回まで、生データは ${days} 日まで。月次予算の 80% と 95% で通知します。`,
        ),
      ];
    },
  },
  {
    id: "CARE-03",
    stage: "say",
    seed: "000 §決して行わないこと",
    title: bi("Environment values are parameters", "環境固有の値はパラメーターにする"),
    when: bi("a pipeline is designed", "パイプラインを設計するとき"),
    effect: bi(
      "nothing of an environment in code; stages are modules",
      "コードに環境の値を書かず、ステージをモジュールに分ける",
    ),
    holds: design,
    says: () => [
      line(
        "config",
        "Hosts, databases, schedules, limits and credentials are parameters per environment; secrets come from the environment or a secret store. Each stage is a module that is deployed by itself.",
        "ホスト、データベース、スケジュール、上限値、認証情報は環境ごとのパラメーターとし、秘密情報は環境変数またはシークレットストアから渡します。各ステージは単独でデプロイできるモジュールにします。",
      ),
    ],
  },
];

export const careRules: RuleSet = { name: "care", rank: 0, rules };
