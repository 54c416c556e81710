// A question that the request puts is answered in the first lines, not only where its matter is treated.
import type { Case } from "../case.ts";
import { bi, line, type RuleSet } from "../rule.ts";
import { sinkName, sourceName } from "../words.ts";

const active = (c: Case) =>
  c.decided.refusal !== "full" && c.decided.route !== "menu" && c.decided.route !== "redirect";
const asks = (c: Case, matter: RegExp): boolean => {
  const { text } = c.reading;
  return (
    /[?？]|べきか|でしょうか|ですか|どうすれば|知りたい|教えて/u.test(text) && matter.test(text)
  );
};

/** Halt everything, or go on without the row. */
const haltOrSkip =
  /(?:(?:one|a single|any|1)\s+(?:bad|rejected|broken|invalid|failed|refused)?\s*(?:row|record|message)s?)[^.?]{0,60}(?:halt|stop|fail|abort|hold)|(?:halt|stop|fail|abort)\w*[^.?]{0,50}(?:one|a single|any|bad|rejected|broken|invalid)\s+(?:\w+\s+)?(?:row|record|message)|(?:1|一)\s*(?:行|件|レコード)でも[^。？?]{0,30}(?:止め|失敗|中断|停止)|(?:行|レコード)(?:だけ|単位で)[^。？?]{0,10}(?:飛ば|拒否|スキップ|除外)/iu;
const drift =
  /(?:add|renam|remov|chang|drop)\w*(?:\s+(?:and|or)\s+\w+ing)?\s+(?:the\s+)?(?:columns?|fields?|schema)|(?:列|カラム|項目|スキーマ)[^。？?]{0,12}(?:増え|変わ|変え|改名|追加|削除|減)/iu;

export const answeredRules: RuleSet = {
  name: "answered",
  rank: 0,
  rules: [
    {
      id: "ANSWER-01",
      stage: "say",
      seed: "001 §重要なルール 2",
      title: bi(
        "Halt at one bad row? No: by row, with a limit",
        "不正な行が 1 件でも止めるか: 行単位とし、上限で止める",
      ),
      when: bi(
        "the request asks whether one bad row stops everything",
        "1 行の不正で全体を止めるべきかを尋ねているとき",
      ),
      effect: bi("the answer, with the share at which it stops", "回答と、停止する割合を示す"),
      holds: (c) => active(c) && asks(c, haltOrSkip),
      says: (c) => {
        const share = c.decided.recipe === "reverse" ? "2" : "5";
        const to = sinkName(c.sink());
        return [
          line(
            "decision",
            `No, one bad row does not stop the rest: it is held with its reason and sent again after the repair. Above ${share} % of a run (proposed) all of it stops before ${to.en}, because then the source or the mapping has changed and not a row. Where rows only hold together (a posting and its lines), the group is the unit that is held.`,
            `いいえ。1 行の不正で全体は止めず、その行だけを理由付きで留め、修正後に再送します。1 回の実行の ${share}% (提案値) を超えたら、個々の行ではなくソースやマッピングの変更とみなし、${to.ja} への反映前に全体を止めます。伝票と明細のように揃って意味を持つ行は、まとまり単位で留めます。`,
          ),
        ];
      },
    },
    {
      id: "ANSWER-02",
      stage: "say",
      seed: "000 §重要な制約",
      title: bi("Is exactly once worth it? Seldom", "exactly-once は必要か: 通常は不要"),
      when: bi("the request asks whether exactly once pays", "exactly-once の要否を尋ねているとき"),
      effect: bi("the answer, and when it would be another", "回答と、結論が変わる条件を示す"),
      holds: (c) =>
        active(c) &&
        c.has("topic.exactly_once") &&
        asks(c, /worth|need|should|necessary|必要|べき|価値|要り|いり/iu),
      says: (c) => {
        const to = sinkName(c.sink());
        return [
          line(
            "decision",
            `No: at-least-once delivery with a unique key per event in ${to.en} already makes a double entry impossible, because the second delivery finds its key and changes nothing. End-to-end transactions pay only where each delivery sets something off that has no key (a mail, a payment call).`,
            `いいえ。at-least-once 配信でも、${to.ja} でイベントごとの一意キーを強制すれば、2 回目の配信は既存のキーに当たって何も変えないため、二重計上は起きません。エンドツーエンドのトランザクションが見合うのは、配信のたびにキーのない外部処理 (メール送信や決済の呼び出し) が動く場合だけです。`,
          ),
        ];
      },
    },
    {
      id: "ANSWER-03",
      stage: "say",
      seed: "000 §コアコントラクト",
      title: bi("How are changed columns contained?", "列の変更をどう封じ込めるか"),
      when: bi(
        "the request asks what to do about columns that the source changes",
        "ソースの列の変更への対処を尋ねているとき",
      ),
      effect: bi("the answer by kind of change", "変更の種類ごとに回答する"),
      holds: (c) =>
        active(c) && c.decided.route !== "contract" && asks(c, drift) && !c.held("REFUSE-09"),
      says: (c) => {
        const from = sourceName(c.source());
        return [
          line(
            "decision",
            `Between landing and load: what comes from ${from.en} lands as it is and is compared with the contract before anything is loaded. A new column passes as nullable and is noted; a renamed, missing or retyped one holds that dataset alone, and the others go on. A rename is settled by a line in the mapping, then the held file is replayed. The supplier gets the contract, with notice of 30 days (proposed) for breaking changes.`,
            `着地とロードの間で止めます。${from.ja} から届いたものはそのまま着地させ、ロード前にコントラクトと比較します。列の追加は NULL 許容として通して記録し、改名・欠落・型変更はそのデータセットだけを保留して他は続けます。改名はマッピングに 1 行加えて対応し、保留したファイルをリプレイします。提供元にはコントラクトを渡し、破壊的変更は 30 日前 (提案値) の告知を求めます。`,
          ),
        ];
      },
    },
  ],
};
