// What is not done, even when asked (000 §決して行わないこと, 001 §状態管理): said plainly, with the safe way instead. `part`: the design is made
// without the forbidden wish; `full`: nothing of the request is done.
import type { Refusal } from "../../model/answer.ts";
import type { SectionKey } from "../../model/section-key.ts";
import type { Bi } from "../reading.ts";
import { bi, line, type Rule, type RuleSet } from "../rule.ts";
import type { Case } from "../case.ts";
import { list } from "../words.ts";
import { personal } from "./ask-first.ts";

type Forbidden = {
  readonly id: string;
  readonly seed: string;
  readonly wish: readonly string[];
  readonly holds?: (c: Case) => boolean;
  readonly level: Refusal;
  /** Only in a migration, where it is wished for; elsewhere the words mean something else. */
  readonly isOfMigration?: true;
  /** In `no quality checks`: the wish in words. */
  readonly title: Bi;
  readonly why: Bi;
  readonly safe: Bi;
  readonly more?: readonly { readonly key: SectionKey; readonly text: Bi }[];
  /** What has to be approved, by whom, before it could be done. */
  readonly approval?: (c: Case) => Bi;
};

const approvesLoss = (): Bi =>
  bi(
    "Who approves this, what exactly may be lost, and what was decided about replaying it first?",
    "誰が承認しますか。失ってよい対象は何で、事前のリプレイについてどう判断しましたか。",
  );

const fieldsOf = (c: Case): Bi => {
  const shown = list(personal(c));
  return shown.en === "" ? bi("the personal fields", "個人情報の項目") : shown;
};

