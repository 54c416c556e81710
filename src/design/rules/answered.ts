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

const alerting =
  /(?:what|which)[^?.]{0,40}\balert|alert(?:ed)? on\b[^?.]{0,20}(?:instead|what)|(?:何|どれ|どの)[^。？?]{0,12}(?:アラート|通知)|アラート[^。？?]{0,24}(?:何|どれ|絞)/iu;
const keptLog =
  /(?:binlogs?|wal|redo logs?|archive logs?|change logs?|oplog|the log|バイナリログ|変更ログ|ログ)[^.。,、]{0,24}(?:kept|keeps?|retained|retention|available|保持|残)[^.。,、]{0,14}|(?:binlog|wal|oplog|ログ)[^。、]{0,10}\d+\s*時間[^。、]{0,8}/iu;

/** `the binlog is kept for 2 hours only`: the words, where it is less than two days. */
function logKept(c: Case): string | null {
  if (c.decided.recipe !== "cdc") return null;
  const found = keptLog.exec(c.reading.text)?.[0].trim();
  const hours = /(\d+(?:\.\d+)?)\s*(?:h\b|hours?|時間)/iu.exec(found ?? "");
  return found && hours && Number(hours[1]) < 48 ? found : null;
}

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
    {
      id: "ANSWER-04",
      stage: "say",
      seed: "001 §モード：運用 4",
      title: bi("What is worth an alert", "何をアラートにするか"),
      when: bi("the request asks what to alert on", "何を通知すべきかを尋ねているとき"),
      effect: bi("business failures, each with who is told", "業務影響のある事象と通知先を示す"),
      holds: (c) => active(c) && asks(c, alerting),
      says: () => [
        line(
          "decision",
          "Alert on what readers would notice, one owner each: data older than its target, a published number that fails its check, rows missing against the usual count, a deadline about to be missed. A failed task that a retry repairs is a line in a list; it pages nobody until one of the four follows from it.",
          "利用者に影響する 4 つだけを、担当者を決めて通知します。鮮度目標の超過、公開値の検査不合格、通常より少ない件数、期限に間に合わない見込みです。再試行で直るタスクの失敗は一覧に残すだけとし、この 4 つにつながるまで呼び出しません。",
        ),
      ],
    },
    {
      id: "LIMIT-01",
      stage: "say",
      seed: "001 §状態管理",
      title: bi(
        "A log that is kept briefly bounds every outage",
        "ログの保持が短いと停止できる時間も短い",
      ),
      when: bi(
        "a capture reads a log whose retention of hours is stated",
        "変更ログの保持時間が時間単位で示されているとき",
      ),
      effect: bi(
        "the longest outage without a new snapshot, and what to set",
        "再スナップショットなしで止められる上限と、設定すべき値を示す",
      ),
      holds: (c) => active(c) && c.decided.route === "design" && logKept(c) !== null,
      says: (c) => {
        const kept = logKept(c) ?? "";
        const from = sourceName(c.source());
        return [
          line(
            "limit",
            `The log of ${from.en} ("${kept}") bounds every outage: a connector that stands still longer needs a new snapshot, and what was deleted meanwhile is not seen. Longer than the longest outage to be survived, 7 days as a start; until then alert at half of what is kept, not at its end.`,
            `${from.ja} のログの保持 (「${kept}」) が停止できる時間の上限です。コネクターがそれより長く止まると再スナップショットが必要になり、その間の削除は捉えられません。想定する最長の停止より長く (まず 7 日に) 設定し、それまでは保持時間の半分の遅れで警告します。`,
          ),
        ];
      },
    },
  ],
};
