// What a description of a running pipeline states outright: each symptom with the words that tell of it, so that a finding names the fact with
// its numbers. A pattern sees one clause or two; what is only missing from the description is judged in review.ts.
import type { FailureId } from "../../model/failure-modes.ts";
import type { Case } from "../case.ts";
import type { Bi } from "../reading.ts";
import { bi } from "../rule.ts";
import { duration } from "../words.ts";

const patterns: Partial<Record<FailureId, RegExp>> = {
  R01: /plain inserts?|insert into|rows? (?:are|get) (?:written|loaded|inserted) twice|(?:単純な|ただの)\s*insert|insert している|二重(?:に|計上|登録)|再実行すると[^。、]{0,12}(?:重複|二重)/i,
  R03: /(?:retr(?:y|ies)|re-?runs?|restarts?)[^.。]{0,40}(?:from the (?:start|beginning)|from scratch|the (?:whole|entire|full) (?:dag|job|pipeline)|everything)|(?:最初|頭)から(?:やり直|流し直|再実行|実行)|(?:全部|全タスク|丸ごと|全体を?)[^。、]{0,6}(?:流し直|やり直|再実行)/i,
  R04: /\b(?:one|single|same|1)\s+(?:big |huge |giant |airflow )*(?:dag|job|workflow|script)\b[^.。]{0,30}?\b\d+\s+(?:tasks|steps|queries|tables)|\b\d+\s+(?:tasks|steps)\s+(?:in|inside|packed into|crammed into)\s+(?:one|a single|the same)\b|(?:1|一|ひと)\s*(?:つの|本の)?\s*(?:dag|ジョブ|スクリプト|ワークフロー)[^。]{0,10}\d+\s*(?:の)?(?:個の)?(?:タスク|ステップ|処理)|monolith|モノリシック/i,
  R08: /retr(?:y|ies)\s*(?:=|:|is|are)?\s*(?:set to\s+)?(?:unlimited|infinite|endless|without limit|forever|unbounded|-1)|(?:unlimited|infinite|endless|unbounded)\s+retr|(?:retry|retries|リトライ|再試行)[^。、]{0,8}(?:無制限|無限|上限なし|制限なし|永遠)|(?:無制限|無限)[^。、]{0,4}(?:リトライ|再試行)/i,
  R11: /truncat\w*[^.。]{0,40}(?:insert|reload|load|copy|copies|→|->)|(?:全件|全)?(?:削除|消し)(?:し)?てから[^。]{0,10}(?:入れ|投入|insert|ロード)|drop(?:s|ped)?(?: and |\/)re-?creat\w*|(?:empty|half[- ]loaded|half[- ]empty|partial)[^.。]{0,30}(?:table|dashboard|report)|空に見え|洗い替え/i,
  R12: /auto-?commits?[^.。,]*|commit\w*[^.。,]{0,30}before[^.。,]*|(?:処理|書き込み|書き込む)[^。、]{0,6}前に[^。、]{0,10}コミット|自動コミット|先にコミット/i,
  R16: /(?:state|checkpoints?|savepoints?)[^.。]{0,30}(?:local disk|in memory only|on the worker|ephemeral)|checkpoints?[^.。、]{0,20}(?:every|interval)[^.。、]{0,10}(?:\d+\s*(?:min\w*|hours?|h)\b)|(?:状態|ステート|チェックポイント)[^。、]{0,12}(?:ローカルディスク|ローカル|メモリ(?:上)?)(?:のみ|だけ|上)?|チェックポイント[^。、]{0,6}\d+\s*(?:分|時間)\s*(?:間隔|ごと|おき)|(?:restart|再起動)[^.。]{0,30}(?:twice|again|duplicat\w*|二重|重複)/i,
  R17: /(?:two|both|several|three|2|3)\s+(?:jobs|pipelines|dags|writers|processes)[^.。]{0,30}(?:writ\w+|updat\w+|load\w*)[^.。]{0,25}same (?:table|partition|rows?)|同じ(?:テーブル|表|パーティション)(?:に|へ|を)[^。]{0,14}(?:2|二|複数|両方)|(?:2|二|複数)\s*(?:つ|本)?の(?:ジョブ|バッチ|パイプライン)が[^。]{0,10}同じ(?:テーブル|表)/i,
  Q01: /counts? (?:do not|don't|does not|doesn't) (?:match|agree)|rows? (?:are|go|went) missing|(?:silently|quietly) (?:lost|dropped|missing)|(?:件数|数字|数)が(?:合わ|ずれ)|欠損して|行が(?:抜け|欠け|消え)/i,
  Q04: /(?:straight|directly)\s+(?:in)?to\s+(?:the\s+)?(?:prod\w*|live)|\binto\s+(?:the\s+)?prod(?:uction)?\s+tables?|(?:no|without)\s+(?:any\s+)?(?:checks?|tests?|validation)|(?:検証|チェック|テスト)(?:は|も|が)?\s*(?:一切)?(?:なし|ない|して(?:い)?ない|していません|せずに)|本番(?:テーブル|表)に(?:直接|直に|そのまま)/i,
  Q06: /late (?:rows?|data|events?|records?|files?)[^.。]{0,30}(?:drop\w*|lost|ignored|skipp\w*|discard\w*)|(?:遅れて|遅延)[^。]{0,16}(?:捨て|無視|落ち|取りこぼ|反映され)/i,
  Q11: /\b(?:columns?|fields?|values?)\b[^.。,]{0,30}\b(?:null|nulls|empty|blank)\b|\bnull(?:s|ed)?\b[^.。]{0,20}since|(?:列|カラム|項目|値)[^。、]{0,16}(?:null|空|欠損|ヌル)/i,
  Q12: /(?:bad|poison|broken|malformed|failed|invalid)\s+(?:messages?|records?|rows?|events?|files?)[^.。]{0,30}(?:skipp?\w*|dropp?\w*|discard\w*|ignored|thrown away)|no dead[- ]letter|(?:不正な?|壊れた|読めない|失敗した)(?:行|レコード|メッセージ|イベント|データ)[^。]{0,14}(?:スキップ|捨て|飛ばし|無視|破棄)|(?:DLQ|デッドレター)(?:は|も|が)?\s*(?:なし|ない|無い|ありません)/i,
  O01: /\bcron(?:tab)?\b[^.。,、]{0,20}/i,
  O02: /(?:no|without)\s+(?:any\s+)?(?:alerts?|alerting|monitoring|owner)|nobody\s+(?:is\s+)?(?:notices|knows|told|alerted|notified|owns)|only\s+(?:one person|\w+)\s+(?:knows|understands)|(?:アラート|監視|通知|担当者?)(?:は|も|が)?\s*(?:一切)?(?:なし|ない|無い|ありません|いない|おらず)|誰も気づ|(?:1|一)\s*人しか(?:知|分か|わか|触れ)|属人/i,
  O03: /(?:password|credential|secret|api key|token|hostname|host name|connection string)s?[^.。]{0,40}(?:in|into|inside)\s+(?:the\s+)?(?:dag|code|script|repo|git|job|source)\w*|hard-?coded?[^.。,]*|(?:パスワード|認証情報|接続情報|接続文字列|キー|ホスト名)[^。、]{0,14}(?:直書き|べた書き|ハードコード|埋め込|コードに|スクリプトに)/i,
  O06: /(?:errors?|stderr|failures?|output)[^.。]{0,20}\/dev\/null|(?:errors?|failures?|exceptions?)\s+(?:are\s+)?(?:swallowed|ignored)|except:? pass|exits? 0|(?:エラー|例外|失敗)[^。、]{0,8}(?:握りつぶ|握り潰|無視)|\|\|\s*true/i,
  O07: /(?:re-?run|restart|repair|fix|load)\w*[^.。,]{0,30}(?:by hand|manually)|(?:by hand|manually)[^.。,]{0,30}(?:re-?run|restart|repair|fix|load)\w*|manual re-?runs?|手(?:作業)?で[^。、]{0,10}(?:流し直|やり直|再実行|直し|修正|復旧|入れ直)|手動で[^。、]{0,10}(?:流し直|やり直|再実行|復旧|直し)|手作業で/i,
  O08: /alerts?[^.。]{0,40}(?:nobody|no one)\s+(?:reads|looks|reacts|cares)|(?:hundreds|dozens|\d{2,})\s+(?:of\s+)?alerts?|alert fatigue|アラート[^。]{0,20}(?:誰も見|見られていな|見なくな|多すぎ|鳴りっぱなし|疲れ|形骸)/i,
};