const forbidden: readonly Forbidden[] = [
  {
    id: "REFUSE-01",
    seed: "000 §決して行わないこと",
    wish: ["wish.no_idempotency"],
    level: "part",
    title: bi("Leaving idempotency out", "冪等性の省略"),
    why: bi(
      "a re-run after a failure would load rows twice, and no full reload repairs what readers saw meanwhile",
      "失敗後の再実行で行が二重に入り、その間に読まれた値は全件入れ直しでも取り消せないため",
    ),
    safe: bi(
      "each run writes one partition or key range and replaces it, which costs no more than an append",
      "実行ごとに 1 つのパーティション(またはキー範囲)を置き換えます。追記と比べて負荷はほぼ増えません",
    ),
  },
  {
    id: "REFUSE-02",
    seed: "000 §決して行わないこと",
    wish: ["wish.no_checks"],
    level: "part",
    title: bi("Leaving quality checks out", "品質チェックの省略"),
    why: bi(
      "without checks at source, transform and sink, a broken file is published as if it were good",
      "ソース・変換・シンクのチェックがないと、壊れたデータがそのまま公開されるため",
    ),
    safe: bi(
      "the cheap checks stay: row counts, keys not null and unique, schema as agreed; they take seconds per run",
      "行数、キーの非 NULL と一意性、スキーマ一致という軽量なチェックだけは残します。1 回あたり数秒です",
    ),
  },
  {
    id: "REFUSE-03",
    seed: "000 §決して行わないこと",
    wish: ["wish.discard_raw"],
    // `deleted after 30 days` is a bounded retention, not a loss.
    holds: (c) => c.req.retention === null || c.req.retention.value < 86_400,
    level: "part",
    title: bi("Discarding raw data before it is loaded", "ロード前の生データの破棄"),
    why: bi(
      "a parser that was wrong can be repaired only from the raw data",
      "解析ロジックに誤りがあったとき、生データがなければ復旧できないため",
    ),
    safe: bi(
      "raw data is kept, compressed, in a cheap tier for a bounded time after the load, so that its cost has an end",
      "生データは圧縮して低コストのストレージに置き、ロード後の一定期間だけ保持します。コストには上限があります",
    ),
  },
  {
    id: "REFUSE-04",
    seed: "001 §状態管理",
    wish: ["wish.delete_quarantine"],
    // Deleting after a review and with approval is the safe way itself.
    holds: (c) => c.has("wish.no_approval") || !c.has("topic.approval"),
    level: "full",
    approval: approvesLoss,
    title: bi("Deleting quarantined records unseen", "隔離レコードの無審査の削除"),
    why: bi(
      "each held record is evidence of a broken contract or a row somebody is missing; deleting it makes the loss permanent",
      "隔離されたレコードは契約違反の証拠、または誰かが必要としている行であり、削除すると欠損が確定するため",
    ),
    safe: bi(
      "a review by group, a replay decision for each, then a bounded retention after which what was waived expires",
      "原因ごとに確認し、リプレイするかを決めたうえで、不要と判断したものだけ期限付きで保持し、期限後に失効させます",
    ),
    more: [
      {
        key: "quarantine",
        text: bi(
          "First an audit: what is held, by reason, with count, age, contract version and lineage reference (run and source position).",
          "まず棚卸しを行います。理由ごとに件数・経過日数・コントラクトのバージョン・リネージ参照(実行 ID とソースの位置)を一覧にします。",
        ),
      },
    ],
  },
  {
    id: "REFUSE-05",
    seed: "000 §決して行わないこと",
    wish: ["wish.endless_retries"],
    level: "part",
    title: bi("Retrying without limit", "無制限の再試行"),
    why: bi(
      "the retry budget is not unlimited: endless retries hide the failure and exhaust the source",
      "再試行の予算は無限ではなく、終わらない再試行は障害を隠し、ソースに負荷をかけ続けるため",
    ),
    safe: bi(
      "5 tries with doubling waits up to 5 minutes, then the run fails, keeps its checkpoint and alerts its owner",
      "待ち時間を倍々に(最大 5 分)延ばしながら 5 回まで再試行し、その後は失敗として扱い、チェックポイントを保持して担当者に通知します",
    ),
  },
  {
    id: "REFUSE-06",
    seed: "000 §決して行わないこと",
    wish: ["wish.no_monitoring"],
    level: "part",
    title: bi("Leaving monitoring out", "監視の省略"),
    why: bi(
      "a pipeline that fails without a signal serves old data as if it were new",
      "失敗に気づけないパイプラインは、古いデータを新しいものとして提供し続けるため",
    ),
    safe: bi(
      "freshness and row counts are watched, with one alert to the owner",
      "鮮度と件数だけは監視し、担当者への通知を 1 本用意します",
    ),
  },
  {
    id: "REFUSE-07",
    seed: "000 §決して行わないこと",
    wish: ["wish.hardcode"],
    level: "part",
    title: bi("Hard-coding configuration", "設定のハードコード"),
    why: bi(
      "values of one environment in the code are a common cause of failures between environments",
      "環境固有の値の直書きは、環境間の障害の代表的な原因であるため",
    ),
    safe: bi(
      "hosts, names and credentials are parameters; secrets come from the environment or a secret store",
      "ホスト、名前、認証情報はパラメーターにし、秘密情報は環境変数またはシークレットストアから渡します",
    ),
  },
  {
    id: "REFUSE-08",
    seed: "000 §決して行わないこと",
    wish: ["wish.pii_clear"],
    holds: (c) => c.reading.personalData === "some",
    level: "part",
    approval: (c) =>
      bi(
        `Who approves, in writing, that ${fieldsOf(c).en} may be kept in clear: in which system, for which purpose, seen by whom, and until when?`,
        `${fieldsOf(c).ja} を平文で持つことを、誰が文書で承認しますか。対象のシステム、目的、閲覧できる人、期限も示してください。`,
      ),
    title: bi(
      "Loading personal data without a handling strategy",
      "取り扱い方針のない個人情報のロード",
    ),
    why: bi(
      "personal data is never processed without an explicit strategy",
      "個人情報は、明示的な取り扱い方針なしに処理してはならないため",
    ),
    safe: bi(
      "each personal column is hashed, encrypted or left out before it lands, until its owner decides in writing to keep it in clear",
      "個人情報の列は、平文で保持するという文書での判断があるまで、着地前にハッシュ化・暗号化・除外のいずれかを行います",
    ),
  },
  {
    id: "REFUSE-09",
    seed: "000 §決して行わないこと",
    wish: ["wish.no_schema_evolution"],
    level: "part",
    title: bi("Ignoring schema changes", "スキーマ変更の無視"),
    why: bi(
      "unwatched drift is what incidents grow from: each point of drift frequency brings 27 % more of them",
      "監視されないドリフトは障害の温床であり、頻度が 1 ポイント上がるごとにインシデントが 27% 増えるため",
    ),
    safe: bi(
      "additive changes pass with a note; removed, renamed or retyped columns hold the load until somebody decides",
      "追加は記録して通し、削除・改名・型変更は判断があるまでロードを保留します",
    ),
  },
  {
    id: "REFUSE-10",
    seed: "000 §決して行わないこと",
    wish: ["wish.monolith"],
    level: "part",
    title: bi("One monolithic job", "モノリシックな単一ジョブ"),
    why: bi("one failing part would stop the whole", "1 か所の障害が全体を止めるため"),
    safe: bi(
      "stages are deployed and re-run apart, each with its own checkpoint",
      "ステージを独立してデプロイ・再実行できるよう分け、それぞれにチェックポイントを持たせます",
    ),
  },
  {
    id: "REFUSE-11",
    seed: "000 §重要な制約",
    wish: ["wish.no_backup"],
    level: "part",
    title: bi("Rewriting history without a way back", "戻す手段のない履歴の書き換え"),
    why: bi(
      "every design that rewrites history carries a backfill and a rollback",
      "履歴を書き換える設計には、バックフィルとロールバックの手順が必須であるため",
    ),
    safe: bi(
      "a snapshot or time-travel point is taken before the swap and kept until the result is validated",
      "切り替え前にスナップショット(またはタイムトラベルの地点)を確保し、検証が済むまで保持します",
    ),
  },
  {
    id: "REFUSE-12",
    seed: "001 §重要なルール 3",
    wish: ["wish.shared_checkpoint"],
    level: "part",
    title: bi("One checkpoint for live and replay", "本番とリプレイでのチェックポイント共有"),
    why: bi(
      "a replay that shares the live checkpoint moves the live position and loses or repeats rows",
      "リプレイが本番のチェックポイントを動かし、行の欠落や重複を起こすため",
    ),
    safe: bi(
      "replay and backfill have checkpoints and staging of their own",
      "リプレイとバックフィルには専用のチェックポイントとステージングを使います",
    ),
    more: [
      {
        key: "isolation",
        text: bi(
          "The backfill has a consumer group and a checkpoint of its own and writes to a shadow output; the live position is not read, moved or reset by it.",
          "バックフィルは専用のコンシューマーグループとチェックポイントを使い、シャドー出力に書きます。本番の位置を読むことも、動かすことも、リセットすることもしません。",
        ),
      },
    ],
  },
  {
    id: "REFUSE-13",
    seed: "001 §状態管理",
    wish: ["wish.delete_production"],
    level: "full",
    approval: () =>
      bi(
        "Who owns this data and approves its loss by name, exactly which tables and rows is it, and which backup was proved by a restore?",
        "このデータの責任者は誰で、消失を記名で承認しますか。対象のテーブルと行はどれで、復元まで確認したバックアップはどれですか。",
      ),
    title: bi("Destroying production data", "本番データの破壊"),
    why: bi(
      "it cannot be undone, and nothing in the request shows that it may be lost",
      "取り消しができず、失ってよいという根拠が示されていないため",
    ),
    safe: bi(
      "what is to go is named, a backup is proved by a restore, consumers are told, and the owner approves in writing",
      "対象を明示し、バックアップの復元確認と利用者への通知を済ませ、責任者の承認を得てから行います",
    ),
  },
  {
    id: "REFUSE-14",
    seed: "000 §常に行うこと",
    wish: ["wish.no_lineage"],
    level: "part",
    title: bi("Leaving lineage out", "リネージの省略"),
    why: bi(
      "without it nobody gets from a wrong value back to the record and the run it came from",
      "誤った値から、元のレコードと実行まで遡れなくなるため",
    ),
    safe: bi(
      "the least that answers it stays: run and source position on each row, one OpenLineage event per run",
      "最小限として、各行の実行 ID とソースの位置、実行ごとの OpenLineage イベント 1 件は残します",
    ),
  },
  {
    id: "REFUSE-15",
    seed: "001 §重要なルール 2",
    wish: ["wish.no_quarantine"],
    // Turning them away is the other way that the rule allows.
    holds: (c) => !c.has("topic.reject"),
    level: "part",
    title: bi("Letting invalid records through", "無効なレコードの素通し"),
    why: bi(
      "a record that breaks the contract is isolated or turned away, or readers take it for a good one",
      "コントラクトに反するレコードは隔離か拒否をしないと、利用者が正しい値として扱ってしまうため",
    ),
    safe: bi(
      "one quarantine table with reason, original and source position; good rows are not held up by it",
      "理由・元の値・ソースの位置を持つ隔離テーブルを 1 つ置きます。正常な行の処理は止まりません",
    ),
  },
  {
    id: "REFUSE-16",
    seed: "001 §重要なルール 1",
    wish: ["wish.no_contract"],
    level: "part",
    title: bi("A boundary without a contract", "コントラクトのない境界"),
    why: bi(
      "every boundary between who makes data and who reads it has an explicit contract",
      "生産者と消費者の境界には、必ず明示的なコントラクトを設けるため",
    ),
    safe: bi(
      "one short file per boundary: columns with types, key, freshness, owner",
      "境界ごとに、列と型・キー・鮮度・所有者だけの短いファイルを 1 つ置きます",
    ),
  },
  {
    id: "REFUSE-17",
    seed: "001 §状態管理",
    wish: ["wish.release_quarantine"],
    level: "part",
    title: bi(
      "Releasing quarantined records to production unreviewed",
      "隔離レコードを確認せずに本番へ流すこと",
    ),
    why: bi(
      "each was held because it breaks the contract; published as it is, nobody can tell it from a good one",
      "いずれもコントラクトに反したために隔離された行であり、そのまま公開すると正しい行と区別できなくなるため",
    ),
    safe: bi(
      "they are grouped by reason, what can be repaired is repaired and replayed under the current contract version, the rest is waived by name with a date",
      "理由別に分け、直せるものは修正して現行のコントラクトでリプレイし、残りは期限を定めて記名で例外とします",
    ),
    approval: () =>
      bi(
        "Who has looked at these records, which of them may be published and why, and who answers for the values that readers then see?",
        "対象のレコードを誰が確認しましたか。どれをどの根拠で公開し、公開後の値に誰が責任を持ちますか。",
      ),
    more: [
      {
        key: "quarantine",
        text: bi(
          "The period is listed first: reason, count, contract version and lineage reference of each group; what was decided stays with the records.",
          "まず対象期間を一覧にします。理由ごとの件数、コントラクトのバージョン、リネージ参照を示し、判断の結果もレコードとともに残します。",
        ),
      },
    ],
  },
  {
    id: "REFUSE-18",
    seed: "001 §モード：移行 3",
    wish: ["wish.no_parallel"],
    isOfMigration: true,
    level: "part",
    title: bi("Cutting over without a parallel run", "並行稼働なしの切り替え"),
    why: bi(
      "without both sides on the same input nothing shows that the new one gives the same result, and there is nothing to go back to",
      "同じ入力で新旧を比べない限り結果が同じだと示せず、戻す先もないため",
    ),
    safe: bi(
      "a short parallel run per stage: the new side reads the raw input that is there anyway, so that the source is read once, and only its output is compared",
      "ステージごとに短い並行稼働を設けます。新側も既存の生データを読むため、ソースの負荷は増えず、出力だけを比べます",
    ),
  },
  {
    id: "REFUSE-19",
    seed: "001 §スケーリング戦略",
    wish: ["wish.big_bang"],
    isOfMigration: true,
    level: "part",
    title: bi("Moving everything in one go", "一括での移行"),
    why: bi(
      "a large migration treats coexistence, replay and cutover as batches of their own, never as one rewrite: one fault would hold back, or undo, all of it",
      "大規模な移行では共存・リプレイ・切り替えを別々の作業とするもので、一括にすると、1 か所の不具合で全体が止まるか全体を戻すことになるため",
    ),
    safe: bi(
      "the time that was given is used for the cutover of stages that are validated by then; each stage moves when its own checkpoint is signed",
      "示された期間は検証済みのステージの切り替えに使い、各ステージは検証チェックポイントの承認後に移します",
    ),
  },
  {
    id: "REFUSE-21",
    seed: "001 §モード：移行 2",
    wish: ["wish.early_off"],
    isOfMigration: true,
    level: "part",
    title: bi("Switching the old side off at once", "旧環境の即時停止"),
    why: bi(
      "until its stages are validated the old side is the single source of truth, and the way back",
      "検証が済むまでは旧側が唯一の正であり、戻す先でもあるため",
    ),
    safe: bi(
      "it goes on, read-only for people, until the rollback time of the last stage is over; then it is switched off with a record of who approved it",
      "最後のステージのロールバック期間が終わるまで動かし続け、その後、承認者を記録して停止します",
    ),
  },
];