/** The clause around a match, as the request has it; long ones are cut. */
function quoteAt(text: string, at: number, end: number): string {
  const isStop = (i: number) =>
    /[。！？!?;；\n,、]/.test(text[i] ?? "") ||
    (/[.:：]/.test(text[i] ?? "") && /\s|^$/.test(text[i + 1] ?? ""));
  let from = at;
  while (from > 0 && at - from < 60 && !isStop(from - 1)) from--;
  let to = end;
  while (to < text.length && to - end < 50 && !isStop(to)) to++;
  const words = text
    .slice(from, to)
    .replace(/^(?:(?:and|but|also|that|because|please|review|audit|レビュー)\s+)+|^-+\s*/i, "")
    .replaceAll(/\s+/g, " ")
    .trim();
  return words.length > 110 ? `${words.slice(0, 109).trimEnd()}…` : words;
}

const unit = (word: string | undefined): number =>
  word === undefined || /^(?:h|時)/i.test(word) ? 3600 : 60;

const spanEn = String.raw`(\d+(?:\.\d+)?)\s*-?\s*(hours?|hrs?|h|minutes?|mins?|min)\b`;
const takes =
  /(?:takes?|took|taking|runs? for|lasts?|needs?)\s+(?:about |around |almost |nearly |over |up to |now |~)*(\d+(?:\.\d+)?)\s*-?\s*(hours?|hrs?|h|minutes?|mins?|min)\b/i;
const takesJa =
  /(\d+(?:\.\d+)?)\s*(時間|分)\s*(?:以上|ほど|程度|近く|くらい|ぐらい)?\s*(?:かか|掛か|を要|必要)/u;
const windows = [
  /window\s+(?:is|of|has|allows)\s+(?:only |just |about )*(\d+(?:\.\d+)?)\s*-?\s*(hours?|hrs?|h|minutes?|mins?|min)?\b/i,
  new RegExp(String.raw`${spanEn}\s+(?:batch |night |nightly |load |maintenance )*window`, "i"),
  /(?:ウィンドウ|ウインドウ|バッチ窓|時間枠|夜間枠|枠|窓)(?:は|が|:)?\s*(?:わずか|たった)?\s*(\d+(?:\.\d+)?)\s*(時間|分)/u,
  /(\d+(?:\.\d+)?)\s*(時間|分)(?:の|しかない)(?:バッチ|夜間)?(?:ウィンドウ|ウインドウ|時間枠|枠|窓)/u,
];

/** A run that is longer than its window, or than the time to the next run. */
export function overrun(
  c: Case,
): { readonly run: number; readonly room: number; readonly isWindow: boolean } | null {
  const { text } = c.reading;
  const found = takes.exec(text) ?? takesJa.exec(text);
  const run = found ? Number(found[1]) * unit(found[2]) : (c.req.runTime?.value ?? null);
  if (run === null) return null;
  for (const pattern of windows) {
    const match = pattern.exec(text);
    // `the window is 6` after `9 hours`: the same unit.
    if (match) {
      const room = Number(match[1]) * unit(match[2] ?? found?.[2]);
      return run > room ? { run, room, isWindow: true } : null;
    }
  }
  const every = c.req.updateInterval?.value;
  return every !== undefined && run > every ? { run, room: every, isWindow: false } : null;
}

/** The words by which a description states a failure mode; null where it does not. */
export function statedBy(c: Case, id: FailureId): Bi | null {
  if (id === "R15") {
    const one = overrun(c);
    if (!one) return null;
    const [run, room, over] = [one.run, one.room, one.run - one.room].map(duration);
    return one.isWindow
      ? bi(
          `a run takes ${run?.en}, its window has ${room?.en}: ${over?.en} too long`,
          `実行 ${run?.ja}に対しウィンドウは ${room?.ja}で、${over?.ja}超過`,
        )
      : bi(
          `a run takes ${run?.en} and the next one is due after ${room?.en}`,
          `実行 ${run?.ja}に対し、次の実行は ${room?.ja}後`,
        );
  }
  const pattern = patterns[id];
  return pattern ? quotedFrom(c, pattern) : null;
}

const mostQuotes = 3;

/** The clauses in which a pattern is met. */
export function quotedFrom(c: Case, pattern: RegExp): Bi | null {
  const { text } = c.reading;
  const quotes = [...text.matchAll(new RegExp(pattern.source, "giu"))]
    .map((match) => quoteAt(text, match.index, match.index + match[0].length))
    .filter((words) => words !== "");
  const shown = quotes
    .filter((words, i) => quotes.findIndex((other) => other.includes(words)) === i)
    .slice(0, mostQuotes);
  return shown.length === 0
    ? null
    : bi(
        `stated: ${shown.map((words) => `"${words}"`).join(", ")}`,
        `記載: ${shown.map((words) => `「${words}」`).join("")}`,
      );
}