const isAsked = (c: Case, one: Forbidden): boolean =>
  c.decided.route !== "menu" &&
  c.decided.route !== "redirect" &&
  // A review or a migration tells what is; it wishes for nothing of the kind, but for the way it is moved.
  (one.isOfMigration
    ? c.decided.route === "migrate"
    : one.level === "full" || (c.decided.route !== "review" && c.decided.route !== "migrate")) &&
  c.has(...one.wish) &&
  (one.holds?.(c) ?? true);

const toRule = (one: Forbidden): Rule => ({
  id: one.id,
  stage: "refusal",
  seed: one.seed,
  basis: ["K28"],
  title: bi(`${one.title.en} is refused`, `${one.title.ja}は行わない`),
  when: bi(
    `the request asks for it: ${one.title.en.toLowerCase()}`,
    `${one.title.ja}を求められたとき`,
  ),
  effect: bi(
    one.level === "full"
      ? "nothing of the request is done; approval is asked"
      : "the design is made without it",
    one.level === "full" ? "依頼を実行せず、承認を確認する" : "その要望を除いて設計する",
  ),
  holds: (c) => isAsked(c, one),
  because: () => one.why,
  gives: () => ({ refusal: one.level }),
  says: () => [
    line(
      "refusal",
      `Not done: ${one.title.en[0]?.toLowerCase()}${one.title.en.slice(1)}, because ${one.why.en}.`,
      `${one.title.ja}は行いません。${one.why.ja}です。`,
    ),
    line("alternative", `Instead: ${one.safe.en}.`, `代わりに、${one.safe.ja}。`),
    ...(one.more ?? []).map(({ key, text }) => line(key, text.en, text.ja)),
  ],
});

/** The question that fits the wish; of several refusals, the hardest. */
function toApprove(c: Case): Bi | null {
  const held = forbidden.filter((one) => one.approval && c.held(one.id));
  const hardest = held.find((one) => one.level === "full") ?? held[0];
  return hardest?.approval?.(c) ?? null;
}

const approvalRule: Rule = {
  id: "REFUSE-20",
  stage: "ask",
  seed: "001 §状態管理",
  basis: ["K28"],
  title: bi("What was refused needs an approval by name", "拒否した操作には名前付きの承認が必要"),
  when: bi(
    "a destructive or personal-data wish was refused",
    "破壊的な操作、または個人情報の要望を拒否したとき",
  ),
  effect: bi("the question `approval` is raised", "質問 approval を提起する"),
  holds: (c) => toApprove(c) !== null,
  gives: (c) => ({
    ask: {
      code: "approval",
      text: toApprove(c) ?? approvesLoss(),
      default: null,
      blocking: true,
    },
  }),
};

export const refusalRules: RuleSet = {
  name: "refusal",
  rank: 3,
  rules: [...forbidden.map(toRule), approvalRule],
};
